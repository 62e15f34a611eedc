-- The number of the next order. A refused order uses its number up; a shop without orders begins with number 1 all the
-- same. The lock lets one first order at a time through, so that no number is given twice.
CREATE FUNCTION next_order_number() RETURNS INTEGER LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "order") THEN
    PERFORM pg_advisory_xact_lock(hashtext('first order'));
    IF NOT EXISTS (SELECT FROM "order") THEN
      PERFORM setval(pg_get_serial_sequence('"order"', 'id'), 1, FALSE);
    END IF;
  END IF;
  RETURN nextval(pg_get_serial_sequence('"order"', 'id'));
END $$;
