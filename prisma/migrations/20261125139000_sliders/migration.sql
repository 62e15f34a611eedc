CREATE TABLE "slider" (
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "titles" JSONB NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "status" SMALLINT NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "search" TEXT GENERATED ALWAYS AS (fold("key" || ' ' || coalesce("titles"->>'ar','') || ' ' || coalesce("titles"->>'en','') || ' ' || coalesce("titles"->>'de',''))) STORED,

    CONSTRAINT "slider_pkey" PRIMARY KEY ("id")
);

-- A key names one slider that is not deleted.
CREATE UNIQUE INDEX slider_key_live ON slider (key) WHERE deleted_at IS NULL;

ALTER TABLE slider
  ADD CONSTRAINT slider_key_form CHECK (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(key) <= 60),
  ADD CONSTRAINT slider_status CHECK (status IN (0, 1)),
  ADD CONSTRAINT slider_size CHECK (width BETWEEN 1 AND 4096 AND height BETWEEN 1 AND 4096);
