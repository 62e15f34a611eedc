import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { expiredUnmarkedBatchesSql } from './available-sql.ts';

/**
 * The number of catalogue changes as of this statement (triggers of the migrations catalogue_clock, shelf_clock). It
 * only grows, so equal numbers mean an equal catalogue, except for uncommitted changes of the own transaction.
 */
export const catalogueVersionSql = sql<string>`
  (SELECT coalesce(sum(ticks), 0)::text FROM catalogue_clock WHERE kind = 'catalogue')`;

/**
 * The catalogue's version including changes of stock between zero and above, and the number of expired batches that are
 * not marked yet, because nothing is written when a batch expires at midnight.
 */
export const catalogueAndStockVersionSql = (ctx: Ctx): RawBuilder<string> => sql<string>`
  (SELECT coalesce(sum(ticks), 0)::text || '-' || (SELECT count(*) FROM ${expiredUnmarkedBatchesSql(ctx)} u) FROM catalogue_clock)`;
