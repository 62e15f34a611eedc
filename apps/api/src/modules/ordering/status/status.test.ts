import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { makeOrder, STATUS } from '../../../../test/orders.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const token = () => ({ token: admin.token });
const save = (body: object) => app.call(api.orderStatus.save, body, token());
const remove = (id: number) => app.call(api.orderStatus.remove, { id }, token());
const list = (body: object = {}) => app.call(api.orderStatus.list, { limit: 100, ...body }, token());
const titles = () => ({ ar: `حالة ${unique()}`, en: `State ${unique()}`, de: `Status ${unique()}` });

it('order statuses are listed in their order with the number of orders in each', async () => {
  await makeOrder(app, { status_id: STATUS.shipped });
  const { results } = await list({ all_locale: true });
  expect(results.slice(0, 8).map(({ id, status_value }) => [id, status_value])).toEqual([
    [1, 0],
    [2, 1],
    [12, 2],
    [10, 3],
    [14, 4],
    [15, 4],
    [6, 5],
    [11, -1],
  ]);
  expect(results.find(({ id }) => id === STATUS.shipped)?.orders_count).toBe(1);
});

it('an order status in use keeps its value and cannot be deleted', async () => {
  const { results } = await save({ titles: titles(), status_value: 3, variant: 'info' });
  expect((await save({ id: results.id, status_value: 2 })).results.status_value).toBe(2);
  await makeOrder(app, { status_id: results.id });
  const refused = await save({ id: results.id, status_value: 3 });
  expect([refused.status, refused.failure.code, refused.failure.params]).toEqual([
    409,
    'order_status.in_use',
    { count: 1 },
  ]);
  expect((await remove(results.id)).failure.code).toBe('order_status.in_use');
  expect((await save({ id: results.id, variant: 'dark' })).results.variant).toBe('dark');
});

it('exactly one active status of value 0 starts new orders', async () => {
  const starts = async () =>
    (await list()).results.filter((row) => row.default_start === 1).map(({ id }) => id);
  expect(await starts()).toEqual([1]);
  expect((await save({ id: 1, default_start: 0 })).failure.code).toBe('order_status.default');
  expect((await save({ id: 1, status: 0 })).failure.code).toBe('order_status.default');
  expect((await remove(1)).failure.code).toBe('order_status.default');
  const refused = await save({ titles: titles(), status_value: 1, default_start: 1 });
  expect(refused.failure.errors).toEqual({ status_value: ['The Step field must be one of: 0.'] });
  const { results } = await save({ titles: titles(), status_value: 0, default_start: 1 });
  expect(await starts()).toEqual([results.id]);
  const races = await Promise.all([1, results.id].map((id) => save({ id, default_start: 1 })));
  expect(races.map(({ status }) => status)).toEqual([200, 200]);
  expect(await starts()).toHaveLength(1);
  await save({ id: 1, default_start: 1 });
});

it('an unused order status can be deleted and restored', async () => {
  const { results } = await save({ titles: titles(), status_value: 4, not_delivered: 1 });
  expect((await remove(results.id)).body.results).toEqual({ deleted: 1 });
  expect((await app.call(api.orderStatus.show, { id: results.id }, token())).status).toBe(404);
  const restored = await app.call(api.orderStatus.restore, { id: results.id }, token());
  expect(restored.results).toMatchObject({ id: results.id, not_delivered: 1 });
  expect((await save({ id: results.id, version: 1, ord: 3 })).failure.code).toBe('record.stale');
});
