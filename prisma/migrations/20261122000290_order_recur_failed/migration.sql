-- Why the last order of a series could not be made, until one is made again or somebody has seen to it.
ALTER TABLE "order" ADD COLUMN "recur_failed" JSONB;
CREATE INDEX order_recur_failed ON "order" (created_at, id) WHERE recur_failed IS NOT NULL;
