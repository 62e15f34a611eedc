import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Expressions that are only indexed partially, and have neither statistics of their own nor a whole index. */
const WITHOUT_STATISTICS = `
  WITH indexed AS (
    SELECT i.indrelid AS of, i.indexrelid::regclass::text AS index, i.indpred IS NOT NULL AS is_partial,
           translate(pg_get_indexdef(i.indexrelid, n, true), '() ', '') AS expression
      FROM pg_index i CROSS JOIN LATERAL generate_series(1, i.indnkeyatts) n
     WHERE i.indkey[n - 1] = 0 AND i.indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
  ), estimated AS (
    SELECT of, expression FROM indexed WHERE NOT is_partial
    UNION ALL
    SELECT s.stxrelid, translate(e, '() ', '') FROM pg_statistic_ext s, unnest(pg_get_statisticsobjdef_expressions(s.oid)) e
  )
  SELECT i.of::regclass::text AS of, i.index, i.expression FROM indexed i
   WHERE i.is_partial AND NOT EXISTS (SELECT 1 FROM estimated s WHERE s.of = i.of AND s.expression = i.expression)
   ORDER BY 1, 2`;

test('every expression that has only a partial index has statistics', async () => {
  expect((await client.query(WITHOUT_STATISTICS)).rows).toEqual([]);
  // and the question finds one that has none
  await client.query('CREATE INDEX brand_noticed ON brand (length(search)) WHERE deleted_at IS NULL');
  expect((await client.query(WITHOUT_STATISTICS)).rows).toEqual([
    { of: 'brand', index: 'brand_noticed', expression: 'lengthsearch' },
  ]);
});
