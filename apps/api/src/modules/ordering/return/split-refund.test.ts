import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { STATUS } from '../../../../test/orders.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { mobile, stocked } from '../../../../test/sales.ts';

let app: TestApp;
let token: string;
let cash: number;
let card: number;
beforeAll(async () => {
  app = await startApp();
  token = (await makeAdmin(app)).token;
  const { prisma } = app.services.database;
  const idOf = async (type: 'cash' | 'card') =>
    (
      await prisma.payment_method.findFirstOrThrow({
        where: { type, charge_customer: 0 },
        orderBy: { id: 'asc' },
      })
    ).id;
  cash = await idOf('cash');
  card = await idOf('card');
  expect((await app.call(api.setting.save, { cash_rounding: 25 }, { token })).status).toBe(200);
});
afterAll(async () => {
  await expectSound(app);
  await app.stop();
});

const show = async (id: number) => (await app.call(api.order.show, { id }, { token })).results;

/** An order of 66.74 (eight units less a discount) that was paid with 40.00 in cash and 26.74 by card. */
async function makeSplitOrder({
  status_id,
  cardFirst = false,
}: {
  status_id?: number;
  cardFirst?: boolean;
} = {}) {
  const payments = [
    { payment_id: cash, amount: 40 },
    { payment_id: card, amount: 26.74 },
  ];
  const shelf = await stocked(app, 9);
  const made = await app.call(
    api.order.make,
    {
      branch_id: shelf.branch_id,
      type: 'take_away',
      client: { name: 'Nora', phone: mobile() },
      cart: [{ item_id: shelf.item_id, quantity: 8 }],
      discount: 13.26,
      paid: 1,
      payments: cardFirst ? payments.toReversed() : payments,
    },
    { token },
  );
  expect(made.results, made.text).toMatchObject({ due: 66.74, rounding: 0, open_amount: 0 });
  if (status_id !== undefined)
    expect((await app.call(api.order.save, { id: made.results.id, status_id }, { token })).status).toBe(200);
  return { id: made.results.id, item_id: shelf.item_id };
}

/** What was given back of an order by each method, one amount for each refund. */
async function refundsOf(id: number) {
  const { payments } = await show(id);
  const by = (method: number) =>
    payments
      .filter(({ payment_id, amount, status }) => payment_id === method && amount < 0 && status !== 'voided')
      .map(({ amount }) => -amount);
  return { cash: by(cash), card: by(card) };
}

test('returns of a sale paid in cash and by card refund coins, and in total what each method paid', async () => {
  const { id, item_id } = await makeSplitOrder({ status_id: STATUS.delivered });
  const back = () =>
    app.call(api.orderReturn.make, { order_id: id, items: [{ item_id, quantity: 4 }] }, { token });
  const first = await back();
  expect(first.results, first.text).toMatchObject({ value: 33.37, rounding: 0, refund: 33.37 });
  expect(await refundsOf(id)).toEqual({ cash: [6.75], card: [26.62] });
  expect((await back()).status).toBe(200);
  expect(await refundsOf(id)).toEqual({ cash: [6.75, 33.25], card: [26.62, 0.12] });
});

test('an order that was paid in cash and by card and becomes cheaper owes its coins in cash', async () => {
  const { id } = await makeSplitOrder({ cardFirst: true });
  const lowered = await app.call(api.order.save, { id, discount: 46.63 }, { token });
  expect(lowered.status, lowered.text).toBe(200);
  expect(await refundsOf(id)).toEqual({ cash: [33.25], card: [0.12] });
});

test('canceling an order paid in cash and by card refunds what each method paid', async () => {
  const { id } = await makeSplitOrder();
  expect((await app.call(api.order.save, { id, status_id: STATUS.canceled }, { token })).status).toBe(200);
  expect(await refundsOf(id)).toEqual({ cash: [40], card: [26.74] });
});
