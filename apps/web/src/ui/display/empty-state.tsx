import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

const tones = {
  neutral: 'border-line bg-sunken text-muted',
  info: 'border-transparent bg-info-soft text-info-text',
  warning: 'border-transparent bg-warning-soft text-warning-text',
};

export type EmptyStateProps = {
  icon?: ReactNode;
  /** The colour of the icon, where states that differ stand at the same place. */
  tone?: keyof typeof tones | undefined;
  title: ReactNode;
  text?: ReactNode;
  /** The next step: the first action, clearing the filters, or whom to ask for a permission. */
  actions?: ReactNode;
  className?: string | undefined;
};

/** Shown instead of missing content: no records, no match, or no permission. */
export const EmptyState = ({ icon, tone = 'neutral', title, text, actions, className }: EmptyStateProps) => (
  <div className={cx('flex flex-col items-center px-6 py-12 text-center', className)}>
    {icon ? (
      <span
        aria-hidden="true"
        className={cx('mb-3 grid size-11 place-items-center rounded-xl border [&_svg]:size-5', tones[tone])}
      >
        {icon}
      </span>
    ) : null}
    <p className="text-lg font-semibold text-ink">{title}</p>
    {text ? <div className="mt-1 max-w-md text-base text-muted">{text}</div> : null}
    {actions ? <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div> : null}
  </div>
);
