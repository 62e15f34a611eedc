import { api } from '@dukkan/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { expectSound } from '../../../../../test/promises/soundness.ts';
import { selling } from '../../../../../test/sales.ts';
import { makeShelf, type Shelf, stockUp } from '../../../../../test/stock.ts';
import { makeTill } from '../../../../../test/tills.ts';

let app: TestApp;
let admin: Person;
let sell: ReturnType<typeof selling>;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  sell = selling(app, admin);
});
afterEach(() => expectSound(app));
afterAll(() => app.stop());

const call: TestApp['call'] = (endpoint, input, options) =>
  app.call(endpoint, input, { token: admin.token, ...options });

/** A till whose open drawer started with so much, and a sale of so many units at 10.00 over it. */
async function soldAtTill(start_amount: number, quantity: number) {
  const { branch_id, device_id } = await makeTill(app);
  const { results: session } = await call(api.posSession.open, { device_id, start_amount });
  const shelf: Shelf = await makeShelf(app, { branch_id });
  await stockUp(app.ctx(), shelf, quantity, 3);
  const cash = await app.services.database.prisma.payment_method.findFirstOrThrow({
    where: { code: 'cash' },
  });
  const made = await sell.make(shelf, quantity, { device_id, payment_id: cash.id });
  expect(made.status, made.text).toBe(200);
  return { device_id, branch_id, shelf, session_id: session.id, order_id: made.results.id };
}
const drop = (session_id: number, amount: number) =>
  call(api.posSession.move, { session_id, kind: 'drop', amount, reason: 'To the safe' });
const refundsOf = async (order_id: number) =>
  (
    await app.services.database.prisma.order_payment.findMany({
      where: { order_id, amount: { lt: 0 } },
      orderBy: { id: 'asc' },
      select: { id: true, amount: true, status: true, holder: true },
    })
  ).map(({ amount, ...one }) => ({ ...one, amount: Number(amount) }));

describe('a drawer with less cash than a refund', () => {
  test('a drawer pays refunds up to its cash, and the rest waits to be paid out', async () => {
    const { device_id, shelf, session_id, order_id } = await soldAtTill(0, 5);
    expect((await drop(session_id, 30)).status).toBe(200);
    const back = await sell.giveBack(order_id, [{ item_id: shelf.item_id, quantity: 5 }], { device_id });
    expect(back.status, back.text).toBe(200);
    const refunds = await refundsOf(order_id);
    expect(refunds).toMatchObject([
      { amount: -20, status: 'refunded', holder: 'session' },
      { amount: -30, status: 'pending', holder: 'branch' },
    ]);
    const pending = { id: refunds[1]?.id ?? 0, device_id };
    const refused = await call(api.orderPayment.settle, pending);
    expect([refused.status, refused.failure.code]).toEqual([422, 'cash.beyond_drawer']);
    await call(api.posSession.move, { session_id, kind: 'in', amount: 30, reason: 'Change' });
    expect((await call(api.orderPayment.settle, pending)).status).toBe(200);
    expect((await refundsOf(order_id)).map(({ status }) => status)).toEqual(['refunded', 'refunded']);
  });

  test('an empty drawer pays no refund, and one with enough cash pays all of it', async () => {
    const empty = await soldAtTill(0, 2);
    await drop(empty.session_id, 20);
    const line = (shelf: Shelf) => [{ item_id: shelf.item_id, quantity: 2 }];
    await sell.giveBack(empty.order_id, line(empty.shelf), { device_id: empty.device_id });
    expect(await refundsOf(empty.order_id)).toMatchObject([{ amount: -20, status: 'pending' }]);
    const full = await soldAtTill(5, 2);
    await sell.giveBack(full.order_id, line(full.shelf), { device_id: full.device_id });
    expect(await refundsOf(full.order_id)).toMatchObject([{ amount: -20, status: 'refunded' }]);
  });

  test('two returns at the same moment never take more out of a drawer than it holds', async () => {
    const one = await soldAtTill(0, 4);
    await stockUp(app.ctx(), one.shelf, 4, 3);
    const cash = await app.services.database.prisma.payment_method.findFirstOrThrow({
      where: { code: 'cash' },
    });
    const other = (await sell.make(one.shelf, 4, { device_id: one.device_id, payment_id: cash.id })).results
      .id;
    await drop(one.session_id, 50);
    const items = [{ item_id: one.shelf.item_id, quantity: 4 }];
    await Promise.all(
      [one.order_id, other].map((id) => sell.giveBack(id, items, { device_id: one.device_id })),
    );
    const refunds = [...(await refundsOf(one.order_id)), ...(await refundsOf(other))];
    const sum = (state: string) =>
      refunds.filter(({ status }) => status === state).reduce((all, { amount }) => all - amount, 0);
    expect([sum('refunded'), sum('pending')]).toEqual([30, 50]);
  });
});
