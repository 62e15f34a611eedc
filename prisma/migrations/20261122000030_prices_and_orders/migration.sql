DROP INDEX "payment_method_code_key";

ALTER TABLE "payment_method" ADD COLUMN     "branch_id" INTEGER,
ADD COLUMN     "charge_customer" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN     "combinable" SMALLINT NOT NULL DEFAULT 1,
ADD COLUMN     "desc" TEXT,
ADD COLUMN     "image" TEXT,
ADD COLUMN     "inhouse_holder" SMALLINT NOT NULL DEFAULT 1,
ADD COLUMN     "margin" DECIMAL(5,2) NOT NULL DEFAULT 0,
ADD COLUMN     "master" SMALLINT NOT NULL DEFAULT 1,
ADD COLUMN     "max_transaction" DECIMAL(14,4),
ADD COLUMN     "min_transaction" DECIMAL(14,4),
ADD COLUMN     "ord" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "partner_account" TEXT,
ADD COLUMN     "search" TEXT GENERATED ALWAYS AS (fold(coalesce("titles"->>'ar','') || ' ' || coalesce("titles"->>'en','') || ' ' || coalesce("titles"->>'de','') || ' ' || "code")) STORED;

CREATE TABLE "delivery_method" (
    "id" SERIAL NOT NULL,
    "code" TEXT NOT NULL,
    "titles" JSONB NOT NULL,
    "desc" TEXT,
    "inhouse" SMALLINT NOT NULL DEFAULT 1,
    "asap" SMALLINT NOT NULL DEFAULT 0,
    "delivery_minutes" INTEGER,
    "delivery_cost" DECIMAL(14,4) NOT NULL DEFAULT 0,
    "image" TEXT,
    "ord" INTEGER NOT NULL DEFAULT 0,
    "status" SMALLINT NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "search" TEXT GENERATED ALWAYS AS (fold(coalesce("titles"->>'ar','') || ' ' || coalesce("titles"->>'en','') || ' ' || coalesce("titles"->>'de','') || ' ' || "code")) STORED,

    CONSTRAINT "delivery_method_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "branch_delivery" (
    "branch_id" INTEGER NOT NULL,
    "delivery_id" INTEGER NOT NULL,

    CONSTRAINT "branch_delivery_pkey" PRIMARY KEY ("branch_id","delivery_id")
);

CREATE TABLE "branch_payment" (
    "branch_id" INTEGER NOT NULL,
    "payment_id" INTEGER NOT NULL,

    CONSTRAINT "branch_payment_pkey" PRIMARY KEY ("branch_id","payment_id")
);

CREATE TABLE "payment_delivery" (
    "payment_id" INTEGER NOT NULL,
    "delivery_id" INTEGER NOT NULL,

    CONSTRAINT "payment_delivery_pkey" PRIMARY KEY ("payment_id","delivery_id")
);

CREATE TABLE "order_status" (
    "id" SERIAL NOT NULL,
    "titles" JSONB NOT NULL,
    "status_value" SMALLINT NOT NULL,
    "variant" TEXT NOT NULL DEFAULT 'secondary',
    "default_start" SMALLINT NOT NULL DEFAULT 0,
    "not_delivered" SMALLINT NOT NULL DEFAULT 0,
    "ord" INTEGER NOT NULL DEFAULT 0,
    "status" SMALLINT NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "search" TEXT GENERATED ALWAYS AS (fold(coalesce("titles"->>'ar','') || ' ' || coalesce("titles"->>'en','') || ' ' || coalesce("titles"->>'de',''))) STORED,

    CONSTRAINT "order_status_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "order" (
    "id" SERIAL NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "client_id" INTEGER,
    "client_name" TEXT,
    "client_phone" TEXT,
    "client_email" TEXT,
    "address_id" INTEGER,
    "place" JSONB NOT NULL DEFAULT '{}',
    "location_id" INTEGER,
    "invoice_to" TEXT,
    "notes" TEXT,
    "type" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "pos" BOOLEAN NOT NULL DEFAULT false,
    "device_id" INTEGER,
    "pos_session_id" INTEGER,
    "status_id" INTEGER NOT NULL,
    "status_value" SMALLINT NOT NULL,
    "paid" SMALLINT NOT NULL DEFAULT 0,
    "deducted" BOOLEAN NOT NULL DEFAULT false,
    "delivery_id" INTEGER,
    "payment_id" INTEGER,
    "driver_id" INTEGER,
    "seller_id" INTEGER,
    "account_id" INTEGER,
    "currency" TEXT NOT NULL,
    "tax_mode" TEXT NOT NULL,
    "discount" DECIMAL(14,4) NOT NULL DEFAULT 0,
    "discount_type" TEXT NOT NULL DEFAULT 'fixed',
    "coupon_id" INTEGER,
    "coupon_code" TEXT,
    "lines_count" SMALLINT NOT NULL DEFAULT 0,
    "quantity" DECIMAL(14,3) NOT NULL,
    "total" DECIMAL(14,4) NOT NULL,
    "product_discount" DECIMAL(14,4) NOT NULL DEFAULT 0,
    "coupon_discount" DECIMAL(14,4) NOT NULL DEFAULT 0,
    "manual_discount" DECIMAL(14,4) NOT NULL DEFAULT 0,
    "goods" DECIMAL(14,4) NOT NULL,
    "delivery_charge" DECIMAL(14,4) NOT NULL DEFAULT 0,
    "tax" DECIMAL(14,4) NOT NULL DEFAULT 0,
    "taxes" JSONB NOT NULL DEFAULT '[]',
    "payment_fee" DECIMAL(14,4) NOT NULL DEFAULT 0,
    "rounding" DECIMAL(14,4) NOT NULL DEFAULT 0,
    "due" DECIMAL(14,4) NOT NULL,
    "paid_amount" DECIMAL(14,4) NOT NULL DEFAULT 0,
    "returned_value" DECIMAL(14,4) NOT NULL DEFAULT 0,
    "explained" JSONB NOT NULL DEFAULT '[]',
    "preferred_at" TIMESTAMPTZ(3),
    "promised_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "recurring" SMALLINT NOT NULL DEFAULT 0,
    "recurrence" JSONB,
    "recurs_from" INTEGER,
    "next_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "order_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "order_line" (
    "id" SERIAL NOT NULL,
    "order_id" INTEGER NOT NULL,
    "parent_id" INTEGER,
    "ord" SMALLINT NOT NULL,
    "product_id" INTEGER,
    "item_id" INTEGER,
    "offer_id" INTEGER,
    "titles" JSONB NOT NULL,
    "barcode" TEXT,
    "quantity" DECIMAL(14,3) NOT NULL,
    "unit_list" DECIMAL(14,4) NOT NULL,
    "unit_price" DECIMAL(14,4) NOT NULL,
    "extras" JSONB NOT NULL DEFAULT '[]',
    "discount_source" JSONB,
    "gross" DECIMAL(14,4) NOT NULL,
    "coupon_share" DECIMAL(14,4) NOT NULL DEFAULT 0,
    "manual_share" DECIMAL(14,4) NOT NULL DEFAULT 0,
    "net" DECIMAL(14,4) NOT NULL,
    "tax_bp" INTEGER,
    "tax" DECIMAL(14,4) NOT NULL DEFAULT 0,
    "delivery_tax" DECIMAL(14,4) NOT NULL DEFAULT 0,
    "delivery_share" DECIMAL(14,4) NOT NULL DEFAULT 0,
    "steps" JSONB NOT NULL DEFAULT '[]',
    "returned_quantity" DECIMAL(14,3) NOT NULL DEFAULT 0,
    "returned_value" DECIMAL(14,4) NOT NULL DEFAULT 0,
    "returned_tax" DECIMAL(14,4) NOT NULL DEFAULT 0,

    CONSTRAINT "order_line_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "order_payment" (
    "id" SERIAL NOT NULL,
    "order_id" INTEGER NOT NULL,
    "payment_id" INTEGER NOT NULL,
    "amount" DECIMAL(14,4) NOT NULL,
    "ref_number" TEXT,
    "tendered" DECIMAL(14,4),
    "change" DECIMAL(14,4),
    "fee" DECIMAL(14,4) NOT NULL DEFAULT 0,
    "status" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "driver_id" INTEGER,
    "pos_session_id" INTEGER,
    "partner" TEXT,
    "refund_of" INTEGER,
    "return_id" INTEGER,
    "account_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "order_payment_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "order_move" (
    "id" SERIAL NOT NULL,
    "order_id" INTEGER NOT NULL,
    "from_value" SMALLINT,
    "to_value" SMALLINT NOT NULL,
    "status_id" INTEGER NOT NULL,
    "notes" TEXT,
    "account_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "order_move_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "order_return" (
    "id" SERIAL NOT NULL,
    "order_id" INTEGER NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "on_date" DATE NOT NULL,
    "quantity" DECIMAL(14,3) NOT NULL,
    "value" DECIMAL(14,4) NOT NULL,
    "delivery" DECIMAL(14,4) NOT NULL DEFAULT 0,
    "tax" DECIMAL(14,4) NOT NULL,
    "refund" DECIMAL(14,4) NOT NULL DEFAULT 0,
    "cost" DECIMAL(20,7) NOT NULL DEFAULT 0,
    "notes" TEXT,
    "approved_by" INTEGER,
    "account_id" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "order_return_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "order_return_line" (
    "id" SERIAL NOT NULL,
    "return_id" INTEGER NOT NULL,
    "order_line_id" INTEGER NOT NULL,
    "quantity" DECIMAL(14,3) NOT NULL,
    "value" DECIMAL(14,4) NOT NULL,
    "tax" DECIMAL(14,4) NOT NULL,
    "cost" DECIMAL(20,7) NOT NULL DEFAULT 0,
    "restock" SMALLINT NOT NULL DEFAULT 1,

    CONSTRAINT "order_return_line_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "pos_session" (
    "id" SERIAL NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "device_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "opened_by" INTEGER,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "start_amount" DECIMAL(14,4) NOT NULL DEFAULT 0,
    "closed_by" INTEGER,
    "closed_at" TIMESTAMPTZ(3),
    "end_session_amount" DECIMAL(14,4),
    "expected_amount" DECIMAL(14,4),
    "difference" DECIMAL(14,4),
    "left_in_drawer" DECIMAL(14,4),
    "z_number" INTEGER,
    "note" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "pos_session_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "pos_cash_move" (
    "id" SERIAL NOT NULL,
    "session_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "amount" DECIMAL(14,4) NOT NULL,
    "driver_id" INTEGER,
    "reason" TEXT,
    "account_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pos_cash_move_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "price_list" (
    "id" SERIAL NOT NULL,
    "titles" JSONB NOT NULL,
    "descriptions" JSONB NOT NULL DEFAULT '{}',
    "status" SMALLINT NOT NULL DEFAULT 1,
    "ord" INTEGER NOT NULL DEFAULT 0,
    "phones" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "start_date" DATE,
    "end_date" DATE,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "search" TEXT GENERATED ALWAYS AS (fold(coalesce("titles"->>'ar','') || ' ' || coalesce("titles"->>'en','') || ' ' || coalesce("titles"->>'de',''))) STORED,

    CONSTRAINT "price_list_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "price_list_item" (
    "id" SERIAL NOT NULL,
    "price_list_id" INTEGER NOT NULL,
    "product_id" INTEGER NOT NULL,
    "item_id" INTEGER NOT NULL,
    "price" DECIMAL(14,4) NOT NULL,
    "status" SMALLINT NOT NULL DEFAULT 1,

    CONSTRAINT "price_list_item_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "price_list_branch" (
    "price_list_id" INTEGER NOT NULL,
    "branch_id" INTEGER NOT NULL,

    CONSTRAINT "price_list_branch_pkey" PRIMARY KEY ("price_list_id","branch_id")
);

CREATE TABLE "offer" (
    "id" SERIAL NOT NULL,
    "type" TEXT NOT NULL,
    "titles" JSONB NOT NULL,
    "descriptions" JSONB NOT NULL DEFAULT '{}',
    "status" SMALLINT NOT NULL DEFAULT 1,
    "ord" INTEGER NOT NULL DEFAULT 0,
    "image" TEXT,
    "discount" DECIMAL(14,4),
    "discount_type" TEXT,
    "quantity" DECIMAL(14,3),
    "tiers" JSONB NOT NULL DEFAULT '[]',
    "bundle_price" DECIMAL(14,4),
    "drink_share" DECIMAL(5,2),
    "code" TEXT,
    "min_order" DECIMAL(14,4),
    "max_discount" DECIMAL(14,4),
    "usage_limit" INTEGER,
    "per_customer_limit" INTEGER,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "start_date" DATE,
    "end_date" DATE,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "search" TEXT GENERATED ALWAYS AS (fold(coalesce("titles"->>'ar','') || ' ' || coalesce("titles"->>'en','') || ' ' || coalesce("titles"->>'de','') || ' ' || coalesce("code",''))) STORED,

    CONSTRAINT "offer_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "offer_product" (
    "id" SERIAL NOT NULL,
    "offer_id" INTEGER NOT NULL,
    "product_id" INTEGER NOT NULL,
    "item_id" INTEGER,
    "quantity" DECIMAL(14,3) NOT NULL DEFAULT 1,
    "ord" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "offer_product_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "offer_category" (
    "offer_id" INTEGER NOT NULL,
    "category_id" INTEGER NOT NULL,

    CONSTRAINT "offer_category_pkey" PRIMARY KEY ("offer_id","category_id")
);

CREATE TABLE "discount" (
    "id" SERIAL NOT NULL,
    "titles" JSONB NOT NULL,
    "type" TEXT NOT NULL,
    "value" DECIMAL(14,4) NOT NULL,
    "start_date" DATE,
    "end_date" DATE,
    "days" SMALLINT[] DEFAULT ARRAY[]::SMALLINT[],
    "slots" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "status" SMALLINT NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "search" TEXT GENERATED ALWAYS AS (fold(coalesce("titles"->>'ar','') || ' ' || coalesce("titles"->>'en','') || ' ' || coalesce("titles"->>'de',''))) STORED,

    CONSTRAINT "discount_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "discount_product" (
    "id" SERIAL NOT NULL,
    "discount_id" INTEGER NOT NULL,
    "product_id" INTEGER NOT NULL,
    "item_id" INTEGER,

    CONSTRAINT "discount_product_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "discount_category" (
    "discount_id" INTEGER NOT NULL,
    "category_id" INTEGER NOT NULL,

    CONSTRAINT "discount_category_pkey" PRIMARY KEY ("discount_id","category_id")
);

CREATE TABLE "discount_branch" (
    "discount_id" INTEGER NOT NULL,
    "branch_id" INTEGER NOT NULL,

    CONSTRAINT "discount_branch_pkey" PRIMARY KEY ("discount_id","branch_id")
);

CREATE INDEX "branch_delivery_delivery_id_idx" ON "branch_delivery"("delivery_id");

CREATE INDEX "branch_payment_payment_id_idx" ON "branch_payment"("payment_id");

CREATE INDEX "payment_delivery_delivery_id_idx" ON "payment_delivery"("delivery_id");

CREATE INDEX "order_status_status_value_idx" ON "order_status"("status_value");

CREATE INDEX "order_created_at_id_idx" ON "order"("created_at", "id");

CREATE INDEX "order_branch_id_created_at_id_idx" ON "order"("branch_id", "created_at", "id");

CREATE INDEX "order_client_id_id_idx" ON "order"("client_id", "id");

CREATE INDEX "order_coupon_id_idx" ON "order"("coupon_id");

CREATE INDEX "order_pos_session_id_idx" ON "order"("pos_session_id");

CREATE INDEX "order_line_order_id_ord_id_idx" ON "order_line"("order_id", "ord", "id");

CREATE INDEX "order_line_product_id_order_id_idx" ON "order_line"("product_id", "order_id");

CREATE INDEX "order_line_item_id_idx" ON "order_line"("item_id");

CREATE INDEX "order_line_offer_id_idx" ON "order_line"("offer_id");

CREATE INDEX "order_line_parent_id_idx" ON "order_line"("parent_id");

CREATE INDEX "order_payment_order_id_id_idx" ON "order_payment"("order_id", "id");

CREATE INDEX "order_payment_pos_session_id_idx" ON "order_payment"("pos_session_id");

CREATE INDEX "order_payment_driver_id_id_idx" ON "order_payment"("driver_id", "id");

CREATE INDEX "order_payment_created_at_id_idx" ON "order_payment"("created_at", "id");

CREATE INDEX "order_payment_return_id_idx" ON "order_payment"("return_id");

CREATE INDEX "order_payment_refund_of_idx" ON "order_payment"("refund_of");

CREATE INDEX "order_move_order_id_id_idx" ON "order_move"("order_id", "id");

CREATE INDEX "order_return_order_id_idx" ON "order_return"("order_id");

CREATE INDEX "order_return_branch_id_on_date_id_idx" ON "order_return"("branch_id", "on_date", "id");

CREATE INDEX "order_return_on_date_id_idx" ON "order_return"("on_date", "id");

CREATE INDEX "order_return_line_return_id_idx" ON "order_return_line"("return_id");

CREATE INDEX "order_return_line_order_line_id_idx" ON "order_return_line"("order_line_id");

CREATE INDEX "pos_session_branch_id_id_idx" ON "pos_session"("branch_id", "id");

CREATE INDEX "pos_cash_move_session_id_idx" ON "pos_cash_move"("session_id");

CREATE INDEX "pos_cash_move_driver_id_idx" ON "pos_cash_move"("driver_id");

CREATE INDEX "price_list_item_item_id_idx" ON "price_list_item"("item_id");

CREATE INDEX "price_list_item_product_id_idx" ON "price_list_item"("product_id");

CREATE UNIQUE INDEX "price_list_item_price_list_id_item_id_key" ON "price_list_item"("price_list_id", "item_id");

CREATE INDEX "price_list_branch_branch_id_idx" ON "price_list_branch"("branch_id");

CREATE INDEX "offer_type_ord_id_idx" ON "offer"("type", "ord", "id");

CREATE INDEX "offer_product_offer_id_idx" ON "offer_product"("offer_id");

CREATE INDEX "offer_product_product_id_idx" ON "offer_product"("product_id");

CREATE INDEX "offer_product_item_id_idx" ON "offer_product"("item_id");

CREATE INDEX "offer_category_category_id_idx" ON "offer_category"("category_id");

CREATE INDEX "discount_product_discount_id_idx" ON "discount_product"("discount_id");

CREATE INDEX "discount_product_product_id_idx" ON "discount_product"("product_id");

CREATE INDEX "discount_product_item_id_idx" ON "discount_product"("item_id");

CREATE INDEX "discount_category_category_id_idx" ON "discount_category"("category_id");

CREATE INDEX "discount_branch_branch_id_idx" ON "discount_branch"("branch_id");

ALTER TABLE "branch_delivery" ADD CONSTRAINT "branch_delivery_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "branch_delivery" ADD CONSTRAINT "branch_delivery_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "delivery_method"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "branch_payment" ADD CONSTRAINT "branch_payment_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "branch_payment" ADD CONSTRAINT "branch_payment_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment_method"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "payment_delivery" ADD CONSTRAINT "payment_delivery_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment_method"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "payment_delivery" ADD CONSTRAINT "payment_delivery_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "delivery_method"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "payment_method" ADD CONSTRAINT "payment_method_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order" ADD CONSTRAINT "order_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order" ADD CONSTRAINT "order_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order" ADD CONSTRAINT "order_address_id_fkey" FOREIGN KEY ("address_id") REFERENCES "address"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order" ADD CONSTRAINT "order_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order" ADD CONSTRAINT "order_pos_session_id_fkey" FOREIGN KEY ("pos_session_id") REFERENCES "pos_session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order" ADD CONSTRAINT "order_status_id_fkey" FOREIGN KEY ("status_id") REFERENCES "order_status"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order" ADD CONSTRAINT "order_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "delivery_method"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order" ADD CONSTRAINT "order_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment_method"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order" ADD CONSTRAINT "order_driver_id_fkey" FOREIGN KEY ("driver_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order" ADD CONSTRAINT "order_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order" ADD CONSTRAINT "order_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order" ADD CONSTRAINT "order_coupon_id_fkey" FOREIGN KEY ("coupon_id") REFERENCES "offer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order_line" ADD CONSTRAINT "order_line_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "order_line" ADD CONSTRAINT "order_line_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "order_line"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "order_line" ADD CONSTRAINT "order_line_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order_line" ADD CONSTRAINT "order_line_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "product_item"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order_line" ADD CONSTRAINT "order_line_offer_id_fkey" FOREIGN KEY ("offer_id") REFERENCES "offer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order_payment" ADD CONSTRAINT "order_payment_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order_payment" ADD CONSTRAINT "order_payment_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment_method"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order_payment" ADD CONSTRAINT "order_payment_driver_id_fkey" FOREIGN KEY ("driver_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order_payment" ADD CONSTRAINT "order_payment_pos_session_id_fkey" FOREIGN KEY ("pos_session_id") REFERENCES "pos_session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order_payment" ADD CONSTRAINT "order_payment_refund_of_fkey" FOREIGN KEY ("refund_of") REFERENCES "order_payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order_payment" ADD CONSTRAINT "order_payment_return_id_fkey" FOREIGN KEY ("return_id") REFERENCES "order_return"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order_payment" ADD CONSTRAINT "order_payment_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order_move" ADD CONSTRAINT "order_move_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "order_move" ADD CONSTRAINT "order_move_status_id_fkey" FOREIGN KEY ("status_id") REFERENCES "order_status"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order_move" ADD CONSTRAINT "order_move_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order_return" ADD CONSTRAINT "order_return_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order_return" ADD CONSTRAINT "order_return_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order_return" ADD CONSTRAINT "order_return_approved_by_fkey" FOREIGN KEY ("approved_by") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order_return" ADD CONSTRAINT "order_return_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "order_return_line" ADD CONSTRAINT "order_return_line_return_id_fkey" FOREIGN KEY ("return_id") REFERENCES "order_return"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "order_return_line" ADD CONSTRAINT "order_return_line_order_line_id_fkey" FOREIGN KEY ("order_line_id") REFERENCES "order_line"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "pos_session" ADD CONSTRAINT "pos_session_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "pos_session" ADD CONSTRAINT "pos_session_opened_by_fkey" FOREIGN KEY ("opened_by") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "pos_session" ADD CONSTRAINT "pos_session_closed_by_fkey" FOREIGN KEY ("closed_by") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "pos_cash_move" ADD CONSTRAINT "pos_cash_move_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "pos_session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "pos_cash_move" ADD CONSTRAINT "pos_cash_move_driver_id_fkey" FOREIGN KEY ("driver_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "pos_cash_move" ADD CONSTRAINT "pos_cash_move_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "price_list_item" ADD CONSTRAINT "price_list_item_price_list_id_fkey" FOREIGN KEY ("price_list_id") REFERENCES "price_list"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "price_list_item" ADD CONSTRAINT "price_list_item_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "price_list_item" ADD CONSTRAINT "price_list_item_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "product_item"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "price_list_branch" ADD CONSTRAINT "price_list_branch_price_list_id_fkey" FOREIGN KEY ("price_list_id") REFERENCES "price_list"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "price_list_branch" ADD CONSTRAINT "price_list_branch_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "offer_product" ADD CONSTRAINT "offer_product_offer_id_fkey" FOREIGN KEY ("offer_id") REFERENCES "offer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "offer_product" ADD CONSTRAINT "offer_product_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "offer_product" ADD CONSTRAINT "offer_product_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "product_item"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "offer_category" ADD CONSTRAINT "offer_category_offer_id_fkey" FOREIGN KEY ("offer_id") REFERENCES "offer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "offer_category" ADD CONSTRAINT "offer_category_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "discount_product" ADD CONSTRAINT "discount_product_discount_id_fkey" FOREIGN KEY ("discount_id") REFERENCES "discount"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "discount_product" ADD CONSTRAINT "discount_product_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "discount_product" ADD CONSTRAINT "discount_product_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "product_item"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "discount_category" ADD CONSTRAINT "discount_category_discount_id_fkey" FOREIGN KEY ("discount_id") REFERENCES "discount"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "discount_category" ADD CONSTRAINT "discount_category_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "discount_branch" ADD CONSTRAINT "discount_branch_discount_id_fkey" FOREIGN KEY ("discount_id") REFERENCES "discount"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "discount_branch" ADD CONSTRAINT "discount_branch_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE UNIQUE INDEX payment_method_code_live ON payment_method (lower(code)) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX delivery_method_code_live ON delivery_method (lower(code)) WHERE deleted_at IS NULL;
-- A coupon's code is found whatever its case (decisions 11).
CREATE UNIQUE INDEX offer_code_live ON offer (lower(code)) WHERE deleted_at IS NULL AND code IS NOT NULL;
CREATE UNIQUE INDEX order_status_one_start ON order_status (default_start) WHERE deleted_at IS NULL AND default_start = 1;
CREATE UNIQUE INDEX pos_session_one_open ON pos_session (device_id) WHERE status = 'open';
CREATE UNIQUE INDEX pos_session_z ON pos_session (device_id, z_number) WHERE z_number IS NOT NULL;

CREATE INDEX price_list_search ON price_list USING gin (search gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE INDEX offer_search ON offer USING gin (search gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE INDEX discount_search ON discount USING gin (search gin_trgm_ops) WHERE deleted_at IS NULL;

-- What the list of orders is asked for, each in its default sort (the newest first).
CREATE INDEX order_status_id_created_at_id_idx ON "order" (status_id, created_at, id);
CREATE INDEX order_status_value_created_at_id_idx ON "order" (status_value, created_at, id);
CREATE INDEX order_branch_id_status_value_created_at_id_idx ON "order" (branch_id, status_value, created_at, id);
CREATE INDEX order_driver_newest ON "order" (driver_id, created_at, id) WHERE driver_id IS NOT NULL;
CREATE INDEX order_seller_newest ON "order" (seller_id, created_at, id) WHERE seller_id IS NOT NULL;
CREATE INDEX order_phone ON "order" (client_phone text_pattern_ops) WHERE client_phone IS NOT NULL;
-- What the clocked jobs look for.
CREATE INDEX order_expiring ON "order" (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX order_recurring ON "order" (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX order_payment_pending ON order_payment (created_at, id) WHERE status = 'pending';

ALTER TABLE price_list ADD CONSTRAINT price_list_status CHECK (status IN (0, 1));
ALTER TABLE price_list_item ADD CONSTRAINT price_list_item_price CHECK (price >= 0 AND status IN (0, 1));
ALTER TABLE offer
  ADD CONSTRAINT offer_status CHECK (status IN (0, 1)),
  ADD CONSTRAINT offer_type CHECK (type IN ('wholesale', 'bundle', 'coupon')),
  ADD CONSTRAINT offer_code CHECK ((type = 'coupon') = (code IS NOT NULL)),
  ADD CONSTRAINT offer_bundle CHECK ((type = 'bundle') = (bundle_price IS NOT NULL)),
  ADD CONSTRAINT offer_discount CHECK (discount > 0 AND discount_type IN ('fixed', 'percent')),
  ADD CONSTRAINT offer_uses CHECK (uses >= 0 AND (usage_limit IS NULL OR uses <= usage_limit));
ALTER TABLE offer_product ADD CONSTRAINT offer_product_quantity CHECK (quantity > 0);
ALTER TABLE discount
  ADD CONSTRAINT discount_status CHECK (status IN (0, 1)),
  ADD CONSTRAINT discount_value CHECK (value > 0 AND type IN ('fixed', 'percent'));
ALTER TABLE delivery_method
  ADD CONSTRAINT delivery_method_status CHECK (status IN (0, 1) AND inhouse IN (0, 1) AND asap IN (0, 1)),
  ADD CONSTRAINT delivery_method_cost CHECK (delivery_cost >= 0 AND delivery_minutes >= 0);
ALTER TABLE payment_method
  ADD CONSTRAINT payment_method_flags CHECK (master IN (0, 1) AND combinable IN (0, 1) AND inhouse_holder IN (0, 1) AND charge_customer IN (0, 1)),
  ADD CONSTRAINT payment_method_amounts CHECK (min_transaction >= 0 AND max_transaction >= 0 AND margin BETWEEN 0 AND 100);
ALTER TABLE order_status
  ADD CONSTRAINT order_status_value CHECK (status_value BETWEEN -1 AND 5),
  ADD CONSTRAINT order_status_flags CHECK (status IN (0, 1) AND default_start IN (0, 1) AND not_delivered IN (0, 1));
ALTER TABLE "order"
  ADD CONSTRAINT order_value CHECK (status_value BETWEEN -1 AND 5),
  ADD CONSTRAINT order_type CHECK (type IN ('delivery', 'take_away', 'dine_in')),
  ADD CONSTRAINT order_source CHECK (source IN ('dashboard', 'iphone', 'android', 'website')),
  ADD CONSTRAINT order_tax_mode CHECK (tax_mode IN ('inclusive', 'exclusive')),
  ADD CONSTRAINT order_amounts CHECK (goods >= 0 AND delivery_charge >= 0 AND tax >= 0 AND due >= 0 AND returned_value >= 0),
  ADD CONSTRAINT order_paid_amount CHECK (paid_amount >= 0 AND paid IN (0, 1)),
  ADD CONSTRAINT order_goods CHECK (goods = total - product_discount - coupon_discount - manual_discount),
  -- goods, delivery, what the tax adds, fee and rounding are what is due: nothing is lost in a rounding
  ADD CONSTRAINT order_due CHECK (due = goods + delivery_charge + CASE tax_mode WHEN 'exclusive' THEN tax ELSE 0 END + payment_fee + rounding);
ALTER TABLE order_line
  ADD CONSTRAINT order_line_quantity CHECK (quantity > 0 AND returned_quantity BETWEEN 0 AND quantity),
  ADD CONSTRAINT order_line_net CHECK (net = gross - coupon_share - manual_share AND net >= 0),
  ADD CONSTRAINT order_line_what CHECK (CASE WHEN parent_id IS NULL THEN (offer_id IS NULL) <> (item_id IS NULL) ELSE item_id IS NOT NULL END);
ALTER TABLE order_payment
  ADD CONSTRAINT order_payment_status CHECK (CASE WHEN amount > 0 THEN status IN ('pending', 'received') ELSE status IN ('pending', 'refunded') END),
  ADD CONSTRAINT order_payment_amount CHECK (amount <> 0),
  ADD CONSTRAINT order_payment_holder CHECK (holder IN ('session', 'driver', 'branch', 'partner')),
  ADD CONSTRAINT order_payment_change CHECK (tendered >= amount AND change = tendered - amount);
ALTER TABLE order_return
  ADD CONSTRAINT order_return_amounts CHECK (value >= 0 AND delivery >= 0 AND tax >= 0 AND refund BETWEEN 0 AND value + delivery);
ALTER TABLE order_return_line
  ADD CONSTRAINT order_return_line_quantity CHECK (quantity > 0 AND value >= 0 AND restock IN (0, 1));
ALTER TABLE pos_session
  ADD CONSTRAINT pos_session_status CHECK (status IN ('open', 'closed')),
  ADD CONSTRAINT pos_session_closed CHECK ((status = 'closed') = (end_session_amount IS NOT NULL AND expected_amount IS NOT NULL
    AND difference IS NOT NULL AND closed_at IS NOT NULL AND z_number IS NOT NULL)),
  ADD CONSTRAINT pos_session_difference CHECK (difference = end_session_amount - expected_amount);
ALTER TABLE pos_cash_move
  ADD CONSTRAINT pos_cash_move_kind CHECK (kind IN ('in', 'out', 'drop', 'hand_in')),
  ADD CONSTRAINT pos_cash_move_amount CHECK (amount > 0 AND (kind = 'hand_in') = (driver_id IS NOT NULL));

-- Payments are never rewritten: a pending one becomes received or refunded, nothing else changes (decisions 0.5).
CREATE FUNCTION order_payment_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR old.status <> 'pending' OR new.status = 'pending'
     OR (new.id, new.order_id, new.payment_id, new.amount) IS DISTINCT FROM (old.id, old.order_id, old.payment_id, old.amount) THEN
    RAISE EXCEPTION 'payments are append-only' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN new;
END $$;
CREATE TRIGGER order_payment_append_only BEFORE UPDATE OR DELETE ON order_payment
  FOR EACH ROW EXECUTE FUNCTION order_payment_kept();

-- A closed drawer stays as it was counted (decisions section 5).
CREATE FUNCTION pos_session_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR old.status = 'closed' THEN
    RAISE EXCEPTION 'a closed session is never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN new;
END $$;
CREATE TRIGGER pos_session_final BEFORE UPDATE OR DELETE ON pos_session
  FOR EACH ROW EXECUTE FUNCTION pos_session_kept();

INSERT INTO order_status (id, titles, status_value, variant, default_start, not_delivered, ord) VALUES
  (1, '{"ar": "قيد الانتظار", "en": "Waiting", "de": "Wartend"}', 0, 'primary', 1, 0, 1),
  (2, '{"ar": "مؤكد", "en": "Confirmed", "de": "Bestätigt"}', 1, 'info', 0, 0, 2),
  (12, '{"ar": "قيد التجهيز للشحن", "en": "In shipping process", "de": "In Versandvorbereitung"}', 2, 'warning', 0, 0, 3),
  (10, '{"ar": "تم الشحن", "en": "Shipped", "de": "Versandt"}', 3, 'dark', 0, 0, 4),
  (14, '{"ar": "في الطريق", "en": "On the way", "de": "Unterwegs"}', 4, 'dark', 0, 0, 5),
  (15, '{"ar": "تعذر التسليم", "en": "Not delivered", "de": "Nicht zugestellt"}', 4, 'warning', 0, 1, 6),
  (6, '{"ar": "تم التسليم", "en": "Delivered", "de": "Zugestellt"}', 5, 'success', 0, 0, 7),
  (11, '{"ar": "ملغى", "en": "Canceled", "de": "Storniert"}', -1, 'danger', 0, 0, 8);
SELECT setval(pg_get_serial_sequence('order_status', 'id'), 100);

INSERT INTO delivery_method (code, titles, inhouse, asap, delivery_cost, ord) VALUES
  ('own', '{"ar": "توصيلنا", "en": "Our own delivery", "de": "Eigene Lieferung"}', 1, 0, 0, 0);
INSERT INTO payment_method (code, titles, type, ord) VALUES
  ('cod', '{"ar": "الدفع عند الاستلام", "en": "Cash on delivery", "de": "Barzahlung bei Lieferung"}', 'cash', 0);

-- A branch starts with every method of the whole business; it switches off what it does not take.
CREATE FUNCTION branch_methods() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO branch_payment (branch_id, payment_id)
    SELECT new.id, id FROM payment_method WHERE master = 1 AND deleted_at IS NULL;
  INSERT INTO branch_delivery (branch_id, delivery_id)
    SELECT new.id, id FROM delivery_method WHERE deleted_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER branch_methods AFTER INSERT ON branch FOR EACH ROW EXECUTE FUNCTION branch_methods();
INSERT INTO branch_payment (branch_id, payment_id)
  SELECT b.id, p.id FROM branch b CROSS JOIN payment_method p WHERE p.master = 1 AND p.deleted_at IS NULL;
INSERT INTO branch_delivery (branch_id, delivery_id) SELECT b.id, d.id FROM branch b CROSS JOIN delivery_method d;
