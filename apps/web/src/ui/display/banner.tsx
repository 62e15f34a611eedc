import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { IconButton } from '../icon-button.tsx';

export type BannerTone = 'info' | 'success' | 'warning' | 'danger';

const looks = {
  info: { look: 'bg-info-soft text-info-text', Icon: Info },
  success: { look: 'bg-success-soft text-success-text', Icon: CircleCheck },
  warning: { look: 'bg-warning-soft text-warning-text', Icon: TriangleAlert },
  danger: { look: 'bg-danger-soft text-danger-text', Icon: CircleAlert },
};

export type BannerProps = {
  tone?: BannerTone | undefined;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** The label of a close button; without it the banner cannot be closed. */
  onClose?: (() => void) | undefined;
  closeLabel?: string | undefined;
  className?: string | undefined;
};

/** A message about the whole page or form. Danger is announced at once. */
export const Banner = ({
  tone = 'info',
  title,
  children,
  actions,
  onClose,
  closeLabel,
  className,
}: BannerProps) => {
  const { look, Icon } = looks[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx('flex items-start gap-2.5 rounded-lg px-3.5 py-2.5 text-base', look, className)}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          {title ? <p className="font-medium">{title}</p> : null}
          {children ? <div className={cx(Boolean(title) && 'text-ink')}>{children}</div> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </div>
      {onClose && closeLabel ? (
        <IconButton label={closeLabel} icon={<X />} size="sm" onClick={onClose} className="-my-1 -me-1.5" />
      ) : null}
    </div>
  );
};
