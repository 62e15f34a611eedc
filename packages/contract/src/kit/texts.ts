import { amountText, LOCALES, type Locale } from '@dukkan/commerce';
import arFailures from '../texts/ar/failures.json' with { type: 'json' };
import deFailures from '../texts/de/failures.json' with { type: 'json' };
import enFailures from '../texts/en/failures.json' with { type: 'json' };
import type { FailureCode } from './failures.ts';

export { LOCALES, type Locale };

const failureTexts: Record<Locale, Record<FailureCode, string>> = {
  ar: arFailures,
  en: enFailures,
  de: deFailures,
};

/** Puts params into `{{name}}` places; a place without a param stays empty. */
export function interpolate(text: string, params: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
}

/** Params that are amounts wherever a currency stands beside them. */
const AMOUNTS: ReadonlySet<string> = new Set([
  'required',
  'subtotal',
  'open',
  'rest',
  'outstanding',
  'tolerance',
  'min',
  'max',
]);

type Sum = { readonly currency: string; readonly amount: number };

/** Whether a param is sums, one a currency. */
const isSums = (value: unknown): value is readonly Sum[] =>
  Array.isArray(value) &&
  value.every((one) => typeof one?.currency === 'string' && typeof one?.amount === 'number');

/**
 * Params as a sentence says them: beside a `currency`, amounts are written with it and all its decimals; whoever reads
 * the params themselves still reads numbers. Rule: docs/rules/currencies.md#amounts-in-words
 */
export function wordedParams(
  params: Readonly<Record<string, unknown>>,
  locale: Locale,
): Readonly<Record<string, unknown>> {
  const { currency } = params;
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return params;
  const inSentence = (value: number, code: string): string => {
    const text = amountText(value, code, locale);
    // in a sentence from the right a number and its code would change places
    return locale === 'ar' ? `\u2068${text}\u2069` : text;
  };
  const worded = (name: string, value: unknown): unknown => {
    if (isSums(value))
      return value.map((sum) => inSentence(sum.amount, sum.currency)).join(locale === 'ar' ? '، ' : ', ');
    return typeof value === 'number' && AMOUNTS.has(name) ? inSentence(value, currency) : value;
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, worded(name, value)]));
}

/** The failure's text in the caller's language (decisions 0.1). */
export function failureText(
  code: FailureCode,
  params: Readonly<Record<string, unknown>>,
  locale: Locale,
): string {
  return interpolate(failureTexts[locale][code], wordedParams(params, locale));
}
