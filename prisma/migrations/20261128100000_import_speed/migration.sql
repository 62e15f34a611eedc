-- The same keys, written so that PostgreSQL puts the expression into the statement instead of running a query for each
-- code: a function that is STRICT or has a query inside is never put in. What is stored stays as it is. The same as
-- toBarcodeKey() of the commerce package.
CREATE FUNCTION has_check_digit(digits text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (3 * (substr(digits, 1, 1)::int + substr(digits, 3, 1)::int + substr(digits, 5, 1)::int
             + substr(digits, 7, 1)::int + substr(digits, 9, 1)::int + substr(digits, 11, 1)::int
             + substr(digits, 13, 1)::int)
          + substr(digits, 2, 1)::int + substr(digits, 4, 1)::int + substr(digits, 6, 1)::int
          + substr(digits, 8, 1)::int + substr(digits, 10, 1)::int + substr(digits, 12, 1)::int
          + substr(digits, 14, 1)::int) % 10 = 0;

CREATE OR REPLACE FUNCTION barcode_key(code text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN code !~ '^[0-9]+$' OR length(code) NOT IN (8, 12, 13, 14) THEN upper(code COLLATE "C")
    WHEN has_check_digit(lpad(code, 14, '0')) THEN lpad(code, 14, '0')
    ELSE code
  END;

-- Rows of products name no customer.
DROP INDEX "product_import_row_account_id_idx";
CREATE INDEX product_import_row_customer ON product_import_row (account_id) WHERE account_id IS NOT NULL;

-- The page of an import that is undone shows these, again and again while it goes on.
CREATE INDEX product_import_row_kept ON product_import_row (import_id, row) WHERE result = 'kept';
