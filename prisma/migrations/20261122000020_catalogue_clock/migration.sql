-- How often the catalogue has changed: the sum of all rows. It is read in the same statement as what is answered, and
-- within one snapshot it tells exactly which changes are in it: a list that was found at the same sum is still true.
CREATE TABLE "catalogue_clock" (
    "slot" SERIAL NOT NULL,
    "ticks" BIGINT NOT NULL DEFAULT 1,

    CONSTRAINT "catalogue_clock_pkey" PRIMARY KEY ("slot")
);

-- Whoever changes something takes a row that nobody else holds, or makes one: nobody ever waits for another here.
CREATE FUNCTION catalogue_tick() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  mine int;
BEGIN
  SELECT slot INTO mine FROM catalogue_clock LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF mine IS NULL THEN
    INSERT INTO catalogue_clock DEFAULT VALUES;
  ELSE
    UPDATE catalogue_clock SET ticks = ticks + 1 WHERE slot = mine;
  END IF;
  RETURN NULL;
END $$;

-- What decides which products are found, and in what order.
CREATE TRIGGER product_tick AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON product
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_tick();
CREATE TRIGGER product_item_tick AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON product_item
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_tick();
CREATE TRIGGER product_category_tick AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON product_category
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_tick();
CREATE TRIGGER category_tick AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON category
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_tick();
