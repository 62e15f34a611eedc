import { api } from '@dukkan/contract';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { selling } from '../../../../test/sales.ts';
import { levelOf, makeShelf, type Shelf, sellUnits, stockUp } from '../../../../test/stock.ts';
import { expireBatches } from '../index.ts';

let app: TestApp;
let admin: Person;
const NOW = new Date('2026-11-21T09:00:00Z');
const PAST = '2026-11-19';
const FUTURE = '2026-12-24';
beforeAll(async () => {
  app = await startApp({ now: () => NOW });
  admin = await makeAdmin(app);
});
afterEach(() => expectSound(app));
afterAll(() => app.stop());

const draft = async (shelf: Shelf, counted: number) =>
  (
    await app.call(
      api.stockCount.save,
      { branch_id: shelf.branch_id, items: [{ item_id: shelf.item_id, counted }] },
      { token: admin.token },
    )
  ).results.id;
const post = (id: number, more: object = {}) =>
  app.call(api.stockCount.post, { id, ...more }, { token: admin.token });
const count = async (shelf: Shelf, counted: number, more: object = {}) =>
  post(await draft(shelf, counted), more);
const expire = () => expireBatches(app.services);

describe('stock counts below the stock on hand', () => {
  test('missing units of a stock count are taken from expired batches first: of 5 expired and 5 fresh, 5 counted are all sellable', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 5, 3, { expire_date: PAST });
    await stockUp(app.ctx(), shelf, 5, 4, { expire_date: FUTURE });
    const { status, results } = await count(shelf, 5);
    expect([status, results.items[0]]).toMatchObject([200, { difference: -5, value: -15 }]);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 5, expired: 0, available: 5, value: 20 });
  });

  test('missing units of a stock count are taken from the oldest expired batch, then from the one that expires next', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 2, 2, { expire_date: '2026-11-18' });
    await stockUp(app.ctx(), shelf, 2, 3, { expire_date: PAST });
    await stockUp(app.ctx(), shelf, 2, 5, { expire_date: FUTURE });
    await stockUp(app.ctx(), shelf, 2, 7);
    expect((await count(shelf, 5)).results.items[0]).toMatchObject({ difference: -3, value: -7 });
    expect((await count(shelf, 2)).results.items[0]).toMatchObject({ difference: -3, value: -13 });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 2, available: 2, value: 14 });
  });
});

describe('stock counts above the stock on hand', () => {
  test('extra units of a fully expired product get the age of its newest batch and are not sold', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 3, 3, { expire_date: PAST });
    expect((await count(shelf, 5)).results.items[0]).toMatchObject({ difference: 2, value: 6 });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 5, expired: 5, available: 0 });
  });

  test('extra units of a product whose expired batch was emptied are not sold', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 3, 3, { expire_date: PAST });
    await count(shelf, 0);
    await count(shelf, 2);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 2, expired: 2, available: 0 });
  });

  test('extra units are added to the newest sellable batch, also when it is sold out', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 3, 3, { expire_date: FUTURE });
    await sellUnits(app, shelf, 3);
    await count(shelf, 2);
    const { results } = await app.call(api.batch.list, { item_id: shelf.item_id }, { token: admin.token });
    expect(results.map((one) => [one.remaining_quantity, one.expire_date])).toEqual([[2, FUTURE]]);
  });

  test('extra units of a stock count settle owed units first', async () => {
    const shelf = await makeShelf(app, { checks: false });
    await stockUp(app.ctx(), shelf, 4, 2, { expire_date: PAST });
    await sellUnits(app, shelf, 3);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 4, deficit: 3 });
    // the system thinks 4 − 3 = 1 lies there; 6 do: three of the five found were sold, two are as old as the rest
    await count(shelf, 6);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 6, deficit: 0, expired: 6 });
  });
});

describe('stock counts below the reserved units', () => {
  test('a count below the reserved units names the orders concerned, and with force marks them as short', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 10, 3);
    const sell = selling(app, admin);
    const served = (await sell.make(shelf, 4)).results.id;
    const short = (await sell.make(shelf, 4)).results.id;
    const id = await draft(shelf, 6);
    const refused = await post(id);
    expect([refused.status, refused.failure.code, refused.failure.params]).toEqual([
      422,
      'count.needs_force',
      { reasons: ['units_held'], orders: [short] },
    ]);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 10 });
    expect((await post(id, { force: 1 })).status).toBe(200);
    expect([(await sell.show(served)).results.is_short, (await sell.show(short)).results.is_short]).toEqual([
      false,
      true,
    ]);
    const { results } = await app.call(
      api.order.list,
      { branch_id: shelf.branch_id },
      { token: admin.token },
    );
    expect(results.filter((one) => one.is_short).map((one) => one.id)).toEqual([short]);
    await stockUp(app.ctx(), shelf, 2, 3);
    expect((await sell.show(short)).results.is_short).toBe(false);
    const log = await app.services.database.prisma.audit_log.findFirstOrThrow({
      where: { noun: 'stock-count', record_id: String(id), action: 'post' },
    });
    expect(log.changes).toMatchObject({ force: { to: ['units_held'] }, orders: { to: [short] } });
  });

  test('a count below the reserved units asks nothing when enough remains or the branch sells below stock', async () => {
    const sell = selling(app, admin);
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 10, 3);
    await sell.make(shelf, 4);
    expect((await count(shelf, 4)).status).toBe(200);
    const free = await makeShelf(app, { checks: false });
    await stockUp(app.ctx(), free, 10, 3);
    const { id } = (await sell.make(free, 4)).results;
    expect((await count(free, 2)).status).toBe(200);
    expect((await sell.show(id)).results.is_short).toBe(false);
  });

  test('a count asks about left-out rows and reserved units in one question', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 10, 3);
    const order = (await selling(app, admin).make(shelf, 8)).results.id;
    const { results } = await app.call(
      api.stockCount.save,
      {
        branch_id: shelf.branch_id,
        items: [{ item_id: shelf.item_id, counted: 5 }],
        rows_left_out: [{ code: 'NOBODY', row: 3 }],
      },
      { token: admin.token },
    );
    const { failure } = await post(results.id);
    expect([failure.code, failure.params.reasons, failure.params.orders]).toEqual([
      'document.rows_left_out',
      ['rows_left_out', 'units_held'],
      [order],
    ]);
  });
});

test('after any stock count as many units as counted are sellable, except expired ones', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ quantity: fc.integer({ min: 1, max: 9 }), age: fc.constantFrom(PAST, FUTURE, null) }),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      fc.integer({ min: 0, max: 40 }),
      async (batches, counted) => {
        const shelf = await makeShelf(app);
        for (const { quantity, age } of batches)
          await stockUp(app.ctx(), shelf, quantity, 2, age === null ? {} : { expire_date: age });
        await count(shelf, counted);
        await expire();
        const sum = (some: typeof batches) => some.reduce((all, { quantity }) => all + quantity, 0);
        const fresh = sum(batches.filter(({ age }) => age !== PAST));
        const stale = sum(batches) - fresh;
        const level = await levelOf(app, shelf);
        expect(level.on_hand).toBe(counted);
        // found units of goods that have all expired are expired too
        const expected =
          counted > fresh + stale ? (fresh > 0 ? counted - stale : 0) : Math.min(counted, fresh);
        expect(level.available).toBe(expected);
      },
    ),
    { numRuns: 25 },
  );
});
