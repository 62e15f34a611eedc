-- What was sold on a day, kept as sums: half a year of a million orders is answered from some ten thousand rows.
CREATE TABLE "order_sum" (
    "branch_id" INTEGER NOT NULL,
    "zone" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "status_value" SMALLINT NOT NULL,
    "source" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "total" DECIMAL(20,4) NOT NULL,
    "unpaid" INTEGER NOT NULL,

    CONSTRAINT "order_sum_pkey" PRIMARY KEY ("branch_id", "zone", "day", "status_value", "source")
);
-- What has come to nothing is taken away: an order waits for an hour, and no day of last year has one that waits.
CREATE INDEX order_sum_nothing ON order_sum (branch_id) WHERE count = 0;

-- The branches and time zones whose days are complete: sums and what is not summed up yet make all of their orders.
CREATE TABLE "order_sum_zone" (
    "branch_id" INTEGER NOT NULL,
    "zone" TEXT NOT NULL,

    CONSTRAINT "order_sum_zone_pkey" PRIMARY KEY ("branch_id", "zone")
);
ALTER TABLE "order_sum_zone" ADD CONSTRAINT "order_sum_zone_branch_id_fkey" FOREIGN KEY ("branch_id")
  REFERENCES "branch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What orders became since: written beside each of them, in its transaction, and added to the sums by the minute. Nobody
-- who sells waits for a row that another one counts in.
CREATE TABLE "order_change" (
    "id" BIGSERIAL NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "status_value" SMALLINT NOT NULL,
    "source" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "total" DECIMAL(14,4) NOT NULL,
    "unpaid" INTEGER NOT NULL,

    CONSTRAINT "order_change_pkey" PRIMARY KEY ("id")
);

-- What an order counts, with a sign: -1 as it was, 1 as it is now.
CREATE FUNCTION order_counted(o "order", sign int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_change (branch_id, created_at, status_value, source, count, total, unpaid)
  VALUES (o.branch_id, o.created_at, o.status_value, o.source, sign, sign * o.due,
          CASE WHEN o.status_value <> -1 AND o.due - o.returned_value > o.paid_amount THEN sign ELSE 0 END);
END $$;

CREATE FUNCTION order_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM order_counted(OLD, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM order_counted(NEW, 1); END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER order_came_or_went AFTER INSERT OR DELETE ON "order" FOR EACH ROW EXECUTE FUNCTION order_changed();
CREATE TRIGGER order_changed AFTER UPDATE ON "order" FOR EACH ROW
  WHEN ((OLD.branch_id, OLD.created_at, OLD.status_value, OLD.source, OLD.due,
         OLD.status_value <> -1 AND OLD.due - OLD.returned_value > OLD.paid_amount)
    IS DISTINCT FROM (NEW.branch_id, NEW.created_at, NEW.status_value, NEW.source, NEW.due,
         NEW.status_value <> -1 AND NEW.due - NEW.returned_value > NEW.paid_amount))
  EXECUTE FUNCTION order_changed();
