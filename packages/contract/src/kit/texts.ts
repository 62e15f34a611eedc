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
export function fill(text: string, params: Readonly<Record<string, unknown>>): string {
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
  const worded = (name: string, value: unknown): unknown => {
    if (typeof value !== 'number' || !AMOUNTS.has(name)) return value;
    const text = amountText(value, currency, locale);
    // in a sentence from the right a number and its code would change places
    return locale === 'ar' ? `\u2068${text}\u2069` : text;
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, worded(name, value)]));
}

/** The failure's text in the caller's language (decisions 0.1). */
export function failureText(
  code: FailureCode,
  params: Readonly<Record<string, unknown>>,
  locale: Locale,
): string {
  return fill(failureTexts[locale][code], wordedParams(params, locale));
}
