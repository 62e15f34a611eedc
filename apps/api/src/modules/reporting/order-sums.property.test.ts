import { api } from '@dukkan/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { makeOrder } from '../../../test/orders.ts';
import { selling, stocked } from '../../../test/sales.ts';
import type { Shelf } from '../../../test/stock.ts';
import { INVARIANTS } from '../../core/invariant/invariants.ts';
import { updateDaySums } from '../ordering/index.ts';

const SORTS = ['total', 'discount', 'shipping', 'returns', 'net', 'tax', 'cost', 'profit', 'margin'] as const;
const DAY = 86_400_000;

let app: TestApp;
let admin: Person;
let shelves: Shelf[];
beforeAll(async () => {
  app = await startApp({ env: { ROLE: 'api' } });
  admin = await makeAdmin(app);
  const [here, there] = [await makeBranch(app), await makeBranch(app)];
  shelves = [
    await stocked(app, 5_000, { branch_id: here.id, cost: 3 }),
    await stocked(app, 5_000, { branch_id: here.id, cost: 12 }),
    await stocked(app, 5_000, { branch_id: there.id, cost: 7 }),
  ];
});
afterAll(() => app.stop());

const dayAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await app.services.database.pool.query(text, values)).rows as T[];

type Row = { readonly key: string } & Record<(typeof SORTS)[number], number | null>;

async function list(input: object): Promise<{ rows: Row[]; total: number }> {
  const reply = await app.call(
    api.report.list,
    { type: 'sales', group: 'order', from_date: dayAgo(40), to_date: dayAgo(0), ...input } as never,
    { token: admin.token },
  );
  if (reply.status !== 200) throw new Error(reply.text);
  return { rows: reply.results as unknown as Row[], total: reply.meta.total ?? 0 };
}

/** All orders of the query, one page after the other, by their number. */
async function listAll(input: object): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const found = await list({ ...input, page, limit: 100 });
    rows.push(...found.rows);
    if (found.rows.length < 100) return rows;
  }
}

const bySort =
  (sort: (typeof SORTS)[number], way: 1 | -1) =>
  (a: Row, b: Row): number => {
    const [x, y] = [a[sort], b[sort]];
    if (x === null || y === null) return Number(x === null) - Number(y === null) || way * (+a.key - +b.key);
    return way * (x - y) || way * (+a.key - +b.key);
  };

/** Every page in every order is that of all orders, sorted here. */
async function expectSorted(input: object): Promise<void> {
  const all = await listAll(input);
  for (const sort_by of SORTS)
    for (const [sort_as, way] of [['asc', 1] as const, ['desc', -1] as const]) {
      const { rows, total } = await list({ ...input, sort_by, sort_as, page: 2, limit: 7 });
      const expected = all.toSorted(bySort(sort_by, way)).slice(7, 14);
      expect([sort_by, sort_as, total, rows]).toEqual([sort_by, sort_as, all.length, expected]);
    }
}

const made: { id: number; shelf: Shelf }[] = [];
const step = fc.record({
  what: fc.constantFrom(
    'sell',
    'sell',
    'deliver',
    'old',
    'cancel',
    'return',
    'undo',
    'branch',
    'cost',
    'sum',
  ),
  which: fc.nat(60),
  quantity: fc.integer({ min: 1, max: 4 }),
  at: fc.nat(2),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function play({ what, which, quantity, at }: Step): Promise<void> {
  const sell = selling(app, admin);
  const shelf = shelves[at] as Shelf;
  const order = made[which % Math.max(1, made.length)];
  if (what === 'sum') return updateDaySums(app.services);
  if (what === 'sell' || what === 'deliver' || order === undefined) {
    const { id } = await sell.standing(shelf, quantity, what === 'deliver' ? 'delivered' : 'waiting');
    made.push({ id, shelf });
  } else if (what === 'old') {
    const created_at = new Date(Date.now() - ((which % 50) + 1) * DAY);
    await makeOrder(app, { shelves: [shelf], branch_id: shelf.branch_id, quantity, created_at });
  } else if (what === 'cancel') await sell.move(order.id, 'canceled');
  // a return of what was not delivered is refused, and changes nothing
  else if (what === 'return') await sell.giveBack(order.id, [{ item_id: order.shelf.item_id, quantity: 1 }]);
  else if (what === 'undo') {
    const [last] = await query<{ id: number }>(
      'SELECT max(id) AS id FROM order_return WHERE removed_at IS NULL',
    );
    if (last?.id) await sell.undo(last.id);
  } else if (what === 'branch')
    await query('UPDATE "order" SET branch_id = $2 WHERE id = $1', [order.id, shelf.branch_id]);
  else
    await query(`UPDATE stock_use SET cost_value = cost_value + 1 WHERE ref_type = 'order' AND ref_id = $1`, [
      order.id,
    ]);
}

const NAME = 'the sum of an order is what its facts sum up to';

test('orders are sorted by their actual amounts, also those not yet summed up or returned', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 24 }), async (steps) => {
      for (const each of steps) {
        await play(each);
        expect(await query(INVARIANTS[NAME] ?? '')).toEqual([]);
      }
      // sums that newer facts have overtaken
      await updateDaySums(app.services);
      await query(`UPDATE "order" SET source = 'iphone' WHERE id % 3 = 0`);
      for (const input of [
        {},
        { branch_id: shelves[0]?.branch_id },
        { status_value: 5 },
        { to_date: dayAgo(1) },
      ])
        await expectSorted(input);
    }),
    { numRuns: Number(process.env.ORDER_SUMS_RUNS ?? 3), endOnFailure: true },
  );
}, 240_000);
