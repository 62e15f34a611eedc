-- Pictures of a branch, in their order.
CREATE TABLE "branch_album_image" (
    "id" SERIAL NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "names" JSONB NOT NULL DEFAULT '{}',
    "descriptions" JSONB NOT NULL DEFAULT '{}',
    "ord" INTEGER NOT NULL DEFAULT 0,
    "file" TEXT NOT NULL,
    "status" SMALLINT NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "branch_album_image_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "branch_album_image_branch_id_ord_id_idx" ON "branch_album_image"("branch_id", "ord", "id");
ALTER TABLE "branch_album_image" ADD CONSTRAINT "branch_album_image_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE branch_album_image ADD CONSTRAINT branch_album_image_status CHECK (status IN (0, 1));
