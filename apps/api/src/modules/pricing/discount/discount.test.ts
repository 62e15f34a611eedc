import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { factsOf } from '../../../../test/products.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const as = () => ({ token: admin.token });
const save = (body: object) =>
  app.call(api.discount.save, { titles: { en: `Sale ${unique()}` }, ...body }, as());
const product = async (price: number, items: (number | null)[] = [null]) =>
  app.services.database.prisma.product.create({
    data: {
      titles: { en: `Product ${unique()}`, ar: 'صنف' },
      price,
      items: { create: items.map((own) => ({ price: own })) },
    },
    select: { id: true, items: { select: { id: true }, orderBy: { id: 'asc' } } },
  });
const row = async (id: number) => (await app.call(api.discount.list, { id }, as())).results[0];

test('a discount of one product shows the price before and after', async () => {
  const { id: tea } = await product(45);
  const { results, status } = await save({
    type: 'percent',
    value: 10,
    products: [{ id: tea }],
    days: [0, 6],
    slots: ['midday'],
    start_date: '2026-01-01',
    end_date: '2026-01-31',
  });
  expect(status).toBe(200);
  expect(results).toMatchObject({
    multi: 0,
    product_id: tea,
    price: 45,
    price_after: 40.5,
    days: [0, 6],
    slots: ['midday'],
    start_date: '2026-01-01',
    end_date: '2026-01-31',
    status: 1,
    products: [{ id: tea, item_id: null, price: 45, price_after: 40.5 }],
  });
  expect(await row(results.id)).toMatchObject({ price: 45, price_after: 40.5, products_count: 1 });
  const fixed = await save({ ...results, type: 'fixed', value: 5.25 });
  expect(fixed.results).toMatchObject({ version: 2, price_after: 39.75 });
});

test('V2.5 a discount on a price of three decimals is calculated to the last decimal', async () => {
  await app.call(api.setting.save, { Currency: 'KWD' }, as());
  const { id } = await product(1.235);
  expect((await save({ type: 'percent', value: 12.5, products: [{ id }] })).results.price_after).toBe(1.081);
  await app.call(api.setting.save, { Currency: 'QAR' }, as());
});

test('a discount on several products or a category is a multi-discount, and the list separates both kinds', async () => {
  const facts = factsOf(app);
  const [one, two] = [await product(10), await product(20, [null, 24])];
  const single = await save({
    type: 'percent',
    value: 5,
    products: [{ id: two.id, item_id: two.items[1]?.id }],
  });
  expect(single.results).toMatchObject({ multi: 0, price: 24, price_after: 22.8 });
  const multi = await save({ type: 'percent', value: 5, products: [{ id: one.id }, { id: two.id }] });
  expect(multi.results).toMatchObject({ multi: 1, price: null, price_after: null, products_count: 2 });
  const wide = await save({ type: 'percent', value: 5, categorys_id: await facts.category() });
  expect(wide.results.multi).toBe(1);
  const ids = async (body: object) =>
    (await app.call(api.discount.list, { limit: 100, ...body }, as())).results.map(({ id }) => id);
  expect(await ids({ multi: 1 })).toEqual(expect.arrayContaining([multi.results.id, wide.results.id]));
  expect(await ids({ multi: 1 })).not.toContain(single.results.id);
  expect(await ids({ multi: 0 })).toContain(single.results.id);
  expect(await ids({ product_id: two.id })).toEqual([multi.results.id, single.results.id]);
});

test.each([
  [{ type: 'fixed', value: 0.5 }, 'Discount is 0.5% or less'],
  [{ type: 'fixed', value: 0.51 }, null],
  [{ type: 'fixed', value: 99.49 }, null],
  [{ type: 'fixed', value: 99.5 }, 'Discount is 99.5% or greater'],
  [{ type: 'percent', value: 0.5 }, 'Discount is 0.5% or less'],
  [{ type: 'percent', value: 99.49 }, null],
  [{ type: 'percent', value: 99.5 }, 'Discount is 99.5% or greater'],
  [{ type: 'percent', value: null }, 'Please Enter Discount'],
])('V2.9 a discount on a price of 100.00 with %j answers %s', async (reduction, said) => {
  const { id } = await product(100);
  const { status, failure } = await save({ ...reduction, products: [{ id }] });
  expect(status).toBe(said === null ? 200 : 422);
  if (said !== null) expect(failure.errors.value?.[0]).toContain(said);
});

test('I14 a fixed discount on several products must fit each price, including single items and categories', async () => {
  const category = await factsOf(app).category();
  const [dear, cheap] = [await product(100), await product(100, [null, 4])];
  const both = [{ id: dear.id }, { id: cheap.id }];
  const refused = await save({ type: 'fixed', value: 4, products: both });
  expect(refused.failure.errors.value?.[0]).toContain(
    'The discount percentage should be less than 99.5% and greater than 0.5% of the products prices',
  );
  expect((await save({ type: 'fixed', value: 3, products: both })).status).toBe(200);
  const { prisma } = app.services.database;
  const below = await prisma.category.create({ data: { titles: { en: 'Below' }, parent_id: category } });
  await prisma.product_category.create({ data: { product_id: cheap.id, category_id: below.id } });
  expect((await save({ type: 'fixed', value: 4, categorys_id: [category] })).status).toBe(422);
});

test('disabling a discount does not check it against prices that changed later', async () => {
  const { id: product_id } = await product(100);
  const { id } = (await save({ type: 'fixed', value: 20, products: [{ id: product_id }] })).results;
  await app.services.database.prisma.product.update({ where: { id: product_id }, data: { price: 10 } });
  expect((await app.call(api.discount.save, { id, status: 0 }, as())).results.status).toBe(0);
  expect((await app.call(api.discount.save, { id, value: 20 }, as())).status).toBe(422);
});

test.each([
  [{ products: [] }, 'products'],
  [{ products: [{ id: 2_000_000_000 }] }, 'products.0'],
  [{ categorys_id: [2_000_000_000] }, 'categorys_id'],
  [{ branches_ids: [2_000_000_000] }, 'branches_ids'],
  [{ days: [7] }, 'days.0'],
  [{ days: [1, 1] }, 'days'],
  [{ slots: ['night'] }, 'slots.0'],
  [{ value: 10.005, type: 'fixed' }, 'value'],
  [{ value: 10.005 }, 'value'],
  [{ value: 101 }, 'value'],
  [{ start_date: '2026-02-01', end_date: '2026-01-31' }, 'end_date'],
])('a discount with %j is refused on its field', async (wrong, field) => {
  const { id } = await product(100);
  const { status, failure } = await save({ type: 'percent', value: 10, products: [{ id }], ...wrong });
  expect(status).toBe(422);
  expect(Object.keys(failure.errors)).toEqual([field]);
});

test('a deleted branch or product is refused on its field, and the stored discount stays', async () => {
  const [{ id }, gone] = [await product(100), await product(100)];
  const closed = await makeBranch(app);
  const deleted_at = new Date();
  const { prisma } = app.services.database;
  await prisma.product.update({ where: { id: gone.id }, data: { deleted_at } });
  await prisma.branch.update({ where: { id: closed.id }, data: { deleted_at } });
  const made = await save({ type: 'percent', value: 10, products: [{ id }] });
  const refused = async (body: object) => {
    const { status, failure } = await app.call(api.discount.save, { id: made.results.id, ...body }, as());
    return [status, Object.keys(failure.errors)];
  };
  expect(await refused({ products: [{ id }, { id: gone.id }] })).toEqual([422, ['products.1']]);
  expect(await refused({ branches_ids: [closed.id] })).toEqual([422, ['branches_ids']]);
  expect(await row(made.results.id)).toMatchObject({ version: 1, branches_ids: [], products_count: 1 });
});

test('a restored discount applies to its products and branches again', async () => {
  const { id: product_id } = await product(100);
  const branch = await makeBranch(app);
  const made = await save({
    type: 'fixed',
    value: 20,
    products: [{ id: product_id }],
    branches_ids: [branch.id],
  });
  const { id } = made.results;
  expect((await app.call(api.discount.remove, { id, version: 2 }, as())).failure.code).toBe('record.stale');
  expect((await app.call(api.discount.remove, { id }, as())).results).toEqual({ deleted: 1 });
  expect((await app.call(api.discount.show, { id }, as())).status).toBe(404);
  expect((await app.call(api.discount.restore, { id }, as())).results).toMatchObject({
    branches_ids: [branch.id],
    products: [{ id: product_id }],
  });
  const inBranch = await app.call(api.discount.list, { branch_id: branch.id, id }, as());
  expect(inBranch.results).toHaveLength(1);
});
