-- Whoever corrects a receipt looks for the batches that were transferred from its own, which read every batch.
CREATE INDEX stock_batch_parent ON stock_batch (parent_batch_id) WHERE parent_batch_id IS NOT NULL;
