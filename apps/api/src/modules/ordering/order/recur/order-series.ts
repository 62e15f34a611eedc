import {
  findNextOccurrence,
  type Occurrence,
  type RecurrenceRule,
  toLocalDate,
  toLocalTime,
} from '@dukkan/commerce';
import { sql } from 'kysely';
import { requireFound } from '../../../../core/access.ts';
import type { Ctx } from '../../../../core/ctx.ts';
import { fetchRow, runStatement, tables } from '../../../../core/db/tables.ts';
import { failField } from '../../../../core/fail-field.ts';
import { MADE_AHEAD_MS, type Recurrence } from './recurrence.ts';

/** The series of an order: its rule, and its latest date. */
export type OrderSeries = RecurrenceRule & {
  readonly id: number;
  readonly branch_id: number;
  /** The last local day for which an order was created or skipped. */
  readonly last_date: string;
  readonly next_at: Date | null;
};

/** A new series, and when its second order is created; null when the first is the only one. */
export type NewSeries = { readonly id: number; readonly date: string; readonly next_at: Date | null };

/** Returns when the order of a date is created: one day ahead. */
const makeTime = (next: Occurrence | null): Date | null =>
  next && new Date(next.at.getTime() - MADE_AHEAD_MS);

/**
 * Stores a new series that starts with an order.
 * @param from the time its first order is wanted; its local day and time apply to the following ones
 * @param zone the branch's time zone
 * @throws request.invalid on recurrence.until when the series would end before its second order
 */
export async function createSeries(
  ctx: Ctx,
  { every, unit, until = null }: Recurrence,
  from: Date,
  zone: string,
): Promise<NewSeries> {
  const date = toLocalDate(from, zone);
  const local_time = toLocalTime(from, zone)
    .toString()
    .slice(11, 23)
    .replace(/[^0-9:.].*$/, '');
  const rule: RecurrenceRule = { every, unit, until, anchor_date: date, local_time, zone };
  const next = findNextOccurrence(rule, date, from);
  if (!next) return failField('recurrence.until', 'not_before', { other: 'preferred_at' });
  const row = await fetchRow(
    ctx,
    tables
      .insertInto('order_series')
      .values({
        every,
        unit,
        until,
        anchor_date: date,
        local_time,
        time_zone: zone,
        last_date: date,
        created_at: ctx.now,
      })
      .returning('id'),
  );
  return { id: requireFound(row).id, date, next_at: makeTime(next) };
}

/** Finds the series of an order, null without one; call with the order locked. */
export async function findSeries(ctx: Ctx, order_id: number): Promise<OrderSeries | null> {
  const row = await fetchRow(
    ctx,
    tables
      .selectFrom('order as o')
      .innerJoin('order_series as s', 's.id', 'o.series_id')
      .select(({ ref }) => [
        's.id',
        'o.branch_id',
        'o.next_at',
        's.every',
        ref('s.unit').$castTo<OrderSeries['unit']>().as('unit'),
        's.until',
        's.anchor_date',
        sql<string>`${ref('s.local_time')}::text`.as('local_time'),
        's.time_zone as zone',
        's.last_date',
      ])
      .where('o.id', '=', order_id),
  );
  return row ?? null;
}

/**
 * Returns the next date of a series in the future.
 * @returns null after its last day; 'interrupted' when no later date can be computed
 */
export function findNextSeriesDate(ctx: Ctx, series: OrderSeries): Occurrence | null | 'interrupted' {
  try {
    return findNextOccurrence(series, series.last_date, ctx.now);
  } catch (error) {
    if (error instanceof RangeError) return 'interrupted';
    throw error;
  }
}

/** Returns when the next order of a series is created; null without one. */
export function getNextOrderCreationTime(ctx: Ctx, series: OrderSeries): Date | null {
  const next = findNextSeriesDate(ctx, series);
  return next === 'interrupted' ? null : makeTime(next);
}

/** Stores that the order of a date was created or skipped, so that it is not repeated. */
export const markSeriesDate = (ctx: Ctx, series_id: number, last_date: string): Promise<unknown> =>
  runStatement(ctx, tables.updateTable('order_series').set({ last_date }).where('id', '=', series_id));
