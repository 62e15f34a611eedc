import { api, Failure } from '@dukkan/contract';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { selling } from '../../../../test/sales.ts';
import {
  holdUnits,
  makeShelf,
  need,
  type Shelf,
  saleRef,
  sellUnits,
  stockUp,
} from '../../../../test/stock.ts';
import { expireBatches, reserveStock } from '../index.ts';

// a second after midnight in Doha; the job that marks expired units has not run since
const BEFORE = '2026-11-21T09:00:00Z';
const AFTER = '2026-11-21T21:00:01Z';

let app: TestApp;
let admin: Person;
let clock = new Date(BEFORE).getTime();
beforeAll(async () => {
  app = await startApp({ now: () => new Date(clock) });
});
afterEach(() => expectSound(app));
afterAll(() => app.stop());

/** What every list says of a shelf, and whether its product is among those in stock. */
async function readShown(shelf: Shelf) {
  const as = { token: admin.token };
  const { item_id, product_id, branch_id } = shelf;
  const products = async (in_stock?: number) =>
    (await app.call(api.product.list, { id: product_id, in_stock }, as)).results;
  const levels = async (state?: 'available' | 'out' | 'expired') =>
    (await app.call(api.stock.list, { item_id, branch_id, state }, as)).results;
  const reported = async (state?: 'available' | 'out' | 'expired') =>
    (await app.call(api.report.list, { type: 'inventory', product_id, branch_id, state }, as)).results;
  const [level] = await levels();
  const [report] = await reported();
  const quoted = await app.call(
    api.order.price,
    { branch_id, type: 'take_away', cart: [{ item_id, quantity: 100 }] },
    as,
  );
  return {
    product: (await products())[0]?.quantity,
    shown: (await app.call(api.product.show, { id: product_id }, as)).results.quantity,
    level: level?.available,
    reported: report?.available,
    expired: level?.expired,
    reported_expired: report?.expired,
    explained: (await app.call(api.stock.explain, { item_id, branch_id }, as)).results.available,
    quoted: quoted.results.shortages[0]?.available,
    in_stock: (await products(1)).length,
    out_of_stock: (await products(0)).length,
    states: [
      (await levels('available')).length,
      (await levels('out')).length,
      (await levels('expired')).length,
    ],
    reported_states: [
      (await reported('available')).length,
      (await reported('out')).length,
      (await reported('expired')).length,
    ],
  };
}

test("between a branch's midnight and the expiry job, lists show exactly the units that can be reserved", async () => {
  clock = new Date(BEFORE).getTime();
  admin = await makeAdmin(app);
  const [some, none] = [await makeShelf(app), await makeShelf(app)];
  await stockUp(app.ctx(), some, 4, 2, { expire_date: '2026-11-21' });
  await stockUp(app.ctx(), some, 6, 3);
  await stockUp(app.ctx(), none, 5, 2, { expire_date: '2026-11-21' });
  const same = (quantity: number) => ({
    product: quantity,
    shown: quantity,
    level: quantity,
    reported: quantity,
    explained: quantity,
    quoted: quantity,
  });
  expect(await readShown(some)).toEqual({
    ...same(10),
    expired: 0,
    reported_expired: 0,
    in_stock: 1,
    out_of_stock: 0,
    states: [1, 0, 0],
    reported_states: [1, 0, 0],
  });
  expect(await readShown(none)).toEqual({
    ...same(5),
    expired: 0,
    reported_expired: 0,
    in_stock: 1,
    out_of_stock: 0,
    states: [1, 0, 0],
    reported_states: [1, 0, 0],
  });

  clock = new Date(AFTER).getTime();
  admin = await makeAdmin(app);
  const after = [
    {
      ...same(6),
      expired: 4,
      reported_expired: 4,
      in_stock: 1,
      out_of_stock: 0,
      states: [1, 0, 1],
      reported_states: [1, 0, 1],
    },
    {
      ...same(0),
      expired: 5,
      reported_expired: 5,
      in_stock: 0,
      out_of_stock: 1,
      states: [0, 1, 1],
      reported_states: [0, 1, 1],
    },
  ];
  expect([await readShown(some), await readShown(none)]).toEqual(after);
  const { make } = selling(app, admin);
  expect((await make(none, 1)).failure.code).toBe('stock.insufficient');
  expect((await make(some, 7)).failure.code).toBe('stock.insufficient');
  // the job changes nothing of what is told
  expect(await expireBatches(app.services)).toBe(2);
  expect([await readShown(some), await readShown(none)]).toEqual(after);
  expect((await make(some, 6)).status).toBe(200);
});

class Undone extends Error {}

/** Whether so many units could be held for somebody new; nothing is held in the end. */
async function canHold(shelf: Shelf, quantity: number): Promise<boolean> {
  const trial = app.ctx().tx(async (ctx) => {
    await reserveStock(ctx, saleRef(), [need(shelf, quantity)]);
    throw new Undone();
  });
  const thrown = await trial.catch((error: unknown) => error);
  if (thrown instanceof Undone) return true;
  if (thrown instanceof Failure && thrown.code === 'stock.insufficient') return false;
  throw thrown;
}

/** Units that come in, held and sold ones, and the days the batches are good until. */
const stories = fc.record({
  batches: fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 9 }),
      expire_date: fc.constantFrom(undefined, '2026-11-21', '2026-11-22'),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  held: fc.nat({ max: 12 }),
  sold: fc.nat({ max: 12 }),
});

test('for random stock every list shows exactly what can be reserved: before midnight, until the expiry job and after it', async () => {
  await fc.assert(
    fc.asyncProperty(stories, async ({ batches, held, sold }) => {
      clock = new Date('2026-11-21T20:59:00Z').getTime();
      admin = await makeAdmin(app);
      const shelf = await makeShelf(app);
      const total = batches.reduce((sum, { quantity }) => sum + quantity, 0);
      for (const { quantity, expire_date } of batches)
        await stockUp(app.ctx(), shelf, quantity, 2, expire_date ? { expire_date } : {});
      const hold = Math.min(held, total);
      if (hold > 0) await holdUnits(app, shelf, hold);
      const sell = Math.min(sold, total - hold);
      if (sell > 0) await sellUnits(app, shelf, sell);
      const expectAgreement = async () => {
        const shown = await readShown(shelf);
        const free = Math.max(0, shown.level ?? 0);
        expect(shown.explained).toBe(shown.level);
        // the report has no row for a level without any units
        expect([shown.reported ?? 0, shown.reported_expired ?? 0]).toEqual([shown.level, shown.expired]);
        expect([shown.in_stock, shown.out_of_stock]).toEqual(free > 0 ? [1, 0] : [0, 1]);
        if (free > 0) expect(await canHold(shelf, free)).toBe(true);
        expect(await canHold(shelf, free + 0.001)).toBe(false);
        return shown;
      };
      await expectAgreement();
      clock = new Date('2026-11-21T21:00:01Z').getTime();
      const unswept = await expectAgreement();
      await expireBatches(app.services);
      expect(await expectAgreement()).toEqual(unswept);
    }),
    { numRuns: 15, seed: 41 },
  );
}, 60_000);
