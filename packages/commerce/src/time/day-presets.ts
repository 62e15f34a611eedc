import {
  addDays,
  type DateRange,
  getGroupFirstDay,
  getMonthStart,
  getWeekStart,
  type LocalDate,
} from './day.ts';
import { toHijriDate } from './hijri.ts';

/** The ranges of days that people ask for most, up to today where they are not over. */
export const DAY_PRESETS = [
  'today',
  'yesterday',
  'this_week',
  'last_7_days',
  'last_30_days',
  'this_month',
  'last_month',
  'this_quarter',
  'last_6_months',
  'this_year',
  'this_ramadan',
  'last_ramadan',
] as const;
export type DayPreset = (typeof DAY_PRESETS)[number];

const RAMADAN = 9;
/** More days than a Hijri year has. */
const DAYS_BACK = 360;

/**
 * The first and last day of the Ramadan that began last before a day, or on it.
 * @param hijriOffset days by which the shop's calendar differs from the calculated one
 * @returns null in an engine without the Hijri calendar
 */
function findRamadan(day: LocalDate, hijriOffset: number): DateRange | null {
  const isRamadan = (at: LocalDate) => toHijriDate(addDays(at, hijriOffset))?.month === RAMADAN;
  let last = day;
  for (let back = 0; back < DAYS_BACK && !isRamadan(last); back += 1) last = addDays(last, -1);
  if (!isRamadan(last)) return null;
  let first = last;
  while (isRamadan(addDays(first, -1))) first = addDays(first, -1);
  while (isRamadan(addDays(last, 1))) last = addDays(last, 1);
  return { from_date: first, to_date: last };
}

/** The days of each preset; this Ramadan only while it lasts. */
export function getDayPresets(
  today: LocalDate,
  { weekStart = 0, hijriOffset = 0 }: { weekStart?: number; hijriOffset?: number } = {},
): Partial<Record<DayPreset, DateRange>> {
  const until = (from_date: LocalDate, to_date = today): DateRange => ({ from_date, to_date });
  const month = getMonthStart(today);
  const ramadan = findRamadan(today, hijriOffset);
  const isNow = ramadan !== null && ramadan.to_date >= today;
  const before = isNow ? findRamadan(addDays(ramadan.from_date, -1), hijriOffset) : ramadan;
  return {
    today: until(today),
    yesterday: until(addDays(today, -1), addDays(today, -1)),
    this_week: until(getWeekStart(today, weekStart)),
    last_7_days: until(addDays(today, -6)),
    last_30_days: until(addDays(today, -29)),
    this_month: until(month),
    last_month: until(getMonthStart(today, -1), addDays(month, -1)),
    this_quarter: until(getGroupFirstDay(today, '3 months')),
    last_6_months: until(getMonthStart(today, -5)),
    this_year: until(`${today.slice(0, 4)}-01-01`),
    ...(isNow ? { this_ramadan: until(ramadan.from_date) } : {}),
    ...(before ? { last_ramadan: before } : {}),
  };
}
