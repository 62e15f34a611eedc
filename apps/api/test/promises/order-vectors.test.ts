import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, type Person, unique } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { factsOf } from '../facts.ts';
import { places, squareOf } from '../places.ts';
import { mobile, selling } from '../sales.ts';
import { levelOf, makeShelf, type Shelf, stockUp } from '../stock.ts';
import { expectSound } from './soundness.ts';

/** A day on which the batches of V3.1 stand as they are told. */
const NOW = new Date('2026-11-21T09:00:00Z');

let app: TestApp;
let admin: Person;
let sell: ReturnType<typeof selling>;

beforeAll(async () => {
  app = await startApp({ now: () => NOW });
  admin = await makeAdmin(app);
  sell = selling(app, admin);
});
afterAll(async () => {
  await expectSound(app);
  await app.stop();
});

const as = () => ({ token: admin.token });

/** A product of a branch that sells at `price` and was bought at `cost`, taxed with so many percent. */
async function goods(
  price: number,
  cost: number,
  { branch_id, tax = 0 }: { branch_id?: number; tax?: number } = {},
): Promise<Shelf> {
  const shelf = await makeShelf(app, branch_id === undefined ? {} : { branch_id });
  const { prisma } = app.services.database;
  const type = await prisma.tax_type.create({ data: { names: { en: `T${unique()}` }, value: tax } });
  await prisma.product.update({
    where: { id: shelf.product_id },
    data: { price, tax_type_id: type.id },
  });
  await stockUp(app.ctx(), shelf, 20, cost);
  return shelf;
}

let row = 0;
/** Where this branch delivers for so much: a point of a new zone. */
async function zoneOf(branch_id: number, delivery_charge: number, free_after_amount: number) {
  row += 1;
  const on = places(app, admin);
  const zone = await on.zone(null, {
    delivery_charge,
    free_after_amount,
    polygons: squareOf(row, 10, 0.5),
  });
  const assigned = await on.assign(branch_id, [zone]);
  expect(assigned.status, assigned.text).toBe(200);
  const { prisma } = app.services.database;
  const { id } = await prisma.delivery_method.create({
    data: { code: `d${unique()}`, titles: { en: 'Ours' }, inhouse: 1 },
  });
  await prisma.branch_delivery.create({ data: { branch_id, delivery_id: id } });
  return {
    type: 'delivery',
    delivery_id: id,
    client: { name: 'Nora', phone: mobile(), lat: 10.2, lng: row + 0.2 },
  };
}

const coupon = async (info: object) => {
  const code = `V${unique()}`;
  const saved = await app.call(
    api.offer.save,
    { titles: { en: code }, info: { type: 'coupon', code, ...info } },
    as(),
  );
  expect(saved.status, saved.text).toBe(200);
  return code;
};
const cartOf = (...lines: readonly (readonly [Shelf, number])[]) =>
  lines.map(([{ item_id }, quantity]) => ({ item_id, quantity }));
const isTaxed = (branch_id: number, tax_mode: string) =>
  app.call(api.branch.update, { id: branch_id, settings: { tax_mode } }, as());

/** The order of V2.2: a discount, a coupon and a delivery, so many units at their costs. */
async function orderOfQatar() {
  const a = await goods(45, 30);
  const { branch_id } = a;
  const b = await goods(20, 12, { branch_id });
  const sale = await app.call(
    api.discount.save,
    { titles: { en: 'Ten' }, type: 'percent', value: 10, products: [{ id: a.product_id }] },
    as(),
  );
  expect(sale.status, sale.text).toBe(200);
  const code = await coupon({ discount: 15, discount_type: 'fixed' });
  return { a, order: { cart: cartOf([a, 3], [b, 1]), coupon: code, ...(await zoneOf(branch_id, 12, 150)) } };
}

it('V2.2 V7.1 an order in Qatar with discount, coupon and zone has the specified cost and profit; V3.4 V7.2 with one unit returned', async () => {
  const { a, order } = await orderOfQatar();
  const { branch_id } = a;
  const quoted = await sell.price({ branch_id, ...order });
  const made = await sell.make(a, 1, order);
  expect(made.status, made.text).toBe(200);
  const sums = {
    total: 155,
    product_discount: 13.5,
    coupon_discount: 15,
    goods: 126.5,
    delivery_charge: 12,
    tax: 0,
    due: 138.5,
  };
  expect(quoted.results).toMatchObject(sums);
  expect(made.results).toMatchObject(sums);
  expect(made.results.lines).toMatchObject([
    { unit_list: 45, unit_price: 40.5, coupon_share: 12.88, net: 108.62 },
    { unit_list: 20, unit_price: 20, coupon_share: 2.12, net: 17.88 },
  ]);
  const { id, lines } = made.results;
  await app.services.database.prisma.delivery_method.update({
    where: { id: order.delivery_id },
    data: { inhouse: 0 },
  });
  const delivered = await sell.move(id, 'delivered');
  expect(delivered.results).toMatchObject({ cost: 102, profit: 24.5, paid: 1, paid_amount: 138.5 });
  const sold = { orders: 1, gross: 155, discount: 28.5, delivery: 12 };
  expect(await factsOf(app, id)).toMatchObject({ ...sold, net: 138.5, cost: 102, profit: 24.5, uncosted: 0 });
  const back = await sell.giveBack(id, [{ line_id: lines[0]?.id, quantity: 1 }]);
  expect(back.results).toMatchObject({ value: 36.21, refund: 36.21 });
  expect((await sell.show(id)).results).toMatchObject({
    cost: 72,
    profit: 18.29,
    paid_amount: 102.29,
    returned_value: 36.21,
    open_amount: 0,
  });
  expect(await factsOf(app, id)).toMatchObject({
    ...sold,
    returned: 36.21,
    net: 102.29,
    cost: 72,
    profit: 18.29,
  });
  await expectSound(app);
});

it('V7.4 returning an unpaid order lowers the sales but refunds no money', async () => {
  const { a, order } = await orderOfQatar();
  const made = await sell.make(a, 1, order);
  const { id, lines } = made.results;
  expect(await factsOf(app, id)).toMatchObject({ net: 138.5, cost: 0, uncosted: 1 });
  await sell.move(id, 'packing');
  const back = await sell.giveBack(
    id,
    lines.map((line) => ({ line_id: line.id, quantity: line.quantity })),
  );
  expect(back.results, back.text).toMatchObject({ value: 126.5, refund: 0 });
  expect((await sell.show(id)).results).toMatchObject({ paid_amount: 0, open_amount: 12 });
  expect(await factsOf(app, id)).toMatchObject({ returned: 126.5, net: 12, cost: 0, profit: 0, uncosted: 0 });
});

it('V2.3 V7.3 an order in Germany has two tax rates inside its prices and shares them with the delivery', async () => {
  const burger = await goods(12.9, 3, { tax: 7 });
  const { branch_id } = burger;
  const cola = await goods(3.5, 1.5, { branch_id, tax: 19 });
  await isTaxed(branch_id, 'inclusive');
  const code = await coupon({ discount: 10, discount_type: 'percent' });
  const order = { cart: cartOf([burger, 2], [cola, 2]), coupon: code, ...(await zoneOf(branch_id, 2.9, 0)) };
  const { results } = await sell.make(burger, 1, order);
  expect(results).toMatchObject({
    tax_mode: 'inclusive',
    total: 32.8,
    coupon_discount: 3.28,
    delivery_charge: 2.9,
    due: 32.42,
    tax: 2.77,
  });
  expect(results.lines).toMatchObject([
    { coupon_share: 2.58, net: 23.22, tax_bp: 700, tax: 1.52 },
    { coupon_share: 0.7, net: 6.3, tax_bp: 1_900, tax: 1 },
  ]);
  expect(results.taxes).toEqual([
    { tax_bp: 700, gross: 25.5, net: 23.83, tax: 1.67 },
    { tax_bp: 1_900, gross: 6.92, net: 5.82, tax: 1.1 },
  ]);
  const sent = await sell.move(results.id, 'packing');
  expect(sent.results).toMatchObject({ cost: 9, profit: 18 });
  expect(await factsOf(app, results.id)).toMatchObject({
    gross: 32.8,
    discount: 3.28,
    delivery: 2.9,
    tax_added: 0,
    net: 32.42,
    tax: 2.77,
    goods_ex_tax: 27,
    profit: 18,
  });
});

it('V2.4 V2.11 an order in Egypt adds tax to items and delivery, and a return refunds the first line with its tax, then the rest with the delivery', async () => {
  const first = await goods(99.99, 40, { tax: 14 });
  const { branch_id } = first;
  const second = await goods(49.5, 20, { branch_id, tax: 14 });
  await isTaxed(branch_id, 'exclusive');
  const order = { cart: cartOf([first, 3], [second, 1]), discount: 20, ...(await zoneOf(branch_id, 30, 0)) };
  const { results } = await sell.make(first, 1, order);
  expect(results).toMatchObject({
    tax_mode: 'exclusive',
    total: 349.47,
    manual_discount: 20,
    goods: 329.47,
    delivery_charge: 30,
    tax: 50.33,
    due: 409.8,
  });
  expect(results.lines).toMatchObject([
    { manual_share: 17.17, net: 282.8, tax: 39.6 },
    { manual_share: 2.83, net: 46.67, tax: 6.53 },
  ]);
  await app.services.database.prisma.delivery_method.update({
    where: { id: order.delivery_id },
    data: { inhouse: 0 },
  });
  expect((await sell.move(results.id, 'delivered')).results).toMatchObject({ cost: 140, profit: 189.47 });
  const [one, two] = results.lines;
  const back = await sell.giveBack(results.id, [{ line_id: one?.id, quantity: 3 }]);
  expect(back.results).toMatchObject({ value: 322.4, tax: 39.6, refund: 322.4 });
  const rest = await sell.giveBack(results.id, [{ line_id: two?.id, quantity: 1 }], {
    refund_delivery: true,
  });
  expect(rest.results).toMatchObject({ value: 53.2, tax: 10.73, delivery: 34.2, refund: 87.4 });
  expect((await sell.show(results.id)).results).toMatchObject({
    paid_amount: 0,
    returned_value: 409.8,
    open_amount: 0,
    cost: 0,
    profit: 0,
  });
  expect(await factsOf(app, results.id)).toMatchObject({
    ...{ gross: 349.47, discount: 20, delivery: 30, tax_added: 50.33, returned: 409.8 },
    ...{ net: 0, tax: 0, goods_ex_tax: 0, cost: 0, profit: 0 },
  });
  await expectSound(app);
});

it.each(['exclusive', 'inclusive'])(
  'the invoice of a full return with delivery has the same taxes as the order: %s, items of two rates',
  async (mode) => {
    const first = await goods(100, 40, { tax: 0 });
    const { branch_id } = first;
    const second = await goods(100, 20, { branch_id, tax: 14 });
    await isTaxed(branch_id, mode);
    const order = { cart: cartOf([first, 1], [second, 1]), ...(await zoneOf(branch_id, 20, 0)) };
    await expectSameTaxes(first, order);
  },
);

it('a full return of free items is taxed by the delivery, as on the order', async () => {
  const shelf = await goods(100, 40, { tax: 14 });
  await app.call(api.branch.update, { id: shelf.branch_id, settings: { tax: { value: 14 } } }, as());
  await isTaxed(shelf.branch_id, 'inclusive');
  await expectSameTaxes(shelf, {
    cart: cartOf([shelf, 1]),
    discount: 100,
    discount_type: 'fixed',
    ...(await zoneOf(shelf.branch_id, 10, 0)),
  });
});

/** All of an order that is delivered comes back; its paper has the rows of the order's. */
async function expectSameTaxes(
  shelf: Shelf,
  order: { readonly delivery_id: number; readonly [field: string]: unknown },
) {
  const { results, text } = await sell.make(shelf, 1, order);
  expect(results?.tax, text).toBeGreaterThan(0);
  // somebody else's driver takes nothing back
  await app.services.database.prisma.delivery_method.update({
    where: { id: order.delivery_id },
    data: { inhouse: 0 },
  });
  await sell.move(results.id, 'delivered');
  const back = await sell.giveBack(
    results.id,
    results.lines.map(({ id, quantity }) => ({ line_id: id, quantity })),
    { refund_delivery: true },
  );
  expect(back.status, back.text).toBe(200);
  const [entry, sold] = await Promise.all([
    app.call(api.orderReturn.paper, { id: back.results.id }, as()),
    app.call(api.order.paper, { id: results.id }, as()),
  ]);
  expect(sold.results.taxes?.rows).toBeDefined();
  expect(entry.results.taxes).toEqual(sold.results.taxes);
}

it('V3.1 V3.3 seven units leave the batch that expires first, and four return to where the last were taken', async () => {
  const shelf = await makeShelf(app);
  for (const [quantity, cost, expire_date] of [
    [5, 3, '2026-12-31'],
    [4, 3.5, '2026-12-10'],
    [10, 2.8, undefined],
    [6, 2.5, '2026-11-20'],
  ] as const)
    await stockUp(app.ctx(), shelf, quantity, cost, expire_date ? { expire_date } : {});
  const short = await sell.make(shelf, 25);
  expect(short.failure).toMatchObject({ code: 'stock.insufficient', params: { asked: 25, available: 19 } });
  const { id } = await sell.standing(shelf, 7, 'delivered');
  expect((await sell.show(id)).results).toMatchObject({ cost: 23, profit: 47 });
  await sell.giveBack(id, [{ item_id: shelf.item_id, quantity: 4 }]);
  expect((await sell.show(id)).results).toMatchObject({ cost: 10.5, profit: 19.5 });
  const batches = await app.services.database.prisma.stock_batch.findMany({
    where: { item_id: shelf.item_id },
    orderBy: { id: 'asc' },
  });
  expect(batches.map(({ remaining_quantity }) => Number(remaining_quantity))).toEqual([5, 1, 10, 6]);
  expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 22 });
  await expectSound(app);
});

it('V3.2 units sold without stock cost the last paid price, and the next receipt settles them', async () => {
  const shelf = await makeShelf(app, { checks: false });
  await stockUp(app.ctx(), shelf, 3, 2);
  const { id } = await sell.standing(shelf, 5, 'delivered');
  expect((await sell.show(id)).results).toMatchObject({ cost: 10 });
  expect(await factsOf(app, id)).toMatchObject({ net: 50, cost: 10, profit: 40 });
  const { id: last } = await app.services.database.prisma.trade_fact.findFirstOrThrow({
    orderBy: { id: 'desc' },
  });
  await stockUp(app.ctx(), shelf, 10, 2.4);
  expect((await sell.show(id)).results).toMatchObject({ cost: 10.8 });
  // a fact of its own says so, at the order's moment
  const later = await app.services.database.prisma.trade_fact.findMany({
    where: { order_id: id, id: { gt: last } },
  });
  expect(later.reduce((all, { cost }) => all + Number(cost), 0)).toBeCloseTo(0.8, 7);
  for (const fact of later) expect(fact).toMatchObject({ orders: 0, counted_at: NOW });
  expect(await factsOf(app, id)).toMatchObject({ cost: 10.8, profit: 39.2 });
  expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 8, deficit: 0 });
  await expectSound(app);
});
