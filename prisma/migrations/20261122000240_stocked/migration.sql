-- Which products are sold out is asked of all of them: a level says itself whether it has something left, and the index of
-- those that have is changed only by the sale that empties one and the receipt that fills it.
ALTER TABLE "stock_level" ADD COLUMN "stocked" BOOLEAN
  GENERATED ALWAYS AS ("on_hand" - "expired" - "reserved" - "deficit" > 0) STORED;
CREATE INDEX stock_level_stocked ON stock_level (product_id, branch_id) WHERE stocked;
