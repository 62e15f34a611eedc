-- What one order counts, apart from its returns. Said once for orders that are stored and for those being inserted.
CREATE FUNCTION order_fact(o "order", cost numeric) RETURNS TABLE (
  counted_at timestamptz, branch_id int, order_id int, return_id int, currency text, source text, pos smallint,
  status_value smallint, paid smallint, seller_id int, session_id int, client_id int, orders int, gross numeric,
  discount numeric, delivery numeric, tax_added numeric, rounding numeric, fee numeric, returned numeric, tax numeric,
  goods_ex_tax numeric, cost numeric, uncosted int) LANGUAGE sql STABLE AS $$
  SELECT o.created_at, o.branch_id, o.id, NULL::int, o.currency, o.source, o.pos::int::smallint, o.status_value,
         o.paid, o.seller_id, o.pos_session_id, o.client_id, 1, o.total,
         o.product_discount + o.coupon_discount + o.manual_discount, o.delivery_charge,
         CASE o.tax_mode WHEN 'exclusive' THEN o.tax ELSE 0 END, o.rounding, o.payment_fee, 0::numeric, o.tax,
         o.goods - CASE WHEN o.tax_mode = 'exclusive' OR o.tax = 0 THEN 0 ELSE coalesce(
           (SELECT sum(l.tax) FROM order_line l WHERE l.order_id = o.id AND l.parent_id IS NULL), 0) END,
         $2, (o.status_value IN (0, 1))::int
$$;

CREATE OR REPLACE FUNCTION order_facts(ids int[]) RETURNS TABLE (
  counted_at timestamptz, branch_id int, order_id int, return_id int, currency text, source text, pos smallint,
  status_value smallint, paid smallint, seller_id int, session_id int, client_id int, orders int, gross numeric,
  discount numeric, delivery numeric, tax_added numeric, rounding numeric, fee numeric, returned numeric, tax numeric,
  goods_ex_tax numeric, cost numeric, uncosted int) LANGUAGE sql STABLE AS $$
  SELECT f.*
    FROM "order" o
    CROSS JOIN LATERAL (SELECT coalesce((SELECT sum((u.quantity - u.returned_quantity) * u.cost_value) FROM stock_use u
                                          WHERE u.ref_type = 'order' AND u.ref_id = o.id), 0) AS cost) used
    CROSS JOIN LATERAL order_fact(o, used.cost) f
   WHERE o.id = ANY(ids)
   UNION ALL
  SELECT coalesce((SELECT f.counted_at FROM trade_fact f WHERE f.order_id = o.id AND f.return_id = r.id LIMIT 1),
                  (r.on_date + time '12:00') AT TIME ZONE coalesce(b.settings->>'timezone',
                    (SELECT data->>'timezone' FROM setting WHERE id = 1), 'Asia/Qatar')),
         o.branch_id, o.id, r.id, o.currency, o.source, o.pos::int::smallint, o.status_value, o.paid, o.seller_id,
         o.pos_session_id, o.client_id, 0, 0, 0, 0, 0, 0, 0, r.value + r.delivery, -(r.tax + r.delivery_tax),
         r.tax - r.value, 0, 0
    FROM "order" o JOIN order_return r ON r.order_id = o.id AND r.removed_at IS NULL JOIN branch b ON b.id = o.branch_id
   WHERE o.id = ANY(ids)
$$;

-- A new order has no facts yet, nothing of it came back and no units left for it, so its fact is written without a comparison.
CREATE FUNCTION write_facts_of_new_orders() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  INSERT INTO trade_fact (counted_at, branch_id, order_id, return_id, currency, source, pos, status_value, paid, seller_id,
    session_id, client_id, orders, gross, discount, delivery, tax_added, rounding, fee, returned, tax, goods_ex_tax, cost,
    uncosted)
  SELECT f.* FROM written o CROSS JOIN LATERAL order_fact(o, 0) f;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER order_came AFTER INSERT ON "order" REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION write_facts_of_new_orders();

-- Without a plan for all, the lock is planned anew for every order, which takes longer than running it.
ALTER FUNCTION hold_and_write_order_facts(int[]) SET plan_cache_mode = force_generic_plan;

-- PostgreSQL can put a function into the plan of its caller only if it has no query of its own, so the query is a function apart.
CREATE FUNCTION titles_with_option(titles jsonb, item_option text) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_object_agg(t.key, CASE WHEN t.value = '' THEN '' ELSE t.value || ' · ' || item_option END)
    FROM jsonb_each_text(titles) AS t
$$;
CREATE OR REPLACE FUNCTION item_titles(titles jsonb, item_option text) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN item_option IS NULL THEN titles ELSE titles_with_option(titles, item_option) END
$$;

-- A new shop's tables are small when these are planned, and the plan stays until the tables are next analyzed: without this its
-- first orders read every reservation while they hold their locks.
ALTER FUNCTION lock_stock_levels(jsonb, text, int, timestamptz, text) SET enable_seqscan = off;
ALTER FUNCTION lock_stock_levels_and_batches(jsonb, text, int, timestamptz, text) SET enable_seqscan = off;
ALTER FUNCTION references_of_new_orders() SET enable_seqscan = off;
