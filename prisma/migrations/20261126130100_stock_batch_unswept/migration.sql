-- Units past their date that the job has not marked as expired yet: none of them, but for the minutes after a branch's
-- midnight. Every list of what is available asks for them.
CREATE INDEX stock_batch_unswept ON stock_batch (expire_date, product_id)
  WHERE NOT expired AND remaining_quantity > 0 AND expire_date IS NOT NULL;
