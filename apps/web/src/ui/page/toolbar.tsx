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

/**
 * A bar that stays at the bottom of its scroll box, such as bulk actions or Save and Discard. The page keeps its
 * height free when it scrolls, so that it never covers a focused control.
 */
export const StickyBar = ({ label, children }: { label: string; children: ReactNode }) => {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const barElement = bar.current;
    if (!barElement) return;
    const root = document.documentElement.style;
    const watch = new ResizeObserver(() => {
      root.scrollPaddingBlockEnd = `${barElement.offsetHeight + 16}px`;
    });
    watch.observe(barElement);
    return () => {
      watch.disconnect();
      root.scrollPaddingBlockEnd = '';
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
