CREATE TABLE "gateway" (
    "id" SERIAL NOT NULL,
    "payment_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "public_key" TEXT,
    "secret" BYTEA,
    "secret_hint" TEXT,
    "secret_changed_at" TIMESTAMPTZ(3),
    "webhook_secret" BYTEA,
    "last_callback_at" TIMESTAMPTZ(3),
    "status" SMALLINT NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "gateway_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "payment_attempt" (
    "id" TEXT NOT NULL,
    "order_id" INTEGER,
    "gateway_id" INTEGER NOT NULL,
    "payment_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "provider_ref" TEXT,
    "url" TEXT,
    "amount" DECIMAL(14,4) NOT NULL,
    "currency" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "reason" TEXT,
    "told_amount" DECIMAL(14,4),
    "told_currency" TEXT,
    "return_url" TEXT,
    "order_payment_id" INTEGER,
    "account_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "check_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_attempt_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "payment_event" (
    "id" BIGSERIAL NOT NULL,
    "provider" TEXT NOT NULL,
    "event_id" TEXT,
    "provider_ref" TEXT,
    "outcome" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "handled_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_event_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "soft_payment" (
    "ref" TEXT NOT NULL,
    "amount" DECIMAL(14,4) NOT NULL,
    "currency" TEXT NOT NULL,
    "outcome" TEXT,
    "settles_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "soft_payment_pkey" PRIMARY KEY ("ref")
);

CREATE INDEX "payment_attempt_order_id_idx" ON "payment_attempt"("order_id");

CREATE INDEX "payment_attempt_order_payment_id_idx" ON "payment_attempt"("order_payment_id");

CREATE INDEX "payment_attempt_gateway_id_ended_at_idx" ON "payment_attempt"("gateway_id", "ended_at");

CREATE UNIQUE INDEX "payment_attempt_provider_provider_ref_key" ON "payment_attempt"("provider", "provider_ref");

CREATE INDEX "payment_event_received_at_idx" ON "payment_event"("received_at");

CREATE UNIQUE INDEX "payment_event_provider_event_id_key" ON "payment_event"("provider", "event_id");

ALTER TABLE "gateway" ADD CONSTRAINT "gateway_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment_method"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_gateway_id_fkey" FOREIGN KEY ("gateway_id") REFERENCES "gateway"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment_method"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_order_payment_id_fkey" FOREIGN KEY ("order_payment_id") REFERENCES "order_payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One live gateway a payment method, one open attempt an order.
CREATE UNIQUE INDEX gateway_payment_live ON gateway (payment_id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX payment_attempt_open ON payment_attempt (order_id) WHERE state = 'open';
-- What the clocked job asks about and goes through: few rows of a large table.
CREATE INDEX payment_attempt_check ON payment_attempt (check_at) WHERE state = 'open';
CREATE INDEX payment_event_waiting ON payment_event (id) WHERE outcome = 'waiting';

ALTER TABLE gateway
  ADD CONSTRAINT gateway_mode CHECK (mode IN ('test', 'live')),
  ADD CONSTRAINT gateway_soft_is_test CHECK (provider <> 'soft' OR mode = 'test'),
  ADD CONSTRAINT gateway_secret_hint CHECK ((secret IS NULL) = (secret_hint IS NULL)),
  ADD CONSTRAINT gateway_deleted_keys CHECK (deleted_at IS NULL OR (secret IS NULL AND webhook_secret IS NULL));
ALTER TABLE payment_attempt
  ADD CONSTRAINT payment_attempt_state CHECK (state IN ('open', 'paid', 'failed', 'expired', 'mismatch')),
  ADD CONSTRAINT payment_attempt_amount CHECK (amount > 0),
  ADD CONSTRAINT payment_attempt_ended CHECK ((state = 'open') = (ended_at IS NULL)),
  ADD CONSTRAINT payment_attempt_told CHECK ((state = 'mismatch') = (told_amount IS NOT NULL)
    AND (told_amount IS NULL) = (told_currency IS NULL)),
  ADD CONSTRAINT payment_attempt_booked CHECK (state <> 'paid' OR order_id IS NULL OR order_payment_id IS NOT NULL);
-- Money is booked once: of the attempts at one payment, one was paid.
CREATE UNIQUE INDEX payment_attempt_paid ON payment_attempt (order_payment_id) WHERE state = 'paid';
ALTER TABLE payment_event
  ADD CONSTRAINT payment_event_outcome CHECK (outcome IN ('forged', 'waiting', 'handled', 'unknown')),
  ADD CONSTRAINT payment_event_known CHECK ((outcome = 'forged') = (event_id IS NULL)),
  ADD CONSTRAINT payment_event_handled CHECK ((handled_at IS NOT NULL) = (outcome IN ('handled', 'unknown')));
ALTER TABLE soft_payment
  ADD CONSTRAINT soft_payment_outcome CHECK (outcome IN ('paid', 'refused', 'canceled', 'later')),
  ADD CONSTRAINT soft_payment_settles CHECK ((outcome IS NOT DISTINCT FROM 'later') = (settles_at IS NOT NULL));
