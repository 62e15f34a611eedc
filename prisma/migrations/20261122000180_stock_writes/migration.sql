-- An order changes each of its levels twice. With room on its page the new version stands beside the old one and no index
-- is written; on full pages three of ten changes went elsewhere and into three indexes.
ALTER TABLE stock_level SET (fillfactor = 70);
ALTER TABLE stock_level SET (autovacuum_vacuum_scale_factor = 0.05);

-- Only the hourly cleaning asks when an event was: it reads the hour or two there are faster than every sale writes an index.
DROP INDEX "event_at_idx";

-- What these do is the same whatever is asked. Left to itself the database takes a plan for one order's numbers for
-- cheaper and makes it anew at every call: 0.5 of the 0.6 ms that a call took.
ALTER FUNCTION stock_locked(jsonb, text, int, timestamptz, text) SET plan_cache_mode = force_generic_plan;
ALTER FUNCTION stock_on_shelf(jsonb, text, int, timestamptz, text) SET plan_cache_mode = force_generic_plan;
ALTER FUNCTION stock_reserve(jsonb, text, int, timestamptz, text, jsonb) SET plan_cache_mode = force_generic_plan;
