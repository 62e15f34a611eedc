/** Minutes in a day. */
const DAY = 24 * 60;
/** How far one key press or the smallest drag moves a bound, in minutes. */
const STEP = 15;
const HOUR = 60;

/** The start or the end of the hours of a day; the end may be 24:00, and an end before the start is on the next day. */
export type DayBound = 'from' | 'to';

const LIMITS: Record<DayBound, readonly [first: number, last: number]> = {
  from: [0, DAY - STEP],
  to: [STEP, DAY],
};

/** Returns the minute of the day of a time `HH:MM`; null for any other text. */
export function parseDayMinute(text: string): number | null {
  const [, hours, minutes] = /^(\d\d):([0-5]\d)$/.exec(text) ?? [];
  const minute = Number(hours) * HOUR + Number(minutes);
  return hours !== undefined && minute <= DAY ? minute : null;
}

export const formatDayMinute = (minute: number): string =>
  [Math.floor(minute / HOUR), minute % HOUR].map((part) => String(part).padStart(2, '0')).join(':');

/** Rounds to the nearest step within the bound's limits; never to the other bound, because the hours would be empty. */
export function snapDayBound(bound: DayBound, minute: number, other: number | null, towards: 1 | -1): number {
  const [first, last] = LIMITS[bound];
  const snapped = Math.min(last, Math.max(first, Math.round(minute / STEP) * STEP));
  if (snapped !== other) return snapped;
  const next = snapped + towards * STEP;
  return next >= first && next <= last ? next : snapped - towards * STEP;
}

/**
 * Returns the minute to which a key moves a bound: arrows by a quarter of an hour, page keys by an hour, Home and End
 * to the ends of the day.
 * @returns null for keys that do not move it
 */
export function moveDayBound(
  bound: DayBound,
  key: string,
  { minute, other, isRtl }: { minute: number; other: number | null; isRtl: boolean },
): number | null {
  const [first, last] = LIMITS[bound];
  const forward = isRtl ? 'ArrowLeft' : 'ArrowRight';
  const back = isRtl ? 'ArrowRight' : 'ArrowLeft';
  // a minute between two steps moves to the next step in that direction
  const later = Math.floor(minute / STEP) * STEP + STEP;
  const earlier = Math.ceil(minute / STEP) * STEP - STEP;
  if (key === forward || key === 'ArrowUp') return snapDayBound(bound, later, other, 1);
  if (key === back || key === 'ArrowDown') return snapDayBound(bound, earlier, other, -1);
  if (key === 'PageUp') return snapDayBound(bound, minute + HOUR, other, 1);
  if (key === 'PageDown') return snapDayBound(bound, minute - HOUR, other, -1);
  if (key === 'Home') return snapDayBound(bound, first, other, 1);
  if (key === 'End') return snapDayBound(bound, last, other, -1);
  return null;
}

/** Splits the hours into ranges within one day: two when they run past midnight. */
export function splitAtMidnight(from: number, to: number): readonly (readonly [number, number])[] {
  if (from < to) return [[from, to]];
  return [
    [0, to],
    [from, DAY],
  ];
}

/** Returns a minute's position in the day as a CSS percentage. */
export const toDayPercent = (minute: number): string => `${(minute / DAY) * 100}%`;

/** Returns the minute at a position on the bar, 0 to 1. */
export const toMinuteOfDay = (part: number): number => part * DAY;
