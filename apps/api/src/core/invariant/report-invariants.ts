/** Signed quantity: returns and units found in stock-takes are positive. */
const SIGNED = `CASE WHEN m.target IN (2, 4) THEN m.quantity ELSE -m.quantity END`;

/**
 * Figures of different reports that must be equal (docs/rules/reports.md#ties), each computed as its report does; each
 * query returns the differences. T1, T2 and T7 are with the facts, T3, T4 and T8 with the orders.
 */
export const REPORT_INVARIANTS: Readonly<Record<string, string>> = {
  'T5 the stock cost of the inventory is the running value of movements': `
    SELECT item_id, branch_id FROM (
      SELECT item_id, branch_id, value FROM stock_level
       UNION ALL
      SELECT item_id, branch_id, -quantity * cost_value FROM stock_batch
       UNION ALL
      SELECT b.item_id, b.branch_id, -(${SIGNED}) * b.cost_value FROM stock_movement m JOIN stock_batch b ON b.id = m.batch_id) x
     GROUP BY 1, 2 HAVING sum(value) <> 0`,
  'T6 the net total of procurement is the cost of the batches that its receipts made': `
    SELECT id FROM (
      SELECT id, net FROM receipt WHERE deleted_at IS NULL AND status IN (1, 2)
       UNION ALL
      SELECT r.id, -b.quantity * b.cost_value FROM receipt r JOIN stock_batch b ON b.reciept_id = r.id AND b.receipt_line_id IS NOT NULL
       WHERE r.deleted_at IS NULL AND r.status IN (1, 2)) x
     GROUP BY 1 HAVING sum(net) <> 0`,
  'T9 the value of what expires, with batches that never do, is the stock cost of the inventory': `
    SELECT branch_id FROM (
      SELECT branch_id, value FROM stock_level
       UNION ALL
      SELECT branch_id, -remaining_quantity * cost_value FROM stock_batch WHERE remaining_quantity > 0 AND expire_date <= 'infinity'
       UNION ALL
      SELECT branch_id, -remaining_quantity * cost_value FROM stock_batch WHERE expire_date IS NULL) x
     GROUP BY 1 HAVING sum(value) <> 0`,
};
