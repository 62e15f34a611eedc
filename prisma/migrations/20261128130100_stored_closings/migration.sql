-- Sessions that were closed before their figures were stored: what they say today is what they say from now on.
INSERT INTO pos_closing (session_id, figures)
SELECT s.id, jsonb_build_object(
  'sold', (SELECT to_jsonb(part) FROM (
  SELECT count(*)::int AS count, coalesce(sum(sale.due), 0) AS due, coalesce(sum(sale.total), 0) AS total,
         coalesce(sum(sale.product_discount + sale.coupon_discount + sale.manual_discount), 0) AS discount,
         coalesce(sum(sale.delivery_charge), 0) AS delivery,
         coalesce(sum(sale.tax) FILTER (WHERE sale.tax_mode = 'exclusive'), 0) AS tax_added,
         coalesce(sum(sale.rounding), 0) AS rounding, coalesce(sum(sale.payment_fee), 0) AS fee,
         coalesce(sum(sale.tax), 0) AS tax, min(sale.id) AS first_order, max(sale.id) AS last_order
    FROM "order" sale WHERE sale.pos_session_id = s.id AND sale.status_value <> -1) part), 'returned', (SELECT to_jsonb(part) FROM (
  SELECT coalesce(sum((
  ("back".pos_session_id IS NOT DISTINCT FROM s.id)::int
  - ("back".undone_pos_session_id IS NOT DISTINCT FROM s.id)::int)), 0)::int AS count, coalesce(sum((
  ("back".pos_session_id IS NOT DISTINCT FROM s.id)::int
  - ("back".undone_pos_session_id IS NOT DISTINCT FROM s.id)::int) * (back.value + back.delivery)), 0) AS value,
         coalesce(sum((
  ("back".pos_session_id IS NOT DISTINCT FROM s.id)::int
  - ("back".undone_pos_session_id IS NOT DISTINCT FROM s.id)::int) * back.rounding), 0) AS rounding, coalesce(sum((
  ("back".pos_session_id IS NOT DISTINCT FROM s.id)::int
  - ("back".undone_pos_session_id IS NOT DISTINCT FROM s.id)::int) * back.fee), 0) AS fee,
         coalesce(sum((
  ("back".pos_session_id IS NOT DISTINCT FROM s.id)::int
  - ("back".undone_pos_session_id IS NOT DISTINCT FROM s.id)::int) * (back.tax + back.delivery_tax)), 0) AS tax
    FROM order_return back WHERE ("back".pos_session_id = s.id OR "back".undone_pos_session_id = s.id)) part),
  'terms', (SELECT coalesce(jsonb_agg(to_jsonb(part)), '[]') FROM (
  SELECT cash.term, sum(cash.amount) AS amount, count(*)::int AS count
    FROM (
  SELECT p.pos_session_id AS session_id, p.id,
         CASE p.status WHEN 'received' THEN 'cash_sales' ELSE 'refunds' END AS term,
         CASE p.status WHEN 'received' THEN p.amount ELSE -p.amount END AS amount, p.order_id, NULL::int AS driver_id,
         NULL::text AS reason, p.account_id, back.approved_by, coalesce(p.settled_at, p.created_at) AS created_at
    FROM order_payment p JOIN payment_method way ON way.id = p.payment_id AND way.type = 'cash'
    LEFT JOIN order_return back ON back.id = p.return_id
   WHERE p.pos_session_id = ANY(ARRAY[s.id]) AND p.holder = 'session' AND p.status IN ('received', 'refunded')
  UNION ALL
  SELECT m.session_id, m.id, m.kind, m.amount, NULL, m.driver_id, m.reason, m.account_id, m.approved_by, m.created_at
    FROM pos_cash_move m WHERE m.session_id = ANY(ARRAY[s.id])) cash GROUP BY cash.term) part), 'taxes', (SELECT coalesce(jsonb_agg(to_jsonb(part)), '[]') FROM (
  SELECT tax_bp, sum(gross) AS gross, sum(tax) AS tax, sum(gross - tax) AS net
    FROM (SELECT (rate ->> 'tax_bp')::int AS tax_bp, (rate ->> 'gross')::numeric AS gross, (rate ->> 'tax')::numeric AS tax
            FROM "order" sale, jsonb_array_elements(sale.taxes) rate WHERE sale.pos_session_id = s.id AND sale.status_value <> -1
           UNION ALL
          SELECT rate.tax_bp, -rate.gross * (
  ("back".pos_session_id IS NOT DISTINCT FROM s.id)::int
  - ("back".undone_pos_session_id IS NOT DISTINCT FROM s.id)::int), -rate.tax * (
  ("back".pos_session_id IS NOT DISTINCT FROM s.id)::int
  - ("back".undone_pos_session_id IS NOT DISTINCT FROM s.id)::int)
            FROM (
    SELECT return_id, tax_bp, coalesce(sum(amount) FILTER (WHERE kind = 'gross'), 0) AS gross,
           coalesce(sum(amount) FILTER (WHERE kind = 'tax'), 0) AS tax
      FROM (
  SELECT p.return_id, p.tax_bp, 'gross' AS kind,
         (p.share + CASE WHEN p.place_of_rest <= p.amount - p.shared THEN 1 ELSE 0 END) / p.units AS amount
    FROM (SELECT p.*, sum(p.share) OVER of_place AS shared,
                 row_number() OVER (PARTITION BY p.return_id, p.place ORDER BY p.rest DESC, p.weight DESC, p.at) AS place_of_rest
            FROM (SELECT p.*, div(p.amount * p.weight, p.whole) AS share, mod(p.amount * p.weight, p.whole) AS rest
                    FROM (SELECT p.return_id, p.place, p.at, p.tax_bp, p.units, "p"."gross_weight" AS weight, "p"."gross" AS amount,
                                 sum("p"."gross_weight") OVER (PARTITION BY p.return_id, p.place) AS whole
                            FROM (
    SELECT b.return_id, b.place, share.at, (share.value ->> 'tax_bp')::int AS tax_bp, b.units::numeric AS units,
           round(b.gross * b.units::numeric) AS gross, round(b.tax * b.units::numeric) AS tax,
           round((share.value ->> 'gross')::numeric * b.units::numeric) AS gross_weight,
           round((share.value ->> 'tax')::numeric * b.units::numeric) AS tax_weight
      FROM (
  SELECT r.id AS return_id, x.id AS place, x.value AS gross, x.tax, o.taxes, 10 ^ (CASE o.currency WHEN 'KWD' THEN 3 WHEN 'BHD' THEN 3 WHEN 'OMR' THEN 3 WHEN 'JOD' THEN 3 WHEN 'TND' THEN 3 WHEN 'LYD' THEN 3 WHEN 'IQD' THEN 3 WHEN 'JPY' THEN 0 WHEN 'KRW' THEN 0 ELSE 2 END) AS units,
         (
  SELECT jsonb_agg(jsonb_build_object('tax_bp', s.tax_bp, 'tax', s.tax,
           'gross', s.net + CASE WHEN o.tax_mode = 'exclusive' THEN s.tax ELSE 0 END)
           ORDER BY s.ord, s.id)
    FROM order_line s WHERE s.tax_bp IS NOT NULL AND s.order_id = r.order_id AND coalesce(s.parent_id, s.id) = x.order_line_id) AS shares
    FROM order_return r JOIN order_return_line x ON x.return_id = r.id JOIN "order" o ON o.id = r.order_id
   WHERE ("r".pos_session_id = s.id OR "r".undone_pos_session_id = s.id)
   UNION ALL
  SELECT r.id, 0, r.delivery, r.delivery_tax, o.taxes, 10 ^ (CASE o.currency WHEN 'KWD' THEN 3 WHEN 'BHD' THEN 3 WHEN 'OMR' THEN 3 WHEN 'JOD' THEN 3 WHEN 'TND' THEN 3 WHEN 'LYD' THEN 3 WHEN 'IQD' THEN 3 WHEN 'JPY' THEN 0 WHEN 'KRW' THEN 0 ELSE 2 END),
         (
  SELECT jsonb_agg(jsonb_build_object('tax_bp', s.tax_bp, 'tax', s.delivery_tax,
           'gross', s.delivery_share + CASE WHEN o.tax_mode = 'exclusive' THEN s.delivery_tax ELSE 0 END)
           ORDER BY s.ord, s.id)
    FROM order_line s WHERE s.tax_bp IS NOT NULL AND s.order_id = r.order_id AND TRUE)
    FROM order_return r JOIN "order" o ON o.id = r.order_id WHERE r.delivery > 0 AND ("r".pos_session_id = s.id OR "r".undone_pos_session_id = s.id)) b
     CROSS JOIN LATERAL jsonb_array_elements(CASE WHEN EXISTS (SELECT FROM jsonb_array_elements(b.shares) s WHERE (s ->> 'gross')::numeric <> 0) THEN b.shares ELSE b.taxes END)
           WITH ORDINALITY AS share (value, at)) p) p
                   WHERE p.whole > 0) p
          WINDOW of_place AS (PARTITION BY p.return_id, p.place)) p UNION ALL
  SELECT p.return_id, p.tax_bp, 'tax' AS kind,
         (p.share + CASE WHEN p.place_of_rest <= p.amount - p.shared THEN 1 ELSE 0 END) / p.units AS amount
    FROM (SELECT p.*, sum(p.share) OVER of_place AS shared,
                 row_number() OVER (PARTITION BY p.return_id, p.place ORDER BY p.rest DESC, p.weight DESC, p.at) AS place_of_rest
            FROM (SELECT p.*, div(p.amount * p.weight, p.whole) AS share, mod(p.amount * p.weight, p.whole) AS rest
                    FROM (SELECT p.return_id, p.place, p.at, p.tax_bp, p.units, "p"."tax_weight" AS weight, "p"."tax" AS amount,
                                 sum("p"."tax_weight") OVER (PARTITION BY p.return_id, p.place) AS whole
                            FROM (
    SELECT b.return_id, b.place, share.at, (share.value ->> 'tax_bp')::int AS tax_bp, b.units::numeric AS units,
           round(b.gross * b.units::numeric) AS gross, round(b.tax * b.units::numeric) AS tax,
           round((share.value ->> 'gross')::numeric * b.units::numeric) AS gross_weight,
           round((share.value ->> 'tax')::numeric * b.units::numeric) AS tax_weight
      FROM (
  SELECT r.id AS return_id, x.id AS place, x.value AS gross, x.tax, o.taxes, 10 ^ (CASE o.currency WHEN 'KWD' THEN 3 WHEN 'BHD' THEN 3 WHEN 'OMR' THEN 3 WHEN 'JOD' THEN 3 WHEN 'TND' THEN 3 WHEN 'LYD' THEN 3 WHEN 'IQD' THEN 3 WHEN 'JPY' THEN 0 WHEN 'KRW' THEN 0 ELSE 2 END) AS units,
         (
  SELECT jsonb_agg(jsonb_build_object('tax_bp', s.tax_bp, 'tax', s.tax,
           'gross', s.net + CASE WHEN o.tax_mode = 'exclusive' THEN s.tax ELSE 0 END)
           ORDER BY s.ord, s.id)
    FROM order_line s WHERE s.tax_bp IS NOT NULL AND s.order_id = r.order_id AND coalesce(s.parent_id, s.id) = x.order_line_id) AS shares
    FROM order_return r JOIN order_return_line x ON x.return_id = r.id JOIN "order" o ON o.id = r.order_id
   WHERE ("r".pos_session_id = s.id OR "r".undone_pos_session_id = s.id)
   UNION ALL
  SELECT r.id, 0, r.delivery, r.delivery_tax, o.taxes, 10 ^ (CASE o.currency WHEN 'KWD' THEN 3 WHEN 'BHD' THEN 3 WHEN 'OMR' THEN 3 WHEN 'JOD' THEN 3 WHEN 'TND' THEN 3 WHEN 'LYD' THEN 3 WHEN 'IQD' THEN 3 WHEN 'JPY' THEN 0 WHEN 'KRW' THEN 0 ELSE 2 END),
         (
  SELECT jsonb_agg(jsonb_build_object('tax_bp', s.tax_bp, 'tax', s.delivery_tax,
           'gross', s.delivery_share + CASE WHEN o.tax_mode = 'exclusive' THEN s.delivery_tax ELSE 0 END)
           ORDER BY s.ord, s.id)
    FROM order_line s WHERE s.tax_bp IS NOT NULL AND s.order_id = r.order_id AND TRUE)
    FROM order_return r JOIN "order" o ON o.id = r.order_id WHERE r.delivery > 0 AND ("r".pos_session_id = s.id OR "r".undone_pos_session_id = s.id)) b
     CROSS JOIN LATERAL jsonb_array_elements(CASE WHEN EXISTS (SELECT FROM jsonb_array_elements(b.shares) s WHERE (s ->> 'gross')::numeric <> 0) THEN b.shares ELSE b.taxes END)
           WITH ORDINALITY AS share (value, at)) p) p
                   WHERE p.whole > 0) p
          WINDOW of_place AS (PARTITION BY p.return_id, p.place)) p) x GROUP BY return_id, tax_bp) rate JOIN order_return back ON back.id = rate.return_id) part
   GROUP BY tax_bp) part), 'paid', (SELECT coalesce(jsonb_agg(to_jsonb(part)), '[]') FROM (
  SELECT payment_id, count(*) FILTER (WHERE status <> 'pending')::int AS count,
         coalesce(sum(amount) FILTER (WHERE status = 'received'), 0) AS received,
         coalesce(-sum(amount) FILTER (WHERE status = 'refunded'), 0) AS refunded,
         coalesce(sum(amount) FILTER (WHERE status = 'pending'), 0) AS waiting
    FROM (SELECT paid.id, paid.payment_id, paid.status, paid.amount FROM order_payment paid
           WHERE paid.pos_session_id = s.id AND paid.status <> 'voided'
           UNION
          SELECT paid.id, paid.payment_id, paid.status, paid.amount
            FROM order_return back JOIN order_payment paid ON paid.return_id = back.id
           WHERE back.pos_session_id = s.id AND paid.status = 'pending') part
   GROUP BY payment_id) part))
  FROM pos_session s WHERE s.status = 'closed';
