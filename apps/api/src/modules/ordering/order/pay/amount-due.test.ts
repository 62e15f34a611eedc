import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, unique } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { expectSound } from '../../../../../test/promises/soundness.ts';
import { selling, stocked } from '../../../../../test/sales.ts';

let app: TestApp;
let admin: { token: string };
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  const { status } = await app.call(api.setting.save, { cash_rounding: 25 }, { token: admin.token });
  expect(status).toBe(200);
});
afterAll(() => app.stop());

/** A way to pay whose commission the customer bears, in this branch only. */
async function methodOf(branch_id: number, margin: number, type: 'card' | 'cash' = 'card') {
  const { id } = await app.services.database.prisma.payment_method.create({
    data: {
      code: `own-${unique()}`,
      titles: { ar: 'وسيلة', en: 'A way', de: 'Ein Weg' },
      type,
      margin,
      charge_customer: 1,
      branch_id,
      branches: { create: { branch_id } },
    },
    select: { id: true },
  });
  return id;
}

/** Goods of 28.37, priced for a card that the customer pays 10 % for. */
async function pricedForCard() {
  const shelf = await stocked(app, 9);
  const card = await methodOf(shelf.branch_id, 10);
  const dear = await methodOf(shelf.branch_id, 20);
  const { prisma } = app.services.database;
  const cash = await prisma.payment_method.findFirstOrThrow({ where: { code: 'cash' } });
  const shop = selling(app, admin);
  const made = await shop.make(shelf, 3, { discount: 1.63, payment_id: card });
  expect(made.results, made.text).toMatchObject({ payment_fee: 2.84, rounding: 0, due: 31.21 });
  const { id } = made.results;
  const payable = async () => (await app.call(api.order.payable, { id }, { token: admin.token })).results;
  return { shop, id, card, dear, cash: cash.id, payable };
}

type Priced = Awaited<ReturnType<typeof pricedForCard>>;
const pay = ({ shop, id }: Priced, payment_id: number, amount: number, more: object = {}) =>
  shop.save({ id, payments: [{ payment_id, amount, ...more }] });

test('an order answers the amount that pays it in full, for each payment method', async () => {
  const order = await pricedForCard();
  const answer = await order.payable();
  const by = (id: number) => answer.methods.find(({ payment_id }) => payment_id === id)?.open_amount;
  expect([answer.open_amount, answer.rest]).toEqual([31.21, 28.25]);
  expect([order.card, order.dear, order.cash].map(by)).toEqual([31.21, 34.04, 28.25]);
});

test('an order paid in full by another method costs what that method charges, without the fee of the first', async () => {
  for (const [way, amount, fee, charge, rounding] of [
    ['card', 31.21, 2.84, 2.84, 0],
    ['dear', 34.04, 5.67, 5.67, 0],
    ['cash', 28.25, 0, 0, -0.12],
    // cash may be told as it was before it was rounded
    ['cash', 28.37, 0, 0, -0.12],
  ] as const) {
    const order = await pricedForCard();
    const { results, text } = await pay(order, order[way], amount);
    expect(results, text).toMatchObject({
      paid: 1,
      open_amount: 0,
      payment_fee: charge,
      rounding,
      payment_id: order[way],
    });
    expect(results.paid_amount).toBe(results.due);
    const steps = results.steps.filter(({ kind }) => kind === 'payment' || kind === 'rounding');
    expect(steps.map((step) => step.amount)).toEqual([charge, rounding].filter((one) => one !== 0));
    const paid = await app.call(api.orderPayment.list, { order_id: order.id }, { token: admin.token });
    expect(paid.results).toMatchObject([{ fee, amount: results.due }]);
  }
  await expectSound(app);
});

test('an order only marked as paid is paid in cash, rounded to the coin', async () => {
  const order = await pricedForCard();
  const { results } = await order.shop.save({ id: order.id, paid: 1 });
  expect(results).toMatchObject({ paid: 1, due: 28.25, paid_amount: 28.25, payment_fee: 0, rounding: -0.12 });
  await expectSound(app);
});

test('a delivery with an outdated amount is refused, and nothing is recorded as taken', async () => {
  const order = await pricedForCard();
  for (const [rest, said] of [
    [31.21, 28.25],
    [28.37, 28.25],
  ] as const) {
    const refused = await order.shop.move(order.id, 'delivered', { paid: 1, rest });
    expect(refused.failure, refused.text).toMatchObject({
      code: 'order.rest_changed',
      params: { rest: said },
    });
    expect((await order.shop.show(order.id)).results).toMatchObject({ status_value: 0, paid_amount: 0 });
  }
  const { results } = await order.shop.move(order.id, 'delivered', { paid: 1, rest: 28.25 });
  expect(results).toMatchObject({ status_value: 5, paid: 1, paid_amount: 28.25 });
  // paying twice is paying once
  expect((await order.shop.save({ id: order.id, paid: 1, rest: 28.25 })).status).toBe(200);
  await expectSound(app);
});

test('an order delivered and paid in one step costs the same as in two', async () => {
  const order = await pricedForCard();
  const { results, text } = await order.shop.move(order.id, 'delivered', { paid: 1 });
  expect(results, text).toMatchObject({ status_value: 5, paid: 1, due: 28.25, paid_amount: 28.25 });
  await expectSound(app);
});

test('an order paid in parts, or at its quoted amount, keeps its price', async () => {
  const parts = await pricedForCard();
  const first = await pay(parts, parts.cash, 20);
  expect(first.results).toMatchObject({ due: 31.21, payment_fee: 2.84, open_amount: 11.21, paid: 0 });
  expect(await parts.payable()).toMatchObject({ open_amount: 11.21, rest: 11.21 });
  const second = await pay(parts, parts.card, 11.21);
  expect(second.results).toMatchObject({ due: 31.21, open_amount: 0, paid: 1 });
  const pricedOrder = await pricedForCard();
  const whole = await pay(pricedOrder, pricedOrder.cash, 31.21);
  expect(whole.results).toMatchObject({ due: 31.21, payment_fee: 2.84, paid: 1 });
  await expectSound(app);
});

test('several payments by one method that cover the full amount cost the same as one', async () => {
  const cash = await pricedForCard();
  const [one, two] = [20, 8.37].map((amount) => ({ payment_id: cash.cash, amount }));
  const paid = await cash.shop.save({ id: cash.id, payments: [one, two] });
  expect(paid.results).toMatchObject({
    due: 28.25,
    payment_fee: 0,
    rounding: -0.12,
    paid: 1,
    open_amount: 0,
  });
  expect(paid.results.payments.map(({ amount }) => amount)).toEqual([20, 8.25]);
  const dear = await pricedForCard();
  const cards = [30, 4.04].map((amount) => ({ payment_id: dear.dear, amount }));
  const more = await dear.shop.save({ id: dear.id, payments: cards });
  expect(more.results).toMatchObject({ due: 34.04, payment_fee: 5.67, paid: 1 });
  const fees = await app.services.database.prisma.order_payment.findMany({
    where: { order_id: dear.id },
    select: { fee: true },
    orderBy: { id: 'asc' },
  });
  expect(fees.map(({ fee }) => Number(fee))).toEqual([5, 0.67]);
  // a last payment below the coin bears what it can, the one before it the rest: nothing is lost and none is negative
  const small = await pricedForCard();
  const bits = [28.3, 0.07].map((amount) => ({ payment_id: small.cash, amount }));
  const borne = await small.shop.save({ id: small.id, payments: bits });
  expect(borne.results, borne.text).toMatchObject({ due: 28.25, paid: 1, paid_amount: 28.25 });
  expect(borne.results.payments.map(({ amount }) => amount)).toEqual([28.25]);
  // neither all of it by that method nor what is open
  const short = await pricedForCard();
  const parts = [20, 8.3].map((amount) => ({ payment_id: short.cash, amount }));
  const some = await short.shop.save({ id: short.id, payments: parts });
  expect(some.results).toMatchObject({ due: 31.21, payment_fee: 2.84, open_amount: 2.91, paid: 0 });
  await expectSound(app);
});

test('a payment above the amount due by any method is refused, and so is too little cash', async () => {
  const order = await pricedForCard();
  const more = await pay(order, order.cash, 31.22);
  expect([more.status, more.failure.code]).toEqual([422, 'order.overpaid']);
  const little = await pay(order, order.cash, 28.25, { tendered: 28 });
  expect([little.status, little.failure.errors]).toEqual([
    422,
    { 'payments.0.tendered': ["That isn't enough cash: QAR\u00a028.25 is due."] },
  ]);
  // told as it was before it was rounded, it is the rounded amount that has to be given
  const unrounded = await pay(order, order.cash, 28.37, { tendered: 28.1 });
  expect(unrounded.failure.errors['payments.0.tendered']?.[0]).toMatch(/28\.25/);
  expect((await order.shop.show(order.id)).results).toMatchObject({ due: 31.21, paid_amount: 0, version: 1 });
});

test('a canceled order has no open amount', async () => {
  const order = await pricedForCard();
  await order.shop.move(order.id, 'canceled');
  const answer = await order.payable();
  expect([answer.open_amount, answer.rest]).toEqual([0, 0]);
  expect(answer.methods.every(({ open_amount }) => open_amount === 0)).toBe(true);
});

test('concurrent full payments by different methods pay an order once, at the amount of the one that succeeded', async () => {
  const order = await pricedForCard();
  const ways = [
    [order.card, 31.21],
    [order.dear, 34.04],
    [order.cash, 28.25],
  ] as const;
  const all = await Promise.all([...ways, ...ways, ...ways].map(([way, amount]) => pay(order, way, amount)));
  const taken = all.filter(({ status }) => status === 200);
  expect(taken).toHaveLength(1);
  const { results } = await order.shop.show(order.id);
  expect(ways).toContainEqual([results.payment_id, results.due]);
  expect(results).toMatchObject({ paid: 1, open_amount: 0, paid_amount: results.due });
  expect(results.payments).toHaveLength(1);
  await expectSound(app);
});
