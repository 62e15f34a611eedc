-- Branches an offer is for; an offer without rows is for every branch.
CREATE TABLE "offer_branch" (
    "offer_id" INTEGER NOT NULL,
    "branch_id" INTEGER NOT NULL,

    CONSTRAINT "offer_branch_pkey" PRIMARY KEY ("offer_id","branch_id")
);

CREATE INDEX "offer_branch_branch_id_idx" ON "offer_branch"("branch_id");

ALTER TABLE "offer_branch" ADD CONSTRAINT "offer_branch_offer_id_fkey" FOREIGN KEY ("offer_id") REFERENCES "offer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "offer_branch" ADD CONSTRAINT "offer_branch_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

SELECT watch_references('offer_branch', 'branch_id');

-- Whether a discount set the price of no item at its last check.
ALTER TABLE "discount" ADD COLUMN "idle" SMALLINT NOT NULL DEFAULT 0;
