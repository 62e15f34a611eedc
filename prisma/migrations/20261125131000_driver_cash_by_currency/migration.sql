-- What a driver holds is one sum a currency: a payment counts in its order's, a hand-in in its own.

-- Hand-ins that were made before they had a currency took the shop's. What went into a drawer is of the drawer's; what
-- went into a safe is of the one that the driver took cash in, where that is one.
ALTER TABLE pos_cash_move DISABLE TRIGGER pos_cash_move_append_only;
UPDATE pos_cash_move m SET currency = s.currency
  FROM pos_session s WHERE s.id = m.session_id AND s.currency <> m.currency;
UPDATE pos_cash_move m SET currency = x.currency
  FROM (SELECT p.driver_id, min(o.currency) AS currency FROM order_payment p JOIN "order" o ON o.id = p.order_id
         WHERE p.holder = 'driver' AND p.driver_id IS NOT NULL AND p.status IN ('received', 'refunded')
         GROUP BY 1 HAVING count(DISTINCT o.currency) = 1) x
 WHERE m.kind = 'hand_in' AND m.session_id IS NULL AND m.driver_id = x.driver_id AND m.currency <> x.currency;
ALTER TABLE pos_cash_move ENABLE TRIGGER pos_cash_move_append_only;

DELETE FROM driver_cash;
ALTER TABLE "driver_cash" ADD COLUMN "currency" TEXT NOT NULL;
ALTER TABLE "driver_cash" DROP CONSTRAINT "driver_cash_pkey",
  ADD CONSTRAINT "driver_cash_pkey" PRIMARY KEY ("driver_id", "currency");

CREATE OR REPLACE FUNCTION driver_cash_counted(p order_payment, sign int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p.holder <> 'driver' OR p.driver_id IS NULL OR p.status NOT IN ('received', 'refunded') THEN RETURN; END IF;
  INSERT INTO driver_cash AS c (driver_id, currency, collected, refunded)
  SELECT p.driver_id, o.currency, CASE p.status WHEN 'received' THEN sign * p.amount ELSE 0 END,
         CASE p.status WHEN 'refunded' THEN -sign * p.amount ELSE 0 END
    FROM "order" o WHERE o.id = p.order_id
  ON CONFLICT (driver_id, currency) DO UPDATE
    SET collected = c.collected + EXCLUDED.collected, refunded = c.refunded + EXCLUDED.refunded;
END $$;

CREATE OR REPLACE FUNCTION driver_cash_handed_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO driver_cash AS c (driver_id, currency, handed_in, last_handed_in_at)
  VALUES (NEW.driver_id, NEW.currency, NEW.amount, NEW.created_at)
  ON CONFLICT (driver_id, currency) DO UPDATE
    SET handed_in = c.handed_in + EXCLUDED.handed_in,
        last_handed_in_at = greatest(c.last_handed_in_at, EXCLUDED.last_handed_in_at);
  RETURN NULL;
END $$;

INSERT INTO driver_cash (driver_id, currency, collected, refunded, handed_in, last_handed_in_at)
SELECT driver_id, currency, sum(collected), sum(refunded), sum(handed_in), max(at)
  FROM (SELECT p.driver_id, o.currency, coalesce(sum(p.amount) FILTER (WHERE p.status = 'received'), 0) AS collected,
               coalesce(-sum(p.amount) FILTER (WHERE p.status = 'refunded'), 0) AS refunded, 0 AS handed_in,
               NULL::timestamptz AS at
          FROM order_payment p JOIN "order" o ON o.id = p.order_id
         WHERE p.holder = 'driver' AND p.driver_id IS NOT NULL AND p.status IN ('received', 'refunded') GROUP BY 1, 2
         UNION ALL
        SELECT driver_id, currency, 0, 0, sum(amount), max(created_at) FROM pos_cash_move WHERE kind = 'hand_in'
         GROUP BY 1, 2) x
 GROUP BY 1, 2;
