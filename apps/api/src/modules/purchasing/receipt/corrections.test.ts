import { api } from '@dukkan/contract';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeBranch, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { purchasing } from '../../../../test/receipts.ts';
import { selling } from '../../../../test/sales.ts';
import { levelOf, makeShelf, type Shelf } from '../../../../test/stock.ts';

let app: TestApp;
let admin: Person;
let buy: ReturnType<typeof purchasing>;
const NOW = new Date('2026-11-21T09:00:00Z');
beforeAll(async () => {
  app = await startApp({ now: () => NOW });
  admin = await makeAdmin(app);
  buy = purchasing(app, admin);
});
afterEach(() => expectSound(app));
afterAll(() => app.stop());

const there = (shelf: Shelf, branch_id: number): Shelf => ({ ...shelf, branch_id });
const transfer = (shelf: Shelf, to: number, quantity: number) =>
  app.call(
    api.transfer.save,
    { from_branch_id: shelf.branch_id, to_branch_id: to, items: [{ item_id: shelf.item_id, quantity }] },
    { token: admin.token },
  );
const batchesOf = ({ item_id }: Shelf) =>
  app.services.database.prisma.stock_batch.findMany({
    where: { item_id },
    orderBy: { id: 'asc' },
    select: { branch_id: true, cost_value: true, expire_date: true, created_at: true },
  });
const reasons = async (reply: ReturnType<typeof buy.update>) => (await reply).failure.params.reasons;

describe('correcting receipt lines', () => {
  test('a corrected receipt line is corrected in every branch its units went to and where they were sold', async () => {
    const { id, line, shelf } = await buy.accepted();
    const [second, third] = [await makeBranch(app), await makeBranch(app)];
    await transfer(shelf, second.id, 6);
    await transfer(there(shelf, second.id), third.id, 4);
    const sell = selling(app, admin);
    const sold = await sell.standing(there(shelf, third.id), 1, 'delivered');
    expect(sold.cost).toBe(5);
    const items = [{ id: line, cost_value: 7, expire_date: '2026-12-31' }];
    expect(await reasons(buy.update({ id, items }))).toEqual(['recost_used']);
    expect((await buy.update({ id, items, force: 1 })).status).toBe(200);
    const batches = await batchesOf(shelf);
    expect(
      batches.map((one) => [Number(one.cost_value), one.expire_date?.toISOString().slice(0, 10)]),
    ).toEqual([
      [7, '2026-12-31'],
      [7, '2026-12-31'],
      [7, '2026-12-31'],
    ]);
    expect((await sell.show(sold.id)).results.cost).toBe(7);
    expect(await levelOf(app, there(shelf, second.id))).toMatchObject({ on_hand: 2, value: 14 });
    expect(await levelOf(app, there(shelf, third.id))).toMatchObject({ on_hand: 3, value: 21 });
  });

  test('a receipt line corrected to an expired date expires wherever its units are, and orders that reserve them are asked about', async () => {
    const { id, line, shelf } = await buy.accepted(undefined, {
      head: { on_date: '2026-11-01' },
      line: { expire_date: '2026-12-01' },
    });
    const to = await makeBranch(app);
    await transfer(shelf, to.id, 6);
    await selling(app, admin).make(there(shelf, to.id), 2);
    const items = [{ id: line, expire_date: '2026-11-10' }];
    expect(await reasons(buy.update({ id, items }))).toEqual(['units_held']);
    await buy.update({ id, items, force: 1 });
    expect(await levelOf(app, there(shelf, to.id))).toMatchObject({ on_hand: 6, expired: 6, available: -2 });
  });

  test('changing a receipt date changes the age of its batches', async () => {
    const { id, shelf } = await buy.accepted();
    const { status } = await buy.update({ id, on_date: '2026-11-10' });
    expect(status).toBe(200);
    const [batch] = await batchesOf(shelf);
    // midnight of that day in Qatar
    expect(batch?.created_at.toISOString()).toBe('2026-11-09T21:00:00.000Z');
  });

  test('a receipt line corrected below the paid amount is asked about', async () => {
    const { id, line } = await buy.accepted();
    const pay = (value: number) =>
      app.call(api.transaction.save, { receipt_id: id, value }, { token: admin.token });
    expect((await pay(45)).status).toBe(200);
    const lower = (quantity: number) => buy.update({ id, items: [{ id: line, quantity }] });
    expect((await lower(9)).status).toBe(200);
    expect(await reasons(lower(8))).toEqual(['over_net']);
    const raised = await buy.update({ id, items: [{ id: line, quantity: 8 }], force: 1 });
    expect(raised.results).toMatchObject({ net: 40, balance: -5 });
  });
});

describe('receipts of an earlier day', () => {
  const count = async (shelf: Shelf, counted: number) => {
    const { results } = await app.call(
      api.stockCount.save,
      { branch_id: shelf.branch_id, items: [{ item_id: shelf.item_id, counted }] },
      { token: admin.token },
    );
    await app.call(api.stockCount.post, { id: results.id }, { token: admin.token });
  };
  const late = (shelf: Shelf, supplier_id: number, on_date: string, more: object = {}) =>
    buy.save({
      supplier_id,
      on_date,
      status: 1,
      items: [{ item_id: shelf.item_id, branch_id: shelf.branch_id, quantity: 5, cost_value: 2 }],
      ...more,
    });

  test('a receipt dated before a stock count is asked about, because the count already includes its units', async () => {
    const { shelf, supplier_id } = await buy.accepted();
    await count(shelf, 15);
    const { failure } = await late(shelf, supplier_id, '2026-11-20');
    expect([failure.code, failure.params]).toEqual(['receipt.needs_force', { reasons: ['counted_since'] }]);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 15 });
    expect((await late(shelf, supplier_id, '2026-11-20', { force: 1 })).status).toBe(200);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 20 });
  });

  test('a receipt of today, of another branch or a draft is not asked about an earlier stock count', async () => {
    const { shelf, supplier_id } = await buy.accepted();
    await count(shelf, 15);
    expect((await late(shelf, supplier_id, '2026-11-21')).status).toBe(200);
    const other = there(shelf, (await makeBranch(app)).id);
    expect((await late(other, supplier_id, '2026-11-20')).status).toBe(200);
    const fresh = await makeShelf(app);
    await app.call(
      api.stockCount.save,
      { branch_id: fresh.branch_id, items: [{ item_id: fresh.item_id, counted: 1 }] },
      { token: admin.token },
    );
    expect((await late(fresh, supplier_id, '2026-11-20')).status).toBe(200);
  });
});

test('free goods in a receipt do not lower the cost of the others', async () => {
  const { shelf, supplier_id } = await buy.accepted();
  const free = { item_id: shelf.item_id, branch_id: shelf.branch_id, quantity: 2, cost_value: 0 };
  const paid = { ...free, cost_value: 6 };
  const lastCost = async () =>
    Number(
      (
        await app.services.database.prisma.stock_level.findUniqueOrThrow({
          where: { item_id_branch_id: { item_id: shelf.item_id, branch_id: shelf.branch_id } },
        })
      ).last_cost,
    );
  await buy.save({ supplier_id, status: 1, items: [free] });
  expect(await lastCost()).toBe(5);
  await buy.save({ supplier_id, status: 1, items: [paid, free] });
  expect(await lastCost()).toBe(6);
});

test('cost and expiry stay equal in all batches of one receipt line after any moves, sales and corrections', async () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('move' as const),
      from: fc.nat(2),
      to: fc.nat(2),
      quantity: fc.integer({ min: 1, max: 4 }),
    }),
    fc.record({
      kind: fc.constant('sell' as const),
      from: fc.nat(2),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({
      kind: fc.constant('correct' as const),
      cost: fc.integer({ min: 1, max: 9 }),
      expires: fc.constantFrom('2026-12-01', '2027-01-01', null),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const { id, line, shelf } = await buy.accepted(undefined, { quantity: 20 });
      const branches = [shelf.branch_id, (await makeBranch(app)).id, (await makeBranch(app)).id];
      const sell = selling(app, admin);
      for (const one of steps) {
        const at = there(shelf, branches['from' in one ? one.from : 0] ?? 0);
        if (one.kind === 'move' && one.from !== one.to)
          await transfer(at, branches[one.to] ?? 0, one.quantity);
        if (one.kind === 'sell') {
          const made = await sell.make(at, one.quantity);
          if (made.status === 200) await sell.move(made.results.id, 'delivered');
        }
        if (one.kind === 'correct')
          await buy.update({
            id,
            items: [{ id: line, cost_value: one.cost, expire_date: one.expires }],
            force: 1,
          });
      }
      const batches = await batchesOf(shelf);
      expect(new Set(batches.map((one) => `${one.cost_value} ${one.expire_date}`)).size).toBe(1);
      const uses = await app.services.database.prisma.stock_use.findMany({
        where: { item_id: shelf.item_id },
        select: { cost_value: true },
      });
      for (const use of uses) expect(Number(use.cost_value)).toBe(Number(batches[0]?.cost_value));
    }),
    { numRuns: 12 },
  );
});
