import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { STATUS } from '../../../../../test/orders.ts';
import { mobile, stocked } from '../../../../../test/sales.ts';
import type { Shelf } from '../../../../../test/stock.ts';

let app: TestApp;
let admin: Person;
let cash: number;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  const { prisma } = app.services.database;
  cash = (await prisma.payment_method.findFirstOrThrow({ where: { code: 'cash' } })).id;
});
afterAll(() => app.stop());

const sellerOf = ({ branch_id }: Shelf) => makePerson(app, { permissions: ['seller'], branch_id });
const makeFor = async (shelf: Shelf, more: object = {}) => {
  const made = await app.call(
    api.order.make,
    {
      branch_id: shelf.branch_id,
      type: 'take_away',
      client: { name: 'Nora', phone: mobile() },
      cart: [{ item_id: shelf.item_id, quantity: 2 }],
      ...more,
    },
    { token: admin.token },
  );
  expect(made.status, made.text).toBe(200);
  return made.results;
};
const save = (who: Person, id: number, more: object, headers = {}) =>
  app.call(api.order.save, { id, ...more }, { token: who.token, headers });
const storedOrder = (id: number) =>
  app.services.database.prisma.order.findUniqueOrThrow({ where: { id }, include: { payments: true } });
const unitsOf = async ({ item_id, branch_id }: Shelf) =>
  Number(
    (await app.services.database.prisma.stock_level.findFirstOrThrow({ where: { item_id, branch_id } }))
      .on_hand,
  );

describe('handing an order over at the counter', () => {
  test.each(['take_away', 'dine_in'])(
    'one save by the seller takes an order off the shelf, pays it and delivers it: %s',
    async (type) => {
      for (const from of [STATUS.waiting, STATUS.confirmed]) {
        const shelf = await stocked(app, 5);
        const seller = await sellerOf(shelf);
        const { id, due } = await makeFor(shelf, { type, seller_id: seller.id });
        if (from !== STATUS.waiting) await save(admin, id, { status_id: from });
        const seen = await app.call(api.order.show, { id }, { token: seller.token });
        expect(seen.results.actions).toContain('hand_over');
        const next = seen.results.next.find(({ status_value }) => status_value === 5);
        const payments = [{ payment_id: cash, amount: due, tendered: due + 5 }];
        const done = await save(seller, id, { status_id: next?.status_id, payments });
        expect(done.status, done.text).toBe(200);
        expect(done.results).toMatchObject({ status_value: 5, paid: 1, open_amount: 0, paid_amount: due });
        expect(done.results.payments).toMatchObject([{ amount: due, change: 5, status: 'received' }]);
        expect(done.results.actions).not.toContain('hand_over');
        expect(await unitsOf(shelf)).toBe(3);
      }
    },
  );

  test("a seller's hand-over is refused while an amount stays open, and nothing is paid or moved", async () => {
    const shelf = await stocked(app, 5);
    const seller = await sellerOf(shelf);
    const { id, due } = await makeFor(shelf, { seller_id: seller.id, payment_id: cash });
    const before = await storedOrder(id);
    for (const [paid, payments] of [
      [0, undefined],
      [due - 1, [{ payment_id: cash, amount: due - 1 }]],
    ] as const) {
      const refused = await save(seller, id, {
        status_id: STATUS.delivered,
        ...(payments ? { payments } : {}),
      });
      expect([refused.status, refused.failure.code, refused.failure.params]).toEqual([
        422,
        'order.payment_needed',
        { open: due - paid, currency: 'QAR' },
      ]);
      expect(Object.keys(refused.failure.errors)).toEqual(['payments']);
    }
    expect(await storedOrder(id)).toEqual(before);
    expect(await unitsOf(shelf)).toBe(5);
    // what was received before counts, what a provider still owes does not
    const { prisma } = app.services.database;
    await save(seller, id, { payments: [{ payment_id: cash, amount: 1 }] });
    const { id: pending } = await prisma.order_payment.create({
      data: { order_id: id, payment_id: cash, amount: due - 1, status: 'pending', holder: 'partner' },
    });
    const waits = await save(seller, id, { status_id: STATUS.delivered });
    expect(waits.failure.params).toEqual({ open: due - 1, currency: 'QAR' });
    await app.call(api.orderPayment.settle, { id: pending }, { token: admin.token });
    const done = await save(seller, id, { status_id: STATUS.delivered });
    expect(done.results).toMatchObject({ status_value: 5, paid: 1 });
  });

  test('handing over is a step for sellers of orders without delivery only, and with no other field', async () => {
    const shelf = await stocked(app, 9);
    const seller = await sellerOf(shelf);
    const other = await makeFor(shelf);
    expect((await save(seller, other.id, { status_id: STATUS.delivered, paid: 1 })).status).toBe(404);
    const { id, due } = await makeFor(shelf, { seller_id: seller.id });
    const payments = [{ payment_id: cash, amount: due }];
    const over = { status_id: STATUS.delivered, payments };
    for (const field of [{ driver_id: admin.id }, { force: true }, { recurring: 1 }, { seller_id: admin.id }])
      expect((await save(seller, id, { ...over, ...field })).status, JSON.stringify(field)).toBe(403);
    for (const status_id of [STATUS.shipped, STATUS.onTheWay])
      expect((await save(seller, id, { status_id, payments })).status).toBe(403);
    const { prisma } = app.services.database;
    await prisma.order.update({ where: { id }, data: { type: 'delivery' } });
    const carried = await app.call(api.order.show, { id }, { token: seller.token });
    expect(carried.results.actions).not.toContain('hand_over');
    expect((await save(seller, id, over)).status).toBe(403);
    expect((await storedOrder(id)).payments).toEqual([]);
  });

  test('an order handed over by many at the same moment is handed over and paid once', async () => {
    const shelf = await stocked(app, 5);
    const seller = await sellerOf(shelf);
    const { id, due, version } = await makeFor(shelf, { seller_id: seller.id });
    const payments = [{ payment_id: cash, amount: due }];
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        save(at % 2 ? seller : admin, id, {
          status_id: STATUS.delivered,
          payments,
          ...(at % 3 ? { version } : {}),
        }),
      ),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    const stored = await storedOrder(id);
    expect([stored.status_value, stored.paid, Number(stored.paid_amount)]).toEqual([5, 1, due]);
    expect(stored.payments).toHaveLength(1);
    expect(await unitsOf(shelf)).toBe(3);
  });
});
