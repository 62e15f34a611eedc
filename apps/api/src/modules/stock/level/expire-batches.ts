import { createLoopLimit } from '../../../core/bounded.ts';
import type { Ctx, Services } from '../../../core/ctx.ts';
import { createSystemCtx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { jobNotSetAsideSql, runJobAttempt } from '../../../core/job/job-tries.ts';
import { classifyError } from '../../../core/process/outage.ts';
import { expiredUnmarkedBatchesSql } from '../../catalog/index.ts';
import { type ItemBranch, lockLevels } from '../ledger/ledger.ts';

/** Maximum number of rounds: enough for 250,000 levels; the next half-hourly run does the rest. */
const ROUNDS_MAX = 500;
/** Number of levels per transaction. */
const AT_ONCE = 500;

type Due = ItemBranch & {
  readonly product_id: number;
  /** True when an earlier run failed for this product. */
  readonly has_failed: boolean;
};

/**
 * Finds levels with expired units that are not marked, without products that were set aside and those of `skipped`.
 */
const findDue = (ctx: Ctx, skipped: ReadonlySet<number>, product_id: number | null = null): Promise<Due[]> =>
  ctx.db.$queryRaw<Due[]>`
    SELECT DISTINCT u.item_id, u.branch_id, u.product_id,
           EXISTS (SELECT 1 FROM job_try t WHERE t.queue = 'stock.expire' AND t.record_id = u.product_id) AS has_failed
      FROM ${expiredUnmarkedBatchesSql(ctx)} u
     WHERE u.product_id <> ALL(${[...skipped]}::int[]) AND ${jobNotSetAsideSql('stock.expire', Prisma.sql`u.product_id`)}
       AND (${product_id}::int IS NULL OR u.product_id = ${product_id}::int)
     ORDER BY u.item_id, u.branch_id LIMIT ${AT_ONCE}`;

/** Marks the expired batches of these levels. @returns the number of batches marked */
async function markExpired(ctx: Ctx, due: readonly Due[]): Promise<number> {
  const levels = [...(await lockLevels(ctx, due)).values()];
  const days = JSON.stringify(levels.map(({ item_id, branch_id, today }) => ({ item_id, branch_id, today })));
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
}

/** Marks the levels in one transaction; null when one of them could not be marked, so that none was. */
async function markTogether(ctx: Ctx, due: readonly Due[]): Promise<number | null> {
  try {
    const marked = await ctx.tx((ctx) => markExpired(ctx, due));
    // the next round would find the same levels forever
    return marked === 0 ? null : marked;
  } catch (error) {
    if (classifyError(error) === 'away') throw error;
    return null;
  }
}

/** Marks the expired batches of one product. @throws when some are due and none could be marked */
const markProduct = (ctx: Ctx, product_id: number): Promise<number> =>
  ctx.tx(async (ctx) => {
    const due = await findDue(ctx, new Set(), product_id);
    const marked = due.length === 0 ? 0 : await markExpired(ctx, due);
    if (marked === 0 && due.length > 0)
      throw new Error('the expired batches of a product could not be blocked');
    return marked;
  });

/**
 * Marks expired units as unavailable, by each branch's own date. Safe to run twice and during sales. A product that
 * cannot be marked does not hold up the others (docs/rules/jobs.md#records).
 * @returns the number of batches marked
 */
export async function expireBatches(services: Services): Promise<number> {
  const ctx = createSystemCtx(services, 'stock.expire');
  let marked = 0;
  const skipped = new Set<number>();
  const countRound = createLoopLimit('blocking what has expired', ROUNDS_MAX);
  for (;;) {
    countRound();
    const due = await findDue(ctx, skipped);
    if (due.length === 0) return marked;
    const together = due.filter(({ has_failed }) => !has_failed);
    const count = together.length === 0 ? 0 : await markTogether(ctx, together);
    marked += count ?? 0;
    const alone = count === null ? due : due.filter(({ has_failed }) => has_failed);
    for (const record_id of new Set(alone.map(({ product_id }) => product_id))) {
      const job = { queue: 'stock.expire', noun: 'product', record_id } as const;
      await runJobAttempt(services, job, async () => {
        marked += await markProduct(ctx, record_id);
      });
      skipped.add(record_id);
    }
  }
}
