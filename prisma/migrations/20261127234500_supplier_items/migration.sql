-- CreateTable
CREATE TABLE "supplier_item" (
    "id" SERIAL NOT NULL,
    "supplier_id" INTEGER NOT NULL,
    "item_id" INTEGER NOT NULL,
    "code" TEXT NOT NULL DEFAULT '',
    "title" TEXT NOT NULL DEFAULT '',
    "code_key" TEXT GENERATED ALWAYS AS (barcode_key(code)) STORED,
    "title_key" TEXT GENERATED ALWAYS AS (fold(title)) STORED,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "supplier_item_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "supplier_item_supplier_id_title_key_idx" ON "supplier_item"("supplier_id", "title_key");

-- CreateIndex
CREATE INDEX "supplier_item_item_id_idx" ON "supplier_item"("item_id");

-- AddForeignKey
ALTER TABLE "supplier_item" ADD CONSTRAINT "supplier_item_supplier_id_fkey" FOREIGN KEY ("supplier_id") REFERENCES "supplier"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "supplier_item" ADD CONSTRAINT "supplier_item_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "product_item"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE supplier_item ADD CONSTRAINT supplier_item_named CHECK (code <> '' OR title <> '');
-- A number of a supplier is one item's, and so is a name where there is no number.
CREATE UNIQUE INDEX supplier_item_code ON supplier_item (supplier_id, code_key) WHERE code <> '';
CREATE UNIQUE INDEX supplier_item_title ON supplier_item (supplier_id, title_key) WHERE code = '';
