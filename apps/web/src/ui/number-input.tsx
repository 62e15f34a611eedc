import type { ComponentProps, ReactNode } from 'react';
import { latinDigits } from './digits.ts';
import { Input } from './input.tsx';

export type NumberInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  /** The text as typed; the form's schema reads it, so that nothing is changed behind the user's back. */
  value: string;
  onChange: (text: string) => void;
  /** Whole numbers only: the phone shows digits without a point. */
  whole?: boolean | undefined;
  /** A unit or currency at the end. */
  end?: ReactNode;
};

/**
 * A number as text. Arabic digits and the Arabic decimal sign become Latin; anything else stays as typed
 * and is refused by validation, because guessing what a comma meant would silently change money.
 */
export const NumberInput = ({ value, onChange, whole, ...rest }: NumberInputProps) => (
  <Input
    {...rest}
    dir="ltr"
    inputMode={whole ? 'numeric' : 'decimal'}
    autoComplete="off"
    value={value}
    onChange={(event) => onChange(latinDigits(event.target.value).replace('\u066b', '.'))}
  />
);
