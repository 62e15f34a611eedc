-- What has expired is found as what runs low is: only a level that gets its first expired unit, or loses its last, is
-- written into the index.
ALTER TABLE "stock_level" ADD COLUMN "spoiled" BOOLEAN GENERATED ALWAYS AS ("expired" > 0) STORED;
CREATE INDEX stock_level_spoiled ON stock_level (product_id, branch_id) WHERE spoiled;
