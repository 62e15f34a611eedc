CREATE TABLE "supplier" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "phone" TEXT,
    "notes" TEXT,
    "status" SMALLINT NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "search" TEXT GENERATED ALWAYS AS (fold("name" || ' ' || coalesce("phone",''))) STORED,

    CONSTRAINT "supplier_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "receipt" (
    "id" SERIAL NOT NULL,
    "supplier_id" INTEGER NOT NULL,
    "status" SMALLINT,
    "on_date" DATE NOT NULL,
    "invoice_date" DATE,
    "invoice_number" TEXT,
    "notes" TEXT,
    "account_id" INTEGER,
    "branch_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "lines_count" INTEGER NOT NULL DEFAULT 0,
    "quantity" DECIMAL(14,3) NOT NULL DEFAULT 0,
    "total" DECIMAL(20,7) NOT NULL DEFAULT 0,
    "net" DECIMAL(20,7) NOT NULL DEFAULT 0,
    "paid" DECIMAL(14,4) NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "receipt_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "receipt_line" (
    "id" SERIAL NOT NULL,
    "receipt_id" INTEGER NOT NULL,
    "product_id" INTEGER NOT NULL,
    "item_id" INTEGER NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "quantity" DECIMAL(14,3) NOT NULL,
    "cost_value" DECIMAL(14,4) NOT NULL,
    "cost_value_before_discount" DECIMAL(14,4) NOT NULL,
    "expire_date" DATE,
    "ord" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "receipt_line_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "receipt_transaction" (
    "id" SERIAL NOT NULL,
    "receipt_id" INTEGER NOT NULL,
    "value" DECIMAL(14,4) NOT NULL,
    "payment_method" INTEGER,
    "ref_number" TEXT,
    "on_date" DATE NOT NULL,
    "account_id" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "receipt_transaction_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "payment_method" (
    "id" SERIAL NOT NULL,
    "code" TEXT NOT NULL,
    "titles" JSONB NOT NULL,
    "type" TEXT NOT NULL,
    "status" SMALLINT NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_method_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "stock_batch" (
    "id" SERIAL NOT NULL,
    "product_id" INTEGER NOT NULL,
    "item_id" INTEGER NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "reciept_id" INTEGER,
    "receipt_line_id" INTEGER,
    "order_id" INTEGER,
    "parent_batch_id" INTEGER,
    "quantity" DECIMAL(14,3) NOT NULL,
    "remaining_quantity" DECIMAL(14,3) NOT NULL,
    "cost_value" DECIMAL(14,4) NOT NULL,
    "cost_value_before_discount" DECIMAL(14,4) NOT NULL,
    "expire_date" DATE,
    "expired" BOOLEAN NOT NULL DEFAULT false,
    "sold_days" DECIMAL(24,9) NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stock_batch_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "stock_use" (
    "id" SERIAL NOT NULL,
    "batch_id" INTEGER,
    "item_id" INTEGER NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "ref_type" TEXT NOT NULL,
    "ref_id" INTEGER NOT NULL,
    "line_id" INTEGER,
    "quantity" DECIMAL(14,3) NOT NULL,
    "returned_quantity" DECIMAL(14,3) NOT NULL DEFAULT 0,
    "cost_value" DECIMAL(14,4) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stock_use_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "stock_movement" (
    "id" BIGSERIAL NOT NULL,
    "batch_id" INTEGER NOT NULL,
    "product_used_id" INTEGER,
    "target" SMALLINT NOT NULL,
    "quantity" DECIMAL(14,3) NOT NULL,
    "ref_type" TEXT,
    "ref_id" INTEGER,
    "account_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stock_movement_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "stock_level" (
    "item_id" INTEGER NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "product_id" INTEGER NOT NULL,
    "on_hand" DECIMAL(14,3) NOT NULL DEFAULT 0,
    "expired" DECIMAL(14,3) NOT NULL DEFAULT 0,
    "reserved" DECIMAL(14,3) NOT NULL DEFAULT 0,
    "deficit" DECIMAL(14,3) NOT NULL DEFAULT 0,
    "available" DECIMAL(14,3) GENERATED ALWAYS AS ("on_hand" - "expired" - "reserved" - "deficit") STORED,
    "value" DECIMAL(24,7) NOT NULL DEFAULT 0,
    "last_cost" DECIMAL(14,4) NOT NULL DEFAULT 0,

    CONSTRAINT "stock_level_pkey" PRIMARY KEY ("item_id","branch_id")
);

CREATE TABLE "stock_reservation" (
    "ref_type" TEXT NOT NULL,
    "ref_id" INTEGER NOT NULL,
    "item_id" INTEGER NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "quantity" DECIMAL(14,3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stock_reservation_pkey" PRIMARY KEY ("ref_type","ref_id","item_id","branch_id")
);

CREATE TABLE "stock_transfer" (
    "id" SERIAL NOT NULL,
    "from_branch_id" INTEGER NOT NULL,
    "to_branch_id" INTEGER NOT NULL,
    "notes" TEXT,
    "account_id" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stock_transfer_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "stock_transfer_line" (
    "id" SERIAL NOT NULL,
    "transfer_id" INTEGER NOT NULL,
    "product_id" INTEGER NOT NULL,
    "item_id" INTEGER NOT NULL,
    "quantity" DECIMAL(14,3) NOT NULL,
    "value" DECIMAL(20,7) NOT NULL,

    CONSTRAINT "stock_transfer_line_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "stock_count" (
    "id" SERIAL NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "status" SMALLINT NOT NULL DEFAULT 0,
    "notes" TEXT,
    "account_id" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "posted_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "stock_count_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "stock_count_line" (
    "id" SERIAL NOT NULL,
    "count_id" INTEGER NOT NULL,
    "product_id" INTEGER NOT NULL,
    "item_id" INTEGER NOT NULL,
    "snapshot" DECIMAL(14,3) NOT NULL,
    "counted" DECIMAL(14,3),
    "counted_at" TIMESTAMPTZ(3),
    "difference" DECIMAL(14,3),
    "value" DECIMAL(20,7),

    CONSTRAINT "stock_count_line_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "receipt_supplier_id_on_date_idx" ON "receipt"("supplier_id", "on_date");

CREATE INDEX "receipt_on_date_id_idx" ON "receipt"("on_date", "id");

CREATE INDEX "receipt_line_receipt_id_ord_id_idx" ON "receipt_line"("receipt_id", "ord", "id");

CREATE INDEX "receipt_line_item_id_id_idx" ON "receipt_line"("item_id", "id");

CREATE INDEX "receipt_transaction_receipt_id_idx" ON "receipt_transaction"("receipt_id");

CREATE INDEX "receipt_transaction_on_date_id_idx" ON "receipt_transaction"("on_date", "id");

CREATE UNIQUE INDEX "payment_method_code_key" ON "payment_method"("code");

CREATE UNIQUE INDEX "stock_batch_receipt_line_id_key" ON "stock_batch"("receipt_line_id");

CREATE INDEX "stock_batch_reciept_id_idx" ON "stock_batch"("reciept_id");

CREATE INDEX "stock_batch_product_id_idx" ON "stock_batch"("product_id");

CREATE INDEX "stock_batch_remaining_quantity_id_idx" ON "stock_batch"("remaining_quantity", "id");

CREATE INDEX "stock_batch_branch_id_remaining_quantity_id_idx" ON "stock_batch"("branch_id", "remaining_quantity", "id");

CREATE INDEX "stock_use_ref_type_ref_id_idx" ON "stock_use"("ref_type", "ref_id");

CREATE INDEX "stock_use_batch_id_idx" ON "stock_use"("batch_id");

CREATE INDEX "stock_movement_batch_id_id_idx" ON "stock_movement"("batch_id", "id");

CREATE INDEX "stock_movement_product_used_id_idx" ON "stock_movement"("product_used_id");

CREATE INDEX "stock_level_branch_id_product_id_idx" ON "stock_level"("branch_id", "product_id");

CREATE INDEX "stock_level_product_id_idx" ON "stock_level"("product_id");

CREATE INDEX "stock_reservation_item_id_branch_id_idx" ON "stock_reservation"("item_id", "branch_id");

CREATE INDEX "stock_transfer_from_branch_id_idx" ON "stock_transfer"("from_branch_id");

CREATE INDEX "stock_transfer_to_branch_id_idx" ON "stock_transfer"("to_branch_id");

CREATE INDEX "stock_transfer_line_transfer_id_idx" ON "stock_transfer_line"("transfer_id");

CREATE INDEX "stock_count_branch_id_idx" ON "stock_count"("branch_id");

CREATE UNIQUE INDEX "stock_count_line_count_id_item_id_key" ON "stock_count_line"("count_id", "item_id");

ALTER TABLE "receipt" ADD CONSTRAINT "receipt_supplier_id_fkey" FOREIGN KEY ("supplier_id") REFERENCES "supplier"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "receipt" ADD CONSTRAINT "receipt_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "receipt_line" ADD CONSTRAINT "receipt_line_receipt_id_fkey" FOREIGN KEY ("receipt_id") REFERENCES "receipt"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "receipt_line" ADD CONSTRAINT "receipt_line_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "receipt_line" ADD CONSTRAINT "receipt_line_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "product_item"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "receipt_line" ADD CONSTRAINT "receipt_line_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "receipt_transaction" ADD CONSTRAINT "receipt_transaction_receipt_id_fkey" FOREIGN KEY ("receipt_id") REFERENCES "receipt"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "receipt_transaction" ADD CONSTRAINT "receipt_transaction_payment_method_fkey" FOREIGN KEY ("payment_method") REFERENCES "payment_method"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "receipt_transaction" ADD CONSTRAINT "receipt_transaction_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "stock_batch" ADD CONSTRAINT "stock_batch_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "product_item"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "stock_batch" ADD CONSTRAINT "stock_batch_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "stock_batch" ADD CONSTRAINT "stock_batch_reciept_id_fkey" FOREIGN KEY ("reciept_id") REFERENCES "receipt"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "stock_batch" ADD CONSTRAINT "stock_batch_receipt_line_id_fkey" FOREIGN KEY ("receipt_line_id") REFERENCES "receipt_line"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "stock_batch" ADD CONSTRAINT "stock_batch_parent_batch_id_fkey" FOREIGN KEY ("parent_batch_id") REFERENCES "stock_batch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "stock_use" ADD CONSTRAINT "stock_use_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "stock_batch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "stock_batch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_product_used_id_fkey" FOREIGN KEY ("product_used_id") REFERENCES "stock_use"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "stock_level" ADD CONSTRAINT "stock_level_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "product_item"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "stock_level" ADD CONSTRAINT "stock_level_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "stock_level" ADD CONSTRAINT "stock_level_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "stock_transfer" ADD CONSTRAINT "stock_transfer_from_branch_id_fkey" FOREIGN KEY ("from_branch_id") REFERENCES "branch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "stock_transfer" ADD CONSTRAINT "stock_transfer_to_branch_id_fkey" FOREIGN KEY ("to_branch_id") REFERENCES "branch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "stock_transfer" ADD CONSTRAINT "stock_transfer_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "stock_transfer_line" ADD CONSTRAINT "stock_transfer_line_transfer_id_fkey" FOREIGN KEY ("transfer_id") REFERENCES "stock_transfer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "stock_transfer_line" ADD CONSTRAINT "stock_transfer_line_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "product_item"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "stock_count" ADD CONSTRAINT "stock_count_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "stock_count" ADD CONSTRAINT "stock_count_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "stock_count_line" ADD CONSTRAINT "stock_count_line_count_id_fkey" FOREIGN KEY ("count_id") REFERENCES "stock_count"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "stock_count_line" ADD CONSTRAINT "stock_count_line_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "product_item"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE INDEX supplier_search ON supplier USING gin (search gin_trgm_ops) WHERE deleted_at IS NULL;

-- What sells next, in its order (decisions 3.2): first expired, first in.
CREATE INDEX stock_batch_fefo ON stock_batch (item_id, branch_id, expire_date, created_at, id) WHERE remaining_quantity > 0;
-- What the clocked job looks for each day: left over and past its date.
CREATE INDEX stock_batch_expiring ON stock_batch (expire_date) WHERE expire_date IS NOT NULL AND NOT expired AND remaining_quantity > 0;
-- Sold without stock and not settled yet, the oldest first (decisions 3.4).
CREATE INDEX stock_use_deficit ON stock_use (item_id, branch_id, id) WHERE batch_id IS NULL AND returned_quantity < quantity;

ALTER TABLE supplier ADD CONSTRAINT supplier_status CHECK (status IN (0, 1));
ALTER TABLE receipt
  ADD CONSTRAINT receipt_status CHECK (status IN (-1, 1, 2)),
  ADD CONSTRAINT receipt_locked_named CHECK (status <> 2 OR (invoice_number IS NOT NULL AND invoice_date IS NOT NULL)),
  ADD CONSTRAINT receipt_kept CHECK (deleted_at IS NULL OR status IS NULL OR status = -1);
ALTER TABLE receipt_line
  ADD CONSTRAINT receipt_line_quantity CHECK (quantity >= 0),
  ADD CONSTRAINT receipt_line_cost CHECK (cost_value >= 0 AND cost_value_before_discount >= cost_value);
ALTER TABLE receipt_transaction ADD CONSTRAINT receipt_transaction_value CHECK (value > 0);
ALTER TABLE payment_method
  ADD CONSTRAINT payment_method_status CHECK (status IN (0, 1)),
  ADD CONSTRAINT payment_method_type CHECK (type IN ('cash', 'card', 'online', 'transfer', 'wallet'));
ALTER TABLE stock_batch
  ADD CONSTRAINT stock_batch_remaining CHECK (remaining_quantity >= 0 AND quantity >= 0),
  ADD CONSTRAINT stock_batch_cost CHECK (cost_value >= 0);
ALTER TABLE stock_use
  ADD CONSTRAINT stock_use_quantity CHECK (quantity > 0 AND returned_quantity BETWEEN 0 AND quantity);
ALTER TABLE stock_movement
  ADD CONSTRAINT stock_movement_target CHECK (target BETWEEN 1 AND 5),
  ADD CONSTRAINT stock_movement_quantity CHECK (quantity > 0 OR (target = 4 AND quantity <> 0));
ALTER TABLE stock_level
  ADD CONSTRAINT stock_level_sums CHECK (on_hand >= 0 AND expired >= 0 AND expired <= on_hand AND reserved >= 0 AND deficit >= 0);
ALTER TABLE stock_reservation ADD CONSTRAINT stock_reservation_quantity CHECK (quantity > 0);
ALTER TABLE stock_transfer ADD CONSTRAINT stock_transfer_moves CHECK (from_branch_id <> to_branch_id);
ALTER TABLE stock_transfer_line ADD CONSTRAINT stock_transfer_line_quantity CHECK (quantity > 0);
ALTER TABLE stock_count ADD CONSTRAINT stock_count_status CHECK (status IN (0, 1));
ALTER TABLE stock_count_line ADD CONSTRAINT stock_count_line_counted CHECK (counted >= 0);

-- The ledger is never rewritten (decisions 0.5, architecture 7).
CREATE TRIGGER stock_movement_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON stock_movement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

INSERT INTO payment_method (code, titles, type) VALUES
  ('cash', '{"ar": "نقدًا", "en": "Cash", "de": "Bar"}', 'cash'),
  ('card', '{"ar": "بطاقة", "en": "Card", "de": "Karte"}', 'card'),
  ('transfer', '{"ar": "تحويل بنكي", "en": "Bank transfer", "de": "Überweisung"}', 'transfer');
