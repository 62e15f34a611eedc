import { DAY_MS } from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IMPORT_PORTS } from '../../src/jobs/imports.ts';
import { processImportQueue } from '../../src/modules/importing/index.ts';
import { createCategoryPaths, loadCategoryTree } from '../../src/modules/importing/run/category-paths.ts';
import {
  deductStock,
  restockReturnedLines,
  type StockRef,
  updateSalesPace,
} from '../../src/modules/stock/index.ts';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { purchasing } from '../receipts.ts';
import { levelOf, makeShelf, need, sellUnits, stockUp, units } from '../stock.ts';
import { sized } from './size.ts';
import { expectSound } from './soundness.ts';

let app: TestApp;
let admin: Person;
const NOW = new Date('2026-11-21T09:00:00Z');

beforeAll(async () => {
  app = await startApp({ jobs: true, now: () => NOW });
  admin = await makeAdmin(app);
});
afterAll(async () => {
  await expectSound(app);
  await app.stop();
});

const as = ({ token }: Person) => ({ token });
const order = (): StockRef => ({ type: 'sale', id: unique() });
const take = (ref: StockRef, lines: readonly Parameters<typeof deductStock>[2][number][]) =>
  app.ctx().tx((ctx) => deductStock(ctx, ref, lines));

it('an order line returned in parts, some damaged, is returned exactly once', async () => {
  const shelf = await makeShelf(app);
  await stockUp(app.ctx(), shelf, 5, 2);
  await stockUp(app.ctx(), shelf, 5, 3);
  const ref = order();
  await take(ref, [{ ...need(shelf, 8), line_id: 1 }]);
  const part = (quantity: number, damaged: boolean) => ({ line_id: 1, quantity: units(quantity), damaged });
  const back = await app.ctx().tx((ctx) => restockReturnedLines(ctx, ref, [part(2, true), part(3, false)]));
  // the latest taken first: three of the second batch, two of the first
  expect(back.map(({ cost }) => Number(cost) / 1e7)).toEqual([6, 7]);
  expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 5 });
  await expect(
    app.ctx().tx((ctx) => restockReturnedLines(ctx, ref, [part(2, false), part(2, false)])),
  ).rejects.toMatchObject({ code: 'record.conflict' });
  await expectSound(app);
});

it('an order line sent twice is taken from stock and recorded once', async () => {
  const shelf = await makeShelf(app, { checks: false });
  await stockUp(app.ctx(), shelf, 5, 2);
  const line = { ...need(shelf, 3), line_id: 1 };
  const costs = await take(order(), [line, line]);
  expect(costs.reduce((all, { short }) => all + short, 0n)).toBe(units(1));
  expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0, deficit: 1 });
  await expectSound(app);
});

it('undoing does not bring back a payment that was deleted and entered again', async () => {
  const { id } = await purchasing(app, admin).accepted();
  const pay = () => app.call(api.transaction.save, { receipt_id: id, value: 50 }, as(admin));
  const first = (await pay()).results.id;
  await app.call(api.transaction.remove, { id: first }, as(admin));
  await pay();
  const twice = await app.call(api.transaction.restore, { id: first }, as(admin));
  expect(twice).toMatchObject({ status: 422, failure: { params: { reasons: ['over_net'] } } });
  expect((await app.call(api.receipt.show, { id }, as(admin))).results).toMatchObject({
    paid: 50,
    balance: 0,
  });
  const meant = await app.call(api.transaction.restore, { id: first, force: true }, as(admin));
  expect(meant.status).toBe(200);
});

it('the timeline of an extra hides its prices in other branches', async () => {
  const [own, foreign] = [await makeBranch(app), await makeBranch(app)];
  const clerk = await makePerson(app, { permissions: ['products.extras'], branch_id: own.id });
  const price = (branch_id: number, amount: number) => ({ branch_id, price: amount });
  const { results } = await app.call(
    api.extra.save,
    { titles: { en: 'Sauce' }, branches_prices: [price(own.id, 4), price(foreign.id, 5)] },
    as(admin),
  );
  const query = { noun: 'extra', record_id: String(results.id) };
  const shownPrices = (await app.call(api.audit.list, query, as(clerk))).results[0]?.changes.branches_prices
    ?.to;
  expect(shownPrices).toEqual([price(own.id, 4)]);
  const all = (await app.call(api.audit.list, query, as(admin))).results[0]?.changes.branches_prices?.to;
  expect(all).toHaveLength(2);
});

it('undoing an import does not put a product back into a category deleted since', async () => {
  const { prisma } = app.services.database;
  const category = async () =>
    (await prisma.category.create({ data: { titles: { en: `C${unique()}` }, parent_id: 1 } })).id;
  const [removed, added] = [await category(), await category()];
  const { product_id } = await makeShelf(app);
  await prisma.product_category.create({ data: { product_id, category_id: added } });
  const { id } = await prisma.product_import.create({
    data: {
      kind: 'product',
      state: 'undoing',
      locale: 'en',
      file_name: 'a.csv',
      format: 'csv',
      bytes: 1,
      account_id: admin.id,
      rows: {
        create: {
          row: 2,
          result: 'updated',
          product_id,
          version: 1,
          before: { categories: { added, removed } },
        },
      },
    },
  });
  expect((await app.call(api.category.remove, { id: removed }, as(admin))).status).toBe(200);
  await processImportQueue(app.services, 'write', () => false, IMPORT_PORTS);
  expect((await prisma.product_import.findUniqueOrThrow({ where: { id } })).state).toBe('undone');
  expect(await prisma.product_category.count({ where: { product_id } })).toBe(0);
  await expectSound(app);
});

it('an import creates no category below one that was deleted after it read the tree', async () => {
  const { results } = await app.call(api.category.save, { titles: { en: `Top ${unique()}` } }, as(admin));
  const tree = await loadCategoryTree(app.ctx());
  await app.call(api.category.remove, { id: results.id }, as(admin));
  const making = app.ctx().tx((ctx) => createCategoryPaths(ctx, tree, [[results.title, 'Below']], false));
  await expect(making).rejects.toThrow();
  await expectSound(app);
});

it('a quantity is refused or stored exactly, never rounded, and large values keep their last digit', async () => {
  const shelf = await makeShelf(app, { stepper: 0.001 });
  const { branch_id, item_id } = shelf;
  const count = (counted: number) =>
    app.call(api.stockCount.save, { branch_id, items: [{ item_id, counted }] }, as(admin));
  expect(await count(1.2345)).toMatchObject({ status: 422 });
  expect((await count(0.3)).status).toBe(200);
  await stockUp(app.ctx(), shelf, 99_999.999, 9_999.9999);
  const to = await makeBranch(app);
  const items = [{ item_id, quantity: 99_999.999 }];
  const moved = await app.call(
    api.transfer.save,
    { from_branch_id: branch_id, to_branch_id: to.id, items },
    as(admin),
  );
  expect(moved.status).toBe(200);
  const line = await app.services.database.prisma.stock_transfer_line.findFirstOrThrow({
    where: { transfer_id: moved.results.id },
  });
  expect(String(line.value)).toBe('999999980.0000001');
});

it('extra counted units of a fully expired product are not sold, even before the expiry job runs', async () => {
  const shelf = await makeShelf(app);
  const late = await stockUp(app.ctx(), shelf, 5, 2, { expire_date: '2026-12-01' });
  const { branch_id, item_id } = shelf;
  const { prisma } = app.services.database;
  await prisma.stock_batch.update({ where: { id: late }, data: { expire_date: new Date('2026-11-20') } });
  const { results } = await app.call(
    api.stockCount.save,
    { branch_id, items: [{ item_id, counted: 7 }] },
    as(admin),
  );
  await app.call(api.stockCount.post, { id: results.id }, as(admin));
  expect(
    Number((await prisma.stock_batch.findUniqueOrThrow({ where: { id: late } })).remaining_quantity),
  ).toBe(7);
  const order = await app.call(
    api.order.make,
    { branch_id, type: 'take_away', cart: [{ item_id, quantity: 1 }] },
    as(admin),
  );
  expect([order.status, order.failure.code]).toEqual([409, 'stock.insufficient']);
});

it('low stock is found quickly among many stock levels and sales', async () => {
  const { pool } = app.services.database;
  const shelf = await makeShelf(app);
  const { branch_id } = shelf;
  await stockUp(app.ctx(), shelf, 3, 1);
  const many = await makeBranch(app);
  await pool.query(`
    WITH p AS (INSERT INTO product (titles) SELECT '{"en": "Many"}' FROM generate_series(1, 4000) RETURNING id),
         i AS (INSERT INTO product_item (product_id) SELECT id FROM p RETURNING id, product_id)
    INSERT INTO stock_level (item_id, branch_id, product_id) SELECT id, ${many.id}, product_id FROM i`);
  const sold = (place: number, days: number) =>
    pool.query(
      `INSERT INTO stock_use (item_id, branch_id, ref_type, ref_id, quantity, cost_value, created_at)
       SELECT item_id, branch_id, 'many', 1, 1, 1, $1::timestamptz - n * interval '1 day'
         FROM stock_level, generate_series(1, $2::int) n WHERE branch_id = $3`,
      [NOW, days, place],
    );
  await sold(many.id, 10);
  await sold(branch_id, 13);
  await updateSalesPace(app.services);
  const low = async (input: object) =>
    (await app.call(api.stock.list, { state: 'low', ...input }, as(admin))).meta.total;
  expect(await low({})).toBeGreaterThanOrEqual(4000);
  // thirteen went since it came in today, as fast as in a week: the list says of the row what the filter finds
  await stockUp(app.ctx(), shelf, 1, 1);
  const [row] = (await app.call(api.stock.list, { branch_id, state: 'low' }, as(admin))).results;
  expect(row?.days_left).toBeCloseTo(4 / (13 / 7), 1);
  await pool.query('UPDATE stock_batch SET created_at = $1 WHERE branch_id = $2', [
    new Date(NOW.getTime() - 40 * DAY_MS),
    branch_id,
  ]);
  await updateSalesPace(app.services);
  // thirteen in four weeks: four last more than one of them, three less
  expect(await low({ branch_id })).toBe(0);
  await sellUnits(app, shelf, 1);
  expect(await low({ branch_id })).toBe(1);
  // twelve in four weeks: three last a week, which is not less
  await pool.query(
    `DELETE FROM stock_use WHERE branch_id = $1 AND id IN
    (SELECT id FROM stock_use WHERE branch_id = $1 AND ref_type = 'many' ORDER BY id LIMIT 2)`,
    [branch_id],
  );
  await updateSalesPace(app.services);
  expect((await app.call(api.stock.list, { branch_id }, as(admin))).results[0]?.days_left).toBe(7);
  expect(await low({ branch_id })).toBe(0);
  await pool.query(`DELETE FROM stock_use WHERE ref_type = 'many'`);
  await updateSalesPace(app.services);
  expect(await low({ branch_id: many.id })).toBe(0);
});

it('product search finds a product by its pasted title even when it has more words than are searched', async () => {
  const title = Array.from({ length: 30 }, (_, at) => `w${at}x`).join(' ');
  const { results } = await app.call(
    api.product.save,
    { titles: { en: title }, pricing: { price: 5 } },
    as(admin),
  );
  const found = await app.call(api.product.list, { keywords: title });
  expect(found.results.map(({ id }) => id)).toEqual([results.id]);
});

it('public products reveal neither a disabled brand nor hidden categories', async () => {
  const { prisma } = app.services.database;
  const category = async (status: number, parent_id = 1) =>
    (await prisma.category.create({ data: { titles: { en: `C${unique()}` }, status, parent_id } })).id;
  const [open, off] = [await category(1), await category(0)];
  const below = await category(1, off);
  const brand = await prisma.brand.create({ data: { names: { en: 'Secret brand' }, status: 0 } });
  const { product_id: id } = await makeShelf(app);
  await prisma.product.update({
    where: { id },
    data: {
      brand_id: brand.id,
      categories: { create: [open, off, below].map((category_id) => ({ category_id })) },
    },
  });
  const shown = (await app.call(api.product.show, { id })).results;
  expect(shown).toMatchObject({ brand_id: null, brand_name: null, categorys_id: [open] });
  const [row] = (await app.call(api.product.list, { categorys_id: open })).results;
  expect(row).toMatchObject({ id, brand_id: null, brand_name: null, categorys_id: [open] });
  const known = (await app.call(api.product.show, { id }, as(admin))).results;
  expect(known).toMatchObject({ brand_name: 'Secret brand', categorys_id: [open, off, below] });
});

it('five hundred import rows with ten new categories each are written in one short transaction', async () => {
  const tree = await loadCategoryTree(app.ctx());
  const paths = Array.from({ length: 500 }, (_, row) =>
    Array.from({ length: 10 }, (_, at) => `D${at} ${row}`),
  );
  const made = await app
    .ctx()
    .tx((ctx) => createCategoryPaths(ctx, tree, [...paths, ['D0 7', 'Other']], false));
  expect(made).toHaveLength(5_001);
  expect(made.slice(9, 12).map(({ path }) => path.split(' › ').length)).toEqual([10, 1, 2]);
  expect(made.at(-1)?.path).toBe('D0 7 › Other');
  const { pool } = app.services.database;
  const { rows } = await pool.query(
    `SELECT p.titles->>'en' AS below FROM category c JOIN category p ON p.id = c.parent_id WHERE c.id = $1`,
    [made.at(-1)?.id],
  );
  expect(rows).toEqual([{ below: 'D0 7' }]);
});

it('an import that created many categories can be undone', async () => {
  const { prisma } = app.services.database;
  const tree = await loadCategoryTree(app.ctx());
  const paths = Array.from({ length: sized(150, 1_500) }, (_, row) => [`U${row}`, 'Below']);
  const made = await app.ctx().tx((ctx) => createCategoryPaths(ctx, tree, paths, false));
  const facts = {
    kind: 'product',
    state: 'undoing',
    locale: 'en',
    file_name: 'a.csv',
    format: 'csv',
    bytes: 1,
  };
  const { id } = await prisma.product_import.create({
    data: { ...facts, account_id: admin.id, categories: [...made] },
  });
  await processImportQueue(app.services, 'write', () => false, IMPORT_PORTS);
  expect((await prisma.product_import.findUniqueOrThrow({ where: { id } })).state).toBe('undone');
  const ids = made.flatMap(({ id }) => id ?? []);
  expect(await prisma.category.count({ where: { id: { in: ids }, deleted_at: null } })).toBe(0);
}, 60_000);
