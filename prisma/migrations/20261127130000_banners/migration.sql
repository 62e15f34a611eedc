CREATE TABLE "banner" (
    "id" SERIAL NOT NULL,
    "slider_id" INTEGER NOT NULL,
    "titles" JSONB NOT NULL,
    "descriptions" JSONB NOT NULL,
    "image_ar" TEXT,
    "image_en" TEXT,
    "image_de" TEXT,
    "focus_x" SMALLINT NOT NULL DEFAULT 50,
    "focus_y" SMALLINT NOT NULL DEFAULT 50,
    "target_type" TEXT NOT NULL DEFAULT 'none',
    "target_id" INTEGER,
    "target_url" TEXT,
    "target_titles" JSONB NOT NULL DEFAULT '{}',
    "start_date" DATE,
    "end_date" DATE,
    "ord" INTEGER NOT NULL DEFAULT 0,
    "status" SMALLINT NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "search" TEXT GENERATED ALWAYS AS (fold(coalesce("titles"->>'ar','') || ' ' || coalesce("titles"->>'en','') || ' ' || coalesce("titles"->>'de',''))) STORED,

    CONSTRAINT "banner_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "banner_slider_id_ord_id_idx" ON "banner"("slider_id", "ord", "id");

ALTER TABLE "banner" ADD CONSTRAINT "banner_slider_id_fkey" FOREIGN KEY ("slider_id") REFERENCES "slider"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

SELECT watch_references('banner', 'slider_id');

-- The target is named by its kind: what it names may be deleted later, and the banner then leads nowhere.
ALTER TABLE banner
  ADD CONSTRAINT banner_status CHECK (status IN (0, 1)),
  ADD CONSTRAINT banner_picture CHECK (coalesce(image_ar, image_en, image_de) IS NOT NULL),
  ADD CONSTRAINT banner_focus CHECK (focus_x BETWEEN 0 AND 100 AND focus_y BETWEEN 0 AND 100),
  ADD CONSTRAINT banner_days CHECK (end_date >= start_date),
  ADD CONSTRAINT banner_target CHECK (CASE target_type
    WHEN 'none' THEN target_id IS NULL AND target_url IS NULL
    WHEN 'url' THEN target_id IS NULL AND target_url LIKE 'https://%'
    ELSE target_type IN ('product', 'category', 'brand', 'offer') AND target_id IS NOT NULL AND target_url IS NULL END);
