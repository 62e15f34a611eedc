-- Sessions that were opened while their account was being disabled or deleted, or left open by a database brought back.
UPDATE "session" s SET "revoked_at" = now()
  FROM "account" a
 WHERE a."id" = s."account_id" AND s."revoked_at" IS NULL AND (a."deleted_at" IS NOT NULL OR a."status" = 0);

-- Each till once, in the order in which they were given. One that stands nowhere is kept: without any, all would be allowed.
UPDATE "account" SET "pos" = ARRAY(
  SELECT till FROM unnest("pos") WITH ORDINALITY AS t(till, place) GROUP BY till ORDER BY min(place))
 WHERE cardinality("pos") > 1;
