import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

/** The keys of a shortcut, each in its own box. */
export const Kbd = ({ keys }: { keys: readonly string[] }) => (
  <span dir="ltr" className="inline-flex items-center gap-0.5">
    {keys.map((key) => (
      <kbd
        key={key}
        className="inline-grid min-w-5 place-items-center rounded-sm border border-line bg-sunken px-1 font-sans text-xs text-muted"
      >
        {key}
      </kbd>
    ))}
  </span>
);

/** Text for screen readers only. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className="sr-only">{children}</span>
);

/** A line between groups. */
export const Divider = ({ className }: { className?: string | undefined }) => (
  <hr className={cx('border-0 border-t border-line', className)} />
);
