-- What the facts of an order sum up to, without those of its returns, so that the report by order sorts by any amount without
-- reading the facts of all orders. Written by the worker with the sums of days, in the transaction that adds the facts; an order
-- with newer facts, or of which something came back, is summed up when it is asked about. There is no index on an amount: an
-- order is written here two or three times, and the rows of half a year are few pages.
CREATE TABLE "order_sum" (
    "order_id" INTEGER NOT NULL,
    "counted_at" TIMESTAMPTZ(3) NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "status_value" SMALLINT NOT NULL,
    "pos" SMALLINT NOT NULL,
    "paid" SMALLINT NOT NULL,
    "seller_id" INTEGER,
    "client_id" INTEGER,
    "has_returns" BOOLEAN NOT NULL,
    "gross" DECIMAL(14,4) NOT NULL,
    "discount" DECIMAL(14,4) NOT NULL,
    "delivery" DECIMAL(14,4) NOT NULL,
    "tax_added" DECIMAL(14,4) NOT NULL,
    "rounding" DECIMAL(14,4) NOT NULL,
    "fee" DECIMAL(14,4) NOT NULL,
    "tax" DECIMAL(14,4) NOT NULL,
    "goods_ex_tax" DECIMAL(14,4) NOT NULL,
    "cost" DECIMAL(20,7) NOT NULL,

    CONSTRAINT "order_sum_pkey" PRIMARY KEY ("order_id")
);
ALTER TABLE order_sum SET (fillfactor = 85);

INSERT INTO order_sum
SELECT f.order_id, f.counted_at, f.branch_id, f.source, f.status_value, f.pos, f.paid, f.seller_id, f.client_id,
       EXISTS (SELECT 1 FROM trade_fact r WHERE r.order_id = f.order_id AND r.return_id IS NOT NULL),
       sum(f.gross), sum(f.discount), sum(f.delivery), sum(f.tax_added), sum(f.rounding), sum(f.fee), sum(f.tax),
       sum(f.goods_ex_tax), sum(f.cost)
  FROM trade_fact f WHERE f.return_id IS NULL
 GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(f.orders) = 1 ORDER BY f.counted_at;

CREATE INDEX "order_sum_counted_at_idx" ON "order_sum"("counted_at");
CREATE INDEX order_sum_returns ON order_sum (counted_at) WHERE has_returns;
