CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- One spelling for search: the same as fold() of the commerce package (decisions 0.1).
create or replace function fold(value text) returns text
  language sql immutable parallel safe strict
  return trim(both ' ' from regexp_replace(
    replace(
      translate(
        lower(
          regexp_replace(
            normalize(
              regexp_replace(value, '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08e1\u08e3-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+', '', 'g'),
              NFKD
            ),
            '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08e1\u08e3-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+',
            '', 'g'
          ) collate "pg_c_utf8"
        ),
        U&'\0622\0623\0625\0671\0649\0629\03C2\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9',
        U&'\0627\0627\0627\0627\064A\0647\03C301234567890123456789'
      ),
      U&'\00DF', 'ss'
    ),
    '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'
  ));

CREATE TABLE "branch" (
    "id" SERIAL NOT NULL,
    "no" TEXT,
    "names" JSONB NOT NULL,
    "addresses" JSONB NOT NULL DEFAULT '{}',
    "phones" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "pos" JSONB NOT NULL DEFAULT '[]',
    "printers" JSONB NOT NULL DEFAULT '[]',
    "warehouse" SMALLINT NOT NULL DEFAULT 0,
    "status" SMALLINT NOT NULL DEFAULT 1,
    "country_id" INTEGER,
    "state_id" INTEGER,
    "city_id" INTEGER,
    "area_id" INTEGER,
    "logo" TEXT,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "search" TEXT GENERATED ALWAYS AS (fold(coalesce("names"->>'ar','') || ' ' || coalesce("names"->>'en','') || ' ' || coalesce("names"->>'de','') || ' ' || coalesce("no",''))) STORED,

    CONSTRAINT "branch_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "branch_manager" (
    "branch_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,

    CONSTRAINT "branch_manager_pkey" PRIMARY KEY ("branch_id","account_id")
);

CREATE TABLE "location" (
    "id" SERIAL NOT NULL,
    "type" SMALLINT NOT NULL,
    "parent_id" INTEGER,
    "names" JSONB NOT NULL,
    "status" SMALLINT NOT NULL DEFAULT 1,
    "code" TEXT,
    "timezone" TEXT,
    "utc" TEXT,
    "mobile_code" TEXT,
    "min_order" DECIMAL(14,4),
    "delivery_charge" DECIMAL(14,4),
    "delivery_minutes" INTEGER,
    "free_after_amount" DECIMAL(14,4),
    "polygons" JSONB,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "search" TEXT GENERATED ALWAYS AS (fold(coalesce("names"->>'ar','') || ' ' || coalesce("names"->>'en','') || ' ' || coalesce("names"->>'de','') || ' ' || coalesce("code",''))) STORED,

    CONSTRAINT "location_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "setting" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "data" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "setting_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "audit_log" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "xid" BIGINT NOT NULL DEFAULT (pg_current_xact_id()::text)::bigint,
    "account_id" INTEGER,
    "actor" TEXT NOT NULL,
    "ip" TEXT,
    "request_id" TEXT,
    "action" TEXT NOT NULL,
    "noun" TEXT NOT NULL,
    "record_id" TEXT NOT NULL,
    "branch_id" INTEGER,
    "changes" JSONB NOT NULL,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "audit_seal" (
    "chain_no" BIGINT NOT NULL,
    "audit_id" BIGINT NOT NULL,
    "prev_hash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "sealed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "audit_seal_pkey" PRIMARY KEY ("chain_no")
);

CREATE TABLE "event" (
    "id" BIGSERIAL NOT NULL,
    "topic" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "branch_id" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "event_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "message" (
    "id" BIGSERIAL NOT NULL,
    "channel" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL DEFAULT '',
    "body" BYTEA,
    "secret" BOOLEAN NOT NULL DEFAULT false,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "message_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "idempotency_key" (
    "scope" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "body_hash" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "answer" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("scope","path","key")
);

CREATE TABLE "download_ticket" (
    "hash" TEXT NOT NULL,
    "session_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "download_ticket_pkey" PRIMARY KEY ("hash")
);

CREATE TABLE "stored_file" (
    "name" TEXT NOT NULL,
    "account_id" INTEGER,
    "bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stored_file_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "account" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "email_verified_at" TIMESTAMPTZ(3),
    "pending_email" TEXT,
    "phone" TEXT,
    "phone_verified_at" TIMESTAMPTZ(3),
    "pending_phone" TEXT,
    "password_hash" TEXT,
    "must_change_password" BOOLEAN NOT NULL DEFAULT false,
    "role_id" INTEGER,
    "status" SMALLINT NOT NULL DEFAULT 1,
    "branch_id" INTEGER,
    "pos" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "avatar" TEXT,
    "locale" TEXT,
    "preferences" JSONB NOT NULL DEFAULT '{}',
    "tour_version" INTEGER NOT NULL DEFAULT 0,
    "last_seen_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "search" TEXT GENERATED ALWAYS AS (fold("name" || ' ' || coalesce("email",'') || ' ' || coalesce("phone",''))) STORED,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "role" (
    "id" SERIAL NOT NULL,
    "key" TEXT,
    "titles" JSONB NOT NULL,
    "permissions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "status" SMALLINT NOT NULL DEFAULT 1,
    "icon" TEXT,
    "global" SMALLINT NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "search" TEXT GENERATED ALWAYS AS (fold(coalesce("titles"->>'ar','') || ' ' || coalesce("titles"->>'en','') || ' ' || coalesce("titles"->>'de',''))) STORED,

    CONSTRAINT "role_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "permissions_hash" TEXT NOT NULL,
    "ip" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "code_request" (
    "handle" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "identity" TEXT NOT NULL,
    "account_id" INTEGER,
    "code_hmac" TEXT,
    "skip_exists" BOOLEAN NOT NULL DEFAULT true,
    "restore" BOOLEAN NOT NULL DEFAULT false,
    "source" TEXT NOT NULL DEFAULT 'website',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "code_request_pkey" PRIMARY KEY ("handle")
);

CREATE TABLE "attempt" (
    "key" TEXT NOT NULL,
    "window_at" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "attempt_pkey" PRIMARY KEY ("key","window_at")
);

CREATE TABLE "saved_view" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "noun" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "shared" SMALLINT NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "branch_manager_account_id_idx" ON "branch_manager"("account_id");

CREATE INDEX "location_parent_id_idx" ON "location"("parent_id");

CREATE INDEX "location_type_id_idx" ON "location"("type", "id");

CREATE INDEX "audit_log_noun_record_id_id_idx" ON "audit_log"("noun", "record_id", "id");

CREATE INDEX "audit_log_account_id_id_idx" ON "audit_log"("account_id", "id");

CREATE UNIQUE INDEX "audit_seal_audit_id_key" ON "audit_seal"("audit_id");

CREATE INDEX "event_at_idx" ON "event"("at");

CREATE INDEX "message_state_id_idx" ON "message"("state", "id");

CREATE INDEX "message_created_at_idx" ON "message"("created_at");

CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");

CREATE INDEX "stored_file_account_id_created_at_idx" ON "stored_file"("account_id", "created_at");

CREATE INDEX "account_role_id_idx" ON "account"("role_id");

CREATE INDEX "account_branch_id_idx" ON "account"("branch_id");

CREATE UNIQUE INDEX "role_key_key" ON "role"("key");

CREATE INDEX "session_account_id_revoked_at_idx" ON "session"("account_id", "revoked_at");

CREATE INDEX "code_request_identity_created_at_idx" ON "code_request"("identity", "created_at");

CREATE INDEX "attempt_expires_at_idx" ON "attempt"("expires_at");

CREATE INDEX "saved_view_noun_idx" ON "saved_view"("noun");

CREATE UNIQUE INDEX "saved_view_account_id_noun_name_key" ON "saved_view"("account_id", "noun", "name");

ALTER TABLE "branch" ADD CONSTRAINT "branch_country_id_fkey" FOREIGN KEY ("country_id") REFERENCES "location"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "branch" ADD CONSTRAINT "branch_state_id_fkey" FOREIGN KEY ("state_id") REFERENCES "location"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "branch" ADD CONSTRAINT "branch_city_id_fkey" FOREIGN KEY ("city_id") REFERENCES "location"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "branch" ADD CONSTRAINT "branch_area_id_fkey" FOREIGN KEY ("area_id") REFERENCES "location"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "branch_manager" ADD CONSTRAINT "branch_manager_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "branch_manager" ADD CONSTRAINT "branch_manager_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "location" ADD CONSTRAINT "location_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "location"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "download_ticket" ADD CONSTRAINT "download_ticket_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "account" ADD CONSTRAINT "account_role_id_fkey" FOREIGN KEY ("role_id") REFERENCES "role"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "account" ADD CONSTRAINT "account_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "session" ADD CONSTRAINT "session_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Searches are 'contains' on folded text.
CREATE INDEX account_search ON account USING gin (search gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE INDEX branch_search ON branch USING gin (search gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE INDEX location_search ON location USING gin (search gin_trgm_ops) WHERE deleted_at IS NULL;

-- Identities and codes are unique among live rows, and free again after a delete (decisions 0.5).
CREATE UNIQUE INDEX account_email_live ON account (email) WHERE deleted_at IS NULL AND email IS NOT NULL;
CREATE UNIQUE INDEX account_phone_live ON account (phone) WHERE deleted_at IS NULL AND phone IS NOT NULL;
CREATE UNIQUE INDEX branch_no_live ON branch (lower(no)) WHERE deleted_at IS NULL AND no IS NOT NULL;

-- The default order and the offered sorts of the account list.
CREATE INDEX account_live_id ON account (id DESC) WHERE deleted_at IS NULL;
CREATE INDEX account_live_name ON account (name, id) WHERE deleted_at IS NULL;
CREATE INDEX session_alive ON session (account_id) WHERE revoked_at IS NULL;

ALTER TABLE account
  ADD CONSTRAINT account_status CHECK (status IN (0, 1)),
  ADD CONSTRAINT account_email_lower CHECK (email = lower(email)),
  ADD CONSTRAINT account_phone_e164 CHECK (phone ~ '^\+[1-9][0-9]{4,14}$'),
  ADD CONSTRAINT account_name_said CHECK (length(name) BETWEEN 1 AND 200);
ALTER TABLE role
  ADD CONSTRAINT role_status CHECK (status IN (0, 1)),
  ADD CONSTRAINT role_global CHECK (global IN (0, 1));
ALTER TABLE branch
  ADD CONSTRAINT branch_status CHECK (status IN (0, 1)),
  ADD CONSTRAINT branch_warehouse CHECK (warehouse IN (0, 1));
ALTER TABLE location
  ADD CONSTRAINT location_type CHECK (type BETWEEN -2 AND 2),
  ADD CONSTRAINT location_status CHECK (status IN (0, 1)),
  ADD CONSTRAINT location_not_own_parent CHECK (parent_id <> id);
ALTER TABLE setting ADD CONSTRAINT setting_one_row CHECK (id = 1);
ALTER TABLE saved_view ADD CONSTRAINT saved_view_shared CHECK (shared IN (0, 1));
ALTER TABLE code_request ADD CONSTRAINT code_request_tries CHECK (tries >= 0);
ALTER TABLE message ADD CONSTRAINT message_state CHECK (state IN ('waiting', 'sent', 'failed', 'kept'));

-- A place may not be its own ancestor (promises I13). Concurrent moves are taken one after the other.
CREATE FUNCTION location_no_cycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('location_tree'));
  IF EXISTS (
    WITH RECURSIVE up AS (
      SELECT id, parent_id FROM location WHERE id = NEW.parent_id
      UNION
      SELECT l.id, l.parent_id FROM location l JOIN up ON l.id = up.parent_id
    )
    SELECT 1 FROM up WHERE id = NEW.id
  ) THEN
    RAISE EXCEPTION 'a location cannot stand below itself' USING ERRCODE = '23514', CONSTRAINT = 'location_no_cycle';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER location_no_cycle BEFORE UPDATE OF parent_id ON location
  FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL) EXECUTE FUNCTION location_no_cycle();

-- The log and its seals can only grow (decisions 0.7); the owner of the tables is refused too.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
END $$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_seal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Every process hears what was written and which sessions ended, when it is committed.
CREATE FUNCTION tell_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('dukkan_event', json_build_object(
    'id', NEW.id, 'topic', NEW.topic, 'branch_id', NEW.branch_id, 'data', NEW.data)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER event_told AFTER INSERT ON event FOR EACH ROW EXECUTE FUNCTION tell_event();

CREATE FUNCTION tell_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('dukkan_session', json_build_object('id', OLD.id)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER session_ended AFTER UPDATE OF revoked_at ON session
  FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION tell_session_end();
CREATE TRIGGER session_removed AFTER DELETE ON session
  FOR EACH ROW EXECUTE FUNCTION tell_session_end();
