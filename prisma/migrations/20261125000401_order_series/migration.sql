-- What is wanted of orders that repeat, so that every date is computed from it and not from the date before.
CREATE TABLE "order_series" (
    "id" SERIAL NOT NULL,
    "every" SMALLINT NOT NULL,
    "unit" TEXT NOT NULL,
    "until" DATE,
    "anchor_date" DATE NOT NULL,
    "local_time" TIME(3) NOT NULL,
    "time_zone" TEXT NOT NULL,
    "last_date" DATE NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "order_series_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "order_series_every" CHECK ("every" BETWEEN 1 AND 365),
    CONSTRAINT "order_series_unit" CHECK ("unit" IN ('day', 'week', 'month'))
);

ALTER TABLE "order" ADD COLUMN "series_id" INTEGER, ADD COLUMN "series_date" DATE;
ALTER TABLE "order" ADD CONSTRAINT "order_series_id_fkey"
  FOREIGN KEY ("series_id") REFERENCES "order_series"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One order a date of a series, whatever happens.
CREATE UNIQUE INDEX "order_series_once" ON "order" ("series_id", "series_date") WHERE "series_id" IS NOT NULL;

-- Series that are running in standing shops go on from the order that waits for its next one.
DO $$
DECLARE
  waiting RECORD;
  made INT;
BEGIN
  FOR waiting IN
    SELECT o.id, o.recurrence, coalesce(o.preferred_at, o.created_at) AS "from",
           coalesce(b.settings->>'timezone', (SELECT data->>'timezone' FROM setting WHERE id = 1), 'Asia/Qatar') AS zone
      FROM "order" o JOIN branch b ON b.id = o.branch_id
     WHERE o.next_at IS NOT NULL OR (o.recurring = 1 AND o.recur_failed IS NOT NULL)
  LOOP
    INSERT INTO order_series (every, unit, until, anchor_date, local_time, time_zone, last_date)
    VALUES (coalesce((waiting.recurrence->>'every')::smallint, 7), coalesce(waiting.recurrence->>'unit', 'day'),
            (waiting.recurrence->>'until')::date, (waiting."from" AT TIME ZONE waiting.zone)::date,
            (waiting."from" AT TIME ZONE waiting.zone)::time(3), waiting.zone,
            (waiting."from" AT TIME ZONE waiting.zone)::date)
    RETURNING id INTO made;
    UPDATE "order" SET series_id = made, series_date = (waiting."from" AT TIME ZONE waiting.zone)::date
     WHERE id = waiting.id;
  END LOOP;
END $$;
