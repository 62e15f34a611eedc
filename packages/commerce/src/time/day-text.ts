import { toLatinDigits } from '../text/fold.ts';
import { isValidLocalDate } from './day.ts';

const padTwoDigits = (part: number): string => String(part).padStart(2, '0');

/** A date as `YYYY-MM-DD`; null when it does not exist. */
function toDayText(year: number, month: number, date: number): string | null {
  const full = year < 100 ? 2000 + year : year;
  const text = `${full}-${padTwoDigits(month)}-${padTwoDigits(date)}`;
  return isValidLocalDate(text) ? text : null;
}

/** The last day of a month, for a package that says `03/27`. */
function monthEnd(year: number, month: number): string | null {
  for (const date of [31, 30, 29, 28]) {
    const parsedDay = toDayText(year, month, date);
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
  if (iso) return toDayText(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const full =
    /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(text);
  if (full) return toDayText(Number(full[3]), Number(full[2]), Number(full[1]));
  const month = /^(\d{1,2})[-/.](\d{4}|\d{2})$/.exec(text);
  if (month) return monthEnd(Number(month[2]), Number(month[1]));
  const year = /^(\d{4})[-/.](\d{1,2})$/.exec(text);
  return year ? monthEnd(Number(year[1]), Number(year[2])) : null;
}

/** Marks of direction that a copied Arabic date contains between its digits. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u2066-\u2069]/g;

/**
 * Parses what a person types into a date box, in the digits of any language: every form of `parseDay` that names a
 * day, and a day and month of this year (`3.12.`). Null when it is not a date.
 * @param today the shop's date, which gives the year
 */
export function parseTypedDay(typed: string, today: string): string | null {
  const text = toLatinDigits(typed.replace(DIRECTION_MARKS, '')).trim();
  const short = /^(\d{1,2})[-/. ](\d{1,2})[-/. ]?$/.exec(text);
  if (short) return toDayText(Number(today.slice(0, 4)), Number(short[2]), Number(short[1]));
  return parseDay(text);
}

/** True when more typed signs cannot make another date of it, such as a longer year. */
export const isWholeDayText = (typed: string): boolean =>
  /^(?:\d{4}[-/.]\d{2}[-/.]\d{2}|\d{1,2}[-/. ]\d{1,2}[-/. ]\d{4}|\d{8})$/.test(
    toLatinDigits(typed.replace(DIRECTION_MARKS, '')).trim(),
  );

/** True when more typed signs cannot make another time of it. */
export const isWholeTimeText = (typed: string): boolean => /^\d{2}:\d{2}$/.test(toLatinDigits(typed).trim());

const MORNING = /(?:a\.?m\.?|ص|صباحا)$/;
const AFTERNOON = /(?:p\.?m\.?|م|مساء)$/;

/**
 * Parses a typed time of day to `HH:MM`: `19:30`, `19.30`, `1930`, `7`, `7:30 pm`, in the digits of any language. Null
 * when it is not a time.
 */
export function parseTypedTime(typed: string): string | null {
  const text = toLatinDigits(typed.replace(DIRECTION_MARKS, '')).trim().toLowerCase();
  const clock = text.replace(MORNING, '').replace(AFTERNOON, '').trimEnd();
  const parts = /^(\d{1,2})(?:[:.٫ ]?(\d{2}))?$/.exec(clock);
  if (!parts) return null;
  const isHalfDay = clock !== text;
  const [hour, minute] = [Number(parts[1]), Number(parts[2] ?? 0)];
  if (minute > 59 || hour > 23 || (isHalfDay && (hour < 1 || hour > 12))) return null;
  const half = AFTERNOON.test(text) ? 12 : 0;
  return `${padTwoDigits(isHalfDay ? (hour % 12) + half : hour)}:${padTwoDigits(minute)}`;
}
