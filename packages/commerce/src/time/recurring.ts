import type { CalendarDate } from '@internationalized/date';
import { toLocalDate } from './day.ts';
import { type LocalDate, toCalendarDate, toInstant } from './local-time.ts';

/**
 * The rule of a series of orders: the n-th date is computed from the anchor and n, never from the date before it
 * (docs/rules/recurring-orders.md#dates).
 */
export type RecurrenceRule = {
  readonly every: number;
  readonly unit: 'day' | 'week' | 'month';
  /** The last date, inclusive; null for a series without an end. */
  readonly until: LocalDate | null;
  /** The date of the first order; it fixes the weekday or the day of the month. */
  readonly anchor_date: LocalDate;
  /** `HH:MM`, `HH:MM:SS` or `HH:MM:SS.mmm`. */
  readonly local_time: string;
  readonly zone: string;
};

/** One occurrence of a series: its date and the instant of the local time on it. */
export type Occurrence = { readonly date: LocalDate; readonly at: Date };

/** After an estimate by arithmetic, only clock changes can move the result, by a few dates at most. */
const MOST_STEPS = 8;

const DAY_MS = 86_400_000;
const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  Math.round(
    (Date.UTC(to.year, to.month - 1, to.day) - Date.UTC(from.year, from.month - 1, from.day)) / DAY_MS,
  );

/** The n-th date of a series, where the anchor is number 0; the 31st becomes the last day of a short month. */
export function getOccurrenceDate({ anchor_date, every, unit }: RecurrenceRule, n: number): LocalDate {
  const steps = every * n;
  const anchor = toCalendarDate(anchor_date);
  if (unit === 'month') return anchor.add({ months: steps }).toString();
  return anchor.add({ days: unit === 'week' ? steps * 7 : steps }).toString();
}

/** The number of the last occurrence on or before a date; negative before the anchor. */
function occurrenceNumber({ anchor_date, every, unit }: RecurrenceRule, day: LocalDate): number {
  const anchor = toCalendarDate(anchor_date);
  const other = toCalendarDate(day);
  if (unit === 'month')
    return Math.floor(((other.year - anchor.year) * 12 + other.month - anchor.month) / every) - 1;
  return Math.floor(daysBetween(anchor, other) / (unit === 'week' ? every * 7 : every));
}

/**
 * The next occurrence after `last_date` and `now`; missed ones are skipped.
 * @returns null after the last day of the series
 * @throws RangeError for an unknown zone, or when no later date is found within a bounded number of steps
 */
export function findNextOccurrence(rule: RecurrenceRule, last_date: LocalDate, now: Date): Occurrence | null {
  // a local day can begin up to a day later than the same date in UTC
  const today = toLocalDate(new Date(now.getTime() - DAY_MS), rule.zone);
  const first = Math.max(occurrenceNumber(rule, last_date > today ? last_date : today), 0);
  for (let n = first; n < first + MOST_STEPS; n += 1) {
    const date = getOccurrenceDate(rule, n);
    if (rule.until !== null && date > rule.until) return null;
    if (date <= last_date) continue;
    const at = toInstant(date, rule.local_time, rule.zone);
    if (at > now) return { date, at };
  }
  throw new RangeError('a series of orders has no later date');
}
