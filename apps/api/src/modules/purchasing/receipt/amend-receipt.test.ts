import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { patient } from '../../../../test/patient.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { lineOf, makeSupplier, purchasing } from '../../../../test/receipts.ts';
import { levelOf, makeShelf, type Shelf, units } from '../../../../test/stock.ts';
import { deductStock, restockReturnedLines } from '../../stock/index.ts';
import { lockLevels, writeLedger } from '../../stock/ledger/ledger.ts';

let app: TestApp;
let admin: Person;
let buy: ReturnType<typeof purchasing>;
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

const sell = (shelf: Shelf, quantity: number, id = unique(), line_id = 1) =>
  app
    .ctx()
    .tx((ctx) => deductStock(ctx, { type: 'sale', id }, [{ ...shelf, quantity: units(quantity), line_id }]));
/** What an order's goods cost: its uses, less what came back. */
async function costOfOrder(id: number): Promise<number> {
  const { rows } = await app.services.database.pool.query<{ cost: number }>(
    `SELECT coalesce(sum((quantity - returned_quantity) * cost_value), 0)::float8 AS cost
       FROM stock_use WHERE ref_type = 'sale' AND ref_id = $1`,
    [id],
  );
  return rows[0]?.cost ?? Number.NaN;
}
/** V3.5: a batch of 10 at 5.00, of which 6 are sold. */
async function vector() {
  const made = await buy.accepted(await makeShelf(app, { stepper: 0.5 }));
  const order = unique();
  await sell(made.shelf, 6, order);
  const change = (line: object, more: object = {}) =>
    buy.update({ id: made.id, items: [{ id: made.line, ...line }], ...more });
  const lineNow = async () => (await buy.show(made.id)).results.items[0];
  return { ...made, order, change, lineNow };
}
const ask = async (reply: ReturnType<typeof buy.update>) => {
  const { status, failure } = await reply;
  return [status, failure.code, failure.params];
};

describe('changing the received quantity (vector V3.5)', () => {
  test('the quantity of a receipt line can be changed freely down to the sold quantity and up', async () => {
    const { shelf, change, lineNow, order, id } = await vector();
    expect((await change({ quantity: 8 })).results).toMatchObject({ quantity: 8, net: 40, version: 2 });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 2, value: 10 });
    expect((await change({ quantity: 6 })).status).toBe(200);
    expect(await lineNow()).toMatchObject({ quantity: 6, remaining_quantity: 0 });
    expect((await change({ quantity: 12.5 })).status).toBe(200);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 6.5, value: 32.5 });
    expect(await costOfOrder(order)).toBe(30);
    const log = await app.services.database.prisma.audit_log.findMany({
      where: { noun: 'receipt', record_id: String(id), action: 'update' },
    });
    expect(log).toHaveLength(3);
  });

  test('a receipt quantity below the sold one is asked about, and without other stock the difference is owed', async () => {
    const { shelf, change, lineNow, order } = await vector();
    expect(await ask(change({ quantity: 5 }))).toEqual([
      422,
      'receipt.needs_force',
      { reasons: ['below_used'] },
    ]);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 4, value: 20 });
    expect((await change({ quantity: 5 }, { force: 1 })).results).toMatchObject({ quantity: 5, net: 25 });
    expect(await lineNow()).toMatchObject({ quantity: 5, remaining_quantity: 0 });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0, deficit: 1, value: 0 });
    // five of the batch, and one at the provisional cost
    expect(await costOfOrder(order)).toBe(30);
    await buy.accepted(shelf, { quantity: 3, cost: 9 });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 2, deficit: 0 });
    expect(await costOfOrder(order)).toBe(34);
  });

  test('a receipt quantity below the sold one moves sales to the other batches that expire first', async () => {
    const { shelf, change, order } = await vector();
    await buy.accepted(shelf, { quantity: 1, cost: 7, line: { expire_date: '2027-06-01' } });
    await buy.accepted(shelf, { quantity: 1, cost: 8, line: { expire_date: '2027-01-01' } });
    expect((await change({ quantity: 3 }, { force: 1 })).status).toBe(200);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0, deficit: 1, value: 0 });
    expect(await costOfOrder(order)).toBe(3 * 5 + 8 + 7 + 8);
    const { prisma } = app.services.database;
    const uses = await prisma.stock_use.findMany({ where: { ref_type: 'sale', ref_id: order } });
    expect(uses.every(({ line_id }) => line_id === 1)).toBe(true);
  });

  test('a forced receipt quantity without enough other stock moves the latest sales to the remaining batches', async () => {
    const shelf = await makeShelf(app);
    const one = await buy.accepted(shelf, { quantity: 4, cost: 2 });
    const [early, late] = [unique(), unique()];
    await sell(shelf, 1, early);
    await sell(shelf, 3, late);
    await buy.accepted(shelf, { quantity: 3, cost: 3 });
    await buy.update({ id: one.id, items: [{ id: one.line, quantity: 1 }], force: 1 });
    expect([await costOfOrder(early), await costOfOrder(late)]).toEqual([2, 9]);
    const emptied = await buy.update({ id: one.id, items: [{ id: one.line, quantity: 0 }], force: 1 });
    expect(emptied.results).toMatchObject({ quantity: 0, net: 0, lines_count: 1 });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0, deficit: 1 });
  });

  test('two lines of one item reduced at once move each sale to other batches only once', async () => {
    const shelf = await makeShelf(app);
    const supplier_id = await makeSupplier(app);
    const { results } = await buy.save({
      supplier_id,
      items: [lineOf(shelf, 5, 1), lineOf(shelf, 5, 2)],
      status: 1,
    });
    const order = unique();
    await sell(shelf, 9, order);
    await buy.accepted(shelf, { quantity: 10, cost: 4 });
    const items = results.items.map(({ id }) => ({ id, quantity: 2 }));
    expect((await buy.update({ id: results.id, items, force: 1 })).status).toBe(200);
    // 2 at 1, 2 at 2, the other five at 4
    expect(await costOfOrder(order)).toBe(2 + 4 + 20);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 5, deficit: 0, value: 20 });
    await expectSound(app);
  });

  test('a higher receipt quantity settles units that are owed', async () => {
    const shelf = await makeShelf(app, { checks: false });
    const one = await buy.accepted(shelf, { quantity: 2, cost: 3 });
    const order = unique();
    await sell(shelf, 5, order);
    await buy.update({ id: one.id, items: [{ id: one.line, quantity: 7 }] });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 2, deficit: 0 });
    expect(await costOfOrder(order)).toBe(15);
  });

  test('two raised lines of one item settle the owed units once', async () => {
    const shelf = await makeShelf(app, { checks: false });
    const items = [lineOf(shelf, 1, 3), lineOf(shelf, 1, 4)];
    const { results } = await buy.save({ supplier_id: await makeSupplier(app), items, status: 1 });
    const order = unique();
    await sell(shelf, 5, order);
    const more = results.items.map(({ id }) => ({ id, quantity: 3 }));
    expect((await buy.update({ id: results.id, items: more })).status).toBe(200);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 1, deficit: 0 });
    expect(await costOfOrder(order)).toBe(3 + 4 + 2 * 3 + 4);
    await expectSound(app);
  });

  test('a receipt quantity cannot fall below the written off quantity, because that is no sale', async () => {
    const { shelf, change, batch, lineNow } = await vector();
    await app.ctx().tx(async (ctx) => {
      await lockLevels(ctx, [shelf]);
      const { item_id, branch_id } = shelf;
      const movement = { target: 5, quantity: units(4) } as const;
      await writeLedger(ctx, { type: 'write_off', id: 1 }, [
        { item_id, branch_id, batch_id: batch, delta: -units(4), movement },
      ]);
    });
    expect((await change({ quantity: 4 }, { force: 1 })).status).toBe(200);
    const refused = await change({ quantity: 3 }, { force: 1 });
    expect([refused.status, refused.failure.code]).toEqual([409, 'stock.insufficient']);
    expect(await lineNow()).toMatchObject({ quantity: 4, remaining_quantity: 0 });
  });
});

describe('changing the cost of a receipt line (vector V3.5)', () => {
  test('a changed receipt cost also changes sold units after confirmation', async () => {
    const { id, shelf, change, order, batch } = await vector();
    expect(await ask(change({ cost_value: 5.5 }))).toEqual([
      422,
      'receipt.needs_force',
      { reasons: ['recost_used'] },
    ]);
    expect(await costOfOrder(order)).toBe(30);
    const { results } = await change({ cost_value: 5.5 }, { force: 1 });
    expect(results).toMatchObject({ net: 55, total: 55, discount: 0 });
    expect(await costOfOrder(order)).toBe(33);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 4, value: 22 });
    const { prisma } = app.services.database;
    const [row] = await prisma.audit_log.findMany({ where: { noun: 'batch', record_id: String(batch) } });
    expect(row).toMatchObject({ action: 'recost', changes: { cost_value: { from: 5, to: 5.5 } } });
    const own = await prisma.audit_log.findMany({ where: { noun: 'receipt', record_id: String(id) } });
    expect(own.map(({ action }) => action)).toEqual(['create', 'update']);
  });

  test('a receipt cost can be changed freely while nothing is sold or everything has been returned', async () => {
    const { id, line, shelf } = await buy.accepted();
    const change = (cost_value: number) => buy.update({ id, items: [{ id: line, cost_value }] });
    expect((await change(4)).status).toBe(200);
    expect(await levelOf(app, shelf)).toMatchObject({ value: 40 });
    const ref = { type: 'sale', id: unique() };
    await sell(shelf, 2, ref.id);
    await app.ctx().tx((ctx) => restockReturnedLines(ctx, ref, [{ line_id: 1, quantity: units(2) }]));
    expect((await change(3)).status).toBe(200);
    expect(await levelOf(app, shelf)).toMatchObject({ value: 30 });
  });

  test('the price before discount of a receipt line is never below its cost', async () => {
    const { id, line } = await buy.accepted(undefined, { line: { cost_value_before_discount: 6 } });
    const change = (fields: object) => buy.update({ id, items: [{ id: line, ...fields }] });
    const refused = await change({ cost_value: 6.5 });
    expect(Object.keys(refused.failure.errors)).toEqual(['items.0.cost_value_before_discount']);
    expect((await change({ cost_value: 5.5 })).results).toMatchObject({ total: 60, net: 55, discount: 5 });
    expect((await change({ cost_value_before_discount: 7 })).results).toMatchObject({
      total: 70,
      discount: 15,
    });
  });
});

describe('changing the expiry date of a receipt line', () => {
  test('the expiry date of a receipt line can be changed freely, and expired units are separated at once', async () => {
    const { id, shelf, line } = await buy.accepted(undefined, { head: { on_date: '2026-10-01' } });
    const change = (expire_date: string | null) => buy.update({ id, items: [{ id: line, expire_date }] });
    expect((await change('2026-11-20')).status).toBe(200);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 10, expired: 10, available: 0 });
    expect((await change('2026-11-21')).status).toBe(200);
    expect(await levelOf(app, shelf)).toMatchObject({ expired: 0, available: 10 });
    expect((await change(null)).results.items[0]?.expire_date).toBeNull();
    expect(Object.keys((await change('2026-10-01')).failure.errors)).toEqual(['items.0.expire_date']);
  });
});

describe('changing the branch and product of a receipt line', () => {
  test('a receipt line can change its branch and item while nothing is sold, and its batch moves with it', async () => {
    const { id, shelf, line, batch } = await buy.accepted();
    const there = await makeShelf(app);
    const moved = await buy.update({ id, items: [{ id: line, branch_id: there.branch_id }] });
    expect(moved.results.items[0]).toMatchObject({ branch_id: there.branch_id, batch_id: batch });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0, value: 0 });
    const stands = { ...shelf, branch_id: there.branch_id };
    expect(await levelOf(app, stands)).toMatchObject({ on_hand: 10, value: 50 });
    const other = await buy.update({ id, items: [{ id: line, item_id: there.item_id, quantity: 4 }] });
    expect(other.results.items[0]).toMatchObject({ product_id: there.product_id, remaining_quantity: 4 });
    expect(await levelOf(app, stands)).toMatchObject({ on_hand: 0 });
    expect(await levelOf(app, there)).toMatchObject({ on_hand: 4, value: 20 });
    await expectSound(app);
  });

  test('a moved receipt line settles owed units at its new place', async () => {
    const there = await makeShelf(app, { checks: false });
    await sell(there, 3);
    const { id, line } = await buy.accepted();
    const { item_id, branch_id } = there;
    await buy.update({ id, items: [{ id: line, item_id, branch_id }] });
    expect(await levelOf(app, there)).toMatchObject({ on_hand: 7, deficit: 0 });
  });

  test('a receipt line with used units keeps its branch and item, even with force', async () => {
    const { change } = await vector();
    const there = await makeShelf(app);
    for (const [field, value] of [
      ['branch_id', there.branch_id],
      ['item_id', there.item_id],
    ] as const) {
      const refused = await change({ [field]: value }, { force: 1 });
      expect([refused.status, refused.failure.code, Object.keys(refused.failure.errors)]).toEqual([
        409,
        'receipt.line_used',
        [`items.0.${field}`],
      ]);
    }
  });

  test('a receipt line needs an item of its product, a barcode and an existing branch', async () => {
    const { id, line, shelf } = await buy.accepted();
    const there = await makeShelf(app);
    const { prisma } = app.services.database;
    const fields = async (change: object) => {
      const { failure } = await buy.update({ id, items: [{ id: line, ...change }] });
      return [failure.code, ...Object.keys(failure.errors)];
    };
    const wrong = ['reference.missing', 'items.0.item_id'];
    expect(await fields({ product_id: there.product_id })).toEqual(wrong);
    expect(await fields({ item_id: there.item_id, product_id: shelf.product_id })).toEqual(wrong);
    expect(await fields({ branch_id: 2_000_000_000 })).toEqual(['reference.missing', 'items.0.branch_id']);
    await prisma.product_item.update({ where: { id: there.item_id }, data: { barcode: null } });
    expect(await fields({ item_id: there.item_id })).toEqual(['receipt.no_barcode', 'items.0.item_id']);
  });

  test('concurrent moves of receipt lines between two branches do not deadlock', async () => {
    const [a, b] = [await makeShelf(app), await makeShelf(app)];
    const places = [a, { ...a, branch_id: b.branch_id }];
    const made = await Promise.all(Array.from({ length: 20 }, () => buy.accepted(a, { quantity: 1 })));
    const said = await Promise.all(
      made.flatMap(({ id, line }, at) =>
        [0, 1].map((turn) =>
          patient(() =>
            buy.update({ id, items: [{ id: line, branch_id: places[(at + turn) % 2]?.branch_id ?? 0 }] }),
          ),
        ),
      ),
    );
    expect(said.filter(({ status }) => status !== 200)).toEqual([]);
    const levels = await Promise.all(places.map((place) => levelOf(app, place)));
    expect(levels.reduce((all, { on_hand }) => all + on_hand, 0)).toBe(20);
  });
});
