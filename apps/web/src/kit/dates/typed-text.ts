import { type KeyboardEvent, useState } from 'react';

type TypedTextOptions = {
  /** The stored value, or what was typed when it cannot be read. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  /** Reads a typed text; null when it has no meaning. */
  parse: (typed: string) => string | null;
  /** True when more typed signs cannot change the meaning, so that the value is taken at once. */
  isComplete: (typed: string) => boolean;
  /** Writes a stored value. */
  format: (value: string) => string;
};

/**
 * The text of a box in which a date or time is typed in one of several forms. The value is taken as soon as it cannot
 * change any more, else when the box is left, Enter is pressed or a shortcut runs; until then the text stays as typed.
 * A text that cannot be read is passed on as it is, so that the form refuses it instead of losing it.
 */
export function useTypedText({ value, onChange, onBlur, parse, isComplete, format }: TypedTextOptions) {
  const [typed, setTyped] = useState<string | null>(null);
  const [lastValue, setLastValue] = useState(value);
  const [isLeft, setLeft] = useState(true);
  if (value !== lastValue) {
    // the value was changed elsewhere, such as by the calendar or by discarding the form
    setLastValue(value);
    if (typed !== null && value !== typed.trim() && value !== parse(typed)) setTyped(null);
  }
  const text = typed ?? (parse(value) === value ? format(value) : value);
  const take = () => {
    if (typed === null) return;
    const parsed = typed.trim() === '' ? '' : parse(typed);
    const next = parsed ?? typed.trim();
    if (next !== value) onChange(next);
    // what cannot be read stays as typed, also where the value is not taken
    if (parsed !== null) setTyped(null);
  };
  return {
    isInvalid: isLeft && text.trim() !== '' && parse(text) === null,
    /** Shows the stored value again. */
    reset: () => setTyped(null),
    box: {
      value: text,
      onChange: (event: { target: { value: string } }) => {
        const next = event.target.value;
        setTyped(next);
        setLeft(false);
        const parsed = next.trim() === '' ? '' : isComplete(next) ? parse(next) : null;
        if (parsed !== null && parsed !== value) onChange(parsed);
      },
      onBlur: () => {
        setLeft(true);
        take();
        onBlur?.();
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Enter' || ((event.ctrlKey || event.metaKey) && event.code === 'KeyS')) {
          setLeft(true);
          take();
        }
      },
    },
  };
}
