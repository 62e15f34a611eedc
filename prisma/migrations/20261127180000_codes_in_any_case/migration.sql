-- Codes are one whatever their case. Items whose codes differ in their case alone keep them, the oldest first: they are
-- marked and named, nothing is taken away.
DROP INDEX product_item_key_live;

CREATE OR REPLACE FUNCTION barcode_key(code text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE
    WHEN code !~ '^[0-9]+$' OR length(code) NOT IN (8, 12, 13, 14) THEN upper(code COLLATE "C")
    WHEN (SELECT sum(substr(lpad(code, 14, '0'), n, 1)::int * CASE WHEN n % 2 = 1 THEN 3 ELSE 1 END)
            FROM generate_series(1, 14) AS n) % 10 = 0 THEN lpad(code, 14, '0')
    ELSE code
  END
$$;

DO $$
DECLARE pair record;
BEGIN
  FOR pair IN
    UPDATE product_item i SET shares_code = TRUE
      FROM (SELECT id, row_number() OVER (PARTITION BY upper(barcode COLLATE "C") ORDER BY id) AS n FROM product_item
             WHERE deleted_at IS NULL AND barcode IS NOT NULL AND NOT shares_code) twin
     WHERE twin.id = i.id AND twin.n > 1
    RETURNING i.product_id, i.barcode
  LOOP
    RAISE NOTICE 'product % has the code % of an older product in another case', pair.product_id, pair.barcode;
  END LOOP;
END $$;

CREATE UNIQUE INDEX product_item_key_live ON product_item (barcode_key(barcode))
 WHERE deleted_at IS NULL AND barcode IS NOT NULL AND NOT shares_code;

-- What codes are looked up by, whole or by their start.
CREATE INDEX product_item_code ON product_item (upper(barcode COLLATE "C") COLLATE "C") WHERE deleted_at IS NULL;
