import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { useField } from '../field/field.tsx';
import { getTokenDirection } from './text-direction.ts';

const boxLook =
  'control rounded-md border border-line-strong bg-surface text-base text-ink transition-colors duration-100 hover:border-muted';

/** The style of every control that holds a value and takes the focus itself. */
export const controlClass = cx(
  boxLook,
  'focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0',
  'aria-invalid:border-danger-solid aria-invalid:outline-danger-solid',
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-subtle',
);

/** The style of a box around a bare input with icons, units, buttons or chips. */
export const controlBoxClass = cx(
  boxLook,
  'flex items-center has-[input:focus-visible]:border-focus has-[input:focus-visible]:outline-1',
  'has-[input:focus-visible]:outline-focus has-[input[aria-invalid]]:border-danger-solid',
  'has-[input[aria-invalid]]:outline-danger-solid has-[input:disabled]:border-line',
  'has-[input:disabled]:bg-sunken has-[input:disabled]:text-subtle',
);

/** The style of the input inside such a box. */
export const bareClass = 'h-full min-w-0 flex-1 bg-transparent outline-none';

export type InputProps = ComponentProps<'input'> & {
  /** Inside the box before the text, such as an icon or a unit. */
  start?: ReactNode;
  /** Inside the box after the text, such as a unit or a small button. */
  end?: ReactNode;
};

/**
 * One line of text. Use `dir="ltr"` for codes, phones and addresses; a value without letters has that direction in any
 * case.
 */
export const Input = ({ start, end, className, ...props }: InputProps) => {
  const token = getTokenDirection(props.value);
  const rest = token ? { ...props, dir: token } : props;
  const fieldProps = useField(rest);
  // a left-to-right value is still aligned with the start of the page
  const side = rest.dir === 'ltr' && 'rtl:text-end';
  if (!start && !end) {
    return (
      <input
        {...fieldProps}
        className={cx(controlClass, 'h-control px-2.5 read-only:bg-sunken', side, className)}
      />
    );
  }
  return (
    <div className={cx(controlBoxClass, 'h-control gap-2 px-2.5', className)}>
      {start ? <span className="shrink-0 text-sm text-subtle [&_svg]:size-4">{start}</span> : null}
      <input {...fieldProps} className={cx(bareClass, side)} />
      {end ? <span className="shrink-0 text-sm text-subtle [&_svg]:size-4">{end}</span> : null}
    </div>
  );
};

/** Several lines of text; grows with its content. */
export const Textarea = ({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) => (
  <textarea
    {...useField(rest)}
    rows={rows}
    className={cx(
      controlClass,
      'field-sizing-content min-h-20 resize-y px-2.5 py-1.5 read-only:bg-sunken',
      className,
    )}
  />
);
