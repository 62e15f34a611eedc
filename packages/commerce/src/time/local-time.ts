import {
  CalendarDate,
  CalendarDateTime,
  fromAbsolute,
  toZoned,
  type ZonedDateTime,
} from '@internationalized/date';

/** A calendar date, `YYYY-MM-DD`. */
export type LocalDate = string;

const LOCAL_DATE = /^(\d{4,6})-(\d{2})-(\d{2})$/;
const LOCAL_TIME = /^(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?$/;
/** Halving a day this often leaves less than a millisecond. */
const HALVINGS = 48;

/** Parses a date. @throws RangeError when it is not `YYYY-MM-DD` */
export function toCalendarDate(day: LocalDate): CalendarDate {
  const match = LOCAL_DATE.exec(day);
  if (!match) throw new RangeError(`not a local date: ${day.slice(0, 20)}`);
  return new CalendarDate(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** The local time of a zone at an instant. @throws RangeError for an unknown zone or an invalid instant */
export function toLocalTime(instant: Date, zone: string): ZonedDateTime {
  const time = instant.getTime();
  if (Number.isNaN(time)) throw new RangeError('not an instant');
  return fromAbsolute(time, zone);
}

/** The first moment after a clock change between two instants. */
function transitionBetween(before: ZonedDateTime, after: ZonedDateTime): number {
  let from = before.toDate().getTime();
  let to = after.toDate().getTime();
  for (let halving = 0; halving < HALVINGS && to - from > 1; halving += 1) {
    const middle = Math.floor((from + to) / 2);
    if (fromAbsolute(middle, before.timeZone).offset === before.offset) from = middle;
    else to = middle;
  }
  return to;
}

/**
 * The instant of a local time in a zone. A time that the clocks skip becomes the first moment after the gap; a time
 * that occurs twice means the first (docs/rules/recurring-orders.md#clock-changes).
 * @param day local date, `YYYY-MM-DD`
 * @param time local time, `HH:MM`, `HH:MM:SS` or `HH:MM:SS.mmm`
 * @throws RangeError for an unknown zone, date or time
 */
export function toInstant(day: LocalDate, time: string, zone: string): Date {
  const match = LOCAL_TIME.exec(time);
  if (!match) throw new RangeError(`not a local time: ${time.slice(0, 20)}`);
  const { year, month, day: date } = toCalendarDate(day);
  const [hour, minute, second, millisecond] = [
    Number(match[1]),
    Number(match[2]),
    Number(match[3] ?? 0),
    Number((match[4] ?? '').padEnd(3, '0')),
  ] as const;
  const local = new CalendarDateTime(year, month, date, hour, minute, second, millisecond);
  const first = toZoned(local, zone, 'earlier');
  const exists = first.day === date && first.hour === hour && first.minute === minute;
  return exists ? first.toDate() : new Date(transitionBetween(first, toZoned(local, zone, 'later')));
}
