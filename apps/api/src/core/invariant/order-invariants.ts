import { CANCELED, WAITING } from '@dukkan/commerce';
import { isOrderPaidText, overpaidAmountText, toOrderAmountColumns } from '../sql/order-amounts-sql.ts';
import { isInProgressStatusText, isReservedStatusText, isSentStatusText } from '../sql/order-status-sql.ts';

const OF = toOrderAmountColumns('o');

/** Invariants of orders, payments and tills; each query returns the rows that break one. */
export const ORDER_INVARIANTS: Readonly<Record<string, string>> = {
  'an order is what its lines sum up to': `
    SELECT o.id FROM "order" o
      JOIN (SELECT order_id, count(*) AS lines, sum(quantity) AS quantity, sum(gross) AS gross,
                   sum(coupon_share) AS coupon, sum(manual_share) AS manual, sum(net) AS net, sum(tax + delivery_tax) AS tax
              FROM order_line WHERE parent_id IS NULL GROUP BY order_id) l ON l.order_id = o.id
     WHERE o.lines_count <> l.lines OR o.quantity <> l.quantity OR o.total - o.product_discount <> l.gross
        OR o.coupon_discount <> l.coupon OR o.manual_discount <> l.manual OR o.goods <> l.net
        OR (o.goods > 0 AND o.tax <> l.tax)`,
  'every order has lines': `
    SELECT o.id FROM "order" o WHERE NOT EXISTS (SELECT 1 FROM order_line l WHERE l.order_id = o.id)`,
  'a bundle is what its parts sum up to': `
    SELECT l.id FROM order_line l
      LEFT JOIN (SELECT parent_id, sum(gross) AS gross, sum(net) AS net, sum(tax) AS tax FROM order_line
                  WHERE parent_id IS NOT NULL GROUP BY parent_id) p ON p.parent_id = l.id
     WHERE l.offer_id IS NOT NULL
       AND (p.parent_id IS NULL OR l.gross <> p.gross OR l.net <> p.net OR l.tax <> p.tax)`,
  'the steps of a line sum up to what it costs': `
    SELECT l.id FROM order_line l
     WHERE jsonb_array_length(l.steps) > 0
       AND l.net <> (SELECT sum((step->>'amount')::numeric) FROM jsonb_array_elements(l.steps) AS step)`,
  'T3 an order was paid what its payments sum up to': `
    SELECT o.id FROM "order" o
      LEFT JOIN (SELECT order_id, sum(amount) FILTER (WHERE status <> 'voided' AND (amount < 0 OR status = 'received')) AS paid
                   FROM order_payment GROUP BY order_id) p ON p.order_id = o.id
     WHERE o.paid_amount <> coalesce(p.paid, 0)`,
  'an order is paid when all that is due was': `
    SELECT o.id FROM "order" o
     WHERE o.paid <> ${isOrderPaidText(OF)}`,
  'no order was paid more than it is worth': `
    SELECT o.id FROM "order" o WHERE ${overpaidAmountText({ ...OF, status_value: String(WAITING) })} > 0`,
  'no payment goes back more than it was': `
    SELECT p.id FROM order_payment p JOIN order_payment r ON r.refund_of = p.id AND r.status <> 'voided'
     GROUP BY p.id, p.amount HAVING -sum(r.amount) > p.amount`,
  'an order is worth less by its returns': `
    SELECT o.id FROM "order" o
      LEFT JOIN (SELECT order_id, sum(value + delivery + fee + rounding) AS value FROM order_return WHERE removed_at IS NULL
                  GROUP BY order_id) r ON r.order_id = o.id
     WHERE o.returned_value <> coalesce(r.value, 0)`,
  'a return is what its lines sum up to': `
    SELECT r.id FROM order_return r
      LEFT JOIN (SELECT return_id, sum(quantity) AS quantity, sum(value) AS value, sum(tax) AS tax, sum(cost) AS cost
                   FROM order_return_line GROUP BY return_id) l ON l.return_id = r.id
     WHERE r.quantity <> coalesce(l.quantity, 0) OR r.value <> coalesce(l.value, 0) OR r.tax <> coalesce(l.tax, 0)
        OR r.cost <> coalesce(l.cost, 0)`,
  'of a line came back what its returns say': `
    SELECT l.id FROM order_line l
      LEFT JOIN (SELECT x.order_line_id, sum(x.quantity) AS quantity, sum(x.value) AS value, sum(x.tax) AS tax
                   FROM order_return_line x JOIN order_return r ON r.id = x.return_id AND r.removed_at IS NULL
                  GROUP BY x.order_line_id) r ON r.order_line_id = l.id
     WHERE l.parent_id IS NULL AND (l.returned_quantity <> coalesce(r.quantity, 0)
        OR l.returned_value <> coalesce(r.value, 0) OR l.returned_tax <> coalesce(r.tax, 0))`,
  'an order that waits holds its units, any other holds none': `
    SELECT coalesce(n.order_id, r.ref_id) AS id FROM (
      SELECT l.order_id, l.item_id, o.branch_id, sum(l.quantity) AS quantity
        FROM order_line l JOIN "order" o ON o.id = l.order_id
       WHERE l.item_id IS NOT NULL AND ${isReservedStatusText(OF.status_value)} GROUP BY 1, 2, 3) n
      FULL JOIN (SELECT * FROM stock_reservation WHERE ref_type = 'order') r
        ON r.ref_id = n.order_id AND r.item_id = n.item_id AND r.branch_id = n.branch_id
     WHERE n.quantity IS DISTINCT FROM r.quantity`,
  'an order that was sent has taken its units, any other none': `
    SELECT coalesce(n.id, u.line_id) AS line_id FROM (
      SELECT l.id, l.quantity - l.returned_quantity AS quantity FROM order_line l JOIN "order" o ON o.id = l.order_id
       WHERE l.item_id IS NOT NULL AND ${isSentStatusText(OF.status_value)} AND l.quantity > l.returned_quantity) n
      FULL JOIN (SELECT line_id, sum(quantity - returned_quantity) AS quantity FROM stock_use WHERE ref_type = 'order'
                  GROUP BY line_id HAVING sum(quantity - returned_quantity) <> 0) u ON u.line_id = n.id
     WHERE n.quantity IS DISTINCT FROM u.quantity`,
  'an order knows whether its units have left': `
    SELECT o.id FROM "order" o WHERE o.deducted <> (${isSentStatusText(OF.status_value)})`,
  'an order stands where its status stands': `
    SELECT o.id FROM "order" o JOIN order_status s ON s.id = o.status_id WHERE s.status_value <> o.status_value`,
  'no open order or drawer belongs to what is deleted': `
    SELECT o.id FROM "order" o JOIN branch b ON b.id = o.branch_id LEFT JOIN account d ON d.id = o.driver_id
     WHERE ${isInProgressStatusText(OF.status_value)} AND (b.deleted_at IS NOT NULL OR d.deleted_at IS NOT NULL)
     UNION ALL
    SELECT s.id FROM pos_session s JOIN branch b ON b.id = s.branch_id LEFT JOIN account a ON a.id = s.opened_by
     WHERE s.status = 'open' AND (b.deleted_at IS NOT NULL OR a.deleted_at IS NOT NULL)`,
  'no cash is with a driver who is deleted': `
    SELECT c.driver_id FROM driver_cash c JOIN account a ON a.id = c.driver_id
     WHERE a.deleted_at IS NOT NULL AND c.collected - c.refunded - c.handed_in > 0`,
  'a letter that was booked has its order, under the number of its paper': `
    SELECT l.id FROM pos_inbox l LEFT JOIN "order" o ON o.id = l.order_id
     WHERE l.state IN ('booked', 'countered')
       AND (o.till_no IS NULL OR o.till_no NOT LIKE '%-' || l.device_id || '%-' || lpad(l.seq::text, 6, '0'))`,
  'an order with a number of a till has its letter, and no other order has it': `
    SELECT o.id FROM "order" o WHERE o.till_no IS NOT NULL
       AND (SELECT count(*) FROM pos_inbox l WHERE l.order_id = o.id AND l.proven) <> 1
     UNION ALL
    SELECT min(o.id) FROM "order" o WHERE o.till_no IS NOT NULL GROUP BY o.till_no HAVING count(*) > 1`,
  'the numbers of a pairing below the first missing one are all here': `
    SELECT p.device_id, p.epoch FROM pos_pairing p
     WHERE (SELECT count(*) FROM pos_inbox l WHERE l.device_id = p.device_id AND l.epoch = p.epoch AND l.proven
               AND l.seq < p.next_seq) <> p.next_seq - 1`,
  'a coupon counts the orders that use it': `
    SELECT f.id FROM offer f
      LEFT JOIN (SELECT coupon_id, count(*) AS uses FROM "order" WHERE status_value <> ${CANCELED} GROUP BY coupon_id) o
        ON o.coupon_id = f.id
     WHERE f.type = 'coupon' AND f.uses <> coalesce(o.uses, 0)`,
  'a closed drawer was expected to hold what it took': `
    SELECT s.id FROM pos_session s
      LEFT JOIN (SELECT p.pos_session_id, sum(p.amount) AS cash
                   FROM order_payment p JOIN payment_method m ON m.id = p.payment_id AND m.type = 'cash'
                  WHERE p.status IN ('received', 'refunded') GROUP BY 1) p ON p.pos_session_id = s.id
      LEFT JOIN (SELECT session_id, sum(CASE WHEN kind IN ('in', 'hand_in') THEN amount ELSE -amount END) AS moved
                   FROM pos_cash_move GROUP BY 1) c ON c.session_id = s.id
     WHERE s.status = 'closed'
       AND s.expected_amount <> s.start_amount + coalesce(p.cash, 0) + coalesce(c.moved, 0)`,
  'what a drawer said when it was closed is what it sold and what came back to it': `
    SELECT s.id FROM pos_session s JOIN pos_closing z ON z.session_id = s.id
     CROSS JOIN LATERAL (SELECT coalesce(sum(o.due), 0) AS due FROM "order" o
                          WHERE o.pos_session_id = s.id AND o.status_value <> ${CANCELED}) sold
     CROSS JOIN LATERAL (SELECT coalesce(sum(((r.pos_session_id IS NOT DISTINCT FROM s.id)::int
                                              - (r.undone_pos_session_id IS NOT DISTINCT FROM s.id)::int)
                                             * (r.value + r.delivery + r.fee + r.rounding)), 0) AS value
                           FROM order_return r WHERE r.pos_session_id = s.id OR r.undone_pos_session_id = s.id) back
     WHERE sold.due <> (z.figures -> 'sold' ->> 'due')::numeric
        OR back.value <> (z.figures -> 'returned' ->> 'value')::numeric + (z.figures -> 'returned' ->> 'rounding')::numeric
                       + (z.figures -> 'returned' ->> 'fee')::numeric`,
  'T4 the sales of a closed drawer are the facts of its orders, and its rates of tax make them up': `
    SELECT s.id FROM pos_session s
      LEFT JOIN (SELECT session_id, sum(gross - discount + delivery + tax_added + rounding + fee) AS net, sum(tax) AS tax
                   FROM trade_fact o WHERE return_id IS NULL AND status_value <> ${CANCELED} GROUP BY 1) f ON f.session_id = s.id
      LEFT JOIN (SELECT o.pos_session_id, sum(o.due) AS net, sum(o.tax) AS tax,
                        sum(o.due - o.rounding - o.payment_fee - r.gross) FILTER (WHERE o.taxes <> '[]') AS unrated,
                        sum(o.tax - r.tax) FILTER (WHERE o.taxes <> '[]') AS untaxed
                   FROM "order" o
                   CROSS JOIN LATERAL (SELECT coalesce(sum((t ->> 'gross')::numeric), 0) AS gross,
                                              coalesce(sum((t ->> 'tax')::numeric), 0) AS tax
                                         FROM jsonb_array_elements(o.taxes) t) r
                  WHERE o.status_value <> ${CANCELED} GROUP BY 1) o ON o.pos_session_id = s.id
     WHERE s.status = 'closed' AND (o.unrated <> 0 OR o.untaxed <> 0
        OR (o.net <> coalesce(f.net, 0) OR o.tax <> coalesce(f.tax, 0))
           AND NOT EXISTS (SELECT 1 FROM "order" w JOIN trade_fact_gap g ON w.id > g.from_id AND w.id <= g.upto_id
                            WHERE w.pos_session_id = s.id))`,
  'T8 what a driver holds is what their payments and hand-ins sum up to': `
    SELECT coalesce(c.driver_id, x.driver_id) AS driver_id, coalesce(c.currency, x.currency) AS currency
      FROM driver_cash c
      FULL JOIN (SELECT driver_id, currency, sum(collected) AS collected, sum(refunded) AS refunded,
                        sum(handed_in) AS handed_in, max(at) AS at
                   FROM (SELECT p.driver_id, o.currency, CASE p.status WHEN 'received' THEN p.amount ELSE 0 END AS collected,
                                CASE p.status WHEN 'refunded' THEN -p.amount ELSE 0 END AS refunded, 0 AS handed_in,
                                NULL::timestamptz AS at
                           FROM order_payment p JOIN "order" o ON o.id = p.order_id
                          WHERE p.holder = 'driver' AND p.driver_id IS NOT NULL AND p.status IN ('received', 'refunded')
                          UNION ALL
                         SELECT driver_id, currency, 0, 0, amount, created_at FROM pos_cash_move WHERE kind = 'hand_in') m
                  GROUP BY 1, 2) x ON x.driver_id = c.driver_id AND x.currency = c.currency
     WHERE coalesce(c.collected, 0) <> coalesce(x.collected, 0) OR coalesce(c.refunded, 0) <> coalesce(x.refunded, 0)
        OR coalesce(c.handed_in, 0) <> coalesce(x.handed_in, 0) OR c.last_handed_in_at IS DISTINCT FROM x.at`,
  'a safe holds what its moves sum up to': `
    SELECT coalesce(s.branch_id, m.branch_id) AS branch_id, coalesce(s.currency, m.currency) AS currency
      FROM safe s
      FULL JOIN (SELECT branch_id, currency, sum(amount) AS amount FROM safe_move GROUP BY 1, 2) m
        ON m.branch_id = s.branch_id AND m.currency = s.currency
     WHERE coalesce(s.balance, 0) <> coalesce(m.amount, 0)`,
  'a move of a safe says what was held after it': `
    SELECT id FROM (SELECT id, balance, sum(amount) OVER (PARTITION BY branch_id, currency ORDER BY id) AS held
                      FROM safe_move) m WHERE balance <> held`,
  'what goes through a drawer is of its branch': `
    SELECT m.id FROM pos_cash_move m JOIN pos_session s ON s.id = m.session_id WHERE s.branch_id <> m.branch_id`,
  'a drawer holds one currency': `
    SELECT s.id FROM pos_session s JOIN pos_cash_move m ON m.session_id = s.id WHERE m.currency <> s.currency
     UNION ALL
    SELECT s.id FROM pos_session s JOIN order_payment p ON p.pos_session_id = s.id JOIN "order" o ON o.id = p.order_id
     WHERE o.currency <> s.currency AND p.holder = 'session' AND p.status IN ('received', 'refunded')`,
  'the closings of a till are numbered without gaps': `
    SELECT device_id FROM pos_session WHERE status = 'closed' GROUP BY device_id HAVING max(z_number) <> count(*)`,
};
