-- What of the tax of a return lies on the delivery that goes back with it; `tax` is that of the lines.
ALTER TABLE "order_return" ADD COLUMN "delivery_tax" DECIMAL(14,4) NOT NULL DEFAULT 0;
