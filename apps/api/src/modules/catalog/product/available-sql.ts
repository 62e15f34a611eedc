import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { businessDaySql } from '../../branch/index.ts';

/** How far ahead of UTC the earliest time zone is, in milliseconds: no branch has a later day than there. */
const EARLIEST_ZONE_MS = 14 * 3_600_000;

/** The day before which every date lies that any branch may be past by now. */
const latestDayAt = ({ now }: Pick<Ctx, 'now'>): string =>
  new Date(now.getTime() + EARLIEST_ZONE_MS).toISOString().slice(0, 10);

/**
 * Batches past their date, by the day of their branch, that no job has marked as expired yet: item_id, branch_id,
 * product_id, quantity. There are none but for the minutes after a branch's midnight, and the function tells the planner so.
 */
export const expiredUnmarkedBatchesSql = (ctx: Pick<Ctx, 'now'>): Prisma.Sql => Prisma.sql`
  (SELECT s.item_id, s.branch_id, s.product_id, s.remaining_quantity AS quantity
     FROM expired_unmarked_batches(${latestDayAt(ctx)}::date) s JOIN branch b ON b.id = s.branch_id
    WHERE s.expire_date < ${businessDaySql(ctx)})`;

/** Units of a level `l` that are past their date and not marked as expired yet: read from the shelf's own index. */
export const expiredUnmarkedQuantitySql = (ctx: Pick<Ctx, 'now'>): Prisma.Sql => Prisma.sql`
  coalesce((SELECT sum(s.remaining_quantity) FROM stock_batch s JOIN branch b ON b.id = s.branch_id
             WHERE s.item_id = l.item_id AND s.branch_id = l.branch_id
               AND s.expire_date < ${latestDayAt(ctx)}::date AND NOT s.expired AND s.remaining_quantity > 0
               AND s.expire_date < ${businessDaySql(ctx)}), 0)`;

/**
 * What of a level `l` can be promised to somebody new; below zero where more is owed than is there. The same as
 * `getAvailableQuantity` of the module stock, which a reservation is checked by: what a list shows can be reserved
 * (docs/rules/stock.md#available).
 */
export const availableQuantitySql = (ctx: Pick<Ctx, 'now'>): Prisma.Sql =>
  Prisma.sql`(l.available - ${expiredUnmarkedQuantitySql(ctx)})`;
