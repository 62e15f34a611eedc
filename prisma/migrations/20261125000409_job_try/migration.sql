-- Jobs that are tried, failed, or were set aside after the second same failure.
CREATE TABLE "job_try" (
    "id" SERIAL NOT NULL,
    "queue" TEXT NOT NULL,
    "noun" TEXT,
    "record_id" BIGINT NOT NULL DEFAULT 0,
    "runner" INTEGER,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "repeated" INTEGER NOT NULL DEFAULT 0,
    "deaths" INTEGER NOT NULL DEFAULT 0,
    "message" TEXT NOT NULL DEFAULT '',
    "params" JSONB NOT NULL DEFAULT '{}',
    "tried_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failed_at" TIMESTAMPTZ(3),
    "state" TEXT,

    CONSTRAINT "job_try_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "job_try_aside" CHECK ("failed_at" IS NULL OR "runner" IS NULL)
);

CREATE UNIQUE INDEX "job_try_queue_record_id_key" ON "job_try"("queue", "record_id");
CREATE INDEX "job_try_failed" ON "job_try" ("failed_at" DESC, "id" DESC) WHERE "failed_at" IS NOT NULL;
