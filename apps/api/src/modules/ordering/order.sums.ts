import { alone } from '../../core/alone.ts';
import { systemCtx } from '../../core/ctx.ts';
import type { Services } from '../../core/services.ts';
import { readShop } from './order.shop.ts';

// Orders by day, state and channel, kept as sums (docs/adr 0009). What an order counts is written beside it by triggers
// (order_change); here it is added to the sums, and the sums of a branch or a time zone that is new are made.

/** Whose turn it is to add up. */
const LOCK = 7_340_018;

/** The branches and zones whose days are asked for: every branch in the shop's zone and in its own, closed ones too. */
const WANTED = `
  SELECT b.id AS branch_id, z.zone FROM branch b
   CROSS JOIN LATERAL (SELECT $1::text AS zone UNION SELECT b.settings->>'timezone') z WHERE z.zone IS NOT NULL`;

/** Days of zones that nobody lives in any more; a sum without its zone is of nothing. */
const FORGET = `
  WITH gone AS (
    DELETE FROM order_sum_zone k WHERE NOT EXISTS (
      SELECT 1 FROM (${WANTED}) w WHERE w.branch_id = k.branch_id AND w.zone = k.zone) RETURNING branch_id, zone)
  DELETE FROM order_sum s USING gone g WHERE s.branch_id = g.branch_id AND s.zone = g.zone`;

const ADD = `
  WITH taken AS (DELETE FROM order_change RETURNING branch_id, created_at, status_value, source, count, total, unpaid)
  INSERT INTO order_sum AS s (branch_id, zone, day, status_value, source, count, total, unpaid)
  SELECT t.branch_id, k.zone, (t.created_at AT TIME ZONE k.zone)::date, t.status_value, t.source, sum(t.count),
         sum(t.total), sum(t.unpaid)
    FROM taken t JOIN order_sum_zone k USING (branch_id) GROUP BY 1, 2, 3, 4, 5
  HAVING sum(t.count) <> 0 OR sum(t.total) <> 0 OR sum(t.unpaid) <> 0
  ON CONFLICT (branch_id, zone, day, status_value, source) DO UPDATE
     SET count = s.count + excluded.count, total = s.total + excluded.total, unpaid = s.unpaid + excluded.unpaid`;

/** All orders of a branch, less what is still to be added: one snapshot tells both. */
const MAKE = `
  INSERT INTO order_sum (branch_id, zone, day, status_value, source, count, total, unpaid)
  SELECT $1::int, $2::text, (o.created_at AT TIME ZONE $2)::date, o.status_value, o.source, sum(o.count), sum(o.total),
         sum(o.unpaid)
    FROM (SELECT created_at, status_value, source, 1 AS count, due AS total,
                 (status_value <> -1 AND due - returned_value > paid_amount)::int AS unpaid
            FROM "order" WHERE branch_id = $1
           UNION ALL
          SELECT created_at, status_value, source, -count, -total, -unpaid FROM order_change WHERE branch_id = $1) o
   GROUP BY 3, 4, 5 HAVING sum(o.count) <> 0 OR sum(o.total) <> 0 OR sum(o.unpaid) <> 0`;

/**
 * Adds what orders became since to the sums of their days, and makes those of branches and zones that are new. Answers
 * are true at every moment: what is not added yet is read beside the sums, and what has no sums is read from the orders.
 */
export async function sumUpOrders(services: Services): Promise<void> {
  const { zone } = await readShop(systemCtx(services, 'order.sum'));
  await alone(services, LOCK, async (send) => {
    await send(FORGET, [zone]);
    await send(ADD);
    await send('DELETE FROM order_sum WHERE count = 0 AND total = 0 AND unpaid = 0');
  });
  const { rows } = await services.database.pool.query<{ branch_id: number; zone: string }>(
    `${WANTED} EXCEPT SELECT branch_id, zone FROM order_sum_zone ORDER BY 1, 2`,
    [zone],
  );
  for (const missing of rows)
    await alone(services, LOCK, async (send) => {
      const pair = [missing.branch_id, missing.zone];
      const kept = await send(
        'INSERT INTO order_sum_zone (branch_id, zone) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        pair,
      );
      if (kept.rowCount === 0) return;
      await send('DELETE FROM order_sum WHERE branch_id = $1 AND zone = $2', pair);
      await send(MAKE, pair);
    });
}
