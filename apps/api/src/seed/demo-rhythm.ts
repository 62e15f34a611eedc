import { addDays, findGreeting, getDayStart } from '@dukkan/commerce';

/** Returns numbers from 0 to 1 that look random but are the same on every machine. */
export type RandomGenerator = () => number;

/** Creates a generator whose numbers depend only on the text. */
export function createRandom(text: string): RandomGenerator {
  let seed = 2_166_136_261;
  for (const letter of text) seed = Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Picks a whole number from 0 to `span` - 1. */
export const pickRandomBelow = (chance: RandomGenerator, span: number): number => Math.floor(chance() * span);

/** Picks one of the values; heavier ones more often. */
export function pickWeighted<T>(chance: RandomGenerator, some: readonly (readonly [T, number])[]): T {
  const all = some.reduce((sum, [, weight]) => sum + weight, 0);
  let left = chance() * all;
  for (const [one, weight] of some) {
    left -= weight;
    if (left < 0) return one;
  }
  return (some.at(-1) as readonly [T, number])[0];
}

/** Order volume by weekday, Sunday to Saturday; the weekend begins on Thursday evening. */
const WEEK = [0.88, 0.85, 0.9, 0.97, 1.3, 1.34, 1.06] as const;
const THURSDAY = 4;
const FRIDAY = 5;

/** Orders by hour of an ordinary day, with peaks at lunch and in the evening. */
const ORDINARY = [0, 0, 0, 0, 0, 0, 0, 1, 3, 4, 5, 7, 11, 10, 5, 4, 5, 7, 10, 13, 12, 8, 4, 0] as const;
/** Orders by hour of a Friday, with few during the noon prayer. */
const FRIDAYS = [0, 0, 0, 0, 0, 0, 0, 0, 2, 4, 4, 1, 1, 7, 8, 6, 6, 9, 12, 14, 13, 9, 5, 0] as const;
/** Orders by hour in Ramadan: food for the evening is bought in the afternoon, and much after the late prayer. */
const RAMADAN = [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 6, 9, 13, 14, 6, 1, 4, 9, 12, 11, 6] as const;

/** Growth of the order volume over the period. */
const GROWTH = 0.55;
const PER_DAY = 10.2;

const getWeekday = (day: string): number => new Date(`${day}T12:00:00Z`).getUTCDay();

/** Whether a day is in Ramadan. */
export const isRamadan = (day: string): boolean =>
  findGreeting(new Date(`${day}T12:00:00Z`), 'UTC').season === 'ramadan';

/** Returns the times of a day's orders, sorted; `progress` is the position of the day in the period, 0 to 1. */
export function pickOrderTimes(day: string, progress: number, zone: string): Date[] {
  const chance = createRandom(`moments ${day}`);
  const fasting = isRamadan(day);
  const weekday = getWeekday(day);
  const noise = 0.82 + chance() * 0.36;
  const expected = PER_DAY * (1 + GROWTH * progress) * (WEEK[weekday] ?? 1) * (fasting ? 1.25 : 1) * noise;
  const count = Math.max(4, Math.round(expected));
  const hours = fasting ? RAMADAN : weekday === FRIDAY ? FRIDAYS : ORDINARY;
  const late = weekday === THURSDAY ? 1.3 : 1;
  const shares = hours.map((share, hour) => [hour, hour >= 19 ? share * late : share] as const);
  const start = getDayStart(day, zone).getTime();
  const at = Array.from({ length: count }, () => {
    const hour = pickWeighted(chance, shares);
    return start + hour * 3_600_000 + pickRandomBelow(chance, 3_600) * 1_000;
  });
  return at.sort((a, b) => a - b).map((time) => new Date(time));
}

/** Lists the days from `from` to `until`, without the last. */
export function listDaysBetween(from: string, until: string): string[] {
  const days: string[] = [];
  for (let day = from; day < until; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The number of recent days before now; everything earlier is history. */
export const RECENT_DAYS = 2;
/** Half a year. */
export const HISTORY_DAYS = 182;

/** Returns the first day of the history, and the day after its last. */
export const findHistoryPeriod = (today: string, days = HISTORY_DAYS): { from: string; until: string } => {
  const until = addDays(today, -RECENT_DAYS - 1);
  return { from: addDays(until, -days), until };
};

/** Counts the planned orders of the history, so that their numbers can be reserved. */
export function countHistoryOrders(today: string, zone: string): number {
  const { from, until } = findHistoryPeriod(today);
  const days = listDaysBetween(from, until);
  return days.reduce((sum, day, n) => sum + pickOrderTimes(day, n / days.length, zone).length, 0);
}
