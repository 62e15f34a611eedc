-- CreateTable
CREATE TABLE "gateway_refund" (
    "order_payment_id" INTEGER NOT NULL,
    "attempt_id" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'sending',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "gateway_refund_pkey" PRIMARY KEY ("order_payment_id")
);

-- CreateTable
CREATE TABLE "soft_refund" (
    "id" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "amount" DECIMAL(14,4) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "soft_refund_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "gateway_refund_attempt_id_idx" ON "gateway_refund"("attempt_id");

-- CreateIndex
CREATE INDEX "soft_refund_ref_idx" ON "soft_refund"("ref");

-- AddForeignKey
ALTER TABLE "gateway_refund" ADD CONSTRAINT "gateway_refund_order_payment_id_fkey" FOREIGN KEY ("order_payment_id") REFERENCES "order_payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gateway_refund" ADD CONSTRAINT "gateway_refund_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "payment_attempt"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "soft_refund" ADD CONSTRAINT "soft_refund_ref_fkey" FOREIGN KEY ("ref") REFERENCES "soft_payment"("ref") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE gateway_refund
  ADD CONSTRAINT gateway_refund_state CHECK (state IN ('sending', 'sent', 'refused') AND (state = 'sending') = (ended_at IS NULL));
ALTER TABLE soft_refund ADD CONSTRAINT soft_refund_amount CHECK (amount > 0);
-- What the clocked job sends: few rows of a large table.
CREATE INDEX order_payment_pending_refund ON order_payment (id) WHERE status = 'pending' AND amount < 0;
