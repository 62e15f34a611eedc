-- PostgreSQL plans the expression of a stored column anew for every statement that writes it, and a function in SQL is put into
-- that plan: folding one name took six hundredths of a millisecond of planning for each entry of the log. Columns that are stored
-- keep the function that they name, which now only calls the one that statements use; what is stored stays as it is.
DO $$
DECLARE
  definition text := pg_get_functiondef('fold(text)'::regprocedure);
BEGIN
  ALTER FUNCTION fold(text) RENAME TO fold_stored;
  EXECUTE definition;
END $$;
-- with the schema's name, because a backup is restored without a search path
CREATE OR REPLACE FUNCTION fold_stored(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN public.fold(value);
END $$;
