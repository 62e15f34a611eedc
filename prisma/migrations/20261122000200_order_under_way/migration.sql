-- What is late or has no driver is looked for among the few orders under way, not among all that ever were.
CREATE INDEX order_under_way ON "order" (created_at, id)
  INCLUDE (branch_id, status_value, status_id, promised_at, driver_id, type, delivery_id)
  WHERE status_value BETWEEN 0 AND 4;

-- Orders of some thousand customers of one name are sorted out of the index.
DROP INDEX "order_client_id_id_idx";
CREATE INDEX order_client_newest ON "order" (client_id, created_at, id);

-- Most orders have none of these: what is not there is not written into an index by every order.
DROP INDEX "order_coupon_id_idx", "order_pos_session_id_idx", "order_line_offer_id_idx", "order_line_parent_id_idx";
CREATE INDEX order_coupon ON "order" (coupon_id) WHERE coupon_id IS NOT NULL;
CREATE INDEX order_pos_session ON "order" (pos_session_id) WHERE pos_session_id IS NOT NULL;
CREATE INDEX order_line_offer ON order_line (offer_id) WHERE offer_id IS NOT NULL;
CREATE INDEX order_line_parent ON order_line (parent_id) WHERE parent_id IS NOT NULL;
