import { type ReactNode, useEffect, useRef, useState } from 'react';

/** How far below the screen a part begins to load. */
const NEAR = '240px';

/**
 * Draws a part of a page when it comes near the screen, so that the page's first requests are those of what is seen.
 * Browsers without an observer, and prints, draw it at once. The placeholder keeps the height; nothing loads yet, so it is not busy.
 */
export const WhenNear = ({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) => {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(() => typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (isNear || !place.current) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: NEAR },
    );
    watch.observe(place.current);
    const show = () => setNear(true);
    addEventListener('beforeprint', show);
    return () => {
      watch.disconnect();
      removeEventListener('beforeprint', show);
    };
  }, [isNear]);
  return isNear ? (
    children
  ) : (
    <div ref={place} className="min-w-0">
      {placeholder}
    </div>
  );
};
