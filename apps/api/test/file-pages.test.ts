import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '../src/core/ctx.ts';
import type { Page } from '../src/core/list/page.ts';
import { list as listProducts } from '../src/modules/catalog/product/list-products.ts';
import { list as listOrders } from '../src/modules/ordering/order/list/list-orders.ts';
import { list as listBatches } from '../src/modules/stock/batch/list-batches.ts';
import { makeAdmin, type Person, unique } from './actors.ts';
import { startApp, type TestApp } from './app.ts';
import { makeOrder } from './orders.ts';
import { productsOf } from './products.ts';
import { makeShelf, type Shelf, stockUp } from './stock.ts';

let app: TestApp;
let admin: Person;
let shelf: Shelf;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  shelf = await makeShelf(app);
});
afterAll(() => app.stop());

type Listed = (ctx: Ctx, input: never) => Promise<Page<{ readonly id: number }>>;

/** Pages of two rows of one file; `meanwhile` happens after the first. @returns the ids, and how many were promised */
async function fileOf(list: Listed, input: object, meanwhile: () => Promise<unknown>) {
  const ctx = app.ctx();
  const pageAt = (page: number) => list(ctx, { ...input, page, limit: 2, export: true } as never);
  const first = await pageAt(1);
  await meanwhile();
  const rest = [await pageAt(2), await pageAt(3)];
  return {
    ids: [first, ...rest].flatMap(({ rows }) => rows.map(({ id }) => id)),
    totals: [first, ...rest].map(({ meta }) => [meta.total, meta.last_page]),
  };
}
const THREE = [
  [3, 2],
  [3, 2],
  [3, 2],
];

it('F3 an order export has the orders that matched when it was requested, each once', async () => {
  const { branch_id } = shelf;
  const order = () => makeOrder(app, { branch_id, shelves: [shelf] });
  const made = [await order(), await order(), await order()].map(({ id }) => id);
  const input = api.order.list.input.parse({ branch_id });
  for (const sort of [{}, { sort_by: 'promised_at', sort_as: 'desc' }, { sort_by: 'due', sort_as: 'desc' }]) {
    const known = await listOrders(app.ctx(), { ...input, ...sort } as never);
    const file = await fileOf(listOrders, { ...input, ...sort }, order);
    expect(file.ids).toEqual(known.rows.map(({ id }) => id));
    expect(file.totals.every(([total]) => total === known.rows.length)).toBe(true);
    await app.services.database.prisma.order_line.deleteMany({ where: { order_id: { notIn: made } } });
    await app.services.database.prisma.order.deleteMany({ where: { branch_id, id: { notIn: made } } });
  }
});

it('F3 a batch export has each batch once while units are sold and received', async () => {
  for (const quantity of [30, 20, 10]) await stockUp(app.ctx(), shelf, quantity, 1);
  const input = api.batch.list.input.parse({ item_id: shelf.item_id });
  const known = await listBatches(app.ctx(), input);
  const file = await fileOf(listBatches, input, () => stockUp(app.ctx(), shelf, 50, 1));
  expect(file.ids).toEqual(known.rows.map(({ id }) => id));
  expect(file.totals).toEqual(THREE);
});

it('F3 a product export continues past a product that is deleted meanwhile', async () => {
  const products = productsOf(app, () => admin);
  const brand = await app.call(api.brand.save, { names: { en: `B${unique()}` } }, { token: admin.token });
  const brand_id = brand.results.id;
  const ids: number[] = [];
  for (let n = 0; n < 3; n += 1)
    ids.push((await products.save({ titles: { en: `T${n}` }, brand_id })).results.id);
  const input = api.product.list.input.parse({ brand_id, sort_by: 'id', sort_as: 'asc' });
  const file = await fileOf(listProducts, input, async () => {
    await products.remove(ids[0] ?? 0);
    await products.save({ titles: { en: 'T9' }, brand_id });
  });
  expect(file).toEqual({ ids, totals: THREE });
});
