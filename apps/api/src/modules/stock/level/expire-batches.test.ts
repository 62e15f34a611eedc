import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { makeShelf, type Shelf, stockUp } from '../../../../test/stock.ts';
import { expireBatches } from '../index.ts';

let app: TestApp;
let admin: Person;
let clock = new Date('2026-11-21T09:00:00Z').getTime();
beforeAll(async () => {
  // a process that only serves: the test says itself when the job runs
  app = await startApp({ env: { ROLE: 'api' }, now: () => new Date(clock) });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const query = async (sql: string, values: unknown[] = []) =>
  (await app.services.database.pool.query(sql, values)).rows;

/** A shelf with units that are good until the day of the clock. */
async function stockShelf(): Promise<Shelf> {
  const shelf = await makeShelf(app);
  const expire_date = new Date(clock).toISOString().slice(0, 10);
  await stockUp(app.ctx(), shelf, 5, 2, { expire_date });
  await stockUp(app.ctx(), shelf, 3, 2, { expire_date });
  return shelf;
}
/** The next day; nobody stays signed in for so long. */
const passDay = async () => {
  clock += 24 * 3_600_000;
  admin = await makeAdmin(app);
};
const countMarked = async ({ item_id }: Shelf): Promise<number> =>
  (await query('SELECT 1 FROM stock_batch WHERE item_id = $1 AND expired', [item_id])).length;
const listSetAside = async () =>
  (await app.call(api.job.list, { limit: 100, locale: 'en' }, { token: admin.token })).results;

/** Makes every change of a row of this item fail. */
async function breakItem(
  table: 'stock_batch' | 'stock_level',
  { item_id }: Shelf,
): Promise<() => Promise<unknown>> {
  await query(`CREATE OR REPLACE FUNCTION break_item() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'this item is broken'; END $$`);
  await query(`CREATE TRIGGER broken_${item_id} BEFORE UPDATE ON ${table} FOR EACH ROW
    WHEN (OLD.item_id = ${item_id}) EXECUTE FUNCTION break_item()`);
  return () => query(`DROP TRIGGER broken_${item_id} ON ${table}`);
}

test.each(['stock_batch', 'stock_level'] as const)(
  'an item whose %s cannot be changed is set aside after two runs, and other items expire in the first',
  async (table) => {
    const [first, broken, last] = [await stockShelf(), await stockShelf(), await stockShelf()];
    const mend = await breakItem(table, broken);
    await passDay();
    expect(await expireBatches(app.services)).toBe(4);
    expect([await countMarked(first), await countMarked(broken), await countMarked(last)]).toEqual([2, 0, 2]);
    expect((await listSetAside()).filter(({ record_id }) => record_id === broken.product_id)).toEqual([]);
    await expireBatches(app.services);
    const aside = (await listSetAside()).find(({ record_id }) => record_id === broken.product_id);
    expect(aside).toMatchObject({
      queue: 'stock.expire',
      noun: 'product',
      tries: 2,
      actions: ['retry', 'drop'],
    });
    expect(aside?.message).toContain('this item is broken');

    const later = await stockShelf();
    await passDay();
    expect(await expireBatches(app.services), 'beside one that is set aside').toBe(2);
    expect(await countMarked(later)).toBe(2);
    await mend();
    expect(await expireBatches(app.services), 'set aside').toBe(0);
    await app.call(api.job.retry, { id: aside?.id }, { token: admin.token });
    expect(await expireBatches(app.services), 'retried').toBe(2);
    expect(await countMarked(broken)).toBe(2);
    expect(await listSetAside()).toEqual([]);
  },
);

test('an item that fails once and then expires leaves no failure record', async () => {
  const [shelf, other] = [await stockShelf(), await stockShelf()];
  const mend = await breakItem('stock_batch', shelf);
  await passDay();
  expect(await expireBatches(app.services)).toBe(2);
  await mend();
  expect(await expireBatches(app.services)).toBe(2);
  expect([await countMarked(shelf), await countMarked(other)]).toEqual([2, 2]);
  expect(await query("SELECT 1 FROM job_try WHERE queue = 'stock.expire'")).toEqual([]);
});
