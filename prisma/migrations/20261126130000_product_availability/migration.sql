-- The branches in which something of a product is in stock, one entry for each of its items there. To find the few products
-- that are out of stock by their levels, every level or every product of the shop must be looked at, whatever the plan.
-- Written only when the first unit comes to an item's shelf or the last one leaves it.
CREATE TABLE "product_availability" (
    "product_id" INTEGER NOT NULL,
    "branch_ids" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],

    CONSTRAINT "product_availability_pkey" PRIMARY KEY ("product_id")
);

ALTER TABLE "product_availability" ADD CONSTRAINT "product_availability_product_id_fkey"
  FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

INSERT INTO product_availability (product_id, branch_ids)
SELECT p.id, ARRAY(SELECT l.branch_id FROM stock_level l WHERE l.product_id = p.id AND l.stocked)
  FROM product p;

-- Without this the planner takes a guess for the share of products that are out of stock everywhere.
CREATE INDEX product_availability_none ON product_availability (product_id) WHERE branch_ids = '{}';

CREATE FUNCTION product_availability_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_availability (product_id) SELECT id FROM made ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER product_availability_made AFTER INSERT ON product
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION product_availability_made();

-- One entry is added or taken in one statement, so that two transactions that empty two items of a product at the same
-- moment both count: the second waits for the first and starts from what it left.
CREATE FUNCTION product_availability_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.stocked THEN
    UPDATE product_availability a
       SET branch_ids = a.branch_ids[:array_position(a.branch_ids, OLD.branch_id) - 1]
                     || a.branch_ids[array_position(a.branch_ids, OLD.branch_id) + 1:]
     WHERE a.product_id = OLD.product_id AND OLD.branch_id = ANY(a.branch_ids);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.stocked THEN
    UPDATE product_availability a SET branch_ids = a.branch_ids || NEW.branch_id WHERE a.product_id = NEW.product_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER product_availability_filled AFTER INSERT ON stock_level
  FOR EACH ROW WHEN (NEW.available > 0) EXECUTE FUNCTION product_availability_changed();
CREATE TRIGGER product_availability_changed AFTER UPDATE ON stock_level
  FOR EACH ROW WHEN ((OLD.available > 0) <> (NEW.available > 0)
    OR (OLD.product_id, OLD.branch_id) <> (NEW.product_id, NEW.branch_id))
  EXECUTE FUNCTION product_availability_changed();
CREATE TRIGGER product_availability_gone AFTER DELETE ON stock_level
  FOR EACH ROW WHEN (OLD.available > 0) EXECUTE FUNCTION product_availability_changed();
