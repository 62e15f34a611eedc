-- A branch that is switched off makes no order that begins at the same moment.
CREATE OR REPLACE FUNCTION references_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status_id IS DISTINCT FROM OLD.status_id AND NEW.status_id IS NOT NULL THEN
    PERFORM 1 FROM order_status WHERE id = NEW.status_id AND (deleted_at IS NOT NULL OR status_value <> NEW.status_value);
    IF FOUND THEN PERFORM refuse_deleted_reference('status_id'); END IF;
  END IF;
  IF NEW.branch_id IS DISTINCT FROM OLD.branch_id AND NEW.branch_id IS NOT NULL THEN
    PERFORM 1 FROM branch WHERE id = NEW.branch_id AND (deleted_at IS NOT NULL OR status = 0);
    IF FOUND THEN PERFORM refuse_deleted_reference('branch_id'); END IF;
  END IF;
  IF NEW.client_id IS DISTINCT FROM OLD.client_id AND NEW.client_id IS NOT NULL THEN
    PERFORM 1 FROM account WHERE id = NEW.client_id AND deleted_at IS NOT NULL;
    IF FOUND THEN PERFORM refuse_deleted_reference('client_id'); END IF;
  END IF;
  IF NEW.delivery_id IS DISTINCT FROM OLD.delivery_id AND NEW.delivery_id IS NOT NULL THEN
    PERFORM 1 FROM delivery_method WHERE id = NEW.delivery_id AND deleted_at IS NOT NULL;
    IF FOUND THEN PERFORM refuse_deleted_reference('delivery_id'); END IF;
  END IF;
  IF NEW.payment_id IS DISTINCT FROM OLD.payment_id AND NEW.payment_id IS NOT NULL THEN
    PERFORM 1 FROM payment_method WHERE id = NEW.payment_id AND deleted_at IS NOT NULL;
    IF FOUND THEN PERFORM refuse_deleted_reference('payment_id'); END IF;
  END IF;
  IF NEW.driver_id IS DISTINCT FROM OLD.driver_id AND NEW.driver_id IS NOT NULL THEN
    PERFORM 1 FROM account WHERE id = NEW.driver_id AND (deleted_at IS NOT NULL OR status = 0);
    IF FOUND THEN PERFORM refuse_deleted_reference('driver_id'); END IF;
  END IF;
  IF NEW.coupon_id IS DISTINCT FROM OLD.coupon_id AND NEW.coupon_id IS NOT NULL THEN
    PERFORM 1 FROM offer WHERE id = NEW.coupon_id AND deleted_at IS NOT NULL;
    IF FOUND THEN PERFORM refuse_deleted_reference('coupon_id'); END IF;
  END IF;
  RETURN NULL;
END $$;

-- The same holds for a drawer.
CREATE OR REPLACE FUNCTION references_of_pos_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.status = 'open' AND NOT EXISTS (SELECT 1 FROM branch WHERE id = NEW.branch_id
       AND deleted_at IS NULL AND status = 1 AND pos @> jsonb_build_array(jsonb_build_object('id', NEW.device_id, 'status', 1)))
    THEN PERFORM refuse_deleted_reference('device_id');
  END IF;
  IF TG_OP = 'INSERT' AND NEW.status = 'open' AND EXISTS (SELECT 1 FROM account
       WHERE id = NEW.opened_by AND (deleted_at IS NOT NULL OR status = 0))
    THEN PERFORM refuse_deleted_reference('opened_by');
  END IF;
  RETURN NULL;
END $$;

-- Extras are named inside a line, without a foreign key: their rows are taken here, as a foreign key would.
CREATE OR REPLACE FUNCTION references_of_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM made l LEFT JOIN product_item i ON i.id = l.item_id LEFT JOIN offer f ON f.id = l.offer_id
              WHERE (i.deleted_at IS NOT NULL OR f.deleted_at IS NOT NULL)
                AND EXISTS (SELECT 1 FROM "order" o WHERE o.id = l.order_id
                             AND o.xmin::text = pg_current_xact_id_if_assigned()::xid::text AND o.version = 1))
    THEN PERFORM refuse_deleted_reference('items');
  END IF;
  IF EXISTS (SELECT 1 FROM made WHERE extras <> '[]') THEN
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
