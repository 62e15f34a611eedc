import { CANCELED } from '@dukkan/commerce';

const MEASURES = [
  'orders',
  'gross',
  'discount',
  'delivery',
  'tax_added',
  'rounding',
  'fee',
  'returned',
  'tax',
  'goods_ex_tax',
  'cost',
  'uncosted',
];
const NAMES = MEASURES.join(', ');
const MINUS = MEASURES.map((name) => `-${name}`).join(', ');
const DIFFERS = `(${MEASURES.map((name) => `sum(${name})`).join(', ')}) <> (${MEASURES.map(() => 0).join(', ')})`;
const DIMENSIONS = 'source, status_value, pos, paid, currency';
const OF_ORDER = `order_id, return_id, branch_id, ${DIMENSIONS}, seller_id, session_id, client_id`;
const WRITTEN = `NOT EXISTS (SELECT 1 FROM trade_fact_gap g WHERE o.id > g.from_id AND o.id <= g.upto_id)`;

/** Invariants of facts and daily sums (docs/adr 0009); each query returns the rows that break one. */
export const FACT_INVARIANTS: Readonly<Record<string, string>> = {
  'facts sum up to what their orders count': `
    SELECT ${OF_ORDER} FROM (
      SELECT ${OF_ORDER}, ${NAMES} FROM order_facts((SELECT array_agg(o.id) FROM "order" o WHERE ${WRITTEN})) f
       UNION ALL
      SELECT ${OF_ORDER}, ${MINUS} FROM trade_fact o WHERE ${WRITTEN.replaceAll('o.id', 'o.order_id')}) x
     GROUP BY order_id, return_id, branch_id, ${DIMENSIONS}, seller_id, session_id, client_id HAVING ${DIFFERS}`,
  'facts count goods without the tax of their lines': `
    SELECT f.order_id FROM (
      SELECT order_id, sum(goods_ex_tax) AS net FROM trade_fact o
       WHERE return_id IS NULL AND ${WRITTEN.replaceAll('o.id', 'o.order_id')} GROUP BY order_id) f
      JOIN "order" o ON o.id = f.order_id
     WHERE f.net <> o.goods - CASE o.tax_mode WHEN 'exclusive' THEN 0 ELSE coalesce(
       (SELECT sum(l.tax) FROM order_line l WHERE l.order_id = o.id AND l.parent_id IS NULL), 0) END`,
  'facts count when their order was made': `
    SELECT f.order_id FROM trade_fact f JOIN "order" o ON o.id = f.order_id
     WHERE f.return_id IS NULL GROUP BY f.order_id, f.counted_at, o.created_at
    HAVING sum(f.orders) <> (f.counted_at = o.created_at)::int`,
  'the sums of days are what their facts sum up to': `
    SELECT branch_id, zone, day, ${DIMENSIONS}
      FROM (SELECT branch_id, zone, day, ${DIMENSIONS}, ${NAMES} FROM day_sum JOIN day_sum_zone USING (branch_id, zone)
             UNION ALL
            SELECT branch_id, k.zone, ((counted_at AT TIME ZONE k.zone) - k.day_end::interval)::date, ${DIMENSIONS}, ${MINUS}
              FROM trade_fact JOIN day_sum_zone k USING (branch_id) WHERE added) x
     GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 HAVING ${DIFFERS}`,
  'the sums of the shop are what those of its branches sum up to': `
    SELECT zone, day, ${DIMENSIONS}
      FROM (SELECT zone, day, ${DIMENSIONS}, ${NAMES} FROM day_sum_shop JOIN day_sum_shop_zone USING (zone)
             UNION ALL
            SELECT zone, day, ${DIMENSIONS}, ${MINUS}
              FROM day_sum JOIN day_sum_zone USING (branch_id, zone) JOIN day_sum_shop_zone USING (zone)) x
     GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING ${DIFFERS}`,
  'T1 the net total of sales is what orders owe less what came back': `
    SELECT branch_id, currency FROM (
      SELECT branch_id, currency, gross - discount + delivery + tax_added + rounding + fee - returned AS net FROM trade_fact o
       WHERE status_value <> ${CANCELED} AND ${WRITTEN.replaceAll('o.id', 'o.order_id')}
       UNION ALL
      SELECT branch_id, currency, returned_value - due FROM "order" o WHERE status_value <> ${CANCELED} AND ${WRITTEN}) x
     GROUP BY 1, 2 HAVING sum(net) <> 0`,
  'T7 the cost of sales is what the movements of their orders cost': `
    SELECT order_id FROM (
      SELECT order_id, cost FROM trade_fact o WHERE ${WRITTEN.replaceAll('o.id', 'o.order_id')}
       UNION ALL
      SELECT u.ref_id, CASE m.target WHEN 1 THEN -1 ELSE 1 END * m.quantity * b.cost_value
        FROM stock_use u JOIN stock_movement m ON m.product_used_id = u.id AND m.target IN (1, 2)
        JOIN stock_batch b ON b.id = m.batch_id
       WHERE u.ref_type = 'order' AND ${WRITTEN.replaceAll('o.id', 'u.ref_id')}
       UNION ALL
      SELECT u.ref_id, (u.returned_quantity - u.quantity) * u.cost_value FROM stock_use u
       WHERE u.ref_type = 'order' AND u.batch_id IS NULL AND ${WRITTEN.replaceAll('o.id', 'u.ref_id')}) x
     GROUP BY order_id HAVING sum(cost) <> 0`,
};
