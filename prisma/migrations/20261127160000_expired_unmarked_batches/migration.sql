-- Batches past a day that no job has marked as expired yet. There are none but for the minutes after a branch's midnight, yet
-- the planner expects a sixth of all batches, and then reads them all or starts workers for nothing. The function says how
-- few they are, and one look at the index ends it.
CREATE FUNCTION expired_unmarked_batches(before_day date)
  RETURNS TABLE (item_id int, branch_id int, product_id int, remaining_quantity numeric, expire_date date)
  LANGUAGE plpgsql STABLE ROWS 1 AS $$
BEGIN
  IF (SELECT min(b.expire_date) FROM stock_batch b WHERE NOT b.expired AND b.remaining_quantity > 0) < before_day THEN
    RETURN QUERY
      SELECT b.item_id, b.branch_id, b.product_id, b.remaining_quantity, b.expire_date FROM stock_batch b
       WHERE b.expire_date < before_day AND NOT b.expired AND b.remaining_quantity > 0;
  END IF;
END $$;
