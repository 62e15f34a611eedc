-- The inventory report by item reads every level of the shop with its price. Now the worker keeps the sums of each item over all
-- branches, beside the sort keys and out of the same marks (docs/adr 0009).
CREATE TABLE "stock_item_sum" (
    "item_id" INTEGER NOT NULL,
    "product_id" INTEGER NOT NULL,
    "on_hand" DECIMAL(18,3) NOT NULL,
    "reserved" DECIMAL(18,3) NOT NULL,
    "available" DECIMAL(18,3) NOT NULL,
    "expired" DECIMAL(18,3) NOT NULL,
    "value" DECIMAL(28,7) NOT NULL,
    "sale_value" DECIMAL(32,7) NOT NULL,

    CONSTRAINT "stock_item_sum_pkey" PRIMARY KEY ("item_id")
);

-- Sums of the given items, of whose levels any has units, reserved units or a deficit.
CREATE FUNCTION stock_item_sums(item_ids integer[])
RETURNS TABLE (item_id integer, product_id integer, on_hand numeric, reserved numeric, available numeric, expired numeric,
               value numeric, sale_value numeric) LANGUAGE sql STABLE AS $$
  SELECT l.item_id, min(l.product_id), sum(l.on_hand), sum(l.reserved), sum(l.available), sum(l.expired), sum(l.value),
         sum(l.on_hand * coalesce(i.price, p.price))
    FROM stock_level l JOIN product_item i ON i.id = l.item_id JOIN product p ON p.id = l.product_id
   WHERE (item_ids IS NULL OR l.item_id = ANY(item_ids)) AND (l.on_hand <> 0 OR l.reserved <> 0 OR l.deficit <> 0)
   GROUP BY l.item_id
$$;

INSERT INTO stock_item_sum SELECT * FROM stock_item_sums(NULL) ORDER BY item_id;

-- Marks of amounts that the sort keys do not have.
DROP TRIGGER stock_level_changed ON stock_level;
CREATE TRIGGER stock_level_changed AFTER UPDATE ON stock_level FOR EACH ROW
  WHEN (OLD.available <> NEW.available OR OLD.on_hand <> NEW.on_hand OR OLD.value <> NEW.value OR OLD.expired <> NEW.expired
    OR OLD.reserved <> NEW.reserved OR OLD.deficit <> NEW.deficit OR OLD.pace <> NEW.pace
    OR OLD.item_id <> NEW.item_id OR OLD.branch_id <> NEW.branch_id OR OLD.product_id <> NEW.product_id)
  EXECUTE FUNCTION stock_level_changed();

-- A product of which a price changed since the worker was here. It is the product that is marked, not its levels: a level that
-- another transaction is just making would be missed.
CREATE TABLE "stock_price_change" (
    "product_id" INTEGER NOT NULL
);
ALTER TABLE stock_price_change SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

CREATE FUNCTION stock_price_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'product' THEN INSERT INTO stock_price_change (product_id) VALUES (NEW.id);
  ELSE INSERT INTO stock_price_change (product_id) VALUES (NEW.product_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER stock_price_changed AFTER UPDATE OF price ON product FOR EACH ROW
  WHEN (OLD.price <> NEW.price) EXECUTE FUNCTION stock_price_changed();
CREATE TRIGGER stock_price_changed AFTER UPDATE OF price ON product_item FOR EACH ROW
  WHEN (OLD.price IS DISTINCT FROM NEW.price) EXECUTE FUNCTION stock_price_changed();

ANALYZE stock_item_sum;
