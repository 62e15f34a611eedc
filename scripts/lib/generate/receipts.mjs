import { PLACES, randomSql, takeNumbers } from './number-ranges.mjs';

/** So many lines of a branch, one after the other, come in together. */
const LINES = 50;
/** Receipts so many days old are done and locked. */
const DONE_DAYS = 30;

const share = (receipt_id) => randomSql(32, 10, receipt_id);
/** One of ten is not paid yet, nor what is worth nothing. */
const isPaid = (receipt_id) => `${share(receipt_id)} < 9 AND r.net > 0.02`;

/** Batches of a branch by the day they were wanted, cut into receipts of some supplier; each comes on its first day. */
const GROUPED = `
  CREATE TEMP TABLE grouped ON COMMIT DROP AS
  SELECT g.*, dense_rank() OVER (ORDER BY on_date, branch_id, part) AS receipt_n
    FROM (
      SELECT f.*, min(day) OVER (PARTITION BY branch_id, part) AS on_date
        FROM (SELECT s.*, (row_number() OVER (PARTITION BY branch_id ORDER BY day, batch_n) - 1) / ${LINES} AS part FROM shelf s) f
    ) g`;

/** What comes in, with its numbers, in the order in which it comes. */
const BOOKED = `
  CREATE TEMP TABLE booked ON COMMIT DROP AS
  WITH ${PLACES}
  SELECT $1::int + g.receipt_n::int AS receipt_id, $2::int + (row_number() OVER w)::int AS id,
         $3::int + (row_number() OVER w)::int AS line_id, g.batch_n, g.item_id, g.branch_id, g.product_id, g.sold, g.held,
         g.sold + g.held + g.rest AS quantity, g.sold_epoch, g.cost, round(g.cost * g.discounted, 2) AS before,
         g.expire_date, g.on_date, g.on_date::timestamp AT TIME ZONE p.zone AS created_at,
         row_number() OVER (PARTITION BY g.receipt_n ORDER BY g.batch_n) - 1 AS ord
    FROM grouped g JOIN place p ON p.id = g.branch_id
  WINDOW w AS (ORDER BY g.receipt_n, g.batch_n)`;

const RECEIPTS = `
  WITH known AS MATERIALIZED (
    SELECT id, (row_number() OVER (ORDER BY id) - 1)::int AS n FROM supplier WHERE deleted_at IS NULL
  )
  INSERT INTO receipt (id, supplier_id, status, on_date, invoice_date, invoice_number, branch_ids, lines_count, quantity, total,
    net, paid, created_at, updated_at)
  SELECT r.receipt_id, s.id, CASE WHEN r.on_date < current_date - ${DONE_DAYS} THEN 2 ELSE 1 END, r.on_date, r.on_date,
         'R-' || r.receipt_id, ARRAY[r.branch_id], r.lines, r.quantity, r.total, r.net,
         CASE WHEN ${isPaid('r.receipt_id')} THEN r.net ELSE 0 END, r.created_at, r.created_at
    FROM (
      SELECT receipt_id, on_date, branch_id, created_at, count(*) AS lines, sum(quantity) AS quantity,
             sum(quantity * before) AS total, sum(quantity * cost) AS net
        FROM booked GROUP BY receipt_id, on_date, branch_id, created_at
    ) r
    JOIN known s ON s.n = ${randomSql(31, 1_000_000, 'r.receipt_id')} % (SELECT count(*) FROM known)
   ORDER BY r.receipt_id`;

const RECEIPT_LINES = `
  INSERT INTO receipt_line (id, receipt_id, product_id, item_id, branch_id, quantity, cost_value, cost_value_before_discount,
    expire_date, ord)
  SELECT line_id, receipt_id, product_id, item_id, branch_id, quantity, cost, before, expire_date, ord FROM booked ORDER BY line_id`;

/** Seven of ten are paid whole, two in halves; a receipt's payments sum up to what it says. */
const TRANSACTIONS = `
  INSERT INTO receipt_transaction (receipt_id, value, payment_method, ref_number, on_date, created_at, updated_at)
  SELECT r.id, CASE WHEN share.of < 7 THEN r.paid WHEN part = 1 THEN r.half ELSE r.paid - r.half END,
         m.id, 'T-' || r.id || '-' || part, p.day, p.day, p.day
    FROM (SELECT id, on_date, paid, round(paid / 2, 2) AS half FROM receipt WHERE id > $1::int AND paid > 0) r
   CROSS JOIN LATERAL (SELECT ${share('r.id')} AS of) share
   CROSS JOIN generate_series(1, 2) part
   CROSS JOIN LATERAL (SELECT least(current_date, r.on_date + part * (3 + ${randomSql(33, 20, 'r.id')})) AS day) p
   CROSS JOIN (SELECT id FROM payment_method WHERE deleted_at IS NULL AND master = 1 ORDER BY type <> 'transfer', id LIMIT 1) m
   WHERE part = 1 OR share.of >= 7
   ORDER BY r.id, part`;

/**
 * Turns the batches of temporary table `shelf` into receipts of suppliers, booked and mostly paid; afterwards table `booked`
 * names each batch with its numbers, its quantity and when it came.
 *
 * @param {import('pg').Client} client in a transaction
 * @returns {Promise<number>} how many batches there are
 */
export async function putReceipts(client) {
  await client.query(GROUPED);
  const { rows } = await client.query(
    'SELECT max(receipt_n)::int AS receipts, count(*)::int AS batches FROM grouped',
  );
  const [{ receipts, batches }] = rows;
  const first = await takeNumbers(client, 'receipt', receipts);
  await client.query(BOOKED, [
    first,
    await takeNumbers(client, 'stock_batch', batches),
    await takeNumbers(client, 'receipt_line', batches),
  ]);
  await client.query('DROP TABLE grouped; ANALYZE booked');
  await client.query(RECEIPTS);
  await client.query(RECEIPT_LINES);
  await client.query(TRANSACTIONS, [first]);
  return batches;
}
