import { type RawBuilder, sql } from 'kysely';
import type { SendQuery } from '../../../core/lock/with-advisory-lock.ts';

// What the facts of each order sum up to, so that the report by order sorts by any amount (docs/adr 0009).

type Sql = RawBuilder<unknown>;

const OF_ORDER = [
  'order_id',
  'counted_at',
  'branch_id',
  'source',
  'status_value',
  'pos',
  'paid',
  'seller_id',
  'client_id',
];
const AMOUNTS = [
  'gross',
  'discount',
  'delivery',
  'tax_added',
  'rounding',
  'fee',
  'tax',
  'goods_ex_tax',
  'cost',
];
const COLUMNS = [...OF_ORDER, 'has_returns', ...AMOUNTS];

/** Sums up the facts of orders; of what an order counted before it was changed nothing is left. */
const SUMS = `
  SELECT ${OF_ORDER.map((name) => `f.${name}`).join(', ')},
         EXISTS (SELECT 1 FROM trade_fact r WHERE r.order_id = f.order_id AND r.return_id IS NOT NULL) AS has_returns,
         ${AMOUNTS.map((name) => `sum(f.${name})`).join(', ')}
    FROM trade_fact f WHERE f.order_id = ANY($1::int[]) AND f.return_id IS NULL
   GROUP BY ${OF_ORDER.map((name) => `f.${name}`).join(', ')} HAVING sum(f.orders) = 1`;

const WRITE = `
  INSERT INTO order_sum (${COLUMNS.join(', ')}) ${SUMS} ORDER BY 1
  ON CONFLICT (order_id) DO UPDATE SET ${COLUMNS.slice(1)
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')}`;

/** Deletes the sums of orders that count nothing any more. */
const DROP = `
  DELETE FROM order_sum s WHERE s.order_id = ANY($1::int[]) AND NOT EXISTS (
    SELECT 1 FROM trade_fact f WHERE f.order_id = s.order_id AND f.return_id IS NULL HAVING sum(f.orders) = 1)`;

/** The number of orders in one statement. */
const CHUNK = 5_000;

/** Sums up orders whose facts were added in this transaction. */
export async function updateOrderSums(send: SendQuery, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += CHUNK) {
    const chunk = [ids.slice(at, at + CHUNK)];
    await send(WRITE, chunk);
    await send(DROP, chunk);
  }
}

/** Condition for sums `s` that are all that the facts of their order say. */
export const isWholeOrderSumSql: Sql = sql`NOT s.has_returns
  AND NOT EXISTS (SELECT 1 FROM trade_fact_pending f WHERE f.order_id = s.order_id)`;

/**
 * SQL for all other orders, whose facts must be summed up: a SELECT of ids.
 * @param made a condition on the moment `at` of an order
 */
export const ordersNotSummedSql = (made: (at: Sql) => Sql): Sql => sql`
  SELECT s.order_id AS id FROM order_sum s WHERE s.has_returns AND ${made(sql`s.counted_at`)}
   UNION
  SELECT f.order_id FROM trade_fact_pending f
   UNION
  SELECT o.id FROM trade_fact_gap g JOIN "order" o ON o.id > g.from_id AND o.id <= g.upto_id
   WHERE ${made(sql`o.created_at`)} AND NOT EXISTS (SELECT 1 FROM trade_fact f WHERE f.order_id = o.id)`;
