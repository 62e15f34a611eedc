import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from '../cx.ts';

/** The controls above a list: search and filters first, `end` on the other side. Wraps on a phone. */
export const Toolbar = ({
  children,
  end,
  className,
}: {
  children?: ReactNode;
  end?: ReactNode;
  className?: string | undefined;
}) => (
  <div className={cx('flex flex-wrap items-center justify-between gap-2 print:hidden', className)}>
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">{children}</div>
    {end ? <div className="flex flex-wrap items-center gap-1.5 empty:hidden">{end}</div> : null}
  </div>
);

/** The room below a bar in which a toast finds place, in pixels; with less, toasts stand above the bar. */
const TOAST_HEIGHT = 96;

/**
 * A bar that stays at the bottom of its scroll box, such as bulk actions or Save and Discard. The page keeps its
 * height free when it scrolls, so that it never covers a focused control, and toasts stand above it.
 */
export const StickyBar = ({ label, children }: { label: string; children: ReactNode }) => {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const barElement = bar.current;
    if (!barElement) return;
    const root = document.documentElement.style;
    const tellHeight = () => {
      root.scrollPaddingBlockEnd = `${barElement.offsetHeight + 16}px`;
      const { top, bottom } = barElement.getBoundingClientRect();
      const isAtBottom = innerHeight - bottom < TOAST_HEIGHT;
      root.setProperty('--bar-bottom', `${isAtBottom ? innerHeight - top : 0}px`);
    };
    const watch = new ResizeObserver(tellHeight);
    watch.observe(barElement);
    watch.observe(document.body);
    addEventListener('scroll', tellHeight, { passive: true });
    addEventListener('resize', tellHeight);
    return () => {
      watch.disconnect();
      removeEventListener('scroll', tellHeight);
      removeEventListener('resize', tellHeight);
      root.scrollPaddingBlockEnd = '';
      root.removeProperty('--bar-bottom');
    };
  }, []);
  return (
    <section
      ref={bar}
      aria-label={label}
      className={cx(
        'sticky bottom-3 z-20 mt-gap flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2',
        'animate-in rounded-lg bg-raised px-4 py-2 shadow-md print:hidden',
      )}
    >
      {children}
    </section>
  );
};
