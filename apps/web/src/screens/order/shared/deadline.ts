import { isOrderInProgress } from '@dukkan/commerce';
import { useSyncExternalStore } from 'react';
import { createStore } from '../../../lib/store.ts';

const SECOND = 1_000;
const nowStore = createStore(Date.now());
let users = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** Subscribes to the clock that all timers of a page share; it runs only while the page has timers. */
function subscribeToClock(listener: () => void): () => void {
  if (users === 0) {
    nowStore.set(Date.now());
    timer = setInterval(() => nowStore.set(Date.now()), SECOND);
  }
  users += 1;
  const leave = nowStore.subscribe(listener);
  return () => {
    leave();
    users -= 1;
    if (users === 0) clearInterval(timer);
  };
}

/** Returns the result of `read` for the current second; the component renders again only when the result changes. */
export const useEverySecond = <T extends string | number | boolean>(read: (now: number) => T): T =>
  useSyncExternalStore(subscribeToClock, () => read(nowStore.get()));

/** Returns whole seconds until an instant; negative once it is past. */
export const getSecondsUntil = (instant: string, now: number): number =>
  Math.floor((Date.parse(instant) - now) / SECOND);

const padCount = (count: number, places: number): string => String(count).padStart(places, '0');

/**
 * Formats a duration as on a clock: `4:05`, `1:04:05`; more than a day in the language's units: `2d 3h`.
 * @param unitsOf formats a count with the short form of its unit
 * @param figures formats a count with at least so many digits, in the user's digits
 */
export function formatCountdown(
  seconds: number,
  unitsOf: (count: number, unit: 'day' | 'hour') => string,
  figures: (count: number, places: number) => string = padCount,
): string {
  const whole = Math.abs(seconds);
  const [days, hours, minutes] = [
    Math.floor(whole / 86_400),
    Math.floor(whole / 3_600),
    Math.floor(whole / 60),
  ];
  if (days > 0) return `${unitsOf(days, 'day')} ${unitsOf(hours % 24, 'hour')}`;
  const parts = hours > 0 ? [figures(hours, 1), figures(minutes % 60, 2)] : [figures(minutes, 1)];
  return [...parts, figures(whole % 60, 2)].join(':');
}

/** Below this many seconds, an order is nearly due. */
const SOON_SECONDS = 15 * 60;

export type Urgency = 'late' | 'soon' | 'calm' | 'none';

/** Returns how urgent an order is; delivered and canceled orders are never urgent. */
export function getOrderUrgency(
  { promised_at, status_value }: { readonly promised_at: string | null; readonly status_value: number },
  now: number,
): Urgency {
  if (promised_at === null || !isOrderInProgress(status_value)) return 'none';
  const left = getSecondsUntil(promised_at, now);
  if (left < 0) return 'late';
  return left < SOON_SECONDS ? 'soon' : 'calm';
}
