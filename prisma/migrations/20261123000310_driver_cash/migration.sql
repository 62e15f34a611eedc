-- A driver's cash goes into an open drawer, or into the safe of a branch (decisions section 5): then no session has it.
ALTER TABLE "pos_cash_move" ALTER COLUMN "session_id" DROP NOT NULL, ADD COLUMN "branch_id" INTEGER;
UPDATE pos_cash_move m SET branch_id = s.branch_id FROM pos_session s WHERE s.id = m.session_id;
ALTER TABLE "pos_cash_move" ALTER COLUMN "branch_id" SET NOT NULL;
ALTER TABLE "pos_cash_move" ADD CONSTRAINT "pos_cash_move_branch_id_fkey" FOREIGN KEY ("branch_id")
  REFERENCES "branch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE pos_cash_move ADD CONSTRAINT pos_cash_move_place CHECK (kind = 'hand_in' OR session_id IS NOT NULL);

-- What goes through a drawer is of its branch; processes of the version before, which say none, need not know.
CREATE FUNCTION pos_cash_move_placed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.branch_id := (SELECT branch_id FROM pos_session WHERE id = NEW.session_id);
  RETURN NEW;
END $$;
CREATE TRIGGER pos_cash_move_placed BEFORE INSERT ON pos_cash_move FOR EACH ROW
  WHEN (NEW.session_id IS NOT NULL) EXECUTE FUNCTION pos_cash_move_placed();

-- The last hand-ins of a driver, of a branch, and of the whole shop: a few rows of an index, however many moves there are.
DROP INDEX "pos_cash_move_driver_id_idx";
CREATE INDEX pos_cash_move_by_driver ON pos_cash_move (driver_id, created_at, id) WHERE kind = 'hand_in';
CREATE INDEX pos_cash_move_into_branch ON pos_cash_move (branch_id, created_at, id) WHERE kind = 'hand_in';
CREATE INDEX pos_cash_move_handed_in ON pos_cash_move (created_at, id) WHERE kind = 'hand_in';

-- What has been moved stays as it was: the sums below add up what comes and never look back.
CREATE FUNCTION pos_cash_move_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'cash moves are append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER pos_cash_move_append_only BEFORE UPDATE OR DELETE ON pos_cash_move
  FOR EACH ROW EXECUTE FUNCTION pos_cash_move_kept();

-- What each driver holds, kept as sums in the transaction that changes it: who holds how much is read from a row a driver,
-- and never from their payments of all time.
CREATE TABLE "driver_cash" (
    "driver_id" INTEGER NOT NULL,
    "collected" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "refunded" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "handed_in" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "last_handed_in_at" TIMESTAMPTZ(3),

    CONSTRAINT "driver_cash_pkey" PRIMARY KEY ("driver_id")
);
ALTER TABLE "driver_cash" ADD CONSTRAINT "driver_cash_driver_id_fkey" FOREIGN KEY ("driver_id")
  REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What a payment adds, with a sign: -1 as it was, 1 as it is now. The row is locked until the transaction ends: a driver's
-- payments, which come one door after the other, and hand-ins wait for each other, nobody else does.
CREATE FUNCTION driver_cash_counted(p order_payment, sign int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p.holder <> 'driver' OR p.driver_id IS NULL OR p.status NOT IN ('received', 'refunded') THEN RETURN; END IF;
  INSERT INTO driver_cash AS c (driver_id, collected, refunded)
  VALUES (p.driver_id, CASE p.status WHEN 'received' THEN sign * p.amount ELSE 0 END,
          CASE p.status WHEN 'refunded' THEN -sign * p.amount ELSE 0 END)
  ON CONFLICT (driver_id) DO UPDATE
    SET collected = c.collected + EXCLUDED.collected, refunded = c.refunded + EXCLUDED.refunded;
END $$;

CREATE FUNCTION driver_cash_paid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM driver_cash_counted(OLD, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM driver_cash_counted(NEW, 1); END IF;
  RETURN NULL;
END $$;

-- payments of others cost a comparison
CREATE TRIGGER driver_cash_came AFTER INSERT ON order_payment FOR EACH ROW
  WHEN (NEW.holder = 'driver') EXECUTE FUNCTION driver_cash_paid();
CREATE TRIGGER driver_cash_changed AFTER UPDATE ON order_payment FOR EACH ROW
  WHEN ((OLD.holder = 'driver' OR NEW.holder = 'driver') AND (OLD.status, OLD.holder, OLD.driver_id, OLD.amount)
    IS DISTINCT FROM (NEW.status, NEW.holder, NEW.driver_id, NEW.amount)) EXECUTE FUNCTION driver_cash_paid();
CREATE TRIGGER driver_cash_went AFTER DELETE ON order_payment FOR EACH ROW
  WHEN (OLD.holder = 'driver') EXECUTE FUNCTION driver_cash_paid();

CREATE FUNCTION driver_cash_handed_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO driver_cash AS c (driver_id, handed_in, last_handed_in_at)
  VALUES (NEW.driver_id, NEW.amount, NEW.created_at)
  ON CONFLICT (driver_id) DO UPDATE
    SET handed_in = c.handed_in + EXCLUDED.handed_in,
        last_handed_in_at = greatest(c.last_handed_in_at, EXCLUDED.last_handed_in_at);
  RETURN NULL;
END $$;
CREATE TRIGGER driver_cash_handed_in AFTER INSERT ON pos_cash_move FOR EACH ROW
  WHEN (NEW.kind = 'hand_in') EXECUTE FUNCTION driver_cash_handed_in();

INSERT INTO driver_cash (driver_id, collected, refunded, handed_in, last_handed_in_at)
SELECT driver_id, coalesce(sum(collected), 0), coalesce(sum(refunded), 0), sum(handed_in), max(at)
  FROM (SELECT driver_id, sum(amount) FILTER (WHERE status = 'received') AS collected,
               -sum(amount) FILTER (WHERE status = 'refunded') AS refunded, 0 AS handed_in, NULL::timestamptz AS at
          FROM order_payment
         WHERE holder = 'driver' AND driver_id IS NOT NULL AND status IN ('received', 'refunded') GROUP BY 1
         UNION ALL
        SELECT driver_id, 0, 0, sum(amount), max(created_at) FROM pos_cash_move WHERE kind = 'hand_in' GROUP BY 1) x
 GROUP BY 1;
