-- CreateTable
CREATE TABLE "location_import" (
    "id" SERIAL NOT NULL,
    "file_name" TEXT NOT NULL,
    "changes" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "location_import_pkey" PRIMARY KEY ("id")
);
