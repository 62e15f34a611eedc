import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export type EmptyStateProps = {
  icon?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  /** The next step: the first action, clearing the filters, or whom to ask for a permission. */
  actions?: ReactNode;
  className?: string | undefined;
};

/** Shown instead of missing content: no records, no match, or no permission. */
export const EmptyState = ({ icon, title, text, actions, className }: EmptyStateProps) => (
  <div className={cx('flex flex-col items-center px-6 py-12 text-center', className)}>
    {icon ? (
      <span
        aria-hidden="true"
        className="mb-3 grid size-11 place-items-center rounded-xl border border-line bg-sunken text-muted [&_svg]:size-5"
      >
        {icon}
      </span>
    ) : null}
    <p className="text-lg font-semibold text-ink">{title}</p>
    {text ? <p className="mt-1 max-w-md text-base text-muted">{text}</p> : null}
    {actions ? <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div> : null}
  </div>
);
