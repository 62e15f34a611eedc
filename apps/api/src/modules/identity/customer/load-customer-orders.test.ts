import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { makeOrder, STATUS } from '../../../../test/orders.ts';
import { readCsv } from '../../../../test/promises/table.ts';
import { makeShelf } from '../../../../test/stock.ts';

let app: TestApp;
let admin: Person;
let branches: readonly [number, number];
let buyer: Person;
let browser: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  branches = [(await makeBranch(app)).id, (await makeBranch(app)).id];
  [buyer, browser] = [await makePerson(app, { name: 'Nora' }), await makePerson(app, { name: 'Nobody' })];
  const [here, there] = branches;
  const shelf = await makeShelf(app, { branch_id: here });
  const make = (quantity: number, more: object = {}) =>
    makeOrder(app, { branch_id: here, shelves: [shelf], quantity, client_id: buyer.id, ...more });
  const { prisma } = app.services.database;
  await make(4, { created_at: new Date('2026-03-01T08:00:00Z') });
  const returned = await make(6, {
    created_at: new Date('2026-03-02T08:00:00Z'),
    status_id: STATUS.delivered,
  });
  await prisma.order.update({ where: { id: returned.id }, data: { returned_value: 25 } });
  await make(1, { created_at: new Date('2026-03-09T08:00:00Z'), status_id: STATUS.canceled });
  await make(2, { branch_id: there, created_at: new Date('2026-03-03T08:00:00Z') });
  const foreign = await make(3, { created_at: new Date('2026-02-01T08:00:00Z') });
  await prisma.order.update({ where: { id: foreign.id }, data: { currency: 'KWD' } });
});
afterAll(() => app.stop());

const rowOf = async (id: number, who: Person, headers: Record<string, string> = {}) => {
  const { results } = await app.call(api.account.list, { id }, { token: who.token, headers });
  const { orders_count, spent, last_order_at, currency, amounts } = results[0] ?? {};
  return { orders_count, spent, last_order_at, currency, amounts };
};
const NOTHING = { orders_count: null, spent: null, last_order_at: null, currency: null, amounts: [] };

test('customers are listed with their orders, amounts spent in each currency and last order', async () => {
  expect(await rowOf(buyer.id, admin)).toEqual({
    orders_count: 4,
    spent: 95,
    last_order_at: '2026-03-03T08:00:00.000Z',
    currency: 'QAR',
    amounts: [
      { currency: 'QAR', spent: 95 },
      { currency: 'KWD', spent: 30 },
    ],
  });
  expect(await rowOf(browser.id, admin)).toEqual({
    orders_count: 0,
    spent: 0,
    last_order_at: null,
    currency: 'QAR',
    amounts: [],
  });
  expect(await rowOf(admin.id, admin)).toEqual(NOTHING);
});

test('staff see customer orders of their branch only, and none without the permission for orders', async () => {
  const [here, there] = branches;
  const manager = await makePerson(app, { permissions: ['users', 'orders'], manages: [there] });
  expect(await rowOf(buyer.id, manager)).toMatchObject({ orders_count: 1, spent: 20 });
  expect(await rowOf(buyer.id, admin, { 'branch-id': String(here) })).toMatchObject({
    orders_count: 3,
    spent: 75,
  });
  const clerk = await makePerson(app, { permissions: ['users'], global: 1 });
  expect(await rowOf(buyer.id, clerk)).toEqual(NOTHING);
});

test('a customer export has the same figures with one row for each currency', async () => {
  const columns = ['name', 'orders_count', 'spent', 'currency', 'last_order_at'];
  const response = await fetch(app.url + api.account.list.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: buyer.id, export: 1, format: 'csv', locale: 'en', columns }),
  });
  const [, ...lines] = readCsv(await response.text());
  expect(lines.map((cells) => cells.slice(0, 4))).toEqual([
    ['Nora', '4', '95', 'QAR'],
    ['Nora', '4', '30', 'KWD'],
  ]);
});

test('the orders of a page of customers are read with one statement', async () => {
  const { pool } = app.services.database;
  const statements: string[] = [];
  const query = pool.query.bind(pool);
  pool.query = ((...facts: Parameters<typeof query>) => {
    statements.push(JSON.stringify(facts[0]));
    return query(...facts);
  }) as typeof pool.query;
  await app.call(api.account.list, { role: 'customer', limit: 100 }, { token: admin.token });
  pool.query = query;
  expect(statements.filter((text) => text.includes('returned_value'))).toHaveLength(1);
});
