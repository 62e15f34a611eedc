CREATE TABLE "contact_message" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "phone" TEXT,
    "subject" TEXT,
    "message" TEXT NOT NULL,
    "branch_id" INTEGER,
    "locale" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "search" TEXT GENERATED ALWAYS AS (fold("name" || ' ' || coalesce("email",'') || ' ' || coalesce("phone",'') || ' ' || coalesce("subject",''))) STORED,

    CONSTRAINT "contact_message_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "contact_message_branch_id_idx" ON "contact_message"("branch_id");

ALTER TABLE "contact_message" ADD CONSTRAINT "contact_message_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Any word anywhere in a message's head, the newest first, and those nobody has read.
CREATE INDEX contact_message_search ON contact_message USING gin (search gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE INDEX contact_message_live ON contact_message (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX contact_message_unread ON contact_message (created_at DESC, id DESC) WHERE deleted_at IS NULL AND read_at IS NULL;

ALTER TABLE contact_message
  ADD CONSTRAINT contact_message_name_said CHECK (length(name) BETWEEN 1 AND 200),
  ADD CONSTRAINT contact_message_said CHECK (length(message) BETWEEN 1 AND 5000),
  ADD CONSTRAINT contact_message_phone_e164 CHECK (phone ~ '^\+[1-9][0-9]{4,14}$'),
  ADD CONSTRAINT contact_message_locale CHECK (locale IN ('ar', 'en', 'de'));
