import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../core/ctx.ts';
import type { Tables } from '../../generated/tables.ts';

const { ref } = expressionBuilder<{ r: Tables['receipt'] }, 'r'>();

/**
 * Condition for the receipts that a caller may see: all their branches lie in the caller's scope; a receipt without
 * lines is visible to its creator. The receipt's alias is `r`.
 */
export function visibleReceiptsSql(ctx: Ctx): RawBuilder<boolean> {
  if (ctx.scope === 'all') return sql<boolean>`TRUE`;
  const account_id = ctx.actor.kind === 'account' ? ctx.actor.id : 0;
  return sql<boolean>`(CASE WHEN ${ref('r.lines_count')} = 0 THEN ${ref('r.account_id')} = ${account_id}::int
    ELSE ${ref('r.branch_ids')} <@ ${[...ctx.scope]}::int[] END)`;
}

/** Condition for the receipts `r` that have lines for this branch. */
export const hasBranchSql = (branch_id: number): RawBuilder<boolean> =>
  sql<boolean>`${ref('r.branch_ids')} @> ${[branch_id]}::int[]`;

/** Condition for the receipts in a list: those that the caller may see, narrowed by the branch-id header. */
export function listedReceiptsSql(ctx: Ctx): RawBuilder<boolean> {
  if (ctx.branch_id === null) return visibleReceiptsSql(ctx);
  return sql<boolean>`(${visibleReceiptsSql(ctx)} AND (${ref('r.lines_count')} = 0 OR ${hasBranchSql(ctx.branch_id)}))`;
}
