import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { purchasing } from '../../../../test/receipts.ts';
import { makeShelf } from '../../../../test/stock.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-11-25T09:00:00Z') });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const as = ({ token }: Person) => ({ token });
const save = (body: object, who = admin) => app.call(api.priceList.save, body, as(who));
const make = async (body: object = {}) =>
  (await save({ titles: { en: `List ${unique()}` }, ...body })).results;
const assign = (id: number, branches_ids: number[]) =>
  app.call(api.priceList.assign, { id, branches_ids }, as(admin));
const row = async (id: number) => (await app.call(api.priceList.list, { id }, as(admin))).results[0];

test.each([
  ['holds now', {}, 'now'],
  ['holds on its last day', { end_date: '2026-11-25' }, 'now'],
  ['will hold from its first day', { start_date: '2026-11-26' }, 'later'],
  ['was over yesterday', { end_date: '2026-11-24' }, 'over'],
  ['is switched off', { status: 0 }, 'off'],
])('a price list that %s says so in its row', async (_, body, holds) => {
  const branch = await makeBranch(app);
  const { id } = await make(body);
  await assign(id, [branch.id]);
  expect(await row(id)).toMatchObject({ holds });
});

test('a price list without a branch applies nowhere', async () => {
  const { id } = await make();
  expect(await row(id)).toMatchObject({ holds: 'off', branches_ids: [] });
});

test('the average change of a price list compares active prices with base prices', async () => {
  const [a, b, c] = [await makeShelf(app), await makeShelf(app), await makeShelf(app)];
  const price = ({ product_id, item_id }: typeof a, amount: number, status = 1) => ({
    product_id,
    item_id,
    price: amount,
    status,
  });
  const { id } = await make({ items: [price(a, 9), price(b, 8.5), price(c, 1, 0)] });
  expect(await row(id)).toMatchObject({ average_change: -12.5, items_count: 3 });
  expect(await row((await make()).id)).toMatchObject({ average_change: null });
});

test('the price list sheet shows change, cost and margin, and no costs to staff who may not see them', async () => {
  const shelf = await makeShelf(app);
  await purchasing(app, admin).accepted(shelf, { quantity: 6, cost: 4 });
  const { product_id, item_id } = shelf;
  const made = await make({ items: [{ product_id, item_id, price: 8 }] });
  const show = async (who: Person) =>
    (await app.call(api.priceList.show, { id: made.id }, as(who))).results.items[0];
  expect(await show(admin)).toMatchObject({ base_price: 10, change: -20, cost: 4, tax: 0, margin: 50 });
  const clerk = await makePerson(app, { permissions: ['pricelist'], global: 1 });
  const seen = await show(clerk);
  expect(seen).toMatchObject({ change: -20 });
  expect(seen).not.toHaveProperty('cost');
  expect(seen).not.toHaveProperty('margin');
});

test('a price says which list overrides it when both apply in one branch', async () => {
  const [branch, other] = [await makeBranch(app), await makeBranch(app)];
  const { product_id, item_id } = await makeShelf(app);
  const items = [{ product_id, item_id, price: 8 }];
  const first = await make({ ord: 1, items, titles: { en: 'First' } });
  const second = await make({ ord: 2, items });
  await assign(first.id, [branch.id]);
  await assign(second.id, [branch.id, other.id]);
  const beaten = async (id: number, more: object = {}) =>
    (await app.call(api.priceList.show, { id, ...more }, as(admin))).results.items[0]?.beaten_by;
  expect(await beaten(first.id)).toBeNull();
  expect(await beaten(second.id)).toEqual({ kind: 'price_list', id: first.id, title: 'First' });
  expect(await beaten(second.id, { branch_id: other.id })).toBeNull();
  expect(await beaten(second.id, { branch_id: branch.id })).toMatchObject({ id: first.id });
  await save({ id: first.id, start_date: '2026-12-01' });
  expect(await beaten(second.id)).toBeNull();
  expect(await beaten(second.id, { at: '2026-12-01T10:00:00Z' })).toMatchObject({ id: first.id });
  await save({ id: first.id, phones: ['+97455512301'] });
  expect(await beaten(second.id, { at: '2026-12-01T10:00:00Z' })).toBeNull();
});

test('pasted codes find their items in any spelling, each with its row in the list', async () => {
  const [tea, rice] = [await makeShelf(app), await makeShelf(app)];
  const codes = await app.services.database.prisma.product_item.findMany({
    where: { id: { in: [tea.item_id, rice.item_id] } },
    orderBy: { id: 'asc' },
    select: { barcode: true },
  });
  const [a, b] = codes.map(({ barcode }) => barcode ?? '');
  const { id } = await make({ items: [{ product_id: tea.product_id, item_id: tea.item_id, price: 7 }] });
  const { results } = await app.call(
    api.priceList.lookup,
    { id, codes: [` ${a}\u200b`, b, 'nothing'], items_ids: [rice.item_id] },
    as(admin),
  );
  expect(results.codes.map(({ item }) => item && [item.item_id, item.row?.price ?? null])).toEqual([
    [tea.item_id, 7],
    [rice.item_id, null],
    null,
  ]);
  expect(results.items).toMatchObject([{ item_id: rice.item_id, base_price: 10, row: null }]);
  const unsaved = await app.call(api.priceList.lookup, { codes: [a] }, as(admin));
  expect(unsaved.results.codes[0]?.item).toMatchObject({ item_id: tea.item_id, row: null });
  expect((await app.call(api.priceList.lookup, { id: 2_000_000_000 }, as(admin))).status).toBe(404);
});

test('price list rows are found by their ids, and deleted or foreign ids are not answered', async () => {
  const [tea, rice] = [await makeShelf(app), await makeShelf(app)];
  const priceOf = ({ product_id, item_id }: typeof tea) => ({ product_id, item_id, price: 7 });
  const { id, items } = await make({ items: [priceOf(tea), priceOf(rice)] });
  const other = await make({ items: [priceOf(tea)] });
  const rowOf = (item_id: number) => items.find((one) => one.item_id === item_id)?.id ?? 0;
  await save({ id, deleted_items: [rowOf(rice.item_id)] });
  const rows_ids = [rowOf(tea.item_id), rowOf(rice.item_id), other.items[0]?.id ?? 0];
  const { results } = await app.call(api.priceList.lookup, { id, rows_ids }, as(admin));
  expect(results.items.map(({ item_id, row }) => [item_id, row?.id])).toEqual([
    [tea.item_id, rowOf(tea.item_id)],
  ]);
  // an item that is named twice is answered once
  const twice = await app.call(api.priceList.lookup, { id, rows_ids, items_ids: [tea.item_id] }, as(admin));
  expect(twice.results.items).toHaveLength(1);
});

test('phone numbers of a price list are read in any spelling, and show customers to staff who may read accounts', async () => {
  const customer = await makePerson(app, { name: 'Mona' });
  const { prisma } = app.services.database;
  await prisma.account.update({ where: { id: customer.id }, data: { phone: '+97455598761' } });
  const { name } = await prisma.account.findUniqueOrThrow({ where: { id: customer.id } });
  const phones = ['٥٥٥٩ ٨٧٦١', '+974 5559 8762', '００９７４５５５９８７６１', '12', 'x'];
  const read = async (who: Person) => (await app.call(api.priceList.phones, { phones }, as(who))).results;
  expect(await read(admin)).toEqual([
    { typed: phones[0], phone: '+97455598761', customer: { id: customer.id, name } },
    { typed: phones[1], phone: '+97455598762', customer: null },
    { typed: phones[2], phone: '+97455598761', customer: { id: customer.id, name } },
    { typed: '12', phone: null, customer: null },
    { typed: 'x', phone: null, customer: null },
  ]);
  const clerk = await makePerson(app, { permissions: ['pricelist'] });
  expect((await read(clerk))[0]).toEqual({ typed: phones[0], phone: '+97455598761' });
});

test("removing all phones from a customers' price list is refused without force, because it would apply to everybody", async () => {
  const { id } = await make({ phones: ['+97455512301'] });
  const refused = await save({ id, phones: [] });
  expect(refused).toMatchObject({ status: 422, failure: { code: 'pricelist.no_phones' } });
  expect(Object.keys(refused.failure.errors)).toEqual(['phones']);
  expect((await save({ id, phones: null })).failure.code).toBe('pricelist.no_phones');
  expect((await save({ id, phones: [], force: true })).results).toMatchObject({ phones: [], version: 2 });
});

test('reordering price lists changes only the lists whose position changes', async () => {
  const [a, b, c] = [
    await make({ ord: 500_000 }),
    await make({ ord: 500_000 }),
    await make({ ord: 500_002 }),
  ];
  const ords = async () =>
    Promise.all([a, b, c].map(async ({ id }) => [(await row(id))?.ord, (await row(id))?.version]));
  // of two with one number the newer one stood first
  const put = (ids: number[], who = admin) => app.call(api.priceList.order, { ids }, as(who));
  expect((await put([a.id, b.id])).results).toEqual({ ids: [a.id, b.id] });
  expect(await ords()).toEqual([
    [500_000, 1],
    [500_001, 2],
    [500_002, 1],
  ]);
  await put([c.id, a.id, b.id]);
  expect((await ords()).map(([ord]) => ord)).toEqual([500_001, 500_002, 500_000]);
  const gone = await put([a.id, 2_000_000_000]);
  expect(gone).toMatchObject({ status: 422, failure: { code: 'reference.missing' } });
  const branch = await makeBranch(app);
  await assign(a.id, [branch.id]);
  const stranger = await makePerson(app, {
    permissions: ['pricelist'],
    manages: [(await makeBranch(app)).id],
  });
  expect((await put([a.id, c.id], stranger)).failure.code).toBe('branch.forbidden');
});
