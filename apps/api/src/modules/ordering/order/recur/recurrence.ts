import { DAY_MS } from '@dukkan/commerce';
import type { Ctx } from '../../../../core/ctx.ts';
import { failField } from '../../../../core/fail-field.ts';

/** Every so many days, weeks or months, until a local day (decisions 11). */
export type Recurrence = {
  readonly every: number;
  readonly unit: 'day' | 'week' | 'month';
  readonly until?: string | null | undefined;
};

/** The flag alone: every 7 days (decisions 11). */
export const WEEKLY: Recurrence = { every: 7, unit: 'day', until: null };

/** The next order of a series is made so long before its time (docs/rules/recurring-orders.md#making). */
export const MADE_AHEAD_MS = DAY_MS;

/** Goods are not held for longer than this. */
const FARTHEST_MS = 366 * DAY_MS;

/** When an order is wanted: neither past nor more than a year away. @throws request.invalid on preferred_at */
export function checkPreferredTime(ctx: Ctx, preferred: string | null | undefined): void {
  if (!preferred) return;
  const from = new Date(preferred).getTime() - ctx.now.getTime();
  if (from < 0) failField('preferred_at', 'not_before', { other: 'created_at' });
  if (from > FARTHEST_MS)
    failField('preferred_at', 'max_value', {
      max: new Date(ctx.now.getTime() + FARTHEST_MS).toISOString().slice(0, 10),
    });
}
