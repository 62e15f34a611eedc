import type { STOCK_STATES } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { availableQuantitySql, expiredUnmarkedBatchesSql } from '../../catalog/index.ts';

/** A state that stock levels are filtered by. */
export type LevelState = (typeof STOCK_STATES)[number];

/** Conditions on a level `l` by its indexed columns, which follow the job that marks expired units. */
export const MARKED_LEVEL_STATES: Readonly<Record<LevelState, RawBuilder<boolean>>> = {
  available: sql<boolean>`l.stocked`,
  out: sql<boolean>`NOT l.stocked`,
  low: sql<boolean>`l.low`,
  deficit: sql<boolean>`l.deficit > 0`,
  expired: sql<boolean>`l.expired > 0`,
  reserved: sql<boolean>`l.reserved > 0`,
};

/** Condition that a level `l` has expired units that are not marked yet; the few batches are read once. */
export const hasUnmarkedExpirySql = (ctx: Pick<Ctx, 'now'>): RawBuilder<boolean> =>
  sql<boolean>`(l.item_id, l.branch_id) IN (SELECT u.item_id, u.branch_id FROM ${expiredUnmarkedBatchesSql(ctx)} u)`;

/** Condition that a level `l` is in a state, expired units that are not marked yet included. Rule: docs/rules/stock.md#available */
export function levelStateSql(ctx: Pick<Ctx, 'now'>, state: LevelState): RawBuilder<boolean> {
  const marked = MARKED_LEVEL_STATES[state];
  const isSpoiled = sql<boolean>`(${hasUnmarkedExpirySql(ctx)} AND ${availableQuantitySql(ctx)} <= 0)`;
  if (state === 'available') return sql<boolean>`(${marked} AND NOT ${isSpoiled})`;
  if (state === 'out') return sql<boolean>`(${marked} OR ${isSpoiled})`;
  if (state === 'expired') return sql<boolean>`(${marked} OR ${hasUnmarkedExpirySql(ctx)})`;
  return marked;
}
