-- New names for the functions that lock and reserve stock, and for the fields they return. The functions of before stay,
-- because processes of the version before call them during a rolling restart.

-- Locks stock levels by item, then branch, and returns them with quantities in thousandths and costs in ten-thousandths.
CREATE FUNCTION lock_stock_levels(places jsonb, by_type text, by_id int, at timestamptz, zone text) RETURNS json
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN (
    WITH locked AS MATERIALIZED (
      SELECT l.* FROM (SELECT * FROM jsonb_to_recordset(places) AS w (item_id int, branch_id int)
                        ORDER BY item_id, branch_id) w
       CROSS JOIN LATERAL (SELECT * FROM stock_level l WHERE l.item_id = w.item_id AND l.branch_id = w.branch_id
                              FOR UPDATE) l
    ), level AS (
      SELECT h.*, (b.settings->>'product_check_availability')::boolean AS checks_availability,
             (at AT TIME ZONE coalesce(b.settings->>'timezone',
               (SELECT data->>'timezone' FROM setting WHERE id = 1), zone))::date AS day
        FROM locked h JOIN branch b ON b.id = h.branch_id
    )
    SELECT json_agg(json_build_object(
             'item_id', p.item_id, 'branch_id', p.branch_id, 'product_id', p.product_id, 'checks_availability', p.checks_availability,
             'today', p.day, 'on_hand', trunc(p.on_hand * 1000)::text, 'expired', trunc(p.expired * 1000)::text,
             'reserved', trunc(p.reserved * 1000)::text, 'deficit', trunc(p.deficit * 1000)::text,
             'last_cost', trunc(p.last_cost * 10000)::text,
             'reserved_by_ref', trunc(coalesce((SELECT r.quantity FROM stock_reservation r
                 WHERE r.ref_type = by_type AND r.ref_id = by_id
                   AND r.item_id = p.item_id AND r.branch_id = p.branch_id), 0) * 1000)::text,
             'expired_unswept', trunc(coalesce((SELECT sum(b.remaining_quantity) FROM stock_batch b
                 WHERE b.item_id = p.item_id AND b.branch_id = p.branch_id AND b.remaining_quantity > 0
                   AND b.expire_date < p.day AND NOT b.expired), 0) * 1000)::text))
      FROM level p);
END $$;

-- Locks stock levels and also returns the batches with units left, in selling order.
CREATE FUNCTION lock_stock_levels_and_batches(places jsonb, by_type text, by_id int, at timestamptz, zone text,
  OUT levels json, OUT batches json)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  levels := lock_stock_levels(places, by_type, by_id, at, zone);
  batches := (
    SELECT json_agg(json_build_object(
             'id', b.id, 'item_id', b.item_id, 'branch_id', b.branch_id, 'expired', b.expired,
             'expire_date', b.expire_date, 'created_at', extract(epoch FROM b.created_at) * 1000,
             'remaining', trunc(b.remaining_quantity * 1000)::text, 'cost', trunc(b.cost_value * 10000)::text))
      FROM jsonb_to_recordset(places) AS w (item_id int, branch_id int)
     CROSS JOIN LATERAL (SELECT * FROM stock_batch b
                          WHERE b.item_id = w.item_id AND b.branch_id = w.branch_id AND b.remaining_quantity > 0
                          ORDER BY b.expire_date, b.created_at, b.id OFFSET 0) b);
END $$;

-- Reserves units if every level has enough of them or its branch may oversell; otherwise writes nothing, and the caller
-- reports from the levels which item is short.
CREATE FUNCTION reserve_stock(needs jsonb, by_type text, by_id int, at timestamptz, zone text, events jsonb,
  OUT levels json, OUT written boolean)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  enough int;
BEGIN
  levels := lock_stock_levels(needs, by_type, by_id, at, zone);
  SELECT count(*) INTO enough
    FROM jsonb_to_recordset(needs) AS w (item_id int, branch_id int, quantity numeric)
    JOIN json_to_recordset(levels) AS l (item_id int, branch_id int, checks_availability boolean, on_hand numeric, expired numeric,
           expired_unswept numeric, reserved numeric, deficit numeric)
      ON l.item_id = w.item_id AND l.branch_id = w.branch_id
   WHERE NOT coalesce(l.checks_availability, TRUE)
      OR l.on_hand - l.expired - l.expired_unswept - l.reserved - l.deficit >= w.quantity * 1000;
  written := enough = jsonb_array_length(needs);
  IF NOT written THEN RETURN; END IF;
  INSERT INTO stock_reservation (ref_type, ref_id, item_id, branch_id, quantity, created_at)
  SELECT by_type, by_id, item_id, branch_id, quantity, at
    FROM jsonb_to_recordset(needs) AS w (item_id int, branch_id int, quantity numeric)
  ON CONFLICT (ref_type, ref_id, item_id, branch_id)
  DO UPDATE SET quantity = stock_reservation.quantity + excluded.quantity;
  UPDATE stock_level l SET reserved = l.reserved + w.quantity
    FROM jsonb_to_recordset(needs) AS w (item_id int, branch_id int, quantity numeric)
   WHERE l.item_id = w.item_id AND l.branch_id = w.branch_id;
  INSERT INTO event (topic, data, branch_id)
  SELECT data->>'noun', data, (data->>'branch_id')::int FROM jsonb_array_elements(events) AS e (data);
END $$;
