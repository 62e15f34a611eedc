import { api } from '@dukkan/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { holdUnits, makeShelf, type Shelf, saleRef, sellUnits, stockUp } from '../../../../test/stock.ts';
import { inTransaction } from '../../../../test/transactions.ts';
import { INVARIANTS } from '../../../core/invariant/invariants.ts';
import { deductStock, releaseStock, updateSortKeys } from '../index.ts';

const SOUND = INVARIANTS['the sort keys of levels are those of levels that did not change since'] ?? '';
const SORTS = ['on_hand', 'available', 'value'] as const;
const SUMS_SOUND =
  INVARIANTS['the sums of items are those of levels and prices that did not change since'] ?? '';
const MARKS = 'SELECT item_id FROM stock_level_change UNION ALL SELECT product_id FROM stock_price_change';
const NOW = new Date('2026-11-21T09:00:00Z');
const YESTERDAY = '2026-11-20';

let app: TestApp;
let admin: Person;
let local: Person;
const shelves: Shelf[] = [];
beforeAll(async () => {
  // the worker copies when the test says so
  app = await startApp({ env: { ROLE: 'api' }, now: () => NOW });
  admin = await makeAdmin(app);
  const branches = [(await makeBranch(app)).id, (await makeBranch(app)).id];
  await query(
    `UPDATE branch SET settings = settings || '{"product_check_availability": false}' WHERE id = ANY($1)`,
    [branches],
  );
  for (const [index, branch_id] of [0, 1, 0, 1, 0, 1].map((at) => branches[at] ?? 0).entries()) {
    const shelf = await makeShelf(app, { branch_id });
    shelves.push(shelf, { ...shelf, branch_id: branches[index % 2 ? 0 : 1] ?? 0 });
  }
  local = await makePerson(app, { permissions: ['products', 'reports'], manages: [branches[1] ?? 0] });
});
afterAll(() => app.stop());

async function expectSound() {
  expect([await query(SOUND), await query(SUMS_SOUND)]).toEqual([[], []]);
}

async function query<T>(text: string, values: unknown[] = []): Promise<T[]> {
  return (await app.services.database.pool.query(text, values)).rows as T[];
}

type List = Parameters<typeof askIds>[0];
const askIds = async (
  body: { sort_by: (typeof SORTS)[number]; sort_as: 'asc' | 'desc' } & Record<string, unknown>,
  who = admin,
) => {
  const { results, status } = await app.call(api.stock.list, body, { token: who.token });
  expect(status).toBe(200);
  return results.map(({ id }) => id);
};

/** The ids of the list out of the levels themselves. */
async function readIds({ sort_by, sort_as, page = 1, limit = 20, ...filters }: List, own: Shelf[] = []) {
  const conditions: Record<string, string> = {
    available: 'l.stocked AND NOT spoiled',
    out: '(NOT l.stocked OR spoiled)',
  };
  const rows = await query<{ id: string }>(
    `SELECT l.item_id || '-' || l.branch_id AS id FROM stock_level l
       JOIN product p ON p.id = l.product_id JOIN product_item i ON i.id = l.item_id
      CROSS JOIN LATERAL (SELECT l.available <= coalesce((SELECT sum(b.remaining_quantity) FROM stock_batch b
        WHERE b.item_id = l.item_id AND b.branch_id = l.branch_id AND NOT b.expired AND b.expire_date <= $5), 0) AS spoiled) x
      WHERE p.deleted_at IS NULL AND i.deleted_at IS NULL AND ($1::int IS NULL OR l.branch_id = $1)
        AND ($2::int IS NULL OR p.status = $2) AND (${conditions[String(filters.state)] ?? 'TRUE'})
      ORDER BY l.${sort_by} ${sort_as}, l.item_id ${sort_as}, l.branch_id ${sort_as} LIMIT $3 OFFSET $4`,
    [
      filters.branch_id ?? own[0]?.branch_id ?? null,
      filters.status ?? null,
      limit,
      (Number(page) - 1) * Number(limit),
      YESTERDAY,
    ],
  );
  return rows.map(({ id }) => id);
}

/** The inventory by item, and its totals, out of the levels and prices themselves; amounts of four decimals at most. */
async function readInventory(branch_id: number | null) {
  const rows = await query<{ key: string; amounts: number[] }>(
    `SELECT l.item_id::text AS key, ARRAY[sum(l.on_hand), sum(l.reserved), sum(l.available - x.spoiled), sum(l.expired + x.spoiled),
            round(sum(l.value), 2), round(sum(l.on_hand * coalesce(i.price, p.price)), 2)]::float8[] AS amounts
       FROM stock_level l JOIN product_item i ON i.id = l.item_id JOIN product p ON p.id = l.product_id
      CROSS JOIN LATERAL (SELECT coalesce(sum(b.remaining_quantity), 0) AS spoiled FROM stock_batch b
        WHERE b.item_id = l.item_id AND b.branch_id = l.branch_id AND NOT b.expired AND b.expire_date <= $2) x
      WHERE (l.on_hand <> 0 OR l.reserved <> 0 OR l.deficit <> 0) AND ($1::int IS NULL OR l.branch_id = $1)
      GROUP BY l.item_id ORDER BY sum(l.on_hand) DESC, l.item_id::text`,
    [branch_id, YESTERDAY],
  );
  return rows.map(({ key, amounts }) => [key, ...amounts]);
}

const AMOUNTS = ['on_hand', 'reserved', 'available', 'expired', 'stock_cost', 'sale_value'] as const;

async function expectExactInventory(who: Person, branch_id: number | null) {
  const expected = await readInventory(branch_id);
  const { results, meta, status } = await app.call(
    api.report.list,
    { type: 'inventory', group: 'item', sort_by: 'on_hand', sort_as: 'desc', limit: 100 },
    { token: who.token },
  );
  expect(status).toBe(200);
  const numbers = (row: Record<string, unknown>) => AMOUNTS.map((name) => Number(row[name] ?? 0));
  expect(results.map((row) => [row.key, ...numbers(row)])).toEqual(expected.slice(0, 100));
  expect(meta.total).toBe(expected.length);
  const total = AMOUNTS.map((_, at) => expected.reduce((all, row) => all + Number(row[at + 1]), 0));
  for (const [at, value] of numbers(meta.totals).entries()) expect(value).toBeCloseTo(total[at] ?? 0, 1);
}

/** Every question answers what the levels say. */
async function expectExactLists() {
  await expectSound();
  await expectExactInventory(admin, null);
  await expectExactInventory(local, shelves[1]?.branch_id ?? 0);
  const [here, there] = shelves as [Shelf, Shelf];
  for (const sort_by of SORTS)
    for (const sort_as of ['asc', 'desc'] as const) {
      for (const more of [
        {},
        { page: 2, limit: 4 },
        { branch_id: there.branch_id, limit: 3 },
        { branch_id: here.branch_id, state: 'available' },
        { state: 'out', limit: 5 },
        { state: 'available' },
        { status: 0 },
      ]) {
        const body = { sort_by, sort_as, ...more };
        expect([body, await askIds(body)]).toEqual([body, await readIds(body)]);
      }
      const body = { sort_by, sort_as };
      expect(await askIds(body, local)).toEqual(await readIds(body, [{ ...there }]));
    }
}

const step = fc.record({
  what: fc.constantFrom(
    'stock',
    'stock',
    'sell',
    'hold',
    'hold',
    'let go',
    'deduct',
    'value',
    'expire',
    'remove',
    'restore',
    'status',
    'price',
    'item price',
    'drop',
    'copy',
    'copy',
  ),
  which: fc.nat(11),
  amount: fc.integer({ min: 1, max: 9 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const held: { readonly ref: ReturnType<typeof saleRef>; readonly shelf: Shelf }[] = [];

async function play({ what, which, amount }: Step): Promise<void> {
  const shelf = shelves[which] as Shelf;
  const sale = held[which % Math.max(1, held.length)];
  if (what === 'copy') return updateSortKeys(app.services);
  if (what === 'stock') await stockUp(app.ctx(), shelf, amount, amount);
  else if (what === 'expire') await stockUp(app.ctx(), shelf, amount, 1, { expire_date: YESTERDAY });
  else if (what === 'sell') await sellUnits(app, shelf, amount);
  else if (what === 'hold') {
    const ref = saleRef();
    await holdUnits(app, shelf, amount, ref);
    held.push({ ref, shelf });
  } else if (what === 'let go' && sale) await app.ctx().tx((ctx) => releaseStock(ctx, sale.ref));
  else if (what === 'deduct' && sale)
    await app
      .ctx()
      .tx((ctx) =>
        deductStock(ctx, sale.ref, [{ ...sale.shelf, quantity: BigInt(amount) * 1_000n, line_id: 1 }]),
      );
  else if (what === 'value')
    await query('UPDATE stock_level SET value = value + $2 WHERE item_id = $1', [shelf.item_id, amount]);
  else if (what === 'remove' || what === 'restore')
    await query(`UPDATE product SET deleted_at = $2 WHERE id = $1`, [
      shelf.product_id,
      what === 'remove' ? NOW : null,
    ]);
  else if (what === 'price')
    await query('UPDATE product SET price = price + $2 WHERE id = $1', [shelf.product_id, amount]);
  else if (what === 'item price')
    await query('UPDATE product_item SET price = nullif($2, 1) WHERE id = $1', [shelf.item_id, amount]);
  else if (what === 'status')
    await query('UPDATE product SET status = 1 - status WHERE id = $1', [shelf.product_id]);
  else if (what === 'drop') await dropAndPutBack(shelf);
}

/** Deletes a level and puts it back, because its batches, sales and reservations go on without knowing. */
async function dropAndPutBack({ item_id, branch_id }: Shelf): Promise<void> {
  const [dropped] = await query<{ level: object }>(
    'DELETE FROM stock_level l WHERE item_id = $1 AND branch_id = $2 RETURNING to_jsonb(l) AS level',
    [item_id, branch_id],
  );
  if (!dropped) return;
  await expectExactLists();
  const [{ columns } = { columns: '' }] = await query<{ columns: string }>(
    `SELECT string_agg(column_name, ', ') AS columns FROM information_schema.columns
      WHERE table_name = 'stock_level' AND is_generated = 'NEVER'`,
  );
  await query(
    `INSERT INTO stock_level (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::stock_level, $1)`,
    [dropped.level],
  );
}

test('the stock list is sorted by what the levels say at any moment, whenever sort keys are copied', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      for (const each of steps) {
        await play(each);
        await expectSound();
      }
      await expectExactLists();
      await updateSortKeys(app.services);
      expect(await query(MARKS)).toEqual([]);
      await expectExactLists();
    }),
    { numRuns: Number(process.env.SORT_KEYS_RUNS ?? 4), endOnFailure: true },
  );
}, 120_000);

test('it is the copied keys that sort, and levels that changed since are read themselves', async () => {
  const shelf = await makeShelf(app);
  await stockUp(app.ctx(), shelf, 5, 1);
  await updateSortKeys(app.services);
  const first = async () => (await askIds({ sort_by: 'value', sort_as: 'desc' }))[0];
  const id = `${shelf.item_id}-${shelf.branch_id}`;
  await query('UPDATE stock_sort_key SET value = 1000000 WHERE item_id = $1', [shelf.item_id]);
  expect(await first()).toBe(id);
  expect(await query(SOUND)).not.toEqual([]);
  await holdUnits(app, shelf, 1);
  expect(await first()).not.toBe(id);
  await updateSortKeys(app.services);
  expect(await first()).not.toBe(id);
  await expectSound();
});

test('a new sales pace of a level is copied with how many days the level lasts', async () => {
  await updateSortKeys(app.services);
  await query('UPDATE stock_level SET pace = pace');
  expect(await query(MARKS)).toEqual([]);
  await query('UPDATE stock_level SET pace = pace + 2');
  await expectSound();
  await updateSortKeys(app.services);
  await expectSound();
  const wrong = 'SELECT 1 FROM stock_sort_key WHERE pace < 2 OR lasts IS DISTINCT FROM available / pace';
  expect(await query(wrong)).toEqual([]);
});

test('keys and levels agree at every moment while four write and two copy', async () => {
  const some = await Promise.all(Array.from({ length: 4 }, () => makeShelf(app)));
  for (const shelf of some) await stockUp(app.ctx(), shelf, 100, 2);
  let isOpen = true;
  const until = async (work: () => Promise<unknown>) => {
    let times = 0;
    for (; isOpen; times += 1) await work();
    return times;
  };
  const writer = async (_: unknown, which: number) => {
    for (let n = 0; n < 15; n += 1) {
      await inTransaction(app, async (client) => {
        for (const { item_id, branch_id } of some)
          await client.query(
            'UPDATE stock_level SET reserved = $3, value = value + 1 WHERE item_id = $1 AND branch_id = $2',
            [item_id, branch_id, n],
          );
        await new Promise((done) => setTimeout(done, (n * 13 + which * 7) % 40));
        return n % 5 === 4 ? 'ROLLBACK' : 'COMMIT';
      });
    }
  };
  const copying = [until(() => updateSortKeys(app.services)), until(() => updateSortKeys(app.services))];
  const watching = until(expectSound);
  await Promise.all(Array.from({ length: 4 }, writer)).finally(() => {
    isOpen = false;
  });
  expect(Math.min(...(await Promise.all([...copying, watching])))).toBeGreaterThan(1);
  await updateSortKeys(app.services);
  expect(await query(MARKS)).toEqual([]);
  await expectSound();
}, 60_000);
