CREATE TABLE "category" (
    "id" SERIAL NOT NULL,
    "parent_id" INTEGER,
    "titles" JSONB NOT NULL,
    "descriptions" JSONB NOT NULL DEFAULT '{}',
    "status" SMALLINT NOT NULL DEFAULT 1,
    "featured" SMALLINT NOT NULL DEFAULT 0,
    "ord" INTEGER NOT NULL DEFAULT 0,
    "icon" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "search" TEXT GENERATED ALWAYS AS (fold(coalesce("titles"->>'ar','') || ' ' || coalesce("titles"->>'en','') || ' ' || coalesce("titles"->>'de',''))) STORED,

    CONSTRAINT "category_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "brand" (
    "id" SERIAL NOT NULL,
    "names" JSONB NOT NULL,
    "descriptions" JSONB NOT NULL DEFAULT '{}',
    "status" SMALLINT NOT NULL DEFAULT 1,
    "ord" INTEGER NOT NULL DEFAULT 0,
    "logo" TEXT,
    "cover" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "search" TEXT GENERATED ALWAYS AS (fold(coalesce("names"->>'ar','') || ' ' || coalesce("names"->>'en','') || ' ' || coalesce("names"->>'de',''))) STORED,

    CONSTRAINT "brand_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "tax_type" (
    "id" SERIAL NOT NULL,
    "names" JSONB NOT NULL,
    "value" DECIMAL(5,2) NOT NULL,
    "value_name" TEXT NOT NULL DEFAULT 'NORMAL',
    "ord" INTEGER NOT NULL DEFAULT 0,
    "status" SMALLINT NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "search" TEXT GENERATED ALWAYS AS (fold(coalesce("names"->>'ar','') || ' ' || coalesce("names"->>'en','') || ' ' || coalesce("names"->>'de',''))) STORED,

    CONSTRAINT "tax_type_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "product" (
    "id" SERIAL NOT NULL,
    "titles" JSONB NOT NULL,
    "descriptions" JSONB NOT NULL DEFAULT '{}',
    "status" SMALLINT NOT NULL DEFAULT 1,
    "featured" SMALLINT NOT NULL DEFAULT 0,
    "price" DECIMAL(14,4) NOT NULL DEFAULT 0,
    "compare_at" DECIMAL(14,4),
    "brand_id" INTEGER,
    "tax_type_id" INTEGER,
    "stepper" DECIMAL(14,3) NOT NULL DEFAULT 1,
    "ord" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "search" TEXT GENERATED ALWAYS AS (fold(coalesce("titles"->>'ar','') || ' ' || coalesce("titles"->>'en','') || ' ' || coalesce("titles"->>'de',''))) STORED,
    "sort_ar" TEXT COLLATE "C" GENERATED ALWAYS AS (left(fold(coalesce(nullif("titles"->>'ar',''), nullif("titles"->>'en',''), nullif("titles"->>'de',''))), 80)) STORED,
    "sort_en" TEXT COLLATE "C" GENERATED ALWAYS AS (left(fold(coalesce(nullif("titles"->>'en',''), nullif("titles"->>'ar',''), nullif("titles"->>'de',''))), 80)) STORED,
    "sort_de" TEXT COLLATE "C" GENERATED ALWAYS AS (left(fold(coalesce(nullif("titles"->>'de',''), nullif("titles"->>'ar',''), nullif("titles"->>'en',''))), 80)) STORED,
    "missing" SMALLINT GENERATED ALWAYS AS ((CASE WHEN coalesce("titles"->>'ar','') = '' THEN 1 ELSE 0 END + CASE WHEN coalesce("titles"->>'en','') = '' THEN 2 ELSE 0 END + CASE WHEN coalesce("titles"->>'de','') = '' THEN 4 ELSE 0 END)::smallint) STORED,

    CONSTRAINT "product_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "product_item" (
    "id" SERIAL NOT NULL,
    "product_id" INTEGER NOT NULL,
    "barcode" TEXT COLLATE "C",
    "price" DECIMAL(14,4),
    "pack_quantity" DECIMAL(14,3) NOT NULL DEFAULT 1,
    "ord" SMALLINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "product_item_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "product_category" (
    "product_id" INTEGER NOT NULL,
    "category_id" INTEGER NOT NULL,

    CONSTRAINT "product_category_pkey" PRIMARY KEY ("product_id","category_id")
);

CREATE TABLE "product_image" (
    "id" SERIAL NOT NULL,
    "product_id" INTEGER NOT NULL,
    "file" TEXT NOT NULL,
    "thumb" TEXT NOT NULL,
    "ord" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "product_image_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "extra" (
    "id" SERIAL NOT NULL,
    "titles" JSONB NOT NULL,
    "price" DECIMAL(14,4) NOT NULL DEFAULT 0,
    "status" SMALLINT NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "search" TEXT GENERATED ALWAYS AS (fold(coalesce("titles"->>'ar','') || ' ' || coalesce("titles"->>'en','') || ' ' || coalesce("titles"->>'de',''))) STORED,

    CONSTRAINT "extra_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "extra_product" (
    "extra_id" INTEGER NOT NULL,
    "product_id" INTEGER NOT NULL,

    CONSTRAINT "extra_product_pkey" PRIMARY KEY ("extra_id","product_id")
);

CREATE TABLE "extra_price" (
    "extra_id" INTEGER NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "price" DECIMAL(14,4) NOT NULL,

    CONSTRAINT "extra_price_pkey" PRIMARY KEY ("extra_id","branch_id")
);

CREATE INDEX "category_parent_id_ord_id_idx" ON "category"("parent_id", "ord", "id");

CREATE INDEX "product_brand_id_idx" ON "product"("brand_id");

CREATE INDEX "product_tax_type_id_idx" ON "product"("tax_type_id");

CREATE INDEX "product_item_product_id_ord_idx" ON "product_item"("product_id", "ord");

CREATE INDEX "product_category_category_id_product_id_idx" ON "product_category"("category_id", "product_id");

CREATE INDEX "product_image_product_id_ord_idx" ON "product_image"("product_id", "ord");

CREATE INDEX "extra_product_product_id_idx" ON "extra_product"("product_id");

ALTER TABLE "category" ADD CONSTRAINT "category_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "category"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "product" ADD CONSTRAINT "product_brand_id_fkey" FOREIGN KEY ("brand_id") REFERENCES "brand"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "product" ADD CONSTRAINT "product_tax_type_id_fkey" FOREIGN KEY ("tax_type_id") REFERENCES "tax_type"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "product_item" ADD CONSTRAINT "product_item_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "product_category" ADD CONSTRAINT "product_category_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "product_category" ADD CONSTRAINT "product_category_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "product_image" ADD CONSTRAINT "product_image_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "extra_product" ADD CONSTRAINT "extra_product_extra_id_fkey" FOREIGN KEY ("extra_id") REFERENCES "extra"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "extra_product" ADD CONSTRAINT "extra_product_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "extra_price" ADD CONSTRAINT "extra_price_extra_id_fkey" FOREIGN KEY ("extra_id") REFERENCES "extra"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "extra_price" ADD CONSTRAINT "extra_price_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Search: any word anywhere in a name, of live rows only.
CREATE INDEX category_search ON category USING gin (search gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE INDEX brand_search ON brand USING gin (search gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE INDEX product_search ON product USING gin (search gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE INDEX extra_search ON extra USING gin (search gin_trgm_ops) WHERE deleted_at IS NULL;

-- A barcode belongs to one live item; in C collation, so that its start is found through the same index.
CREATE UNIQUE INDEX product_item_barcode_live ON product_item (barcode) WHERE deleted_at IS NULL AND barcode IS NOT NULL;

-- What the product list sorts by.
CREATE INDEX product_live_id ON product (id DESC) WHERE deleted_at IS NULL;
CREATE INDEX product_live_ar ON product (sort_ar, id) WHERE deleted_at IS NULL;
CREATE INDEX product_live_en ON product (sort_en, id) WHERE deleted_at IS NULL;
CREATE INDEX product_live_de ON product (sort_de, id) WHERE deleted_at IS NULL;
CREATE INDEX product_live_price ON product (price, id) WHERE deleted_at IS NULL;
CREATE INDEX product_live_ord ON product (ord, id) WHERE deleted_at IS NULL;

ALTER TABLE category
  ALTER COLUMN parent_id SET DEFAULT 1,
  ADD CONSTRAINT category_status CHECK (status IN (0, 1)),
  ADD CONSTRAINT category_featured CHECK (featured IN (0, 1)),
  ADD CONSTRAINT category_ord CHECK (ord >= 0),
  ADD CONSTRAINT category_one_top CHECK ((id = 1) = (parent_id IS NULL)),
  ADD CONSTRAINT category_top_stays CHECK (id <> 1 OR deleted_at IS NULL);
ALTER TABLE brand ADD CONSTRAINT brand_status CHECK (status IN (0, 1));
ALTER TABLE tax_type
  ADD CONSTRAINT tax_type_status CHECK (status IN (0, 1)),
  ADD CONSTRAINT tax_type_value CHECK (value BETWEEN 0 AND 100);
ALTER TABLE product
  ADD CONSTRAINT product_status CHECK (status IN (0, 1)),
  ADD CONSTRAINT product_featured CHECK (featured IN (0, 1)),
  ADD CONSTRAINT product_price CHECK (price >= 0 AND compare_at >= 0),
  ADD CONSTRAINT product_stepper CHECK (stepper > 0),
  ADD CONSTRAINT product_said CHECK (missing < 7);
ALTER TABLE product_item
  ADD CONSTRAINT product_item_price CHECK (price >= 0),
  ADD CONSTRAINT product_item_pack CHECK (pack_quantity > 0);
ALTER TABLE extra
  ADD CONSTRAINT extra_status CHECK (status IN (0, 1)),
  ADD CONSTRAINT extra_price CHECK (price >= 0);
ALTER TABLE extra_price ADD CONSTRAINT extra_price_amount CHECK (price >= 0);

-- A category never stands below itself, whoever moves it and however many at once (promises I13).
CREATE FUNCTION category_no_cycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('category_tree'));
  IF EXISTS (
    WITH RECURSIVE up AS (
      SELECT id, parent_id FROM category WHERE id = NEW.parent_id
      UNION
      SELECT c.id, c.parent_id FROM category c JOIN up ON c.id = up.parent_id
    )
    SELECT 1 FROM up WHERE id = NEW.id
  ) THEN
    RAISE EXCEPTION 'a category cannot stand below itself' USING ERRCODE = '23514', CONSTRAINT = 'category_no_cycle';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER category_no_cycle BEFORE UPDATE OF parent_id ON category
  FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL) EXECUTE FUNCTION category_no_cycle();

-- The top of the tree, which every shop has (specification section 9: parent default 1).
INSERT INTO category (id, parent_id, titles) VALUES (1, NULL, '{"ar": "كل الأصناف", "en": "All products", "de": "Alle Produkte"}');
SELECT setval(pg_get_serial_sequence('category', 'id'), 1);
