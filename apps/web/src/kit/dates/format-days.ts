import { addDays, getMonthStart, toHijriDate } from '@dukkan/commerce';
import { type FormatChoice, formatDayParts, formatNumber } from '../../lib/format.ts';

/**
 * Formats the Hijri months that a Gregorian month lies in, such as `Jumada I – Jumada II 1448`.
 * @param month the first day of the month
 * @param offset days by which the shop's calendar differs
 */
export function formatHijriMonths(month: string, choice: FormatChoice, offset: number): string {
  const [first, last] = [addDays(month, offset), addDays(getMonthStart(month, 1), offset - 1)];
  const nameOf = (day: string) =>
    formatDayParts(day, choice, { calendar: 'islamic-umalqura', month: 'long' });
  const year = toHijriDate(last)?.year;
  if (year === undefined) return '';
  const names = [...new Set([nameOf(first), nameOf(last)])].join(' – ');
  return `${names} ${formatNumber(year, choice, { useGrouping: false })}`;
}

const NUMERIC_DAY = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;

/** Formats a date as it is typed: day, month and year in digits, in the order of the language. */
export const formatTypedDay = (day: string, choice: FormatChoice): string =>
  formatDayParts(day, choice, NUMERIC_DAY)
    // without the marks of direction, because a box of digits reads from left to right in every language
    .replace(/[\u061c\u200e\u200f]/g, '');

/** Formats a time of day, `HH:MM`, in the user's digits. */
export const formatTypedTime = (time: string, { locale, digits }: FormatChoice): string =>
  locale === 'ar' && digits === 'arab'
    ? time.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? digit)
    : time;
