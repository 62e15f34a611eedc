-- What tells an item from its siblings, and what imports bring beside: brands that they made, and the cost of units.
ALTER TABLE "product_item" ADD COLUMN     "option" VARCHAR(80);

ALTER TABLE "product_import" ADD COLUMN     "brands" JSONB NOT NULL DEFAULT '[]';

ALTER TABLE "product_import_row" ADD COLUMN     "cost" DECIMAL(14,4);

-- The titles of an item: its product's, each with the item's option behind it, as toItemTitle of @dukkan/commerce.
CREATE FUNCTION item_titles(titles jsonb, item_option text) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN item_option IS NULL THEN titles ELSE
    (SELECT jsonb_object_agg(t.key, CASE WHEN t.value = '' THEN '' ELSE t.value || ' · ' || item_option END)
       FROM jsonb_each_text(titles) AS t) END
$$;
