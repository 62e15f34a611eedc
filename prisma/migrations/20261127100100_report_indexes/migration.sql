-- What reports ask for by its moment: events of batches, what drivers brought and what was canceled on the way, receipts by
-- the day of their invoice, posted counts, and returns among the facts.
CREATE INDEX "stock_movement_created_at_id_idx" ON "stock_movement"("created_at", "id");
CREATE INDEX order_brought ON "order" (delivered_at) WHERE driver_id IS NOT NULL AND delivered_at IS NOT NULL;
CREATE INDEX order_driver_canceled ON "order" (cancelled_at) WHERE driver_id IS NOT NULL AND cancelled_at IS NOT NULL;
CREATE INDEX receipt_day ON receipt ((coalesce(invoice_date, on_date)), id) WHERE deleted_at IS NULL AND status IN (1, 2);
CREATE INDEX stock_count_posted ON stock_count (posted_at) WHERE status = 1 AND deleted_at IS NULL;
CREATE INDEX trade_fact_returned ON trade_fact_added (counted_at) WHERE return_id IS NOT NULL;
