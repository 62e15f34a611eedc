-- Who answered for what somebody else did: a close, a move of cash, a discount beyond the limit.
ALTER TABLE "pos_session" ADD COLUMN "approved_by" INTEGER, ADD COLUMN "denominations" JSONB;
ALTER TABLE "pos_cash_move" ADD COLUMN "approved_by" INTEGER, ADD COLUMN "denominations" JSONB;
ALTER TABLE "order" ADD COLUMN "approved_by" INTEGER;
ALTER TABLE "pos_session" ADD CONSTRAINT "pos_session_approved_by_fkey" FOREIGN KEY ("approved_by") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "pos_cash_move" ADD CONSTRAINT "pos_cash_move_approved_by_fkey" FOREIGN KEY ("approved_by") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "order" ADD CONSTRAINT "order_approved_by_fkey" FOREIGN KEY ("approved_by") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The first count of a drawer: a later one says that it is the second.
CREATE TABLE "pos_count" (
    "id" SERIAL NOT NULL,
    "session_id" INTEGER NOT NULL,
    "amount" DECIMAL(14,4) NOT NULL,
    "denominations" JSONB,
    "account_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pos_count_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "pos_count_session_id_key" ON "pos_count"("session_id");
ALTER TABLE "pos_count" ADD CONSTRAINT "pos_count_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "pos_session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "pos_count" ADD CONSTRAINT "pos_count_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE pos_count ADD CONSTRAINT pos_count_amount CHECK (amount >= 0);
CREATE TRIGGER pos_count_append_only BEFORE UPDATE OR DELETE ON pos_count
  FOR EACH ROW EXECUTE FUNCTION pos_cash_move_kept();

-- PINs stand apart from the accounts, so that nothing which reads an account reads one. The fingerprint is keyed: it
-- tells equal PINs and nothing else.
CREATE TABLE "account_pin" (
    "account_id" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pin_pkey" PRIMARY KEY ("account_id")
);
CREATE INDEX "account_pin_fingerprint_idx" ON "account_pin"("fingerprint");
ALTER TABLE "account_pin" ADD CONSTRAINT "account_pin_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The list of sessions, and those that are still open.
CREATE INDEX "pos_session_opened_at_id_idx" ON "pos_session"("opened_at", "id");
