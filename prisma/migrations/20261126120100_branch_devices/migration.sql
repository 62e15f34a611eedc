-- Tills and printers of a branch are rows of their own.
CREATE TABLE "printer" (
    "id" INTEGER NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "port" INTEGER NOT NULL DEFAULT 9100,
    "profile" TEXT NOT NULL DEFAULT '80mm',
    "roles" TEXT[] DEFAULT ARRAY['receipt']::TEXT[],
    "ord" INTEGER NOT NULL DEFAULT 0,
    "last_answer" TEXT,
    "last_answer_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "printer_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "pos_device" (
    "id" INTEGER NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "status" SMALLINT NOT NULL DEFAULT 1,
    "printer_id" INTEGER,
    "road" TEXT NOT NULL DEFAULT 'dialog',
    "ord" INTEGER NOT NULL DEFAULT 0,
    "last_seen" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "pos_device_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "printer_branch_id_ord_id_idx" ON "printer"("branch_id", "ord", "id");
CREATE INDEX "pos_device_branch_id_ord_id_idx" ON "pos_device"("branch_id", "ord", "id");

ALTER TABLE "printer" ADD CONSTRAINT "printer_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "pos_device" ADD CONSTRAINT "pos_device_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "pos_device" ADD CONSTRAINT "pos_device_printer_id_fkey" FOREIGN KEY ("printer_id") REFERENCES "printer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE pos_device
  ADD CONSTRAINT pos_device_status CHECK (status IN (0, 1)),
  ADD CONSTRAINT pos_device_road CHECK (road IN ('dialog', 'device', 'server'));

INSERT INTO printer (id, branch_id, name, host, port, profile, roles, ord)
SELECT (p->>'id')::int, b.id, p->>'name', p->>'host', coalesce((p->>'port')::int, 9100), coalesce(p->>'profile', '80mm'),
       ARRAY(SELECT jsonb_array_elements_text(coalesce(p->'roles', '["receipt"]'))), place
  FROM branch b, jsonb_array_elements(b.printers) WITH ORDINALITY AS x(p, place);
INSERT INTO pos_device (id, branch_id, name, status, ord, last_seen)
SELECT (p->>'id')::int, b.id, p->>'name', coalesce((p->>'status')::int, 1), place, (p->>'last_seen')::timestamptz
  FROM branch b, jsonb_array_elements(b.pos) WITH ORDINALITY AS x(p, place);
-- Tills that were taken out of a branch are still named by what they sold.
INSERT INTO pos_device (id, branch_id, name, status, deleted_at)
SELECT DISTINCT ON (s.device_id) s.device_id, s.branch_id, '#' || s.device_id, 0, coalesce(s.closed_at, s.opened_at)
  FROM pos_session s WHERE NOT EXISTS (SELECT 1 FROM pos_device d WHERE d.id = s.device_id)
 ORDER BY s.device_id, s.id DESC;

ALTER TABLE "branch" DROP COLUMN "pos", DROP COLUMN "printers";

-- A drawer opens on a till that is switched on, in a branch that is.
CREATE OR REPLACE FUNCTION references_of_pos_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.status = 'open' AND NOT EXISTS (
       SELECT 1 FROM branch b JOIN pos_device d ON d.branch_id = b.id AND d.id = NEW.device_id AND d.status = 1
          AND d.deleted_at IS NULL WHERE b.id = NEW.branch_id AND b.deleted_at IS NULL AND b.status = 1)
    THEN PERFORM refuse_deleted_reference('device_id');
  END IF;
  IF TG_OP = 'INSERT' AND NEW.status = 'open' AND EXISTS (SELECT 1 FROM account
       WHERE id = NEW.opened_by AND (deleted_at IS NOT NULL OR status = 0))
    THEN PERFORM refuse_deleted_reference('opened_by');
  END IF;
  RETURN NULL;
END $$;
