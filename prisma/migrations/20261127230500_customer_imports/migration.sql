-- Customers by file: their rows name an account by phone. Undo tells what people changed from what imports and their
-- undos wrote by the versions that these left behind.
ALTER TABLE "product_import_row" ADD COLUMN "account_id" INTEGER,
ADD COLUMN "phone" TEXT,
ADD COLUMN "undone_version" INTEGER;

CREATE INDEX "product_import_row_account_id_idx" ON "product_import_row"("account_id");

ALTER TABLE "product_import" DROP CONSTRAINT product_import_kind,
  ADD CONSTRAINT product_import_kind CHECK (kind IN ('product', 'price', 'customer'));
