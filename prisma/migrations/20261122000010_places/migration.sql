ALTER TABLE "location" ADD COLUMN     "area_m2" DOUBLE PRECISION,
ADD COLUMN     "east" DOUBLE PRECISION,
ADD COLUMN     "north" DOUBLE PRECISION,
ADD COLUMN     "south" DOUBLE PRECISION,
ADD COLUMN     "west" DOUBLE PRECISION;

CREATE TABLE "branch_zone" (
    "branch_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,

    CONSTRAINT "branch_zone_pkey" PRIMARY KEY ("branch_id","location_id")
);

CREATE TABLE "zone_version" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "version" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "zone_version_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "address" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "phone" TEXT,
    "status" SMALLINT NOT NULL DEFAULT 1,
    "default" SMALLINT NOT NULL DEFAULT 0,
    "area_no" TEXT,
    "street" TEXT,
    "home_no" TEXT,
    "area_id" INTEGER,
    "lat" DOUBLE PRECISION,
    "lng" DOUBLE PRECISION,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "search" TEXT GENERATED ALWAYS AS (fold("name" || ' ' || coalesce("phone",'') || ' ' || coalesce("area_no",'') || ' ' || coalesce("street",'') || ' ' || coalesce("home_no",''))) STORED,

    CONSTRAINT "address_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "branch_zone_location_id_idx" ON "branch_zone"("location_id");

CREATE INDEX "address_user_id_idx" ON "address"("user_id");

CREATE INDEX "address_area_id_idx" ON "address"("area_id");

CREATE INDEX "address_lng_lat_idx" ON "address"("lng", "lat");

ALTER TABLE "branch_zone" ADD CONSTRAINT "branch_zone_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "branch_zone" ADD CONSTRAINT "branch_zone_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "address" ADD CONSTRAINT "address_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "address" ADD CONSTRAINT "address_area_id_fkey" FOREIGN KEY ("area_id") REFERENCES "location"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE INDEX address_search ON address USING gin (search gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE INDEX address_live_id ON address (id DESC) WHERE deleted_at IS NULL;
-- A customer has one default address (races end here).
CREATE UNIQUE INDEX address_one_default ON address (user_id) WHERE deleted_at IS NULL AND "default" = 1;

ALTER TABLE address
  ADD CONSTRAINT address_status CHECK (status IN (0, 1)),
  ADD CONSTRAINT address_default CHECK ("default" IN (0, 1)),
  ADD CONSTRAINT address_named CHECK (length(name) BETWEEN 1 AND 200),
  ADD CONSTRAINT address_phone_e164 CHECK (phone ~ '^\+[1-9][0-9]{4,14}$'),
  ADD CONSTRAINT address_pin CHECK ((lat IS NULL) = (lng IS NULL) AND lat BETWEEN -90 AND 90 AND lng BETWEEN -180 AND 180);
ALTER TABLE location
  ADD CONSTRAINT location_drawn CHECK ((polygons IS NULL) = (area_m2 IS NULL) AND (polygons IS NULL) = (west IS NULL)
    AND (polygons IS NULL) = (south IS NULL) AND (polygons IS NULL) = (east IS NULL) AND (polygons IS NULL) = (north IS NULL)),
  ADD CONSTRAINT location_drawn_zone CHECK (polygons IS NULL OR type = 2),
  ADD CONSTRAINT location_money CHECK (min_order >= 0 AND delivery_charge >= 0 AND free_after_amount >= 0 AND delivery_minutes >= 0);
ALTER TABLE zone_version ADD CONSTRAINT zone_version_one_row CHECK (id = 1);

-- Every change of what a quote reads takes a number that no other transaction ever had, committed or not: what a
-- process keeps under a number is what stood then (decisions 8).
CREATE SEQUENCE zone_version_number;
INSERT INTO zone_version (id, version) VALUES (1, nextval('zone_version_number'));
CREATE FUNCTION zones_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE zone_version SET version = nextval('zone_version_number') WHERE id = 1;
  RETURN NULL;
END $$;
CREATE TRIGGER zones_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON location
  FOR EACH STATEMENT EXECUTE FUNCTION zones_changed();
CREATE TRIGGER zones_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON branch_zone
  FOR EACH STATEMENT EXECUTE FUNCTION zones_changed();
CREATE TRIGGER zones_changed AFTER INSERT OR DELETE OR TRUNCATE ON branch
  FOR EACH STATEMENT EXECUTE FUNCTION zones_changed();
CREATE TRIGGER zones_changed_of_branch AFTER UPDATE OF names, status, settings, deleted_at ON branch
  FOR EACH STATEMENT EXECUTE FUNCTION zones_changed();
