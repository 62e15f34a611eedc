import { FACT_INVARIANTS } from './fact-invariants.ts';
import { ORDER_INVARIANTS } from './order-invariants.ts';
import { REPORT_INVARIANTS } from './report-invariants.ts';

/** Invariants of the database; each query returns the rows that break one. */
export const INVARIANTS: Readonly<Record<string, string>> = {
  'an active administrator is left': `
    SELECT 1 AS breach WHERE NOT EXISTS (
      SELECT 1 FROM account a JOIN role r ON r.id = a.role_id
       WHERE a.deleted_at IS NULL AND a.status = 1 AND r.deleted_at IS NULL AND r.status = 1
         AND 'admin' = ANY(r.permissions))`,
  'no place stands below itself': `
    WITH RECURSIVE up AS (
      SELECT id, parent_id FROM location WHERE parent_id IS NOT NULL
      UNION SELECT up.id, l.parent_id FROM up JOIN location l ON l.id = up.parent_id WHERE l.parent_id IS NOT NULL
    ) SELECT id FROM up WHERE id = parent_id`,
  'no living account holds a deleted role': `
    SELECT a.id FROM account a JOIN role r ON r.id = a.role_id
     WHERE a.deleted_at IS NULL AND r.deleted_at IS NOT NULL`,
  'no living account belongs to a deleted branch': `
    SELECT a.id FROM account a JOIN branch b ON b.id = a.branch_id
     WHERE a.deleted_at IS NULL AND b.deleted_at IS NOT NULL`,
  'no disabled or deleted account has a living session': `
    SELECT s.id FROM session s JOIN account a ON a.id = s.account_id
     WHERE s.revoked_at IS NULL AND (a.deleted_at IS NOT NULL OR a.status = 0)`,
  'an account names each till once': `
    SELECT a.id FROM account a
     WHERE cardinality(a.pos) <> (SELECT count(DISTINCT till) FROM unnest(a.pos) AS t(till))`,
  'no code was used twice or after its fifth try': `
    SELECT handle FROM code_request WHERE tries > 5`,
  'no audit row is sealed twice or out of order': `
    SELECT s.chain_no FROM audit_seal s JOIN audit_seal later ON later.chain_no = s.chain_no + 1
     WHERE later.prev_hash <> s.hash`,
  'no category stands below itself, or below what is deleted': `
    WITH RECURSIVE down AS (
      SELECT id FROM category WHERE id = 1 AND deleted_at IS NULL
      UNION SELECT c.id FROM down JOIN category c ON c.parent_id = down.id WHERE c.deleted_at IS NULL
    ) SELECT id FROM category WHERE deleted_at IS NULL AND id NOT IN (SELECT id FROM down)`,
  'no living product is in a deleted category, of a deleted brand or taxed by a deleted type': `
    SELECT p.id FROM product p
      LEFT JOIN brand b ON b.id = p.brand_id LEFT JOIN tax_type t ON t.id = p.tax_type_id
     WHERE p.deleted_at IS NULL AND (b.deleted_at IS NOT NULL OR t.deleted_at IS NOT NULL OR EXISTS (
       SELECT 1 FROM product_category l JOIN category c ON c.id = l.category_id
        WHERE l.product_id = p.id AND c.deleted_at IS NOT NULL))`,
  'a living product has a living item, a deleted one none that is scanned': `
    SELECT p.id FROM product p WHERE (p.deleted_at IS NULL) <> EXISTS (
      SELECT 1 FROM product_item i WHERE i.product_id = p.id AND i.deleted_at IS NULL
        AND (p.deleted_at IS NULL OR i.barcode IS NOT NULL))`,
  'what remains of a batch is what its movements leave': `
    SELECT b.id, b.quantity, b.remaining_quantity, m.moved FROM stock_batch b
      LEFT JOIN (SELECT batch_id, sum(CASE WHEN target IN (2, 4) THEN quantity ELSE -quantity END) AS moved
                   FROM stock_movement GROUP BY batch_id) m ON m.batch_id = b.id
     WHERE b.remaining_quantity <> b.quantity + coalesce(m.moved, 0)`,
  'a level is the sum of its batches, reservations and deficits': `
    SELECT l.item_id, l.branch_id, l.on_hand, l.expired, l.reserved, l.deficit, l.value FROM stock_level l
      LEFT JOIN (SELECT item_id, branch_id, sum(remaining_quantity) AS on_hand,
                        sum(remaining_quantity) FILTER (WHERE expired) AS expired,
                        sum(remaining_quantity * cost_value) AS value
                   FROM stock_batch GROUP BY item_id, branch_id) b USING (item_id, branch_id)
      LEFT JOIN (SELECT item_id, branch_id, sum(quantity) AS held FROM stock_reservation
                  GROUP BY item_id, branch_id) r USING (item_id, branch_id)
      LEFT JOIN (SELECT item_id, branch_id, sum(quantity - returned_quantity) AS owed FROM stock_use
                  WHERE batch_id IS NULL GROUP BY item_id, branch_id) d USING (item_id, branch_id)
     WHERE l.on_hand <> coalesce(b.on_hand, 0) OR l.expired <> coalesce(b.expired, 0)
        OR l.value <> coalesce(b.value, 0) OR l.reserved <> coalesce(r.held, 0) OR l.deficit <> coalesce(d.owed, 0)`,
  'a product is available where its levels say that something is in stock': `
    SELECT p.id FROM product p LEFT JOIN product_availability a ON a.product_id = p.id
     WHERE ARRAY(SELECT unnest(a.branch_ids) ORDER BY 1) IS DISTINCT FROM
           CASE WHEN a.product_id IS NOT NULL
                THEN ARRAY(SELECT l.branch_id FROM stock_level l WHERE l.product_id = p.id AND l.stocked ORDER BY 1) END`,
  'the sort keys of levels are those of levels that did not change since': `
    SELECT item_id, branch_id FROM (
      (SELECT item_id, branch_id, product_id, on_hand, available, value, pace FROM stock_level
        EXCEPT SELECT item_id, branch_id, product_id, on_hand, available, value, pace FROM stock_sort_key)
       UNION ALL
      (SELECT item_id, branch_id, product_id, on_hand, available, value, pace FROM stock_sort_key
        EXCEPT SELECT item_id, branch_id, product_id, on_hand, available, value, pace FROM stock_level)) x
     WHERE (item_id, branch_id) NOT IN (SELECT item_id, branch_id FROM stock_level_change)`,
  'the sums of items are those of levels and prices that did not change since': `
    SELECT item_id FROM (
      (SELECT * FROM stock_item_sums(NULL) EXCEPT SELECT * FROM stock_item_sum) UNION ALL
      (SELECT * FROM stock_item_sum EXCEPT SELECT * FROM stock_item_sums(NULL))) x
     WHERE item_id NOT IN (SELECT item_id FROM stock_level_change)
       AND product_id NOT IN (SELECT product_id FROM stock_price_change)`,
  'every batch, reservation and deficit stands in a level': `
    SELECT item_id, branch_id FROM (
      SELECT item_id, branch_id FROM stock_batch UNION SELECT item_id, branch_id FROM stock_reservation
      UNION SELECT item_id, branch_id FROM stock_use) x
     WHERE NOT EXISTS (SELECT 1 FROM stock_level l WHERE l.item_id = x.item_id AND l.branch_id = x.branch_id)`,
  'a use is what its movements took and brought back': `
    SELECT u.id, u.quantity, u.returned_quantity, m.sold, m.back FROM stock_use u
      LEFT JOIN (SELECT product_used_id, sum(quantity) FILTER (WHERE target = 1) AS sold,
                        sum(quantity) FILTER (WHERE target = 2) AS back
                   FROM stock_movement GROUP BY product_used_id) m ON m.product_used_id = u.id
     WHERE u.batch_id IS NOT NULL
       AND (u.quantity <> coalesce(m.sold, 0) OR u.returned_quantity <> coalesce(m.back, 0))`,
  'an item belongs to the product that its lines and batches name': `
    SELECT item_id FROM (SELECT item_id, product_id FROM stock_batch UNION SELECT item_id, product_id FROM receipt_line
      UNION SELECT item_id, product_id FROM stock_level) x
     WHERE NOT EXISTS (SELECT 1 FROM product_item i WHERE i.id = x.item_id AND i.product_id = x.product_id)`,
  'a receipt says what its lines and payments sum up to': `
    SELECT r.id FROM receipt r
      LEFT JOIN (SELECT receipt_id, count(*) AS lines, sum(quantity) AS quantity,
                        sum(quantity * cost_value_before_discount) AS total, sum(quantity * cost_value) AS net
                   FROM receipt_line GROUP BY receipt_id) l ON l.receipt_id = r.id
      LEFT JOIN (SELECT receipt_id, sum(value) AS paid FROM receipt_transaction WHERE deleted_at IS NULL
                  GROUP BY receipt_id) t ON t.receipt_id = r.id
     WHERE r.lines_count <> coalesce(l.lines, 0) OR r.quantity <> coalesce(l.quantity, 0)
        OR r.total <> coalesce(l.total, 0) OR r.net <> coalesce(l.net, 0) OR r.paid <> coalesce(t.paid, 0)`,
  'an accepted receipt is booked once, one that is not has no batch': `
    SELECT r.id FROM receipt r JOIN receipt_line l ON l.receipt_id = r.id
      LEFT JOIN stock_batch b ON b.receipt_line_id = l.id
     WHERE (r.status IN (1, 2) AND (b.id IS NULL OR b.quantity <> l.quantity OR b.cost_value <> l.cost_value
                                    OR b.item_id <> l.item_id OR b.branch_id <> l.branch_id))
        OR (r.status IS NULL AND b.id IS NOT NULL)`,
  'a transfer moves what arrives': `
    SELECT t.id FROM stock_transfer t
     WHERE (SELECT coalesce(sum(quantity), 0) FROM stock_transfer_line WHERE transfer_id = t.id)
        <> (SELECT coalesce(sum(quantity), 0) FROM stock_movement
             WHERE ref_type = 'transfer' AND ref_id = t.id AND target = 3)`,
  'no stock belongs to what is deleted, but for what came back later': `
    SELECT l.item_id, l.branch_id FROM stock_level l
      JOIN branch b ON b.id = l.branch_id JOIN product_item i ON i.id = l.item_id
     WHERE (l.on_hand > 0 OR l.reserved > 0) AND (b.deleted_at IS NOT NULL OR i.deleted_at IS NOT NULL)
       AND NOT EXISTS (SELECT 1 FROM stock_movement m JOIN stock_batch s ON s.id = m.batch_id
                        WHERE s.item_id = l.item_id AND s.branch_id = l.branch_id AND m.quantity > 0
                          AND m.created_at >= least(b.deleted_at, i.deleted_at))`,
  'there is one row of settings at most': `SELECT count(*) FROM setting HAVING count(*) > 1`,
  ...FACT_INVARIANTS,
  ...ORDER_INVARIANTS,
  ...REPORT_INVARIANTS,
};

/**
 * Unusual states that are allowed but should be looked at; each query returns the rows with a name to find them by.
 * Source: docs/rules/imports.md#no-price-no-sale
 */
export const NOTICES: Readonly<Record<string, string>> = {
  'products are active without a price, and not given away on purpose': `
    SELECT p.id, coalesce(nullif(p.titles->>'en', ''), nullif(p.titles->>'ar', ''), p.titles->>'de') AS title
      FROM product p
     WHERE p.deleted_at IS NULL AND p.status = 1 AND p.free = 0 AND EXISTS (
       SELECT 1 FROM product_item i
        WHERE i.product_id = p.id AND i.deleted_at IS NULL AND coalesce(i.price, p.price) = 0)
     ORDER BY p.id`,
};
