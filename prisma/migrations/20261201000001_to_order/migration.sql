-- What an order to a supplier is made from: how long and how often it delivers, and what a branch should always have.
ALTER TABLE "supplier" ADD COLUMN "email" TEXT,
  ADD COLUMN "delivery_days" SMALLINT NOT NULL DEFAULT 3,
  ADD COLUMN "order_every_days" SMALLINT NOT NULL DEFAULT 7,
  ADD COLUMN "minimum_order" DECIMAL(14,4) NOT NULL DEFAULT 0,
  ADD CONSTRAINT supplier_delivery_days CHECK (delivery_days BETWEEN 0 AND 90),
  ADD CONSTRAINT supplier_order_every_days CHECK (order_every_days BETWEEN 1 AND 90),
  ADD CONSTRAINT supplier_minimum_order CHECK (minimum_order >= 0);

ALTER TABLE "product_item" ADD COLUMN "minimum_quantity" DECIMAL(14,3) NOT NULL DEFAULT 0,
  ADD CONSTRAINT product_item_minimum_quantity CHECK (minimum_quantity >= 0);
CREATE INDEX product_item_minimum ON product_item (id) WHERE minimum_quantity > 0;

-- Units on the way are the lines of receipts that were sent to their supplier, which are few.
CREATE INDEX receipt_on_the_way ON receipt (id) WHERE status IS NULL AND deleted_at IS NULL;

-- How many days a level lasts, in the copy beside the levels (docs/adr 0009): an index on what is available would make every sale
-- write to all indexes of a level. The pace is written by the worker alone.
ALTER TABLE "stock_sort_key" ADD COLUMN "pace" DECIMAL(18,6) NOT NULL DEFAULT 0;
UPDATE stock_sort_key k SET pace = l.pace FROM stock_level l
 WHERE l.item_id = k.item_id AND l.branch_id = k.branch_id AND l.pace > 0;
ALTER TABLE "stock_sort_key"
  ADD COLUMN "lasts" DECIMAL GENERATED ALWAYS AS (CASE WHEN pace > 0 THEN available / pace END) STORED;
CREATE INDEX stock_sort_key_lasts ON stock_sort_key (lasts, item_id, branch_id) WHERE pace > 0;
DROP TRIGGER stock_level_changed ON stock_level;
CREATE TRIGGER stock_level_changed AFTER UPDATE ON stock_level FOR EACH ROW
  WHEN (OLD.available <> NEW.available OR OLD.on_hand <> NEW.on_hand OR OLD.value <> NEW.value OR OLD.pace <> NEW.pace
    OR OLD.item_id <> NEW.item_id OR OLD.branch_id <> NEW.branch_id OR OLD.product_id <> NEW.product_id)
  EXECUTE FUNCTION stock_level_changed();
ANALYZE stock_sort_key;
