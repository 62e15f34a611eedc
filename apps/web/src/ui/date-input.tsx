import type { ComponentProps } from 'react';
import { Input } from './input.tsx';

export type DateInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  onChange: (day: string) => void;
};

/** A day, with the browser's own calendar, which knows the user's language. */
export const DateInput = ({ value, onChange, ...rest }: DateInputProps) => (
  <Input {...rest} type="date" value={value} onChange={(event) => onChange(event.target.value)} />
);
