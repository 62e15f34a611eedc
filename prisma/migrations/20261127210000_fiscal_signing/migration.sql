CREATE TABLE "tss" (
    "id" TEXT NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "description" TEXT,
    "serial_number" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "signature_algorithm" TEXT NOT NULL,
    "log_time_format" TEXT NOT NULL,
    "certificate" TEXT NOT NULL,
    "private_key" BYTEA NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "valid_to" TIMESTAMPTZ(3) NOT NULL,
    "signature_counter" INTEGER NOT NULL DEFAULT 0,
    "transaction_counter" INTEGER NOT NULL DEFAULT 0,
    "last_log_time" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tss_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "tss_client" (
    "id" TEXT NOT NULL,
    "tss_id" TEXT NOT NULL,
    "device_id" INTEGER NOT NULL,
    "serial_number" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'REGISTERED',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tss_client_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "fiscal_document" (
    "id" TEXT NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "order_id" INTEGER NOT NULL,
    "return_id" INTEGER,
    "tss_id" TEXT,
    "client_id" TEXT,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "process_data" TEXT NOT NULL,
    "transaction_number" INTEGER,
    "code" TEXT,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sealed_at" TIMESTAMPTZ(3),

    CONSTRAINT "fiscal_document_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "fiscal_log" (
    "id" BIGSERIAL NOT NULL,
    "tss_id" TEXT NOT NULL,
    "document_id" TEXT NOT NULL,
    "counter" INTEGER NOT NULL,
    "operation" TEXT NOT NULL,
    "log_time" TIMESTAMPTZ(3) NOT NULL,
    "signed_bytes" BYTEA NOT NULL,
    "signature" TEXT,

    CONSTRAINT "fiscal_log_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "tss_serial_number_key" ON "tss"("serial_number");

CREATE INDEX "tss_branch_id_idx" ON "tss"("branch_id");

CREATE INDEX "tss_client_device_id_idx" ON "tss_client"("device_id");

CREATE UNIQUE INDEX "tss_client_tss_id_device_id_key" ON "tss_client"("tss_id", "device_id");

CREATE INDEX "fiscal_document_branch_id_created_at_id_idx" ON "fiscal_document"("branch_id", "created_at", "id");

CREATE INDEX "fiscal_document_order_id_idx" ON "fiscal_document"("order_id");

CREATE INDEX "fiscal_document_return_id_idx" ON "fiscal_document"("return_id");

CREATE INDEX "fiscal_document_client_id_idx" ON "fiscal_document"("client_id");

CREATE UNIQUE INDEX "fiscal_document_tss_id_transaction_number_key" ON "fiscal_document"("tss_id", "transaction_number");

CREATE UNIQUE INDEX "fiscal_log_tss_id_counter_key" ON "fiscal_log"("tss_id", "counter");

CREATE UNIQUE INDEX "fiscal_log_document_id_operation_key" ON "fiscal_log"("document_id", "operation");

ALTER TABLE "tss" ADD CONSTRAINT "tss_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "tss_client" ADD CONSTRAINT "tss_client_tss_id_fkey" FOREIGN KEY ("tss_id") REFERENCES "tss"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "tss_client" ADD CONSTRAINT "tss_client_device_id_fkey" FOREIGN KEY ("device_id") REFERENCES "pos_device"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "fiscal_document" ADD CONSTRAINT "fiscal_document_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "fiscal_document" ADD CONSTRAINT "fiscal_document_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "fiscal_document" ADD CONSTRAINT "fiscal_document_return_id_fkey" FOREIGN KEY ("return_id") REFERENCES "order_return"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "fiscal_document" ADD CONSTRAINT "fiscal_document_tss_id_fkey" FOREIGN KEY ("tss_id") REFERENCES "tss"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "fiscal_document" ADD CONSTRAINT "fiscal_document_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "tss_client"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "fiscal_log" ADD CONSTRAINT "fiscal_log_tss_id_fkey" FOREIGN KEY ("tss_id") REFERENCES "tss"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "fiscal_log" ADD CONSTRAINT "fiscal_log_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "fiscal_document"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One that lives a branch, one document a sale and one a return of each kind.
CREATE UNIQUE INDEX tss_live ON tss (branch_id) WHERE state NOT IN ('DISABLED', 'DELETED');
CREATE UNIQUE INDEX fiscal_document_sale ON fiscal_document (order_id) WHERE kind = 'sale';
CREATE UNIQUE INDEX fiscal_document_of_return ON fiscal_document (return_id, kind) WHERE return_id IS NOT NULL;
-- What the clocked job takes up: few rows of a large table.
CREATE INDEX fiscal_document_unsigned ON fiscal_document (created_at) WHERE state IN ('waiting', 'signing');

ALTER TABLE tss
  ADD CONSTRAINT tss_state CHECK (state IN ('CREATED', 'UNINITIALIZED', 'INITIALIZED', 'DISABLED', 'DEFECTIVE', 'DELETED')),
  ADD CONSTRAINT tss_environment CHECK (environment IN ('TEST', 'LIVE')),
  ADD CONSTRAINT tss_soft_is_test CHECK (provider <> 'soft' OR environment = 'TEST'),
  ADD CONSTRAINT tss_counters CHECK (signature_counter >= transaction_counter);
ALTER TABLE tss_client
  ADD CONSTRAINT tss_client_state CHECK (state IN ('REGISTERED', 'DEREGISTERED')),
  ADD CONSTRAINT tss_client_serial CHECK (length(serial_number) <= 70 AND serial_number !~ '[/_;]');
ALTER TABLE fiscal_document
  ADD CONSTRAINT fiscal_document_kind CHECK (kind IN ('sale', 'return', 'undo') AND (kind = 'sale') = (return_id IS NULL)),
  ADD CONSTRAINT fiscal_document_state CHECK (state IN ('waiting', 'signing', 'sealed', 'outage')),
  ADD CONSTRAINT fiscal_document_outage CHECK ((state = 'outage') = (reason IS NOT NULL)),
  ADD CONSTRAINT fiscal_document_numbered CHECK ((state IN ('signing', 'sealed')) = (transaction_number IS NOT NULL)),
  ADD CONSTRAINT fiscal_document_unit CHECK (state = 'outage' OR (tss_id IS NOT NULL AND client_id IS NOT NULL)),
  ADD CONSTRAINT fiscal_document_sealed CHECK ((state = 'sealed') = (code IS NOT NULL)
    AND (state = 'sealed') = (sealed_at IS NOT NULL));
ALTER TABLE fiscal_log
  ADD CONSTRAINT fiscal_log_operation CHECK (operation IN ('StartTransaction', 'FinishTransaction'));

-- The log only grows. A row gets its signature once, after it was numbered; nothing else of it changes.
CREATE FUNCTION fiscal_log_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.signature IS NULL AND NEW.signature IS NOT NULL
    AND (to_jsonb(NEW) - 'signature') = (to_jsonb(OLD) - 'signature') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'fiscal_log is append-only' USING ERRCODE = '42501';
END $$;
CREATE TRIGGER fiscal_log_signed_once BEFORE UPDATE ON fiscal_log
  FOR EACH ROW EXECUTE FUNCTION fiscal_log_append_only();
CREATE TRIGGER fiscal_log_append_only BEFORE DELETE OR TRUNCATE ON fiscal_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
