-- The log finds people by the same words as every list. Stored, because folding each name again while the log is read
-- takes ten times as long as comparing it.
ALTER TABLE audit_log ADD COLUMN "search" TEXT GENERATED ALWAYS AS (fold(actor)) STORED;
