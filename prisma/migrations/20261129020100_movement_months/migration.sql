-- What moved in stock by item and month, for the report by item: of a branch, and of the whole shop (branch 0). Written by the
-- worker together with the sums of days, and reaching until the same instant. What is written late leaves a mark that names its
-- item, so that an item's month is added up again, and not the month of all items.
CREATE TABLE "movement_month" (
    "zone" TEXT NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "month" DATE NOT NULL,
    "item_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "records" INTEGER NOT NULL,
    "quantity" DECIMAL(20,3) NOT NULL,
    "units" DECIMAL(20,3) NOT NULL,
    "shelf_seconds" DECIMAL(34,9) NOT NULL,
    "total_cost" DECIMAL(26,7) NOT NULL,

    CONSTRAINT "movement_month_pkey" PRIMARY KEY ("zone", "branch_id", "month", "item_id", "type")
);
-- The month that is running is written every minute.
ALTER TABLE movement_month SET (fillfactor = 80);

ALTER TABLE "late_event" ADD COLUMN "item_id" INTEGER;

CREATE OR REPLACE FUNCTION movement_is_late() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO late_event (kind, at, item_id)
  SELECT 'movement', NEW.created_at, b.item_id FROM stock_batch b WHERE b.id = NEW.batch_id;
  RETURN NULL;
END $$;
CREATE FUNCTION batch_is_late() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO late_event (kind, at, item_id) VALUES ('movement', NEW.created_at, NEW.item_id);
  RETURN NULL;
END $$;
DROP TRIGGER batch_came_late ON stock_batch;
CREATE TRIGGER batch_came_late AFTER INSERT ON stock_batch FOR EACH ROW
  WHEN (NEW.created_at < clock_timestamp() - interval '1 hour') EXECUTE FUNCTION batch_is_late();

CREATE OR REPLACE FUNCTION events_of_batch_are_late() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO late_event (kind, at, item_id)
  SELECT DISTINCT 'movement', date_trunc('minute', m.at), i.item_id
    FROM (SELECT OLD.created_at AS at
           UNION ALL
          SELECT NEW.created_at WHERE TG_OP <> 'DELETE'
           UNION ALL
          SELECT created_at FROM stock_movement WHERE batch_id = OLD.id) m
   CROSS JOIN (SELECT OLD.item_id UNION SELECT NEW.item_id WHERE TG_OP <> 'DELETE') i;
  RETURN NULL;
END $$;
DROP TRIGGER batch_changed_late ON stock_batch;
CREATE TRIGGER batch_changed_late
  AFTER UPDATE OF item_id, branch_id, quantity, cost_value, created_at, order_id, parent_batch_id ON stock_batch
  FOR EACH ROW WHEN ((OLD.item_id, OLD.branch_id, OLD.quantity, OLD.cost_value, OLD.created_at, OLD.order_id, OLD.parent_batch_id)
    IS DISTINCT FROM (NEW.item_id, NEW.branch_id, NEW.quantity, NEW.cost_value, NEW.created_at, NEW.order_id, NEW.parent_batch_id))
  EXECUTE FUNCTION events_of_batch_are_late();

-- The worker makes the sums of what moved anew, months and days; until then rows answer.
DELETE FROM event_sum_zone WHERE kind = 'movement';
DELETE FROM late_event WHERE kind = 'movement';
