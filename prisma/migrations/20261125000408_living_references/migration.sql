-- What a row begins to point to has not been deleted at the same moment. The foreign key takes the row it names FOR KEY
-- SHARE, a delete takes it FOR UPDATE: whoever comes second waits, and then either counts the other or is refused here.
-- The refusal is a lost race: the call is done again and finds that the record is gone.
CREATE FUNCTION refuse_deleted_reference(column_name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'deleted reference in %', column_name USING ERRCODE = 'DK409';
END $$;

-- Watches columns that are foreign keys to tables with deleted_at; a value that stays is not looked at again.
CREATE FUNCTION watch_references(watched regclass, VARIADIC column_names text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  tests text := '';
  changes text := '';
  reference record;
BEGIN
  FOR reference IN
    SELECT a.attname AS name, c.confrelid::regclass AS target
      FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
     WHERE c.contype = 'f' AND c.conrelid = watched AND cardinality(c.conkey) = 1 AND a.attname = ANY(column_names)
     ORDER BY a.attnum
  LOOP
    tests := tests || format(
      ' WHEN NEW.%1$I IS DISTINCT FROM OLD.%1$I AND EXISTS (SELECT 1 FROM %2$s WHERE id = NEW.%1$I AND deleted_at IS NOT NULL) THEN %1$L',
      reference.name, reference.target);
    changes := changes || CASE WHEN changes = '' THEN '' ELSE ' OR ' END
      || format('OLD.%1$I IS DISTINCT FROM NEW.%1$I', reference.name);
  END LOOP;
  EXECUTE format(
    'CREATE OR REPLACE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS $body$
     DECLARE gone text;
     BEGIN
       gone := CASE%s END;
       IF gone IS NOT NULL THEN PERFORM refuse_deleted_reference(gone); END IF;
       RETURN NULL;
     END $body$', 'references_of_' || trim('"' FROM watched::text), tests);
  EXECUTE format('CREATE OR REPLACE TRIGGER living_references_insert AFTER INSERT ON %s
    FOR EACH ROW EXECUTE FUNCTION %I()', watched, 'references_of_' || trim('"' FROM watched::text));
  EXECUTE format('CREATE OR REPLACE TRIGGER living_references_update AFTER UPDATE ON %s
    FOR EACH ROW WHEN (%s) EXECUTE FUNCTION %I()', watched, changes, 'references_of_' || trim('"' FROM watched::text));
END $$;

SELECT watch_references('account', 'role_id', 'branch_id');
SELECT watch_references('address', 'area_id', 'user_id');
SELECT watch_references('branch', 'country_id', 'state_id', 'city_id', 'area_id');
SELECT watch_references('branch_delivery', 'delivery_id');
SELECT watch_references('branch_manager', 'branch_id', 'account_id');
SELECT watch_references('branch_payment', 'payment_id');
SELECT watch_references('branch_zone', 'branch_id', 'location_id');
SELECT watch_references('category', 'parent_id');
SELECT watch_references('discount_branch', 'branch_id');
SELECT watch_references('discount_category', 'category_id');
SELECT watch_references('discount_product', 'product_id', 'item_id');
SELECT watch_references('extra_price', 'branch_id');
SELECT watch_references('extra_product', 'extra_id', 'product_id');
SELECT watch_references('location', 'parent_id');
SELECT watch_references('offer_category', 'category_id');
SELECT watch_references('offer_product', 'product_id', 'item_id');
SELECT watch_references('payment_delivery', 'payment_id', 'delivery_id');
SELECT watch_references('payment_method', 'branch_id');
SELECT watch_references('price_list_branch', 'price_list_id', 'branch_id');
SELECT watch_references('price_list_item', 'price_list_id', 'product_id', 'item_id');
SELECT watch_references('product', 'brand_id', 'tax_type_id');
SELECT watch_references('product_category', 'category_id');
SELECT watch_references('receipt', 'supplier_id');
SELECT watch_references('stock_batch', 'branch_id', 'item_id');

-- An order stands on the value of its status, and its driver works here.
SELECT watch_references('"order"', 'branch_id', 'client_id', 'status_id', 'delivery_id', 'payment_id', 'driver_id', 'coupon_id');
CREATE OR REPLACE FUNCTION references_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status_id IS DISTINCT FROM OLD.status_id AND NEW.status_id IS NOT NULL THEN
    PERFORM 1 FROM order_status WHERE id = NEW.status_id AND (deleted_at IS NOT NULL OR status_value <> NEW.status_value);
    IF FOUND THEN PERFORM refuse_deleted_reference('status_id'); END IF;
  END IF;
  IF NEW.branch_id IS DISTINCT FROM OLD.branch_id AND NEW.branch_id IS NOT NULL THEN
    PERFORM 1 FROM branch WHERE id = NEW.branch_id AND deleted_at IS NOT NULL;
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

-- The lines of an order that is being made are of items and offers that live; an edited order keeps what it was sold with.
CREATE FUNCTION references_of_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM made l LEFT JOIN product_item i ON i.id = l.item_id LEFT JOIN offer f ON f.id = l.offer_id
              WHERE (i.deleted_at IS NOT NULL OR f.deleted_at IS NOT NULL)
                AND EXISTS (SELECT 1 FROM "order" o WHERE o.id = l.order_id
                             AND o.xmin::text = pg_current_xact_id_if_assigned()::xid::text AND o.version = 1))
    THEN PERFORM refuse_deleted_reference('items');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER living_references_insert AFTER INSERT ON order_line
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION references_of_new_orders();

-- A drawer opens on a till that is switched on.
SELECT watch_references('pos_session', 'branch_id', 'opened_by');
CREATE OR REPLACE FUNCTION references_of_pos_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.status = 'open' AND NOT EXISTS (SELECT 1 FROM branch WHERE id = NEW.branch_id
       AND deleted_at IS NULL AND pos @> jsonb_build_array(jsonb_build_object('id', NEW.device_id, 'status', 1)))
    THEN PERFORM refuse_deleted_reference('device_id');
  END IF;
  IF TG_OP = 'INSERT' AND NEW.status = 'open' AND EXISTS (SELECT 1 FROM account
       WHERE id = NEW.opened_by AND (deleted_at IS NOT NULL OR status = 0))
    THEN PERFORM refuse_deleted_reference('opened_by');
  END IF;
  RETURN NULL;
END $$;
