import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { STATUS } from '../../../../../test/orders.ts';
import { expectSound } from '../../../../../test/promises/soundness.ts';
import { makeCoupon, mobile, stocked } from '../../../../../test/sales.ts';
import { type Shelf, stockUp } from '../../../../../test/stock.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = (await makeAdmin(app)).token;
});
afterAll(() => app.stop());

const makeFor = async (shelf: Shelf, more: object = {}) =>
  (
    await app.call(
      api.order.make,
      {
        branch_id: shelf.branch_id,
        type: 'take_away',
        client: { name: 'Nora', phone: mobile() },
        cart: [{ item_id: shelf.item_id, quantity: 2 }],
        ...more,
      },
      { token },
    )
  ).results;
const save = (id: number, more: object) => app.call(api.order.save, { id, ...more }, { token });
const raisePrice = (shelf: Shelf, data: object = { price: { increment: 10 } }) =>
  app.services.database.prisma.product.update({ where: { id: shelf.product_id }, data });
const reserved = async (id: number) => {
  const held = await app.services.database.prisma.stock_reservation.aggregate({
    where: { ref_type: 'order', ref_id: id },
    _sum: { quantity: true },
  });
  return Number(held._sum.quantity ?? 0);
};

test("units that stay in an order keep their price, and added units get today's price", async () => {
  const shelf = await stocked(app, 9);
  const { id, due } = await makeFor(shelf);
  await raisePrice(shelf);
  const cart = [{ item_id: shelf.item_id, quantity: 3 }];
  const preview = await app.call(api.order.price, { order_id: id, cart }, { token });
  const unit = due / 2;
  expect(preview.results.change).toEqual({
    due_before: due,
    due: due + unit + 10,
    paid_amount: 0,
    open_amount: due + unit + 10,
    refund_amount: 0,
  });
  const saved = await save(id, { cart });
  expect(saved.results.due).toBe(due + unit + 10);
  expect(await reserved(id)).toBe(3);
  const fewer = await save(id, { cart: [{ item_id: shelf.item_id, quantity: 1 }] });
  expect(fewer.results.due).toBe(unit);
  expect(await reserved(id)).toBe(1);
});

test('a goodwill discount lowers an order by exactly its amount, also when its products cost more now or are no longer sold', async () => {
  const shelf = await stocked(app, 5);
  const { id, due } = await makeFor(shelf);
  await raisePrice(shelf, { price: { increment: 10 }, status: 0 });
  const saved = await save(id, { discount: 5, discount_type: 'fixed' });
  expect([saved.status, saved.results.due]).toEqual([200, due - 5]);
});

test('a paid order that becomes cheaper owes a refund, and one that becomes dearer has an open amount', async () => {
  const shelf = await stocked(app, 9);
  const { prisma } = app.services.database;
  const { id: payment_id } = await prisma.payment_method.findFirstOrThrow({ where: { code: 'cash' } });
  const { id, due } = await makeFor(shelf, { payment_id });
  await save(id, { payments: [{ payment_id, amount: due }] });
  const one = await save(id, { cart: [{ item_id: shelf.item_id, quantity: 1 }] });
  expect(one.results).toMatchObject({ due: due / 2, paid: 1, paid_amount: due / 2, open_amount: 0 });
  expect(one.results.payments.filter(({ amount }) => amount < 0)).toMatchObject([
    { amount: -due / 2, status: 'pending' },
  ]);
  const three = await save(id, { cart: [{ item_id: shelf.item_id, quantity: 3 }] });
  expect(three.results).toMatchObject({ due: due * 1.5, paid: 0, paid_amount: due, open_amount: due / 2 });
});

/** A count finds so many units on a shelf, whatever orders hold there. */
async function countUnits({ item_id, branch_id }: Shelf, counted: number): Promise<void> {
  const items = [{ item_id, counted }];
  const { results } = await app.call(api.stockCount.save, { branch_id, items }, { token });
  const posted = await app.call(api.stockCount.post, { id: results.id, force: true }, { token });
  expect(posted.status, posted.text).toBe(200);
}

test('an order whose reserved units a stock count missed still accepts changes that need no more of them', async () => {
  const shelf = await stocked(app, 2);
  const { id, due } = await makeFor(shelf);
  await countUnits(shelf, 0);
  const priced = async (change: object) =>
    (await app.call(api.order.price, { order_id: id, cart: [], ...change }, { token })).results;
  const cart = (quantity: number) => ({ cart: [{ item_id: shelf.item_id, quantity }] });
  const goodwill = { discount: 1, discount_type: 'fixed' };
  expect((await priced({ ...cart(2), ...goodwill })).shortages).toEqual([]);
  const saved = await save(id, goodwill);
  expect([saved.status, saved.results.due], saved.text).toEqual([200, due - 1]);
  expect(await reserved(id)).toBe(2);
  expect((await priced(cart(3))).shortages).toMatchObject([
    { item_id: shelf.item_id, asked: 1, refused: true },
  ]);
  const more = await save(id, cart(3));
  expect(more.failure).toMatchObject({ code: 'stock.insufficient', params: { asked: 1, available: 0 } });
  expect(await reserved(id)).toBe(2);
  expect((await save(id, cart(1))).status).toBe(200);
  expect(await reserved(id)).toBe(1);
  await expectSound(app);
});

test('moving units of an order to another line needs no further stock', async () => {
  const shelf = await stocked(app, 2);
  const { prisma } = app.services.database;
  const extra = await prisma.extra.create({ data: { titles: { en: 'Wrapped' }, price: 1 } });
  await prisma.extra_product.create({ data: { product_id: shelf.product_id, extra_id: extra.id } });
  const { id } = await makeFor(shelf);
  const cart = [{ item_id: shelf.item_id, quantity: 2, extras_ids: [extra.id] }];
  const preview = await app.call(api.order.price, { order_id: id, cart }, { token });
  expect(preview.results.shortages).toEqual([]);
  const saved = await save(id, { cart });
  expect(saved.status, saved.text).toBe(200);
  expect(await reserved(id)).toBe(2);
});

test('two concurrent changes of one order version are one change and one refusal', async () => {
  const shelf = await stocked(app, 9);
  const { id, version } = await makeFor(shelf);
  const answers = await Promise.all(
    [1, 3].map((quantity) => save(id, { version, cart: [{ item_id: shelf.item_id, quantity }] })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

const AWAY = { area_no: '24', street: '835', home_no: '7' };

test('an order whose address is retyped goes there, and the saved address stays unchanged', async () => {
  const shelf = await stocked(app, 5);
  const { id, due } = await makeFor(shelf);
  const saved = await save(id, { client: { ...AWAY, name: 'Nora Haddad' } });
  expect(saved.results).toMatchObject({ client_name: 'Nora Haddad', address_id: null, due, place: AWAY });
});

test('an order moved to another branch reserves its stock there only', async () => {
  const shelf = await stocked(app, 5);
  const other = await stocked(app, 5);
  const { id } = await makeFor(shelf);
  const missing = await save(id, { branch_id: other.branch_id });
  expect([missing.status, missing.failure?.code]).toEqual([409, 'stock.insufficient']);
  expect((await app.call(api.order.show, { id }, { token })).results.branch_id).toBe(shelf.branch_id);
  expect(await reserved(id)).toBe(2);
});

test('a sent order says why it cannot be changed, and accepts notes until it is on its way', async () => {
  const shelf = await stocked(app, 5);
  const { id, edit_reason } = await makeFor(shelf);
  expect(edit_reason).toBeNull();
  const statuses = await app.services.database.prisma.order_status.findMany({
    where: { status: 1, deleted_at: null },
  });
  const move = (value: number) =>
    save(id, { status_id: statuses.find((one) => one.status_value === value)?.id, move_notes: 'x' });
  await move(1);
  const sent = await move(2);
  expect(sent.results.edit_reason).toBe('sent');
  expect((await save(id, { notes: 'ring twice' })).status).toBe(200);
  expect((await save(id, { discount: 1 })).failure?.code).toBe('order.not_editable');
  await move(4);
  const late = await save(id, { notes: 'ring once' });
  expect([late.status, late.failure?.code]).toEqual([409, 'order.not_editable']);
});

test('a canceled order that is reopened counts its payments again, because its refund was only pending', async () => {
  const shelf = await stocked(app, 9);
  const { prisma } = app.services.database;
  const { id: payment_id } = await prisma.payment_method.findFirstOrThrow({ where: { code: 'cash' } });
  const { id, due, status_id } = await makeFor(shelf, { payment_id });
  await save(id, { payments: [{ payment_id, amount: due }] });
  const canceled = await prisma.order_status.findFirstOrThrow({ where: { status_value: -1 } });
  await save(id, { status_id: canceled.id, move_notes: 'called off' });
  expect(await reserved(id)).toBe(0);
  const opened = await save(id, { status_id, force: true });
  expect(opened.results).toMatchObject({ status_value: 0, paid: 1, paid_amount: due, open_amount: 0 });
  expect(opened.results.payments.map(({ status }) => status)).toEqual(['received', 'voided']);
  expect(await reserved(id)).toBe(2);
});

test('a reopened order that was overpaid still owes the difference', async () => {
  const shelf = await stocked(app, 9);
  const { prisma } = app.services.database;
  const { id: payment_id } = await prisma.payment_method.findFirstOrThrow({ where: { code: 'cash' } });
  const { id, due, status_id } = await makeFor(shelf, { payment_id });
  await save(id, { payments: [{ payment_id, amount: due }] });
  await save(id, { cart: [{ item_id: shelf.item_id, quantity: 1 }] });
  const canceled = await prisma.order_status.findFirstOrThrow({ where: { status_value: -1 } });
  await save(id, { status_id: canceled.id, move_notes: 'called off' });
  const opened = await save(id, { status_id, force: true });
  expect(opened.results).toMatchObject({ due: due / 2, paid_amount: due / 2, paid: 1, open_amount: 0 });
  const waiting = opened.results.payments.filter(({ status }) => status === 'pending');
  expect(waiting.map(({ amount }) => amount)).toEqual([-due / 2]);
});

test('an order whose return was undone says why its items cannot change, and its return stays unchanged', async () => {
  const shelf = await stocked(app, 5);
  const { id, status_id, lines } = await makeFor(shelf);
  await save(id, { status_id: STATUS.packing });
  const items = [{ line_id: lines[0]?.id, quantity: 1 }];
  const back = await app.call(api.orderReturn.make, { order_id: id, items }, { token });
  expect(back.status, back.text).toBe(200);
  await app.call(api.orderReturn.remove, { id: back.results.id }, { token });
  const reopened = await save(id, { status_id, force: true });
  expect([reopened.status, reopened.results.edit_reason], reopened.text).toEqual([200, 'returned']);
  expect(reopened.results.actions).not.toContain('edit');
  const changed = await save(id, { cart: [{ item_id: shelf.item_id, quantity: 1 }] });
  expect([changed.status, changed.failure?.code]).toEqual([409, 'order.not_editable']);
  const kept = await app.call(api.orderReturn.show, { id: back.results.id }, { token });
  expect(kept.results.lines).toHaveLength(1);
});

test('a series continues when one of its orders is canceled, unless the whole series is canceled', async () => {
  const shelf = await stocked(app, 9);
  const canceled = await app.services.database.prisma.order_status.findFirstOrThrow({
    where: { status_value: -1 },
  });
  const end = async (series: object) => {
    const { id } = await makeFor(shelf, { recurring: 1, recurrence: { every: 1, unit: 'week' } });
    return (await save(id, { status_id: canceled.id, move_notes: 'away', ...series })).results.next_at;
  };
  expect(await end({})).not.toBeNull();
  expect(await end({ series: 'this' })).not.toBeNull();
  expect(await end({ series: 'all' })).toBeNull();
});

test('an order moved to a branch with enough stock reserves it there at the original price', async () => {
  const shelf = await stocked(app, 5);
  const other = await stocked(app, 1);
  await stockUp(app.ctx(), { ...shelf, branch_id: other.branch_id }, 4, 3);
  const { id, due } = await makeFor(shelf);
  await raisePrice(shelf);
  const preview = await app.call(
    api.order.price,
    { order_id: id, branch_id: other.branch_id, cart: [{ item_id: shelf.item_id, quantity: 2 }] },
    { token },
  );
  expect(preview.results).toMatchObject({ branch_id: other.branch_id, due, shortages: [] });
  const saved = await save(id, { branch_id: other.branch_id });
  expect(saved.results).toMatchObject({ branch_id: other.branch_id, due });
  const held = await app.services.database.prisma.stock_reservation.findMany({
    where: { ref_type: 'order', ref_id: id },
  });
  expect(held.map(({ branch_id, quantity }) => [branch_id, Number(quantity)])).toEqual([
    [other.branch_id, 2],
  ]);
});

test('reopening a canceled order removes a coupon that has ended meanwhile and names it', async () => {
  const shelf = await stocked(app, 9);
  const { prisma } = app.services.database;
  const coupon = await makeCoupon(app);
  const { id, total, status_id } = await makeFor(shelf, { coupon: coupon.code });
  const canceled = await prisma.order_status.findFirstOrThrow({ where: { status_value: -1 } });
  await save(id, { status_id: canceled.id, move_notes: 'called off' });
  await prisma.offer.update({ where: { id: coupon.id }, data: { status: 0 } });
  const opened = await save(id, { status_id, force: true });
  expect(opened.results).toMatchObject({ status_value: 0, coupon_code: null, due: total });
  expect(opened.results.dropped).toMatchObject([{ kind: 'coupon', code: coupon.code }]);
});
