import { getCurrencyScale } from './currency.ts';
import type { Locale } from './localized.ts';

const REGION: Readonly<Record<Locale, string>> = { ar: 'ar-QA', en: 'en-GB', de: 'de-DE' };

// creating a formatter costs a hundred times a call
const formats = new Map<string, Intl.NumberFormat>();

function createAmountFormat(
  currency: string,
  locale: Locale,
  currencyDisplay: 'code' | 'symbol' = 'code',
): Intl.NumberFormat {
  const key = `${locale} ${currency} ${currencyDisplay}`;
  const scale = getCurrencyScale(currency);
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(`${REGION[locale]}-u-nu-latn`, {
      style: 'currency',
      currency,
      currencyDisplay,
      minimumFractionDigits: scale,
      maximumFractionDigits: scale,
    });
  formats.set(key, format);
  return format;
}

/**
 * Formats an amount with its currency code and all its decimals, for documents: 'QAR 301.50', '301,50 QAR', 'JPY 300'.
 * Uses Latin digits; in Arabic the code is left of the number, without direction marks.
 * Rule: docs/rules/currencies.md#amounts-in-words
 * @param amount in major units of the currency
 * @param currency an ISO 4217 code
 */
export function formatAmount(amount: number, currency: string, locale: Locale): string {
  const text = createAmountFormat(currency, locale)
    .format(amount)
    .replace(/[\u200e\u200f]/g, '');
  return locale === 'ar' ? text.replace(/^(\S+)\s(\S+)$/u, '$2\u00a0$1') : text;
}

/**
 * Formats an amount for a sentence: like `formatAmount`, but in Arabic an Arab currency has its Arabic sign, as on the
 * screen: '301.50 ر.ق.'. Rule: docs/rules/currencies.md#amounts-in-words
 * @param amount in major units of the currency
 * @param currency an ISO 4217 code
 */
export function formatAmountInSentence(amount: number, currency: string, locale: Locale): string {
  if (locale !== 'ar') return formatAmount(amount, currency, locale);
  const text = createAmountFormat(currency, locale, 'symbol')
    .format(amount)
    .replace(/[\u200e\u200f]/g, '');
  return /\p{Script=Arabic}\./u.test(text) ? text : formatAmount(amount, currency, locale);
}
