import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { levelOf, makeShelf, need, type Shelf, stockUp, units } from '../../../../test/stock.ts';
import { toFailureInfo } from '../../../http/failures.ts';
import {
  deductStock,
  releaseStock,
  reserveStock,
  restockAll,
  restockReturnedLines,
  type StockRef,
} from '../index.ts';

let app: TestApp;
// midday in Doha on the day of the vectors
const NOW = new Date('2026-11-21T09:00:00Z');
beforeAll(async () => {
  app = await startApp({ now: () => NOW });
  await makeAdmin(app);
});
afterAll(async () => {
  await expectSound(app);
  await app.stop();
});

const order = (): StockRef => ({ type: 'sale', id: unique() });
const hold = (ref: StockRef, shelf: Shelf, quantity: number) =>
  app.ctx().tx((ctx) => reserveStock(ctx, ref, [need(shelf, quantity)]));
const take = (ref: StockRef, shelf: Shelf, quantity: number, line_id = 1) =>
  app.ctx().tx((ctx) => deductStock(ctx, ref, [{ ...need(shelf, quantity), line_id }]));
const back = (ref: StockRef, quantity: number, damaged = false) =>
  app.ctx().tx((ctx) => restockReturnedLines(ctx, ref, [{ line_id: 1, quantity: units(quantity), damaged }]));
/** Ten-millionths as money. */
const money = (cost: bigint | undefined) => Number(cost ?? 0n) / 10_000_000;
const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code?: string; params?: object }) => [error.code, error.params],
  );

/** A busy shop says so, and its client asks again: what counts is the answer in the end. */
const patiently = async (work: () => Promise<unknown>) => {
  for (let tries = 1; ; tries += 1) {
    const failed = await work().then(
      () => null,
      (error: unknown) => toFailureInfo(error),
    );
    if (failed?.status !== 503 || tries === 20) return failed && ([failed.code, failed.params] as const);
    await new Promise((wake) => setTimeout(wake, 200 * Math.random()));
  }
};

/** The shelf of V3.1, with the ids of its batches. */
async function vectors() {
  const shelf = await makeShelf(app);
  const at = (minute: number) => new Date(NOW.getTime() - 86_400_000 + minute * 60_000);
  const ctx = app.ctx();
  const ids = [
    await stockUp(ctx, shelf, 5, 3, { expire_date: '2026-12-31', created_at: at(1) }),
    await stockUp(ctx, shelf, 4, 3.5, { expire_date: '2026-12-10', created_at: at(2) }),
    await stockUp(ctx, shelf, 10, 2.8, { created_at: at(3) }),
    await stockUp(ctx, shelf, 6, 2.5, { expire_date: '2026-11-20', created_at: at(4) }),
  ];
  const remaining = async () => {
    const rows = await app.services.database.prisma.stock_batch.findMany({
      where: { id: { in: ids } },
      orderBy: { id: 'asc' },
    });
    return rows.map((row) => Number(row.remaining_quantity));
  };
  return { shelf, ids, remaining };
}

describe('stock for sales', () => {
  test('a sale takes the batch that expires first, never an expired one, at its own cost (vector V3.1)', async () => {
    const { shelf, remaining } = await vectors();
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 25, expired: 6, available: 19 });
    const [line] = await take(order(), shelf, 7);
    expect(money(line?.cost)).toBe(23);
    expect(await remaining()).toEqual([2, 0, 10, 6]);
    const [next] = await take(order(), shelf, 5);
    expect(money(next?.cost)).toBe(14.4);
    expect(await refusal(take(order(), shelf, 25))).toEqual([
      'stock.insufficient',
      {
        product_id: shelf.product_id,
        item_id: shelf.item_id,
        branch_id: shelf.branch_id,
        asked: 25,
        available: 7,
      },
    ]);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 13, available: 7 });
  });

  test('returned units go back to their batches, the latest first (vector V3.3), and only once', async () => {
    const { shelf, remaining } = await vectors();
    const ref = order();
    await take(ref, shelf, 7);
    const [returned] = await back(ref, 4);
    expect(money(returned?.cost)).toBe(12.5);
    expect(await remaining()).toEqual([5, 1, 10, 6]);
    expect(await refusal(back(ref, 4))).toEqual(['record.conflict', {}]);
    await back(ref, 3);
    expect(await remaining()).toEqual([5, 4, 10, 6]);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 25, available: 19 });
  });

  test('damaged returned units are written off at once', async () => {
    const { shelf } = await vectors();
    const ref = order();
    await take(ref, shelf, 2);
    await back(ref, 1, true);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 23, available: 17 });
    const off = await app.services.database.prisma.stock_movement.count({
      where: { ref_type: 'sale', ref_id: ref.id, target: 5 },
    });
    expect(off).toBe(1);
  });

  test('units sold by half kilos are counted to the gram', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 1.25, 8.4444);
    const [line] = await take(order(), shelf, 0.333);
    expect(line?.cost).toBe(333n * 84_444n);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0.917, value: 0.917 * 8.4444 });
  });
});

describe('stock for waiting orders', () => {
  test('a waiting order reserves its units, and only its own units are taken from the reserved ones', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 10, 2);
    const ref = order();
    await hold(ref, shelf, 8);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 10, reserved: 8, available: 2 });
    expect((await refusal(hold(order(), shelf, 3)))?.[0]).toBe('stock.insufficient');
    expect((await refusal(take(order(), shelf, 3)))?.[0]).toBe('stock.insufficient');
    await take(ref, shelf, 8);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 2, reserved: 0, available: 2 });
  });

  test('a canceled order releases its reservation, and returns everything when it was sent', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 10, 2);
    const waiting = order();
    await hold(waiting, shelf, 6);
    await app.ctx().tx((ctx) => releaseStock(ctx, waiting));
    expect(await levelOf(app, shelf)).toMatchObject({ reserved: 0, available: 10 });
    const sent = order();
    await hold(sent, shelf, 6);
    await take(sent, shelf, 6);
    await app.ctx().tx((ctx) => restockAll(ctx, sent));
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 10, reserved: 0, available: 10 });
    // nothing is left to let go or to bring back
    await app.ctx().tx((ctx) => releaseStock(ctx, sent));
    await app.ctx().tx((ctx) => restockAll(ctx, sent));
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 10, available: 10 });
  });

  test('C2 one item on two order lines is reserved as one quantity', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 10, 2);
    const two = app.ctx().tx((ctx) => reserveStock(ctx, order(), [need(shelf, 6), need(shelf, 5)]));
    expect(await refusal(two)).toEqual([
      'stock.insufficient',
      expect.objectContaining({ asked: 11, available: 10 }),
    ]);
    expect(await levelOf(app, shelf)).toMatchObject({ reserved: 0 });
  });
});

describe('branches that sell below stock', () => {
  test('a sale below stock is owed, and the next receipt settles the oldest first at its true cost (vector V3.2)', async () => {
    const shelf = await makeShelf(app, { checks: false });
    await stockUp(app.ctx(), shelf, 3, 2);
    const ref = order();
    const [line] = await take(ref, shelf, 5);
    expect([money(line?.cost), line?.short]).toEqual([10, units(2)]);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0, deficit: 2, available: -2 });
    await stockUp(app.ctx(), shelf, 10, 2.4);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 8, deficit: 0, available: 8, value: 19.2 });
    const uses = await app.services.database.prisma.stock_use.findMany({
      where: { ref_type: 'sale', ref_id: ref.id },
    });
    const paid = uses.reduce((all, use) => all + Number(use.quantity) * Number(use.cost_value), 0);
    expect(paid).toBeCloseTo(10.8, 9);
    await back(ref, 5);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 13, deficit: 0 });
  });

  test('units that have already expired do not settle owed units', async () => {
    const shelf = await makeShelf(app, { checks: false });
    await take(order(), shelf, 2);
    await stockUp(app.ctx(), shelf, 5, 1, { expire_date: '2026-11-20' });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 5, expired: 5, deficit: 2, available: -2 });
  });

  test('a damaged return of an owed unit stays owed, because it never existed', async () => {
    const shelf = await makeShelf(app, { checks: false });
    const sold = order();
    await stockUp(app.ctx(), shelf, 3, 2);
    await take(sold, shelf, 5);
    const returned: StockRef = { type: 'return', id: unique() };
    const lines = [{ line_id: 1, quantity: units(1), damaged: true }];
    await app.ctx().tx((ctx) => restockReturnedLines(ctx, sold, lines, returned));
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0, deficit: 2 });
    await stockUp(app.ctx(), shelf, 10, 2);
    // 13 came, 4 are sold, 1 is in the bin
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 8, deficit: 0 });
    await expectSound(app);
  });

  test('a canceled order gets back units that have expired meanwhile, and a return writes them off', async () => {
    const shelf = await makeShelf(app);
    const [canceled, sold] = [order(), order()];
    await stockUp(app.ctx(), shelf, 10, 2, { expire_date: '2026-12-31' });
    await take(canceled, shelf, 4);
    await take(sold, shelf, 3);
    await app.services.database.prisma.stock_batch.updateMany({
      where: { item_id: shelf.item_id },
      data: { expire_date: new Date('2026-11-20') },
    });
    await app.ctx().tx((ctx) => restockAll(ctx, canceled));
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 7 });
    const lines = [{ line_id: 1, quantity: units(3) }];
    await app.ctx().tx((ctx) => restockReturnedLines(ctx, sold, lines, { type: 'return', id: unique() }));
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 7 });
  });

  test('a returned owed unit lowers the owed quantity', async () => {
    const shelf = await makeShelf(app, { checks: false });
    const ref = order();
    await take(ref, shelf, 4);
    expect(await levelOf(app, shelf)).toMatchObject({ deficit: 4 });
    await back(ref, 1);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0, deficit: 3 });
    await stockUp(app.ctx(), shelf, 2, 1.5);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0, deficit: 1 });
    await stockUp(app.ctx(), shelf, 2, 1.5);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 1, deficit: 0 });
  });
});

test('open browsers are notified of stock changes in their branch', async () => {
  const shelf = await makeShelf(app);
  await stockUp(app.ctx(), shelf, 3, 1);
  const ref = order();
  const { prisma } = app.services.database;
  const heard = () => prisma.event.count({ where: { topic: 'stock', branch_id: shelf.branch_id } });
  const before = await heard();
  await hold(ref, shelf, 1);
  expect(await heard()).toBe(before + 1);
  await take(ref, shelf, 1);
  expect(await heard()).toBe(before + 2);
  await refusal(hold(order(), shelf, 9));
  expect(await heard()).toBe(before + 2);
});

describe('concurrent sales', () => {
  test('P1 C1 of 200 concurrent orders in two processes for the last 10 units exactly 10 succeed', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 10, 2);
    const other = await startApp({ database: app.database, now: () => NOW });
    const doors = [app, other];
    const at = (index: number) => (doors[index % 2] ?? app).ctx();
    const one = (index: number) => at(index).tx((ctx) => reserveStock(ctx, order(), [need(shelf, 1)]));
    const said = await Promise.all(Array.from({ length: 200 }, (_, index) => patiently(() => one(index))));
    await other.stop();
    expect(said.filter((answer) => answer === null)).toHaveLength(10);
    expect(said.filter((answer) => answer !== null && answer[0] !== 'stock.insufficient')).toEqual([]);
    expect(await levelOf(app, shelf)).toMatchObject({ reserved: 10, available: 0 });
  });

  test('P2 C3 200 concurrent carts with two lines in opposite order sell exactly 100 units of each without a deadlock', async () => {
    const first = await makeShelf(app);
    const second = await makeShelf(app, { branch_id: first.branch_id });
    await stockUp(app.ctx(), first, 100, 2);
    await stockUp(app.ctx(), second, 100, 3);
    const cart = (index: number) => {
      const lines = [
        { ...need(first, 1), line_id: 1 },
        { ...need(second, 1), line_id: 2 },
      ];
      return app.ctx().tx((ctx) => deductStock(ctx, order(), index % 2 ? lines : lines.toReversed()));
    };
    const said = await Promise.all(Array.from({ length: 200 }, (_, index) => patiently(() => cart(index))));
    expect(said.filter((one) => one === null)).toHaveLength(100);
    expect(said.filter((one) => one !== null && one[0] !== 'stock.insufficient')).toEqual([]);
    expect(await levelOf(app, first)).toMatchObject({ on_hand: 0 });
    expect(await levelOf(app, second)).toMatchObject({ on_hand: 0 });
  });
});
