import type { ComponentProps } from 'react';
import { Input } from './input.tsx';

export type DateInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  /** `YYYY-MM-DD`, or an empty text. */
  value: string;
  onChange: (day: string) => void;
};

/** A date with the browser's own calendar, in the user's language. */
export const DateInput = ({ value, onChange, ...rest }: DateInputProps) => (
  <Input {...rest} type="date" value={value} onChange={(event) => onChange(event.target.value)} />
);
