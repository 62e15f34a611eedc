import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { makeOrder, STATUS } from '../../../../../test/orders.ts';
import { statementsOf } from '../../../../../test/statements.ts';
import { makeShelf } from '../../../../../test/stock.ts';
import { makeBareOrder } from '../../../../../test/tills.ts';
import { list as listOf } from './list-orders.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const list = (body: object = {}, who = admin, headers: Record<string, string> = {}) =>
  app.call(api.order.list, body, { token: who.token, headers });
const idsOf = async (body: object = {}, who = admin, headers: Record<string, string> = {}) =>
  (await list(body, who, headers)).results.map(({ id }) => id);
const show = (id: number, who = admin) => app.call(api.order.show, { id }, { token: who.token });

it('orders are found by every filter, alone and together with branch and days', async () => {
  const { id: branch_id } = await makeBranch(app);
  const shelf = await makeShelf(app, { branch_id });
  const [driver, seller, client] = [await makePerson(app), await makePerson(app), await makePerson(app)];
  const matching = await makeOrder(app, {
    branch_id,
    shelves: [shelf],
    quantity: 3,
    status_id: STATUS.onTheWay,
    client_id: client.id,
    driver_id: driver.id,
    seller_id: seller.id,
    source: 'iphone',
    type: 'dine_in',
    pos: true,
    recurring: 1,
    created_at: new Date('2026-03-10T20:59:59.000Z'),
    promised_at: new Date('2026-03-10T22:00:00.000Z'),
  });
  // at 21:00 UTC the next day begins in Doha
  const other = await makeOrder(app, {
    branch_id,
    created_at: new Date('2026-03-10T21:00:00.000Z'),
    paid: 10,
  });
  const filters = {
    status_id: STATUS.onTheWay,
    status_value: [3, 4],
    driver_id: driver.id,
    seller_id: seller.id,
    client_id: client.id,
    source: 'iphone',
    type: 'dine_in',
    paid: 0,
    pos: 1,
    product_id: shelf.product_id,
    recurring: 1,
    late: 1,
    due_from: 25,
    id: matching.id,
  };
  for (const [name, value] of Object.entries(filters))
    for (const more of [{}, { from_date: '2026-03-10', to_date: '2026-03-11' }])
      expect(await idsOf({ [name]: value, branch_id, ...more }), name).toEqual([matching.id]);
  expect(await idsOf({ branch_id, to_date: '2026-03-10' })).toEqual([matching.id]);
  expect(await idsOf({ branch_id, from_date: '2026-03-11' })).toEqual([other.id]);
  expect(await idsOf({ branch_id, unassigned: 1 })).toEqual([other.id]);
  expect(await idsOf({ branch_id, due_to: 20 })).toEqual([other.id]);
  expect(await idsOf({ branch_id, late: 0 })).toEqual([other.id]);
});

it("an amount filter finds orders in the shop's currency, or in the selected one", async () => {
  const { id: branch_id } = await makeBranch(app);
  const riyals = await makeBareOrder(app, branch_id, 100);
  const dinars = await makeBareOrder(app, branch_id, 100, { currency: 'KWD' });
  expect(await idsOf({ branch_id, due_from: 50 })).toEqual([riyals]);
  expect(await idsOf({ branch_id, due_to: 150 })).toEqual([riyals]);
  expect(await idsOf({ branch_id, due_from: 50, currency: 'KWD' })).toEqual([dinars]);
  expect(await idsOf({ branch_id, currency: 'KWD' })).toEqual([dinars]);
  expect((await idsOf({ branch_id })).toSorted()).toEqual([riyals, dinars].toSorted());
});

it('orders are sorted by every documented column in both directions, and no order is repeated on the next page', async () => {
  const { id: branch_id } = await makeBranch(app);
  const made: number[] = [];
  for (let n = 0; n < 12; n += 1)
    made.push(
      (
        await makeOrder(app, {
          branch_id,
          quantity: 1 + (n % 3),
          status_id: n % 2 ? STATUS.waiting : STATUS.delivered,
          created_at: new Date(Date.UTC(2026, 0, 1 + (n % 4))),
          ...(n % 3 ? { promised_at: new Date(Date.UTC(2026, 1, 20 - n)) } : {}),
        })
      ).id,
    );
  for (const sort_by of api.order.list.sorts)
    for (const sort_as of ['asc', 'desc']) {
      const pages = [
        await idsOf({ branch_id, sort_by, sort_as, limit: 10 }),
        await idsOf({ branch_id, sort_by, sort_as, limit: 10, page: 2 }),
      ];
      expect(
        pages.flat().toSorted((a, b) => a - b),
        `${sort_by} ${sort_as}`,
      ).toEqual(made);
    }
  const promised = await list({ branch_id, sort_by: 'promised_at', sort_as: 'desc', limit: 20 });
  const times = promised.results.map(({ promised_at }) => promised_at);
  expect(times.slice(8)).toEqual([null, null, null, null]);
  expect(times.slice(0, 8)).toEqual(times.slice(0, 8).toSorted().toReversed());
  const past = await list({ branch_id, page: 9 });
  expect(past.results).toEqual([]);
  expect(past.meta.total).toBe(12);
});

it("an order is found by its number, the beginning of a phone number in any spelling, and the customer's name", async () => {
  const client = await makePerson(app, { name: 'Layan Qasim Unmistakable', phone: '+97455998877' });
  const order = await makeOrder(app, { client_id: client.id, client_phone: '+97455998877' });
  for (const keywords of [
    String(order.id),
    `#${order.id}`,
    '5599',
    '٥٥٩٩٨٨',
    '0097455998',
    '+974 5599',
    'unmistakable layan',
  ])
    expect(await idsOf({ keywords }), keywords).toContain(order.id);
  expect(await idsOf({ keywords: 'nobody of that name' })).toEqual([]);
});

it('staff see orders of their branches, drivers and sellers their own, customers theirs, and other orders look absent', async () => {
  const [here, there] = [await makeBranch(app), await makeBranch(app)];
  const staff = await makePerson(app, { permissions: ['orders'], branch_id: here.id });
  const driver = await makePerson(app, { permissions: ['driver'], branch_id: here.id });
  const seller = await makePerson(app, { permissions: ['seller'], branch_id: here.id });
  const customer = await makePerson(app);
  const ours = await makeOrder(app, { branch_id: here.id });
  const driven = await makeOrder(app, {
    branch_id: there.id,
    driver_id: driver.id,
    status_id: STATUS.packing,
  });
  const sold = await makeOrder(app, { branch_id: here.id, seller_id: seller.id });
  const bought = await makeOrder(app, { branch_id: there.id, client_id: customer.id });

  expect(await idsOf({}, staff)).toEqual([sold.id, ours.id]);
  expect(await idsOf({}, driver)).toEqual([driven.id]);
  expect(await idsOf({}, seller)).toEqual([sold.id]);
  expect(await idsOf({}, customer)).toEqual([bought.id]);
  expect(await idsOf({ branch_id: here.id }, admin, { 'branch-id': String(there.id) })).toEqual([]);

  const faceless = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
  const absent = faceless((await show(2_000_000_000)).text);
  for (const [who, id] of [
    [staff, driven.id],
    [driver, ours.id],
    [seller, ours.id],
    [customer, ours.id],
  ] as const) {
    const foreign = await show(id, who);
    expect(foreign.status).toBe(404);
    expect(faceless(foreign.text)).toBe(absent);
  }
  const own = await show(bought.id, customer);
  expect(own.status).toBe(200);
  for (const field of ['actions', 'cost', 'profit', 'driver_id', 'next', 'account_name'])
    expect(own.body.results, field).not.toHaveProperty(field);
});

it('the actions of an order depend on the reader and on its status', async () => {
  const { id: branch_id } = await makeBranch(app);
  const staff = await makePerson(app, { permissions: ['orders'], branch_id });
  const driver = await makePerson(app, { permissions: ['driver'], branch_id });
  const waiting = await makeOrder(app, { branch_id });
  const packed = await makeOrder(app, { branch_id, status_id: STATUS.packing, driver_id: driver.id });
  const done = await makeOrder(app, { branch_id, status_id: STATUS.delivered, paid: 10 });
  const gone = await makeOrder(app, { branch_id, status_id: STATUS.canceled });
  const actions = async (id: number, who: Person) => (await list({ id }, who)).results[0]?.actions;
  expect(await actions(waiting.id, staff)).toEqual(['advance', 'cancel', 'edit', 'pay', 'assign']);
  expect(await actions(packed.id, staff)).toEqual(['advance', 'cancel', 'pay', 'assign']);
  expect(await actions(packed.id, driver)).toEqual(['advance', 'pay']);
  expect(await actions(done.id, staff)).toEqual(['return']);
  expect(await actions(done.id, admin)).toEqual(['return', 'back']);
  expect(await actions(gone.id, staff)).toEqual([]);
  expect(await actions(gone.id, admin)).toEqual(['reopen']);
  const next = (await show(waiting.id, staff)).results.next;
  expect(next.find(({ status_value }) => status_value === 5)).toMatchObject({
    needs: 'driver',
    force: false,
  });
  expect(next.find(({ status_value }) => status_value === 1)).toMatchObject({ needs: null });
});

it('cost and profit of sent orders are exact and shown only to staff who see costs', async () => {
  const { prisma } = app.services.database;
  const order = await makeOrder(app, { quantity: 3, status_id: STATUS.delivered, paid: 30 });
  const [line_id = 0] = order.line_ids;
  const [shelf] = order.shelves;
  await prisma.order.update({ where: { id: order.id }, data: { deducted: true } });
  await prisma.stock_use.create({
    data: {
      item_id: shelf?.item_id ?? 0,
      branch_id: order.branch_id,
      ref_type: 'order',
      ref_id: order.id,
      line_id,
      quantity: 3,
      returned_quantity: 1,
      cost_value: 2.2525,
    },
  });
  const { results } = await show(order.id);
  // 2 × 2.2525 = 4.505, shown half away from zero; profit is what the shown cost leaves of 30.00
  expect(results).toMatchObject({ cost: 4.51, profit: 25.49, lines: [{ cost: 4.51, returned_quantity: 0 }] });
  const seller = await makePerson(app, { permissions: ['seller'], branch_id: order.branch_id });
  await prisma.order.update({ where: { id: order.id }, data: { seller_id: seller.id } });
  const answer = await show(order.id, seller);
  expect(answer.body.results).not.toHaveProperty('cost');
  expect(answer.text).not.toContain('"profit"');
});

it('order totals are grouped by status, channel and local day, without canceled orders', async () => {
  const { id: branch_id } = await makeBranch(app);
  const at = (day: number, hour: number) => new Date(Date.UTC(2026, 4, day, hour));
  await makeOrder(app, { branch_id, created_at: at(1, 20), source: 'website', promised_at: at(1, 21) });
  await makeOrder(app, {
    branch_id,
    created_at: at(1, 22),
    quantity: 2,
    status_id: STATUS.delivered,
    paid: 20,
  });
  await makeOrder(app, { branch_id, created_at: at(2, 5), status_id: STATUS.canceled });
  await makeOrder(app, { branch_id, created_at: at(9, 5) });
  const { results } = await app.call(
    api.order.statistics,
    { branch_id, from_date: '2026-05-01', to_date: '2026-05-02' },
    { token: admin.token },
  );
  expect(results).toMatchObject({ count: 2, total: 30, late: 1, unassigned: 1, unpaid: 1 });
  expect(results.by_status.map(({ status_value, count }) => [status_value, count])).toEqual([
    [-1, 1],
    [0, 1],
    [1, 0],
    [2, 0],
    [3, 0],
    [4, 0],
    [5, 1],
  ]);
  expect(results.by_source).toEqual([
    { source: 'dashboard', count: 1, total: 20 },
    { source: 'website', count: 1, total: 10 },
  ]);
  expect(results.by_day).toEqual([
    { day: '2026-05-01', count: 1, total: 10 },
    { day: '2026-05-02', count: 1, total: 20 },
  ]);
});

it('order totals can be limited to one customer or one driver', async () => {
  const { id: branch_id } = await makeBranch(app);
  const [buyer, driver] = [await makePerson(app), await makePerson(app, { permissions: ['driver'] })];
  await makeOrder(app, { branch_id, client_id: buyer.id });
  await makeOrder(app, { branch_id, client_id: buyer.id, quantity: 2, driver_id: driver.id });
  await makeOrder(app, { branch_id, quantity: 5 });
  const sums = async (of: object) =>
    (await app.call(api.order.statistics, { branch_id, ...of }, { token: admin.token })).results;
  expect(await sums({ client_id: buyer.id })).toMatchObject({ count: 2, total: 30 });
  expect(await sums({ driver_id: driver.id })).toMatchObject({ count: 1, total: 20 });
});

it('list and order show the current names of branch, status and methods, deleted ones included', async () => {
  const { prisma, pool } = app.services.database;
  const branch = await makeBranch(app);
  const status = await prisma.order_status.create({
    data: { titles: { en: 'Weighed' }, status_value: 1, variant: 'dark' },
  });
  const order = await makeOrder(app, { branch_id: branch.id, status_id: status.id, paid: 5 });
  const method = await prisma.delivery_method.findFirstOrThrow({ where: { deleted_at: null } });
  await prisma.order.update({ where: { id: order.id }, data: { delivery_id: method.id } });
  const readShown = async () => {
    const [row] = (await list({ id: order.id })).results;
    const { results } = await show(order.id);
    for (const name of [
      'branch_name',
      'status_title',
      'payment_title',
      'delivery_title',
      'status_variant',
    ] as const)
      expect(row?.[name], name).toBe(results[name]);
    return [
      row?.branch_name,
      row?.status_title,
      row?.status_variant,
      row?.delivery_title,
      results.payments[0]?.payment_title,
    ];
  };
  const before = await readShown();
  expect(before.slice(1, 3)).toEqual(['Weighed', 'dark']);
  // as another process writes it
  for (const [table, column, id] of [
    ['branch', 'names', branch.id],
    ['order_status', 'titles', status.id],
    ['delivery_method', 'titles', method.id],
    ['payment_method', 'titles', (await show(order.id)).results.payments[0]?.payment_id],
  ] as const)
    await pool.query(
      `UPDATE ${table} SET ${column} = '{"en": "Now ${table}"}', deleted_at = now() WHERE id = $1`,
      [id],
    );
  expect(await readShown()).toEqual([
    'Now branch',
    'Now order_status',
    'dark',
    'Now delivery_method',
    'Now payment_method',
  ]);
  // later orders take these methods again
  await pool.query(`UPDATE payment_method SET deleted_at = NULL WHERE titles->>'en' = 'Now payment_method'`);
  await pool.query('UPDATE delivery_method SET deleted_at = NULL WHERE id = $1', [method.id]);
});

it('order lists do not reload the whole shop configuration once it is cached', async () => {
  await makeOrder(app);
  const none = { status_id: STATUS.shipped, from_date: '2020-01-01', to_date: '2020-01-02' };
  for (const [input, rows, most] of [
    [{ status_value: 0 }, expect.any(Number), 3],
    [none, 0, 2],
  ] as const) {
    expect((await list(input)).results.length).toEqual(rows);
    const query = api.order.list.input.parse(input);
    expect(await statementsOf(app, (ctx) => listOf(ctx, query))).toBeLessThanOrEqual(most);
  }
});

it('the filter for unpaid orders leaves out canceled ones', async () => {
  const { id: branch_id } = await makeBranch(app);
  const open = await makeOrder(app, { branch_id });
  await makeOrder(app, { branch_id, status_id: STATUS.canceled });
  expect(await idsOf({ branch_id, paid: 0 })).toEqual([open.id]);
});
