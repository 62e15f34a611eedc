import { api } from '@dukkan/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import {
  makeGateway,
  makeOnlineMethod,
  makeOnlineShop,
  type OnlineShop,
  orderOnline,
  tellCallback,
} from '../../../../test/online-payments.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { mobile } from '../../../../test/sales.ts';
import { levelOf } from '../../../../test/stock.ts';
import { cancelUnpaidOrders, checkPayments } from '../index.ts';

const MINUTE = 60_000;

let app: TestApp;
let admin: Person;
let shop: OnlineShop;
let now = new Date();

beforeAll(async () => {
  app = await startApp({ now: () => now, env: { DEMO: '1' } });
  admin = await makeAdmin(app);
  shop = await makeOnlineShop(app, admin);
});
afterAll(() => app.stop());
beforeEach(() => {
  now = new Date();
});

const wait = (minutes: number) => {
  now = new Date(now.getTime() + minutes * MINUTE);
};
const db = () => app.services.database.prisma;
const as = (who: Person = admin) => ({ token: who.token });
const start = (order_id: number, who = admin, more: object = {}) =>
  app.call(api.paymentAttempt.start, { order_id, payment_id: shop.payment_id, ...more }, as(who));
const choose = (attempt_id: string, outcome: string) =>
  app.call(api.paymentAttempt.choose, { attempt_id, outcome });
const shown = async (attempt_id: string) => (await app.call(api.paymentAttempt.show, { attempt_id })).results;
/** The provider's own yes, as if its customer had paid, and nobody was told. */
const payAtProvider = (ref: string, more: object = {}) =>
  db().soft_payment.update({ where: { ref }, data: { outcome: 'paid', ...more } });
const event = (ref: string) => ({ id: `evt_${unique()}`, ref });
const moneyOf = async (order_id: number) => {
  const payments = await db().order_payment.findMany({ where: { order_id }, orderBy: { id: 'asc' } });
  return payments.map(({ amount, status }) => [Number(amount), status]);
};
async function started(who = admin) {
  const order_id = await orderOnline(app, shop, who);
  const { results, status, text } = await start(order_id, who);
  expect(status, text).toBe(200);
  return { order_id, attempt_id: results.attempt_id };
}

describe('paying an order online', () => {
  test("an online payment is started once, booked once, and includes the provider's fee", async () => {
    const { order_id, attempt_id } = await started();
    expect(attempt_id).toMatch(/^[\w-]{22}$/);
    const again = await start(order_id);
    expect(again.results.attempt_id).toBe(attempt_id);
    expect(again.results.url).toBe(`/pay/${attempt_id}`);
    expect(await shown(attempt_id)).toMatchObject({
      state: 'open',
      is_payable: true,
      order_id,
      amount: 20,
      currency: 'QAR',
      mode: 'test',
    });

    const paid = await choose(attempt_id, 'paid');
    expect(paid.status, paid.text).toBe(200);
    expect(paid.results).toMatchObject({ state: 'paid', is_payable: false });
    expect(await moneyOf(order_id)).toEqual([[20, 'received']]);
    const payment = await db().order_payment.findFirstOrThrow({ where: { order_id } });
    expect(payment).toMatchObject({ holder: 'partner', ref_number: attempt_id });
    expect(Number(payment.fee)).toBe(0.4);
    const order = await app.call(api.order.show, { id: order_id }, as());
    expect(order.results).toMatchObject({ paid: 1, paid_amount: 20, status_value: 0, expires_at: null });
    const [row] = (await app.call(api.gateway.list, {}, as())).results.filter(
      ({ id }) => id === shop.gateway_id,
    );
    expect(row?.paid_today).toBeGreaterThan(0);
    expect(row?.last_callback_at).not.toBeNull();

    expect((await choose(attempt_id, 'refused')).failure.code).toBe('payment.settled');
    expect((await start(order_id)).failure.code).toBe('order.paid');
    await expectSound(app);
  });

  test('a refused or canceled online payment can be tried again, and nothing is booked before it is paid', async () => {
    const { order_id, attempt_id } = await started();
    expect((await choose(attempt_id, 'refused')).results).toMatchObject({
      state: 'failed',
      reason: 'refused',
    });
    const second = (await start(order_id)).results.attempt_id;
    expect(second).not.toBe(attempt_id);
    expect((await choose(second, 'canceled')).results).toMatchObject({ state: 'failed', reason: 'canceled' });
    expect(await moneyOf(order_id)).toEqual([]);
    const third = (await start(order_id)).results.attempt_id;
    await choose(third, 'paid');
    expect(await moneyOf(order_id)).toEqual([[20, 'received']]);
    const { results } = await app.call(api.paymentAttempt.list, { id: order_id }, as());
    expect(results.attempts.map(({ state }) => state).sort()).toEqual(['failed', 'failed', 'paid']);
    expect(results.methods).toContainEqual({ payment_id: shop.payment_id, title: 'Card online' });
  });

  test('an online payment settles the planned payment of its order', async () => {
    const order_id = await orderOnline(app, shop, admin, {
      client: { name: 'Nora', phone: mobile() },
      payments: [{ payment_id: shop.payment_id, amount: 20 }],
      payment_id: undefined,
    });
    expect(await moneyOf(order_id)).toEqual([[20, 'pending']]);
    const { attempt_id } = (await start(order_id)).results;
    await choose(attempt_id, 'paid');
    expect(await moneyOf(order_id)).toEqual([[20, 'received']]);
    await expectSound(app);
  });

  test('a late online payment without a callback is booked by the scheduled check', async () => {
    const { order_id, attempt_id } = await started();
    expect((await choose(attempt_id, 'later')).results).toMatchObject({
      state: 'open',
      is_payable: false,
      is_on_its_way: true,
    });
    wait(1);
    await checkPayments(app.services);
    expect(await moneyOf(order_id)).toEqual([]);
    wait(2);
    await checkPayments(app.services);
    expect(await moneyOf(order_id)).toEqual([[20, 'received']]);
  });

  test('an online payment that is not paid in time expires, and a new start opens another', async () => {
    const { order_id, attempt_id } = await started();
    wait(31);
    expect(await shown(attempt_id)).toMatchObject({ state: 'open', is_payable: false });
    const { attempt_id: next } = (await start(order_id)).results;
    expect(next).not.toBe(attempt_id);
    expect(await shown(attempt_id)).toMatchObject({ state: 'expired' });
    // money for the first comes after all, and for the second too: both are there, one is to go back
    await payAtProvider(attempt_id);
    await tellCallback(app.url, event(attempt_id));
    await choose(next, 'paid');
    expect(await moneyOf(order_id)).toEqual([
      [20, 'received'],
      [20, 'received'],
      [-20, 'pending'],
    ]);
    await expectSound(app);
  });
});

describe('who may start and see an online payment', () => {
  test("an online payment can be started by the order's customer and by staff with orders, nobody else", async () => {
    const customer = await makePerson(app, { phone: mobile() });
    const stranger = await makePerson(app, { phone: mobile() });
    const order_id = await orderOnline(app, shop, customer, {});
    expect((await start(order_id, stranger)).status).toBe(404);
    const viewer = await makePerson(app, { permissions: ['orders.view'], global: 1 });
    expect((await start(order_id, viewer)).status).toBe(403);
    const elsewhere = await makePerson(app, {
      permissions: ['orders'],
      branch_id: (await makeBranch(app)).id,
    });
    expect((await start(order_id, elsewhere)).status).toBe(404);
    expect((await app.call(api.paymentAttempt.list, { id: order_id }, as(elsewhere))).status).toBe(404);
    expect((await app.call(api.paymentAttempt.start, { order_id, payment_id: shop.payment_id })).status).toBe(
      401,
    );
    const own = await start(order_id, customer);
    expect(own.status, own.text).toBe(200);
    expect((await start(order_id)).results.attempt_id).toBe(own.results.attempt_id);
    expect((await app.call(api.paymentAttempt.show, { attempt_id: 'x'.repeat(22) })).status).toBe(404);
    expect((await choose('y'.repeat(22), 'paid')).status).toBe(404);
  });

  test.each([
    'https://user@shop.example/done',
    'https://shop.example.evil.test/',
    'https://shоp.example/',
    '//shop.example/done',
    'javascript:alert(1)',
    'http://shop.example/done',
  ])('after an online payment the customer is sent back to the shop only, not to %s', async (return_url) => {
    await app.call(api.setting.save, { pay_return_origins: ['https://shop.example'] }, as());
    const order_id = await orderOnline(app, shop, admin);
    const refused = await start(order_id, admin, { return_url });
    expect([refused.status, Object.keys(refused.failure.errors)]).toEqual([422, ['return_url']]);
    const good = await start(order_id, admin, { return_url: 'https://shop.example/done?order=1' });
    expect(await shown(good.results.attempt_id)).toMatchObject({
      return_url: 'https://shop.example/done?order=1',
    });
  });

  test('an online payment is refused for a method without an active gateway and for a canceled order', async () => {
    const order_id = await orderOnline(app, shop, admin);
    const bare = await makeOnlineMethod(app, shop.shelf.branch_id);
    expect((await start(order_id, admin, { payment_id: bare })).failure.code).toBe('payment.no_gateway');
    const gateway = await makeGateway(app, admin, bare);
    await app.call(api.gateway.save, { id: gateway, status: 0 }, as());
    expect((await start(order_id, admin, { payment_id: bare })).failure.code).toBe('payment.no_gateway');
    await app.call(api.order.save, { id: order_id, status_id: 11 }, as());
    expect((await start(order_id)).failure.code).toBe('order.cancelled');
  });
});

describe('callbacks of a payment provider', () => {
  test('VF1 a callback repeated 20 times at once and again after two days books one payment', async () => {
    const { order_id, attempt_id } = await started();
    await payAtProvider(attempt_id);
    const callbackEvent = event(attempt_id);
    const all = await Promise.all(Array.from({ length: 20 }, () => tellCallback(app.url, callbackEvent)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await moneyOf(order_id)).toEqual([[20, 'received']]);
    wait(2 * 24 * 60);
    expect((await tellCallback(app.url, callbackEvent)).status).toBe(200);
    expect((await tellCallback(app.url, event(attempt_id))).status).toBe(200);
    await checkPayments(app.services);
    expect(await moneyOf(order_id)).toEqual([[20, 'received']]);
    await expectSound(app);
  });

  test('VF2 callbacks that are forged or name another amount, currency or payment book nothing and leave four log rows', async () => {
    const before = await db().payment_event.count();
    const [one, two, three] = [await started(), await started(), await started()];
    await payAtProvider(one.attempt_id);
    expect((await tellCallback(app.url, event(one.attempt_id), { key: 'guessed-key' })).status).toBe(401);
    await payAtProvider(two.attempt_id, { amount: 2 });
    await payAtProvider(three.attempt_id, { currency: 'USD' });
    for (const ref of [two.attempt_id, three.attempt_id, 'z'.repeat(22)])
      expect((await tellCallback(app.url, event(ref))).status).toBe(200);
    for (const { order_id } of [one, two, three]) expect(await moneyOf(order_id)).toEqual([]);
    expect(await db().payment_event.count()).toBe(before + 4);
    const { results } = await app.call(api.paymentAttempt.list, { id: two.order_id }, as());
    expect(results.attempts).toMatchObject([{ state: 'mismatch', told_amount: 2, told_currency: 'QAR' }]);
    expect(await shown(three.attempt_id)).toMatchObject({ state: 'mismatch' });
    const staff = await app.call(api.order.show, { id: two.order_id }, as());
    expect(staff.results).toMatchObject({ paid: 0, paid_amount: 0 });
    await expectSound(app);
  });

  test('VF3 a callback that comes before our own start is stored is kept and booked', async () => {
    const { order_id, attempt_id } = await started();
    await payAtProvider(attempt_id);
    await db().payment_attempt.update({
      where: { id: attempt_id },
      data: { provider_ref: null, url: null },
    });
    const callbackEvent = event(attempt_id);
    expect((await tellCallback(app.url, callbackEvent)).status).toBe(200);
    const find = () => db().payment_event.findFirstOrThrow({ where: { event_id: callbackEvent.id } });
    expect(await find()).toMatchObject({ outcome: 'waiting' });
    expect(await moneyOf(order_id)).toEqual([]);
    // the start that was under way goes on
    await start(order_id);
    await checkPayments(app.services);
    expect(await find()).toMatchObject({ outcome: 'handled' });
    expect(await moneyOf(order_id)).toEqual([[20, 'received']]);
  });

  test('VF4 money received after the scheduler canceled the order is recorded and refunded', async () => {
    const { prisma } = app.services.database;
    const own = await makeOnlineShop(app, admin);
    const customer = await makePerson(app, { phone: mobile() });
    const held = await levelOf(app, own.shelf);
    const order_id = await orderOnline(app, own, customer, {});
    const { payment_id } = own;
    const { attempt_id } = (await start(order_id, customer, { payment_id })).results;
    await choose(attempt_id, 'later');
    wait(31);
    await cancelUnpaidOrders(app.services);
    expect(await prisma.order.findUniqueOrThrow({ where: { id: order_id } })).toMatchObject({
      status_value: -1,
    });
    expect(await levelOf(app, own.shelf)).toEqual(held);
    await checkPayments(app.services);
    expect(await moneyOf(order_id)).toEqual([
      [20, 'received'],
      [-20, 'refunded'],
    ]);
    expect(await prisma.order.findUniqueOrThrow({ where: { id: order_id } })).toMatchObject({
      status_value: -1,
      paid: 0,
    });
    expect(await levelOf(app, own.shelf)).toEqual(held);
    await expectSound(app);
  });

  test('callbacks in the wrong order never turn a paid payment back', async () => {
    const { order_id, attempt_id } = await started();
    await choose(attempt_id, 'paid');
    await db().soft_payment.update({ where: { ref: attempt_id }, data: { outcome: 'refused' } });
    expect((await tellCallback(app.url, event(attempt_id))).status).toBe(200);
    expect(await shown(attempt_id)).toMatchObject({ state: 'paid' });
    expect(await moneyOf(order_id)).toEqual([[20, 'received']]);
  });

  test("a callback body is read up to 64 kB in any content type, and only the provider's own answer counts", async () => {
    const { order_id, attempt_id } = await started();
    const text = JSON.stringify({ ...event(attempt_id), state: 'paid', amount: 20 });
    const whole = text.padEnd(64 * 1024, ' ');
    expect((await tellCallback(app.url, `${whole} `)).status).toBe(413);
    expect((await tellCallback(app.url, whole, { type: 'text/plain' })).status).toBe(200);
    expect((await tellCallback(app.url, 'no json at all')).status).toBe(200);
    expect((await tellCallback(app.url, '[]', { type: 'application/x-www-form-urlencoded' })).status).toBe(
      200,
    );
    expect((await tellCallback(app.url, '{}', { provider: 'constructor' })).status).toBe(404);
    expect((await tellCallback(app.url, '{}', { provider: 'stripe' })).status).toBe(404);
    expect((await fetch(`${app.url}/payments/callback/soft`)).status).not.toBe(200);
    expect(await moneyOf(order_id)).toEqual([]);
  });
});

test('concurrent starts of an online payment open one attempt, and concurrent choices book one result', async () => {
  const order_id = await orderOnline(app, shop, admin);
  const all = await Promise.all(Array.from({ length: 8 }, () => start(order_id)));
  expect(all.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const [attempt_id = '', ...others] = new Set(all.map(({ results }) => results.attempt_id));
  expect(others).toEqual([]);
  const chosen = await Promise.all(Array.from({ length: 8 }, () => choose(attempt_id, 'paid')));
  expect(chosen.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  expect(await moneyOf(order_id)).toEqual([[20, 'received']]);
  await expectSound(app);
});
