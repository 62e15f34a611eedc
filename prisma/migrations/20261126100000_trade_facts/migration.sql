-- Every figure of sales is a sum of facts: what an order counts, with a sign, written in its own transaction. Facts stay for
-- ever. New ones lie in a small part of the table that orders write fast into; the worker adds them to the sums of their
-- days and moves them to the large one (docs/adr 0009).
CREATE TABLE "trade_fact" (
    "id" BIGSERIAL NOT NULL,
    "added" BOOLEAN NOT NULL DEFAULT false,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "counted_at" TIMESTAMPTZ(3) NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "return_id" INTEGER,
    "currency" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "pos" SMALLINT NOT NULL,
    "status_value" SMALLINT NOT NULL,
    "paid" SMALLINT NOT NULL,
    "seller_id" INTEGER,
    "session_id" INTEGER,
    "client_id" INTEGER,
    "orders" INTEGER NOT NULL,
    "gross" DECIMAL(14,4) NOT NULL,
    "discount" DECIMAL(14,4) NOT NULL,
    "delivery" DECIMAL(14,4) NOT NULL,
    "tax_added" DECIMAL(14,4) NOT NULL,
    "rounding" DECIMAL(14,4) NOT NULL,
    "fee" DECIMAL(14,4) NOT NULL,
    "returned" DECIMAL(14,4) NOT NULL,
    "tax" DECIMAL(14,4) NOT NULL,
    "goods_ex_tax" DECIMAL(14,4) NOT NULL,
    "cost" DECIMAL(20,7) NOT NULL,
    "uncosted" INTEGER NOT NULL,

    CONSTRAINT "trade_fact_pkey" PRIMARY KEY ("id", "added")
) PARTITION BY LIST (added);
CREATE TABLE trade_fact_pending PARTITION OF trade_fact FOR VALUES IN (false);
CREATE TABLE trade_fact_added PARTITION OF trade_fact FOR VALUES IN (true);
CREATE INDEX "trade_fact_order_id_idx" ON "trade_fact"("order_id");
-- What is asked beyond the sums of days; what is pending is few and needs none of these.
CREATE INDEX trade_fact_branch ON trade_fact_added (branch_id, counted_at);
CREATE INDEX trade_fact_counted ON trade_fact_added (counted_at);
CREATE INDEX trade_fact_client ON trade_fact_added (client_id, counted_at) WHERE client_id IS NOT NULL;
CREATE INDEX trade_fact_seller ON trade_fact_added (seller_id, counted_at) WHERE seller_id IS NOT NULL;
CREATE INDEX trade_fact_session ON trade_fact_added (session_id) WHERE session_id IS NOT NULL;

-- A fact is never changed: what was wrong is followed by its opposite. The worker alone says that it was added.
CREATE TRIGGER trade_fact_append_only BEFORE DELETE OR TRUNCATE ON trade_fact
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER trade_fact_unchanged BEFORE UPDATE OF id, recorded_at, counted_at, branch_id, order_id, return_id, currency,
  source, pos, status_value, paid, seller_id, session_id, client_id, orders, gross, discount, delivery, tax_added, rounding,
  fee, returned, tax, goods_ex_tax, cost, uncosted ON trade_fact FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The orders of the time before facts, from one id to another: the worker writes their facts in parts.
CREATE TABLE "trade_fact_gap" (
    "from_id" INTEGER NOT NULL,
    "upto_id" INTEGER NOT NULL,

    CONSTRAINT "trade_fact_gap_pkey" PRIMARY KEY ("from_id")
);

-- What an order counts as it stands: it alone, what its units cost, and what came back. A return counts at noon of its day
-- where it was made, so that no zone moves it to another one; costs count when their order does.
CREATE FUNCTION order_facts(ids int[]) RETURNS TABLE (
  counted_at timestamptz, branch_id int, order_id int, return_id int, currency text, source text, pos smallint,
  status_value smallint, paid smallint, seller_id int, session_id int, client_id int, orders int, gross numeric,
  discount numeric, delivery numeric, tax_added numeric, rounding numeric, fee numeric, returned numeric, tax numeric,
  goods_ex_tax numeric, cost numeric, uncosted int) LANGUAGE sql STABLE AS $$
  SELECT o.created_at, o.branch_id, o.id, NULL::int, o.currency, o.source, o.pos::int::smallint, o.status_value,
         o.paid, o.seller_id, o.pos_session_id, o.client_id, 1, o.total,
         o.product_discount + o.coupon_discount + o.manual_discount, o.delivery_charge,
         CASE o.tax_mode WHEN 'exclusive' THEN o.tax ELSE 0 END, o.rounding, o.payment_fee, 0, o.tax,
         o.goods - CASE WHEN o.tax_mode = 'exclusive' OR o.tax = 0 THEN 0 ELSE coalesce(
           (SELECT sum(l.tax) FROM order_line l WHERE l.order_id = o.id AND l.parent_id IS NULL), 0) END,
         coalesce((SELECT sum((u.quantity - u.returned_quantity) * u.cost_value) FROM stock_use u
                    WHERE u.ref_type = 'order' AND u.ref_id = o.id), 0),
         (o.status_value IN (0, 1))::int
    FROM "order" o WHERE o.id = ANY(ids)
   UNION ALL
  SELECT coalesce((SELECT f.counted_at FROM trade_fact f WHERE f.order_id = o.id AND f.return_id = r.id LIMIT 1),
                  (r.on_date + time '12:00') AT TIME ZONE coalesce(b.settings->>'timezone',
                    (SELECT data->>'timezone' FROM setting WHERE id = 1), 'Asia/Qatar')),
         o.branch_id, o.id, r.id, o.currency, o.source, o.pos::int::smallint, o.status_value, o.paid, o.seller_id,
         o.pos_session_id, o.client_id, 0, 0, 0, 0, 0, 0, 0, r.value + r.delivery, -(r.tax + r.delivery_tax),
         r.tax - r.value, 0, 0
    FROM "order" o JOIN order_return r ON r.order_id = o.id AND r.removed_at IS NULL JOIN branch b ON b.id = o.branch_id
   WHERE o.id = ANY(ids)
$$;

-- Adds what makes the facts of these orders say what they count now: a minus of what they were and a plus of what they are.
-- Call with the orders held, so that two who change one at a time follow each other.
-- One plan for all: otherwise every order would plan it anew, which takes longer than the statement.
CREATE FUNCTION write_order_facts(ids int[]) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  INSERT INTO trade_fact (counted_at, branch_id, order_id, return_id, currency, source, pos, status_value, paid, seller_id,
    session_id, client_id, orders, gross, discount, delivery, tax_added, rounding, fee, returned, tax, goods_ex_tax, cost,
    uncosted)
  SELECT counted_at, branch_id, order_id, return_id, currency, source, pos, status_value, paid, seller_id, session_id,
         client_id, sum(orders), sum(gross), sum(discount), sum(delivery), sum(tax_added), sum(rounding), sum(fee),
         sum(returned), sum(tax), sum(goods_ex_tax), sum(cost), sum(uncosted)
    FROM (SELECT * FROM order_facts(ids)
           UNION ALL
          SELECT counted_at, branch_id, order_id, return_id, currency, source, pos, status_value, paid, seller_id,
                 session_id, client_id, -orders, -gross, -discount, -delivery, -tax_added, -rounding, -fee, -returned, -tax,
                 -goods_ex_tax, -cost, -uncosted FROM trade_fact WHERE order_id = ANY(ids)) x
   GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
  HAVING (sum(orders), sum(gross), sum(discount), sum(delivery), sum(tax_added), sum(rounding), sum(fee), sum(returned),
          sum(tax), sum(goods_ex_tax), sum(cost), sum(uncosted)) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
   ORDER BY sum(orders);
END $$;

CREATE FUNCTION hold_and_write_order_facts(ids int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "order" WHERE id = ANY(ids) ORDER BY id FOR NO KEY UPDATE;
  PERFORM write_order_facts(ids);
END $$;

CREATE FUNCTION order_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_order_facts(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE FUNCTION orders_came_or_went() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids int[];
BEGIN
  SELECT array_agg(id) INTO ids FROM written;
  IF ids IS NOT NULL THEN PERFORM write_order_facts(ids); END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION return_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM hold_and_write_order_facts(ARRAY[CASE TG_OP WHEN 'DELETE' THEN OLD.order_id ELSE NEW.order_id END]);
  RETURN NULL;
END $$;
CREATE FUNCTION uses_written() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids int[];
BEGIN
  SELECT array_agg(DISTINCT ref_id) INTO ids FROM written WHERE ref_type = 'order';
  IF ids IS NOT NULL THEN PERFORM hold_and_write_order_facts(ids); END IF;
  RETURN NULL;
END $$;

DROP TRIGGER order_came_or_went ON "order";
DROP TRIGGER order_changed ON "order";
DROP FUNCTION order_changed();
DROP FUNCTION order_counted("order", int);
CREATE TRIGGER order_came AFTER INSERT ON "order" REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION orders_came_or_went();
CREATE TRIGGER order_went AFTER DELETE ON "order" REFERENCING OLD TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION orders_came_or_went();
CREATE TRIGGER order_changed AFTER UPDATE ON "order" FOR EACH ROW
  WHEN ((OLD.branch_id, OLD.created_at, OLD.currency, OLD.source, OLD.pos, OLD.status_value, OLD.paid, OLD.seller_id,
         OLD.pos_session_id, OLD.client_id, OLD.total, OLD.product_discount, OLD.coupon_discount, OLD.manual_discount,
         OLD.goods, OLD.delivery_charge, OLD.tax_mode, OLD.tax, OLD.taxes, OLD.rounding, OLD.payment_fee)
    IS DISTINCT FROM (NEW.branch_id, NEW.created_at, NEW.currency, NEW.source, NEW.pos, NEW.status_value, NEW.paid,
         NEW.seller_id, NEW.pos_session_id, NEW.client_id, NEW.total, NEW.product_discount, NEW.coupon_discount,
         NEW.manual_discount, NEW.goods, NEW.delivery_charge, NEW.tax_mode, NEW.tax, NEW.taxes, NEW.rounding,
         NEW.payment_fee))
  EXECUTE FUNCTION order_written();
CREATE TRIGGER order_return_written AFTER INSERT OR DELETE OR UPDATE ON order_return
  FOR EACH ROW EXECUTE FUNCTION return_written();
CREATE TRIGGER stock_use_came AFTER INSERT ON stock_use REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION uses_written();
CREATE TRIGGER stock_use_changed AFTER UPDATE ON stock_use REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION uses_written();
CREATE TRIGGER stock_use_went AFTER DELETE ON stock_use REFERENCING OLD TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION uses_written();

-- From here on every order writes its facts. Those of before follow; until then statistics count the orders themselves.
INSERT INTO trade_fact_gap (from_id, upto_id) SELECT 0, max(id) FROM "order" HAVING max(id) IS NOT NULL;

-- The sums of days are made of facts now, and of more of what orders are told apart by.
DROP TABLE order_sum, order_sum_shop, order_sum_shop_zone, order_sum_zone, order_change;
DROP FUNCTION order_sum_zone_changed();
DROP FUNCTION order_sum_zone_goes();

CREATE TABLE "day_sum" (
    "branch_id" INTEGER NOT NULL,
    "zone" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "source" TEXT NOT NULL,
    "status_value" SMALLINT NOT NULL,
    "pos" SMALLINT NOT NULL,
    "paid" SMALLINT NOT NULL,
    "currency" TEXT NOT NULL,
    "orders" INTEGER NOT NULL,
    "gross" DECIMAL(20,4) NOT NULL,
    "discount" DECIMAL(20,4) NOT NULL,
    "delivery" DECIMAL(20,4) NOT NULL,
    "tax_added" DECIMAL(20,4) NOT NULL,
    "rounding" DECIMAL(20,4) NOT NULL,
    "fee" DECIMAL(20,4) NOT NULL,
    "returned" DECIMAL(20,4) NOT NULL,
    "tax" DECIMAL(20,4) NOT NULL,
    "goods_ex_tax" DECIMAL(20,4) NOT NULL,
    "cost" DECIMAL(24,7) NOT NULL,
    "uncosted" INTEGER NOT NULL,

    CONSTRAINT "day_sum_pkey" PRIMARY KEY ("branch_id", "zone", "day", "source", "status_value", "pos", "paid", "currency")
);
CREATE INDEX day_sum_nothing ON day_sum (branch_id) WHERE orders = 0;

CREATE TABLE "day_sum_shop" (
    "zone" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "source" TEXT NOT NULL,
    "status_value" SMALLINT NOT NULL,
    "pos" SMALLINT NOT NULL,
    "paid" SMALLINT NOT NULL,
    "currency" TEXT NOT NULL,
    "orders" INTEGER NOT NULL,
    "gross" DECIMAL(20,4) NOT NULL,
    "discount" DECIMAL(20,4) NOT NULL,
    "delivery" DECIMAL(20,4) NOT NULL,
    "tax_added" DECIMAL(20,4) NOT NULL,
    "rounding" DECIMAL(20,4) NOT NULL,
    "fee" DECIMAL(20,4) NOT NULL,
    "returned" DECIMAL(20,4) NOT NULL,
    "tax" DECIMAL(20,4) NOT NULL,
    "goods_ex_tax" DECIMAL(20,4) NOT NULL,
    "cost" DECIMAL(24,7) NOT NULL,
    "uncosted" INTEGER NOT NULL,

    CONSTRAINT "day_sum_shop_pkey" PRIMARY KEY ("zone", "day", "source", "status_value", "pos", "paid", "currency")
);
CREATE INDEX day_sum_shop_nothing ON day_sum_shop (zone) WHERE orders = 0;

-- The branches and zones whose days are complete together with the pending facts, and when their day ends.
CREATE TABLE "day_sum_zone" (
    "branch_id" INTEGER NOT NULL,
    "zone" TEXT NOT NULL,
    "day_end" TEXT NOT NULL,

    CONSTRAINT "day_sum_zone_pkey" PRIMARY KEY ("branch_id", "zone")
);
ALTER TABLE "day_sum_zone" ADD CONSTRAINT "day_sum_zone_branch_id_fkey" FOREIGN KEY ("branch_id")
  REFERENCES "branch"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE TABLE "day_sum_shop_zone" (
    "zone" TEXT NOT NULL,
    "day_end" TEXT NOT NULL,

    CONSTRAINT "day_sum_shop_zone_pkey" PRIMARY KEY ("zone")
);

-- A branch whose days are new or gone makes those of the shop others.
CREATE FUNCTION day_sum_zone_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM day_sum_shop_zone z USING (SELECT DISTINCT zone FROM changed) c WHERE z.zone = c.zone;
  RETURN NULL;
END $$;
CREATE TRIGGER day_sum_zone_came AFTER INSERT ON day_sum_zone REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION day_sum_zone_changed();
CREATE TRIGGER day_sum_zone_went AFTER DELETE ON day_sum_zone REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION day_sum_zone_changed();

-- Whoever adds up holds this lock (day-sums.ts): one who takes days away meanwhile would take them from sums in the making.
CREATE FUNCTION day_sum_zone_goes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7340018);
  RETURN NULL;
END $$;
CREATE TRIGGER day_sum_zone_goes BEFORE DELETE ON day_sum_zone
  FOR EACH STATEMENT EXECUTE FUNCTION day_sum_zone_goes();
