-- What a till has sold is booked as it was, also with a payment method that has been deleted since; that an order names only what
-- is there is for orders that can still be refused.
CREATE OR REPLACE TRIGGER living_references_insert AFTER INSERT ON "order"
  FOR EACH ROW WHEN (NEW.till_no IS NULL) EXECUTE FUNCTION references_of_order();
