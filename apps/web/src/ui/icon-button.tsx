import type { ComponentProps, ReactNode } from 'react';
import { Button, type ButtonVariant } from './button.tsx';
import { cx } from './cx.ts';
import { Tooltip } from './overlay/tooltip.tsx';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** The accessible name, also shown as a tooltip. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariant | undefined;
  size?: 'sm' | 'md' | undefined;
  loading?: boolean | undefined;
};

/** A square button with an icon only; its label is required. */
export const IconButton = ({
  label,
  icon,
  variant = 'ghost',
  size = 'md',
  className,
  ...rest
}: IconButtonProps) => (
  <Tooltip text={label}>
    <Button
      {...rest}
      variant={variant}
      size={size}
      icon={icon}
      aria-label={label}
      className={cx(size === 'sm' ? 'w-control-sm' : 'w-control', 'px-0!', className)}
    />
  </Tooltip>
);
