import { isWholeTimeText, parseTypedTime } from '@dukkan/commerce';
import type { ComponentProps } from 'react';
import { useFormat } from '../../lib/format.ts';
import { Input } from '../../ui/index.ts';
import { formatTypedTime } from './format-days.ts';
import { useTypedText } from './typed-text.ts';

export type TimeInputProps = Pick<ComponentProps<'input'>, 'id' | 'disabled' | 'aria-label' | 'className'> & {
  /** `HH:MM`, an empty text, or what was typed when it is not a time. */
  value: string;
  onChange: (time: string) => void;
  onBlur?: (() => void) | undefined;
};

/** A time of day that is typed in any usual form and shown with 24 hours. Rule: docs/rules/screens.md#dates */
export const TimeInput = ({ value, onChange, onBlur, ...rest }: TimeInputProps) => {
  const { choice } = useFormat();
  const { box, isInvalid } = useTypedText({
    value,
    onChange,
    onBlur,
    parse: parseTypedTime,
    isComplete: isWholeTimeText,
    format: (time) => formatTypedTime(time, choice),
  });
  return (
    <Input
      {...rest}
      {...box}
      data-time=""
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      placeholder="--:--"
      {...(isInvalid ? { 'aria-invalid': true } : {})}
    />
  );
};
