-- Sums by day of what is written once and hardly ever changes: payments, and what moved in stock. Unlike facts they cost a write
-- nothing: they reach until an instant of some hours ago, and later rows are read themselves. What is dated back, or changed
-- later, leaves a mark, and the day of a mark is read from its rows until the worker has added it up again (docs/adr 0009).
-- Branch 0 is the whole shop.
CREATE TABLE "payment_day" (
    "zone" TEXT NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "payment_id" INTEGER NOT NULL,
    "holder" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "refund" SMALLINT NOT NULL,
    "currency" TEXT NOT NULL,
    "records" INTEGER NOT NULL,
    "amount" DECIMAL(20,4) NOT NULL,
    "fee" DECIMAL(20,4) NOT NULL,

    CONSTRAINT "payment_day_pkey" PRIMARY KEY ("zone", "branch_id", "day", "payment_id", "holder", "status", "refund", "currency")
);
CREATE TABLE "movement_day" (
    "zone" TEXT NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "type" TEXT NOT NULL,
    "records" INTEGER NOT NULL,
    "quantity" DECIMAL(20,3) NOT NULL,
    "units" DECIMAL(20,3) NOT NULL,
    "shelf_seconds" DECIMAL(34,9) NOT NULL,
    "total_cost" DECIMAL(26,7) NOT NULL,

    CONSTRAINT "movement_day_pkey" PRIMARY KEY ("zone", "branch_id", "day", "type")
);

-- Until which instant, that one not included, the events of a kind are added up in a zone.
CREATE TABLE "event_sum_zone" (
    "kind" TEXT NOT NULL,
    "zone" TEXT NOT NULL,
    "day_end" TEXT NOT NULL,
    "upto" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_sum_zone_pkey" PRIMARY KEY ("kind", "zone")
);

-- Instants of which something was written late: their days are read from rows until they are added up again.
CREATE TABLE "late_event" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "late_event_pkey" PRIMARY KEY ("id")
);

-- Every write about an instant before `settled_until` is committed, or leaves a mark. `candidate` becomes that instant once
-- all transactions up to `candidate_xid` have ended.
CREATE TABLE "event_clock" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "settled_until" TIMESTAMPTZ(3),
    "candidate" TIMESTAMPTZ(3),
    "candidate_xid" BIGINT,

    CONSTRAINT "event_clock_pkey" PRIMARY KEY ("id"),
    CONSTRAINT event_clock_single CHECK (id = 1)
);
INSERT INTO event_clock (id) VALUES (1);

CREATE FUNCTION payment_is_late() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO late_event (kind, at)
  SELECT DISTINCT 'payment', m.at
    FROM unnest(ARRAY[CASE WHEN TG_OP <> 'INSERT' THEN coalesce(OLD.settled_at, OLD.created_at) END,
                      CASE WHEN TG_OP <> 'DELETE' THEN coalesce(NEW.settled_at, NEW.created_at) END]) AS m (at)
   WHERE m.at < clock_timestamp() - interval '1 hour';
  RETURN NULL;
END $$;
CREATE TRIGGER payment_came_late AFTER INSERT ON order_payment FOR EACH ROW
  WHEN (coalesce(NEW.settled_at, NEW.created_at) < clock_timestamp() - interval '1 hour') EXECUTE FUNCTION payment_is_late();
CREATE TRIGGER payment_changed_late AFTER UPDATE ON order_payment FOR EACH ROW
  WHEN (least(coalesce(OLD.settled_at, OLD.created_at), coalesce(NEW.settled_at, NEW.created_at))
        < clock_timestamp() - interval '1 hour') EXECUTE FUNCTION payment_is_late();
CREATE TRIGGER payment_went_late AFTER DELETE ON order_payment FOR EACH ROW EXECUTE FUNCTION payment_is_late();

-- The payments of an order count in its branch and in its currency.
CREATE FUNCTION payments_of_order_are_late() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO late_event (kind, at)
  SELECT DISTINCT 'payment', date_trunc('minute', coalesce(p.settled_at, p.created_at)) FROM order_payment p WHERE p.order_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER order_payments_moved AFTER UPDATE OF branch_id, currency ON "order" FOR EACH ROW
  WHEN ((OLD.branch_id, OLD.currency) IS DISTINCT FROM (NEW.branch_id, NEW.currency)) EXECUTE FUNCTION payments_of_order_are_late();

CREATE FUNCTION movement_is_late() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO late_event (kind, at) VALUES ('movement', NEW.created_at);
  RETURN NULL;
END $$;
CREATE TRIGGER movement_came_late AFTER INSERT ON stock_movement FOR EACH ROW
  WHEN (NEW.created_at < clock_timestamp() - interval '1 hour') EXECUTE FUNCTION movement_is_late();
CREATE TRIGGER batch_came_late AFTER INSERT ON stock_batch FOR EACH ROW
  WHEN (NEW.created_at < clock_timestamp() - interval '1 hour') EXECUTE FUNCTION movement_is_late();

-- What a batch cost, and where it lies, is told with each of its movements.
CREATE FUNCTION events_of_batch_are_late() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO late_event (kind, at)
  SELECT DISTINCT 'movement', date_trunc('minute', m.at)
    FROM (SELECT OLD.created_at AS at
           UNION ALL
          SELECT NEW.created_at WHERE TG_OP <> 'DELETE'
           UNION ALL
          SELECT created_at FROM stock_movement WHERE batch_id = OLD.id) m;
  RETURN NULL;
END $$;
CREATE TRIGGER batch_changed_late AFTER UPDATE OF branch_id, quantity, cost_value, created_at, order_id, parent_batch_id ON stock_batch
  FOR EACH ROW WHEN ((OLD.branch_id, OLD.quantity, OLD.cost_value, OLD.created_at, OLD.order_id, OLD.parent_batch_id)
    IS DISTINCT FROM (NEW.branch_id, NEW.quantity, NEW.cost_value, NEW.created_at, NEW.order_id, NEW.parent_batch_id))
  EXECUTE FUNCTION events_of_batch_are_late();
CREATE TRIGGER batch_went_late AFTER DELETE ON stock_batch FOR EACH ROW EXECUTE FUNCTION events_of_batch_are_late();
