import { DAY_MS } from '@dukkan/commerce';
import type { Services } from '../../../core/ctx.ts';
import { withAdvisoryLock } from '../../../core/lock/with-advisory-lock.ts';
import { FEWEST_DAYS, PACE_DAYS } from '../sales-pace.ts';

/** Advisory lock, so that only one process runs this job. */
const LOCK = 7_340_019;
/** Items that last fewer days are low; the generated column uses the same number (migration stock_low). */
const LOW_DAYS = 7;
/** Number of levels written at once, small enough that no sale waits long. */
const AT_ONCE = 200;

/**
 * Levels whose sales pace changed: units sold in four weeks divided by the days since the item first came in, at least
 * seven (as loadSalesPace computes it).
 */
const CHANGED = `
  WITH sold AS MATERIALIZED (
    SELECT item_id, branch_id, sum(quantity - returned_quantity) AS sold FROM stock_use
     WHERE created_at > $1::timestamptz GROUP BY item_id, branch_id
  ), came AS MATERIALIZED (
    SELECT product_id, item_id, branch_id, min(created_at) AS since FROM stock_batch
     WHERE created_at > $1::timestamptz GROUP BY product_id, item_id, branch_id
  ), young AS MATERIALIZED (
    SELECT item_id, branch_id, extract(epoch FROM $2::timestamptz - since) / 86400 AS days FROM came c
     WHERE NOT EXISTS (
       SELECT 1 FROM stock_batch b WHERE b.product_id = c.product_id AND b.item_id = c.item_id
          AND b.branch_id = c.branch_id AND b.created_at <= $1::timestamptz)
  )
  SELECT l.item_id, l.branch_id, p.pace::text AS pace
    FROM stock_level l LEFT JOIN sold s USING (item_id, branch_id) LEFT JOIN young y USING (item_id, branch_id)
   -- never more than it is: what lasts a week exactly is not low
   CROSS JOIN LATERAL (SELECT trunc(greatest(0, coalesce(s.sold, 0))
      / greatest(${FEWEST_DAYS}, coalesce(y.days, ${PACE_DAYS})), 6) AS pace) p
   -- what is young is a little slower at every look: such a level is written when it tells
   WHERE round(l.pace, 2) <> round(p.pace, 2) OR (l.pace = 0) <> (p.pace = 0)
      OR l.low <> (l.available < ${LOW_DAYS} * p.pace) ORDER BY l.item_id, l.branch_id`;

/** Locks levels in the same order as sales, and skips levels that a sale has locked until the next run. */
const WRITE = `
  WITH free AS (
    SELECT l.item_id, l.branch_id, v.pace
      FROM unnest($1::int[], $2::int[], $3::numeric[]) AS v (item_id, branch_id, pace)
      JOIN stock_level l USING (item_id, branch_id)
     ORDER BY l.item_id, l.branch_id FOR NO KEY UPDATE OF l SKIP LOCKED)
  UPDATE stock_level l SET pace = f.pace FROM free f WHERE l.item_id = f.item_id AND l.branch_id = f.branch_id`;

type Changed = { readonly item_id: number; readonly branch_id: number; readonly pace: string };

/** Updates the sales pace of all levels, so that lists can filter all levels for low stock. */
export async function updateSalesPace(services: Services): Promise<void> {
  const now = services.now();
  const since = new Date(now.getTime() - PACE_DAYS * DAY_MS);
  const { rows } = await withAdvisoryLock(services, LOCK, (send) => send<Changed>(CHANGED, [since, now]));
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE);
    await services.database.pool.query(WRITE, [
      some.map(({ item_id }) => item_id),
      some.map(({ branch_id }) => branch_id),
      some.map(({ pace }) => pace),
    ]);
  }
}
