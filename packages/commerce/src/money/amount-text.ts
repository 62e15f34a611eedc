import type { Locale } from '../text/localized.ts';
import { getCurrencyScale } from './currency.ts';

const REGION: Readonly<Record<Locale, string>> = { ar: 'ar-QA', en: 'en-GB', de: 'de-DE' };

/** Latin digits, or for Arabic the Arabic-Indic ones. */
export type Digits = 'latn' | 'arab';

// creating a formatter costs a hundred times a call
const formats = new Map<string, Intl.NumberFormat>();

const findSign = (format: Intl.NumberFormat): string | undefined =>
  format.formatToParts(0).find(({ type }) => type === 'currency')?.value;

/** Returns the format with the currency's code, or in Arabic with the Arabic sign of an Arab currency. */
function getAmountFormat(currency: string, locale: Locale, digits: Digits): Intl.NumberFormat {
  const tag = `${REGION[locale]}-u-nu-${locale === 'ar' ? digits : 'latn'}`;
  const key = `${tag} ${currency}`;
  const cachedFormat = formats.get(key);
  if (cachedFormat) return cachedFormat;
  const scale = getCurrencyScale(currency);
  const formatBy = (currencyDisplay: 'code' | 'symbol') =>
    new Intl.NumberFormat(tag, {
      style: 'currency',
      currency,
      currencyDisplay,
      minimumFractionDigits: scale,
      maximumFractionDigits: scale,
    });
  const signed = locale === 'ar' ? formatBy('symbol') : null;
  const format = signed && /\p{Script=Arabic}/u.test(findSign(signed) ?? '') ? signed : formatBy('code');
  formats.set(key, format);
  return format;
}

/** The sign of every negative number that is shown; Intl writes a hyphen. */
const MINUS = '\u2212';

/**
 * Writes the sign of a formatted negative number as a minus. Rule: docs/rules/currencies.md#negative-amounts
 * @param text the number as Intl writes it
 */
export const writeMinusSign = (text: string): string => text.replace(/-(?=\p{Nd})/u, MINUS);

/**
 * Formats an amount with its currency and all its decimals for a text that a browser lays out: 'QAR 301.50',
 * '301,50 QAR', in Arabic '301.50 ر.ق.' with direction marks around it. The minus stands before the digits, never
 * before the currency. Rule: docs/rules/currencies.md#amounts-in-words
 * @param amount in major units of the currency
 * @param currency an ISO 4217 code
 */
export function formatMarkedAmount(
  amount: number,
  currency: string,
  locale: Locale,
  digits: Digits = 'latn',
): string {
  const text = getAmountFormat(currency, locale, digits).format(Math.abs(amount));
  // what is rounded to 0 has no sign
  if (amount >= 0 || !/[1-9\u0661-\u0669]/.test(text)) return text;
  return text.replace(/[\p{Nd}.,\u066b\u066c]+/u, (figure) =>
    // isolated, because Arabic around it would move the sign to the other side
    locale === 'ar' ? `\u2066${MINUS}${figure}\u2069` : `${MINUS}${figure}`,
  );
}

/**
 * Formats an amount as the screens do, for papers, mails and messages: without the marks around it, which would reorder
 * a figure that stands alone; in Arabic a code is left of the number. Rule: docs/rules/currencies.md#amounts-in-words
 * @param amount in major units of the currency
 * @param currency an ISO 4217 code
 */
export function formatAmount(amount: number, currency: string, locale: Locale): string {
  const text = formatMarkedAmount(amount, currency, locale).replace(/[\u200e\u200f]/g, '');
  return locale === 'ar' ? text.replace(/^(\S+)\s([A-Z]{3})$/u, '$2\u00a0$1') : text;
}

/** Returns the currency's code or sign as the amounts write it. */
export const getCurrencySign = (currency: string, locale: Locale): string =>
  findSign(getAmountFormat(currency, locale, 'latn')) ?? currency;
