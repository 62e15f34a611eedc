import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecurringOrders } from '../../src/modules/ordering/index.ts';
import { makeAdmin, makePerson, type Person } from '../actors.ts';
import { type Reply, startApp, type TestApp } from '../app.ts';
import { STATUS } from '../orders.ts';
import { patient } from '../patient.ts';
import { lineOf, makeSupplier } from '../receipts.ts';
import { makeCoupon, mobile, selling, stocked } from '../sales.ts';
import { levelOf, type Shelf } from '../stock.ts';
import { makeTill } from '../tills.ts';
import { sized, tally, timeLimit } from './size.ts';
import { expectSound } from './soundness.ts';

let app: TestApp;
/** A second process on the same database. */
let other: TestApp;
let admin: Person;
let sell: ReturnType<typeof selling>;
let sellThere: ReturnType<typeof selling>;

beforeAll(async () => {
  const env = { SECRET_KEY: 'c0ffee'.repeat(11).slice(0, 64) };
  app = await startApp({ jobs: true, env });
  other = await startApp({ jobs: true, env, database: app.database });
  admin = await makeAdmin(app);
  sell = selling(app, admin);
  sellThere = selling(other, admin);
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const times = <T extends object>(count: number, work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      // a shop that is busy says so, and its client asks again
      patient(async () => ({ status: 0, ...(await work(at)) })),
    ),
  );
/** Every second call goes to the other process. */
const at = (n: number) => (n % 2 ? sellThere : sell);
type OrderReply = Reply<{ path: string }>;
const outcomes = (replies: readonly object[]) =>
  tally((replies as OrderReply[]).map(({ status, failure }) => (status === 200 ? 'ok' : failure.code)));
const count = (table: 'order' | 'order_payment' | 'order_return' | 'order_move', where: object) =>
  (app.services.database.prisma[table].count as (q: object) => Promise<number>)({ where });

describe('the last units', () => {
  it(`P1 C1 ${sized(50, 200)} buyers for 10 units of two items in opposite order buy 10 without a deadlock`, async () => {
    for (let seed = 0; seed < sized(2, 20); seed += 1) {
      const one = await stocked(app, 10);
      const two = await stocked(app, 10, { branch_id: one.branch_id });
      const from = performance.now();
      const replies = await times(sized(50, 200), (n) => {
        const cart = [one, two].map(({ item_id }) => ({ item_id, quantity: 1 }));
        return at(n).make(one, 1, { cart: n % 2 ? cart : cart.toReversed() });
      });
      expect(outcomes(replies)).toEqual({ ok: 10, 'stock.insufficient': sized(40, 190) });
      expect(performance.now() - from).toBeLessThan(timeLimit(15_000));
      for (const shelf of [one, two])
        expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 10, reserved: 10, available: 0 });
    }
    await expectSound(app);
  }, 300_000);

  it('P2 C3 carts edited in opposite order while others are created neither deadlock nor lose an edit', async () => {
    const one = await stocked(app, 500);
    const two = await stocked(app, 500, { branch_id: one.branch_id });
    const of = (...shelves: Shelf[]) => shelves.map(({ item_id }) => ({ item_id, quantity: 1 }));
    const made = await times(16, (n) => sell.make(n % 2 ? one : two, 1));
    const from = performance.now();
    const edits = times(16, (n) =>
      at(n).save({ id: made[n]?.results.id, cart: n % 2 ? of(two, one) : of(one, two) }),
    );
    const makes = times(16, (n) => at(n).make(one, 1, { cart: n % 2 ? of(two, one) : of(one, two) }));
    expect(outcomes([...(await edits), ...(await makes)])).toEqual({ ok: 32 });
    // the database looks for a deadlock after a second: there was none
    expect(performance.now() - from).toBeLessThan(timeLimit(8_000));
    expect(await levelOf(app, one)).toMatchObject({ reserved: 32 });
    expect(await levelOf(app, two)).toMatchObject({ reserved: 32 });
    await expectSound(app);
  });
});

describe('concurrent coupons', () => {
  it('P9 C7 the last use of a coupon is taken by one of twenty orders', async () => {
    const shelf = await stocked(app, 50);
    const { id, code } = await makeCoupon(app, { usage_limit: 1 });
    const customers = await times(20, () => makePerson(app, { phone: mobile() }));
    const replies = await times(20, (n) =>
      selling(n % 2 ? other : app, customers[n] as Person).make(shelf, 1, { coupon: code }),
    );
    expect(outcomes(replies)).toEqual({ ok: 1, 'coupon.used_up': 19 });
    const { uses } = await app.services.database.prisma.offer.findUniqueOrThrow({ where: { id } });
    expect(uses).toBe(1);
    await expectSound(app);
  });

  it('P9 C7 a once-only coupon is used by one of ten orders of a customer, and again after a cancel', async () => {
    const shelf = await stocked(app, 50);
    const { code } = await makeCoupon(app, { per_customer_limit: 1 });
    const customer = await makePerson(app, { phone: mobile() });
    const replies = await times(10, (n) =>
      selling(n % 2 ? other : app, customer).make(shelf, 1, { coupon: code }),
    );
    const { ok, ...refused } = outcomes(replies);
    expect(ok).toBe(1);
    for (const why of Object.keys(refused)) expect(why).toMatch(/^coupon\.used/);
    const won = replies.find(({ status }) => status === 200)?.results.id ?? 0;
    expect((await sell.move(won, 'canceled')).status).toBe(200);
    expect((await selling(app, customer).make(shelf, 1, { coupon: code })).status).toBe(200);
    await expectSound(app);
  });
});

/** Twenty calls with one key over two processes: one is done, every 200 has the same bytes, late ones too. */
async function once<R extends { status: number; text: string }>(call: (n: number) => Promise<R>): Promise<R> {
  const replies = await times(20, call);
  for (const { status, text } of replies) expect([200, 409], text).toContain(status);
  const late = await times(2, call);
  const done = [...replies, ...late].filter(({ status }) => status === 200);
  expect(done.length).toBeGreaterThan(2);
  expect(new Set(done.map(({ text }) => text)).size).toBe(1);
  return done[0] as R;
}

describe('P3 C6 F4 one key has one effect', () => {
  it('placing, paying, paying in part and returning with one key happen once of twenty and give the same answer', async () => {
    const shelf = await stocked(app, 50);
    const client = { name: 'Nora', phone: mobile() };
    const made = await once((n) => at(n).make(shelf, 3, { client }, 'one-order'));
    const { id } = made.results;
    expect(await count('order', { client_phone: client.phone })).toBe(1);
    expect(await levelOf(app, shelf)).toMatchObject({ reserved: 3 });
    await once((n) => at(n).save({ id, payments: [{ payment_id: 1, amount: 5 }] }, 'part'));
    expect(await count('order_payment', { order_id: id })).toBe(1);
    await once((n) => at(n).save({ id, paid: 1 }, 'rest'));
    expect(await count('order_payment', { order_id: id })).toBe(2);
    await once((n) => at(n).move(id, 'delivered', {}, 'go'));
    expect(await count('order_move', { order_id: id })).toBe(2);
    const items = [{ item_id: shelf.item_id, quantity: 1 }];
    const back = await once((n) => at(n).giveBack(id, items, {}, 'back'));
    expect(await count('order_return', { order_id: id })).toBe(1);
    await once((n) => at(n).undo(back.results.id, 'undo'));
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 47, reserved: 0 });
    const otherBody = await sell.make(shelf, 4, { client }, 'one-order');
    expect(otherBody.failure.code).toBe('idempotency.mismatch');
    const stranger = await makePerson(app, { permissions: ['orders'], global: 1 });
    const theirs = await selling(app, stranger).make(shelf, 3, { client }, 'one-order');
    expect(theirs.results.id).not.toBe(id);
    // a refusal frees its key
    const short = await sell.make(shelf, 60, {}, 'short');
    expect(short.failure.code).toBe('stock.insufficient');
    expect((await sell.make(shelf, 1, {}, 'short')).status).toBe(200);
    await expectSound(app);
  });
});

describe('C10 several changes of one order', () => {
  it('canceling and delivering at once leave an order in one status with its stock', async () => {
    const rounds = sized(6, 100);
    const shelf = await stocked(app, rounds);
    let sold = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { id, version } = await sell.standing(shelf, 1, 'waiting');
      const replies = await times(8, (n) =>
        at(n).move(id, n % 2 === round % 2 ? 'canceled' : 'delivered', { version }),
      );
      expect(outcomes(replies)).toEqual({ ok: 1, 'order.status_changed': 7 });
      const { status_value, paid } = (await sell.show(id)).results;
      expect([-1, 5]).toContain(status_value);
      expect(paid).toBe(status_value === 5 ? 1 : 0);
      if (status_value === 5) sold += 1;
    }
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: rounds - sold, reserved: 0 });
    await expectSound(app);
  }, 120_000);

  it('concurrent status changes without a version each answer their result, and units leave and return once', async () => {
    const shelf = await stocked(app, 10);
    const { id } = await sell.standing(shelf, 2, 'confirmed');
    const replies = await times(12, (n) =>
      at(n).move(id, n % 3 === 0 ? 'canceled' : n % 3 === 1 ? 'packing' : 'shipped'),
    );
    for (const reply of replies)
      if (reply.status !== 200)
        expect(['order.bad_transition', 'permission.denied', 'order.needs_force']).toContain(
          reply.failure.code,
        );
    const { status_value } = (await sell.show(id)).results;
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: status_value > 1 ? 8 : 10, reserved: 0 });
    await expectSound(app);
  });

  it('an order advanced by two people is taken from stock and paid once', async () => {
    const shelf = await stocked(app, 10);
    const { id } = await sell.standing(shelf, 2, 'waiting');
    const replies = await times(10, (n) => at(n).move(id, 'delivered'));
    expect(outcomes(replies)).toEqual({ ok: 10 });
    expect(await count('order_payment', { order_id: id })).toBe(1);
    expect(await count('order_move', { order_id: id })).toBe(2);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 8 });
    await expectSound(app);
  });

  it('paying and canceling at once refunds the payment or refuses it as too late', async () => {
    const shelf = await stocked(app, 50);
    for (let round = 0; round < sized(6, 50); round += 1) {
      const { id } = await sell.standing(shelf, 1, 'waiting');
      const replies = await times(6, (n) =>
        n % 3 === 0 ? at(n).move(id, 'canceled') : at(n).save({ id, paid: 1 }),
      );
      for (const { status, failure } of replies as OrderReply[])
        if (status !== 200) expect(failure.code).toBe('order.cancelled');
      expect((await sell.show(id)).results).toMatchObject({
        status_value: -1,
        paid_amount: 0,
        paid: 0,
        open_amount: 0,
      });
    }
    await expectSound(app);
  });

  it('editing and advancing at once sends exactly the items on the order', async () => {
    const rounds = sized(5, 50);
    // none of them asks for more than seven
    const stock = rounds * 7;
    const shelf = await stocked(app, stock);
    let out = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await sell.standing(shelf, 1, 'waiting');
      const replies = await times(6, (n) =>
        n === 3
          ? at(n).move(id, 'packing')
          : at(n).save({ id, cart: [{ item_id: shelf.item_id, quantity: n + 2 }] }),
      );
      for (const { status, failure } of replies as OrderReply[])
        if (status !== 200) expect(failure.code).toBe('order.not_editable');
      const { status_value, quantity, due } = (await sell.show(id)).results;
      expect(status_value).toBe(2);
      expect(due).toBe(quantity * 10);
      out += quantity;
    }
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: stock - out, reserved: 0 });
    await expectSound(app);
  });

  it('P10 C8 of fifty concurrent returns one succeeds, and a third unit of two is never returned', async () => {
    const shelf = await stocked(app, 3);
    const { id } = await sell.standing(shelf, 1, 'delivered');
    const line = { item_id: shelf.item_id };
    const replies = await times(sized(20, 50), (n) => at(n).giveBack(id, [{ ...line, quantity: 1 }]));
    expect(outcomes(replies)).toEqual({ ok: 1, 'return.over': sized(19, 49) });
    const two = await sell.standing(shelf, 2, 'delivered');
    const threes = await times(3, (n) => at(n).giveBack(two.id, [{ ...line, quantity: 1 }]));
    expect(outcomes(threes)).toEqual({ ok: 2, 'return.over': 1 });
    expect((await sell.show(two.id)).results).toMatchObject({ returned_value: 20, paid_amount: 0 });
    const back = threes.find(({ status }) => status === 200)?.results.id ?? 0;
    const undone = await times(5, (n) => at(n).undo(back));
    expect(outcomes(undone)).toEqual({ ok: 1, 'return.removed': 4 });
    await expectSound(app);
  });
});

it('closing a till while it sells and takes returns gives each drawer the expected amount of its own sales', async () => {
  const { branch_id, device_id } = await makeTill(app);
  const shelf = await stocked(app, 200, { branch_id });
  const till = { device_id };
  const sold = await times(8, (n) => at(n).make(shelf, 1, till));
  expect(outcomes(sold)).toEqual({ ok: 8 });
  const back = (n: number) =>
    at(n).giveBack(sold[n]?.results.id ?? 0, [{ item_id: shelf.item_id, quantity: 1 }], till);
  const close = (of: TestApp) =>
    of.call(
      api.posSession.close,
      { device_id, end_session_amount: 0, left_in_drawer: 0 },
      { token: admin.token },
    );
  const [sales, returns, closes] = await Promise.all([
    times(12, (n) => at(n).make(shelf, 1, till)),
    times(4, back),
    times(3, (n) => close(n % 2 ? other : app)),
  ]);
  expect(outcomes([...sales, ...closes])).toEqual({ ok: 15 });
  for (const { status, failure } of returns as OrderReply[])
    if (status !== 200) expect(failure.code).toBe('session.not_open');
  await patient(() => close(app));
  await expectSound(app);
});

it('C15 each order created during a price change has exactly one of the two prices and keeps it', async () => {
  const shelf = await stocked(app, 3 * sized(40, 300));
  const { prisma } = app.services.database;
  let isDone = false;
  const flip = async () => {
    for (let price = 10; !isDone; price = price === 10 ? 13 : 10)
      await prisma.product.update({ where: { id: shelf.product_id }, data: { price } });
  };
  const flipping = flip();
  const made = await times(sized(40, 300), (n) =>
    at(n).make(shelf, 1, { cart: [1, 2].map((quantity) => ({ item_id: shelf.item_id, quantity })) }),
  );
  isDone = true;
  await flipping;
  expect(outcomes(made)).toEqual({ ok: sized(40, 300) });
  for (const { results } of made) {
    const [first, second] = results.lines;
    expect([10, 13]).toContain(first?.unit_price);
    expect(second?.unit_price).toBe(first?.unit_price);
    expect(results.due).toBe(3 * (first?.unit_price ?? 0));
    expect((await sell.show(results.id)).results.due).toBe(results.due);
  }
  await expectSound(app);
});

it("C9 changing a receipt's cost while its units are sent and returned keeps stock values exact", async () => {
  const shelf = await stocked(app, 0);
  const options = { token: admin.token };
  const bought = await app.call(
    api.receipt.save,
    { supplier_id: await makeSupplier(app), items: [lineOf(shelf, 60, 5)], status: 1 },
    options,
  );
  const line = bought.results.items[0]?.id ?? 0;
  const recost = (cost_value: number) =>
    patient(() =>
      app.call(
        api.receipt.update,
        {
          id: bought.results.id,
          items: [{ id: line, cost_value, cost_value_before_discount: 9 }],
          force: 1,
        },
        options,
      ),
    );
  const orders = await times(8, () => sell.standing(shelf, 3, 'delivered'));
  const items = [{ item_id: shelf.item_id, quantity: 1 }];
  const first = await times(8, (n) => sell.giveBack(orders[n]?.id ?? 0, items));
  const [costs, again, undone, more] = await Promise.all([
    times(6, (n) => recost(5 + n / 8)),
    times(8, (n) => at(n).giveBack(orders[n]?.id ?? 0, items)),
    times(8, (n) => at(n).undo(first[n]?.results.id ?? 0)),
    times(8, async (n) => at(n).make(shelf, 1)),
  ]);
  expect(outcomes([...costs, ...again, ...undone, ...more])).toEqual({ ok: 30 });
  await expectSound(app);
  // what was paid for the batch lies on the shelf or in the orders, at one cost
  const { rows } = await app.services.database.pool.query(
    `SELECT DISTINCT u.cost_value = b.cost_value AS same FROM stock_use u JOIN stock_batch b ON b.id = u.batch_id
      WHERE u.item_id = $1 AND u.quantity > u.returned_quantity`,
    [shelf.item_id],
  );
  expect(rows).toEqual([{ same: true }]);
});

it('a due recurring order is created once, however many processes check', async () => {
  const shelf = await stocked(app, 50);
  const phone = mobile();
  const client = { name: 'Nora', phone };
  const { id } = await sell.standing(shelf, 1, 'waiting', { client, recurring: 1 });
  const { prisma } = app.services.database;
  await prisma.order.update({ where: { id }, data: { next_at: new Date() } });
  await times(6, async (n) => ({ done: await createRecurringOrders((n % 2 ? other : app).services) }));
  expect(await count('order', { client_phone: phone })).toBe(2);
  expect(await count('order', { recurs_from: id })).toBe(1);
  await expectSound(app);
});

it('C13 an order using a product, coupon, method or status deleted at the same time is created completely or not at all', async () => {
  const shelf = await stocked(app, 100);
  const { code, id } = await makeCoupon(app);
  const options = { token: admin.token };
  const deleting = [
    app.call(api.product.remove, { id: shelf.product_id }, options),
    app.call(api.offer.remove, { id }, options),
  ];
  const made = await times(20, (n) => at(n).make(shelf, 1, n % 2 ? { coupon: code } : {}));
  await Promise.all(deleting);
  for (const { status, failure } of made as OrderReply[])
    if (status !== 200)
      expect(failure.code).toMatch(/^(order\.product_missing|coupon\.unknown|record\.missing|stock\.)/);
  await expectSound(app);
  expect(STATUS.waiting).toBe(1);
});
