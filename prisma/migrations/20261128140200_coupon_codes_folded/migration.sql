-- A coupon's code is one whatever its case, digits (Arabic, Persian, full width), invisible signs and spaces around it:
-- the same as foldCouponCode in packages/commerce/src/coupon-code.ts; change both together.
CREATE FUNCTION coupon_code_key(code text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT btrim(
    translate(
      normalize(upper(translate(
        regexp_replace(normalize(code, NFKC),
          '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f'
          || '\u202a-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000110bd\U000110cd'
          || '\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f'
          || '\U000e0100-\U000e01ef]', '', 'g'),
        '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789') COLLATE "pg_unicode_fast"), NFKC),
      U&'\00a0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200a\202f\205f\3000', repeat(' ', 16)),
    U&'\0009\000a\000b\000c\000d\0020\2028\2029')
$$;

-- Living coupons whose codes have become one: the one that is switched on, else the oldest, keeps the code. The others get
-- their number behind it and are named; nothing is taken away.
DROP INDEX offer_code_live;
DO $$
DECLARE twin record;
BEGIN
  UPDATE offer SET code = coupon_code_key(code) WHERE code <> coupon_code_key(code);
  FOR twin IN
    UPDATE offer o SET code = left(o.code, 28) || '-' || o.id
      FROM (SELECT id, code, row_number() OVER (PARTITION BY code ORDER BY status DESC, id) AS n FROM offer
             WHERE deleted_at IS NULL AND code IS NOT NULL) same
     WHERE same.id = o.id AND same.n > 1
    RETURNING o.id, same.code AS before, o.code AS after
  LOOP
    RAISE NOTICE 'coupon % has the code % of another coupon, and is now %', twin.id, twin.before, twin.after;
  END LOOP;
END $$;

CREATE UNIQUE INDEX offer_code_live ON offer (coupon_code_key(code)) WHERE deleted_at IS NULL AND code IS NOT NULL;
