-- An attempt that was replaced because the order changed may still be paid at its provider, so the job asks on about it.
DROP INDEX payment_attempt_check;
CREATE INDEX payment_attempt_check ON payment_attempt (check_at) WHERE check_at IS NOT NULL;
