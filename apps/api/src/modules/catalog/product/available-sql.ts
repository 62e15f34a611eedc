import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import type { Tables } from '../../../generated/tables.ts';
import { businessDaySql } from '../../branch/index.ts';

/** Offset from UTC of the easternmost time zone in milliseconds; no branch has a later date. */
const EARLIEST_ZONE_MS = 14 * 3_600_000;

/** The current date in the easternmost time zone; no branch has a later date. */
const latestDayAt = ({ now }: Pick<Ctx, 'now'>): string =>
  new Date(now.getTime() + EARLIEST_ZONE_MS).toISOString().slice(0, 10);

type UnmarkedBatch = Pick<
  Selectable<Tables['stock_batch']>,
  'item_id' | 'branch_id' | 'product_id' | 'quantity'
>;

/**
 * SQL for expired batches, by the date of their branch, that the job has not marked yet: item_id, branch_id,
 * product_id, quantity. They exist only in the minutes after a branch's midnight; the SQL function tells the planner to
 * expect few rows.
 */
export const expiredUnmarkedBatchesSql = (
  ctx: Pick<Ctx, 'now'>,
): RawBuilder<UnmarkedBatch> => sql<UnmarkedBatch>`
  (SELECT s.item_id, s.branch_id, s.product_id, s.remaining_quantity AS quantity
     FROM expired_unmarked_batches(${latestDayAt(ctx)}::date) s JOIN branch b ON b.id = s.branch_id
    WHERE s.expire_date < ${businessDaySql(ctx)})`;

/** SQL for the expired units of a level `l` that are not marked yet, read from their own index. */
export const expiredUnmarkedQuantitySql = (ctx: Pick<Ctx, 'now'>): RawBuilder<string> => sql<string>`
  coalesce((SELECT sum(s.remaining_quantity) FROM stock_batch s JOIN branch b ON b.id = s.branch_id
             WHERE s.item_id = l.item_id AND s.branch_id = l.branch_id
               AND s.expire_date < ${latestDayAt(ctx)}::date AND NOT s.expired AND s.remaining_quantity > 0
               AND s.expire_date < ${businessDaySql(ctx)}), 0)`;

/**
 * SQL for the quantity of a level `l` available for a new order; negative when oversold. The same as
 * `getAvailableQuantity` of the module stock, which checks reservations, so that units shown as available can be
 * reserved (docs/rules/stock.md#available).
 */
export const availableQuantitySql = (ctx: Pick<Ctx, 'now'>): RawBuilder<string> =>
  sql<string>`(l.available - ${expiredUnmarkedQuantitySql(ctx)})`;
