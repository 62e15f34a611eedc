-- Where an import's quantities arrive, of how many rows, how far they have, and the receipts that they came by.
ALTER TABLE "product_import"
  ADD COLUMN "branch_id" INTEGER,
  ADD COLUMN "arriving" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "received_row" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "receipts" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],
  -- The list whose prices an import of prices changes; base prices without one.
  ADD COLUMN "price_list_id" INTEGER,
  -- Who let it run, or takes it back, where that is not who brought the file.
  ADD COLUMN "run_by" INTEGER;

CREATE INDEX "product_import_branch_id_idx" ON "product_import"("branch_id");
CREATE INDEX "product_import_run_by_idx" ON "product_import"("run_by");
CREATE INDEX "product_import_price_list_id_idx" ON "product_import"("price_list_id");

ALTER TABLE "product_import" ADD CONSTRAINT "product_import_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "product_import" ADD CONSTRAINT "product_import_price_list_id_fkey" FOREIGN KEY ("price_list_id") REFERENCES "price_list"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "product_import" ADD CONSTRAINT "product_import_run_by_fkey" FOREIGN KEY ("run_by") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
