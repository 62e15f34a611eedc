import { createLoopLimit } from '../../../core/bounded.ts';
import type { Services } from '../../../core/ctx.ts';
import { withAdvisoryLock } from '../../../core/lock/with-advisory-lock.ts';

// The sort keys of the stock list, which are copied out of the levels (docs/adr 0009).

/** Advisory lock, so that only one process runs this job. */
const LOCK = 7_340_034;
/** Number of changes in one transaction, so that none is long. */
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
  )
  SELECT count(*)::int AS taken FROM taken`;

/** Copies the sort keys of changed levels. The list is correct at any time, because it reads changed levels themselves. */
export async function updateSortKeys(services: Services): Promise<void> {
  const countRound = createLoopLimit('copying sort keys of stock levels', ROUNDS_MAX);
  for (;;) {
    countRound();
    const { rows } = await withAdvisoryLock(services, LOCK, (send) => send<{ taken: number }>(COPY));
    if ((rows[0]?.taken ?? 0) < AT_ONCE) return;
  }
}
