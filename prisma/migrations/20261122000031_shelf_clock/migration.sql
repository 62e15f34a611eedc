-- Lists of what is in stock, or is not, are remembered too: what empties or fills a shelf is counted on its own, so that
-- a sale makes nobody look for anything else anew.
ALTER TABLE "catalogue_clock" ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'catalogue';

CREATE OR REPLACE FUNCTION catalogue_tick() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  mine int;
BEGIN
  -- once in a transaction is enough: nobody else sees it before its end
  PERFORM 1 FROM catalogue_clock WHERE kind = TG_ARGV[0] AND xmin = pg_current_xact_id()::xid;
  IF FOUND THEN RETURN NULL; END IF;
  SELECT slot INTO mine FROM catalogue_clock WHERE kind = TG_ARGV[0] LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF mine IS NULL THEN
    INSERT INTO catalogue_clock (kind) VALUES (TG_ARGV[0]);
  ELSE
    UPDATE catalogue_clock SET ticks = ticks + 1 WHERE slot = mine;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER product_tick AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON product
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_tick('catalogue');
CREATE OR REPLACE TRIGGER product_item_tick AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON product_item
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_tick('catalogue');
CREATE OR REPLACE TRIGGER product_category_tick AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON product_category
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_tick('catalogue');
CREATE OR REPLACE TRIGGER category_tick AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON category
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_tick('catalogue');

-- Most sales leave something: the condition is looked at before anything is called.
CREATE TRIGGER stock_level_filled AFTER INSERT ON stock_level
  FOR EACH ROW WHEN (NEW.available > 0) EXECUTE FUNCTION catalogue_tick('shelf');
CREATE TRIGGER stock_level_tick AFTER UPDATE ON stock_level
  FOR EACH ROW WHEN ((OLD.available > 0) <> (NEW.available > 0)
    OR (OLD.product_id, OLD.branch_id) <> (NEW.product_id, NEW.branch_id))
  EXECUTE FUNCTION catalogue_tick('shelf');
CREATE TRIGGER stock_level_gone AFTER DELETE ON stock_level
  FOR EACH ROW WHEN (OLD.available > 0) EXECUTE FUNCTION catalogue_tick('shelf');
