import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { useField } from './field.tsx';

/** The look of every control that holds a value. */
export const controlClass = cx(
  'w-full min-w-0 rounded-md border border-line-strong bg-surface text-base text-ink',
  'transition-colors duration-100 hover:border-muted',
  'focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0',
  'aria-invalid:border-danger-solid aria-invalid:outline-danger-solid',
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-subtle',
  'read-only:bg-sunken',
);

export type InputProps = ComponentProps<'input'> & {
  /** Inside the box, before the text: an icon or a unit. */
  start?: ReactNode;
  /** Inside the box, after the text: a unit or a small button. */
  end?: ReactNode;
};

/** One line of text. Inside a Field it wires itself; `dir="ltr"` suits codes, phones and addresses. */
export const Input = ({ start, end, className, ...rest }: InputProps) => {
  const own = useField(rest);
  const box = (
    <input
      {...own}
      className={cx(
        controlClass,
        'h-control px-2.5',
        // a left-to-right value still starts where the page's lines start
        rest.dir === 'ltr' && 'rtl:text-end',
        start ? 'ps-9' : '',
        end ? 'pe-9' : '',
        !start && !end && className,
      )}
    />
  );
  if (!start && !end) return box;
  return (
    <div className={cx('relative', className)}>
      {start ? (
        <span className="pointer-events-none absolute inset-y-0 start-0 grid w-9 place-items-center text-subtle [&_svg]:size-4">
          {start}
        </span>
      ) : null}
      {box}
      {end ? (
        <span className="absolute inset-y-0 end-0 grid w-9 place-items-center text-sm text-subtle [&_svg]:size-4">
          {end}
        </span>
      ) : null}
    </div>
  );
};

/** Several lines of text; grows with what is written. */
export const Textarea = ({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) => (
  <textarea
    {...useField(rest)}
    rows={rows}
    className={cx(controlClass, 'field-sizing-content min-h-20 resize-y px-2.5 py-1.5', className)}
  />
);
