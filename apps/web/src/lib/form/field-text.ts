import { countDecimalPlaces, getCurrencyScale } from '@dukkan/commerce';
import { useState } from 'react';

export const toFieldText = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);

/**
 * Formats an amount for its box: with all decimals of the currency, and more if the amount has them; other values as
 * text. 301.5 QAR is '301.50', 300 JPY '300', 1.25 KWD '1.250'.
 * Rule: docs/rules/currencies.md#amounts-in-words
 */
export function formatAmountInput(value: unknown, currency: string | undefined): string {
  if (typeof value !== 'number' || !Number.isFinite(value) || currency === undefined)
    return toFieldText(value);
  const scale = getCurrencyScale(currency);
  return countDecimalPlaces(value) >= scale ? String(value) : value.toFixed(scale);
}

/** Returns the active tab, initially the first, and its setter; a tab with an error opens by itself. */
export function useTabThatFollowsErrors<T extends string>(
  parts: readonly T[],
  wrong: readonly string[],
): [T | undefined, (part: T) => void] {
  const [selected, setChosen] = useState(parts[0]);
  const [lastErrors, setSeen] = useState('');
  if (wrong.join() !== lastErrors) {
    setSeen(wrong.join());
    const first = parts.find((part) => wrong.includes(part));
    if (first && !wrong.includes(selected ?? '')) setChosen(first);
  }
  return [selected, setChosen];
}
