-- Rows of one product are tied together, what is left out of a row is told beside it, and reasons are counted.
ALTER TABLE product_import
  ADD COLUMN items INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN pictures INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN uncoded INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN sums JSONB NOT NULL DEFAULT '[]';

ALTER TABLE product_import_row
  ADD COLUMN item_id INTEGER,
  ADD COLUMN notices JSONB NOT NULL DEFAULT '[]',
  DROP CONSTRAINT product_import_row_result,
  ADD CONSTRAINT product_import_row_result
    CHECK (result IN ('created', 'updated', 'unchanged', 'refused', 'item', 'picture', 'undone', 'kept'));

-- Units of imports that are under way still find their item.
UPDATE product_import_row r SET item_id = i.id
  FROM product_item i
 WHERE r.quantity > 0 AND i.product_id = r.product_id AND i.barcode = r.barcode AND i.deleted_at IS NULL;

CREATE INDEX product_import_row_product_id_idx ON product_import_row (product_id);
