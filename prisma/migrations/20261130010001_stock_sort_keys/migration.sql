-- What the stock list sorts by, beside the levels: an index on these columns of stock_level itself would make every sale write to
-- all indexes of a level. The worker brings the copy up to date every minute; until then a changed level is marked, and the list
-- reads it itself (docs/adr 0009).
CREATE TABLE "stock_sort_key" (
    "item_id" INTEGER NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "product_id" INTEGER NOT NULL,
    "on_hand" DECIMAL(14,3) NOT NULL,
    "available" DECIMAL(14,3) NOT NULL,
    "value" DECIMAL(24,7) NOT NULL,

    CONSTRAINT "stock_sort_key_pkey" PRIMARY KEY ("branch_id", "item_id")
);
INSERT INTO stock_sort_key (item_id, branch_id, product_id, on_hand, available, value)
SELECT item_id, branch_id, product_id, on_hand, available, value FROM stock_level ORDER BY item_id, branch_id;
CREATE INDEX "stock_sort_key_on_hand_item_id_branch_id_idx" ON "stock_sort_key"("on_hand", "item_id", "branch_id");
CREATE INDEX "stock_sort_key_available_item_id_branch_id_idx" ON "stock_sort_key"("available", "item_id", "branch_id");
CREATE INDEX "stock_sort_key_value_item_id_branch_id_idx" ON "stock_sort_key"("value", "item_id", "branch_id");

-- A level that changed since the worker was here, once for each change; without any index, so that a sale pays little for it.
CREATE TABLE "stock_level_change" (
    "item_id" INTEGER NOT NULL,
    "branch_id" INTEGER NOT NULL
);
-- The worker empties it every minute, and every list reads all of it.
ALTER TABLE stock_level_change SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

CREATE FUNCTION stock_level_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO stock_level_change (item_id, branch_id) VALUES (OLD.item_id, OLD.branch_id);
    IF TG_OP = 'DELETE' OR (OLD.item_id, OLD.branch_id) = (NEW.item_id, NEW.branch_id) THEN RETURN NULL; END IF;
  END IF;
  INSERT INTO stock_level_change (item_id, branch_id) VALUES (NEW.item_id, NEW.branch_id);
  RETURN NULL;
END $$;
CREATE TRIGGER stock_level_came AFTER INSERT OR DELETE ON stock_level FOR EACH ROW EXECUTE FUNCTION stock_level_changed();
CREATE TRIGGER stock_level_changed AFTER UPDATE ON stock_level FOR EACH ROW
  WHEN (OLD.available <> NEW.available OR OLD.on_hand <> NEW.on_hand OR OLD.value <> NEW.value
    OR OLD.item_id <> NEW.item_id OR OLD.branch_id <> NEW.branch_id OR OLD.product_id <> NEW.product_id)
  EXECUTE FUNCTION stock_level_changed();

ANALYZE stock_sort_key;
