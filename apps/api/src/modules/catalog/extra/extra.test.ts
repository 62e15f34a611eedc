import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const as = ({ token }: Person) => ({ token });
const save = (body: object, who = admin) => app.call(api.extra.save, body, as(who));
const make = async (body: object = {}) =>
  (await save({ titles: { en: `Extra ${unique()}` }, price: 2, ...body })).results;
const makeProduct = () =>
  app.services.database.prisma.product.create({
    data: { titles: { en: `Meal ${unique()}` } },
    select: { id: true },
  });

test('an extra can be created with its products, changed, deleted and restored with them', async () => {
  const [one, two] = [await makeProduct(), await makeProduct()];
  const made = await save({
    titles: { ar: 'صوص ثوم', en: 'Garlic sauce', de: '' },
    price: 1.5,
    products_ids: [two.id, one.id],
  });
  expect(made.results).toMatchObject({
    title: 'Garlic sauce',
    price: 1.5,
    status: 1,
    products_ids: [one.id, two.id],
    products_count: 2,
    branches_prices: [],
    version: 1,
    actions: ['save', 'delete'],
  });
  const { id } = made.results;
  const [row] = (await app.call(api.extra.list, { keywords: 'صوص', locale: 'ar' }, as(admin))).results;
  expect(row).toMatchObject({ id, title: 'صوص ثوم', products_count: 2 });
  expect(row).not.toHaveProperty('products_ids');
  const whole = await app.call(api.extra.list, { id, all_locale: true }, as(admin));
  expect(whole.results[0]).toMatchObject({ products_ids: [one.id, two.id], titles: { en: 'Garlic sauce' } });
  const ofOne = await app.call(api.extra.list, { product_id: one.id }, as(admin));
  expect(ofOne.results.map((extra) => extra.id)).toEqual([id]);

  expect((await save({ ...made.results, products_ids: [one.id] })).results).toMatchObject({
    version: 2,
    products_ids: [one.id],
  });
  expect((await save({ id, version: 1, price: 3 })).failure.code).toBe('record.stale');
  expect((await save({ id, price: 3 })).results.products_ids).toEqual([one.id]);
  expect((await app.call(api.extra.remove, { id }, as(admin))).results).toEqual({ deleted: 1 });
  expect((await save({ id, price: 4 })).failure.code).toBe('record.missing');
  expect((await app.call(api.extra.restore, { id }, as(admin))).results).toMatchObject({
    id,
    price: 3,
    products_ids: [one.id],
  });
});

test('a deleted product is no longer listed on its extras and returns to them when it is restored', async () => {
  const { prisma } = app.services.database;
  const [gone, kept] = [await makeProduct(), await makeProduct()];
  const { id } = await make({ products_ids: [gone.id, kept.id] });
  await prisma.product.update({ where: { id: gone.id }, data: { deleted_at: new Date() } });
  expect((await save({ id, products_ids: [kept.id] })).results.products_count).toBe(1);
  const refused = await save({ id, products_ids: [gone.id] });
  expect(refused.failure).toMatchObject({
    code: 'reference.missing',
    errors: { products_ids: [expect.any(String)] },
  });
  expect((await save({ id, products_ids: [2_000_000_000] })).failure.code).toBe('reference.missing');
  expect((await save({ id, products_ids: [kept.id, kept.id] })).failure.errors).toHaveProperty(
    'products_ids',
  );
  await prisma.product.update({ where: { id: gone.id }, data: { deleted_at: null } });
  const [row] = (await app.call(api.extra.list, { id, all_locale: true }, as(admin))).results;
  expect(row?.products_ids).toEqual([gone.id, kept.id]);
});

test("an extra's price in one branch replaces its base price there until it is set to null", async () => {
  const [a, b, closed] = [await makeBranch(app), await makeBranch(app), await makeBranch(app)];
  await app.services.database.prisma.branch.update({
    where: { id: closed.id },
    data: { deleted_at: new Date() },
  });
  const prices = [
    { branch_id: b.id, price: 0 },
    { branch_id: a.id, price: 2.75 },
  ];
  const { id, ...made } = await make({ branches_prices: prices });
  expect(made.branches_prices).toEqual([prices[1], prices[0]]);
  const taken = await save({ id, branches_prices: [prices[1], { branch_id: b.id, price: null }] });
  expect(taken.results.branches_prices).toEqual([prices[1]]);
  expect((await save({ id, price: 9 })).results.branches_prices).toEqual([prices[1]]);
  expect((await save({ id, branches_prices: [] })).results.branches_prices).toEqual([]);
  for (const branch_id of [closed.id, 2_000_000_000]) {
    const refused = await save({ id, branches_prices: [{ branch_id, price: 1 }] });
    expect(refused.failure).toMatchObject({
      code: 'reference.missing',
      errors: { branches_prices: [expect.any(String)] },
    });
  }
  const twice = [
    { branch_id: a.id, price: 1 },
    { branch_id: a.id, price: 2 },
  ];
  expect((await save({ id, branches_prices: twice })).failure.errors).toHaveProperty('branches_prices');
  const [row] = (await app.call(api.extra.list, { id }, as(admin))).results;
  expect(row?.branches_prices).toEqual([]);
});

test('the price of an extra has no more decimals than the currency', async () => {
  const branch = await makeBranch(app);
  expect((await save({ titles: { en: 'Dear' }, price: 1.005 })).failure.errors).toHaveProperty('price');
  const prices = [{ branch_id: branch.id, price: 0.125 }];
  expect((await save({ titles: { en: 'Dear' }, branches_prices: prices })).failure.errors).toHaveProperty([
    'branches_prices.0.price',
  ]);
  for (const price of [-1, 1e12, '2'])
    expect((await save({ titles: { en: 'Dear' }, price })).status).toBe(422);
});

test('a branch manager sees and changes the prices of extras in the own branches only', async () => {
  const [own, foreign] = [await makeBranch(app), await makeBranch(app)];
  const manager = await makePerson(app, { permissions: ['products.extras'], manages: [own.id] });
  const nowhere = await makePerson(app, { permissions: ['products.extras'] });
  const { id } = await make({
    branches_prices: [
      { branch_id: own.id, price: 4 },
      { branch_id: foreign.id, price: 5 },
    ],
  });
  const seen = async (who: Person) =>
    (await app.call(api.extra.list, { id }, as(who))).results[0]?.branches_prices;
  expect(await seen(manager)).toEqual([{ branch_id: own.id, price: 4 }]);
  expect(await seen(nowhere)).toEqual([]);

  const changed = await save({ id, branches_prices: [{ branch_id: own.id, price: 6 }] }, manager);
  expect(changed.results.branches_prices).toEqual([{ branch_id: own.id, price: 6 }]);
  const refused = await save({ id, branches_prices: [{ branch_id: foreign.id, price: 1 }] }, manager);
  expect(refused.failure.code).toBe('reference.missing');
  await save({ id, branches_prices: [] }, nowhere);
  await save({ id, branches_prices: [] }, manager);
  expect(await seen(admin)).toEqual([{ branch_id: foreign.id, price: 5 }]);
});

test('the public sees active extras without branch prices, and a till gets short rows', async () => {
  const branch = await makeBranch(app);
  const product = await makeProduct();
  const title = `Open ${unique()}`;
  const open = await make({
    titles: { en: title },
    branches_prices: [{ branch_id: branch.id, price: 7 }],
    products_ids: [product.id],
  });
  await make({ titles: { en: `${title} off` }, status: 0 });
  const cashier = await makePerson(app, { permissions: ['seller'], branch_id: branch.id });
  const query = { keywords: title, status: 0, product_id: 1, all_locale: true };
  const { results } = await app.call(api.extra.list, query);
  expect(results.map(({ id }) => id)).toEqual([open.id]);
  for (const secret of ['branches_prices', 'products_ids', 'products_count', 'version', 'actions'])
    expect(results[0]).not.toHaveProperty(secret);
  const short = await app.call(api.extra.list, { keywords: title, product_id: product.id }, as(cashier));
  expect(short.results).toEqual([{ id: open.id, title, status: 1 }]);
});

test("extras are filtered and sorted by the texts in the caller's language", async () => {
  const mark = `yy${unique()}`;
  const b = await make({ titles: { en: `Beta ${mark}`, de: `Alt ${mark}` }, price: 1 });
  const a = await make({ titles: { en: `Alpha ${mark}` }, price: 3, status: 0 });
  const ids = async (query: object) =>
    (await app.call(api.extra.list, { keywords: mark, ...query }, as(admin))).results.map(({ id }) => id);
  expect(await ids({ locale: 'en' })).toEqual([a.id, b.id]);
  expect(await ids({ sort_by: 'price' })).toEqual([b.id, a.id]);
  expect(await ids({ sort_by: 'id', sort_as: 'desc' })).toEqual([a.id, b.id]);
  expect(await ids({ status: 0 })).toEqual([a.id]);
  expect(await ids({ limit: 1, page: 3 })).toEqual([]);
});
