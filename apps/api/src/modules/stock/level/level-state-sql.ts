import type { STOCK_STATES } from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { availableQuantitySql, expiredUnmarkedBatchesSql } from '../../catalog/index.ts';

/** A state that stock levels are filtered by. */
export type LevelState = (typeof STOCK_STATES)[number];

/** Conditions on a level `l` by its indexed columns, which follow the job that marks expired units. */
export const MARKED_LEVEL_STATES: Readonly<Record<LevelState, Prisma.Sql>> = {
  available: Prisma.sql`l.stocked`,
  out: Prisma.sql`NOT l.stocked`,
  low: Prisma.sql`l.low`,
  deficit: Prisma.sql`l.deficit > 0`,
  expired: Prisma.sql`l.expired > 0`,
  reserved: Prisma.sql`l.reserved > 0`,
};

/** Condition that a level `l` has expired units that are not marked yet; the few batches are read once. */
export const hasUnmarkedExpirySql = (ctx: Pick<Ctx, 'now'>): Prisma.Sql =>
  Prisma.sql`(l.item_id, l.branch_id) IN (SELECT u.item_id, u.branch_id FROM ${expiredUnmarkedBatchesSql(ctx)} u)`;

/** Condition that a level `l` is in a state, expired units that are not marked yet included. Rule: docs/rules/stock.md#available */
export function levelStateSql(ctx: Pick<Ctx, 'now'>, state: LevelState): Prisma.Sql {
  const marked = MARKED_LEVEL_STATES[state];
  const isSpoiled = Prisma.sql`(${hasUnmarkedExpirySql(ctx)} AND ${availableQuantitySql(ctx)} <= 0)`;
  if (state === 'available') return Prisma.sql`(${marked} AND NOT ${isSpoiled})`;
  if (state === 'out') return Prisma.sql`(${marked} OR ${isSpoiled})`;
  if (state === 'expired') return Prisma.sql`(${marked} OR ${hasUnmarkedExpirySql(ctx)})`;
  return marked;
}
