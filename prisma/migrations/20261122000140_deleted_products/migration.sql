-- Stock of what is sold no more is searched by its words too.
CREATE INDEX product_words_deleted ON product USING gin (string_to_array(search, ' ')) WHERE deleted_at IS NOT NULL;
