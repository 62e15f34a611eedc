-- How fast an item sells in a branch is asked for every row of stock.
CREATE INDEX "stock_use_item_id_branch_id_created_at_idx" ON "stock_use"("item_id", "branch_id", "created_at");
