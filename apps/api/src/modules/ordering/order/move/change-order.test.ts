import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { mobile, stocked } from '../../../../../test/sales.ts';
import type { Shelf } from '../../../../../test/stock.ts';

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

test('units that stay in an order keep their price, and added units cost what they cost today', async () => {
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

test('a goodwill takes exactly its amount off an order whose goods cost more and are not sold any more', async () => {
  const shelf = await stocked(app, 5);
  const { id, due } = await makeFor(shelf);
  await raisePrice(shelf, { price: { increment: 10 }, status: 0 });
  const saved = await save(id, { discount: 5, discount_type: 'fixed' });
  expect([saved.status, saved.results.due]).toEqual([200, due - 5]);
});

test('what a paid order costs less waits to go back, and what it costs more again is open', async () => {
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

test('two changes of one version at once are one change and one refusal', async () => {
  const shelf = await stocked(app, 9);
  const { id, version } = await makeFor(shelf);
  const answers = await Promise.all(
    [1, 3].map((quantity) => save(id, { version, cart: [{ item_id: shelf.item_id, quantity }] })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
