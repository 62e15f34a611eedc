/** The number of batches in one transaction, which must fit beside a running shop. */
const CHUNK = 100_000;

/** Selects the items and active branches that get stock. Items are numbered by sales, branches from 0. */
async function choosePlaces(client) {
  await client.query('DROP TABLE IF EXISTS stocked_item, stocked_branch');
  await client.query(`
    CREATE TEMP TABLE stocked_item AS
    SELECT i.id, i.product_id, (row_number() OVER (ORDER BY hashint4(i.id), i.id) - 1)::int AS n FROM product_item i
      JOIN product p ON p.id = i.product_id
     WHERE i.deleted_at IS NULL AND p.deleted_at IS NULL AND i.barcode IS NOT NULL`);
  await client.query(`
    CREATE TEMP TABLE stocked_branch AS
    SELECT id, (row_number() OVER (ORDER BY id) - 1)::int AS n FROM branch WHERE deleted_at IS NULL ORDER BY id LIMIT 20`);
  await client.query('CREATE UNIQUE INDEX ON stocked_item (n); ANALYZE stocked_item; ANALYZE stocked_branch');
}

/**
 * Creates batches number `from` to `to` with their sales, and the levels with the totals. Items that sell more are
 * received more; two of three batches are sold out, the others in part.
 */
const CHUNK_SQL = `
  WITH total AS (
    SELECT (SELECT count(*) FROM stocked_item)::int AS items, (SELECT count(*) FROM stocked_branch)::int AS branches
  ), numbered AS (
    -- one stride for each choice, so that they do not move together
    SELECT g, (g::bigint * 7919 % 1000003) / 1000003.0 AS a, g::bigint * 104729 % 1000033 AS b, g::bigint * 15485863 % 1000037 AS c
      FROM generate_series($1::int, $2::int) g
  ), batch AS MATERIALIZED (
    SELECT nextval(pg_get_serial_sequence('stock_batch', 'id'))::int AS id,
           nextval(pg_get_serial_sequence('stock_use', 'id'))::int AS use_id, i.product_id, i.id AS item_id, s.id AS branch_id,
           12 + n.b % 240 AS quantity,
           CASE WHEN n.c % 3 > 0 THEN 12 + n.b % 240 ELSE greatest(1, (12 + n.b % 240) * (n.c % 11) / 11) END AS sold,
           1 + n.b % 900 / 100.0 AS cost_value,
           -- what is left came in lately, and most of it keeps for a while
           CASE WHEN n.c % 4 = 0 THEN NULL
                ELSE now()::date + (CASE WHEN n.c % 3 > 0 THEN n.b % 400 - 400 ELSE 1 + n.b % 400 END)::int END AS expire_date,
           date_trunc('milliseconds', now())
             - (CASE WHEN n.c % 3 > 0 THEN 60 + n.c % 500 ELSE 1 + n.c % 59 END) * interval '1 day' AS created_at,
           CASE WHEN n.c % 3 > 0 THEN 1 + n.c % 50 ELSE (1 + n.c % 59) / 2.0 END AS days
      FROM numbered n CROSS JOIN total t
      JOIN stocked_item i ON i.n = least(t.items - 1, floor(t.items * n.a * n.a)::int)
      JOIN stocked_branch s ON s.n = n.b % t.branches
  ), received AS (
    INSERT INTO stock_batch (id, product_id, item_id, branch_id, quantity, remaining_quantity, cost_value,
      cost_value_before_discount, expire_date, sold_days, created_at)
    SELECT id, product_id, item_id, branch_id, quantity, quantity - sold, cost_value, cost_value,
           expire_date, sold * days, created_at FROM batch
  ), used AS (
    INSERT INTO stock_use (id, batch_id, item_id, branch_id, ref_type, ref_id, line_id, quantity, cost_value, created_at)
    SELECT use_id, id, item_id, branch_id, 'generated', id, 1, sold, cost_value, created_at + days * interval '1 day'
      FROM batch
  ), moved AS (
    INSERT INTO stock_movement (batch_id, product_used_id, target, quantity, ref_type, ref_id, created_at)
    SELECT id, use_id, 1, sold, 'generated', id, created_at + days * interval '1 day' FROM batch
  )
  INSERT INTO stock_level (item_id, branch_id, product_id, on_hand, value, last_cost)
  SELECT item_id, branch_id, product_id, sum(quantity - sold), sum((quantity - sold) * cost_value), max(cost_value)
    FROM batch GROUP BY item_id, branch_id, product_id ORDER BY item_id, branch_id
  ON CONFLICT (item_id, branch_id) DO UPDATE
    SET on_hand = stock_level.on_hand + excluded.on_hand, value = stock_level.value + excluded.value`;

/**
 * Fills every active branch with batches of every item: received, partly or fully sold, with or without an expiry date,
 * with levels that have the totals (`npm run verify` passes). Set-based; existing rows stay, so it can be run again.
 *
 * @param {import('pg').Client} client
 * @param {number} batches the total number
 * @returns {Promise<number>} the number of created batches
 */
export async function generateStock(client, batches) {
  // every generated batch has exactly one use
  const { rows } = await client.query(
    `SELECT count(*)::int AS there FROM stock_use WHERE ref_type = 'generated'`,
  );
  const [{ there }] = rows;
  if (there >= batches) return 0;
  await choosePlaces(client);
  for (let from = there + 1; from <= batches; from += CHUNK)
    await client.query(CHUNK_SQL, [from, Math.min(batches, from + CHUNK - 1)]);
  // updates statistics and the visibility map for index-only scans
  await client.query('VACUUM (ANALYZE) stock_batch, stock_use, stock_movement, stock_level');
  return batches - there;
}
