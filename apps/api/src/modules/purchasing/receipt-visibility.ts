import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';

/**
 * Condition for the receipts that a caller may see: all their branches lie in the caller's scope; a receipt without
 * lines is visible to its creator. The receipt's alias is `r`.
 */
export function visibleReceiptsSql(ctx: Ctx): Prisma.Sql {
  if (ctx.scope === 'all') return Prisma.sql`TRUE`;
  const account_id = ctx.actor.kind === 'account' ? ctx.actor.id : 0;
  return Prisma.sql`(CASE WHEN r.lines_count = 0 THEN r.account_id = ${account_id}::int
    ELSE r.branch_ids <@ ${[...ctx.scope]}::int[] END)`;
}

/** Condition for the receipts in a list: those that the caller may see, narrowed by the branch-id header. */
export function listedReceiptsSql(ctx: Ctx): Prisma.Sql {
  if (ctx.branch_id === null) return visibleReceiptsSql(ctx);
  return Prisma.sql`${visibleReceiptsSql(ctx)} AND (r.lines_count = 0 OR r.branch_ids @> ${[ctx.branch_id]}::int[])`;
}
