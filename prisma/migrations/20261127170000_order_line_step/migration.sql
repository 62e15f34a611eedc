-- The step that a line was sold in: its return goes by it, whatever the product is sold in later. Lines of before have none
-- and go by their product's.
ALTER TABLE "order_line" ADD COLUMN "stepper" DECIMAL(14,3);
