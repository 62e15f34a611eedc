-- The form in which two names are equal. The same as toNameKey() of the commerce package (docs/rules/wire.md#equal-names).
CREATE FUNCTION name_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN (SELECT coalesce(string_agg(search_word_key(w.word), ' ' ORDER BY w.at), '')
    FROM string_to_table(fold(name), ' ') WITH ORDINALITY AS w(word, at));

-- The keys of a name in all languages, without empty ones.
CREATE FUNCTION name_keys(names jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN (SELECT coalesce(array_agg(name_key(n.value)), '{}') FROM jsonb_each_text(names) AS n WHERE name_key(n.value) <> '');

CREATE INDEX brand_name_keys ON brand USING gin (name_keys(names)) WITH (fastupdate = off);
CREATE INDEX category_name_keys ON category USING gin (name_keys(titles)) WITH (fastupdate = off);
CREATE INDEX supplier_name_key ON supplier (name_key(name) COLLATE "C");
CREATE INDEX account_name_key ON account (name_key(name) COLLATE "C");
