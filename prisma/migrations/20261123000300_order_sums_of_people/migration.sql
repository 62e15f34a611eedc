-- What somebody drove, sold or bought in half a year is counted and summed out of the index: of thousands of orders each stood
-- on a page of its own. An order whose state changes or that is paid is written to every index anyway; one that is paid in parts
-- or comes back is now too, which is rare.
DROP INDEX order_driver_newest, order_seller_newest, order_client_newest;
CREATE INDEX order_driver_newest ON "order" (driver_id, created_at, id)
  INCLUDE (branch_id, status_value, source, due, paid_amount, returned_value) WHERE driver_id IS NOT NULL;
CREATE INDEX order_seller_newest ON "order" (seller_id, created_at, id)
  INCLUDE (branch_id, status_value, source, due, paid_amount, returned_value) WHERE seller_id IS NOT NULL;
CREATE INDEX order_client_newest ON "order" (client_id, created_at, id)
  INCLUDE (status_value, source, due, paid_amount, returned_value);
