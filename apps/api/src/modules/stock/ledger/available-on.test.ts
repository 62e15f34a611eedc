import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { selling } from '../../../../test/sales.ts';
import { levelOf, makeShelf, type Shelf, stockUp } from '../../../../test/stock.ts';

let app: TestApp;
let sell: ReturnType<typeof selling>;
// a Saturday
const NOW = new Date('2026-11-21T09:00:00Z');
const THURSDAY = '2026-11-26';
const FRIDAY = '2026-11-27T10:00:00.000Z';
beforeAll(async () => {
  app = await startApp({ now: () => NOW });
  sell = selling(app, await makeAdmin(app));
});
afterEach(() => expectSound(app));
afterAll(() => app.stop());

/** Five units that expire on Thursday, and five that do not. */
async function mixed(checks = true): Promise<Shelf> {
  const shelf = await makeShelf(app, { checks });
  await stockUp(app.ctx(), shelf, 5, 3, { expire_date: THURSDAY });
  await stockUp(app.ctx(), shelf, 5, 3);
  return shelf;
}
const preferredAt = (preferred_at: string) => ({ preferred_at });
const priced = async (shelf: Shelf, quantity: number, more: object) =>
  (
    await sell.price({
      branch_id: shelf.branch_id,
      type: 'take_away',
      cart: [{ item_id: shelf.item_id, quantity }],
      ...more,
    })
  ).results.shortages;

describe('orders for Friday', () => {
  test('an order for Friday cannot use units that expire on Thursday, and the refusal says how many remain', async () => {
    const shelf = await mixed();
    const { status, failure } = await sell.make(shelf, 6, preferredAt(FRIDAY));
    expect([status, failure.code, failure.params]).toEqual([
      409,
      'stock.insufficient',
      expect.objectContaining({ asked: 6, available: 5, wanted_at: FRIDAY }),
    ]);
    expect(await levelOf(app, shelf)).toMatchObject({ reserved: 0 });
    expect(await priced(shelf, 6, preferredAt(FRIDAY))).toMatchObject([
      { asked: 6, available: 5, reason: 'expiring', refused: true },
    ]);
    expect(await priced(shelf, 5, preferredAt(FRIDAY))).toEqual([]);
    expect((await sell.make(shelf, 5, preferredAt(FRIDAY))).status).toBe(200);
    // what is wanted before then still has those of Thursday
    expect((await sell.make(shelf, 1, preferredAt(FRIDAY))).status).toBe(409);
    expect((await sell.make(shelf, 5, preferredAt('2026-11-26T10:00:00.000Z'))).status).toBe(200);
  });

  test('orders for today use the units that expire first, whichever order was placed first', async () => {
    const shelf = await mixed();
    expect((await sell.make(shelf, 5)).status).toBe(200);
    expect((await sell.make(shelf, 5, preferredAt(FRIDAY))).status).toBe(200);
    expect((await sell.make(shelf, 1)).status).toBe(409);
  });

  test('an order for Friday is accepted where the branch sells below stock', async () => {
    const shelf = await mixed(false);
    expect((await sell.make(shelf, 8, preferredAt(FRIDAY))).status).toBe(200);
    expect(await priced(shelf, 8, preferredAt(FRIDAY))).toMatchObject([
      { reason: 'expiring', refused: false },
    ]);
  });

  test('an order for Friday can grow only by units that are still fresh then, and keeps what it has', async () => {
    const shelf = await mixed();
    const { id } = (await sell.make(shelf, 5, preferredAt(FRIDAY))).results;
    const cart = (quantity: number) => ({ id, cart: [{ item_id: shelf.item_id, quantity }] });
    const grown = await sell.save(cart(6));
    expect([grown.status, grown.failure.code, grown.failure.params.available]).toEqual([
      409,
      'stock.insufficient',
      0,
    ]);
    expect((await sell.save(cart(5))).status).toBe(200);
    expect((await sell.save({ ...cart(4), notes: 'Ring twice' })).status).toBe(200);
    expect(await levelOf(app, shelf)).toMatchObject({ reserved: 4 });
  });

  test('a canceled order for Friday can be reopened only with units that are still fresh then', async () => {
    const shelf = await mixed();
    const { id } = (await sell.make(shelf, 5, preferredAt(FRIDAY))).results;
    await sell.move(id, 'canceled');
    await sell.make(shelf, 3, preferredAt(FRIDAY));
    const reopened = await sell.move(id, 'waiting');
    expect([reopened.status, reopened.failure.code]).toEqual([409, 'stock.insufficient']);
  });
});

describe('two expiry dates', () => {
  test('each order uses units that are fresh on its own day', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 2, 3, { expire_date: '2026-11-23' });
    await stockUp(app.ctx(), shelf, 2, 3, { expire_date: '2026-11-25' });
    await stockUp(app.ctx(), shelf, 2, 3);
    const day = (n: number) => preferredAt(`2026-11-${n}T10:00:00.000Z`);
    expect((await sell.make(shelf, 5, day(24))).status).toBe(409);
    expect((await sell.make(shelf, 4, day(24))).status).toBe(200);
    // all that is left until the 24th is sold: nothing is left for the 27th
    expect((await sell.make(shelf, 1, day(27))).status).toBe(409);
    expect((await sell.make(shelf, 2, day(22))).status).toBe(200);
  });
});
