import { addDays, DAY_MS, dayStart, hourIn, localDate } from '@dukkan/commerce';
import type { Ctx } from '../../core/ctx.ts';
import { invalid } from '../../core/invalid.ts';

/** Every so many days, weeks or months, until a local day (decisions 11). */
export type Recurrence = {
  readonly every: number;
  readonly unit: 'day' | 'week' | 'month';
  readonly until?: string | null | undefined;
};

/** The flag alone: every 7 days (decisions 11). */
export const WEEKLY: Recurrence = { every: 7, unit: 'day', until: null };

/** How long before its time the next order is made. */
const AHEAD_MS = 86_400_000;

/** Goods are not held for longer than this. */
const FARTHEST_MS = 366 * DAY_MS;

/** When an order is wanted: neither past nor more than a year away. @throws request.invalid on preferred_at */
export function checkPreferred(ctx: Ctx, preferred: string | null | undefined): void {
  if (!preferred) return;
  const from = new Date(preferred).getTime() - ctx.now.getTime();
  if (from < 0) invalid('preferred_at', 'not_before', { other: 'created_at' });
  if (from > FARTHEST_MS)
    invalid('preferred_at', 'max_value', {
      max: new Date(ctx.now.getTime() + FARTHEST_MS).toISOString().slice(0, 10),
    });
}

/** The next of a series that somebody asks for now. @throws request.invalid where it would be over before it began */
export function firstNextOf(from: Date, recurrence: Recurrence, zone: string): Date {
  return (
    nextOf(from, recurrence, zone)?.make_at ??
    invalid('recurrence.until', 'not_before', { other: 'preferred_at' })
  );
}

function dayAfter(day: string, { every, unit }: Recurrence): string {
  if (unit === 'day') return addDays(day, every);
  if (unit === 'week') return addDays(day, every * 7);
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const target = new Date(Date.UTC(year, month - 1 + every, 1));
  const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  return new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth(), Math.min(date, last)))
    .toISOString()
    .slice(0, 10);
}

/**
 * The same local time so much later, and when that order is to be made; null past the last day (decisions 11).
 * @param from when the present one is for
 */
export function nextOf(
  from: Date,
  recurrence: Recurrence,
  zone: string,
): { readonly at: Date; readonly make_at: Date } | null {
  const today = localDate(from, zone);
  const day = dayAfter(today, recurrence);
  if (recurrence.until && day > recurrence.until) return null;
  const sinceMidnight = (from.getTime() - dayStart(today, zone).getTime()) % DAY_MS;
  let at = new Date(dayStart(day, zone).getTime() + sinceMidnight);
  // a day on which the clocks change is an hour longer or shorter
  const wanted = hourIn(from, zone);
  const drift = hourIn(at, zone) - wanted;
  if (drift === 1 || drift === -23) at = new Date(at.getTime() - 3_600_000);
  if (drift === -1 || drift === 23) at = new Date(at.getTime() + 3_600_000);
  return { at, make_at: new Date(at.getTime() - AHEAD_MS) };
}
