-- A million batches in any order that is offered. Batches without a date stand last in both directions.
CREATE INDEX "stock_batch_quantity_id_idx" ON "stock_batch"("quantity", "id");
CREATE INDEX "stock_batch_created_at_id_idx" ON "stock_batch"("created_at", "id");
CREATE INDEX "stock_batch_expire_date_id_idx" ON "stock_batch"("expire_date", "id");
CREATE INDEX "stock_batch_expire_date_desc_idx" ON "stock_batch"("expire_date" DESC NULLS LAST, "id" DESC);

-- When an item first came into a branch is asked for every row; batches of a product are found by the same index.
DROP INDEX "stock_batch_product_id_idx";
CREATE INDEX "stock_batch_product_id_item_id_branch_id_created_at_idx"
  ON "stock_batch"("product_id", "item_id", "branch_id", "created_at");

-- What is left is the youngest and the latest to expire, what is sold out the oldest: looked for from the other end of
-- those indexes, all that is of the other kind would be passed. An index of one kind costs nothing to the other.
DROP INDEX stock_batch_expiring;
CREATE INDEX stock_batch_left_expiring ON stock_batch (expire_date, id) WHERE remaining_quantity > 0;
CREATE INDEX stock_batch_left_created ON stock_batch (created_at, id) WHERE remaining_quantity > 0;
CREATE INDEX stock_batch_gone_expired ON stock_batch (expire_date, id) WHERE remaining_quantity = 0;
CREATE INDEX stock_batch_gone_expired_desc ON stock_batch (expire_date DESC NULLS LAST, id DESC) WHERE remaining_quantity = 0;
CREATE INDEX stock_batch_gone_created ON stock_batch (created_at, id) WHERE remaining_quantity = 0;
