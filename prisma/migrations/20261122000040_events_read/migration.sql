-- Every process reads what was written and committed since it last looked, instead of being told at each commit:
-- a commit that tells somebody waits for every other commit that does, so that selling went one by one.
DROP TRIGGER event_told ON event;
DROP FUNCTION tell_event();

-- Which transaction wrote it: what one snapshot saw and the one before did not is new, whatever the order of commits.
ALTER TABLE "event" ADD COLUMN "xid" BIGINT NOT NULL DEFAULT (pg_current_xact_id()::text)::bigint;
CREATE INDEX "event_xid_idx" ON "event"("xid");
