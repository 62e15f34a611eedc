import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makePerson, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { carried, mobile, stocked } from '../../../../test/sales.ts';
import { makeShelf } from '../../../../test/stock.ts';

let app: TestApp;
let admin: { token: string };
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

/** A paid order that is canceled: cash outside of a till waits to be given back. */
async function refundOf() {
  const [name, phone] = [`Nora${unique()}x`, mobile()];
  const shelf = await stocked(app, 3);
  const made = await app.call(
    api.order.make,
    {
      branch_id: shelf.branch_id,
      type: 'take_away',
      client: { name, phone },
      cart: [{ item_id: shelf.item_id, quantity: 2 }],
      paid: 1,
    },
    { token: admin.token },
  );
  const order_id = made.results.id;
  const canceled = await app.call(api.order.save, { id: order_id, status_id: 11 }, { token: admin.token });
  expect(canceled.results, JSON.stringify(canceled)).toMatchObject({
    status_value: -1,
    paid: 0,
    paid_amount: 0,
  });
  const { results } = await app.call(api.orderPayment.list, { order_id, refund: 1 }, { token: admin.token });
  expect(results).toMatchObject([{ amount: -20, status: 'pending', actions: ['settle'] }]);
  return { order_id, id: results[0]?.id ?? 0, shelf, name, phone };
}

describe('money to be refunded', () => {
  test('a pending refund is paid out once, also when several staff click at the same moment', async () => {
    const { id, order_id } = await refundOf();
    const all = await Promise.all(
      Array.from({ length: 5 }, () => app.call(api.orderPayment.settle, { id }, { token: admin.token })),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 409)).toHaveLength(4);
    const { results } = await app.call(api.orderPayment.list, { order_id }, { token: admin.token });
    expect(results.map(({ amount, status }) => [amount, status])).toEqual([
      [-20, 'refunded'],
      [20, 'received'],
    ]);
    await expectSound(app);
  });

  test('a refund of cash that a driver has handed in is paid out by the branch, and the driver holds nothing', async () => {
    const { shelf, driver, order_id } = await carried(app, admin);
    const { prisma } = app.services.database;
    await app.call(api.order.save, { id: order_id, status_id: 6 }, { token: admin.token });
    const taken = await prisma.order_payment.findFirstOrThrow({ where: { order_id } });
    expect(taken).toMatchObject({ holder: 'driver', driver_id: driver.id });
    const items = [{ item_id: shelf.item_id, quantity: 2 }];
    const back = await app.call(api.orderReturn.make, { order_id, items }, { token: admin.token });
    expect(back.status, back.text).toBe(200);
    const refund = await prisma.order_payment.findFirstOrThrow({ where: { order_id, amount: { lt: 0 } } });
    expect(refund).toMatchObject({ holder: 'driver', status: 'pending' });
    const settled = await app.call(api.orderPayment.settle, { id: refund.id }, { token: admin.token });
    expect(settled.results).toMatchObject({ status: 'refunded', holder: 'branch' });
    await expectSound(app);
  });

  test('payments are found by every filter and sort, on pages and in an export', async () => {
    const { id, shelf, phone, order_id, name } = await refundOf();
    await refundOf();
    const ref_number = `Terminal-${id}`;
    await app.call(api.orderPayment.settle, { id, ref_number }, { token: admin.token });
    const { prisma } = app.services.database;
    const all = await prisma.order_payment.findMany({ include: { order: { select: { branch_id: true } } } });
    const [first] = all;
    if (!first) throw new Error('no payment');
    type Filter = [object, (payment: (typeof all)[number]) => boolean];
    const filters: Filter[] = [
      [{}, () => true],
      [{ refund: 1 }, ({ amount }) => Number(amount) < 0],
      [{ refund: 0 }, ({ amount }) => Number(amount) > 0],
      [{ status: 'pending' }, ({ status }) => status === 'pending'],
      [{ status: 'refunded' }, ({ status }) => status === 'refunded'],
      [{ status: 'received' }, ({ status }) => status === 'received'],
      [{ holder: first.holder }, ({ holder }) => holder === first.holder],
      [{ payment_id: first.payment_id }, ({ payment_id }) => payment_id === first.payment_id],
      [{ branch_id: shelf.branch_id }, ({ order }) => order.branch_id === shelf.branch_id],
      [{ order_id: first.order_id }, ({ order_id }) => order_id === first.order_id],
      [{ keywords: ref_number.slice(0, -1).toLowerCase() }, (one) => one.ref_number === ref_number],
      [{ keywords: `#${order_id}` }, (one) => one.order_id === order_id],
      [{ keywords: phone }, (one) => one.order_id === order_id],
      [{ keywords: name.toUpperCase() }, (one) => one.order_id === order_id],
      [{ keywords: 'no-such-number' }, () => false],
    ];
    for (const [body, meets] of filters) {
      const expected = all.filter(meets).map((payment) => payment.id);
      const found = await app.call(api.orderPayment.list, { ...body, limit: 100 }, { token: admin.token });
      const ids = found.results.map((payment) => payment.id);
      expect([ids.toSorted((a, b) => a - b), found.meta.total], JSON.stringify(body)).toEqual([
        expected.toSorted((a, b) => a - b),
        expected.length,
      ]);
    }
    const sorted = await app.call(
      api.orderPayment.list,
      { sort_by: 'amount', sort_as: 'asc', limit: 100 },
      { token: admin.token },
    );
    const amounts = sorted.results.map(({ amount }) => amount);
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
    const file = await fetch(`${app.url}/admin/orders/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
      body: JSON.stringify({ export: 1, format: 'csv', limit: 10 }),
    });
    expect((await file.text()).trim().split('\n')).toHaveLength(all.length + 1);
  });

  test('payments are seen and settled only by staff with that permission, in their own branch', async () => {
    const { id, shelf } = await refundOf();
    const other = await makeShelf(app);
    const seller = await makePerson(app, { permissions: ['orders'], branch_id: shelf.branch_id });
    const foreign = await makePerson(app, { permissions: ['payments'], branch_id: other.branch_id });
    const own = await makePerson(app, { permissions: ['payments'], branch_id: shelf.branch_id });
    const settle = (token: string) => app.call(api.orderPayment.settle, { id }, { token });
    expect((await settle(seller.token)).status).toBe(403);
    expect((await settle(foreign.token)).status).toBe(404);
    expect((await app.call(api.orderPayment.list, {}, { token: foreign.token })).results).toEqual([]);
    // who answers for the branch sees them, and settles none
    const manager = await makePerson(app, { permissions: ['branchs'], manages: [shelf.branch_id] });
    const seen = await app.call(api.orderPayment.list, { id }, { token: manager.token });
    expect(seen.results).toMatchObject([{ id, actions: [] }]);
    expect((await settle(manager.token)).status).toBe(403);
    expect((await settle(own.token)).results).toMatchObject({ status: 'refunded' });
  });
});

describe('customer phones in the list of payments', () => {
  // Rule: docs/rules/payments.md#whose-phone-is-read
  const read = async (permissions: string[], global: 0 | 1, input: object) => {
    const { token } = await makePerson(app, { permissions, global });
    return app.call(api.orderPayment.list, input, { token });
  };
  const ACCOUNTANT = ['reports', 'payments', 'transactions'];

  test("the customer's phone in payments is shown only to staff who may open the order, in list and export", async () => {
    const { order_id, phone } = await refundOf();
    const manager = await read(['payments', 'orders'], 1, { order_id });
    expect(manager.results[0]).toMatchObject({ client_phone: phone });
    const accountant = await read(ACCOUNTANT, 1, { order_id });
    expect(accountant.results[0]).toMatchObject({ client_name: expect.any(String), client_phone: null });
    const file = await read(ACCOUNTANT, 1, { order_id, export: 1, format: 'csv' });
    expect(file.status, file.text).toBe(200);
    expect(file.text).toContain(String(order_id));
    expect(file.text).not.toContain(phone.slice(4));
  });

  test('payments are found by the beginning of a phone only by staff who see it, and by the whole number by all', async () => {
    const { order_id, phone, name } = await refundOf();
    const found = async (permissions: string[], keywords: string) =>
      (await read(permissions, 1, { keywords, limit: 100 })).results.some((row) => row.order_id === order_id);
    const start = phone.slice(0, -1);
    expect(await found(['payments', 'orders'], start)).toBe(true);
    for (const part of [start, phone.slice(4, -1), `${name} ${phone.slice(4, 9)}`, phone.slice(-6)])
      expect(await found(ACCOUNTANT, part), part).toBe(false);
    for (const whole of [phone, phone.slice(4), name, `#${order_id}`])
      expect(await found(ACCOUNTANT, whole), whole).toBe(true);
  });
});
