-- Until a replica has what a session wrote, the session's lists are read from the primary.
ALTER TABLE "session" ADD COLUMN "wrote_at" TIMESTAMPTZ(3);
