-- What a till has sold is booked as it was, also with a payment method that has been deleted since; that an order names only what
-- is there is for orders that can still be refused.
CREATE OR REPLACE TRIGGER living_references_insert AFTER INSERT ON "order"
  FOR EACH ROW WHEN (NEW.till_no IS NULL) EXECUTE FUNCTION references_of_order();

-- Moves the first missing number of a pairing on over all that are here, and returns it.
CREATE FUNCTION pos_count_numbers(of_device integer, of_epoch integer) RETURNS integer LANGUAGE sql AS $$
  UPDATE pos_pairing p
     SET next_seq = p.next_seq + here.count, last_no = greatest(p.last_no, p.next_seq + here.count - 1)
    FROM (SELECT count(*)::int AS count
            FROM (SELECT l.seq, q.next_seq + row_number() OVER (ORDER BY l.seq) - 1 AS place
                    FROM pos_pairing q JOIN pos_inbox l ON l.device_id = q.device_id AND l.epoch = q.epoch
                                                       AND l.proven AND l.seq >= q.next_seq
                   WHERE q.device_id = of_device AND q.epoch = of_epoch) l
           WHERE l.seq = l.place) here
   WHERE p.device_id = of_device AND p.epoch = of_epoch
  RETURNING p.next_seq
$$;
