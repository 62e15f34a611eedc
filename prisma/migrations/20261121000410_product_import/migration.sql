CREATE TABLE "product_import" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'reading',
    "next" TEXT,
    "account_id" INTEGER,
    "locale" TEXT NOT NULL,
    "ip" TEXT,
    "file" TEXT,
    "images" TEXT,
    "file_name" TEXT NOT NULL,
    "images_name" TEXT,
    "format" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "images_count" INTEGER NOT NULL DEFAULT 0,
    "sheets" JSONB NOT NULL DEFAULT '[]',
    "sheet" TEXT,
    "start_row" INTEGER,
    "columns" JSONB NOT NULL DEFAULT '[]',
    "mapping" JSONB NOT NULL DEFAULT '{}',
    "guess" JSONB NOT NULL DEFAULT '{}',
    "mode" TEXT NOT NULL DEFAULT 'both',
    "receive" BOOLEAN NOT NULL DEFAULT false,
    "total_rows" INTEGER,
    "done_rows" INTEGER NOT NULL DEFAULT 0,
    "checkpoint" INTEGER NOT NULL DEFAULT 0,
    "created" INTEGER NOT NULL DEFAULT 0,
    "updated" INTEGER NOT NULL DEFAULT 0,
    "unchanged" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "categories" JSONB NOT NULL DEFAULT '[]',
    "failure" JSONB,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "product_import_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "product_import_row" (
    "id" BIGSERIAL NOT NULL,
    "import_id" INTEGER NOT NULL,
    "row" INTEGER NOT NULL,
    "result" TEXT NOT NULL,
    "barcode" TEXT,
    "title" TEXT,
    "product_id" INTEGER,
    "version" INTEGER,
    "quantity" DECIMAL(14,3),
    "reasons" JSONB NOT NULL DEFAULT '[]',
    "changes" JSONB NOT NULL DEFAULT '[]',
    "before" JSONB,
    "cells" JSONB,

    CONSTRAINT "product_import_row_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "product_import_account_id_idx" ON "product_import"("account_id");

CREATE UNIQUE INDEX "product_import_row_import_id_row_key" ON "product_import_row"("import_id", "row");

ALTER TABLE "product_import" ADD CONSTRAINT "product_import_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "product_import_row" ADD CONSTRAINT "product_import_row_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "product_import"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The picture that an import took a product's picture from, by its SHA-256: the same file twice adds nothing twice.
ALTER TABLE "product_image" ADD COLUMN "source" TEXT;

ALTER TABLE product_import
  ADD CONSTRAINT product_import_kind CHECK (kind IN ('product', 'price')),
  ADD CONSTRAINT product_import_mode CHECK (mode IN ('create', 'update', 'both')),
  ADD CONSTRAINT product_import_next CHECK (next IN ('checking', 'waiting')),
  ADD CONSTRAINT product_import_state CHECK (state IN ('reading', 'mapping', 'checking', 'checked', 'waiting', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone'));
ALTER TABLE product_import_row
  ADD CONSTRAINT product_import_row_result CHECK (result IN ('created', 'updated', 'unchanged', 'refused', 'undone', 'kept'));

-- What is under way or waits for a turn: few rows of many.
CREATE INDEX product_import_unfinished ON product_import (id) WHERE state IN ('reading', 'checking', 'waiting', 'running', 'undoing');
-- Reports of what was refused, and undo's look at other rows of a changed product.
CREATE INDEX product_import_row_refused ON product_import_row (import_id, row) WHERE result = 'refused';
CREATE INDEX product_import_row_updated ON product_import_row (import_id, product_id) WHERE result = 'updated';
