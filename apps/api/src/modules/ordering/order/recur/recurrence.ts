import { DAY_MS } from '@dukkan/commerce';
import type { Ctx } from '../../../../core/ctx.ts';
import { failField } from '../../../../core/fail-field.ts';

/** Repeats every so many days, weeks or months, until a local day. */
export type Recurrence = {
  readonly every: number;
  readonly unit: 'day' | 'week' | 'month';
  readonly until?: string | null | undefined;
};

/** The rule of the plain `recurring` flag: every 7 days. */
export const WEEKLY: Recurrence = { every: 7, unit: 'day', until: null };

/** How long before its time the next order of a series is created (docs/rules/recurring-orders.md#making). */
export const MADE_AHEAD_MS = DAY_MS;

/** The longest time for which goods are reserved. */
const FARTHEST_MS = 366 * DAY_MS;

/**
 * Checks that the preferred time is neither past nor more than a year ahead. @throws request.invalid on preferred_at
 */
export function checkPreferredTime(ctx: Ctx, preferred: string | null | undefined): void {
  if (!preferred) return;
  const from = new Date(preferred).getTime() - ctx.now.getTime();
  if (from < 0) failField('preferred_at', 'not_before', { other: 'created_at' });
  if (from > FARTHEST_MS)
    failField('preferred_at', 'max_value', {
      max: new Date(ctx.now.getTime() + FARTHEST_MS).toISOString().slice(0, 10),
    });
}
