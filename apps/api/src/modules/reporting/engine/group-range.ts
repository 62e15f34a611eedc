import {
  addDays,
  type DayGroup,
  getGroupFirstDay,
  getHourIn,
  getMonthStart,
  toDayOfWeek,
} from '@dukkan/commerce';
import { TIME_GROUPS } from '@dukkan/contract';
import type { ReportDateRange } from './question.ts';

type TimeGroup = (typeof TIME_GROUPS)[number];

const HOURS = 24;
/** Clocks change by half an hour in one zone. */
const HALF_HOUR_MS = 1_800_000;

/** Returns the last day of a time group that starts on this day. */
export const getGroupLastDay = (first: string, group: string): string => {
  if (group === 'day') return first;
  return addDays(getMonthStart(first, group === 'month' ? 1 : 3), -1);
};

/** True for groups whose keys are periods of time. */
export const isGroupOfPeriods = (group: string): group is TimeGroup =>
  (TIME_GROUPS as readonly string[]).includes(group);

const getPeriodKey = (day: string, group: DayGroup | 'weekday'): string =>
  group === 'weekday' ? String(toDayOfWeek(day)) : getGroupFirstDay(day, group);

/** Returns the local hours between two instants; an hour that the clocks skip on the only day is none. */
function listHours(start: Date, end: Date, zone: string): string[] {
  const hours = new Set<number>();
  for (let at = start.getTime(); at < end.getTime() && hours.size < HOURS; at += HALF_HOUR_MS)
    hours.add(getHourIn(new Date(at), zone));
  return [...hours].map((hour) => String(hour).padStart(2, '0')).toSorted();
}

/** The days of a report, and the moment at which it is asked for. */
type Range = {
  readonly days: Pick<ReportDateRange, 'from_date' | 'to_date' | 'start' | 'end'>;
  readonly today: string;
  readonly zone: string;
  readonly now: Date;
};

/**
 * Returns the keys of the periods of a range that have begun, in order.
 * Rule: docs/rules/reports.md#empty-periods
 */
export function listPeriods(group: TimeGroup, { days, today, zone, now }: Range): string[] {
  const { from_date, to_date, start, end } = days;
  if (from_date === null || start === null) return [];
  if (group === 'hour') return listHours(start, end < now ? end : now, zone);
  const last = to_date < today ? to_date : today;
  const keys = new Set<string>();
  for (let day = from_date; day <= last; day = addDays(day, 1)) keys.add(getPeriodKey(day, group));
  return [...keys].toSorted();
}
