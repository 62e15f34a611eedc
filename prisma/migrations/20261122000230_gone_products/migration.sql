-- Counts of what stands on shelves leave out what is deleted: few, where looking up all that lives takes a tenth of a second.
CREATE INDEX product_item_gone ON product_item (id) WHERE deleted_at IS NOT NULL;
CREATE INDEX product_gone ON product (id) WHERE deleted_at IS NOT NULL;
