import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

/** The colours of order statuses and all other states. */
export type BadgeVariant = 'primary' | 'secondary' | 'info' | 'success' | 'warning' | 'danger' | 'dark';

const looks: Record<BadgeVariant, string> = {
  primary: 'bg-primary-soft text-primary-text',
  secondary: 'bg-secondary-soft text-secondary-text',
  info: 'bg-info-soft text-info-text',
  success: 'bg-success-soft text-success-text',
  warning: 'bg-warning-soft text-warning-text',
  danger: 'bg-danger-soft text-danger-text',
  dark: 'bg-dark-solid text-dark-text',
};

export type BadgeProps = {
  variant?: BadgeVariant | undefined;
  icon?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
};

/** A state in one or two words, with a colour. */
export const Badge = ({ variant = 'secondary', icon, className, children }: BadgeProps) => (
  <span
    className={cx(
      'inline-flex min-h-5 items-center gap-1 max-w-full rounded-sm px-1.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3 [&_svg]:shrink-0',
      // a long word is broken on a phone instead of widening the page
      'max-md:whitespace-normal',
      looks[variant],
      className,
    )}
  >
    {icon}
    {children}
  </span>
);

const dots: Record<BadgeVariant, string> = {
  primary: 'bg-primary',
  secondary: 'bg-secondary',
  info: 'bg-info-solid',
  success: 'bg-success-solid',
  warning: 'bg-warning-solid',
  danger: 'bg-danger-solid',
  dark: 'bg-dark-solid',
};

/** A coloured dot before a word with the same meaning. */
export const StatusDot = ({
  variant = 'secondary',
  children,
}: {
  variant?: BadgeVariant;
  children?: ReactNode;
}) => (
  <span className="inline-flex items-center gap-2">
    <span aria-hidden="true" className={cx('size-2 shrink-0 rounded-full', dots[variant])} />
    {children}
  </span>
);
