-- Amounts of two currencies are never added up: the sums of days are one a currency. What is kept so far is let go and
-- made anew from the orders by the minute's job; until then statistics count the orders themselves.
DELETE FROM "order_sum_zone";
DELETE FROM "order_sum_shop_zone";
DELETE FROM "order_sum";
DELETE FROM "order_sum_shop";
DELETE FROM "order_change";

ALTER TABLE "order_sum" ADD COLUMN "currency" TEXT NOT NULL;
ALTER TABLE "order_sum" DROP CONSTRAINT "order_sum_pkey",
  ADD CONSTRAINT "order_sum_pkey" PRIMARY KEY ("branch_id", "zone", "day", "status_value", "source", "currency");
ALTER TABLE "order_sum_shop" ADD COLUMN "currency" TEXT NOT NULL;
ALTER TABLE "order_sum_shop" DROP CONSTRAINT "order_sum_shop_pkey",
  ADD CONSTRAINT "order_sum_shop_pkey" PRIMARY KEY ("zone", "day", "status_value", "source", "currency");
ALTER TABLE "order_change" ADD COLUMN "currency" TEXT NOT NULL;

CREATE OR REPLACE FUNCTION order_counted(o "order", sign int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_change (branch_id, created_at, status_value, source, currency, count, total, unpaid)
  VALUES (o.branch_id, o.created_at, o.status_value, o.source, o.currency, sign, sign * o.due,
          CASE WHEN o.status_value <> -1 AND o.due - o.returned_value > o.paid_amount THEN sign ELSE 0 END);
END $$;

DROP TRIGGER order_changed ON "order";
CREATE TRIGGER order_changed AFTER UPDATE ON "order" FOR EACH ROW
  WHEN ((OLD.branch_id, OLD.created_at, OLD.status_value, OLD.source, OLD.currency, OLD.due,
         OLD.status_value <> -1 AND OLD.due - OLD.returned_value > OLD.paid_amount)
    IS DISTINCT FROM (NEW.branch_id, NEW.created_at, NEW.status_value, NEW.source, NEW.currency, NEW.due,
         NEW.status_value <> -1 AND NEW.due - NEW.returned_value > NEW.paid_amount))
  EXECUTE FUNCTION order_changed();
