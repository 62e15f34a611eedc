import { getDayOfWeek, startOfMonth } from '@internationalized/date';
import { type LocalDate, toCalendarDate, toInstant, toLocalTime } from './local-time.ts';

export type { LocalDate };

/** A half-open range of time, [from, to). */
export type InstantRange = { from: Date; to: Date };

/** An inclusive range of dates, as report filters use it. */
export type DateRange = { from_date: LocalDate; to_date: LocalDate };

/** The groups of report rows. */
export type DayGroup = 'day' | 'month' | '3 months';

/** The milliseconds of a day. */
export const DAY_MS = 86_400_000;

/** The time zone of a shop without a setting. */
export const DEFAULT_ZONE = 'Asia/Qatar';

/** True for a time zone named by a place: 'Asia/Qatar', never 'EST' or '+03:00'. */
export function isTimezone(zone: string): boolean {
  if (zone !== 'UTC' && !/^[A-Za-z]+\/[A-Za-z0-9_+/-]+$/.test(zone)) return false;
  try {
    return toLocalTime(new Date(0), zone) !== undefined;
  } catch {
    return false;
  }
}

/** True for an existing date, `YYYY-MM-DD`, from 1900 to 9999. */
export function isValidLocalDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= '1900' && toCalendarDate(text).toString() === text;
}

/** The date of an instant in a time zone. RangeError for an unknown zone or an invalid instant. */
export function toLocalDate(instant: Date, zone: string): LocalDate {
  const { year, month, day } = toLocalTime(instant, zone);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

const QUARTER_MS = 900_000;

/**
 * The local time of an instant as a UTC date, for spreadsheets, which have no time zones. Created once for many
 * instants; zones change only at quarters of an hour.
 */
export function createWallClock(zone: string): (instant: Date) => Date {
  const offsets = new Map<number, number>();
  return (instant) => {
    const quarter = Math.floor(instant.getTime() / QUARTER_MS) * QUARTER_MS;
    const offset = offsets.get(quarter) ?? toLocalTime(new Date(quarter), zone).offset;
    offsets.set(quarter, offset);
    return new Date(instant.getTime() + offset);
  };
}

/** The local hour of an instant, 0 to 23. */
export function getHourIn(instant: Date, zone: string): number {
  return toLocalTime(instant, zone).hour;
}

/** The minutes since local midnight at an instant, 0 to 1439. */
export function getMinuteOfDayIn(instant: Date, zone: string): number {
  const { hour, minute } = toLocalTime(instant, zone);
  return hour * 60 + minute;
}

/** A cache of the starts of days, because every list of days needs them and they never change. */
const starts = new Map<string, number>();
const MOST_STARTS = 1_000;

/** The first instant of a date: not always 00:00 (Cairo), never a day before plus 24 h. */
export function getDayStart(day: LocalDate, zone: string): Date {
  const key = `${day} ${zone}`;
  const cached = starts.get(key);
  if (cached !== undefined) return new Date(cached);
  if (starts.size >= MOST_STARTS) starts.clear();
  const start = toInstant(day, '00:00', zone).getTime();
  starts.set(key, start);
  return new Date(start);
}

/** The range of a date in a zone, half-open; 23, 24 or 25 hours long. */
export function getDayRange(day: LocalDate, zone: string): InstantRange {
  return getDatesRange({ from_date: day, to_date: day }, zone);
}

/** The range of inclusive dates: [start of from_date, start of the day after to_date). */
export function getDatesRange(dates: DateRange, zone: string): InstantRange {
  return { from: getDayStart(dates.from_date, zone), to: getDayStart(addDays(dates.to_date, 1), zone) };
}

/** The date `days` later, or earlier when negative. */
export function addDays(day: LocalDate, days: number): LocalDate {
  return toCalendarDate(day).add({ days }).toString();
}

/** The weekday as discounts count it: 0 Saturday to 6 Friday. */
export function toDayOfWeek(day: LocalDate): number {
  return getDayOfWeek(toCalendarDate(day), 'en', 'sat');
}

/**
 * The first day of the date's week.
 * @param firstWeekday the weekday that starts a week, 0 Saturday to 6 Friday
 */
export function getWeekStart(day: LocalDate, firstWeekday = 0): LocalDate {
  return addDays(day, -((toDayOfWeek(day) - firstWeekday + 7) % 7));
}

/** A Saturday, from which weekdays are counted. */
const SATURDAY = '2026-11-21';

/** The weekday that starts a week in a country, 0 Saturday to 6 Friday; Monday where that is not known. */
export function getCountryWeekStart(country: string): number {
  return (7 - getDayOfWeek(toCalendarDate(SATURDAY), `und-${country}`)) % 7;
}

/** The first day of the date's month, plus `months` months. */
export function getMonthStart(day: LocalDate, months = 0): LocalDate {
  return startOfMonth(toCalendarDate(day)).add({ months }).toString();
}

/** The first day of the date's group: the day itself, its month, or its calendar quarter. */
export function getGroupFirstDay(day: LocalDate, group: DayGroup): LocalDate {
  if (group === 'day') return toCalendarDate(day).toString();
  return getMonthStart(day, group === 'month' ? 0 : -((toCalendarDate(day).month - 1) % 3));
}

/** The three presets of report filters, up to and including today in the zone. */
export function getReportDatePresets(
  now: Date,
  zone: string,
  firstWeekday = 0,
): Record<'this_week' | 'this_month' | 'last_6_months', DateRange> {
  const today = toLocalDate(now, zone);
  return {
    this_week: { from_date: getWeekStart(today, firstWeekday), to_date: today },
    this_month: { from_date: getMonthStart(today), to_date: today },
    last_6_months: { from_date: getMonthStart(today, -5), to_date: today },
  };
}
