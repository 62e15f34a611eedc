import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { makeShelf } from '../../../../test/stock.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const as = ({ token }: Person, branch_id?: number) => ({
  token,
  ...(branch_id ? { headers: { 'branch-id': String(branch_id) } } : {}),
});
const save = (body: object, who = admin) => app.call(api.priceList.save, body, as(who));
const make = async (body: object = {}, who = admin) =>
  (await save({ titles: { en: `List ${unique()}` }, ...body }, who)).results;
const show = async (id: number, more: object = {}) =>
  (await app.call(api.priceList.show, { id, ...more }, as(admin))).results;
const priced = async (price: number) => {
  const { product_id, item_id } = await makeShelf(app);
  return { product_id, item_id, price };
};

test('saved prices are merged into a price list: named items change, and named rows are removed', async () => {
  const [tea, rice, salt] = [await priced(4), await priced(9.5), await priced(1)];
  const made = await make({ items: [tea, rice], phones: ['٥٥٥١ ٢٣٠١', '+97455512301'], ord: 3 });
  expect(made).toMatchObject({
    status: 1,
    ord: 3,
    phones: ['+97455512301'],
    phones_count: 1,
    items_count: 2,
    branches_ids: [],
    version: 1,
    actions: ['save', 'delete'],
  });
  expect(made.items).toHaveLength(2);
  expect(made.items.find(({ item_id }) => item_id === tea.item_id)).toMatchObject({
    price: 4,
    base_price: 10,
    status: 1,
    product_title: expect.stringContaining('Product'),
  });
  const row = made.items.find(({ item_id }) => item_id === rice.item_id);
  const changed = await save({
    id: made.id,
    version: 1,
    items: [{ ...tea, price: 4.25 }, salt],
    deleted_items: [row?.id],
  });
  expect(changed.results.items.map(({ item_id, price }) => [item_id, price]).sort()).toEqual(
    [
      [tea.item_id, 4.25],
      [salt.item_id, 1],
    ].sort(),
  );
  // what was answered may be sent back as it is
  expect((await save(changed.results)).results).toMatchObject({ version: 3, items_count: 2 });
  expect((await save({ id: made.id, version: 1, ord: 1 })).failure.code).toBe('record.stale');
});

test('the audit log says which prices of a list changed, from what to what', async () => {
  const tea = await priced(4);
  const { id } = await make({ items: [tea, await priced(2)] });
  await save({ id, items: [{ ...tea, price: 5 }] });
  const row = await app.services.database.prisma.audit_log.findFirstOrThrow({
    where: { noun: 'price-list', record_id: String(id) },
    orderBy: { id: 'desc' },
  });
  expect(row.changes).toMatchObject({
    items: { from: [{ item_id: tea.item_id, price: 4 }], to: [{ item_id: tea.item_id, price: 5 }] },
  });
});

test.each([
  [
    'a price of more decimals than the currency has',
    async () => ({ items: [await priced(1.005)] }),
    'items.0.price',
  ],
  [
    'a new row without a price',
    async () => ({ items: [{ ...(await priced(1)), price: undefined }] }),
    'items.0.price',
  ],
  [
    'an item of another product',
    async () => ({ items: [{ ...(await priced(1)), item_id: (await priced(1)).item_id }] }),
    'items.0',
  ],
  [
    'a product that is not there',
    async () => ({ items: [{ product_id: 2_000_000_000, item_id: 1, price: 1 }] }),
    'items.0',
  ],
  [
    'a row of another list',
    async () => ({ deleted_items: [(await make({ items: [await priced(1)] })).items[0]?.id] }),
    'deleted_items',
  ],
  ['a phone that cannot be dialled', async () => ({ phones: ['123'] }), 'phones.0'],
  ['an end before the start', async () => ({ start_date: '2026-02-01', end_date: '2026-01-31' }), 'end_date'],
])('a price list with %s is refused on its field and not stored', async (_, body, field) => {
  const { id } = await make();
  const { status, failure } = await save({ id, ...(await body()) });
  expect(status).toBe(422);
  expect(Object.keys(failure.errors)).toEqual([field]);
  expect(await show(id)).toMatchObject({ version: 1, items_count: 0, phones: [] });
});

test('a list of very many prices is paged, and a product in it is found by words', async () => {
  const { product_id, item_id } = await priced(1);
  const { id } = await make();
  const { pool } = app.services.database;
  await pool.query(
    `WITH made AS (INSERT INTO product (titles, price)
       SELECT jsonb_build_object('en', 'Shelf ' || n), n FROM generate_series(1, 3000) n RETURNING id),
     items AS (INSERT INTO product_item (product_id) SELECT id FROM made RETURNING id, product_id)
     INSERT INTO price_list_item (price_list_id, product_id, item_id, price)
     SELECT $1, product_id, id, 7 FROM items`,
    [id],
  );
  await save({ id, items: [{ product_id, item_id, price: 3 }] });
  const first = await show(id);
  expect(first.items).toHaveLength(50);
  expect(first.items[0]).toMatchObject({ item_id, price: 3 });
  expect(first.items_meta).toMatchObject({ total: 3001, last_page: 61, per_page: 50 });
  const last = await show(id, { items_page: 301, limit: 10 });
  expect(last.items).toHaveLength(1);
  const found = await show(id, { keywords: 'shelf 2999' });
  expect(found.items.map(({ product_title }) => product_title)).toEqual(['Shelf 2999']);
  expect(found.items_meta.total).toBe(1);
});

test('of concurrent changes to one price or row of a list one succeeds, and the others get a conflict', async () => {
  const tea = await priced(4);
  const { id, items } = await make({ items: [tea, await priced(2)] });
  const row = items.find(({ item_id }) => item_id === tea.item_id)?.id ?? 0;
  const prices = [5, 6, 7, 8];
  const changed = await Promise.all(
    prices.map((price) => save({ id, version: 1, items: [{ ...tea, price }] })),
  );
  expect(changed.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const winner = prices[changed.findIndex(({ status }) => status === 200)];
  const stands = await show(id);
  expect(stands.items.find(({ item_id }) => item_id === tea.item_id)?.price).toBe(winner);
  const taken = await Promise.all([1, 2, 3].map(() => save({ id, version: 2, deleted_items: [row] })));
  expect(taken.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  // a row that is gone is refused at its field, and nothing else of that save is stored
  const late = await save({ id, version: 3, ord: 9, deleted_items: [row] });
  expect(late).toMatchObject({ status: 422, failure: { code: 'reference.missing' } });
  expect(Object.keys(late.failure.errors)).toEqual(['deleted_items']);
  expect(await show(id)).toMatchObject({ version: 3, ord: 0, items_count: 1 });
});

test('saving a price list while it is deleted is refused, and nothing is stored', async () => {
  const { id } = await make();
  const answers = await Promise.all([
    app.call(api.priceList.remove, { id, version: 1 }, as(admin)),
    app.call(api.priceList.remove, { id, version: 1 }, as(admin)),
    save({ id, version: 1, ord: 3 }),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const rows = answers.flatMap(({ failure }) => failure?.code ?? []).sort();
  // either the save came first, and both deletions are stale, or a deletion did
  expect([
    ['record.missing', 'record.missing'],
    ['record.stale', 'record.stale'],
  ]).toContainEqual(rows);
});

test('a restored price list has its prices and branches again', async () => {
  const branch = await makeBranch(app);
  const { id } = await make({ items: [await priced(1)] });
  await app.call(api.priceList.assign, { id, branches_ids: [branch.id] }, as(admin));
  await app.call(api.priceList.remove, { id }, as(admin));
  expect((await app.call(api.priceList.show, { id }, as(admin))).status).toBe(404);
  const back = await app.call(api.priceList.restore, { id }, as(admin));
  expect(back.results).toMatchObject({ id, items_count: 1, branches_ids: [branch.id] });
});

test('assigning branches replaces them, and a manager replaces and sees the own branches only', async () => {
  const [mine, foreign] = [await makeBranch(app), await makeBranch(app)];
  const manager = await makePerson(app, { permissions: ['pricelist'], manages: [mine.id] });
  const { id } = await make();
  const assign = (branches_ids: number[], who = admin) =>
    app.call(api.priceList.assign, { id, branches_ids }, as(who));
  expect((await assign([foreign.id, mine.id])).results.branches_ids).toEqual([mine.id, foreign.id]);
  const seen = (await app.call(api.priceList.list, { id }, as(manager))).results[0];
  expect(seen).toMatchObject({ branches_ids: [mine.id], actions: [] });
  expect((await assign([mine.id, foreign.id], manager)).failure.code).toBe('reference.missing');
  expect((await assign([], manager)).results.branches_ids).toEqual([]);
  expect((await show(id)).branches_ids).toEqual([foreign.id]);
  // the prices of a foreign branch are not theirs to change
  const refused = await save({ id, ord: 9 }, manager);
  expect(refused).toMatchObject({ status: 403, failure: { code: 'branch.forbidden' } });
  expect((await app.call(api.priceList.remove, { id }, as(manager))).status).toBe(403);
  const byForeign = await app.call(api.priceList.list, { branch_id: foreign.id }, as(manager));
  expect(byForeign.results).toEqual([]);
  await assign([mine.id]);
  expect((await save({ id, ord: 9 }, manager)).status).toBe(200);
});

test('a branch assigns active price lists to itself and needs the branch header for it', async () => {
  const [mine, other] = [await makeBranch(app), await makeBranch(app)];
  const manager = await makePerson(app, { permissions: ['pricelist'], manages: [mine.id, other.id] });
  const [list, hidden] = [await make({ titles: { en: 'Ramadan' } }), await make({ status: 0 })];
  const assign = (assigned: number, header?: number, id = list.id) =>
    app.call(api.priceList.branchAssign, { id, assigned }, as(manager, header));
  const read = async (body: object = {}) =>
    (await app.call(api.priceList.branchList, { limit: 100, ...body }, as(manager, mine.id))).results;
  expect((await assign(1)).failure.code).toBe('branch.required');
  expect((await assign(1, mine.id, hidden.id)).status).toBe(404);
  expect((await read()).find(({ id }) => id === list.id)).toMatchObject({ assigned: 0 });
  expect((await assign(1, mine.id)).results).toEqual({ assigned: 1 });
  expect((await read({ assigned: 1 })).map(({ id, assigned }) => [id, assigned])).toEqual([[list.id, 1]]);
  expect((await read()).some(({ id }) => id === hidden.id)).toBe(false);
  await assign(0, mine.id);
  expect(await read({ assigned: 1 })).toEqual([]);
});

test('phone numbers of a price list are not in list rows nor in the price list picker', async () => {
  const { id } = await make({ phones: ['+97455512399'] });
  const whole = await app.call(api.priceList.list, { id }, as(admin));
  expect(whole.text).not.toContain('55512399');
  const picker = await makePerson(app, { permissions: ['products'] });
  const picked = await app.call(api.priceList.list, { id }, as(picker));
  expect(Object.keys(picked.results[0] ?? {}).sort()).toEqual(['id', 'status', 'title']);
  expect((await app.call(api.priceList.show, { id }, as(picker))).status).toBe(403);
  const customer = await makePerson(app);
  expect((await app.call(api.priceList.list, {}, as(customer))).status).toBe(403);
  expect((await app.call(api.priceList.list, {})).status).toBe(401);
});
