-- What runs low is asked by every Home, and what is sold out of all products. Both stand in the level itself: what is
-- available changes with every sale, the pace is looked at every few minutes. Only a level that becomes low or empty, or
-- stops being so, is written into an index.
ALTER TABLE "stock_level" ADD COLUMN "pace" DECIMAL(18,6) NOT NULL DEFAULT 0,
  ADD COLUMN "low" BOOLEAN GENERATED ALWAYS AS ("on_hand" - "expired" - "reserved" - "deficit" < 7 * "pace") STORED,
  ADD COLUMN "stocked" BOOLEAN GENERATED ALWAYS AS ("on_hand" - "expired" - "reserved" - "deficit" > 0) STORED;
CREATE INDEX stock_level_low ON stock_level (branch_id, item_id) INCLUDE (product_id) WHERE low;
CREATE INDEX stock_level_stocked ON stock_level (product_id, branch_id) WHERE stocked;

-- Four weeks of a log of years; it grows at its end, so that a few pages tell where they begin.
CREATE INDEX stock_use_lately ON stock_use USING brin (created_at) WITH (autosummarize = on, pages_per_range = 32);
