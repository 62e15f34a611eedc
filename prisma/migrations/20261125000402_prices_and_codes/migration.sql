-- Given away on purpose; what is active at 0 today stays active, and is found by the list's filter.
ALTER TABLE "product" ADD COLUMN "free" SMALLINT NOT NULL DEFAULT 0;

ALTER TABLE "product_import"
  ADD COLUMN "free" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "unpriced" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "own_codes" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "product_item" ADD COLUMN "shares_code" BOOLEAN NOT NULL DEFAULT false;

-- What codes are compared by: of a GTIN with its right check digit its 14 digits, else the code itself.
CREATE FUNCTION barcode_key(code text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE
    WHEN code !~ '^[0-9]+$' OR length(code) NOT IN (8, 12, 13, 14) THEN code
    WHEN (SELECT sum(substr(lpad(code, 14, '0'), n, 1)::int * CASE WHEN n % 2 = 1 THEN 3 ELSE 1 END)
            FROM generate_series(1, 14) AS n) % 10 = 0 THEN lpad(code, 14, '0')
    ELSE code
  END
$$;

-- Items that have shared a number until now keep it, the oldest first: they are marked and named, nothing is taken away.
UPDATE product_item i SET shares_code = TRUE
 WHERE i.deleted_at IS NULL AND i.barcode IS NOT NULL
   AND EXISTS (SELECT 1 FROM product_item o
                WHERE o.deleted_at IS NULL AND o.id < i.id AND o.barcode IS NOT NULL
                  AND length(o.barcode) IN (8, 12, 13, 14) AND barcode_key(o.barcode) = barcode_key(i.barcode))
   AND length(i.barcode) IN (8, 12, 13, 14);

DO $$
DECLARE pair record;
BEGIN
  FOR pair IN SELECT i.product_id, i.barcode FROM product_item i WHERE i.shares_code ORDER BY i.id LOOP
    RAISE NOTICE 'product % shares the number % with an older product', pair.product_id, pair.barcode;
  END LOOP;
END $$;

CREATE UNIQUE INDEX product_item_key_live ON product_item (barcode_key(barcode))
 WHERE deleted_at IS NULL AND barcode IS NOT NULL AND NOT shares_code;
