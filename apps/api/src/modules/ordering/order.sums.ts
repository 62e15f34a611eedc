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
   CROSS JOIN LATERAL (SELECT $1::text AS zone UNION SELECT b.settings->>'timezone') z
   WHERE z.zone IS NOT NULL ORDER BY 1, 2`;
type Pair = { readonly branch_id: number; readonly zone: string };

/** Zones that nobody lives in any more; a sum without its zone is of nothing. */
const FORGET = `
  DELETE FROM order_sum_zone k WHERE NOT EXISTS (
    SELECT 1 FROM unnest($1::int[], $2::text[]) AS w (branch_id, zone) WHERE w.branch_id = k.branch_id AND w.zone = k.zone)`;
const FORGET_DAYS = `
  DELETE FROM order_sum s WHERE NOT EXISTS (
    SELECT 1 FROM order_sum_zone k WHERE k.branch_id = s.branch_id AND k.zone = s.zone)`;

/** What was kept and what is given, where both are of the same day. */
const PLUS = `DO UPDATE
     SET count = s.count + excluded.count, total = s.total + excluded.total, unpaid = s.unpaid + excluded.unpaid`;

/** What each branch has become since, and the shop with it. */
const ADD = `
  WITH taken AS (DELETE FROM order_change RETURNING branch_id, created_at, status_value, source, currency, count, total, unpaid),
  given AS (
    SELECT t.branch_id, k.zone, (t.created_at AT TIME ZONE k.zone)::date AS day, t.status_value, t.source, t.currency,
           sum(t.count) AS count, sum(t.total) AS total, sum(t.unpaid) AS unpaid
      FROM taken t JOIN order_sum_zone k USING (branch_id) GROUP BY 1, 2, 3, 4, 5, 6
    HAVING sum(t.count) <> 0 OR sum(t.total) <> 0 OR sum(t.unpaid) <> 0
  ), shop AS (
    INSERT INTO order_sum_shop AS s (zone, day, status_value, source, currency, count, total, unpaid)
    SELECT zone, day, status_value, source, currency, sum(count), sum(total), sum(unpaid)
      FROM given JOIN order_sum_shop_zone USING (zone) GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT (zone, day, status_value, source, currency) ${PLUS}
  )
  INSERT INTO order_sum AS s (branch_id, zone, day, status_value, source, currency, count, total, unpaid)
  SELECT branch_id, zone, day, status_value, source, currency, count, total, unpaid FROM given
  ON CONFLICT (branch_id, zone, day, status_value, source, currency) ${PLUS}`;

/** What has come to nothing. */
const EMPTY = ['order_sum', 'order_sum_shop'].map(
  (table) => `DELETE FROM ${table} WHERE count = 0 AND total = 0 AND unpaid = 0`,
);

/** All that its branches have in the shop's zone; it is told of in no other. */
const MAKE_SHOP = `
  INSERT INTO order_sum_shop (zone, day, status_value, source, currency, count, total, unpaid)
  SELECT zone, day, status_value, source, currency, sum(count), sum(total), sum(unpaid)
    FROM order_sum JOIN order_sum_zone USING (branch_id, zone) WHERE zone = $1 GROUP BY 1, 2, 3, 4, 5`;

/** All orders of a branch, less what is still to be added: one snapshot tells both. */
const MAKE = `
  INSERT INTO order_sum (branch_id, zone, day, status_value, source, currency, count, total, unpaid)
  SELECT $1::int, $2::text, (o.created_at AT TIME ZONE $2)::date, o.status_value, o.source, o.currency, sum(o.count),
         sum(o.total), sum(o.unpaid)
    FROM (SELECT created_at, status_value, source, currency, 1 AS count, due AS total,
                 (status_value <> -1 AND due - returned_value > paid_amount)::int AS unpaid
            FROM "order" WHERE branch_id = $1
           UNION ALL
          SELECT created_at, status_value, source, currency, -count, -total, -unpaid FROM order_change WHERE branch_id = $1) o
   GROUP BY 3, 4, 5, 6 HAVING sum(o.count) <> 0 OR sum(o.total) <> 0 OR sum(o.unpaid) <> 0`;

/** Makes the sums of the shop out of those of its branches, unless they are there. */
const makeShopSums = (services: Services, zone: string): Promise<void> =>
  alone(services, LOCK, async (send) => {
    const kept = await send('INSERT INTO order_sum_shop_zone (zone) VALUES ($1) ON CONFLICT DO NOTHING', [
      zone,
    ]);
    if (kept.rowCount === 0) return;
    await send('DELETE FROM order_sum_shop_zone WHERE zone <> $1', [zone]);
    await send('DELETE FROM order_sum_shop');
    await send(MAKE_SHOP, [zone]);
  });

/** What is wanted, without the zones that this database does not know: one of them would stop the sums of all. */
async function wantedOf(services: Services, zone: string): Promise<readonly Pair[]> {
  const { pool } = services.database;
  const { rows } = await pool.query<Pair>(WANTED, [zone]);
  const known = new Set<string>();
  for (const name of new Set(rows.map((pair) => pair.zone)))
    try {
      await pool.query('SELECT now() AT TIME ZONE $1', [name]);
      known.add(name);
    } catch (error) {
      services.log.error({ err: error, zone: name }, 'the database does not know a time zone of the shop');
    }
  return rows.filter((pair) => known.has(pair.zone));
}

/** Makes the sums of a branch in a zone, unless they are there. */
const makeSums = (services: Services, { branch_id, zone }: Pair): Promise<void> =>
  alone(services, LOCK, async (send) => {
    const kept = await send(
      'INSERT INTO order_sum_zone (branch_id, zone) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [branch_id, zone],
    );
    if (kept.rowCount === 0) return;
    await send('DELETE FROM order_sum WHERE branch_id = $1 AND zone = $2', [branch_id, zone]);
    await send(MAKE, [branch_id, zone]);
  });

/**
 * Adds what orders became since to the sums of their days, and makes those of branches and zones that are new. Answers
 * are true at every moment: what is not added yet is read beside the sums, and what has no sums is read from the orders.
 */
export async function sumUpOrders(services: Services): Promise<void> {
  const { zone } = await readShop(systemCtx(services, 'order.sum'));
  const wanted = await wantedOf(services, zone);
  const lacking = await alone(services, LOCK, async (send) => {
    await send(FORGET, [wanted.map(({ branch_id }) => branch_id), wanted.map(({ zone }) => zone)]);
    await send(FORGET_DAYS);
    await send(ADD);
    for (const empty of EMPTY) await send(empty);
    const { rows } = await send<Pair>('SELECT branch_id, zone FROM order_sum_zone');
    const kept = new Set(rows.map(({ branch_id, zone }) => `${branch_id} ${zone}`));
    return wanted.filter(({ branch_id, zone }) => !kept.has(`${branch_id} ${zone}`));
  });
  for (const pair of lacking) await makeSums(services, pair);
  if (wanted.some((pair) => pair.zone === zone)) await makeShopSums(services, zone);
}
