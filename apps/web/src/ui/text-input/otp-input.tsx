import { type ComponentProps, useState } from 'react';
import { cx } from '../cx.ts';
import { useField } from '../field/field.tsx';
import { toLatinDigits } from './digits.ts';

export type OtpInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  /** The digits so far, Latin. */
  value: string;
  onChange: (digits: string) => void;
  /** Called once when the last digit is entered. */
  onComplete?: ((digits: string) => void) | undefined;
  length?: number | undefined;
};

/**
 * A one-time code. The boxes are drawn behind one real input, so that paste, the phone's code suggestion and screen
 * readers work. Arabic digits are accepted; other characters are dropped.
 */
export const OtpInput = ({ value, onChange, onComplete, length = 6, className, ...rest }: OtpInputProps) => {
  const fieldProps = useField(rest);
  const [focused, setFocused] = useState(false);
  const take = (typed: string) => {
    const digits = toLatinDigits(typed).replace(/\D/g, '').slice(0, length);
    if (digits === value) return;
    onChange(digits);
    if (digits.length === length) onComplete?.(digits);
  };
  const caret = Math.min(value.length, length - 1);
  return (
    // a code is read from the left in every language
    <div dir="ltr" className={cx('relative w-full max-w-72', className)}>
      <input
        {...fieldProps}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={value}
        onChange={(event) => take(event.target.value)}
        // the caret stays after the last digit, because the boxes cannot show another position
        onSelect={({ currentTarget: box }) => box.setSelectionRange(box.value.length, box.value.length)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        className="absolute inset-0 z-10 w-full cursor-text opacity-0"
      />
      <div aria-hidden="true" className="flex gap-1.5">
        {Array.from({ length }, (_, index) => index).map((index) => (
          <span
            key={index}
            className={cx(
              'grid h-12 min-w-0 flex-1 place-items-center rounded-md border bg-surface text-xl font-medium tabular',
              fieldProps['aria-invalid'] ? 'border-danger-solid' : 'border-line-strong',
              focused && index === caret && 'border-focus outline-2 outline-focus',
              rest.disabled && 'bg-sunken text-subtle',
            )}
          >
            {value[index] ?? ''}
          </span>
        ))}
      </div>
    </div>
  );
};
