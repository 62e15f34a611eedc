import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@dukkan/contract';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { makeOnlineShop, type OnlineShop, orderOnline } from '../../../../test/online-payments.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { selling } from '../../../../test/sales.ts';
import { checkPayments } from '../index.ts';
import { softProvider } from './soft-provider.ts';

/** The status rows that every shop starts with. */
const DELIVERED = 6;

let app: TestApp;
let admin: Person;
let shop: OnlineShop;

beforeAll(async () => {
  app = await startApp({ env: { DEMO: '1' } });
  admin = await makeAdmin(app);
  shop = await makeOnlineShop(app, admin);
});
afterAll(() => app.stop());
afterEach(() => vi.restoreAllMocks());

const db = () => app.services.database.prisma;
const as = {
  get token() {
    return admin.token;
  },
};
const paymentsOf = (order_id: number) =>
  db().order_payment.findMany({ where: { order_id }, orderBy: { id: 'asc' } });
const moneyOf = async (order_id: number) =>
  (await paymentsOf(order_id)).map(({ amount, status }) => [Number(amount), status]);
const sentBy = async (ref: string) =>
  (await db().soft_refund.findMany({ where: { ref } })).map(({ amount }) => Number(amount));

/** An order of 20 that was paid online and delivered. */
async function paidOnline(): Promise<{ order_id: number; ref: string }> {
  const order_id = await orderOnline(app, shop, admin);
  const { payment_id } = shop;
  const { results } = await app.call(api.paymentAttempt.start, { order_id, payment_id }, as);
  const ref = results.attempt_id;
  await app.call(api.paymentAttempt.choose, { attempt_id: ref, outcome: 'paid' });
  return { order_id, ref };
}

/** A return of one of its two. @returns the id of the return */
async function giveOneBack(order_id: number): Promise<number> {
  const moved = await app.call(api.order.save, { id: order_id, status_id: DELIVERED }, as);
  const [line] = moved.results.lines;
  const back = await selling(app, admin).giveBack(order_id, [{ line_id: line?.id, quantity: 1 }]);
  expect(back.status, back.text).toBe(200);
  return back.results.id;
}

test('the refund of an online payment is sent by its gateway once', async () => {
  const { order_id, ref } = await paidOnline();
  await giveOneBack(order_id);
  expect(await moneyOf(order_id)).toEqual([
    [20, 'received'],
    [-10, 'pending'],
  ]);
  await Promise.all([checkPayments(app.services), checkPayments(app.services), checkPayments(app.services)]);
  await checkPayments(app.services);
  expect(await moneyOf(order_id)).toEqual([
    [20, 'received'],
    [-10, 'refunded'],
  ]);
  expect(await sentBy(ref)).toEqual([10]);
  expect((await paymentsOf(order_id))[1]?.ref_number).toMatch(/^refund-\d+$/);
  await expectSound(app);
});

test('canceling a paid order refunds all of it', async () => {
  const { order_id, ref } = await paidOnline();
  const { id: status_id } = await db().order_status.findFirstOrThrow({ where: { status_value: -1 } });
  const canceled = await app.call(api.order.save, { id: order_id, status_id }, as);
  expect(canceled.status, canceled.text).toBe(200);
  await checkPayments(app.services);
  expect(await moneyOf(order_id)).toEqual([
    [20, 'received'],
    [-20, 'refunded'],
  ]);
  expect(await sentBy(ref)).toEqual([20]);
});

test('VF5 a refund is repeated under the same key while its provider is down, and sent once', async () => {
  const { order_id, ref } = await paidOnline();
  const return_id = await giveOneBack(order_id);
  const refund = (await paymentsOf(order_id))[1]?.id ?? 0;
  const { refundPayment } = softProvider;
  // it sends the money, and its answer is lost; then it is down
  vi.spyOn(softProvider, 'refundPayment')
    .mockImplementationOnce(async (...call) => {
      await refundPayment(...call);
      throw new Error('the line is down');
    })
    .mockRejectedValueOnce(new Error('down'));
  await checkPayments(app.services);
  await checkPayments(app.services);
  expect((await moneyOf(order_id))[1]).toEqual([-10, 'pending']);
  // it may have gone: nobody pays it out a second time, and nobody calls it off
  const settled = await app.call(api.orderPayment.settle, { id: refund }, as);
  expect(settled.failure.code).toBe('payment.sending');
  expect((await selling(app, admin).undo(return_id)).failure.code).toBe('payment.sending');
  await checkPayments(app.services);
  expect((await moneyOf(order_id))[1]).toEqual([-10, 'refunded']);
  expect(await sentBy(ref)).toEqual([10]);
  expect((await selling(app, admin).undo(return_id)).status).toBe(200);
  await expectSound(app);
});

test('a refund without an answer for an hour can be given up by an administrator and paid out in another way, once', async () => {
  const { order_id, ref } = await paidOnline();
  const return_id = await giveOneBack(order_id);
  const id = (await paymentsOf(order_id))[1]?.id ?? 0;
  const silent = vi.spyOn(softProvider, 'refundPayment').mockRejectedValue(new Error('down'));
  await checkPayments(app.services);
  const giveUp = (token = admin.token) => app.call(api.orderPayment.failRefund, { id }, { token });
  const actions = async () =>
    (await app.call(api.orderPayment.list, { id }, as)).results.flatMap((row) => row.actions);
  const failed = async (value: 0 | 1) =>
    (await app.call(api.orderPayment.list, { order_id, refund: 1, failed: value }, as)).results.map(
      (row) => row.id,
    );
  expect([await failed(1), await failed(0)]).toEqual([[], [id]]);
  const early = await giveUp();
  expect([early.failure.code, early.failure.params]).toEqual(['payment.sending_lately', { minutes: 60 }]);
  expect(await actions()).toEqual([]);
  await db().gateway_refund.update({
    where: { order_payment_id: id },
    data: { created_at: new Date(app.services.now().getTime() - 3_600_000) },
  });
  expect(await actions()).toEqual(['fail_refund']);
  // it waits for people: silent for an hour, then given up
  expect([await failed(1), await failed(0)]).toEqual([[id], []]);
  const clerk = await makePerson(app, { permissions: ['payments', 'orders'], global: 1 });
  expect((await giveUp(clerk.token)).failure.code).toBe('permission.denied');
  const given = await giveUp();
  expect([given.status, given.results.actions]).toEqual([200, ['settle', 'retry_refund']]);
  expect((await giveUp()).failure.code).toBe('payment.not_sending');
  expect(await failed(1)).toEqual([id]);
  // nobody tells the provider any more
  const callCount = silent.mock.calls.length;
  await checkPayments(app.services);
  expect(silent.mock.calls.length).toBe(callCount);
  // told again, it may go: neither paid out by hand nor called off
  expect((await app.call(api.orderPayment.retryRefund, { id }, as)).results.actions).toEqual([]);
  expect((await app.call(api.orderPayment.settle, { id }, as)).failure.code).toBe('payment.sending');
  await db().gateway_refund.update({
    where: { order_payment_id: id },
    data: { created_at: new Date(app.services.now().getTime() - 3_600_000) },
  });
  expect((await giveUp()).status).toBe(200);
  expect((await app.call(api.orderPayment.settle, { id, ref_number: 'by hand' }, as)).status).toBe(200);
  expect(await failed(1)).toEqual([]);
  silent.mockRestore();
  await checkPayments(app.services);
  expect(await sentBy(ref)).toEqual([]);
  expect((await moneyOf(order_id))[1]).toEqual([-10, 'refunded']);
  expect((await app.call(api.orderPayment.retryRefund, { id }, as)).failure.code).toBe('payment.not_sending');
  const log = await db().audit_log.findMany({
    where: { noun: 'order-payment', record_id: String(id) },
    orderBy: { id: 'asc' },
  });
  expect(log.map(({ action }) => action)).toEqual(['cancel', 'retry', 'cancel', 'settle']);
  expect((await selling(app, admin).undo(return_id)).status).toBe(200);
  await expectSound(app);
});

test('a provider answer after its refund was given up is booked once, and a double refund is reported', async () => {
  const { refundPayment } = softProvider;
  for (const isPaidOut of [false, true]) {
    const { order_id, ref } = await paidOnline();
    await giveOneBack(order_id);
    const id = (await paymentsOf(order_id))[1]?.id ?? 0;
    vi.spyOn(softProvider, 'refundPayment').mockImplementationOnce(async (...call) => {
      await db().gateway_refund.update({
        where: { order_payment_id: id },
        data: { created_at: new Date(app.services.now().getTime() - 3_600_000) },
      });
      expect((await app.call(api.orderPayment.failRefund, { id }, as)).status).toBe(200);
      if (isPaidOut) await app.call(api.orderPayment.settle, { id, ref_number: 'by hand' }, as);
      return refundPayment(...call);
    });
    await checkPayments(app.services);
    await checkPayments(app.services);
    expect((await moneyOf(order_id))[1]).toEqual([-10, 'refunded']);
    expect(await sentBy(ref)).toEqual([10]);
    const auditRows = await db().audit_log.findMany({
      where: { noun: 'order', record_id: String(order_id), action: 'pay' },
    });
    const states = auditRows.map(({ changes }) => (changes as { state?: { to: string } }).state?.to);
    expect(states.filter((state) => state === 'sent')).toHaveLength(isPaidOut ? 1 : 0);
  }
});

test('a refund that its provider refuses is left for staff', async () => {
  const { order_id, ref } = await paidOnline();
  await giveOneBack(order_id);
  const refund = (await paymentsOf(order_id))[1]?.id ?? 0;
  // somebody has sent it back on the pages of the provider
  await db().soft_refund.create({ data: { id: 'by-hand', ref, amount: 20 } });
  await checkPayments(app.services);
  await checkPayments(app.services);
  expect((await moneyOf(order_id))[1]).toEqual([-10, 'pending']);
  expect(await db().gateway_refund.findUnique({ where: { order_payment_id: refund } })).toMatchObject({
    state: 'refused',
  });
  const settled = await app.call(api.orderPayment.settle, { id: refund, ref_number: 'by hand' }, as);
  expect(settled.status, settled.text).toBe(200);
  expect(await sentBy(ref)).toEqual([20]);
});

test('a refund handled by staff and the gateway at once is paid out by one of them', async () => {
  const orders = await Promise.all(Array.from({ length: 4 }, () => paidOnline()));
  for (const { order_id } of orders) await giveOneBack(order_id);
  const refunds = await db().order_payment.findMany({
    where: { order_id: { in: orders.map(({ order_id }) => order_id) }, status: 'pending' },
  });
  const sent = checkPayments(app.services);
  await sleep(5);
  const settled = await Promise.all(refunds.map(({ id }) => app.call(api.orderPayment.settle, { id }, as)));
  await sent;
  await checkPayments(app.services);
  for (const [n, { order_id, ref }] of orders.entries()) {
    expect((await moneyOf(order_id))[1]).toEqual([-10, 'refunded']);
    const at = refunds.findIndex((one) => one.order_id === order_id);
    const byHand = settled[at]?.status === 200 ? [10] : [];
    expect([n, ...(await sentBy(ref)), ...byHand]).toEqual([n, 10]);
  }
});
