-- Money that was to go back and never went, because the return was undone: it is kept, and counts for nothing.
ALTER TABLE order_payment
  DROP CONSTRAINT order_payment_status,
  ADD CONSTRAINT order_payment_status CHECK (CASE WHEN amount > 0 THEN status IN ('pending', 'received')
    ELSE status IN ('pending', 'refunded', 'voided') END);
CREATE INDEX order_payment_voided ON order_payment (created_at, id) WHERE status = 'voided';
