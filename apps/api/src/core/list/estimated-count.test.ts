import { COUNTED_MAX } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { countOrPlannerEstimate, estimateOrCount, raiseTotalToRowsRead } from './estimated-count.ts';

const ROWS = 80_000;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  const { pool } = app.services.database;
  await pool.query(
    `CREATE TABLE counted AS SELECT id, id % 2 = 0 AS even FROM generate_series(1, ${ROWS}) id`,
  );
  await pool.query('ALTER TABLE counted ADD PRIMARY KEY (id)');
  await pool.query('ANALYZE counted');
});
afterAll(() => app.stop());

const from = sql`counted c`;
const guess = (...conditions: RawBuilder<unknown>[]) =>
  estimateOrCount(app.ctx(), { table: 'counted', alias: 'c', from, conditions });
const plan = (condition: RawBuilder<unknown>) =>
  countOrPlannerEstimate(app.ctx(), sql`SELECT 1 FROM ${from} WHERE ${condition}`);
const first = (count: number) => sql`c.id <= ${count}::int`;
const EVEN = sql`c.even`;

test.each([0, 1, 400, COUNTED_MAX])('a list of %i rows is counted exactly', async (count) => {
  const exactly = { total: count, isEstimated: false };
  expect(await guess(first(count))).toEqual(exactly);
  expect(await plan(first(count))).toEqual(exactly);
});

test('a list above the exact limit is estimated, and never below the rows already counted', async () => {
  // another question: what was estimated of one is remembered
  for (const found of [await guess(EVEN), await plan(sql`NOT c.even`)]) {
    expect(found.isEstimated).toBe(true);
    expect(found.total).toBeGreaterThan(ROWS / 2 - 8_000);
    expect(found.total).toBeLessThan(ROWS / 2 + 8_000);
  }
  expect(await guess()).toEqual({ total: ROWS, isEstimated: true });
  const over = await guess(first(COUNTED_MAX + 1));
  expect(over.isEstimated).toBe(true);
  expect(over.total).toBeGreaterThan(COUNTED_MAX);
});

test('the estimated total of a list is at least the number of rows up to the shown page', () => {
  const about = { total: 20_000, isEstimated: true };
  expect(raiseTotalToRowsRead(about, 20_000, 20)).toEqual({ total: 20_020, isEstimated: true });
  // a page past the end shows nothing
  expect(raiseTotalToRowsRead(about, 9_000_000, 0)).toEqual(about);
  expect(raiseTotalToRowsRead({ total: 40, isEstimated: false }, 20, 20)).toEqual({
    total: 40,
    isEstimated: false,
  });
});
