import { api, ROOT_CATEGORY } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const as = ({ token }: Person) => ({ token });
const save = (body: object) => app.call(api.category.save, body, as(admin));
const list = (body: object, who: object = as(admin)) => app.call(api.category.list, body, who);
const make = async (en: string, extra: object = {}) =>
  (await save({ titles: { ar: '', en, de: '' }, ...extra })).results;
const below = async (parent: number) => (await list({ parent, limit: 100 })).results.map(({ id }) => id);

test('a category can be created below the root, found in any language, changed, deleted and restored', async () => {
  const made = await save({ titles: { ar: 'مشروبات', en: 'Drinks', de: '' }, featured: true });
  expect(made.results).toMatchObject({
    parent_id: ROOT_CATEGORY,
    title: 'Drinks',
    titles: { ar: 'مشروبات', en: 'Drinks', de: '' },
    status: 1,
    featured: 1,
    ord: 0,
    icon_url: null,
    childs_count: 0,
    products_count: 0,
    path: '',
    missing: ['de'],
    version: 1,
    actions: ['save', 'delete'],
  });
  const { id } = made.results;
  const tea = await make('Tea', { parent_id: id });
  expect(tea.path).toBe('Drinks');
  const green = await make('Green', { parent_id: tea.id });
  const [found] = (await list({ keywords: 'green', locale: 'ar' })).results;
  expect(found).toMatchObject({ id: green.id, path: 'مشروبات › Tea' });
  expect((await list({ keywords: 'مَشْروبات' })).results.map((row) => row.id)).toEqual([id]);
  expect((await save({ ...made.results, ord: 4 })).results).toMatchObject({ ord: 4, version: 2 });
  expect((await save({ id, version: 1, ord: 5 })).failure.code).toBe('record.stale');
  expect((await save({ id: green.id, parent_id: null })).results.parent_id).toBe(ROOT_CATEGORY);

  expect((await app.call(api.category.remove, { id: tea.id }, as(admin))).results).toEqual({ deleted: 1 });
  expect((await save({ id: tea.id, ord: 1 })).failure.code).toBe('record.missing');
  expect((await app.call(api.category.remove, { id }, as(admin))).results).toEqual({ deleted: 1 });
  const orphan = await app.call(api.category.restore, { id: tea.id }, as(admin));
  expect(orphan.failure.code).toBe('reference.missing');
  expect((await app.call(api.category.restore, { id }, as(admin))).results).toMatchObject({ id, ord: 4 });
  expect((await app.call(api.category.restore, { id: tea.id }, as(admin))).results.path).toBe('Drinks');
});

test('a category with subcategories or products is not deleted, and the refusal says how many', async () => {
  const { prisma } = app.services.database;
  const { id } = await make('Full');
  await make('Child', { parent_id: id });
  const gone = await make('Gone child', { parent_id: id });
  await app.call(api.category.remove, { id: gone.id }, as(admin));
  const hold = (deleted_at: Date | null) =>
    prisma.product.create({
      data: { titles: { en: 'Held' }, deleted_at, categories: { create: { category_id: id } } },
    });
  await hold(null);
  await hold(new Date());
  const refused = await app.call(api.category.remove, { id }, as(admin));
  expect(refused).toMatchObject({ status: 409, failure: { code: 'category.in_use', params: { count: 2 } } });
  expect((await list({ id })).results[0]).toMatchObject({ childs_count: 1, products_count: 1 });
});

test('the root category can be renamed but never moved, disabled or deleted', async () => {
  const shown = (await app.call(api.category.show, { id: ROOT_CATEGORY }, as(admin))).results;
  expect(shown).toMatchObject({ parent_id: null, path: '', actions: ['save'] });
  const { id } = await make('Somewhere');
  const titles = { ar: 'الكل', en: 'Everything', de: 'Alles' };
  expect((await save({ ...shown, titles })).results).toMatchObject({ title: 'Everything', parent_id: null });
  for (const part of [{ parent_id: id }, { status: 0 }])
    expect((await save({ id: ROOT_CATEGORY, ...part })).failure.code).toBe('category.root');
  const calls = [
    await app.call(api.category.move, { id: ROOT_CATEGORY, parent_id: id }, as(admin)),
    await app.call(api.category.remove, { id: ROOT_CATEGORY }, as(admin)),
  ];
  expect(calls.map(({ failure }) => failure.code)).toEqual(['category.root', 'category.root']);
});

test('a missing or deleted parent category is refused on its field', async () => {
  const gone = await make('Gone');
  await app.call(api.category.remove, { id: gone.id }, as(admin));
  const { id } = await make('Stays');
  for (const parent_id of [gone.id, 2_000_000_000]) {
    const refused = await save({ titles: { en: 'Lost' }, parent_id });
    expect(refused).toMatchObject({
      status: 422,
      failure: { code: 'reference.missing', errors: { parent_id: [expect.any(String)] } },
    });
    expect((await save({ id, parent_id })).failure.code).toBe('reference.missing');
    const moved = await app.call(api.category.move, { id, parent_id }, as(admin));
    expect(moved.failure.code).toBe('reference.missing');
  }
});

test('the category list answers one level, all categories or the tree below one, each in its order', async () => {
  const a = await make('Tree A', { ord: 9001 });
  const b = await make('Tree B', { ord: 9000, status: 0 });
  const deep: number[] = [];
  let parent_id = a.id;
  for (let level = 1; level <= 8; level += 1) {
    parent_id = (await make(`Level ${level}`, { parent_id })).id;
    deep.push(parent_id);
  }
  const second = await make('Level 1 too', { parent_id: a.id, ord: 5, featured: 1 });
  expect((await below(ROOT_CATEGORY)).slice(-2)).toEqual([b.id, a.id]);
  expect(await below(a.id)).toEqual([deep[0], second.id]);
  const all = (await list({ parent: 0, limit: 100 })).results.map(({ id }) => id);
  expect(all).toEqual(expect.arrayContaining([a.id, ...deep]));
  expect(all).not.toContain(ROOT_CATEGORY);

  type Node = { id: number; path: string; childs_count: number; childs?: Node[] };
  const tree = async (query: object) => (await list({ id: a.id, childs: 1, ...query })).results[0] as Node;
  const depth = (node: Node): number => 1 + Math.max(0, ...(node.childs ?? []).map(depth));
  const whole = await tree({});
  expect(depth(whole)).toBe(7);
  expect(whole.childs?.map(({ id }) => id)).toEqual([deep[0], second.id]);
  expect(whole.childs?.[0]?.childs?.[0]).toMatchObject({ path: 'Tree A › Level 1', childs_count: 1 });
  expect(depth(await tree({ limitedBy: 2 }))).toBe(3);
  expect((await list({ id: a.id })).results[0]).not.toHaveProperty('childs');
  expect((await list({ childs: 1, limitedBy: 7 })).status).toBe(422);

  const ids = async (query: object) => (await list(query)).results.map(({ id }) => id);
  expect(await ids({ parent: a.id, featured: 1 })).toEqual([second.id]);
  expect(await ids({ parent: a.id, sort_by: 'title', sort_as: 'desc' })).toEqual([second.id, deep[0]]);
  expect(await ids({ parent: a.id, sort_by: 'id' })).toEqual([deep[0], second.id]);
  expect(await ids({ keywords: 'tree', status: 0 })).toEqual([b.id]);
  expect(await ids({ keywords: 'level', missing_translation: 'en' })).toEqual([]);
  expect(await ids({ parent: a.id, missing_translation: 'de' })).toEqual([deep[0], second.id]);
  expect(await ids({ parent: a.id, limit: 1, page: 2 })).toEqual([second.id]);
});

test('a category can be moved anywhere except into itself', async () => {
  const top = await make('Pots');
  const inner = await make('Lids', { parent_id: top.id });
  const other = await make('Pans');
  const offered = (await list({ parent: 0, outside: top.id, limit: 100 })).results.map(({ id }) => id);
  expect(offered).toContain(other.id);
  expect(offered).not.toContain(top.id);
  expect(offered).not.toContain(inner.id);
});

test('a category is answered with at most a hundred childs', async () => {
  const { id } = await make('Wide');
  await app.services.database.prisma.category.createMany({
    data: Array.from({ length: 130 }, (_, index) => ({ parent_id: id, titles: { en: `W ${index}` } })),
  });
  const [row] = (await list({ id, childs: 1 })).results;
  expect(row?.childs).toHaveLength(100);
  expect(row?.childs_count).toBe(130);
});

test('the public sees active categories that have no hidden ancestor', async () => {
  const mark = `pp${unique()}`;
  const open = await make(`${mark} open`, { ord: 3 });
  const off = await make(`${mark} off`, { status: 0 });
  const under = await make(`${mark} under`, { parent_id: off.id });
  const deepest = await make(`${mark} deepest`, { parent_id: under.id });
  const child = await make(`${mark} child`, { parent_id: open.id });
  await make(`${mark} hidden child`, { parent_id: open.id, status: 0 });
  const customer = await makePerson(app);
  for (const who of [{}, as(customer)]) {
    const query = { keywords: mark, status: 0, id: off.id, missing_translation: 'en', sort_by: 'id' };
    const { results, meta } = await list({ ...query, childs: 1 }, who);
    expect(results.map(({ id }) => id)).toEqual([child.id, open.id]);
    expect(meta.total).toBe(2);
    expect(results[1]?.childs?.map(({ id }) => id)).toEqual([child.id]);
    expect(results[1]?.childs_count).toBe(1);
    for (const secret of ['products_count', 'version', 'missing', 'actions', 'path']) {
      expect(results[0]).not.toHaveProperty(secret);
      expect(results[1]?.childs?.[0]).not.toHaveProperty(secret);
    }
    expect((await list({ parent: off.id }, who)).results).toEqual([]);
    const shown = async (id: number) => (await app.call(api.category.show, { id }, who)).status;
    expect([
      await shown(open.id),
      await shown(off.id),
      await shown(under.id),
      await shown(deepest.id),
    ]).toEqual([200, 404, 404, 404]);
  }
  const clerk = await makePerson(app, { permissions: ['products'] });
  const short = await list({ keywords: mark, sort_by: 'id', status: 0 }, as(clerk));
  expect(short.results.map(({ id }) => id)).toEqual([open.id, under.id, deepest.id, child.id]);
  expect(Object.keys(short.results[0] ?? {}).toSorted()).toEqual(['id', 'parent_id', 'status', 'title']);
});

test('I7 a category title that breaks the rules is refused, never cut, and disguised characters are shown plainly', async () => {
  for (const titles of [{ en: 'x'.repeat(201) }, { en: '  ' }, {}, null, { en: 'a\0' }, { en: '\udfff' }])
    expect((await save({ titles })).status, JSON.stringify(titles)).toBe(422);
  expect((await save({})).failure.errors).toHaveProperty('titles');
  expect((await make('\u202etxt\u202c')).titles.en).toBe('txt');
  for (const ord of [-1, 1.5, 2 ** 31, '1'])
    expect((await save({ titles: { en: 'Ord' }, ord })).status).toBe(422);
});
