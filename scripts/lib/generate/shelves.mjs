import { bulkInsertThenIndex } from './bulk-insert.mjs';
import { inOneGo, PLACES, randomSql, takeNumbers, tick } from './number-ranges.mjs';
import { putReceipts } from './receipts.mjs';

/** The order lines whose stock is not recorded yet, used or reserved, in the order in which they left the shelf. */
const TAKEN = `
  CREATE TEMP TABLE taken ON COMMIT DROP AS
  SELECT o.id AS order_id, l.id AS line_id, l.item_id, l.product_id, o.branch_id, NOT o.deducted AS waits,
         l.quantity - l.returned_quantity AS quantity,
         CASE WHEN o.deducted THEN coalesce(o.delivered_at, least(o.created_at + interval '20 minutes', now())) ELSE o.created_at END AS at
    FROM "order" o JOIN order_line l ON l.order_id = o.id
   WHERE l.item_id IS NOT NULL AND l.quantity > l.returned_quantity AND o.status_value >= 0
     AND NOT EXISTS (SELECT 1 FROM stock_use u WHERE u.ref_type = 'order' AND u.ref_id = o.id)
     AND NOT EXISTS (SELECT 1 FROM stock_reservation r WHERE r.ref_type = 'order' AND r.ref_id = o.id)`;

/**
 * Adds the batch of each line. Each item of a branch is bought in lots of a fixed size, and a line comes entirely from
 * the batch in which it begins; reserved lines come last.
 */
const CUT = `
  CREATE TEMP TABLE cut ON COMMIT DROP AS
  SELECT r.*, sum(CASE WHEN is_first OR lot <> lag_lot THEN 1 ELSE 0 END) OVER (ORDER BY item_id, branch_id, waits, at, line_id) AS batch_n,
         row_number() OVER (ORDER BY item_id, branch_id, waits, at, line_id) AS n
    FROM (
      SELECT q.*, lag(lot) OVER w AS lag_lot, row_number() OVER w = 1 AS is_first
        FROM (
          SELECT t.*, floor((sum(quantity) OVER w - quantity) / (100 + ${randomSql(21, 150, 'item_id * 100 + branch_id')})) AS lot
            FROM taken t WINDOW w AS (PARTITION BY item_id, branch_id ORDER BY waits, at, line_id ROWS UNBOUNDED PRECEDING)
        ) q WINDOW w AS (PARTITION BY item_id, branch_id ORDER BY waits, at, line_id)
    ) r`;

/**
 * The batches: the received quantity is what was used and reserved, and for most items a rest in the latest batch of
 * each branch. Costs are 70 to 90 percent of the price; every fourth item never expires, the others well after their
 * last use.
 */
const SHELF = `
  CREATE TEMP TABLE shelf ON COMMIT DROP AS
  WITH ${PLACES}
  SELECT s.*, CASE WHEN is_last AND (s.held > 0 OR ${randomSql(22, 6, 's.batch_n')} > 0) THEN 6 + ${randomSql(23, 60, 's.batch_n')} ELSE 0 END AS rest,
         ((s.first_at AT TIME ZONE b.zone)::date - 1 - ${randomSql(24, 9, 's.batch_n')}) AS day,
         round(k.price * (70 + ${randomSql(25, 20, 's.item_id')}) * (97 + ${randomSql(26, 7, 's.batch_n')}) / 10000, 2) AS cost,
         CASE WHEN ${randomSql(27, 8, 's.batch_n')} = 0 THEN 1.05 ELSE 1 END AS discounted,
         CASE WHEN s.item_id % 4 > 0
              THEN greatest((s.last_at AT TIME ZONE b.zone)::date, CASE WHEN is_last OR s.held > 0 THEN now()::date ELSE '-infinity' END)
                   + 4 + ${randomSql(28, 400, 's.item_id * 100 + s.branch_id')} END AS expire_date
    FROM (
      SELECT c.batch_n, c.item_id, c.branch_id, c.product_id, min(at) AS first_at, max(at) AS last_at,
             coalesce(sum(quantity) FILTER (WHERE NOT waits), 0) AS sold,
             coalesce(sum(quantity) FILTER (WHERE waits), 0) AS held,
             coalesce(sum(quantity * extract(epoch FROM at)) FILTER (WHERE NOT waits), 0) AS sold_epoch,
             lead(c.item_id) OVER b IS DISTINCT FROM c.item_id OR lead(c.branch_id) OVER b <> c.branch_id AS is_last
        FROM cut c GROUP BY c.batch_n, c.item_id, c.branch_id, c.product_id
      WINDOW b AS (ORDER BY c.batch_n)
    ) s
    JOIN place b ON b.id = s.branch_id
    JOIN (SELECT i.id, greatest(coalesce(i.price, p.price), 1) AS price FROM product_item i JOIN product p ON p.id = i.product_id) k
      ON k.id = s.item_id`;

/**
 * Inserts the batches, with the days on which their units were sold; they are on the shelf from the start of the
 * receipt's day.
 */
const BATCHES = `
  INSERT INTO stock_batch (id, product_id, item_id, branch_id, reciept_id, receipt_line_id, quantity, remaining_quantity,
    cost_value, cost_value_before_discount, expire_date, sold_days, created_at)
  SELECT b.id, b.product_id, b.item_id, b.branch_id, b.receipt_id, b.line_id, b.quantity, b.quantity - b.sold,
         b.cost, b.before, b.expire_date, (b.sold_epoch - b.sold * extract(epoch FROM b.created_at)) / 86400, b.created_at
    FROM booked b ORDER BY b.id`;

const USES = `
  INSERT INTO stock_use (id, batch_id, item_id, branch_id, ref_type, ref_id, line_id, quantity, cost_value, created_at)
  SELECT $1::int + c.n, b.id, c.item_id, c.branch_id, 'order', c.order_id, c.line_id, c.quantity, b.cost, c.at
    FROM cut c JOIN booked b ON b.batch_n = c.batch_n WHERE NOT c.waits ORDER BY c.n`;

const MOVEMENTS = `
  INSERT INTO stock_movement (batch_id, product_used_id, target, quantity, ref_type, ref_id, created_at)
  SELECT b.id, $1::int + c.n, 1, c.quantity, 'order', c.order_id, c.at
    FROM cut c JOIN booked b ON b.batch_n = c.batch_n WHERE NOT c.waits ORDER BY c.n`;

const RESERVATIONS = `
  INSERT INTO stock_reservation (ref_type, ref_id, item_id, branch_id, quantity, created_at)
  SELECT 'order', order_id, item_id, branch_id, sum(quantity), min(at)
    FROM cut WHERE waits GROUP BY order_id, item_id, branch_id`;

const LEVELS = `
  INSERT INTO stock_level (item_id, branch_id, product_id, on_hand, reserved, value, last_cost)
  SELECT item_id, branch_id, product_id, sum(quantity - sold), sum(held), sum((quantity - sold) * cost),
         (array_agg(cost ORDER BY created_at DESC, id DESC))[1]
    FROM booked GROUP BY item_id, branch_id, product_id ORDER BY item_id, branch_id
  ON CONFLICT (item_id, branch_id) DO UPDATE
    SET on_hand = stock_level.on_hand + excluded.on_hand, reserved = stock_level.reserved + excluded.reserved,
        value = stock_level.value + excluded.value`;

/** Normally triggers update this table; they are disabled during this bulk insert. */
const AVAILABILITY = `
  INSERT INTO product_availability (product_id, branch_ids)
  SELECT product_id, array_agg(branch_id) FILTER (WHERE stocked) FROM stock_level
   WHERE product_id IN (SELECT product_id FROM booked) GROUP BY product_id HAVING bool_or(stocked)
  ON CONFLICT (product_id) DO UPDATE SET branch_ids = excluded.branch_ids`;

/** Normally changes of levels are copied one by one by the worker. */
const SORT_KEYS = `
  INSERT INTO stock_sort_key AS k (item_id, branch_id, product_id, on_hand, available, value, pace)
  SELECT item_id, branch_id, product_id, on_hand, available, value, pace FROM stock_level ORDER BY item_id, branch_id
  ON CONFLICT (branch_id, item_id) DO UPDATE
    SET on_hand = excluded.on_hand, available = excluded.available, value = excluded.value, pace = excluded.pace
  WHERE (k.on_hand, k.available, k.value, k.pace) <> (excluded.on_hand, excluded.available, excluded.value, excluded.pace)`;

const ITEM_SUMS = `
  INSERT INTO stock_item_sum SELECT * FROM stock_item_sums(NULL) ORDER BY item_id
  ON CONFLICT (item_id) DO UPDATE
    SET on_hand = excluded.on_hand, reserved = excluded.reserved, available = excluded.available, expired = excluded.expired,
        value = excluded.value, sale_value = excluded.sale_value`;

const WRITTEN = [
  'receipt',
  'receipt_line',
  'receipt_transaction',
  'stock_batch',
  'stock_use',
  'stock_movement',
  'stock_reservation',
  'stock_level',
  'stock_sort_key',
  'stock_item_sum',
  'product_availability',
];

async function write(client) {
  const batches = await putReceipts(client);
  await client.query(BATCHES);
  const { rows } = await client.query('SELECT max(n)::int AS lines FROM cut');
  const first = await takeNumbers(client, 'stock_use', rows[0].lines);
  await client.query(USES, [first]);
  await client.query(MOVEMENTS, [first]);
  await client.query(RESERVATIONS);
  await client.query(LEVELS);
  await client.query(AVAILABILITY);
  await client.query(SORT_KEYS);
  await client.query(ITEM_SUMS);
  return batches;
}

/**
 * Creates the stock history of the orders' lines: batches from earlier receipts, uses and movements, reservations, and
 * levels with the totals. Orders whose stock is already recorded are skipped, so it can be run again. All or nothing.
 *
 * @param {import('pg').Client} client
 * @returns {Promise<number>} the number of created batches
 */
export async function generateShelves(client) {
  const made = await inOneGo(client, async () => {
    await client.query(TAKEN);
    const { rowCount } = await client.query('SELECT 1 FROM taken LIMIT 1');
    if (rowCount === 0) return 0;
    await client.query(CUT);
    await client.query('DROP TABLE taken; ANALYZE cut');
    await client.query(SHELF);
    await client.query('ANALYZE shelf');
    const batches = await bulkInsertThenIndex(client, WRITTEN, () => write(client));
    await tick(client, ['shelf', 'batch']);
    return batches;
  });
  if (made > 0) await client.query(`VACUUM (ANALYZE, BUFFER_USAGE_LIMIT 0) ${WRITTEN.join(', ')}`);
  return made;
}
