import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, makePerson, type Person, unique } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { STATUS } from '../orders.ts';
import { makeCoupon, mobile, selling, stocked } from '../sales.ts';
import { levelOf, stockUp } from '../stock.ts';
import { makePayment, makeTill } from '../tills.ts';
import { tally, timeLimit } from './size.ts';
import { expectSound } from './soundness.ts';

let app: TestApp;
let admin: Person;
let sell: ReturnType<typeof selling>;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  sell = selling(app, admin);
});
afterAll(async () => {
  await expectSound(app);
  await app.stop();
});

const as = ({ token }: Person) => ({ token });

describe('the value of an order and whether it is paid', () => {
  it('an order is valued correctly after its cart was emptied and restored, canceled and reopened', async () => {
    const shelf = await stocked(app, 9);
    const { id } = await sell.standing(shelf, 2, 'waiting');
    const free = await sell.save({ id, discount: 100, discount_type: 'percent' });
    expect(free.results).toMatchObject({ due: 0, paid: 1 });
    await sell.move(id, 'canceled');
    expect((await sell.move(id, 'waiting')).results).toMatchObject({ due: 0, paid: 1 });
    await expectSound(app);
    const again = await sell.save({ id, discount: 0, discount_type: 'fixed' });
    expect(again.results).toMatchObject({ due: 20, paid: 0, open_amount: 20 });
    await expectSound(app);
  });

  it('an order is never paid above its amount: a surplus from a provider is due for refund', async () => {
    const shelf = await stocked(app, 9);
    const { id } = await sell.standing(shelf, 1, 'waiting');
    const pending = await makePayment(app, {
      order_id: id,
      by: 'card',
      amount: 10,
      status: 'pending',
      holder: 'partner',
    });
    expect((await sell.save({ id, paid: 1 })).results).toMatchObject({ paid_amount: 10 });
    const settled = await app.call(api.orderPayment.settle, { id: pending }, as(admin));
    expect(settled.status, settled.text).toBe(200);
    const { paid_amount, payments } = (await sell.show(id)).results;
    expect(paid_amount).toBe(10);
    expect(payments.map(({ amount, status }) => [amount, status])).toEqual([
      [10, 'received'],
      [10, 'received'],
      [-10, 'pending'],
    ]);
    await expectSound(app);
  });

  it('a return of an order canceled after it cannot be undone because everything is back in stock', async () => {
    const shelf = await stocked(app, 5);
    const { id } = await sell.standing(shelf, 3, 'packing');
    const back = await sell.giveBack(id, [{ item_id: shelf.item_id, quantity: 1 }]);
    expect(back.status, back.text).toBe(200);
    expect((await sell.move(id, 'canceled')).status).toBe(200);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 5 });
    expect((await sell.undo(back.results.id)).failure.code).toBe('order.cancelled');
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 5, available: 5 });
    await expectSound(app);
  });

  it.each([
    [false, 'stays in the branch'],
    [true, 'goes into the drawer that is open now'],
  ])('cash of a return that is undone after its drawer was closed (open again: %s) %s', async (isOpen) => {
    const { branch_id, device_id } = await makeTill(app);
    const shelf = await stocked(app, 5, { branch_id });
    const close = () =>
      app.call(api.posSession.close, { device_id, end_session_amount: 10, left_in_drawer: 10 }, as(admin));
    const sold = await sell.make(shelf, 2, { device_id });
    const till = { device_id };
    const back = await sell.giveBack(sold.results.id, [{ item_id: shelf.item_id, quantity: 1 }], till);
    expect((await close()).results).toMatchObject({ expected_amount: 10, difference: 0 });
    if (isOpen) await app.call(api.posSession.open, { device_id }, as(admin));
    expect((await sell.undo(back.results.id)).status).toBe(200);
    await expectSound(app);
    if (!isOpen) return;
    expect((await close()).results).toMatchObject({ expected_amount: 20 });
    await expectSound(app);
  });
});

describe('demand for one item', () => {
  it('C2 one item on several lines and in bundles is added up before stock is checked', async () => {
    const shelf = await stocked(app, 10);
    const part = { id: shelf.product_id, item_id: shelf.item_id, quantity: 2 };
    const titles = { en: `Pair ${unique()}` };
    const info = { type: 'bundle', bundle_price: 15, products: [part] };
    const offer_id = (await app.call(api.offer.save, { titles, info }, as(admin))).results.id;
    const cart = (single: number) => [
      { offer_id, quantity: 1 },
      { item_id: shelf.item_id, quantity: single },
    ];
    const over = await sell.make(shelf, 0, { cart: cart(9) });
    expect(over.failure).toMatchObject({ code: 'stock.insufficient', params: { asked: 11, available: 10 } });
    const { results } = await sell.make(shelf, 0, { cart: cart(8) });
    expect(results.due).toBe(95);
    expect(await levelOf(app, shelf)).toMatchObject({ reserved: 10, available: 0 });
    await sell.move(results.id, 'delivered');
    const [bundle] = results.lines;
    const back = await sell.giveBack(results.id, [{ line_id: bundle?.id, quantity: 1 }]);
    expect(back.results).toMatchObject({ value: 15, refund: 15 });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 2 });
    expect((await sell.undo(back.results.id)).status).toBe(200);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0 });
    await expectSound(app);
    // a bundle is whole, and one whose product is gone is not sold
    const half = await sell.make(shelf, 0, { cart: [{ offer_id, quantity: 0.5 }] });
    expect(half.status).toBe(422);
    await app.call(api.product.remove, { id: shelf.product_id }, as(admin));
    const gone = await sell.make(shelf, 0, { cart: [{ offer_id, quantity: 1 }] });
    expect([404, 409, 422]).toContain(gone.status);
    const quoted = await sell.price({ branch_id: shelf.branch_id, type: 'take_away', cart: cart(1) });
    expect(quoted.status).toBeLessThan(500);
  });
});

describe('numbers and sizes of orders', () => {
  const BAD = [-1, 0, 1e9, 1e21, 1.0005, '1', 'NaN', null, '١٢', [1], { gt: 0 }, -0];

  it.each(BAD.map((value) => [JSON.stringify(value), value] as const))(
    'I6 a quantity of %s is refused on its field by make, price, save and return',
    async (_, quantity) => {
      const shelf = await stocked(app, 5);
      const { id } = await sell.standing(shelf, 1, 'delivered');
      const waiting = await sell.standing(shelf, 1, 'waiting');
      const cart = [{ item_id: shelf.item_id, quantity }];
      const body = { branch_id: shelf.branch_id, type: 'take_away', cart };
      const replies = [
        await sell.make(shelf, 1, { cart }),
        await sell.price(body),
        await sell.save({ id: waiting.id, cart }),
      ];
      if (quantity !== 0 && !Object.is(quantity, -0))
        replies.push((await sell.giveBack(id, [{ item_id: shelf.item_id, quantity }])) as never);
      for (const { status, failure } of replies) {
        // more than there is may be asked back by nobody: that is the shop's refusal
        expect([422, 409]).toContain(status);
        if (status === 422) expect(Object.keys(failure.errors).join()).toMatch(/quantity|cart/);
      }
      expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 4, reserved: 1 });
    },
  );

  it('I6 negative, too fine or too large discounts, payments and change are refused', async () => {
    const shelf = await stocked(app, 9);
    const { id } = await sell.standing(shelf, 2, 'waiting');
    const bodies: object[] = [-1, 0.001, 1e12, '5', 1e-7].flatMap((amount) => [
      { discount: amount },
      { payments: [{ payment_id: 1, amount }] },
      { payments: [{ payment_id: 1, amount: 5, tendered: amount }] },
    ]);
    bodies.push({ discount: 101, discount_type: 'percent' }, { discount: 5, discount_type: 'half' });
    bodies.push({ payments: [{ payment_id: 1, amount: 20.01 }] }, { paid: 2 }, { payments: [{ amount: 1 }] });
    for (const body of bodies) {
      const reply = await sell.save({ id, ...body });
      expect(reply.status, `${JSON.stringify(body)} ${reply.text}`).toBe(422);
    }
    expect((await sell.show(id)).results).toMatchObject({ due: 20, paid_amount: 0, payments: [] });
    await expectSound(app);
  });

  it('a price beyond the largest amount is refused, not cut off', async () => {
    const shelf = await stocked(app, 0, { checks: false });
    await app.services.database.prisma.product.update({
      where: { id: shelf.product_id },
      data: { price: 999_999_999.99 },
    });
    const huge = await sell.make(shelf, 99_999_999);
    expect(huge.status, huge.text).toBe(422);
    const quote = await sell.price({
      branch_id: shelf.branch_id,
      type: 'take_away',
      cart: [{ item_id: shelf.item_id, quantity: 99_999_999 }],
    });
    expect(quote.status, quote.text.slice(0, 300)).toBe(422);
  });

  it('a price stored in a currency with more decimals is rounded without a server error', async () => {
    const shelf = await stocked(app, 5);
    const { prisma } = app.services.database;
    await prisma.product.update({ where: { id: shelf.product_id }, data: { price: 1.235 } });
    expect((await sell.make(shelf, 2)).results).toMatchObject({ due: 2.48 });
  });

  it('a cart of two hundred lines is accepted, and one of two hundred and one is refused', async () => {
    const shelf = await stocked(app, 500);
    const cart = Array.from({ length: 201 }, () => ({ item_id: shelf.item_id, quantity: 1 }));
    const from = performance.now();
    const made = await sell.make(shelf, 1, { cart: cart.slice(1) });
    expect(made.results).toMatchObject({ due: 2_000, lines_count: 200 });
    expect(performance.now() - from).toBeLessThan(timeLimit(2_000));
    expect((await sell.make(shelf, 1, { cart })).status).toBe(422);
    expect((await sell.make(shelf, 1, { cart: [] })).status).toBe(422);
    const twice = await sell.save({ id: made.results.id, cart: cart.slice(1, 3) });
    expect(twice.results).toMatchObject({ due: 20, lines_count: 2 });
    expect(await levelOf(app, shelf)).toMatchObject({ reserved: 2 });
    await expectSound(app);
  });
});

describe('what a cart names', () => {
  it('an extra, item or offer of another product, deleted or not sold, is refused on its cart line', async () => {
    const shelf = await stocked(app, 9);
    const stranger = await stocked(app, 9, { branch_id: shelf.branch_id });
    const { prisma } = app.services.database;
    const extra = await prisma.extra.create({
      data: {
        titles: { en: 'Cheese' },
        price: 2,
        products: { create: { product_id: stranger.product_id } },
      },
    });
    const coupon = await makeCoupon(app);
    const lines: object[] = [
      { item_id: shelf.item_id, extras_ids: [extra.id] },
      { item_id: shelf.item_id, product_id: stranger.product_id },
      { item_id: 2_000_000_000 },
      { product_id: 2_000_000_000 },
      { offer_id: coupon.id },
      { item_id: shelf.item_id, offer_id: coupon.id },
      {},
    ];
    for (const line of lines) {
      const reply = await sell.make(shelf, 1, { cart: [{ ...line, quantity: 1 }] });
      expect(reply.status, `${JSON.stringify(line)} ${reply.text}`).toBe(422);
      expect(Object.keys(reply.failure.errors).join()).toMatch(/^cart\.0/);
    }
    const good = await sell.make(stranger, 1, {
      cart: [{ item_id: stranger.item_id, quantity: 2, extras_ids: [extra.id] }],
    });
    expect(good.results.due).toBe(24);
  });

  it('deleted, disabled or foreign methods, drivers, sellers and statuses are refused in an order', async () => {
    const shelf = await stocked(app, 9);
    const { prisma } = app.services.database;
    const method = async (data: object) =>
      (
        await prisma.payment_method.create({
          data: { code: `m${unique()}`, titles: { en: 'M' }, type: 'card', ...data },
        })
      ).id;
    const gone = await method({ deleted_at: new Date() });
    const off = await method({ status: 0 });
    const elsewhere = await method({});
    const customer = await makePerson(app, { phone: mobile() });
    const bodies: object[] = [
      { payment_id: gone },
      { payment_id: off },
      { payment_id: elsewhere },
      { payments: [{ payment_id: gone, amount: 10 }] },
      { type: 'delivery', delivery_id: 2_000_000_000, client: { name: 'N', phone: mobile() } },
      { driver_id: customer.id },
      { seller_id: customer.id },
      { client_id: 2_000_000_000 },
      { address_id: 1 },
      { device_id: 2_000_000_000 },
      { branch_id: 2_000_000_000 },
      { preferred_at: '2020-01-01T00:00:00.000Z' },
      { coupon: 'NOSUCH' },
    ];
    for (const body of bodies) {
      const reply = await sell.make(shelf, 1, body);
      expect(reply.status, `${JSON.stringify(body)} ${reply.text}`).toBeGreaterThanOrEqual(404);
      expect(reply.status, reply.text).toBeLessThan(423);
    }
    const { id } = await sell.standing(shelf, 1, 'waiting');
    const state = await prisma.order_status.create({
      data: { titles: { en: 'Old' }, status_value: 1, deleted_at: new Date() },
    });
    expect((await sell.save({ id, status_id: state.id })).failure.code).toBe('reference.missing');
    expect((await sell.save({ id, payments: [{ payment_id: gone, amount: 5 }] })).status).toBe(422);
    expect(await prisma.order.count({ where: { branch_id: shelf.branch_id } })).toBe(1);
    expect(await levelOf(app, shelf)).toMatchObject({ reserved: 1 });
  });
});

describe('order status changes', () => {
  it('C11 every pair of order statuses behaves as in the table, with reserved and without enough stock', async () => {
    const names = Object.keys(STATUS) as (keyof typeof STATUS)[];
    const values = {
      canceled: -1,
      waiting: 0,
      confirmed: 1,
      packing: 2,
      shipped: 3,
      onTheWay: 4,
      delivered: 5,
    };
    const shelf = await stocked(app, 200);
    const staff = await makePerson(app, { permissions: ['orders'], branch_id: shelf.branch_id });
    const rows: string[] = [];
    for (const from of names)
      for (const to of names) {
        const { id } = await sell.standing(shelf, 1, from);
        const reply = await selling(app, staff).move(id, to);
        const [a, b] = [values[from], values[to]];
        const isForward = a >= 0 && b > a;
        const isCancel = b === -1 && a >= 0 && a < 5;
        const expected = a === b || isForward || isCancel ? 200 : 'refused';
        if ((reply.status === 200 ? 200 : 'refused') !== expected) rows.push(`${from} ${to} ${reply.text}`);
        if (reply.status !== 200) expect([403, 409, 422]).toContain(reply.status);
      }
    expect(rows).toEqual([]);
    await expectSound(app);
  });

  it('reserved units that have expired are not sent', async () => {
    const shelf = await stocked(app, 0);
    const batch = await stockUp(app.ctx(), shelf, 3, 2, { expire_date: '2099-01-01' });
    const { id } = await sell.standing(shelf, 2, 'waiting');
    await app.services.database.prisma.stock_batch.update({
      where: { id: batch },
      data: { expire_date: new Date('2020-01-01') },
    });
    const sent = await sell.move(id, 'packing');
    expect(sent.failure.code).toBe('stock.insufficient');
    expect((await sell.show(id)).results).toMatchObject({ status_value: 0, cost: null });
    await app.services.database.prisma.stock_batch.update({
      where: { id: batch },
      data: { expire_date: new Date('2099-01-01') },
    });
  });
});

it('coupon codes can be guessed ten times in 15 minutes, and correct ones do not count', async () => {
  const shelf = await stocked(app, 99);
  const { code } = await makeCoupon(app);
  const customer = await makePerson(app, { phone: mobile() });
  const guess = (coupon: string) =>
    selling(app, customer).price({
      branch_id: shelf.branch_id,
      type: 'take_away',
      cart: [{ item_id: shelf.item_id, quantity: 1 }],
      coupon,
    });
  for (let n = 0; n < 12; n += 1) expect((await guess(code)).status).toBe(200);
  const wrong = await Promise.all(Array.from({ length: 30 }, (_, n) => guess(`WRONG${n}`)));
  expect(tally(wrong.map(({ failure }) => failure.code))).toEqual({
    'coupon.unknown': 10,
    'coupon.limited': 20,
  });
  const after = await guess(code);
  expect(after.failure.code).toBe('coupon.limited');
  expect(after.status).toBe(429);
  expect(after.headers['retry-after']).toBeDefined();
});
