import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { lineOf, makeSupplier, purchasing } from '../../../../test/receipts.ts';
import { holdUnits, levelOf, makeShelf, need, sellUnits, stockUp } from '../../../../test/stock.ts';
import { reserveStock } from '../../stock/index.ts';

let app: TestApp;
let buy: ReturnType<typeof purchasing>;
const NOW = new Date('2026-11-21T09:00:00Z');
beforeAll(async () => {
  app = await startApp({ now: () => NOW });
  buy = purchasing(app, await makeAdmin(app));
});
afterAll(async () => {
  await expectSound(app);
  await app.stop();
});

/** What a change that needs force asks. */
const ask = async (input: object): Promise<unknown> => {
  const reply = await buy.update(input);
  return reply.status === 200 ? [] : reply.failure.params.reasons;
};

describe('receipts with units reserved by open orders', () => {
  test('canceling a receipt with reserved units is asked about, and the orders keep their reservation', async () => {
    const { id, shelf } = await buy.accepted();
    await holdUnits(app, shelf, 8);
    expect(await ask({ id, status: -1 })).toEqual(['units_held']);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 10, reserved: 8 });
    expect((await buy.show(id)).results.status).toBe(1);
    expect((await buy.update({ id, status: -1, force: 1 })).results.status).toBe(-1);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0, reserved: 8, available: -8 });
    const log = await app.services.database.prisma.audit_log.findFirstOrThrow({
      where: { noun: 'receipt', record_id: String(id), action: 'cancel' },
    });
    expect(log.changes).toMatchObject({ force: { to: ['units_held'] } });
  });

  test('canceling a receipt lists reserved units next to the other reasons for confirmation', async () => {
    const { id, shelf, line } = await buy.accepted();
    await sellUnits(app, shelf, 4);
    await holdUnits(app, shelf, 6);
    expect(await ask({ id, status: -1 })).toEqual(['units_used', 'units_held']);
    expect(await ask({ id, items: [{ id: line, quantity: 3 }] })).toEqual(['below_used', 'units_held']);
  });

  test('canceling a receipt asks nothing when other stock is enough or nothing is reserved', async () => {
    const { id, shelf } = await buy.accepted();
    await stockUp(app.ctx(), shelf, 8, 5);
    await holdUnits(app, shelf, 8);
    expect(await ask({ id, status: -1 })).toEqual([]);
    const free = await buy.accepted();
    const other = await makeShelf(app, { branch_id: free.shelf.branch_id });
    await stockUp(app.ctx(), other, 2, 5);
    await holdUnits(app, other, 2);
    expect(await ask({ id: free.id, status: -1 })).toEqual([]);
  });

  test('canceling a receipt asks nothing where the branch sells below stock', async () => {
    const { id, shelf } = await buy.accepted(await makeShelf(app, { checks: false }));
    await holdUnits(app, shelf, 8);
    expect(await ask({ id, status: -1 })).toEqual([]);
  });

  test('reserved units are counted over all receipt lines of one item and branch, and separately for each', async () => {
    const shelf = await makeShelf(app);
    const other = await makeShelf(app, { branch_id: shelf.branch_id });
    const items = [lineOf(shelf, 5), lineOf(shelf, 5), lineOf(other, 50)];
    const { results } = await buy.save({ supplier_id: await makeSupplier(app), items, status: 1 });
    const [first, second] = results.items;
    await holdUnits(app, shelf, 7);
    // three less are free of the ten; what the other product has does not help
    const lower = (from: number, to: number) => ({
      id: results.id,
      items: [
        { id: first?.id, quantity: from },
        { id: second?.id, quantity: to },
      ],
    });
    expect(await ask(lower(2, 4))).toEqual(['units_held']);
    expect(await ask(lower(1, 6))).toEqual([]);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 7, reserved: 7, available: 0 });
  });

  test('correcting a receipt to expired counts its units as lost, but not units that had expired before', async () => {
    const head = { on_date: '2026-11-01' };
    const { id, shelf, line } = await buy.accepted(undefined, { head });
    await holdUnits(app, shelf, 1);
    expect(await ask({ id, items: [{ id: line, expire_date: '2026-11-10' }] })).toEqual(['units_held']);
    const stale = await buy.accepted(undefined, { head, line: { expire_date: '2026-11-10' } });
    await stockUp(app.ctx(), stale.shelf, 2, 5);
    await holdUnits(app, stale.shelf, 2);
    expect(await ask({ id: stale.id, status: -1 })).toEqual([]);
  });

  test('moving reserved units of a receipt to another branch is asked about', async () => {
    const { id, shelf, line } = await buy.accepted();
    const { branch_id } = await makeShelf(app);
    await holdUnits(app, shelf, 1);
    const move = { id, items: [{ id: line, branch_id }] };
    expect(await ask(move)).toEqual(['units_held']);
    expect(await ask({ ...move, force: 1 })).toEqual([]);
    expect(await levelOf(app, { ...shelf, branch_id })).toMatchObject({ on_hand: 10 });
  });

  test('a receipt is never canceled without asking when an order reserves its units at the same moment', async () => {
    const { id, shelf } = await buy.accepted();
    const [cancelled, ...held] = await Promise.all([
      buy.update({ id, status: -1 }),
      ...Array.from({ length: 20 }, (_, index) =>
        app
          .ctx()
          .tx((ctx) => reserveStock(ctx, { type: 'sale', id: 1_000_000 + index }, [need(shelf, 1)]))
          .then(
            () => 1,
            () => 0,
          ),
      ),
    ]);
    const { on_hand, reserved } = await levelOf(app, shelf);
    expect(reserved).toBe(held.reduce((sum: number, one) => sum + one, 0));
    expect([on_hand, reserved]).toEqual(cancelled.status === 200 ? [0, 0] : [10, 10]);
  });
});
