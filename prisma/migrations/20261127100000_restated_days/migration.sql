-- Days whose figures changed after they ended, in a branch and a zone: the sums of days forget when a fact was recorded.
CREATE TABLE "day_restated" (
    "branch_id" INTEGER NOT NULL,
    "zone" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "sales" BOOLEAN NOT NULL,
    "cost" BOOLEAN NOT NULL,

    CONSTRAINT "day_restated_pkey" PRIMARY KEY ("branch_id", "zone", "day")
);

-- Days that are kept already are looked through once more.
DELETE FROM day_sum_zone;
