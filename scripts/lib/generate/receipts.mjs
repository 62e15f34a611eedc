import { PLACES, randomSql, takeNumbers } from './number-ranges.mjs';

/** The number of consecutive lines of a branch in one receipt. */
const LINES = 50;
/** Receipts older than this many days are locked. */
const DONE_DAYS = 30;

const share = (receipt_id) => randomSql(32, 10, receipt_id);
/** Returns SQL for whether a receipt is paid: one in ten is not, nor is one without a value. */
const isPaid = (receipt_id) => `${share(receipt_id)} < 9 AND r.net > 0.02`;

/** Groups the batches of a branch by the day they are needed into receipts; each receipt is dated on its first day. */
const GROUPED = `
  CREATE TEMP TABLE grouped ON COMMIT DROP AS
  SELECT g.*, dense_rank() OVER (ORDER BY on_date, branch_id, part) AS receipt_n
    FROM (
      SELECT f.*, min(day) OVER (PARTITION BY branch_id, part) AS on_date
        FROM (SELECT s.*, (row_number() OVER (PARTITION BY branch_id ORDER BY day, batch_n) - 1) / ${LINES} AS part FROM shelf s) f
    ) g`;

/** The batches of receipts with their ids, in order of arrival. */
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
  SELECT r.receipt_id, s.id, CASE WHEN r.on_date < now()::date - ${DONE_DAYS} THEN 2 ELSE 1 END, r.on_date, r.on_date,
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

/** Of ten receipts seven are paid in full and two in halves; a receipt's payments add up to its paid amount. */
const TRANSACTIONS = `
  INSERT INTO receipt_transaction (receipt_id, value, payment_method, ref_number, on_date, created_at, updated_at)
  SELECT r.id, CASE WHEN share.of < 7 THEN r.paid WHEN part = 1 THEN r.half ELSE r.paid - r.half END,
         m.id, 'T-' || r.id || '-' || part, p.day, p.day, p.day
    FROM (SELECT id, on_date, paid, round(paid / 2, 2) AS half FROM receipt WHERE id > $1::int AND paid > 0) r
   CROSS JOIN LATERAL (SELECT ${share('r.id')} AS of) share
   CROSS JOIN generate_series(1, 2) part
   CROSS JOIN LATERAL (SELECT least(now()::date, r.on_date + part * (3 + ${randomSql(33, 20, 'r.id')})) AS day) p
   CROSS JOIN (SELECT id FROM payment_method WHERE deleted_at IS NULL AND master = 1 ORDER BY type <> 'transfer', id LIMIT 1) m
   WHERE part = 1 OR share.of >= 7
   ORDER BY r.id, part`;

/**
 * Turns the batches in the temporary table `shelf` into receipts of suppliers, accepted and mostly paid; afterwards the
 * table `booked` has each batch with its ids, quantity and time of arrival.
 *
 * @param {import('pg').Client} client in a transaction
 * @returns {Promise<number>} the number of batches
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
