import { useState } from 'react';
import { toFieldText } from './field-text.ts';
import { formatTypedNumber, parseSignedNumber } from './parse-typed-number.ts';

/** More decimals than any field allows, because the field's own rule checks their number. */
const DECIMALS = 12;

/**
 * Returns the number in a text, or null for an empty text; a text that is no number or is ambiguous stays text and
 * fails validation.
 */
const parseFigure = (typed: string): unknown =>
  parseSignedNumber(typed, DECIMALS).value ?? (typed.trim() || null);

const formatNumber = (value: unknown): string =>
  typeof value === 'number' ? formatTypedNumber(value) : toFieldText(value);

/**
 * Manages the text of a number box: typed text is never rewritten; the form receives the number, or the text while it
 * is not a number, which fails validation. A value set by code is formatted in the page's language.
 * @param formatValue formats a value that was set by code
 */
export function useNumberInputText(
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
