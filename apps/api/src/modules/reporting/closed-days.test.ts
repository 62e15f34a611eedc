import { addDays } from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { STATUS } from '../../../test/orders.ts';
import { expectSound } from '../../../test/promises/soundness.ts';
import { selling, stocked } from '../../../test/sales.ts';
import type { Shelf } from '../../../test/stock.ts';
import { makeTill } from '../../../test/tills.ts';

const DAY = '2032-03-30';
let day = DAY;
let app: TestApp;
let admin: Person;
let card: number;
let transfer: number;

const as = () => ({ token: admin.token });
async function done<R>(reply: Promise<{ status: number; text: string; results: R }>): Promise<R> {
  const { status, text, results } = await reply;
  expect(status, text).toBe(200);
  return results;
}
/** The next day begins, for which everybody signs in anew. */
async function sleep(days = 1) {
  day = addDays(day, days);
  admin = await makeAdmin(app);
}
async function price(shelf: Shelf, amount: number) {
  const { prisma } = app.services.database;
  await prisma.product.update({ where: { id: shelf.product_id }, data: { price: amount } });
  await prisma.product_item.update({ where: { id: shelf.item_id }, data: { price: amount } });
}
const reportOfDays = async (branch_id: number, input: object = {}) => {
  const { results, status, text } = await app.call(
    api.report.list,
    {
      type: 'sales',
      branch_id,
      from_date: DAY,
      to_date: day,
      group: 'day',
      sort_by: 'key',
      sort_as: 'asc',
      ...input,
    },
    as(),
  );
  expect(status, text).toBe(200);
  return results.filter((row) => row.orders !== 0 || row.net !== 0);
};
const open = (device_id: number, start_amount: number) =>
  done(app.call(api.posSession.open, { device_id, start_amount }, as()));
const close = (device_id: number, end_session_amount: number, more: object = {}) =>
  done(app.call(api.posSession.close, { device_id, end_session_amount, note: 'Counted', ...more }, as()));
const drawer = async (id: number) =>
  (
    await done(
      app.call(
        api.report.cash,
        { from_date: DAY, to_date: day, status: 'closed', group: 'session', limit: 100 },
        as(),
      ),
    )
  ).find(({ key }) => key === String(id));
/** The printed report of a session, by somebody who has not to count the drawer. */
const paper = async (id: number) =>
  done(app.call(api.posSession.paper, { id }, { token: (await makeAdmin(app)).token }));

beforeAll(async () => {
  app = await startApp({ env: { ROLE: 'api' }, now: () => new Date(`${day}T09:00:00Z`) });
  admin = await makeAdmin(app);
  const { prisma } = app.services.database;
  card = (await prisma.payment_method.findFirstOrThrow({ where: { code: 'card' } })).id;
  transfer = (await prisma.payment_method.findFirstOrThrow({ where: { code: 'transfer' } })).id;
});
afterAll(async () => {
  await expectSound(app);
  await app.stop();
});

test('the cost of returned units counts on the day of the return, so that a closed month keeps its profit', async () => {
  const shelf = await stocked(app, 10, { cost: 20 });
  await price(shelf, 50);
  const shop = selling(app, admin);
  const order = await shop.standing(shelf, 4, 'delivered', { discount: 0 });
  const sold = { net: 200, cost: 80, profit: 120 };
  const [first] = await reportOfDays(shelf.branch_id);
  expect(first).toMatchObject(sold);
  await sleep(3);
  await done(selling(app, admin).giveBack(order.id, [{ item_id: shelf.item_id, quantity: 1 }]));
  const rows = await reportOfDays(shelf.branch_id);
  expect(rows.map(({ key }) => key)).toEqual([DAY, day]);
  expect(rows[0]).toMatchObject(sold);
  expect(rows[1]).toMatchObject({ net: -50, cost: -20, profit: -30 });
  const months = await reportOfDays(shelf.branch_id, { group: 'month' });
  expect(months.map(({ net, cost, profit }) => [net, cost, profit])).toEqual([
    [200, 80, 120],
    [-50, -20, -30],
  ]);
  const movements = await done(
    app.call(
      api.report.list,
      {
        type: 'movement',
        branch_id: shelf.branch_id,
        from_date: DAY,
        to_date: day,
        group: 'day',
        movement_type: ['sale', 'return'],
      },
      as(),
    ),
  );
  expect(movements.map(({ key, total_cost }) => [key, total_cost]).toSorted()).toEqual([
    [DAY, -80],
    [addDays(DAY, 1), 0],
    [addDays(DAY, 2), 0],
    [day, 20],
  ]);
});

describe('money counts on the day when it moved', () => {
  const payments = async (branch_id: number, date: string, group = 'method') => {
    const { meta } = await app.call(
      api.orderPayment.list,
      { branch_id, from_date: date, to_date: date, group },
      as(),
    );
    const totals: Record<string, unknown> = meta.totals ?? {};
    return Object.fromEntries(
      ['received', 'refunded', 'pending', 'amount', 'net'].map((column) => [column, totals[column]]),
    );
  };

  test.each(['method', 'day', 'holder', 'row'])(
    'a card refund is pending until it is paid out and counts as refunded on that day, by %s',
    async (group) => {
      const shelf = await stocked(app, 10);
      const shop = selling(app, admin);
      const order = await shop.standing(shelf, 4, 'delivered', {
        payments: [{ payment_id: card, amount: 40 }],
      });
      const bought = day;
      const taken = { received: 40, refunded: 0, pending: 0, amount: 40, net: 40 };
      expect(await payments(shelf.branch_id, bought, group)).toEqual(taken);
      await sleep();
      const saleDay = day;
      await done(selling(app, admin).giveBack(order.id, [{ item_id: shelf.item_id, quantity: 1 }]));
      expect(await payments(shelf.branch_id, bought, group)).toEqual(taken);
      expect(await payments(shelf.branch_id, saleDay, group)).toMatchObject({
        received: 0,
        refunded: 0,
        pending: -10,
      });
      await sleep();
      const [pending] = await done(
        app.call(api.orderPayment.list, { order_id: order.id, status: 'pending' }, as()),
      );
      await done(app.call(api.orderPayment.settle, { id: pending?.id ?? 0 }, as()));
      expect(await payments(shelf.branch_id, bought, group)).toEqual(taken);
      expect(await payments(shelf.branch_id, saleDay, group)).toMatchObject({
        received: 0,
        refunded: 0,
        amount: 0,
      });
      expect(await payments(shelf.branch_id, day, group)).toMatchObject({
        refunded: 10,
        pending: 0,
        amount: -10,
      });
      const listed = await done(
        app.call(api.orderPayment.list, { order_id: order.id, from_date: day, to_date: day }, as()),
      );
      expect(listed.map(({ amount }) => amount)).toEqual([-10]);
    },
  );

  test('a bank transfer that arrives later counts as received on the day of its arrival', async () => {
    const shelf = await stocked(app, 10);
    const { prisma } = app.services.database;
    const order = await selling(app, admin).standing(shelf, 3, 'confirmed');
    await prisma.order_payment.create({
      data: {
        order_id: order.id,
        payment_id: transfer,
        amount: 30,
        status: 'pending',
        holder: 'branch',
        created_at: new Date(`${day}T09:00:00Z`),
      },
    });
    const promised = day;
    expect(await payments(shelf.branch_id, promised)).toMatchObject({ received: 0, pending: 30, amount: 0 });
    await sleep();
    const [pending] = await done(app.call(api.orderPayment.list, { order_id: order.id }, as()));
    await done(app.call(api.orderPayment.settle, { id: pending?.id ?? 0 }, as()));
    expect(await payments(shelf.branch_id, promised)).toMatchObject({ received: 0, pending: 0, amount: 0 });
    expect(await payments(shelf.branch_id, day)).toMatchObject({ received: 30, pending: 0, amount: 30 });
  });
});

describe('closed drawers', () => {
  let shelf: Shelf;
  let till: { branch_id: number; device_id: number };
  beforeAll(async () => {
    till = await makeTill(app);
    shelf = await stocked(app, 500, { branch_id: till.branch_id });
  });
  const sell = (quantity: number, more: object = {}) =>
    done(selling(app, admin).make(shelf, quantity, { device_id: till.device_id, ...more }));
  const giveBack = (order_id: number, quantity: number) =>
    done(
      selling(app, admin).giveBack(order_id, [{ item_id: shelf.item_id, quantity }], {
        device_id: till.device_id,
      }),
    );

  test('a closed drawer counts a return whose card refund is pending and names the pending amount', async () => {
    const { id } = await open(till.device_id, 100);
    const sale = await sell(8, { payments: [{ payment_id: card, amount: 80 }] });
    await giveBack(sale.id, 4);
    expect((await paper(id)).rows.at(-1)?.cells).toEqual(['Pending: \u2068Card\u2069', '', '\u221240.00']);
    await close(till.device_id, 100);
    expect(await drawer(id)).toMatchObject({
      gross_sales: 80,
      returns_value: 40,
      net_sales: 40,
      returns_count: 1,
    });
    const methods = await done(
      app.call(
        api.report.cash,
        { device_id: till.device_id, from_date: day, to_date: day, group: 'method' },
        as(),
      ),
    );
    expect(methods.find(({ key }) => key === String(card))).toMatchObject({
      received: 80,
      refunded: 0,
      pending: -40,
    });
    const before = [await drawer(id), await paper(id)];
    await sleep();
    const [refund] = await done(
      app.call(api.orderPayment.list, { order_id: sale.id, status: 'pending' }, as()),
    );
    await done(app.call(api.orderPayment.settle, { id: refund?.id ?? 0 }, as()));
    const after = [await drawer(id), await paper(id)];
    expect(after.map((each) => JSON.stringify(each).replaceAll(/Printed on[^"]*/g, ''))).toEqual(
      before.map((each) => JSON.stringify(each).replaceAll(/Printed on[^"]*/g, '')),
    );
  });

  test('a return whose refund is paid out in two sessions is counted once', async () => {
    const first = await open(till.device_id, 0);
    const sale = await sell(5);
    const move = { session_id: first.id, kind: 'drop', amount: 30 };
    await done(app.call(api.posSession.move, move, as()));
    await giveBack(sale.id, 5);
    await close(till.device_id, 0);
    await sleep();
    const second = await open(till.device_id, 100);
    const [refund] = await done(
      app.call(api.orderPayment.list, { order_id: sale.id, status: 'pending' }, as()),
    );
    await done(app.call(api.orderPayment.settle, { id: refund?.id ?? 0, device_id: till.device_id }, as()));
    await close(till.device_id, 70);
    const rows = [await drawer(first.id), await drawer(second.id)];
    expect(
      rows.map((row) => [row?.returns_value, row?.cash_refunds, row?.net_sales, row?.difference]),
    ).toEqual([
      [50, 20, 0, 0],
      [0, 30, 0, 0],
    ]);
    const rates = await done(
      app.call(
        api.report.cash,
        { device_id: till.device_id, from_date: day, to_date: day, group: 'rate' },
        as(),
      ),
    );
    expect(rates.filter(({ gross }) => gross !== 0)).toEqual([]);
  });

  test('a delivered till sale cannot be moved back by any status change, only returned', async () => {
    const { id } = await open(till.device_id, 100);
    const sale = await sell(2);
    await close(till.device_id, 120);
    const before = await drawer(id);
    const shop = selling(app, admin);
    for (const [name, status_id] of Object.entries(STATUS)) {
      if (name === 'delivered') continue;
      for (const more of [{}, { force: 1 }]) {
        const { status, failure } = await shop.save({ id: sale.id, status_id, ...more });
        expect([name, status, failure.code]).toEqual([name, 409, 'order.use_return']);
      }
    }
    const undo = await shop.save({ id: sale.id, status_id: STATUS.waiting, undo: 1 });
    expect(undo.status).toBe(409);
    const shown = await done(shop.show(sale.id));
    expect(shown.next).toEqual([]);
    expect(shown.actions).toContain('return');
    for (const action of ['cancel', 'back', 'advance']) expect(shown.actions).not.toContain(action);
    expect(await drawer(id)).toEqual(before);
  });

  test('a return cannot be dated before the close of its drawer', async () => {
    await open(till.device_id, 100);
    const sale = await sell(2);
    await sleep();
    await close(till.device_id, 120);
    const closedOn = day;
    await sleep();
    const back = (on_date: string, more: object = {}) =>
      selling(app, admin).giveBack(sale.id, [{ item_id: shelf.item_id, quantity: 1 }], { on_date, ...more });
    for (const more of [{}, { device_id: till.device_id }]) {
      if ('device_id' in more) await open(till.device_id, 120);
      const { status, failure } = await back(addDays(closedOn, -1), more);
      expect([status, failure.code, Object.keys(failure.errors ?? {})]).toEqual([
        422,
        'period.closed',
        ['on_date'],
      ]);
    }
    expect((await done(back(closedOn))).on_date).toBe(closedOn);
    await close(till.device_id, 120);
    // the till was closed again since, by the session of another day
    await sleep();
    await open(till.device_id, 120);
    await sleep();
    await close(till.device_id, 120);
    const { failure } = await back(addDays(day, -1));
    expect(failure.code).toBe('period.closed');
    expect((await done(back(day))).on_date).toBe(day);
  });

  test('undoing a return after its drawer was closed counts in the open drawer and leaves the closed one unchanged', async () => {
    const first = await open(till.device_id, 100);
    const sale = await sell(3);
    const back = await giveBack(sale.id, 2);
    await close(till.device_id, 110, { left_in_drawer: 110 });
    const before = await drawer(first.id);
    expect(before).toMatchObject({ returns_value: 20, net_sales: 10 });
    const second = await open(till.device_id, 110);
    await done(selling(app, admin).undo(back.id));
    await close(till.device_id, 130);
    expect(await drawer(first.id)).toEqual(before);
    expect(await drawer(second.id)).toMatchObject({
      returns_value: -20,
      net_sales: 20,
      cash_sales: 20,
      difference: 0,
    });
  });
});

describe('returns of a sale with cash rounding', () => {
  beforeAll(() => done(app.call(api.setting.save, { cash_rounding: 25 }, as())));
  afterAll(() => done(app.call(api.setting.save, { cash_rounding: 0 }, as())));

  test.each([
    { name: 'at once', parts: [1], amount: 100.13, quantity: 1, refunds: [100.25] },
    { name: 'one by one', parts: [1, 1, 1], amount: 33.37, quantity: 3, refunds: [33.25, 33.25, 33.5] },
  ])(
    'a sale with cash rounding is returned in full, $name, and leaves no amount on its day',
    async ({ parts, amount, quantity, refunds }) => {
      const till = await makeTill(app);
      const shelf = await stocked(app, 10, { branch_id: till.branch_id });
      await price(shelf, amount);
      const { id } = await open(till.device_id, 0);
      const shop = selling(app, admin);
      const at = { device_id: till.device_id };
      const sale = await done(shop.make(shelf, quantity, at));
      const answers = [];
      for (const part of parts)
        answers.push(await done(shop.giveBack(sale.id, [{ item_id: shelf.item_id, quantity: part }], at)));
      expect(answers.map(({ refund }) => refund)).toEqual(refunds);
      const sum = answers.reduce((all, { value, rounding }) => all + value + rounding, 0);
      expect(sum).toBeCloseTo(sale.due, 8);
      expect((await reportOfDays(till.branch_id)).map(({ net, rounding }) => [net, rounding])).toEqual([
        [0, 0],
      ]);
      await close(till.device_id, 0);
      expect(await drawer(id)).toMatchObject({
        net_sales: 0,
        rounding: 0,
        difference: 0,
        cash_refunds: sale.due,
      });
    },
  );
});

test('the fee that a customer paid is refunded once with a return, with the items or alone', async () => {
  const { prisma } = app.services.database;
  const shelf = await stocked(app, 10);
  const method = await prisma.payment_method.create({
    data: {
      code: `fee${shelf.item_id}`,
      titles: { en: 'Card with a fee' },
      type: 'card',
      margin: 2,
      charge_customer: 1,
    },
  });
  await prisma.branch_payment.create({ data: { branch_id: shelf.branch_id, payment_id: method.id } });
  const shop = selling(app, admin);
  const order = await shop.standing(shelf, 10, 'delivered', { payment_id: method.id, paid: 1 });
  expect([order.due, order.payment_fee]).toEqual([102, 2]);
  const part = await done(
    shop.giveBack(order.id, [{ item_id: shelf.item_id, quantity: 4 }], { refund_fee: true }),
  );
  expect([part.fee, part.refund]).toEqual([0, 40]);
  const rest = await done(
    shop.giveBack(order.id, [{ item_id: shelf.item_id, quantity: 6 }], { refund_fee: true }),
  );
  expect([rest.fee, rest.refund]).toEqual([2, 62]);
  expect((await shop.giveBack(order.id, [], { refund_fee: true })).failure.code).toBe('return.empty');
  expect((await reportOfDays(shelf.branch_id)).map(({ net, fee }) => [net, fee])).toEqual([[0, 0]]);
  await done(shop.undo(rest.id));
  await done(shop.giveBack(order.id, [{ item_id: shelf.item_id, quantity: 6 }]));
  const alone = await done(shop.giveBack(order.id, [], { refund_fee: true }));
  expect([alone.value, alone.fee, alone.refund]).toEqual([0, 2, 2]);
});

test('a month that includes today is compared up to the same time of the last compared day', async () => {
  const shelf = await stocked(app, 10);
  await sleep();
  const shop = selling(app, admin);
  const orders: [string, string, number][] = [
    [addDays(day, -2), '06:00', 1],
    [addDays(day, -2), '15:00', 1],
    [addDays(day, -3), '15:00', 1],
  ];
  const { prisma } = app.services.database;
  for (const [date, time, quantity] of orders) {
    const { id } = await done(shop.make(shelf, quantity));
    await prisma.order.update({ where: { id }, data: { created_at: new Date(`${date}T${time}:00Z`) } });
  }
  const { meta } = await app.call(
    api.report.list,
    {
      type: 'sales',
      branch_id: shelf.branch_id,
      from_date: addDays(day, -1),
      to_date: day,
      compare: 'before',
    },
    as(),
  );
  expect(meta.compare_until).toBe(`${addDays(day, -2)}T09:00:00.000Z`);
  expect(meta.compare_totals?.net).toBe(20);
});
