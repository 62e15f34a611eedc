-- AlterTable
ALTER TABLE "receipt" ADD COLUMN     "opening_stock" BOOLEAN NOT NULL DEFAULT false;

-- What imports have brought in so far.
UPDATE receipt r SET opening_stock = true FROM product_import i WHERE r.id = ANY(i.receipts);
