/** A local calendar day, `YYYY-MM-DD` (decisions 0.1 and 0.3). */
export type LocalDate = string;

/** A half-open stretch of time, [from, to). */
export type InstantRange = { from: Date; to: Date };

/** An inclusive stretch of local days, as a report filter spells it. */
export type DateRange = { from_date: LocalDate; to_date: LocalDate };

/** How reports group their rows (specification 9, time filter options). */
export type DayGroup = 'day' | 'month' | '3 months';

/** Milliseconds of a day (specification section 9). */
export const DAY_MS = 86_400_000;

/** Where a shop stands that has not said so. */
export const DEFAULT_ZONE = 'Asia/Qatar';

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone: zone,
    era: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  clocks.set(zone, clock);
  return clock;
}

type WallTime = { year: number; month: number; day: number; hour: number; minute: number; second: number };

function wallTime(instant: Date, zone: string): WallTime {
  const wall: WallTime = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of clockOf(zone).formatToParts(instant)) {
    if (type in wall) wall[type as keyof WallTime] = Number(value);
  }
  return wall;
}

const utcOf = (wall: WallTime): number => {
  const date = new Date(0);
  date.setUTCFullYear(wall.year, wall.month - 1, wall.day);
  date.setUTCHours(wall.hour, wall.minute, wall.second);
  return date.getTime();
};

const format = (date: Date): LocalDate => {
  const year = String(date.getUTCFullYear()).padStart(4, '0');
  const month = String(date.getUTCMonth() + 1).padStart(2, '0');
  const day = String(date.getUTCDate()).padStart(2, '0');
  return `${year}-${month}-${day}`;
};

const parse = (day: LocalDate): Date => {
  if (!/^\d{4,6}-\d{2}-\d{2}$/.test(day)) throw new RangeError(`not a local date: ${day.slice(0, 20)}`);
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const parsed = new Date(0);
  parsed.setUTCFullYear(year, month - 1, date);
  return parsed;
};

/** Whether clocks know this time zone by a place's name: 'Asia/Qatar', never 'EST' or '+03:00'. */
export function isTimezone(zone: string): boolean {
  if (zone !== 'UTC' && !/^[A-Za-z]+\/[A-Za-z0-9_+/-]+$/.test(zone)) return false;
  try {
    return clockOf(zone) !== undefined;
  } catch {
    return false;
  }
}

/** True for a day that exists in the calendar, spelt `YYYY-MM-DD`, from 1900 to 9999 (promise I15). */
export function isValidLocalDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= '1900' && format(parse(text)) === text;
}

/** The local day of an instant in a zone (decisions 0.3). RangeError for an unknown zone or an invalid instant. */
export function localDate(instant: Date, zone: string): LocalDate {
  return format(new Date(utcOf(wallTime(instant, zone))));
}

const QUARTER_MS = 900_000;

/**
 * What the clocks of a zone show at an instant, told in UTC: for spreadsheets, whose dates know no zone. Made once for
 * many instants; zones change their clocks at a quarter of an hour only.
 */
export function faceIn(zone: string): (instant: Date) => Date {
  const ahead = new Map<number, number>();
  return (instant) => {
    const quarter = Math.floor(instant.getTime() / QUARTER_MS) * QUARTER_MS;
    const known = ahead.get(quarter) ?? utcOf(wallTime(new Date(quarter), zone)) - quarter;
    ahead.set(quarter, known);
    return new Date(instant.getTime() + known);
  };
}

/** The local hour of an instant, 0 to 23. */
export function hourIn(instant: Date, zone: string): number {
  return wallTime(instant, zone).hour;
}

/** The minutes of the local day that have passed at an instant, 0 to 1439. */
export function minuteIn(instant: Date, zone: string): number {
  const { hour, minute } = wallTime(instant, zone);
  return hour * 60 + minute;
}

/** When days begin, as it was found out lately: every list of some days asks, and the answer never changes. */
const starts = new Map<string, number>();
const MOST_STARTS = 1_000;

/** The first instant whose local day is `day`: not always 00:00 (Cairo, M30), never a day before plus 24 h. */
export function dayStart(day: LocalDate, zone: string): Date {
  const key = `${day} ${zone}`;
  const known = starts.get(key);
  if (known !== undefined) return new Date(known);
  if (starts.size >= MOST_STARTS) starts.clear();
  const start = startOf(day, zone);
  starts.set(key, start);
  return new Date(start);
}

function startOf(day: LocalDate, zone: string): number {
  const midnight = parse(day).getTime();
  // the day's offset is that of the day before or that of the day after; the earlier instant inside the day wins
  const begins = [midnight - DAY_MS, midnight + DAY_MS]
    .map((near) => midnight - (utcOf(wallTime(new Date(near), zone)) - near))
    .sort((a, b) => a - b);
  const first = begins.find((start) => localDate(new Date(start), zone) >= day);
  return first ?? begins[1] ?? midnight;
}

/** The instants of a local day in a zone, half-open; 23, 24 or 25 hours long (decisions 7, promises T1). */
export function dayRange(day: LocalDate, zone: string): InstantRange {
  return datesRange({ from_date: day, to_date: day }, zone);
}

/** The instants of inclusive local days: [start of from_date, start of the day after to_date) (decisions 7). */
export function datesRange(dates: DateRange, zone: string): InstantRange {
  return { from: dayStart(dates.from_date, zone), to: dayStart(addDays(dates.to_date, 1), zone) };
}

/** The local day `days` later (or earlier, when negative). */
export function addDays(day: LocalDate, days: number): LocalDate {
  return format(new Date(parse(day).getTime() + days * DAY_MS));
}

/** The weekday as discounts count it: 0 Saturday to 6 Friday (decisions 2.2 step 3). */
export function dayOfWeek(day: LocalDate): number {
  return (parse(day).getUTCDay() + 1) % 7;
}

/** The Saturday that starts the day's week (specification 9: days run Saturday to Friday). */
export function weekStart(day: LocalDate): LocalDate {
  return addDays(day, -dayOfWeek(day));
}

/** The first day of the month that lies `months` after the day's own (0: its own). */
export function monthStart(day: LocalDate, months = 0): LocalDate {
  const start = parse(day);
  start.setUTCDate(1);
  start.setUTCMonth(start.getUTCMonth() + months);
  return format(start);
}

/** The first day of the day's group: itself, its month, or its calendar quarter (decisions 7). */
export function groupStart(day: LocalDate, group: DayGroup): LocalDate {
  if (group === 'day') return format(parse(day));
  return monthStart(day, group === 'month' ? 0 : -(parse(day).getUTCMonth() % 3));
}

/** The three presets of report filters, up to and including today in the zone (specification 9, decisions 7). */
export function presets(
  now: Date,
  zone: string,
): Record<'this_week' | 'this_month' | 'last_6_months', DateRange> {
  const today = localDate(now, zone);
  return {
    this_week: { from_date: weekStart(today), to_date: today },
    this_month: { from_date: monthStart(today), to_date: today },
    last_6_months: { from_date: monthStart(today, -5), to_date: today },
  };
}
