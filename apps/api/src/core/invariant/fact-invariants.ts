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

type EventSums = Record<'table' | 'dimensions' | 'measures' | 'events', string> & {
  readonly period?: 'month';
  /** A condition by which a late event `l` concerns row `x`, besides its period. */
  readonly isLate?: string;
};

/**
 * Sums by day or month of a kind of events, and minus what the events say, of branches and of the whole shop; periods of late
 * events apart.
 */
const eventSums = (
  kind: string,
  { table, dimensions, measures, events, period, isLate = 'TRUE' }: EventSums,
): string => {
  const of = (at: string): string => {
    const day = `((${at} AT TIME ZONE k.zone) - k.day_end::interval)::date`;
    return period ? `date_trunc('month', ${day})::date` : day;
  };
  return `
    SELECT zone, period, branch_id FROM (
      SELECT k.zone, s.${period ?? 'day'} AS period, s.branch_id, ${dimensions}, ${measures}
        FROM ${table} s JOIN event_sum_zone k USING (zone) WHERE k.kind = '${kind}'
       UNION ALL
      SELECT e.zone, e.period, b.branch_id, ${dimensions}, ${measures}
        FROM (SELECT k.zone, ${of('e.at')} AS period, own_branch, ${dimensions},
                     ${measures.replaceAll(/(\w+)/g, '-sum($1) AS $1')}
                FROM event_sum_zone k JOIN (${events}) e ON e.at < k.upto WHERE k.kind = '${kind}'
               GROUP BY 1, 2, own_branch, ${dimensions}) e
       CROSS JOIN LATERAL (VALUES (0), (e.own_branch)) AS b (branch_id)) x
     WHERE NOT EXISTS (SELECT 1 FROM late_event l JOIN event_sum_zone k ON k.kind = l.kind
       WHERE l.kind = '${kind}' AND k.zone = x.zone AND x.period = ${of('l.at')} AND ${isLate})
     GROUP BY zone, period, branch_id, ${dimensions}
    HAVING (${measures.replaceAll(/(\w+)/g, 'sum($1)')}) <> (${measures.replaceAll(/\w+/g, '0')})`;
};

const MOVED = `SELECT b.created_at AS at, b.branch_id AS own_branch, b.item_id,
                    CASE WHEN b.parent_batch_id IS NOT NULL THEN 'transfer_in' WHEN b.order_id IS NOT NULL THEN 'return' ELSE 'purchase' END AS type,
                    1 AS records, b.quantity, b.quantity AS units, 0 AS shelf_seconds, b.quantity * b.cost_value AS total_cost
               FROM stock_batch b
              UNION ALL
             SELECT m.created_at, b.branch_id, b.item_id, (ARRAY['sale', 'return', 'transfer_out', 'count', 'write_off'])[m.target], 1, s.quantity,
                    abs(s.quantity), greatest(0, extract(epoch FROM m.created_at - b.created_at)) * abs(s.quantity), s.quantity * b.cost_value
               FROM stock_movement m JOIN stock_batch b ON b.id = m.batch_id
              CROSS JOIN LATERAL (SELECT CASE WHEN m.target IN (2, 4) THEN m.quantity ELSE -m.quantity END AS quantity) s`;

const SUM_OF_ORDER = `
      SELECT order_id, counted_at, branch_id, source, status_value, pos, paid, seller_id, client_id,
             EXISTS (SELECT 1 FROM trade_fact r WHERE r.order_id = f.order_id AND r.return_id IS NOT NULL) AS has_returns,
             sum(gross), sum(discount), sum(delivery), sum(tax_added), sum(rounding), sum(fee), sum(tax), sum(goods_ex_tax), sum(cost)
        FROM trade_fact f WHERE return_id IS NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(orders) = 1`;

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
  'the sums of the hours are those of their days': `
    SELECT branch_id, zone, day, ${DIMENSIONS}
      FROM (SELECT branch_id, zone, day, ${DIMENSIONS}, ${NAMES} FROM day_sum JOIN day_sum_zone USING (branch_id, zone)
             UNION ALL
            SELECT branch_id, zone, day, ${DIMENSIONS}, ${MINUS} FROM hour_sum JOIN day_sum_zone USING (branch_id, zone)) x
     GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 HAVING ${DIFFERS}`,
  'the sums of the hours are what their facts sum up to': `
    SELECT branch_id, zone, day, hour, ${DIMENSIONS}
      FROM (SELECT branch_id, zone, day, hour, ${DIMENSIONS}, ${NAMES} FROM hour_sum JOIN day_sum_zone USING (branch_id, zone)
             UNION ALL
            SELECT branch_id, k.zone, ((counted_at AT TIME ZONE k.zone) - k.day_end::interval)::date,
                   extract(hour FROM counted_at AT TIME ZONE k.zone)::int, ${DIMENSIONS}, ${MINUS}
              FROM trade_fact JOIN day_sum_zone k USING (branch_id) WHERE added) x
     GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING ${DIFFERS}`,
  'the hours of the shop are what those of its branches sum up to': `
    SELECT zone, day, hour, ${DIMENSIONS}
      FROM (SELECT zone, day, hour, ${DIMENSIONS}, ${NAMES} FROM hour_sum_shop JOIN day_sum_shop_zone USING (zone)
             UNION ALL
            SELECT zone, day, hour, ${DIMENSIONS}, ${MINUS}
              FROM hour_sum JOIN day_sum_zone USING (branch_id, zone) JOIN day_sum_shop_zone USING (zone)) x
     GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 HAVING ${DIFFERS}`,
  'the sums of payments by day are what their payments sum up to': eventSums('payment', {
    table: 'payment_day',
    dimensions: 'payment_id, holder, status, refund, currency',
    measures: 'records, amount, fee',
    events: `SELECT coalesce(p.settled_at, p.created_at) AS at, o.branch_id AS own_branch, p.payment_id, p.holder, p.status,
                    (p.amount < 0)::int AS refund, o.currency, 1 AS records, p.amount, p.fee
               FROM order_payment p JOIN "order" o ON o.id = p.order_id WHERE p.status <> 'voided'`,
  }),
  'the sums of what moved by day are what its movements sum up to': eventSums('movement', {
    table: 'movement_day',
    dimensions: 'type',
    measures: 'records, quantity, units, shelf_seconds, total_cost',
    events: MOVED,
  }),
  'the sums of what moved by month and item are what its movements sum up to': eventSums('movement', {
    table: 'movement_month',
    dimensions: 'item_id, type',
    measures: 'records, quantity, units, shelf_seconds, total_cost',
    events: MOVED,
    period: 'month',
    isLate: 'l.item_id = x.item_id',
  }),
  'the sum of an order is what its facts sum up to': `
    SELECT order_id FROM (
      (SELECT * FROM (${SUM_OF_ORDER}) f EXCEPT SELECT * FROM order_sum)
       UNION ALL
      (SELECT * FROM order_sum EXCEPT SELECT * FROM (${SUM_OF_ORDER}) f)) x
     WHERE NOT EXISTS (SELECT 1 FROM trade_fact_pending p WHERE p.order_id = x.order_id)`,
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
