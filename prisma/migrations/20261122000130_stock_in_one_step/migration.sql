-- What happens between two questions of the same transaction costs more than the questions: levels are locked and what
-- stands on the shelves is read in one step, and so is a reservation. Inside a function each statement sees what was
-- committed before it began, so that batches are read as they are once the lock is had.

-- Locks the levels of places in the order of the shop (item, then branch) and answers them as the ledger reads them.
CREATE FUNCTION stock_locked(places jsonb, by_type text, by_id int, at timestamptz, zone text) RETURNS json
LANGUAGE plpgsql AS $$
BEGIN
  RETURN (
    WITH held AS MATERIALIZED (
      SELECT l.* FROM (SELECT * FROM jsonb_to_recordset(places) AS w (item_id int, branch_id int)
                        ORDER BY item_id, branch_id) w
       CROSS JOIN LATERAL (SELECT * FROM stock_level l WHERE l.item_id = w.item_id AND l.branch_id = w.branch_id
                              FOR UPDATE) l
    ), placed AS (
      SELECT h.*, (b.settings->>'product_check_availability')::boolean AS checks,
             (at AT TIME ZONE coalesce(b.settings->>'timezone',
               (SELECT data->>'timezone' FROM setting WHERE id = 1), zone))::date AS day
        FROM held h JOIN branch b ON b.id = h.branch_id
    )
    SELECT json_agg(json_build_object(
             'item_id', p.item_id, 'branch_id', p.branch_id, 'product_id', p.product_id, 'checks', p.checks,
             'today', p.day, 'on_hand', trunc(p.on_hand * 1000)::text, 'expired', trunc(p.expired * 1000)::text,
             'reserved', trunc(p.reserved * 1000)::text, 'deficit', trunc(p.deficit * 1000)::text,
             'last_cost', trunc(p.last_cost * 10000)::text,
             'own', trunc(coalesce((SELECT r.quantity FROM stock_reservation r
                 WHERE r.ref_type = by_type AND r.ref_id = by_id
                   AND r.item_id = p.item_id AND r.branch_id = p.branch_id), 0) * 1000)::text,
             'late', trunc(coalesce((SELECT sum(b.remaining_quantity) FROM stock_batch b
                 WHERE b.item_id = p.item_id AND b.branch_id = p.branch_id AND b.remaining_quantity > 0
                   AND b.expire_date < p.day AND NOT b.expired), 0) * 1000)::text))
      FROM placed p);
END $$;

-- The same with the batches that have something left, in selling order.
CREATE FUNCTION stock_on_shelf(places jsonb, by_type text, by_id int, at timestamptz, zone text,
  OUT levels json, OUT batches json)
LANGUAGE plpgsql AS $$
BEGIN
  levels := stock_locked(places, by_type, by_id, at, zone);
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

-- Holds units where every place has them or sells what it lacks; writes nothing otherwise. The caller looks at the
-- levels again and says what is short.
CREATE FUNCTION stock_reserve(wants jsonb, by_type text, by_id int, at timestamptz, zone text, told jsonb,
  OUT levels json, OUT written boolean)
LANGUAGE plpgsql AS $$
DECLARE
  enough int;
BEGIN
  levels := stock_locked(wants, by_type, by_id, at, zone);
  SELECT count(*) INTO enough
    FROM jsonb_to_recordset(wants) AS w (item_id int, branch_id int, quantity numeric)
    JOIN json_to_recordset(levels) AS l (item_id int, branch_id int, checks boolean, on_hand numeric, expired numeric,
           late numeric, reserved numeric, deficit numeric)
      ON l.item_id = w.item_id AND l.branch_id = w.branch_id
   WHERE NOT coalesce(l.checks, TRUE)
      OR l.on_hand - l.expired - l.late - l.reserved - l.deficit >= w.quantity * 1000;
  written := enough = jsonb_array_length(wants);
  IF NOT written THEN RETURN; END IF;
  INSERT INTO stock_reservation (ref_type, ref_id, item_id, branch_id, quantity, created_at)
  SELECT by_type, by_id, item_id, branch_id, quantity, at
    FROM jsonb_to_recordset(wants) AS w (item_id int, branch_id int, quantity numeric)
  ON CONFLICT (ref_type, ref_id, item_id, branch_id)
  DO UPDATE SET quantity = stock_reservation.quantity + excluded.quantity;
  UPDATE stock_level l SET reserved = l.reserved + w.quantity
    FROM jsonb_to_recordset(wants) AS w (item_id int, branch_id int, quantity numeric)
   WHERE l.item_id = w.item_id AND l.branch_id = w.branch_id;
  INSERT INTO event (topic, data, branch_id)
  SELECT data->>'noun', data, (data->>'branch_id')::int FROM jsonb_array_elements(told) AS t (data);
END $$;
