import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, type Person, unique } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { places } from '../../../../../test/places.ts';
import { expectSound } from '../../../../../test/promises/soundness.ts';
import { makeCoupon, mobile, stocked } from '../../../../../test/sales.ts';

let app: TestApp;
let admin: Person;
let cash: number;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  cash = (await db().payment_method.findFirstOrThrow({ where: { code: 'cash' } })).id;
});
afterAll(async () => {
  await expectSound(app);
  await app.stop();
});

const db = () => app.services.database.prisma;
const as = () => ({ token: admin.token });
const save = (id: number, more: object) => app.call(api.order.save, { id, ...more }, as());

type Method = { inhouse?: number; delivery_cost?: number };

async function makeMethod(branch_id: number, { inhouse = 1, delivery_cost = 3 }: Method = {}) {
  const titles = { en: `Delivery ${unique()}` };
  const data = { code: `delivery${unique()}`, titles, inhouse, delivery_cost };
  const { id } = await db().delivery_method.create({ data });
  await db().branch_delivery.create({ data: { branch_id, delivery_id: id } });
  return id;
}

/** A branch that delivers into two areas, for 10 and for 20, and free from 100. */
async function makeDelivery(method: Method = {}) {
  const shelf = await stocked(app, 500);
  const { branch_id } = shelf;
  const at = places(app, admin);
  const { city_id } = await at.town();
  const area = (delivery_charge: number) => at.area(city_id, { delivery_charge, free_after_amount: 100 });
  const [near, far] = [await area(10), await area(20)];
  await at.assign(branch_id, [near, far]);
  return { shelf, branch_id, near, far, delivery_id: await makeMethod(branch_id, method) };
}
type Delivery = Awaited<ReturnType<typeof makeDelivery>>;

/** An order of 40 that is delivered for 13. */
async function makeOrder({ shelf, branch_id, near, delivery_id }: Delivery, more: object = {}) {
  const made = await app.call(
    api.order.make,
    {
      branch_id,
      type: 'delivery',
      client: { name: 'Nora', phone: mobile(), area_id: near, street: 'One' },
      cart: [{ item_id: shelf.item_id, quantity: 4 }],
      delivery_id,
      payment_id: cash,
      ...more,
    },
    as(),
  );
  expect(made.status, made.text).toBe(200);
  return made.results;
}

const disable = (id: number) => db().delivery_method.update({ where: { id }, data: { status: 0 } });
const WAYS: [string, (id: number) => Promise<unknown>][] = [
  ['disabled', disable],
  ['deleted', (id) => db().delivery_method.update({ where: { id }, data: { deleted_at: new Date() } })],
  ['taken from the branch', (id) => db().branch_delivery.deleteMany({ where: { delivery_id: id } })],
  [
    'disabled and made dearer',
    (id) => db().delivery_method.update({ where: { id }, data: { status: 0, delivery_cost: 7 } }),
  ],
];
const CHANGES: [string, (delivery: Delivery) => object, number][] = [
  ['a discount', () => ({ discount: 5 }), 13],
  ['notes and a discount', () => ({ notes: 'Ring twice', discount: 5 }), 13],
  ['a customer name', () => ({ client: { name: 'Noura' } }), 13],
  ['fewer goods', ({ shelf }) => ({ cart: [{ item_id: shelf.item_id, quantity: 1 }] }), 13],
  ['goods that are delivered free', ({ shelf }) => ({ cart: [{ item_id: shelf.item_id, quantity: 12 }] }), 3],
  ['a coupon', () => ({ coupon: null }), 13],
  ['the same method', ({ delivery_id }) => ({ delivery_id, discount: 1 }), 13],
];

describe.each(WAYS)('an in-house delivery method that was %s after the order', (_way, end) => {
  test.each(CHANGES)(
    'an order keeps the charge of its ended delivery method when it is saved with %s',
    async (_change, changeOf, charge) => {
      const delivery = await makeDelivery();
      const order = await makeOrder(delivery);
      expect(order).toMatchObject({ delivery_charge: 13, due: 53 });
      await end(delivery.delivery_id);
      const change = changeOf(delivery);
      const saved = await save(order.id, change);
      expect(saved.status, saved.text).toBe(200);
      const { results } = saved;
      expect(results).toMatchObject({ delivery_charge: charge, delivery_id: delivery.delivery_id });
      expect(results.due).toBe(results.goods + charge);
      const again = await save(order.id, { discount: 2 });
      expect(again.results).toMatchObject({ delivery_charge: charge });
    },
  );
});

test('an order keeps the charge of a disabled in-house method when it moves to another area', async () => {
  const delivery = await makeDelivery();
  const order = await makeOrder(delivery);
  await disable(delivery.delivery_id);
  const moved = await save(order.id, { client: { area_id: delivery.far, street: 'Two' } });
  expect(moved.results, moved.text).toMatchObject({ delivery_charge: 23 });
  const preview = await app.call(
    api.order.price,
    { order_id: order.id, cart: [{ item_id: delivery.shelf.item_id, quantity: 2 }] },
    as(),
  );
  expect(preview.results).toMatchObject({ delivery_charge: 23 });
  expect((await save(order.id, { type: 'take_away' })).results).toMatchObject({ delivery_charge: 0 });
});

test('an order keeps the charge of a disabled courier', async () => {
  const delivery = await makeDelivery({ inhouse: 0, delivery_cost: 15 });
  const order = await makeOrder(delivery);
  await disable(delivery.delivery_id);
  expect((await save(order.id, { discount: 5 })).results).toMatchObject({ delivery_charge: 15, due: 50 });
});

test.each(['enabled', 'disabled'])(
  'an order to an area that is no longer served keeps its charge once, with a method that is %s',
  async (method) => {
    const delivery = await makeDelivery();
    const order = await makeOrder(delivery);
    await places(app, admin).assign(delivery.branch_id, [delivery.far]);
    if (method === 'disabled') await disable(delivery.delivery_id);
    const saved = await save(order.id, { discount: 5 });
    expect(saved.results, saved.text).toMatchObject({ delivery_charge: 13, due: 48 });
  },
);

test('an order delivered for free stays free, and pays for its area again when its items become fewer', async () => {
  const delivery = await makeDelivery();
  const { item_id } = delivery.shelf;
  const order = await makeOrder(delivery, { cart: [{ item_id, quantity: 12 }] });
  expect(order).toMatchObject({ delivery_charge: 3 });
  await disable(delivery.delivery_id);
  expect((await save(order.id, { discount: 5 })).results).toMatchObject({ delivery_charge: 3 });
  const fewer = await save(order.id, { cart: [{ item_id, quantity: 2 }] });
  expect(fewer.results).toMatchObject({ delivery_charge: 13 });
});

test.each(['disabled', 'deleted'])(
  'an order keeps the charge of a payment method that was %s after it',
  async (way) => {
    const delivery = await makeDelivery();
    const data = { code: `wallet${unique()}`, titles: { en: 'Wallet' }, type: 'wallet', margin: 10 };
    const { id } = await db().payment_method.create({ data: { ...data, charge_customer: 1 } });
    await db().branch_payment.create({ data: { branch_id: delivery.branch_id, payment_id: id } });
    const order = await makeOrder(delivery, { payment_id: id });
    expect(order).toMatchObject({ payment_fee: 5.3, due: 58.3 });
    await db().payment_method.update({
      where: { id },
      data: way === 'disabled' ? { status: 0 } : { deleted_at: new Date() },
    });
    const saved = await save(order.id, { discount: 3 });
    expect(saved.results, saved.text).toMatchObject({ payment_id: id, payment_fee: 5, due: 55 });
  },
);

test('disabled products, deleted extras and a deleted coupon do not block other changes of an order', async () => {
  const delivery = await makeDelivery();
  const { product_id, item_id } = delivery.shelf;
  const extra = await db().extra.create({
    data: { titles: { en: 'Wrapping' }, price: 2, products: { create: { product_id } } },
  });
  const coupon = await makeCoupon(app);
  const order = await makeOrder(delivery, {
    cart: [{ item_id, quantity: 4, extras_ids: [extra.id] }],
    coupon: coupon.code,
  });
  expect(order).toMatchObject({ total: 48, due: 43.2 + 13 });
  const deleted_at = new Date();
  await db().extra.update({ where: { id: extra.id }, data: { deleted_at } });
  await db().product.update({ where: { id: product_id }, data: { status: 0 } });
  await db().offer.update({ where: { id: coupon.id }, data: { deleted_at } });
  await disable(delivery.delivery_id);
  const saved = await save(order.id, { discount: 4 });
  expect(saved.results, saved.text).toMatchObject({ total: 48, delivery_charge: 13, due: 57 });
  expect(saved.results.dropped).toMatchObject([{ kind: 'coupon', code: coupon.code }]);
  const fewer = await save(order.id, { cart: [{ item_id, quantity: 2, extras_ids: [extra.id] }] });
  expect(fewer.results, fewer.text).toMatchObject({ total: 24, due: 33 });
});
