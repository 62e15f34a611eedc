import { formatAmount, LOCALES, type Locale } from '@dukkan/commerce';
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

/** Inserts params at `{{name}}`; a name without a param becomes empty. */
export function interpolate(text: string, params: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
}

/** Params that are amounts when there is a currency param. */
const AMOUNTS: ReadonlySet<string> = new Set([
  'required',
  'subtotal',
  'open',
  'parts',
  'price',
  'rest',
  'outstanding',
  'tolerance',
  'min',
  'max',
]);

type Sum = { readonly currency: string; readonly amount: number };

/** True when a param is a list of amounts, one per currency. */
const isSums = (value: unknown): value is readonly Sum[] =>
  Array.isArray(value) &&
  value.every((one) => typeof one?.currency === 'string' && typeof one?.amount === 'number');

/**
 * Formats params for a sentence: with a `currency`, amounts get it and all its decimals, while the failure's params
 * stay numbers. Rule: docs/rules/currencies.md#amounts-in-words
 */
export function formatParams(
  params: Readonly<Record<string, unknown>>,
  locale: Locale,
): Readonly<Record<string, unknown>> {
  const { currency } = params;
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return params;
  const inSentence = (value: number, code: string): string => {
    const text = formatAmount(value, code, locale);
    // in a right-to-left sentence a number and its currency code would swap places
    return locale === 'ar' ? `\u2068${text}\u2069` : text;
  };
  const worded = (name: string, value: unknown): unknown => {
    if (isSums(value))
      return value.map((sum) => inSentence(sum.amount, sum.currency)).join(locale === 'ar' ? '، ' : ', ');
    return typeof value === 'number' && AMOUNTS.has(name) ? inSentence(value, currency) : value;
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, worded(name, value)]));
}

/** The text of a failure in the caller's language. */
export function formatFailure(
  code: FailureCode,
  params: Readonly<Record<string, unknown>>,
  locale: Locale,
): string {
  return interpolate(failureTexts[locale][code], formatParams(params, locale));
}
