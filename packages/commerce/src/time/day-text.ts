import { toLatinDigits } from '../text/fold.ts';
import { isValidLocalDate } from './day.ts';

const two = (part: number): string => String(part).padStart(2, '0');

/** A date as `YYYY-MM-DD`; null when it does not exist. */
function day(year: number, month: number, date: number): string | null {
  const full = year < 100 ? 2000 + year : year;
  const text = `${full}-${two(month)}-${two(date)}`;
  return isValidLocalDate(text) ? text : null;
}

/** The last day of a month, for a package that says `03/27`. */
function monthEnd(year: number, month: number): string | null {
  for (const date of [31, 30, 29, 28]) {
    const parsedDay = day(year, month, date);
    if (parsedDay) return parsedDay;
  }
  return null;
}

/**
 * Parses a typed, pasted or printed date: `2027-03-31`, `31.3.27`, `31/3/2027`, `310327`, or a month for its last day
 * (`03/27`, `3-2027`). The day precedes the month, as in all three languages. Null when it is not a date.
 */
export function parseDay(typed: string): string | null {
  const text = toLatinDigits(typed).trim();
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso) return day(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const full =
    /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(text);
  if (full) return day(Number(full[3]), Number(full[2]), Number(full[1]));
  const month = /^(\d{1,2})[-/.](\d{4}|\d{2})$/.exec(text);
  if (month) return monthEnd(Number(month[2]), Number(month[1]));
  const year = /^(\d{4})[-/.](\d{1,2})$/.exec(text);
  return year ? monthEnd(Number(year[1]), Number(year[2])) : null;
}
