-- Lists of levels and of payments are pages out of an index, however many there are. Sales change neither what has expired
-- nor, but for the first unit and the last, what is there at all; a payment's method and sum never change, its holder
-- seldom: these indexes are hardly written after a row's making.
CREATE INDEX stock_level_out ON stock_level (product_id, branch_id) WHERE NOT stocked;
CREATE INDEX stock_level_expired ON stock_level (product_id, branch_id) WHERE expired > 0;
CREATE INDEX stock_level_deficit ON stock_level (product_id, branch_id) WHERE deficit > 0;

CREATE INDEX "order_payment_amount_id_idx" ON "order_payment"("amount", "id");
CREATE INDEX "order_payment_payment_id_created_at_id_idx" ON "order_payment"("payment_id", "created_at", "id");
CREATE INDEX "order_payment_holder_created_at_id_idx" ON "order_payment"("holder", "created_at", "id");
CREATE INDEX order_payment_back ON order_payment (created_at, id) WHERE amount < 0;
CREATE INDEX order_payment_refunded ON order_payment (created_at, id) WHERE status = 'refunded';
CREATE INDEX order_payment_ref_number ON order_payment (lower(ref_number) text_pattern_ops) WHERE ref_number IS NOT NULL;
