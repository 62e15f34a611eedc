-- What comes back at a till belongs to the session that took it, whether or not its money has gone; an undone return belongs to
-- the session in which it was undone. A return carries its share of the cash rounding and of the fee that the customer bore.
ALTER TABLE "order_return"
  ADD COLUMN "pos_session_id" INTEGER,
  ADD COLUMN "undone_pos_session_id" INTEGER,
  ADD COLUMN "rounding" DECIMAL(14,4) NOT NULL DEFAULT 0,
  ADD COLUMN "fee" DECIMAL(14,4) NOT NULL DEFAULT 0,
  ADD COLUMN "unbatched_cost" DECIMAL(20,7) NOT NULL DEFAULT 0;
ALTER TABLE "order_return" ADD CONSTRAINT "order_return_pos_session_id_fkey" FOREIGN KEY ("pos_session_id")
  REFERENCES "pos_session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "order_return" ADD CONSTRAINT "order_return_undone_pos_session_id_fkey" FOREIGN KEY ("undone_pos_session_id")
  REFERENCES "pos_session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX "order_return_pos_session_id_idx" ON "order_return"("pos_session_id");
CREATE INDEX "order_return_undone_pos_session_id_idx" ON "order_return"("undone_pos_session_id");
ALTER TABLE order_return DROP CONSTRAINT order_return_amounts,
  ADD CONSTRAINT order_return_amounts CHECK (value >= 0 AND delivery >= 0 AND tax >= 0 AND fee >= 0
    AND value + delivery + fee + rounding >= 0 AND refund BETWEEN 0 AND value + delivery + fee + rounding);

-- The figures of a session as they were when it was closed: Z, its print and the cash report show these from then on.
CREATE TABLE "pos_closing" (
    "session_id" INTEGER NOT NULL,
    "figures" JSONB NOT NULL,

    CONSTRAINT "pos_closing_pkey" PRIMARY KEY ("session_id")
);
ALTER TABLE "pos_closing" ADD CONSTRAINT "pos_closing_session_id_fkey" FOREIGN KEY ("session_id")
  REFERENCES "pos_session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE TRIGGER pos_closing_unchanged BEFORE UPDATE OR DELETE OR TRUNCATE ON pos_closing
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Money counts at the moment when it moved.
CREATE INDEX order_payment_moved ON order_payment ((coalesce(settled_at, created_at)), id);
-- Payments listed by when they were made and filtered by when their money moved are read from the index alone.
DROP INDEX "order_payment_created_at_id_idx";
CREATE INDEX "order_payment_created_at_id_idx" ON "order_payment"("created_at", "id") INCLUDE ("settled_at");

-- Until now a return was of the sessions that paid its money out: the first of them took the goods.
UPDATE order_return r SET pos_session_id = p.session_id
  FROM (SELECT DISTINCT ON (return_id) return_id, pos_session_id AS session_id FROM order_payment
         WHERE return_id IS NOT NULL AND amount < 0 AND pos_session_id IS NOT NULL ORDER BY return_id, id) p
 WHERE p.return_id = r.id;
UPDATE order_return r SET undone_pos_session_id = p.session_id
  FROM (SELECT DISTINCT ON (return_id) return_id, pos_session_id AS session_id FROM order_payment
         WHERE return_id IS NOT NULL AND amount > 0 AND pos_session_id IS NOT NULL ORDER BY return_id, id) p
 WHERE p.return_id = r.id AND r.removed_at IS NOT NULL;
-- The units of a return that had come from no batch: what its lines cost beyond the movements of its batches.
UPDATE order_return r SET unbatched_cost = r.cost - m.cost
  FROM (SELECT b.id, coalesce(sum(m.quantity * u.cost_value), 0) AS cost
          FROM order_return b
          JOIN stock_use d ON d.ref_type = 'order' AND d.ref_id = b.order_id AND d.batch_id IS NULL AND d.returned_quantity > 0
          LEFT JOIN stock_use u ON u.ref_type = 'order' AND u.ref_id = b.order_id
          LEFT JOIN stock_movement m ON m.product_used_id = u.id AND m.target = 2 AND m.ref_type = 'return' AND m.ref_id = b.id
         GROUP BY b.id) m
 WHERE m.id = r.id AND r.cost > m.cost;

-- What the units of a return cost: those of batches at the cost of their batch, also where that was corrected since.
CREATE FUNCTION return_cost(r order_return) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT r.unbatched_cost + coalesce((
    SELECT sum(m.quantity * u.cost_value) FROM stock_use u JOIN stock_movement m ON m.product_used_id = u.id
     WHERE u.ref_type = 'order' AND u.ref_id = r.order_id AND m.target = 2 AND m.ref_type = 'return' AND m.ref_id = r.id), 0)
$$;

-- An order costs what left with it, also where some of it came back: that cost goes with the return, on the return's day.
CREATE OR REPLACE FUNCTION order_facts(ids int[]) RETURNS TABLE (
  counted_at timestamptz, branch_id int, order_id int, return_id int, currency text, source text, pos smallint,
  status_value smallint, paid smallint, seller_id int, session_id int, client_id int, orders int, gross numeric,
  discount numeric, delivery numeric, tax_added numeric, rounding numeric, fee numeric, returned numeric, tax numeric,
  goods_ex_tax numeric, cost numeric, uncosted int) LANGUAGE sql STABLE AS $$
  SELECT f.*
    FROM "order" o
    CROSS JOIN LATERAL (SELECT coalesce((SELECT sum((u.quantity - u.returned_quantity) * u.cost_value) FROM stock_use u
                                          WHERE u.ref_type = 'order' AND u.ref_id = o.id), 0)
                             + coalesce((SELECT sum(return_cost(r)) FROM order_return r
                                          WHERE r.order_id = o.id AND r.removed_at IS NULL), 0) AS cost) used
    CROSS JOIN LATERAL order_fact(o, used.cost) f
   WHERE o.id = ANY(ids)
   UNION ALL
  SELECT coalesce((SELECT f.counted_at FROM trade_fact f WHERE f.order_id = o.id AND f.return_id = r.id LIMIT 1),
                  (r.on_date + time '12:00') AT TIME ZONE coalesce(b.settings->>'timezone',
                    (SELECT data->>'timezone' FROM setting WHERE id = 1), 'Asia/Qatar')),
         o.branch_id, o.id, r.id, o.currency, o.source, o.pos::int::smallint, o.status_value, o.paid, o.seller_id,
         r.pos_session_id, o.client_id, 0, 0, 0, 0, 0, -r.rounding, -r.fee, r.value + r.delivery,
         -(r.tax + r.delivery_tax), r.tax - r.value, -return_cost(r), 0
    FROM "order" o JOIN order_return r ON r.order_id = o.id AND r.removed_at IS NULL JOIN branch b ON b.id = o.branch_id
   WHERE o.id = ANY(ids)
$$;

-- Days whose cost moves with this are marked as restated when the worker adds the new facts.
SELECT write_order_facts(ARRAY(
  SELECT DISTINCT r.order_id FROM order_return r
   WHERE r.removed_at IS NULL
     AND NOT EXISTS (SELECT 1 FROM trade_fact_gap g WHERE r.order_id > g.from_id AND r.order_id <= g.upto_id)));
