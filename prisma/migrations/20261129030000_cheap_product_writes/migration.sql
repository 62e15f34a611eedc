-- Twenty thousand new products spent a fifth of PostgreSQL's time on what follows. What is stored stays as it is.

-- Most texts are letters, digits and single spaces, which fold without a search for what is not in them. Not STRICT, because
-- PostgreSQL puts a function with a CASE into the statement only so. The same as foldForSearch() of the commerce package.
CREATE OR REPLACE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN value !~ '[^\u0020-\u007e\u0621\u0627\u0628\u062a-\u063a\u0641-\u0648\u064a]|  '
    THEN trim(both ' ' from lower(value COLLATE "pg_c_utf8"))
    WHEN value !~ '[^\u0020-\u007e\u0621-\u063a\u0641-\u064a\u0660-\u0669]|  '
    THEN trim(both ' ' from lower(translate(value,
      U&'\0622\0623\0624\0625\0626\0629\0649\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669',
      U&'\0627\0627\0648\0627\064A\0647\064A0123456789') COLLATE "pg_c_utf8"))
    ELSE trim(both ' ' from regexp_replace(
        replace(
          translate(
            lower(
              regexp_replace(
                normalize(
                  regexp_replace(value, '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08e1\u08e3-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+', '', 'g'),
                  NFKD
                ),
                '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08e1\u08e3-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+',
                '', 'g'
              ) collate "pg_c_utf8"
            ),
            U&'\0622\0623\0625\0671\0649\0629\03C2\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9',
            U&'\0627\0627\0627\0627\064A\0647\03C301234567890123456789'
          ),
          U&'\00DF', 'ss'
        ),
        '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'
      ))
  END;

-- The digits of a number are counted as a number; each of them as a piece of the text took four times as long.
CREATE OR REPLACE FUNCTION has_check_digit(digits text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (3 * (digits::bigint / 10 % 10 + digits::bigint / 1000 % 10 + digits::bigint / 100000 % 10
             + digits::bigint / 10000000 % 10 + digits::bigint / 1000000000 % 10 + digits::bigint / 100000000000 % 10
             + digits::bigint / 10000000000000 % 10)
          + digits::bigint % 10 + digits::bigint / 100 % 10 + digits::bigint / 10000 % 10
          + digits::bigint / 1000000 % 10 + digits::bigint / 100000000 % 10 + digits::bigint / 10000000000 % 10
          + digits::bigint / 1000000000000 % 10) % 10 = 0;

CREATE OR REPLACE FUNCTION barcode_key(code text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN length(code) NOT IN (8, 12, 13, 14) OR code !~ '^[0-9]+$' THEN upper(code COLLATE "C")
    WHEN has_check_digit(code) THEN lpad(code, 14, '0')
    ELSE code
  END;

-- Each word is looked up by itself: a join read all words of the shop for every statement that makes products.
CREATE OR REPLACE FUNCTION product_word_learn(searches text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO product_word (word)
  SELECT w.word
    FROM (SELECT DISTINCT s.word COLLATE "C" AS word
            FROM string_to_table(array_to_string(searches, ' '), ' ') AS s(word) WHERE s.word <> '') AS w
   WHERE (SELECT TRUE FROM product_word known WHERE known.word = w.word) IS NULL
   -- in one order, so that two who learn the same words do not wait for each other in a circle
   ORDER BY w.word
  ON CONFLICT DO NOTHING
$$;

-- A new product has no line yet, so none can be in the way.
CREATE OR REPLACE FUNCTION product_availability_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_availability (product_id) SELECT id FROM made;
  RETURN NULL;
END $$;

-- New products and their categories come in hundreds: what they point to is looked at once a statement instead of once a row.
DROP TRIGGER living_references_insert ON product;
CREATE FUNCTION references_of_new_products() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM made l JOIN brand b ON b.id = l.brand_id WHERE b.deleted_at IS NOT NULL)
    THEN PERFORM refuse_deleted_reference('brand_id');
  END IF;
  IF EXISTS (SELECT 1 FROM made l JOIN tax_type t ON t.id = l.tax_type_id WHERE t.deleted_at IS NOT NULL)
    THEN PERFORM refuse_deleted_reference('tax_type_id');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER living_references_insert AFTER INSERT ON product
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION references_of_new_products();

DROP TRIGGER living_references_insert ON product_category;
CREATE FUNCTION references_of_new_product_categories() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM made l JOIN category c ON c.id = l.category_id WHERE c.deleted_at IS NOT NULL)
    THEN PERFORM refuse_deleted_reference('category_id');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER living_references_insert AFTER INSERT ON product_category
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION references_of_new_product_categories();
