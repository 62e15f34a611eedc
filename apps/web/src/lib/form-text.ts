import { currencyScale, decimalPlaces } from '@dukkan/commerce';
import { useState } from 'react';

export const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);

/**
 * An amount as a box shows it: all decimals of its currency, a finer one as it is; any other value as text. 301.5 QAR is
 * '301.50', 300 JPY '300', 1.25 KWD '1.250'. Rule: docs/rules/currencies.md#amounts-in-words
 */
export function amountBoxText(value: unknown, currency: string | undefined): string {
  if (typeof value !== 'number' || !Number.isFinite(value) || currency === undefined) return textOf(value);
  const scale = currencyScale(currency);
  return decimalPlaces(value) >= scale ? String(value) : value.toFixed(scale);
}

const FIGURE = /^-?\d+(\.\d+)?$/;
const figureOf = (typed: string): unknown =>
  FIGURE.test(typed.trim()) ? Number(typed) : typed.trim() || null;

/**
 * The text of a figure's box: what is typed stays as typed; a number reaches the form once it is one, else the
 * text, which is refused.
 * @param written how a value is written that nobody typed here
 */
export function useFigureText(
  value: unknown,
  onChange: (value: unknown) => void,
  written: (value: unknown) => string = textOf,
): [string, (typed: string) => void] {
  const [text, setText] = useState<string | null>(null);
  const type = (typed: string) => {
    setText(typed);
    onChange(figureOf(typed));
  };
  // the form was reset or restored: what stands here is no longer what it holds
  return [text !== null && figureOf(text) === (value ?? null) ? text : written(value), type];
}

/** One of several parts in view, the first to begin with; a part that is wrong comes into view by itself. */
export function useWrongFirst<T extends string>(
  parts: readonly T[],
  wrong: readonly string[],
): [T | undefined, (part: T) => void] {
  const [chosen, setChosen] = useState(parts[0]);
  const [seen, setSeen] = useState('');
  if (wrong.join() !== seen) {
    setSeen(wrong.join());
    const first = parts.find((part) => wrong.includes(part));
    if (first && !wrong.includes(chosen ?? '')) setChosen(first);
  }
  return [chosen, setChosen];
}
