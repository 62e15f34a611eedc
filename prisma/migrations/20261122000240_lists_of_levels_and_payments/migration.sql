-- Lists of levels and of payments are pages out of an index, however many there are. What is sold out becomes so and stops
-- being so seldom; a payment's method, holder and sum never change, so that its indexes are written once.
CREATE INDEX stock_level_out ON stock_level (product_id, branch_id) WHERE NOT stocked;

CREATE INDEX "order_payment_amount_id_idx" ON "order_payment"("amount", "id");
CREATE INDEX "order_payment_payment_id_created_at_id_idx" ON "order_payment"("payment_id", "created_at", "id");
CREATE INDEX "order_payment_holder_created_at_id_idx" ON "order_payment"("holder", "created_at", "id");
CREATE INDEX order_payment_back ON order_payment (created_at, id) WHERE amount < 0;
CREATE INDEX order_payment_refunded ON order_payment (created_at, id) WHERE status = 'refunded';
CREATE INDEX order_payment_ref_number ON order_payment (lower(ref_number) text_pattern_ops) WHERE ref_number IS NOT NULL;
