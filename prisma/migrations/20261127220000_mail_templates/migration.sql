-- The shop's own texts of the e-mails that the product sends, and what customers were told of their orders, each once.
ALTER TABLE "message" ADD COLUMN "html" BYTEA, ADD COLUMN "template" TEXT;

CREATE TABLE "mail_template" (
    "key" TEXT NOT NULL,
    "subject" JSONB NOT NULL DEFAULT '{}',
    "body" JSONB NOT NULL DEFAULT '{}',
    "status" SMALLINT NOT NULL DEFAULT 0,
    "sent_since" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_template_pkey" PRIMARY KEY ("key"),
    CONSTRAINT "mail_template_status" CHECK ("status" IN (0, 1))
);

CREATE TABLE "order_mail" (
    "key" TEXT NOT NULL,
    "source_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "queued" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "order_mail_pkey" PRIMARY KEY ("key", "source_id")
);

CREATE INDEX "order_mail_order_id_idx" ON "order_mail"("order_id");

CREATE INDEX "message_template_sent_at_idx" ON "message"("template", "sent_at");

-- the job reads the moves of the last day; a write costs this index next to nothing
CREATE INDEX "order_move_created_at_idx" ON "order_move" USING BRIN ("created_at");

ALTER TABLE "order_mail" ADD CONSTRAINT "order_mail_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE CASCADE ON UPDATE CASCADE;
