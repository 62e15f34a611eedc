-- The same sums of all branches together: whoever asks about the whole shop reads a twentieth of the rows.
CREATE TABLE "order_sum_shop" (
    "zone" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "status_value" SMALLINT NOT NULL,
    "source" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "total" DECIMAL(20,4) NOT NULL,
    "unpaid" INTEGER NOT NULL,

    CONSTRAINT "order_sum_shop_pkey" PRIMARY KEY ("zone", "day", "status_value", "source")
);
CREATE INDEX order_sum_shop_nothing ON order_sum_shop (zone) WHERE count = 0;

-- The time zones in which they are what order_sum sums up to.
CREATE TABLE "order_sum_shop_zone" (
    "zone" TEXT NOT NULL,

    CONSTRAINT "order_sum_shop_zone_pkey" PRIMARY KEY ("zone")
);

-- A branch whose days are new or gone makes those of the shop others.
CREATE FUNCTION order_sum_zone_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM order_sum_shop_zone z USING (SELECT DISTINCT zone FROM changed) c WHERE z.zone = c.zone;
  RETURN NULL;
END $$;

CREATE TRIGGER order_sum_zone_came AFTER INSERT ON order_sum_zone REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION order_sum_zone_changed();
CREATE TRIGGER order_sum_zone_went AFTER DELETE ON order_sum_zone REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION order_sum_zone_changed();

-- Whoever adds up holds this lock (order.sums.ts): one who takes days away meanwhile would take them from sums in the making.
CREATE FUNCTION order_sum_zone_goes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7340018);
  RETURN NULL;
END $$;
CREATE TRIGGER order_sum_zone_goes BEFORE DELETE ON order_sum_zone
  FOR EACH STATEMENT EXECUTE FUNCTION order_sum_zone_goes();
