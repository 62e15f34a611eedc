-- Lists of orders at a million of them: each filter finds its rows in the default order, the newest first, so that the
-- thousandth page is one short walk along an index.
DROP INDEX "order_created_at_id_idx", "order_branch_id_created_at_id_idx", order_status_id_created_at_id_idx,
  order_status_value_created_at_id_idx, order_branch_id_status_value_created_at_id_idx, order_driver_newest,
  order_seller_newest;

-- What is asked together with days or a branch is read out of the index itself.
CREATE INDEX order_newest ON "order" (created_at, id)
  INCLUDE (branch_id, status_value, status_id, client_id, driver_id, seller_id, payment_id, delivery_id, recurring, paid,
    pos, type, source, due, promised_at);
CREATE INDEX order_branch_newest ON "order" (branch_id, created_at, id)
  INCLUDE (status_value, status_id, client_id, driver_id, seller_id, payment_id, delivery_id, recurring, paid, pos, type,
    source, due, promised_at);
-- By value and row of order_status, which is the sort by state too.
CREATE INDEX order_status_newest ON "order" (status_value, status_id, created_at, id) INCLUDE (branch_id);
CREATE INDEX order_source_newest ON "order" (source, created_at, id);
CREATE INDEX order_type_newest ON "order" (type, created_at, id);
CREATE INDEX order_pos_newest ON "order" (pos, created_at, id);
CREATE INDEX order_payment_newest ON "order" (payment_id, created_at, id);
CREATE INDEX order_delivery_newest ON "order" (delivery_id, created_at, id) WHERE delivery_id IS NOT NULL;
CREATE INDEX order_driver_newest ON "order" (driver_id, created_at, id) INCLUDE (branch_id) WHERE driver_id IS NOT NULL;
CREATE INDEX order_seller_newest ON "order" (seller_id, created_at, id) INCLUDE (branch_id) WHERE seller_id IS NOT NULL;
CREATE INDEX order_unpaid_newest ON "order" (created_at, id) INCLUDE (branch_id) WHERE paid = 0;
CREATE INDEX order_recurring_newest ON "order" (created_at, id) INCLUDE (branch_id) WHERE recurring = 1;
-- The other sorts.
CREATE INDEX order_due ON "order" (due, id) INCLUDE (created_at, branch_id);
CREATE INDEX order_promised ON "order" (promised_at, id);
