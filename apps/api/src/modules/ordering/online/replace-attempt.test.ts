import { api } from '@dukkan/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeAdmin, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import {
  makeOnlineShop,
  type OnlineShop,
  orderOnline,
  tellCallback,
} from '../../../../test/online-payments.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { checkPayments } from '../index.ts';
import { softProvider } from './soft-provider.ts';

const MINUTE = 60_000;

let app: TestApp;
let admin: Person;
let shop: OnlineShop;
let now = new Date();

beforeAll(async () => {
  app = await startApp({ env: { DEMO: '1' }, now: () => now });
  admin = await makeAdmin(app);
  shop = await makeOnlineShop(app, admin);
});
afterAll(() => app.stop());
beforeEach(() => {
  vi.restoreAllMocks();
  now = new Date();
});

const wait = (minutes: number) => {
  now = new Date(now.getTime() + minutes * MINUTE);
};
const db = () => app.services.database.prisma;
const as = () => ({ token: admin.token });
const start = (order_id: number) =>
  app.call(api.paymentAttempt.start, { order_id, payment_id: shop.payment_id }, as());
const shown = async (attempt_id: string) => (await app.call(api.paymentAttempt.show, { attempt_id })).results;
const choose = (attempt_id: string, outcome: string) =>
  app.call(api.paymentAttempt.choose, { attempt_id, outcome });
const payAtProvider = (ref: string) =>
  db().soft_payment.update({ where: { ref }, data: { outcome: 'paid', settles_at: null } });
const event = (ref: string) => ({ id: `evt_${unique()}`, ref });
const moneyOf = async (order_id: number) => {
  const payments = await db().order_payment.findMany({ where: { order_id }, orderBy: { id: 'asc' } });
  return payments.map(({ amount, status }) => [Number(amount), status]);
};
/** Changes an order of 20 to so many units of 10 each. */
async function change(order_id: number, quantity: number) {
  const saved = await app.call(
    api.order.save,
    { id: order_id, cart: [{ item_id: shop.shelf.item_id, quantity }] },
    as(),
  );
  expect(saved.status, saved.text).toBe(200);
  return saved.results;
}
async function started() {
  const order_id = await orderOnline(app, shop, admin);
  const { results, status, text } = await start(order_id);
  expect(status, text).toBe(200);
  return { order_id, first: results.attempt_id };
}
async function payCash(order_id: number, amount: number) {
  const cash = await db().payment_method.findFirstOrThrow({
    where: { code: 'cash' },
    orderBy: { id: 'asc' },
  });
  await db().branch_payment.createMany({
    data: [{ branch_id: shop.shelf.branch_id, payment_id: cash.id }],
    skipDuplicates: true,
  });
  const saved = await app.call(
    api.order.save,
    { id: order_id, payments: [{ payment_id: cash.id, amount }] },
    as(),
  );
  expect(saved.status, saved.text).toBe(200);
}
/** A provider that cannot cancel payments. */
const withoutCancel = () =>
  vi.spyOn(softProvider, 'cancelPayment').mockRejectedValue(new Error('no such call'));

describe('starting again after the order changed', () => {
  test.each([
    [3, 30],
    [1, 10],
  ])(
    'a changed order of %d units ends the open attempt and asks for the %d due now',
    async (quantity, amount) => {
      const { order_id, first } = await started();
      await change(order_id, quantity);
      const { results, status, text } = await start(order_id);
      expect(status, text).toBe(200);
      expect(results.attempt_id).not.toBe(first);
      expect(await shown(results.attempt_id)).toMatchObject({ state: 'open', amount, is_payable: true });
      expect(await shown(first)).toMatchObject({ state: 'failed', reason: 'canceled', is_payable: false });
      // a third start answers the second
      expect((await start(order_id)).results.attempt_id).toBe(results.attempt_id);
      await choose(results.attempt_id, 'paid');
      expect(await moneyOf(order_id)).toEqual([[amount, 'received']]);
      const order = await app.call(api.order.show, { id: order_id }, as());
      expect(order.results).toMatchObject({ paid: 1, paid_amount: amount });
      await expectSound(app);
    },
  );

  test('an order changed back to its first amount answers the first attempt again', async () => {
    const { order_id, first } = await started();
    await change(order_id, 3);
    await change(order_id, 2);
    expect((await start(order_id)).results.attempt_id).toBe(first);
  });

  test('an order partly paid in cash starts an attempt for the rest', async () => {
    const { order_id, first } = await started();
    await payCash(order_id, 5);
    const { attempt_id } = (await start(order_id)).results;
    expect(attempt_id).not.toBe(first);
    expect(await shown(attempt_id)).toMatchObject({ amount: 15 });
  });

  test('an order fully paid in cash ends its open attempt and refuses a new one', async () => {
    const { order_id, first } = await started();
    await payCash(order_id, 20);
    const refused = await start(order_id);
    expect([refused.status, refused.failure.code]).toEqual([409, 'order.paid']);
    expect(await shown(first)).toMatchObject({ state: 'failed', is_payable: false });
  });

  test('eight concurrent starts after a change open one new attempt', async () => {
    const { order_id, first } = await started();
    wait(1);
    await change(order_id, 3);
    const all = await Promise.all(Array.from({ length: 8 }, () => start(order_id)));
    expect(all.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const [second = '', ...others] = new Set(all.map(({ results }) => results.attempt_id));
    expect([others, second === first]).toEqual([[], false]);
    const { results } = await app.call(api.paymentAttempt.list, { id: order_id }, as());
    expect(results.attempts.map(({ amount, state }) => [amount, state])).toEqual([
      [30, 'open'],
      [20, 'failed'],
    ]);
  });
});

describe('money for a replaced attempt', () => {
  test('money paid for an attempt before it was replaced is booked, and the next attempt asks for the rest', async () => {
    const { order_id, first } = await started();
    await change(order_id, 3);
    await payAtProvider(first);
    const { attempt_id } = (await start(order_id)).results;
    expect(await moneyOf(order_id)).toEqual([[20, 'received']]);
    expect(await shown(attempt_id)).toMatchObject({ state: 'open', amount: 10 });
    await choose(attempt_id, 'paid');
    expect(await moneyOf(order_id)).toEqual([
      [20, 'received'],
      [10, 'received'],
    ]);
    await expectSound(app);
  });

  test.each(['a callback', 'the clock'])(
    'money for a replaced attempt that arrives by %s is booked once, and the surplus is due for refund',
    async (by) => {
      withoutCancel();
      const { order_id, first } = await started();
      await change(order_id, 3);
      const { attempt_id } = (await start(order_id)).results;
      expect(await shown(first)).toMatchObject({ state: 'expired', is_payable: false });
      await payAtProvider(first);
      if (by === 'the clock') wait(2);
      else for (const callback of [event(first), event(first)]) await tellCallback(app.url, callback);
      await checkPayments(app.services);
      expect(await moneyOf(order_id)).toEqual([[20, 'received']]);
      // the second page still shows 30, and is paid
      await choose(attempt_id, 'paid');
      expect(await moneyOf(order_id)).toEqual([
        [20, 'received'],
        [30, 'received'],
        [-20, 'pending'],
      ]);
      await expectSound(app);
    },
  );

  test('money for a replaced attempt lowers the amount of the next start', async () => {
    withoutCancel();
    const { order_id, first } = await started();
    await change(order_id, 3);
    const second = (await start(order_id)).results.attempt_id;
    await payAtProvider(first);
    await tellCallback(app.url, event(first));
    const third = (await start(order_id)).results.attempt_id;
    expect(third).not.toBe(second);
    expect(await shown(third)).toMatchObject({ amount: 10 });
  });

  test('a replaced attempt that was refused or not paid is checked until it expires', async () => {
    withoutCancel();
    const { order_id, first } = await started();
    await change(order_id, 3);
    await start(order_id);
    const checkAt = async () =>
      (await db().payment_attempt.findUniqueOrThrow({ where: { id: first } })).check_at;
    expect(await checkAt()).not.toBeNull();
    wait(31);
    await checkPayments(app.services);
    expect(await checkAt()).toBeNull();
    expect(await moneyOf(order_id)).toEqual([]);
  });
});
