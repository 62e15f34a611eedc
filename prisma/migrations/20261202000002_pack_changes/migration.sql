-- What tills hold and what has changed of it. A row names a product, a price list, or neither: then it is a rule or a setting.
-- `changed` is the number of the transaction: whoever remembers a snapshot finds exactly what was not visible in it, also where
-- it commits later than what was written after it. Rows are only added, so that no writer waits for another one.
CREATE TABLE "pack_change" (
    "id" BIGSERIAL NOT NULL,
    "product_id" INTEGER,
    "list_id" INTEGER,
    "changed" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pack_change_pkey" PRIMARY KEY ("id")
);


CREATE INDEX "pack_change_changed_idx" ON "pack_change"("changed");
CREATE INDEX pack_change_list ON pack_change (list_id) WHERE list_id IS NOT NULL;
ALTER TABLE pack_change ADD CONSTRAINT pack_change_one CHECK (product_id IS NULL OR list_id IS NULL);

CREATE FUNCTION pack_product_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN INSERT INTO pack_change (product_id) SELECT DISTINCT product_id FROM old_rows;
  ELSE INSERT INTO pack_change (product_id) SELECT DISTINCT product_id FROM new_rows;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION pack_product_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pack_change (product_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER pack_product_made AFTER INSERT ON product FOR EACH ROW EXECUTE FUNCTION pack_product_written();
CREATE TRIGGER pack_product_changed AFTER UPDATE OF titles, status, price, free, tax_type_id, stepper, deleted_at ON product
  FOR EACH ROW WHEN (OLD.titles IS DISTINCT FROM NEW.titles OR OLD.status <> NEW.status OR OLD.price <> NEW.price
    OR OLD.free <> NEW.free OR OLD.tax_type_id IS DISTINCT FROM NEW.tax_type_id OR OLD.stepper <> NEW.stepper
    OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
  EXECUTE FUNCTION pack_product_written();

CREATE FUNCTION pack_item_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pack_change (product_id) VALUES (NEW.product_id);
  RETURN NULL;
END $$;
CREATE TRIGGER pack_item_changed AFTER UPDATE OF barcode, option, price, deleted_at ON product_item FOR EACH ROW
  WHEN (OLD.barcode IS DISTINCT FROM NEW.barcode OR OLD.option IS DISTINCT FROM NEW.option
    OR OLD.price IS DISTINCT FROM NEW.price OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
  EXECUTE FUNCTION pack_item_written();
DO $$
DECLARE
  name text;
BEGIN
  -- items are made one by one beside their product, and its other parts are written as a whole
  CREATE TRIGGER pack_item_made AFTER INSERT ON product_item REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION pack_product_changed();
  FOREACH name IN ARRAY ARRAY['product_category', 'product_image', 'extra_product']
  LOOP
    EXECUTE format('CREATE TRIGGER pack_part_made AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION pack_product_changed()', name);
    EXECUTE format('CREATE TRIGGER pack_part_gone AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION pack_product_changed()', name);
  END LOOP;
END $$;
CREATE TRIGGER pack_image_changed AFTER UPDATE ON product_image REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION pack_product_changed();

CREATE FUNCTION pack_prices_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN INSERT INTO pack_change (list_id) SELECT DISTINCT price_list_id FROM old_rows;
  ELSE INSERT INTO pack_change (list_id) SELECT DISTINCT price_list_id FROM new_rows;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER pack_prices_made AFTER INSERT ON price_list_item REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION pack_prices_changed();
CREATE TRIGGER pack_prices_changed AFTER UPDATE ON price_list_item REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION pack_prices_changed();
CREATE TRIGGER pack_prices_gone AFTER DELETE ON price_list_item REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION pack_prices_changed();

CREATE FUNCTION pack_rule_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pack_change DEFAULT VALUES;
  RETURN NULL;
END $$;
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['price_list', 'price_list_branch', 'discount', 'discount_product', 'discount_category', 'discount_branch',
    'offer_product', 'offer_category', 'offer_branch', 'tax_type', 'extra', 'extra_price']
  LOOP
    EXECUTE format('CREATE TRIGGER pack_rule_changed AFTER INSERT OR UPDATE OR DELETE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION pack_rule_changed()', name);
  END LOOP;
END $$;
-- how often a coupon was used is none of it
CREATE TRIGGER pack_rule_made AFTER INSERT OR DELETE ON offer FOR EACH STATEMENT EXECUTE FUNCTION pack_rule_changed();
CREATE TRIGGER pack_rule_changed AFTER UPDATE OF status, start_date, end_date, discount, discount_type, quantity, tiers, bundle_price,
  drink_share, deleted_at ON offer FOR EACH STATEMENT EXECUTE FUNCTION pack_rule_changed();
CREATE TRIGGER pack_settings_changed AFTER UPDATE OF data ON setting FOR EACH STATEMENT EXECUTE FUNCTION pack_rule_changed();
CREATE TRIGGER pack_settings_changed AFTER UPDATE OF settings ON branch FOR EACH STATEMENT EXECUTE FUNCTION pack_rule_changed();

-- another rate changes what each of its items says
CREATE FUNCTION pack_tax_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pack_change (product_id) SELECT id FROM product WHERE tax_type_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER pack_tax_changed AFTER UPDATE OF value ON tax_type FOR EACH ROW WHEN (OLD.value <> NEW.value)
  EXECUTE FUNCTION pack_tax_changed();
