-- Rows of a pasted table or a file that no product was found for, kept until somebody has decided about them.
ALTER TABLE "receipt" ADD COLUMN "rows_left_out" JSONB NOT NULL DEFAULT '[]';
ALTER TABLE "stock_count" ADD COLUMN "rows_left_out" JSONB NOT NULL DEFAULT '[]';
