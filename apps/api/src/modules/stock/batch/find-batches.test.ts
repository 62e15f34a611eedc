import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { makeShelf, need, type Shelf, stockUp } from '../../../../test/stock.ts';
import { deductStock } from '../index.ts';

let app: TestApp;
let admin: Person;
let clock = new Date('2026-11-21T09:00:00Z').getTime();
beforeAll(async () => {
  app = await startApp({ now: () => new Date(clock) });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const sell = (shelf: Shelf, quantity: number) =>
  app
    .ctx()
    .tx((ctx) =>
      deductStock(ctx, { type: 'sale', id: unique() }, [{ ...need(shelf, quantity), line_id: 1 }]),
    );
const ask = async (filters: Record<string, unknown>) => {
  const { results, meta } = await app.call(api.batch.list, filters, { token: admin.token });
  return { total: meta?.total, rows: results };
};

describe('cached batch lists', () => {
  test('a new batch is listed at once, and a sold-out one no longer counts as remaining', async () => {
    const shelf = await makeShelf(app);
    const of = (more: object) => ask({ item_id: shelf.item_id, ...more });
    expect((await of({})).total).toBe(0);
    await stockUp(app.ctx(), shelf, 2, 1, { expire_date: '2027-01-01' });
    expect((await of({})).total).toBe(1);
    await stockUp(app.ctx(), shelf, 3, 1);
    expect((await of({})).total).toBe(2);
    expect((await of({ remaining: 1 })).total).toBe(2);
    await sell(shelf, 1);
    expect((await of({ remaining: 1 })).total).toBe(2);
    await sell(shelf, 1);
    expect((await of({ remaining: 1 })).total).toBe(1);
    expect((await of({ remaining: 0 })).rows).toHaveLength(1);
    expect((await of({})).total).toBe(2);
  });

  test('batch search uses the current product titles', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 2, 1);
    const word = `zaatar${unique()}`;
    expect((await ask({ keywords: word })).total).toBe(0);
    await app.services.database.prisma.product.update({
      where: { id: shelf.product_id },
      data: { titles: { ar: word, en: word, de: word } },
    });
    expect((await ask({ keywords: word })).total).toBe(1);
    await stockUp(app.ctx(), shelf, 2, 1);
    expect((await ask({ keywords: word })).rows).toHaveLength(2);
    await app.services.database.prisma.product.update({
      where: { id: shelf.product_id },
      data: { titles: { ar: 'x', en: 'x', de: 'x' } },
    });
    expect(await ask({ keywords: word })).toEqual({ total: 0, rows: [] });
  });

  test('batches follow a changed supplier of their receipt', async () => {
    const supplier = async () =>
      (await app.call(api.supplier.save, { name: `Supplier ${unique()}` }, { token: admin.token })).results
        .id;
    const [first, second] = [await supplier(), await supplier()];
    const shelf = await makeShelf(app);
    const lines = [{ item_id: shelf.item_id, branch_id: shelf.branch_id, quantity: 5, cost_value: 2 }];
    const saved = await app.call(
      api.receipt.save,
      { supplier_id: first, on_date: '2026-11-21', status: 1, items: lines },
      { token: admin.token },
    );
    expect(saved.status).toBe(200);
    expect((await ask({ supplier_id: first })).total).toBe(1);
    expect((await ask({ supplier_id: second })).total).toBe(0);
    await app.services.database.prisma.receipt.update({
      where: { id: saved.results.id },
      data: { supplier_id: second },
    });
    expect((await ask({ supplier_id: first })).total).toBe(0);
    expect((await ask({ supplier_id: second })).total).toBe(1);
  });

  test('the sales rate of a batch includes the last sale and drops sales older than four weeks', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 100, 1);
    const left = async () => (await ask({ item_id: shelf.item_id })).rows[0]?.days_left;
    expect(await left()).toBeNull();
    await sell(shelf, 30);
    // 70 left, 30 in a week
    expect(await left()).toBe(16.33);
    await sell(shelf, 20);
    expect(await left()).toBe(7);
    clock += 29 * 86_400_000;
    // sessions have ended meanwhile
    admin = await makeAdmin(app);
    expect(await left()).toBeNull();
  });
});
