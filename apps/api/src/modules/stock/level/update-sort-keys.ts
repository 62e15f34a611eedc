import { createLoopLimit } from '../../../core/bounded.ts';
import type { Services } from '../../../core/ctx.ts';
import { withAdvisoryLock } from '../../../core/lock/with-advisory-lock.ts';

// The sort keys of the stock list and the sums of items over all branches, which are made out of the levels (docs/adr 0009).

/** Advisory lock, so that only one process runs this job. */
const LOCK = 7_340_034;
/** Number of changes of levels, and of prices, in one transaction, so that none is long. */
const AT_ONCE = 20_000;
/** Maximum number of rounds: enough for 20 million changes; the next run does the rest. */
const ROUNDS_MAX = 1_000;

/**
 * Takes changes and copies their levels. All of it sees one snapshot: a level that changes meanwhile leaves a mark that is
 * not taken yet.
 */
const COPY = `
  WITH taken AS (
    DELETE FROM stock_level_change WHERE ctid = ANY(ARRAY(SELECT ctid FROM stock_level_change LIMIT ${AT_ONCE}))
    RETURNING item_id, branch_id
  ), priced AS (
    DELETE FROM stock_price_change WHERE ctid = ANY(ARRAY(SELECT ctid FROM stock_price_change LIMIT ${AT_ONCE}))
    RETURNING product_id
  ), changed AS MATERIALIZED (
    SELECT DISTINCT item_id, branch_id FROM taken ORDER BY item_id, branch_id
  ), now AS MATERIALIZED (
    SELECT c.item_id, c.branch_id, l.product_id, l.on_hand, l.available, l.value, l.pace
      FROM changed c LEFT JOIN LATERAL (
        SELECT * FROM stock_level l WHERE l.item_id = c.item_id AND l.branch_id = c.branch_id OFFSET 0) l ON TRUE
  ), gone AS (
    DELETE FROM stock_sort_key k USING now n
     WHERE n.product_id IS NULL AND k.branch_id = n.branch_id AND k.item_id = n.item_id
  ), copied AS (
    INSERT INTO stock_sort_key AS k (item_id, branch_id, product_id, on_hand, available, value, pace)
    SELECT item_id, branch_id, product_id, on_hand, available, value, pace FROM now WHERE product_id IS NOT NULL
    ON CONFLICT (branch_id, item_id) DO UPDATE
      SET product_id = excluded.product_id, on_hand = excluded.on_hand, available = excluded.available, value = excluded.value,
          pace = excluded.pace
    WHERE (k.product_id, k.on_hand, k.available, k.value, k.pace)
       <> (excluded.product_id, excluded.on_hand, excluded.available, excluded.value, excluded.pace)
  ), items AS MATERIALIZED (
    SELECT item_id FROM taken UNION
    SELECT i.id FROM (SELECT DISTINCT product_id FROM priced) c
      CROSS JOIN LATERAL (SELECT * FROM product_item i WHERE i.product_id = c.product_id OFFSET 0) i
  ), sums AS MATERIALIZED (
    SELECT s.* FROM stock_item_sums(ARRAY(SELECT item_id FROM items)) s ORDER BY s.item_id
  ), empty AS (
    DELETE FROM stock_item_sum WHERE item_id = ANY(ARRAY(SELECT item_id FROM items EXCEPT SELECT item_id FROM sums))
  ), summed AS (
    INSERT INTO stock_item_sum AS k SELECT * FROM sums
    ON CONFLICT (item_id) DO UPDATE
      SET product_id = excluded.product_id, on_hand = excluded.on_hand, reserved = excluded.reserved,
          available = excluded.available, expired = excluded.expired, value = excluded.value, sale_value = excluded.sale_value
    WHERE (k.product_id, k.on_hand, k.reserved, k.available, k.expired, k.value, k.sale_value)
       <> (excluded.product_id, excluded.on_hand, excluded.reserved, excluded.available, excluded.expired, excluded.value,
           excluded.sale_value)
  )
  SELECT (SELECT count(*) FROM taken) >= ${AT_ONCE} OR (SELECT count(*) FROM priced) >= ${AT_ONCE} AS has_more`;

/**
 * Copies the sort keys of changed levels and sums up their items anew. List and report are correct at any time, because they
 * read what changed from the levels themselves.
 */
export async function updateSortKeys(services: Services): Promise<void> {
  const countRound = createLoopLimit('copying sort keys of stock levels', ROUNDS_MAX);
  for (;;) {
    countRound();
    const { rows } = await withAdvisoryLock(services, LOCK, (send) => send<{ has_more: boolean }>(COPY));
    if (!rows[0]?.has_more) return;
  }
}
