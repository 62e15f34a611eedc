import { createLoopLimit } from '../../../core/bounded.ts';
import { createSystemCtx } from '../../../core/ctx.ts';
import type { Services } from '../../../core/services.ts';
import { expiredUnmarkedBatchesSql } from '../../catalog/index.ts';
import { type ItemBranch, lockLevels } from '../ledger/ledger.ts';

/** Maximum number of transactions: enough for 250,000 levels; the next half-hourly run does the rest. */
const ROUNDS_MAX = 500;
/** Number of levels per transaction. */
const AT_ONCE = 500;

type Due = ItemBranch & { readonly product_id: number };

/**
 * Marks expired units as unavailable, by each branch's own date. Safe to run twice and during sales.
 * @returns the number of batches marked
 */
export async function expireBatches(services: Services): Promise<number> {
  const ctx = createSystemCtx(services, 'stock.expire');
  let blocked = 0;
  const countRound = createLoopLimit('blocking what has expired', ROUNDS_MAX);
  for (;;) {
    countRound();
    const due = await ctx.db.$queryRaw<Due[]>`
      SELECT DISTINCT u.item_id, u.branch_id, u.product_id FROM ${expiredUnmarkedBatchesSql(ctx)} u
       ORDER BY u.item_id, u.branch_id LIMIT ${AT_ONCE}`;
    if (due.length === 0) return blocked;
    const before = blocked;
    blocked += await ctx.tx(async (ctx) => {
      const levels = [...(await lockLevels(ctx, due)).values()];
      const days = JSON.stringify(
        levels.map(({ item_id, branch_id, today }) => ({ item_id, branch_id, today })),
      );
      const [row] = await ctx.db.$queryRaw<{ count: number }[]>`
        WITH past AS (
          UPDATE stock_batch s SET expired = TRUE
            FROM jsonb_to_recordset(${days}::jsonb) AS d(item_id int, branch_id int, today date)
           WHERE s.item_id = d.item_id AND s.branch_id = d.branch_id AND NOT s.expired
             AND s.remaining_quantity > 0 AND s.expire_date < d.today
          RETURNING s.item_id, s.branch_id, s.remaining_quantity
        ), summed AS (
          UPDATE stock_level l SET expired = l.expired + p.quantity
            FROM (SELECT item_id, branch_id, sum(remaining_quantity) AS quantity FROM past GROUP BY 1, 2) p
           WHERE l.item_id = p.item_id AND l.branch_id = p.branch_id
        )
        SELECT count(*)::int AS count FROM past`;
      return row?.count ?? 0;
    });
    // the next round would find the same levels forever
    if (blocked === before) throw new Error(`${due.length} places with expired batches could not be blocked`);
  }
}
