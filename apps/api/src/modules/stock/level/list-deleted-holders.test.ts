import { api } from '@dukkan/contract';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { holdUnits, levelOf, makeShelf, type Shelf, stockUp } from '../../../../test/stock.ts';

const MONTH_MS = 30 * 86_400_000;

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterEach(() => expectSound(app));
afterAll(() => app.stop());

const as = (who: Person = admin) => ({ token: who.token });
const ask = (input: object, who?: Person) => app.call(api.stock.listDeletedStockHolders, input, as(who));
const monthAgo = () => new Date(app.services.now().getTime() - MONTH_MS);

/** Units on a shelf that an earlier release then deleted with its branch, its product, or only its item. */
async function deletedShelf(what: 'branch' | 'product' | 'item', quantity: number): Promise<Shelf> {
  const { prisma } = app.services.database;
  const shelf = await makeShelf(app);
  if (quantity > 0) await stockUp(app.ctx(), shelf, quantity, 2);
  const data = { deleted_at: monthAgo() };
  if (what === 'branch') await prisma.branch.update({ where: { id: shelf.branch_id }, data });
  else await prisma.product_item.update({ where: { id: shelf.item_id }, data });
  if (what === 'product') await prisma.product.update({ where: { id: shelf.product_id }, data });
  return shelf;
}

it('a branch deleted with stock is listed with its quantities, and after restoring it the stock can be moved and written off', async () => {
  const shelf = await deletedShelf('branch', 12);
  const empty = await deletedShelf('branch', 0);
  const { results, meta } = await ask({ noun: 'branch' });
  expect(meta.total).toBe(1);
  expect(results).toEqual([
    expect.objectContaining({
      id: `branch-${shelf.branch_id}`,
      noun: 'branch',
      record_id: shelf.branch_id,
      units: 12,
      reserved: 0,
      value: 24,
      deleted_at: expect.any(String),
    }),
  ]);
  expect((await ask({ noun: 'branch', id: empty.branch_id })).results).toEqual([]);
  const other = await makeBranch(app);
  const move = () =>
    app.call(
      api.transfer.save,
      {
        from_branch_id: shelf.branch_id,
        to_branch_id: other.id,
        items: [{ item_id: shelf.item_id, quantity: 7 }],
      },
      as(),
    );
  expect((await move()).failure.code).toBe('reference.missing');
  expect((await app.call(api.branch.restore, { id: shelf.branch_id }, as())).status).toBe(200);
  expect((await ask({ noun: 'branch' })).results).toEqual([]);
  expect((await move()).status).toBe(200);
  const written = await app.call(
    api.stock.writeOff,
    { branch_id: shelf.branch_id, item_id: shelf.item_id, quantity: 5, reason: 'lost' },
    as(),
  );
  expect(written.results).toEqual({ written_off: 5, value: 10 });
  expect((await levelOf(app, shelf)).on_hand).toBe(0);
  expect((await app.call(api.branch.remove, { id: shelf.branch_id }, as())).status).toBe(200);
});

it('a product deleted with stock is listed with its reserved units, and after restoring it can be counted', async () => {
  const shelf = await deletedShelf('product', 9);
  const { results } = await ask({ noun: 'product', id: shelf.product_id });
  expect(results).toEqual([expect.objectContaining({ record_id: shelf.product_id, units: 9, value: 18 })]);
  expect((await app.call(api.product.restore, { id: shelf.product_id }, as())).status).toBe(200);
  expect((await ask({ noun: 'product', id: shelf.product_id })).results).toEqual([]);
  const items = [{ item_id: shelf.item_id, counted: 0 }];
  const count = await app.call(api.stockCount.save, { branch_id: shelf.branch_id, items }, as());
  const posted = await app.call(api.stockCount.post, { id: count.results.id }, as());
  expect(posted.status, posted.text).toBe(200);
  expect((await levelOf(app, shelf)).on_hand).toBe(0);
});

it('restoring a product brings back an item that was removed from it with stock', async () => {
  const { prisma } = app.services.database;
  const shelf = await makeShelf(app);
  const item = await prisma.product_item.create({
    data: { product_id: shelf.product_id },
    select: { id: true },
  });
  const out = { ...shelf, item_id: item.id };
  await stockUp(app.ctx(), out, 4, 2);
  await holdUnits(app, out, 3);
  const show = () => app.call(api.product.show, { id: shelf.product_id }, as());
  const restore = () => app.call(api.product.restore, { id: shelf.product_id }, as());
  expect((await restore()).failure.code).toBe('record.missing');
  await prisma.product_item.update({ where: { id: item.id }, data: { deleted_at: monthAgo() } });
  expect((await show()).results.items).toHaveLength(1);
  expect((await ask({ noun: 'product', id: shelf.product_id })).results).toEqual([
    expect.objectContaining({ units: 4, reserved: 3, deleted_at: null }),
  ]);
  expect((await restore()).status).toBe(200);
  expect((await show()).results.items.map(({ item_id }) => item_id)).toContain(item.id);
});

it('staff of one branch see stock of deleted products in their branch only, and no other deleted branch', async () => {
  const product = await deletedShelf('product', 3);
  const branch = await deletedShelf('branch', 5);
  const there = await makePerson(app, { permissions: ['reciepts'], branch_id: product.branch_id });
  const home = await makeBranch(app);
  const elsewhere = await makePerson(app, { permissions: ['reciepts'], manages: [home.id] });
  expect((await ask({}, there)).results.map(({ id }) => id)).toEqual([`product-${product.product_id}`]);
  expect((await ask({}, elsewhere)).results).toEqual([]);
  const { titles } = await app.services.database.prisma.product.findUniqueOrThrow({
    where: { id: product.product_id },
  });
  const byWord = await ask({ keywords: (titles as { en: string }).en });
  expect(byWord.results.map(({ id }) => id)).toEqual([`product-${product.product_id}`]);
  const all = (await ask({ sort_by: 'units', sort_as: 'desc' })).results;
  expect(all.map(({ id }) => id)).toEqual([`branch-${branch.branch_id}`, `product-${product.product_id}`]);
  expect((await ask({ limit: 10, page: 2 })).meta.total).toBe(2);
  await app.call(api.product.restore, { id: product.product_id }, as());
  await app.call(api.branch.restore, { id: branch.branch_id }, as());
});
