import { api } from '@dukkan/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, makeBranch, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { factsOf, sumFacts } from '../../../../test/facts.ts';
import { makeOrder, STATUS } from '../../../../test/orders.ts';
import { selling, stocked } from '../../../../test/sales.ts';
import { makeShelf, stockUp } from '../../../../test/stock.ts';
import { FACT_INVARIANTS } from '../../../core/invariant/fact-invariants.ts';
import { updateDaySums } from './day-sums.ts';
import type { OrderFactsQuery } from './order-facts.ts';
import { writeMissingFacts } from './write-missing-facts.ts';

const NOW = new Date('2026-11-21T09:00:00Z');
let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp({ env: { ROLE: 'api' }, now: () => NOW });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const query = async <T>(text: string, values: unknown[] = []) =>
  (await app.services.database.pool.query(text, values)).rows as T[];
/** What the test wrote beside the use-cases has neither lines nor reservations. */
async function expectFactsSound() {
  for (const [name, text] of Object.entries(FACT_INVARIANTS)) expect(await query(text), name).toEqual([]);
}
const zone = 'Asia/Qatar';
const all: OrderFactsQuery = { branches: null, zone, day_end: '00:00', detail: 'day' };
/** As a shop has it that was never told of facts. */
async function forgetFacts() {
  await query('DELETE FROM day_sum_zone');
  await query('DELETE FROM order_sum');
  await query('ALTER TABLE trade_fact DISABLE TRIGGER USER');
  await query('DELETE FROM trade_fact');
  await query('ALTER TABLE trade_fact ENABLE TRIGGER USER');
  await query('INSERT INTO trade_fact_gap (from_id, upto_id) SELECT 0, max(id) FROM "order"');
}

it('order facts cannot be changed or removed', async () => {
  await makeOrder(app);
  for (const change of ['DELETE FROM trade_fact', 'TRUNCATE trade_fact', 'UPDATE trade_fact SET gross = 1'])
    await expect(query(change), change).rejects.toThrow('append-only');
});

it('V7.5 a payment fee that the customer pays is part of the net total but not of the profit', async () => {
  const { id } = await makeOrder(app);
  await app.services.database.prisma.order.update({
    where: { id },
    data: { total: 100, goods: 100, payment_fee: 2, due: 102 },
  });
  expect(await factsOf(app, id)).toMatchObject({ gross: 100, fee: 2, net: 102, profit: 100 });
  await app.services.database.prisma.order.update({
    where: { id },
    data: { total: 10, goods: 10, payment_fee: 0, due: 10 },
  });
  expect(await factsOf(app, id)).toMatchObject({ fee: 0, net: 10 });
});

it('V7.9 a business day that ends at four includes a sale at half past two, and its sums are rebuilt', async () => {
  const { id: branch_id } = await makeBranch(app);
  await makeOrder(app, { branch_id, created_at: new Date('2026-11-20T23:30:00Z') });
  await makeOrder(app, { branch_id, created_at: new Date('2026-11-21T01:30:00Z'), quantity: 2 });
  const ask = async () => {
    const reply = await app.call(
      api.order.statistics,
      { branch_id, from_date: '2026-11-20', to_date: '2026-11-21' },
      { token: admin.token },
    );
    return reply.results.by_day.map(({ day, total }) => [day, total]);
  };
  const save = (day_end: string) => app.call(api.setting.save, { day_end }, { token: admin.token });
  const midnight = [['2026-11-21', 30]];
  expect(await ask()).toEqual(midnight);
  await updateDaySums(app.services);
  expect(await ask()).toEqual(midnight);
  expect((await save('04:00')).status).toBe(200);
  const four = [
    ['2026-11-20', 10],
    ['2026-11-21', 20],
  ];
  expect(await ask()).toEqual(four);
  await updateDaySums(app.services);
  expect(await query('SELECT DISTINCT day_end FROM day_sum_zone')).toEqual([{ day_end: '04:00' }]);
  expect(await ask()).toEqual(four);
  await expectFactsSound();
  await save('00:00');
  await updateDaySums(app.services);
  expect(await ask()).toEqual(midnight);
});

it('a shop from before order facts gets them in batches while it sells, and its reports stay correct', async () => {
  const shelf = await stocked(app, 500);
  const sell = selling(app, admin);
  const { branch_id } = shelf;
  const before: number[] = [];
  for (const to of ['waiting', 'packing', 'delivered', 'delivered', 'canceled'] as const) {
    const { id } = await sell.standing(shelf, 2, to === 'canceled' ? 'waiting' : to);
    if (to === 'canceled') await sell.move(id, to);
    before.push(id);
  }
  await sell.giveBack(before[2] ?? 0, [{ item_id: shelf.item_id, quantity: 1 }]);
  // more than one part of them
  await query(
    `INSERT INTO "order" (branch_id, type, source, status_id, status_value, currency, tax_mode, lines_count, quantity, total, goods, due)
     SELECT $1, 'take_away', 'website', $2, 0, 'QAR', 'inclusive', 1, 1, 1, 1, 1 FROM generate_series(1, 1200)`,
    [branch_id, STATUS.waiting],
  );
  const of: OrderFactsQuery = { ...all, branches: [branch_id], detail: 'branch' };
  const answer = await sumFacts(app, of, 'source');
  await forgetFacts();
  expect(await sumFacts(app, of, 'source')).toEqual(answer);
  expect(await sumFacts(app, { ...of, detail: 'fact' }, 'source')).toEqual(answer);

  // one part, then the shop goes on with orders of before and after, then it is stopped and started again
  expect(await writeMissingFacts(app.services, 1)).toBe(false);
  expect(await sumFacts(app, of, 'source')).toEqual(answer);
  const back = await sell.giveBack(before[3] ?? 0, [{ item_id: shelf.item_id, quantity: 2 }]);
  expect(back.status, back.text).toBe(200);
  const selling_ = (async () => {
    for (let n = 0; n < 6; n += 1) {
      const { id } = await sell.standing(shelf, 1, 'packing');
      if (n % 2) await sell.move(id, 'canceled');
    }
    await sell.move(before[1] ?? 0, 'delivered');
  })();
  await Promise.all([updateDaySums(app.services), selling_]);
  await updateDaySums(app.services);
  expect(await query('SELECT 1 FROM trade_fact_gap')).toEqual([]);
  await expectFactsSound();
  // three of ten more, one of them brought wholly back
  const [sold] = await sumFacts(app, of);
  const was = answer.reduce((net, row) => net + row.net, 0);
  expect(sold?.net).toBe(was + 30 - 20);
  await query('DELETE FROM "order" WHERE branch_id = $1 AND source = $2', [branch_id, 'website']);
  await updateDaySums(app.services);
  await expectFactsSound();
}, 120_000);

it('T1 T2 T7 on random days every grouping has the same totals, before and after the worker has run', async () => {
  const sell = selling(app, admin);
  const shelves = [await makeShelf(app, { checks: false }), await makeShelf(app, { checks: false })] as const;
  await query(`UPDATE branch SET settings = settings || '{"timezone": "Pacific/Auckland"}' WHERE id = $1`, [
    shelves[1].branch_id,
  ]);
  const sold: { id: number; shelf: (typeof shelves)[number] }[] = [];
  const step = fc.record({
    what: fc.constantFrom(
      'make',
      'make',
      'send',
      'deliver',
      'cancel',
      'return',
      'stock',
      'sum',
      'money',
      'earlier',
    ),
    at: fc.nat(40),
    second: fc.boolean(),
    quantity: fc.integer({ min: 1, max: 4 }),
  });
  const groupings = ['NULL', 'source', 'day', "date_trunc('month', day)", 'pos', 'paid', 'status_value'];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
      for (const { what, at, second, quantity } of steps) {
        const shelf = shelves[second ? 1 : 0];
        const order = sold[at % Math.max(1, sold.length)];
        const items = [{ item_id: order?.shelf.item_id, quantity: 1 }];
        // a refusal changes nothing: what may become of an order is not this test's
        if (what === 'make') {
          const made = await sell.make(shelf, quantity);
          expect(made.status, made.text).toBe(200);
          sold.push({ id: made.results.id, shelf });
        } else if (what === 'stock') await stockUp(app.ctx(), shelf, quantity * 2, at / 8);
        else if (what === 'sum') await updateDaySums(app.services);
        else if (order && what === 'earlier')
          // a session ends when its clock runs on: orders move to other days instead
          await query(
            `UPDATE "order" SET created_at = created_at - $2::int * interval '37 minutes' WHERE id = $1`,
            [order.id, at * quantity],
          );
        else if (order && what === 'money')
          await query(`UPDATE "order" SET currency = 'KWD' WHERE id = $1`, [order.id]);
        else if (order && what === 'return') await sell.giveBack(order.id, items);
        else if (order)
          await sell.move(
            order.id,
            what === 'send' ? 'packing' : what === 'cancel' ? 'canceled' : 'delivered',
          );
      }
      await expectFactsSound();
      const ids = shelves.map(({ branch_id }) => branch_id);
      for (const branches of [null, ids]) {
        const [whole] = [await sumFacts(app, { ...all, branches })];
        const askFor = async () => {
          const answers = [];
          for (const detail of ['day', 'branch', 'fact'] as const)
            for (const by of groupings) {
              const rows = await sumFacts(app, { ...all, branches, detail }, by);
              for (const { currency, net, cost, returned, orders } of whole) {
                const same = rows.filter((row) => row.currency === currency);
                const total = (name: 'net' | 'cost' | 'returned' | 'orders') =>
                  same.reduce((sum, row) => sum + row[name], 0);
                expect(total('net'), by).toBeCloseTo(net, 6);
                expect(total('cost'), by).toBeCloseTo(cost, 6);
                expect(total('returned'), by).toBeCloseTo(returned, 6);
                expect(total('orders'), by).toBe(orders);
              }
              answers.push(rows);
            }
          return answers;
        };
        const off = await askFor();
        await updateDaySums(app.services);
        expect(await askFor()).toEqual(off);
      }
    }),
    { numRuns: 6 },
  );
}, 180_000);
