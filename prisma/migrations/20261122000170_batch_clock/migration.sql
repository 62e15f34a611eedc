-- How many batches a question means is remembered (docs/adr 0006): what makes it another number is counted. A sale that
-- leaves something changes no total: the condition is looked at before anything is called.
CREATE TRIGGER stock_batch_made AFTER INSERT ON stock_batch
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_tick('batch');
CREATE TRIGGER stock_batch_tick AFTER UPDATE ON stock_batch
  FOR EACH ROW WHEN ((OLD.remaining_quantity > 0) <> (NEW.remaining_quantity > 0)
    OR (OLD.product_id, OLD.item_id, OLD.branch_id, OLD.reciept_id, OLD.expire_date)
      IS DISTINCT FROM (NEW.product_id, NEW.item_id, NEW.branch_id, NEW.reciept_id, NEW.expire_date))
  EXECUTE FUNCTION catalogue_tick('batch');
CREATE TRIGGER stock_batch_gone AFTER DELETE OR TRUNCATE ON stock_batch
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_tick('batch');
-- Batches are also looked for by the supplier of their receipt.
CREATE TRIGGER receipt_supplier_tick AFTER UPDATE OF supplier_id ON receipt
  FOR EACH ROW WHEN (OLD.supplier_id <> NEW.supplier_id) EXECUTE FUNCTION catalogue_tick('batch');

-- What the fullest, or what expires soon, is filtered by stands in the index that is walked: no batch is read only to be
-- passed over.
DROP INDEX "stock_batch_remaining_quantity_id_idx";
CREATE INDEX "stock_batch_remaining_quantity_id_idx" ON "stock_batch"("remaining_quantity", "id")
  INCLUDE (branch_id, product_id, expire_date);
DROP INDEX "stock_batch_branch_id_remaining_quantity_id_idx";
CREATE INDEX "stock_batch_branch_id_remaining_quantity_id_idx" ON "stock_batch"("branch_id", "remaining_quantity", "id")
  INCLUDE (product_id, expire_date);
DROP INDEX stock_batch_left_expiring;
CREATE INDEX stock_batch_left_expiring ON stock_batch (expire_date, id)
  INCLUDE (remaining_quantity, branch_id, product_id) WHERE remaining_quantity > 0;
