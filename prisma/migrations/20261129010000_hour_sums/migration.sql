-- The sums of days by the hour of the clock as well, for sales by hour: of a branch, and of the whole shop in its own zone.
CREATE TABLE "hour_sum" (
    "branch_id" INTEGER NOT NULL,
    "zone" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "hour" SMALLINT NOT NULL,
    "source" TEXT NOT NULL,
    "status_value" SMALLINT NOT NULL,
    "pos" SMALLINT NOT NULL,
    "paid" SMALLINT NOT NULL,
    "currency" TEXT NOT NULL,
    "orders" INTEGER NOT NULL,
    "gross" DECIMAL(20,4) NOT NULL,
    "discount" DECIMAL(20,4) NOT NULL,
    "delivery" DECIMAL(20,4) NOT NULL,
    "tax_added" DECIMAL(20,4) NOT NULL,
    "rounding" DECIMAL(20,4) NOT NULL,
    "fee" DECIMAL(20,4) NOT NULL,
    "returned" DECIMAL(20,4) NOT NULL,
    "tax" DECIMAL(20,4) NOT NULL,
    "goods_ex_tax" DECIMAL(20,4) NOT NULL,
    "cost" DECIMAL(24,7) NOT NULL,
    "uncosted" INTEGER NOT NULL,

    CONSTRAINT "hour_sum_pkey" PRIMARY KEY ("branch_id", "zone", "day", "hour", "source", "status_value", "pos", "paid", "currency")
);
CREATE INDEX hour_sum_nothing ON hour_sum (branch_id) WHERE orders = 0;

CREATE TABLE "hour_sum_shop" (
    "zone" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "hour" SMALLINT NOT NULL,
    "source" TEXT NOT NULL,
    "status_value" SMALLINT NOT NULL,
    "pos" SMALLINT NOT NULL,
    "paid" SMALLINT NOT NULL,
    "currency" TEXT NOT NULL,
    "orders" INTEGER NOT NULL,
    "gross" DECIMAL(20,4) NOT NULL,
    "discount" DECIMAL(20,4) NOT NULL,
    "delivery" DECIMAL(20,4) NOT NULL,
    "tax_added" DECIMAL(20,4) NOT NULL,
    "rounding" DECIMAL(20,4) NOT NULL,
    "fee" DECIMAL(20,4) NOT NULL,
    "returned" DECIMAL(20,4) NOT NULL,
    "tax" DECIMAL(20,4) NOT NULL,
    "goods_ex_tax" DECIMAL(20,4) NOT NULL,
    "cost" DECIMAL(24,7) NOT NULL,
    "uncosted" INTEGER NOT NULL,

    CONSTRAINT "hour_sum_shop_pkey" PRIMARY KEY ("zone", "day", "hour", "source", "status_value", "pos", "paid", "currency")
);
CREATE INDEX hour_sum_shop_nothing ON hour_sum_shop (zone) WHERE orders = 0;

-- The sums that are kept already have no hours: the worker makes them anew, and until then facts answer.
DELETE FROM day_sum_zone;
