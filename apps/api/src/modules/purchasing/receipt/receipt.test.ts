import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { lineOf, makeSupplier, purchasing } from '../../../../test/receipts.ts';
import { levelOf, makeShelf, type Shelf } from '../../../../test/stock.ts';

let app: TestApp;
let admin: Person;
let buy: ReturnType<typeof purchasing>;
let shelf: Shelf;
let supplier_id: number;
// midday in Doha
const NOW = new Date('2026-11-21T09:00:00Z');
beforeAll(async () => {
  app = await startApp({ now: () => NOW });
  admin = await makeAdmin(app);
  buy = purchasing(app, admin);
  shelf = await makeShelf(app);
  supplier_id = await makeSupplier(app);
});
afterAll(async () => {
  await expectSound(app);
  await app.stop();
});

const refusal = (reply: { status: number; failure: { code: string; errors: object } }) => [
  reply.status,
  reply.failure.code,
  Object.keys(reply.failure.errors),
];
const audited = (id: number) =>
  app.services.database.prisma.audit_log.findMany({
    where: { noun: 'receipt', record_id: String(id) },
    orderBy: { id: 'asc' },
  });

describe('draft receipts', () => {
  test('a sent receipt stores its lines and totals and moves no stock', async () => {
    const place = await makeShelf(app, { stepper: 0.5 });
    const { status, results } = await buy.save({
      supplier_id,
      notes: 'By lorry',
      items: [
        lineOf(place, 3, 2.5, { cost_value_before_discount: 3, expire_date: '2027-01-31' }),
        lineOf(place, 0.5, 1.2345),
      ],
    });
    expect(status).toBe(200);
    expect(results).toMatchObject({
      supplier_id,
      status: null,
      on_date: '2026-11-21',
      invoice_number: null,
      notes: 'By lorry',
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
    expect(results.branches_names).toHaveLength(1);
    const [first, second] = results.items;
    expect(first).toMatchObject({
      product_id: place.product_id,
      net: 7.5,
      expire_date: '2027-01-31',
      batch_id: null,
      remaining_quantity: null,
    });
    expect(first?.barcode).toMatch(/^S/);
    expect(second).toMatchObject({ cost_value: 1.2345, cost_value_before_discount: 1.2345, net: 0.62 });
    expect(await levelOf(app, place)).toMatchObject({ on_hand: 0 });
    expect((await buy.show(results.id)).results).toEqual(results);
    expect((await audited(results.id)).map(({ action }) => action)).toEqual(['create']);
  });

  test('a receipt can be created with a supplier and no lines', async () => {
    const { results } = await buy.save({ supplier_id });
    expect(results).toMatchObject({ lines_count: 0, net: 0, items: [], branches_names: [] });
    expect(refusal(await buy.save({}))).toEqual([422, 'request.invalid', ['supplier_id']]);
  });

  test('saving a receipt replaces its lines by the given set, named by ids', async () => {
    const { results } = await buy.save({
      supplier_id,
      items: [lineOf(shelf, 1), lineOf(shelf, 2), lineOf(shelf, 3)],
    });
    const [one, two] = results.items;
    const changed = await buy.save({
      id: results.id,
      items: [
        { id: two?.id, ...lineOf(shelf, 20) },
        lineOf(shelf, 4, 7),
        { id: one?.id, ...lineOf(shelf, 10) },
      ],
    });
    expect(changed.results.items.map(({ quantity }) => quantity)).toEqual([20, 4, 10]);
    expect(changed.results.items.map(({ id }) => id)).toEqual([two?.id, expect.any(Number), one?.id]);
    expect(changed.results).toMatchObject({ lines_count: 3, quantity: 34, net: 178, version: 2 });
    const kept = await buy.save({ id: results.id, notes: 'As before' });
    expect(kept.results.items).toEqual(changed.results.items);
    expect((await buy.save({ id: results.id, items: [] })).results).toMatchObject({ lines_count: 0, net: 0 });
    const [, log] = await audited(results.id);
    expect(log?.changes).toMatchObject({
      items: { to: expect.arrayContaining([expect.objectContaining({ quantity: 20 })]) },
    });
  });

  test('the answer of a receipt can be sent back, and fields that are not sent are kept', async () => {
    const { results } = await buy.save({
      supplier_id,
      invoice_number: ' K-1 ',
      invoice_date: '2026-11-01',
      items: [lineOf(shelf, 1, 2, { cost_value_before_discount: 3, expire_date: '2027-05-05' })],
    });
    const { items, ...head } = results;
    const again = await buy.save({
      ...head,
      items: items.map(
        ({ id, product_id, item_id, branch_id, quantity, cost_value, cost_value_before_discount }) => ({
          id,
          product_id,
          item_id,
          branch_id,
          quantity,
          cost_value,
          cost_value_before_discount,
        }),
      ),
    });
    expect(again.status).toBe(200);
    expect(again.results).toEqual({ ...results, version: 2 });
    const cleared = await buy.save({ id: results.id, invoice_number: null, invoice_date: '' });
    expect(cleared.results).toMatchObject({ invoice_number: null, invoice_date: null });
  });

  test('lines of a sent receipt can also be changed one by one, like those of an accepted one', async () => {
    const { results } = await buy.save({ supplier_id, items: [lineOf(shelf, 1), lineOf(shelf, 2)] });
    const [one, two] = results.items;
    const changed = await buy.update({ id: results.id, items: [{ id: two?.id, quantity: 5 }] });
    expect(changed.results.items.map(({ id, quantity }) => [id, quantity])).toEqual([
      [one?.id, 1],
      [two?.id, 5],
    ]);
    expect(refusal(await buy.update({ id: results.id, items: [{ id: two?.id, quantity: 0 }] }))).toEqual([
      422,
      'request.invalid',
      ['items.0.quantity'],
    ]);
  });

  test('C4 saving an outdated version of a receipt is refused and changes nothing', async () => {
    const { results } = await buy.save({ supplier_id, items: [lineOf(shelf, 1)] });
    await buy.save({ id: results.id, version: 1, notes: 'Second' });
    for (const write of [buy.save, buy.update])
      expect((await write({ id: results.id, version: 1, notes: 'Third' })).failure).toMatchObject({
        code: 'record.stale',
        params: { version: 2 },
      });
    expect((await buy.remove(results.id, { version: 1 })).failure.code).toBe('record.stale');
    expect((await buy.show(results.id)).results).toMatchObject({ notes: 'Second', version: 2 });
  });
});

describe('what a receipt line names', () => {
  const sent = (line: object, more: object = {}) =>
    buy.save({ supplier_id, items: [lineOf(shelf), line], ...more });

  test('the product of a receipt line is derived from its item, and a wrong pair is refused', async () => {
    const other = await makeShelf(app);
    const wrong = await sent({ ...lineOf(shelf), product_id: other.product_id });
    expect(refusal(wrong)).toEqual([422, 'reference.missing', ['items.1.item_id']]);
    const right = await sent({ ...lineOf(shelf), product_id: shelf.product_id });
    expect(right.status).toBe(200);
  });

  test('a receipt line refuses deleted or unknown items, branches and suppliers', async () => {
    const { prisma } = app.services.database;
    const goneItem = await makeShelf(app);
    await prisma.product_item.update({ where: { id: goneItem.item_id }, data: { deleted_at: NOW } });
    const goneProduct = await makeShelf(app);
    await prisma.product.update({ where: { id: goneProduct.product_id }, data: { deleted_at: NOW } });
    const goneBranch = await makeShelf(app);
    await prisma.branch.update({ where: { id: goneBranch.branch_id }, data: { deleted_at: NOW } });
    const item = [422, 'reference.missing', ['items.1.item_id']];
    const branch = [422, 'reference.missing', ['items.1.branch_id']];
    expect(refusal(await sent(lineOf({ ...shelf, item_id: 2_000_000_000 })))).toEqual(item);
    expect(refusal(await sent(lineOf({ ...shelf, item_id: goneItem.item_id })))).toEqual(item);
    expect(refusal(await sent(lineOf({ ...shelf, item_id: goneProduct.item_id })))).toEqual(item);
    expect(refusal(await sent(lineOf({ ...shelf, branch_id: 2_000_000_000 })))).toEqual(branch);
    expect(refusal(await sent(lineOf({ ...shelf, branch_id: goneBranch.branch_id })))).toEqual(branch);
    expect(refusal(await sent(lineOf(shelf), { supplier_id: 2_000_000_000 }))).toEqual([
      422,
      'reference.missing',
      ['supplier_id'],
    ]);
    // the product and item tables stay as the catalogue would leave them
    await prisma.product_item.update({ where: { id: goneItem.item_id }, data: { deleted_at: null } });
    await prisma.product_item.update({
      where: { id: goneProduct.item_id },
      data: { deleted_at: NOW, barcode: null },
    });
  });

  test('a receipt save refuses lines of other receipts and repeated lines', async () => {
    const [one, two] = [await sent(lineOf(shelf)), await sent(lineOf(shelf))];
    const foreign = { id: two.results.items[0]?.id, ...lineOf(shelf) };
    const own = { id: one.results.items[0]?.id, ...lineOf(shelf) };
    expect(refusal(await buy.save({ id: one.results.id, items: [own, foreign] }))).toEqual([
      422,
      'reference.missing',
      ['items.1.id'],
    ]);
    expect(refusal(await buy.save({ id: one.results.id, items: [own, own] }))).toEqual([
      422,
      'request.invalid',
      ['items.1.id'],
    ]);
    expect(refusal(await buy.update({ id: one.results.id, items: [foreign] }))).toEqual([
      422,
      'reference.missing',
      ['items.0.id'],
    ]);
    expect(refusal(await buy.save({ items: [own], supplier_id }))).toEqual([
      422,
      'reference.missing',
      ['items.0.id'],
    ]);
  });

  test.each([
    [{ quantity: 0 }, 'items.1.quantity'],
    [{ quantity: 1.2345 }, 'items.1.quantity'],
    [{ quantity: 1e9 }, 'items.1.quantity'],
    [{ cost_value: -1 }, 'items.1.cost_value'],
    [{ cost_value: 1.23456 }, 'items.1.cost_value'],
    [{ cost_value: 1e9 }, 'items.1.cost_value'],
    [{ cost_value_before_discount: 4.9999 }, 'items.1.cost_value_before_discount'],
    [{ expire_date: '2026-11-21' }, 'items.1.expire_date'],
    [{ expire_date: '2026-11-20' }, 'items.1.expire_date'],
    [{ quantity: 900_000_000, cost_value: 2 }, 'items'],
  ])('a receipt line with %j is refused on its field', async (wrong, field) => {
    expect(refusal(await sent({ ...lineOf(shelf), ...wrong }))).toEqual([422, 'request.invalid', [field]]);
  });

  test("a receipt line must expire after the receipt's day, whichever of the two changes", async () => {
    const { results } = await sent(lineOf(shelf, 1, 1, { expire_date: '2026-12-01' }));
    expect(refusal(await buy.save({ id: results.id, on_date: '2026-12-01' }))).toEqual([
      422,
      'request.invalid',
      ['items.1.expire_date'],
    ]);
  });

  test("a receipt line must be in one of the caller's branches", async () => {
    const foreign = await makeBranch(app);
    const clerk = await makePerson(app, { permissions: ['reciepts'], branch_id: shelf.branch_id });
    const write = purchasing(app, clerk);
    const refused = await write.save({
      supplier_id,
      items: [lineOf(shelf), lineOf({ ...shelf, branch_id: foreign.id })],
    });
    expect(refusal(refused)).toEqual([403, 'branch.forbidden', ['items.1.branch_id']]);
    const absent = await write.save({ supplier_id, items: [lineOf({ ...shelf, branch_id: 2_000_000_000 })] });
    expect(refusal(absent)).toEqual([403, 'branch.forbidden', ['items.0.branch_id']]);
    expect((await write.save({ supplier_id, items: [lineOf(shelf)] })).status).toBe(200);
  });
});

describe('deleting receipts', () => {
  test('sent and canceled receipts can be deleted, and those that moved stock cannot', async () => {
    const sent = await buy.save({ supplier_id, items: [lineOf(shelf)] });
    expect((await buy.remove(sent.results.id)).results).toEqual({ deleted: 1 });
    expect((await buy.show(sent.results.id)).failure.code).toBe('record.missing');
    expect((await buy.save({ id: sent.results.id, notes: 'x' })).failure.code).toBe('record.missing');
    const one = await buy.accepted();
    expect((await buy.remove(one.id)).failure.code).toBe('receipt.bad_transition');
    const head = { invoice_number: `D${unique()}`, invoice_date: '2026-11-01' };
    await buy.update({ id: one.id, status: 2, ...head });
    expect((await buy.remove(one.id)).failure.code).toBe('receipt.locked');
    const two = await buy.accepted();
    await buy.update({ id: two.id, status: -1 });
    expect((await buy.remove(two.id)).status).toBe(200);
    expect((await audited(two.id)).map(({ action }) => action)).toEqual(['create', 'cancel', 'delete']);
  });
});
