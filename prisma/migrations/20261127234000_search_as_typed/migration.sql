-- A word as it may be typed: without the Arabic article, with ae, oe and ue as the bare vowel. The same as toSearchKey()
-- of the commerce package (docs/rules/wire.md#search).
CREATE FUNCTION search_word_key(word text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN regexp_replace(regexp_replace(word, '^(?:[وبلفك]?ال|لل)(?=.{4})', ''), '([aou])e', '\1', 'g');

-- A word as it stands, then its parts between signs as they may be typed.
CREATE FUNCTION search_word_forms(word text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN (SELECT concat_ws(' ', word, (
    SELECT string_agg(search_word_key(p.part), ' ' ORDER BY p.at)
      FROM regexp_split_to_table(word, '[\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e\u00ab\u00bb\u060c\u061b\u061f\u2010-\u201f]+')
           WITH ORDINALITY AS p(part, at)
     WHERE p.part <> '' AND search_word_key(p.part) <> word)));

-- What a word has in common with every word that differs by one letter: listNearKeys() of the commerce package.
CREATE FUNCTION search_near_keys(word text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN (SELECT array_agg(DISTINCT left(left(word, 7), n) || substr(left(word, 7), n + 2))
    FROM generate_series(0, length(left(word, 7))) AS n);

-- The same of all forms of a word; numbers and short words are taken as they are typed.
CREATE FUNCTION search_near_keys_of_forms(forms text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN (SELECT coalesce(array_agg(DISTINCT k.key), '{}')
    FROM unnest(string_to_array(forms, ' ')) AS f(form), unnest(search_near_keys(f.form)) AS k(key)
   WHERE length(f.form) >= 5 AND f.form !~ '[0-9]');

ALTER TABLE "product_word" ADD COLUMN "forms" TEXT COLLATE "C" GENERATED ALWAYS AS (search_word_forms("word")) STORED;

-- Without a pending list, which every search would read along with the index.
CREATE INDEX product_word_near ON product_word USING gin (search_near_keys_of_forms(forms)) WITH (fastupdate = off);
