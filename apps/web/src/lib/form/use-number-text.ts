import { useState } from 'react';
import { toFieldText } from './field-text.ts';
import { formatTypedNumber, parseSignedNumber } from './parse-typed-number.ts';

/** More decimals than any field has: its own rule says how many there may be. */
const DECIMALS = 12;

/** The number that a text means; what means none, or one of two, stays text and fails the field's rule. */
const parseFigure = (typed: string): unknown =>
  parseSignedNumber(typed, DECIMALS).value ?? (typed.trim() || null);

const formatNumber = (value: unknown): string =>
  typeof value === 'number' ? formatTypedNumber(value) : toFieldText(value);

/**
 * The text of a number box: typed text stays as typed; the form receives the number once the text is one, else the
 * text, which fails validation. A value that was not typed here is written as the page's language does.
 * @param formatValue formats a value that was not typed here
 */
export function useNumberText(
  value: unknown,
  onChange: (value: unknown) => void,
  formatValue: (value: unknown) => string = formatNumber,
): [string, (typed: string) => void] {
  const [text, setText] = useState<string | null>(null);
  const type = (typed: string) => {
    setText(typed);
    onChange(parseFigure(typed));
  };
  // the form was reset or restored, so the box shows its new value
  return [text !== null && parseFigure(text) === (value ?? null) ? text : formatValue(value), type];
}
