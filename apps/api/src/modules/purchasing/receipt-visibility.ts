import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';

/**
 * Which receipts a caller may see: those whose branches all lie in their scope; one without lines yet is its maker's
 * (decisions 0.4). The receipt is `r`.
 */
export function visibleReceiptsSql(ctx: Ctx): Prisma.Sql {
  if (ctx.scope === 'all') return Prisma.sql`TRUE`;
  const account_id = ctx.actor.kind === 'account' ? ctx.actor.id : 0;
  return Prisma.sql`(CASE WHEN r.lines_count = 0 THEN r.account_id = ${account_id}::int
    ELSE r.branch_ids <@ ${[...ctx.scope]}::int[] END)`;
}

/** The same in lists, which the branch-id header narrows. */
export function listedReceiptsSql(ctx: Ctx): Prisma.Sql {
  if (ctx.branch_id === null) return visibleReceiptsSql(ctx);
  return Prisma.sql`${visibleReceiptsSql(ctx)} AND (r.lines_count = 0 OR r.branch_ids @> ${[ctx.branch_id]}::int[])`;
}
