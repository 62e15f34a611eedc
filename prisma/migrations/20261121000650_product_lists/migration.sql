-- Lists of 100,000 products by any filter in any order. What is filtered stands in the index that sorts, so that a page
-- and its total are found without a look at the rows.
DROP INDEX product_live_id;
DROP INDEX product_live_ar;
DROP INDEX product_live_en;
DROP INDEX product_live_de;
DROP INDEX product_live_price;
DROP INDEX product_live_ord;
CREATE INDEX product_live_id ON product (id) INCLUDE (status, featured, brand_id, tax_type_id, missing, price)
  WHERE deleted_at IS NULL;
CREATE INDEX product_live_ar ON product (sort_ar, id) INCLUDE (status, featured, brand_id, tax_type_id, missing, price)
  WHERE deleted_at IS NULL;
CREATE INDEX product_live_en ON product (sort_en, id) INCLUDE (status, featured, brand_id, tax_type_id, missing, price)
  WHERE deleted_at IS NULL;
CREATE INDEX product_live_de ON product (sort_de, id) INCLUDE (status, featured, brand_id, tax_type_id, missing, price)
  WHERE deleted_at IS NULL;
CREATE INDEX product_live_price ON product (price, id) INCLUDE (status, featured, brand_id, tax_type_id, missing)
  WHERE deleted_at IS NULL;
CREATE INDEX product_live_ord ON product (ord, id) INCLUDE (status, featured, brand_id, tax_type_id, missing, price)
  WHERE deleted_at IS NULL;
CREATE INDEX product_live_status ON product (status, id) WHERE deleted_at IS NULL;
-- The few that are featured or lack a language.
CREATE INDEX product_live_featured ON product (id) WHERE deleted_at IS NULL AND featured = 1;
CREATE INDEX product_live_missing ON product (missing, id) WHERE deleted_at IS NULL AND missing > 0;

-- Search: products by the words of their titles, and the words by any part of them. A shop has far fewer words than
-- products, so that two letters are found as fast as ten; and unlike trigrams, which know no letters but ASCII under
-- the locale that PostgreSQL comes with here, words are the same in every script.
DROP INDEX product_search;
CREATE INDEX product_words ON product USING gin (string_to_array(search, ' ')) WHERE deleted_at IS NULL;
CREATE STATISTICS product_word_shares ON (string_to_array(search, ' ')) FROM product;

-- Every word that a title has or had.
CREATE TABLE "product_word" (
    "word" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "product_word_pkey" PRIMARY KEY ("word")
);

CREATE FUNCTION product_word_learn(searches text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO product_word (word)
  SELECT DISTINCT w.word FROM unnest(searches) AS s(search), unnest(string_to_array(s.search, ' ')) AS w(word)
   WHERE NOT EXISTS (SELECT 1 FROM product_word known WHERE known.word = w.word)
   -- in one order, so that two who learn the same words do not wait for each other in a circle
   ORDER BY w.word
  ON CONFLICT DO NOTHING
$$;
CREATE FUNCTION product_word_of_new() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM product_word_learn((SELECT array_agg(search) FROM fresh));
  RETURN NULL;
END $$;
CREATE FUNCTION product_word_of_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  searches text[] := (SELECT array_agg(fresh.search) FROM fresh JOIN stale ON stale.id = fresh.id
                       WHERE fresh.search IS DISTINCT FROM stale.search);
BEGIN
  -- most changes are of a price or a status
  IF searches IS NOT NULL THEN PERFORM product_word_learn(searches); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER product_word_insert AFTER INSERT ON product
  REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION product_word_of_new();
CREATE TRIGGER product_word_update AFTER UPDATE ON product
  REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION product_word_of_changed();

INSERT INTO product_word (word)
SELECT DISTINCT w.word FROM product, unnest(string_to_array(search, ' ')) AS w(word);
