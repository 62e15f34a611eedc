-- What an order's life wrote is written as before, with less work.

-- The name of the sequence is looked up in the catalogue at each call otherwise.
CREATE OR REPLACE FUNCTION next_order_number() RETURNS INTEGER LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "order") THEN
    PERFORM pg_advisory_xact_lock(hashtext('first order'));
    IF NOT EXISTS (SELECT FROM "order") THEN
      PERFORM setval('order_id_seq', 1, FALSE);
    END IF;
  END IF;
  RETURN nextval('order_id_seq');
END $$;

-- The table is nearly empty when this is planned, and the plan that reads all of it stays while it fills.
ALTER FUNCTION idempotency_claim(text, text, text) SET enable_seqscan = off;

-- An order looks its references up in one query instead of one for each, by one plan, which takes less than planning it.
CREATE OR REPLACE FUNCTION references_of_order() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE gone text;
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.branch_id, OLD.client_id, OLD.delivery_id, OLD.payment_id, OLD.driver_id, OLD.coupon_id)
     IS NOT DISTINCT FROM (NEW.branch_id, NEW.client_id, NEW.delivery_id, NEW.payment_id, NEW.driver_id, NEW.coupon_id) THEN
    PERFORM 1 FROM order_status WHERE id = NEW.status_id AND (deleted_at IS NOT NULL OR status_value <> NEW.status_value);
    IF FOUND THEN PERFORM refuse_deleted_reference('status_id'); END IF;
    RETURN NULL;
  END IF;
  gone := CASE
    WHEN NEW.status_id IS DISTINCT FROM OLD.status_id AND EXISTS (SELECT 1 FROM order_status
      WHERE id = NEW.status_id AND (deleted_at IS NOT NULL OR status_value <> NEW.status_value)) THEN 'status_id'
    WHEN NEW.branch_id IS DISTINCT FROM OLD.branch_id AND EXISTS (SELECT 1 FROM branch
      WHERE id = NEW.branch_id AND (deleted_at IS NOT NULL OR status = 0)) THEN 'branch_id'
    WHEN NEW.client_id IS DISTINCT FROM OLD.client_id AND EXISTS (SELECT 1 FROM account
      WHERE id = NEW.client_id AND deleted_at IS NOT NULL) THEN 'client_id'
    WHEN NEW.delivery_id IS DISTINCT FROM OLD.delivery_id AND EXISTS (SELECT 1 FROM delivery_method
      WHERE id = NEW.delivery_id AND deleted_at IS NOT NULL) THEN 'delivery_id'
    WHEN NEW.payment_id IS DISTINCT FROM OLD.payment_id AND EXISTS (SELECT 1 FROM payment_method
      WHERE id = NEW.payment_id AND deleted_at IS NOT NULL) THEN 'payment_id'
    WHEN NEW.driver_id IS DISTINCT FROM OLD.driver_id AND EXISTS (SELECT 1 FROM account
      WHERE id = NEW.driver_id AND (deleted_at IS NOT NULL OR status = 0)) THEN 'driver_id'
    WHEN NEW.coupon_id IS DISTINCT FROM OLD.coupon_id AND EXISTS (SELECT 1 FROM offer
      WHERE id = NEW.coupon_id AND deleted_at IS NOT NULL) THEN 'coupon_id'
  END;
  IF gone IS NOT NULL THEN PERFORM refuse_deleted_reference(gone); END IF;
  RETURN NULL;
END $$;

-- The lines of a new order are looked at once.
CREATE OR REPLACE FUNCTION references_of_new_orders() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  is_gone boolean;
  has_extras boolean;
BEGIN
  SELECT bool_or(i.deleted_at IS NOT NULL OR f.deleted_at IS NOT NULL), bool_or(l.extras <> '[]') INTO is_gone, has_extras
    FROM made l LEFT JOIN product_item i ON i.id = l.item_id LEFT JOIN offer f ON f.id = l.offer_id;
  IF is_gone THEN
    IF EXISTS (SELECT 1 FROM made l LEFT JOIN product_item i ON i.id = l.item_id LEFT JOIN offer f ON f.id = l.offer_id
                WHERE (i.deleted_at IS NOT NULL OR f.deleted_at IS NOT NULL)
                  AND EXISTS (SELECT 1 FROM "order" o WHERE o.id = l.order_id
                               AND o.xmin::text = pg_current_xact_id_if_assigned()::xid::text AND o.version = 1))
      THEN PERFORM refuse_deleted_reference('items');
    END IF;
  END IF;
  IF has_extras THEN
    PERFORM 1 FROM extra WHERE id IN (SELECT (x ->> 'extra_id')::int FROM made l, jsonb_array_elements(l.extras) x)
      ORDER BY id FOR KEY SHARE;
    IF EXISTS (SELECT 1 FROM made l, jsonb_array_elements(l.extras) x JOIN extra e ON e.id = (x ->> 'extra_id')::int
                WHERE e.deleted_at IS NOT NULL
                  AND EXISTS (SELECT 1 FROM "order" o WHERE o.id = l.order_id
                               AND o.xmin::text = pg_current_xact_id_if_assigned()::xid::text AND o.version = 1))
      THEN PERFORM refuse_deleted_reference('extras');
    END IF;
  END IF;
  RETURN NULL;
END $$;

-- An order that only changes what it is told apart by takes what its facts say with it. Orders with returns, and those of the time
-- before facts, are compared as a whole. What is pending is nearly nothing when these are planned, so they are kept from reading
-- all of it later.
ALTER FUNCTION write_order_facts(int[]) SET enable_seqscan = off;
CREATE FUNCTION order_moved() RETURNS trigger LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM trade_fact_gap) AND NOT EXISTS (SELECT FROM order_return WHERE order_id = NEW.id) THEN
    INSERT INTO trade_fact (counted_at, branch_id, order_id, currency, source, pos, status_value, paid, seller_id, session_id,
      client_id, orders, gross, discount, delivery, tax_added, rounding, fee, returned, tax, goods_ex_tax, cost, uncosted)
    SELECT NEW.created_at, NEW.branch_id, NEW.id, NEW.currency, d.source, d.pos, d.status_value, d.paid, d.seller_id, d.session_id,
           d.client_id, d.sign * f.orders, d.sign * f.gross, d.sign * f.discount, d.sign * f.delivery, d.sign * f.tax_added,
           d.sign * f.rounding, d.sign * f.fee, d.sign * f.returned, d.sign * f.tax, d.sign * f.goods_ex_tax, d.sign * f.cost,
           CASE d.sign WHEN 1 THEN (NEW.status_value IN (0, 1))::int ELSE -f.uncosted END
      FROM (SELECT sum(orders) AS orders, sum(gross) AS gross, sum(discount) AS discount, sum(delivery) AS delivery,
                   sum(tax_added) AS tax_added, sum(rounding) AS rounding, sum(fee) AS fee, sum(returned) AS returned,
                   sum(tax) AS tax, sum(goods_ex_tax) AS goods_ex_tax, sum(cost) AS cost, sum(uncosted) AS uncosted
              FROM trade_fact
             WHERE order_id = NEW.id
               AND (source, pos, status_value, paid, seller_id, session_id, client_id) IS NOT DISTINCT FROM
                   (OLD.source, OLD.pos::int::smallint, OLD.status_value, OLD.paid, OLD.seller_id, OLD.pos_session_id, OLD.client_id)
            HAVING sum(orders) = 1) f
     CROSS JOIN (VALUES
       (-1, OLD.source, OLD.pos::int::smallint, OLD.status_value, OLD.paid, OLD.seller_id, OLD.pos_session_id, OLD.client_id),
       (1, NEW.source, NEW.pos::int::smallint, NEW.status_value, NEW.paid, NEW.seller_id, NEW.pos_session_id, NEW.client_id))
       AS d (sign, source, pos, status_value, paid, seller_id, session_id, client_id);
    IF FOUND THEN RETURN NULL; END IF;
  END IF;
  PERFORM write_order_facts(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
DROP TRIGGER order_changed ON "order";
CREATE TRIGGER order_changed AFTER UPDATE ON "order" FOR EACH ROW
  WHEN ((OLD.branch_id, OLD.created_at, OLD.currency, OLD.total, OLD.product_discount, OLD.coupon_discount, OLD.manual_discount,
         OLD.goods, OLD.delivery_charge, OLD.tax_mode, OLD.tax, OLD.taxes, OLD.rounding, OLD.payment_fee)
    IS DISTINCT FROM (NEW.branch_id, NEW.created_at, NEW.currency, NEW.total, NEW.product_discount, NEW.coupon_discount,
         NEW.manual_discount, NEW.goods, NEW.delivery_charge, NEW.tax_mode, NEW.tax, NEW.taxes, NEW.rounding, NEW.payment_fee))
  EXECUTE FUNCTION order_written();
CREATE TRIGGER order_moved AFTER UPDATE ON "order" FOR EACH ROW
  WHEN ((OLD.source, OLD.pos, OLD.status_value, OLD.paid, OLD.seller_id, OLD.pos_session_id, OLD.client_id)
    IS DISTINCT FROM (NEW.source, NEW.pos, NEW.status_value, NEW.paid, NEW.seller_id, NEW.pos_session_id, NEW.client_id)
    AND (OLD.branch_id, OLD.created_at, OLD.currency, OLD.total, OLD.product_discount, OLD.coupon_discount, OLD.manual_discount,
         OLD.goods, OLD.delivery_charge, OLD.tax_mode, OLD.tax, OLD.taxes, OLD.rounding, OLD.payment_fee)
    IS NOT DISTINCT FROM (NEW.branch_id, NEW.created_at, NEW.currency, NEW.total, NEW.product_discount, NEW.coupon_discount,
         NEW.manual_discount, NEW.goods, NEW.delivery_charge, NEW.tax_mode, NEW.tax, NEW.taxes, NEW.rounding, NEW.payment_fee))
  EXECUTE FUNCTION order_moved();

-- Units that leave for an order, or cost something else, change its cost alone.
CREATE OR REPLACE FUNCTION uses_written() RETURNS trigger LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE ids int[];
BEGIN
  SELECT array_agg(DISTINCT ref_id) INTO ids FROM written WHERE ref_type = 'order';
  IF ids IS NULL THEN RETURN NULL; END IF;
  PERFORM 1 FROM "order" WHERE id = ANY(ids) ORDER BY id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM trade_fact_gap) OR EXISTS (SELECT FROM order_return WHERE order_id = ANY(ids)) THEN
    PERFORM write_order_facts(ids);
    RETURN NULL;
  END IF;
  INSERT INTO trade_fact (counted_at, branch_id, order_id, currency, source, pos, status_value, paid, seller_id, session_id,
    client_id, orders, gross, discount, delivery, tax_added, rounding, fee, returned, tax, goods_ex_tax, cost, uncosted)
  SELECT o.created_at, o.branch_id, o.id, o.currency, o.source, o.pos::int::smallint, o.status_value, o.paid, o.seller_id,
         o.pos_session_id, o.client_id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, c.cost, 0
    FROM "order" o
    CROSS JOIN LATERAL (SELECT
        coalesce((SELECT sum((u.quantity - u.returned_quantity) * u.cost_value) FROM stock_use u
                   WHERE u.ref_type = 'order' AND u.ref_id = o.id), 0)
      - coalesce((SELECT sum(f.cost) FROM trade_fact f WHERE f.order_id = o.id), 0) AS cost) c
   WHERE o.id = ANY(ids) AND c.cost <> 0 ORDER BY o.id;
  RETURN NULL;
END $$;

-- Moves of a safe are numbered while its row is held; a payment's cash is written by its own trigger.
CREATE OR REPLACE FUNCTION safe_move_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  LOOP
    UPDATE safe s
       SET balance = s.balance + NEW.amount, moved_at = greatest(s.moved_at, NEW.created_at),
           opened_at = coalesce(s.opened_at, CASE NEW.kind WHEN 'opening' THEN NEW.created_at END)
     WHERE s.branch_id = NEW.branch_id AND s.currency = NEW.currency
    RETURNING s.balance INTO NEW.balance;
    EXIT WHEN FOUND;
    INSERT INTO safe (branch_id, currency, moved_at) VALUES (NEW.branch_id, NEW.currency, NEW.created_at)
    ON CONFLICT DO NOTHING;
  END LOOP;
  NEW.id := nextval('safe_move_id_seq');
  RETURN NEW;
END $$;
CREATE FUNCTION safe_cash_came() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  INSERT INTO safe_move (branch_id, currency, kind, amount, given_by, taken_by, order_payment_id, created_at)
  SELECT o.branch_id, o.currency, 'cash', NEW.amount, CASE WHEN NEW.amount < 0 THEN NEW.account_id END,
         CASE WHEN NEW.amount > 0 THEN NEW.account_id END, NEW.id, coalesce(NEW.settled_at, NEW.created_at)
    FROM "order" o JOIN payment_method m ON m.id = NEW.payment_id AND m.type = 'cash' WHERE o.id = NEW.order_id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER safe_cash_came AFTER INSERT ON order_payment FOR EACH ROW
  WHEN (NEW.holder = 'branch' AND NEW.status IN ('received', 'refunded')) EXECUTE FUNCTION safe_cash_came();
