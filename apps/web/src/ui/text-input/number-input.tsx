import type { ComponentProps, ReactNode } from 'react';
import { toLatinDigits } from './digits.ts';
import { Input } from './input.tsx';

export type NumberInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  /** The text as typed; the form's schema parses it, so that nothing changes what the user typed. */
  value: string;
  onChange: (text: string) => void;
  /** Whole numbers only; a phone shows digits without a decimal point. */
  whole?: boolean | undefined;
  /** A unit or currency at the end. */
  end?: ReactNode;
};

/**
 * A number as text. Arabic digits and the Arabic decimal sign become Latin; anything else stays as typed and fails
 * validation, because guessing the meaning of a comma would change amounts.
 */
export const NumberInput = ({ value, onChange, whole, ...rest }: NumberInputProps) => (
  <Input
    {...rest}
    dir="ltr"
    inputMode={whole ? 'numeric' : 'decimal'}
    autoComplete="off"
    value={value}
    onChange={(event) => onChange(toLatinDigits(event.target.value).replace('\u066b', '.'))}
  />
);
