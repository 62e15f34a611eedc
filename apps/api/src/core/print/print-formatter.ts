import { formatAmount, getCurrencyScale, writeMinusSign } from '@dukkan/commerce';
import { type Locale, type PrintKey, printText } from '@dukkan/contract';

const REGION: Readonly<Record<Locale, string>> = { ar: 'ar-QA', en: 'en-GB', de: 'de-DE' };

/** Arabic names the month, because slashes between digits would reverse their order. */
const DAY_STYLE: Readonly<Record<Locale, Intl.DateTimeFormatOptions>> = {
  ar: { day: 'numeric', month: 'short', year: 'numeric' },
  en: { dateStyle: 'medium' },
  de: { dateStyle: 'medium' },
};
const TIME_STYLE: Readonly<Record<Locale, Intl.DateTimeFormatOptions>> = {
  ar: { hour: 'numeric', minute: '2-digit' },
  en: { timeStyle: 'short' },
  de: { timeStyle: 'short' },
};

/** Isolates a text so that it keeps its own direction among other text. */
export const isolateBidi = (text: string): string => `\u2068${text}\u2069`;
/** Isolates a code or figure as left-to-right text. */
export const isolateLtrCode = (text: string): string => `\u2066${text}\u2069`;

/** Formats the requested parts of a date in words, such as its month and year. @param day `YYYY-MM-DD` */
export const formatDayParts = (day: string, locale: Locale, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(`${REGION[locale]}-u-nu-latn`, {
    ...parts,
    timeZone: 'UTC',
    calendar: 'gregory',
  }).format(new Date(`${day}T00:00:00Z`));

export type PrintFormatter = ReturnType<typeof createPrintFormatter>;

/**
 * Formats the texts and figures of a printed document as the screens do, with Latin digits.
 * @param zone the shop's time zone, for timestamps
 */
export function createPrintFormatter(locale: Locale, currency: string, zone: string) {
  const tag = `${REGION[locale]}-u-nu-latn`;
  const scale = getCurrencyScale(currency);
  const wholeNumber = new Intl.NumberFormat(tag, { maximumFractionDigits: 3 });
  const unit = new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 4 });
  const plain = new Intl.NumberFormat(tag, { minimumFractionDigits: scale, maximumFractionDigits: scale });
  const share = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 2 });
  const date = new Intl.DateTimeFormat(tag, { ...DAY_STYLE[locale], timeZone: 'UTC', calendar: 'gregory' });
  const time = new Intl.DateTimeFormat(tag, {
    ...DAY_STYLE[locale],
    ...TIME_STYLE[locale],
    timeZone: zone,
    calendar: 'gregory',
  });
  // direction marks would reorder a figure that stands alone
  const figure = (text: string): string => writeMinusSign(text.replace(/[\u200e\u200f]/g, ''));
  return {
    text: (key: PrintKey, params?: Readonly<Record<string, string | number>>): string =>
      printText(key, locale, params),
    number: (value: number): string => figure(wholeNumber.format(value)),
    /** The cost of a unit keeps up to four decimals. */
    cost: (value: number): string => figure(unit.format(value)),
    money: (value: number): string => formatAmount(value, currency, locale),
    /** An amount in a column without the currency, which the sums show. */
    amount: (value: number): string => figure(plain.format(value)),
    /** @param bp basis points: 1900 is 19 % */
    percent: (bp: number): string => figure(share.format(bp / 10_000)),
    /** Formats a date, `YYYY-MM-DD`. */
    day: (value: string): string => date.format(new Date(`${value}T00:00:00Z`)),
    instant: (value: string | Date): string => time.format(new Date(value)),
    list: (parts: readonly string[]): string =>
      new Intl.ListFormat(tag, { type: 'conjunction' }).format(parts.map(isolateBidi)),
  };
}
