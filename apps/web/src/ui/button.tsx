import { Slot } from 'radix-ui';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './display/spinner.tsx';
import { InsideButton } from './text-input/inside-button.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'link';
export type ButtonSize = 'sm' | 'md' | 'lg';

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Locks the button and shows a spinner; width and focus stay. */
  loading?: boolean | undefined;
  /** Shown before the text. */
  icon?: ReactNode;
  /** Styles the only child (a link) as this button. */
  asChild?: boolean | undefined;
};

const variants: Record<ButtonVariant, string> = {
  primary:
    'bg-primary-solid text-on-solid shadow-sm hover:bg-primary-hover active:bg-primary-active data-[state=open]:bg-primary-hover',
  secondary:
    'bg-surface text-ink border border-line-strong/60 shadow-sm hover:bg-hover active:bg-hover data-[state=open]:bg-hover',
  ghost: 'text-muted hover:bg-hover hover:text-ink active:bg-hover data-[state=open]:bg-hover',
  danger: 'bg-danger-solid text-on-solid shadow-sm hover:bg-danger-hover active:bg-danger-hover',
  link: 'text-primary-text underline-offset-3 hover:underline',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-control-sm px-2.5 text-sm gap-1.5',
  md: 'min-h-control px-3 text-base gap-2',
  lg: 'min-h-11 px-4 text-base gap-2',
};

/** Returns the class names of a button, for elements that cannot use Button. */
export const getButtonClass = (variant: ButtonVariant = 'secondary', size: ButtonSize = 'md'): string =>
  cx(
    'relative inline-flex items-center justify-center rounded-md font-medium whitespace-nowrap select-none',
    'transition-colors duration-100 [&_svg]:shrink-0 [&>svg]:size-4',
    'disabled:pointer-events-none disabled:opacity-50 aria-disabled:cursor-default',
    variants[variant],
    variant === 'link' ? cx('hit', size === 'sm' ? 'gap-1 text-sm' : 'gap-1.5') : sizes[size],
  );

/** The button for all actions; its `type` is `button` by default. */
export const Button = ({
  variant,
  size,
  loading = false,
  icon,
  asChild = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) => {
  const Part = asChild ? Slot.Root : 'button';
  // not `disabled` while loading, because that would lose the focus and hide the end from screen readers
  const click = (event: MouseEvent<HTMLButtonElement>) =>
    loading ? event.preventDefault() : onClick?.(event);
  const button = (
    <Part
      type={asChild ? undefined : 'button'}
      {...rest}
      className={cx(getButtonClass(variant, size), className)}
      onClick={click}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
    >
      {loading ? (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      ) : null}
      {icon && loading ? (
        <span aria-hidden="true" className="invisible inline-flex [&_svg]:size-4">
          {icon}
        </span>
      ) : (
        icon
      )}
      {asChild ? (
        <Slot.Slottable>{children}</Slot.Slottable>
      ) : children === undefined ? null : (
        <span className={cx('inline-flex items-center gap-1.5', loading && 'opacity-0')}>{children}</span>
      )}
    </Part>
  );
  return asChild ? <InsideButton value>{button}</InsideButton> : button;
};
