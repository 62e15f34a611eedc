import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, type Person, unique } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { expectSound } from '../../../test/promises/soundness.ts';
import { lineOf, makeSupplier, purchasing } from '../../../test/receipts.ts';
import { levelOf, makeShelf, units } from '../../../test/stock.ts';
import { deduct } from './index.ts';

let app: TestApp;
let admin: Person;
let buy: ReturnType<typeof purchasing>;
// midday in Doha
const NOW = new Date('2026-11-21T09:00:00Z');
beforeAll(async () => {
  app = await startApp({ now: () => NOW });
  admin = await makeAdmin(app);
  buy = purchasing(app, admin);
});
afterAll(async () => {
  await expectSound(app);
  await app.stop();
});

const sell = (
  shelf: { item_id: number; branch_id: number; product_id: number },
  quantity: number,
  id = unique(),
) =>
  app
    .ctx()
    .tx((ctx) => deduct(ctx, { type: 'order', id }, [{ ...shelf, quantity: units(quantity), line_id: 1 }]));

describe('a receipt that is sent', () => {
  test('keeps its lines and sums, and moves nothing yet', async () => {
    const shelf = await makeShelf(app);
    const supplier_id = await makeSupplier(app);
    const { status, results } = await buy.save({
      supplier_id,
      items: [lineOf(shelf, 3, 2.5, { cost_value_before_discount: 3 }), lineOf(shelf, 0.5, 1.2345)],
    });
    expect(status).toBe(200);
    expect(results).toMatchObject({
      supplier_id,
      status: null,
      on_date: '2026-11-21',
      lines_count: 2,
      quantity: 3.5,
      total: 9.62,
      discount: 1.5,
      net: 8.12,
      paid: 0,
      balance: 8.12,
      version: 1,
      actions: ['save', 'accept', 'cancel', 'delete'],
    });
    expect(results.items[1]).toMatchObject({
      cost_value: 1.2345,
      cost_value_before_discount: 1.2345,
      net: 0.62,
    });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0 });
    expect((await buy.show(results.id)).results).toEqual(results);
  });
});

describe('accepting', () => {
  test('books every line as a batch', async () => {
    const { shelf, id } = await buy.accepted();
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 10, value: 50 });
    const { results } = await buy.show(id);
    expect(results).toMatchObject({ status: 1, actions: ['save', 'lock', 'cancel', 'pay'] });
    expect(results.items[0]).toMatchObject({ remaining_quantity: 10 });
  });
});

describe('lines of an accepted receipt (V3.5)', () => {
  test('may receive less, down to what is gone', async () => {
    const { shelf, id, line } = await buy.accepted();
    await sell(shelf, 6);
    expect((await buy.update({ id, items: [{ id: line, quantity: 8 }] })).status).toBe(200);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 2, value: 10 });
  });
  test('and below it only by force', async () => {
    const { shelf, id, line } = await buy.accepted();
    await sell(shelf, 6);
    const asked = await buy.update({ id, items: [{ id: line, quantity: 5 }] });
    expect(asked.failure).toMatchObject({ code: 'receipt.needs_force', params: { reasons: ['below_used'] } });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 4 });
    expect((await buy.update({ id, items: [{ id: line, quantity: 5 }], force: 1 })).status).toBe(200);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0, deficit: 1 });
  });
  test('a new cost re-costs what is sold', async () => {
    const { shelf, id, line } = await buy.accepted();
    await sell(shelf, 6);
    const change = { id, items: [{ id: line, cost_value: 5.5 }] };
    expect((await buy.update(change)).failure.params).toEqual({ reasons: ['recost_used'] });
    expect((await buy.update({ ...change, force: 1 })).status).toBe(200);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 4, value: 22 });
  });
  test('cancelled whole, or what is left', async () => {
    const { shelf, id } = await buy.accepted();
    expect((await buy.update({ id, status: -1 })).results).toMatchObject({ status: -1, actions: ['delete'] });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0, value: 0 });
    const other = await buy.accepted();
    await sell(other.shelf, 6);
    expect((await buy.update({ id: other.id, status: -1 })).failure.params).toEqual({
      reasons: ['units_used'],
    });
    expect((await buy.update({ id: other.id, status: -1, force: 1 })).results).toMatchObject({
      status: -1,
      quantity: 6,
    });
    expect(await levelOf(app, other.shelf)).toMatchObject({ on_hand: 0 });
  });
});
