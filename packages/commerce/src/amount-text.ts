import { currencyScale } from './currency.ts';
import type { Locale } from './localized.ts';

const REGION: Readonly<Record<Locale, string>> = { ar: 'ar-QA', en: 'en-GB', de: 'de-DE' };

// making one costs a hundred times what using it does
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string, locale: Locale): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const scale = currencyScale(currency);
  const known =
    formats.get(key) ??
    new Intl.NumberFormat(`${REGION[locale]}-u-nu-latn`, {
      style: 'currency',
      currency,
      currencyDisplay: 'code',
      minimumFractionDigits: scale,
      maximumFractionDigits: scale,
    });
  formats.set(key, known);
  return known;
}

/**
 * An amount with its currency's code and all its decimals, as documents and messages write it: 'QAR 301.50',
 * '301,50 QAR', 'JPY 300'. Latin digits; in Arabic the code stands to the left of the number, without marks of direction.
 * Rule: docs/rules/currencies.md#amounts-in-words
 * @param amount in major units of the currency
 * @param currency a code of ISO 4217
 */
export function amountText(amount: number, currency: string, locale: Locale): string {
  const text = formatOf(currency, locale)
    .format(amount)
    .replace(/[\u200e\u200f]/g, '');
  return locale === 'ar' ? text.replace(/^(\S+)\s(\S+)$/u, '$2\u00a0$1') : text;
}
