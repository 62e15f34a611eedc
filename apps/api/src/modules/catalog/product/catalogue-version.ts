import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { expiredUnmarkedBatchesSql } from './available-sql.ts';

/**
 * How often the catalogue had changed, as the statement that reads it sees it (triggers of the migrations
 * catalogue_clock, shelf_clock). Changes only ever add up, so that two statements with the same sum see the same; of a
 * transaction that changed something itself it tells nothing.
 */
export const catalogueVersionSql = Prisma.sql`
  (SELECT coalesce(sum(ticks), 0)::text FROM catalogue_clock WHERE kind = 'catalogue')`;

/**
 * The same with how often an item had come to a branch's shelf or left it empty, and how many batches have passed their
 * date and are still to be marked: nothing is written at a branch's midnight.
 */
export const catalogueAndStockVersionSql = (ctx: Ctx): Prisma.Sql => Prisma.sql`
  (SELECT coalesce(sum(ticks), 0)::text || '-' || (SELECT count(*) FROM ${expiredUnmarkedBatchesSql(ctx)} u) FROM catalogue_clock)`;
