import { api } from '@dukkan/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { makeOrder } from '../../../test/orders.ts';
import { statementsOf } from '../../../test/statements.ts';
import { makeShelf, stockUp } from '../../../test/stock.ts';
import { list as listOrders } from '../../modules/ordering/order/list/list-orders.ts';
import { type Ctx, createSystemCtx } from '../ctx.ts';
import { unnestIds } from '../db/tables.ts';
import { loadByIdsShared, queryCoalesced } from './single-flight.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const ctx = (): Ctx => createSystemCtx(app.services, 'together');
const doubled = (ctx: Ctx, ids: readonly number[], by = 2) =>
  loadByIdsShared(
    ctx,
    ids,
    (all) =>
      sql<{ id: number; value: number }>`SELECT u.id, u.id * ${by}::int AS value FROM ${unnestIds(all)}`,
    (rows) => new Map(rows.map(({ id, value }) => [id, value])),
  );

it('concurrent callers of one statement share one query and each receives their own rows', async () => {
  const found: ReadonlyMap<number, number>[] = [];
  const many = async (ctx: Ctx) =>
    found.push(...(await Promise.all([1, 2, 3, 2].map((id) => doubled(ctx, [id])))));
  expect(await statementsOf(app, many)).toBe(1);
  expect([1, 2, 3, 2].map((id, at) => found[at]?.get(id))).toEqual([2, 4, 6, 4]);
});

it('statements that differ in more than their ids are never merged', async () => {
  const [twice, thrice] = await Promise.all([doubled(ctx(), [7]), doubled(ctx(), [7], 3)]);
  expect([twice.get(7), thrice.get(7)]).toEqual([14, 21]);
});

it("a read inside a transaction is not shared and sees the transaction's own writes", async () => {
  const count = (ctx: Ctx) =>
    queryCoalesced(ctx, sql<{ count: number }>`SELECT count(*)::int AS count FROM together_test`);
  await ctx().tx(async (inner) => {
    await inner.db.$executeRaw`CREATE TEMPORARY TABLE together_test ON COMMIT DROP AS SELECT 1`;
    const outside = expect(count(ctx())).rejects.toThrow('together_test');
    expect(await count(inner)).toEqual([{ count: 1 }]);
    await outside;
  });
});

it('a failed statement fails for all callers that shared it, and the next caller queries again', async () => {
  const broken = (ctx: Ctx) => queryCoalesced(ctx, sql`SELECT 1 / (random() * 0)::int`);
  const both = await Promise.allSettled([broken(ctx()), broken(ctx())]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await doubled(ctx(), [4])).get(4)).toBe(8);
});

it('a page that many callers request at the same moment is built once, from current data', async () => {
  const shelf = await makeShelf(app);
  await stockUp(app.ctx(), shelf, 5, 3);
  const order = await makeOrder(app, { branch_id: shelf.branch_id, shelves: [shelf] });
  const input = api.order.list.input.parse({ branch_id: shelf.branch_id });
  const pages: Awaited<ReturnType<typeof listOrders>>[] = [];
  const asked = (times: number) => async (ctx: Ctx) => {
    pages.push(...(await Promise.all(Array.from({ length: times }, () => listOrders(ctx, input)))));
  };
  await asked(1)(ctx());
  const alone = await statementsOf(app, asked(1));
  pages.length = 0;
  expect(await statementsOf(app, asked(10))).toBe(alone);
  expect(new Set(pages).size).toBe(1);
  const earlier = listOrders(ctx(), input);
  await app.services.database.pool.query('UPDATE "order" SET client_name = $1 WHERE id = $2', [
    'Later',
    order.id,
  ]);
  expect((await listOrders(ctx(), input)).rows[0]?.client_name).toBe('Later');
  await earlier;
});

it('concurrent callers with different rights never share an answer', async () => {
  const [here, there] = [await makeBranch(app), await makeBranch(app)];
  const customer = await makePerson(app);
  const driver = await makePerson(app, { permissions: ['driver'], branch_id: here.id });
  const seller = await makePerson(app, { permissions: ['seller'], branch_id: there.id });
  const shelf = await makeShelf(app, { branch_id: here.id });
  await stockUp(app.ctx(), shelf, 5, 3);
  await stockUp(app.ctx(), { ...shelf, branch_id: there.id }, 7, 3);
  const shelves = [shelf];
  const orders = [
    await makeOrder(app, { branch_id: here.id, shelves, client_id: customer.id, driver_id: driver.id }),
    await makeOrder(app, { branch_id: there.id, shelves, seller_id: seller.id }),
  ];
  const callers: (Person | null)[] = [
    await makeAdmin(app),
    await makePerson(app, { permissions: ['orders', 'products'], manages: [here.id] }),
    await makePerson(app, { permissions: ['orders', 'products'], manages: [there.id] }),
    driver,
    seller,
    customer,
    // may do as little with orders as a customer, and sees all of them
    await makePerson(app, { permissions: ['orders.view'], global: 1 }),
    null,
  ];
  const asked = callers.flatMap((who) => {
    const as = who ? { token: who.token } : {};
    return [
      ...orders.map(
        ({ id }) =>
          () =>
            app.call(api.order.show, { id }, as),
      ),
      () => app.call(api.order.list, { product_id: shelf.product_id }, as),
      ...['ar', 'en'].flatMap((locale) =>
        [{ limit: 1 }, { limit: 2 }, { limit: 2, client_id: customer.id }].map(
          (filter) => () => app.call(api.order.list, { ...filter, locale }, as),
        ),
      ),
      () => app.call(api.product.show, { id: shelf.product_id }, as),
      () => app.call(api.product.list, { sort_by: 'newest' }, as),
    ];
  });
  const told = async (ask: (typeof asked)[number]) => {
    const { status, results, meta } = (await ask()) as {
      status: number;
      results: { code?: string };
      meta?: unknown;
    };
    return { status, results: status === 200 ? results : results.code, meta };
  };
  const alone: unknown[] = [];
  for (const ask of asked) alone.push(await told(ask));
  expect(new Set(alone.map((one) => JSON.stringify(one))).size).toBeGreaterThan(callers.length * 2);
  for (let turn = 0; turn < 5; turn += 1) expect(await Promise.all(asked.map(told))).toEqual(alone);
});
