import { api } from '@dukkan/contract';
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
const save = (body: object) => app.call(api.brand.save, body, as(admin));
const named = (en: string, ar = '', de = '') => ({ names: { ar, en, de } });
const carry = (brand_id: number) =>
  app.services.database.prisma.product.create({
    data: { titles: { en: `Carried ${unique()}` }, brand_id },
    select: { id: true },
  });

/** One red pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

test('a brand can be created, found in any language, changed, deleted and restored', async () => {
  const made = await save({ ...named('Karwan', 'كروان'), descriptions: { en: 'Teas' }, logo_base64: PNG });
  expect(made.results).toMatchObject({
    name: 'Karwan',
    names: { ar: 'كروان', en: 'Karwan', de: '' },
    description: 'Teas',
    status: 1,
    ord: 0,
    cover_url: null,
    products_count: 0,
    missing: ['de'],
    version: 1,
    actions: ['save', 'delete'],
  });
  expect(made.results.logo_url).toMatch(/^\/files\/.+\.webp$/);
  const { id } = made.results;
  for (const keywords of ['karwan', 'KARW', 'كَرْوان'])
    expect((await app.call(api.brand.list, { keywords }, as(admin))).results[0]?.id).toBe(id);
  const german = await app.call(api.brand.list, { id, locale: 'de' }, as(admin));
  expect(german.results[0]?.name).toBe('كروان');
  expect(german.results[0]).not.toHaveProperty('names');

  const changed = await save({ ...made.results, logo_base64: null, descriptions: null });
  expect(changed.results).toMatchObject({ version: 2, logo_url: null, description: '' });
  expect((await save({ id, version: 1, ord: 3 })).failure.code).toBe('record.stale');

  const product = await carry(id);
  const used = await app.call(api.brand.remove, { id }, as(admin));
  expect(used).toMatchObject({ status: 409, failure: { code: 'brand.in_use', params: { count: 1 } } });
  await app.services.database.prisma.product.update({
    where: { id: product.id },
    data: { deleted_at: new Date() },
  });
  expect((await app.call(api.brand.remove, { id, version: 2 }, as(admin))).results).toEqual({ deleted: 1 });
  expect((await app.call(api.brand.show, { id }, as(admin))).status).toBe(404);
  expect((await app.call(api.brand.restore, { id }, as(admin))).results).toMatchObject({ id, version: 4 });
  expect((await app.call(api.brand.restore, { id }, as(admin))).status).toBe(404);
});

test('a deleted brand can be restored for a day', async () => {
  const { id } = (await save(named('Gone'))).results;
  await app.call(api.brand.remove, { id }, as(admin));
  const long_ago = new Date(Date.now() - 86_400_001);
  await app.services.database.prisma.brand.update({ where: { id }, data: { deleted_at: long_ago } });
  expect((await app.call(api.brand.restore, { id }, as(admin))).failure.code).toBe('record.missing');
});

test('the public list of brands has active brands without staff fields, and a hidden brand looks absent', async () => {
  const name = `Public ${unique()}`;
  const open = (await save({ ...named(name), descriptions: { de: 'Tee' } })).results;
  const off = (await save({ ...named(`${name} off`), status: 0 })).results;
  const customer = await makePerson(app);
  for (const who of [{}, as(customer)]) {
    // status, id and missing_translation are no filters of the public
    const query = { keywords: name, status: 0, id: off.id, missing_translation: 'en', all_locale: true };
    const { results, meta } = await app.call(api.brand.list, query, who);
    expect(results.map(({ id }) => id)).toEqual([open.id]);
    expect(meta.total).toBe(1);
    for (const secret of ['products_count', 'version', 'missing', 'actions'])
      expect(results[0]).not.toHaveProperty(secret);
    expect((await app.call(api.brand.show, { id: off.id }, who)).status).toBe(404);
    const shown = await app.call(api.brand.show, { id: open.id, locale: 'ar' }, who);
    expect(shown.results).toMatchObject({ name, description: 'Tee' });
    expect(shown.results).not.toHaveProperty('version');
  }
});

test('the brand picker of a product form gets short rows of active brands', async () => {
  const clerk = await makePerson(app, { permissions: ['products'] });
  const off = (await save({ ...named(`Off ${unique()}`), status: 0 })).results;
  const { results } = await app.call(api.brand.list, { status: 0, limit: 100 }, as(clerk));
  expect(results.map(({ id }) => id)).not.toContain(off.id);
  expect(Object.keys(results[0] ?? {}).toSorted()).toEqual(['id', 'name', 'status']);
});

test("brands are filtered and sorted by the texts in the caller's language", async () => {
  const mark = `zz${unique()}`;
  const [b, a, c] = [
    (await save({ names: { ar: `ب ${mark}`, en: `Beta ${mark}`, de: `Zeta ${mark}` }, ord: 2 })).results,
    (await save({ names: { ar: `أ ${mark}`, en: `Alpha ${mark}`, de: '' }, ord: 3 })).results,
    (await save({ names: { ar: `ت ${mark}`, en: '', de: `Acht ${mark}` }, ord: 1, status: 0 })).results,
  ];
  await carry(b.id);
  const ids = async (query: object) =>
    (await app.call(api.brand.list, { keywords: mark, ...query }, as(admin))).results.map(({ id }) => id);
  expect(await ids({})).toEqual([c.id, b.id, a.id]);
  expect(await ids({ sort_by: 'name', locale: 'en' })).toEqual([a.id, b.id, c.id]);
  expect(await ids({ sort_by: 'name', locale: 'de' })).toEqual([c.id, b.id, a.id]);
  expect(await ids({ sort_by: 'products_count', sort_as: 'desc' })).toEqual([b.id, c.id, a.id]);
  expect(await ids({ sort_by: 'id', sort_as: 'desc' })).toEqual([c.id, a.id, b.id]);
  expect(await ids({ status: 0 })).toEqual([c.id]);
  expect(await ids({ missing_translation: 'de' })).toEqual([a.id]);
  expect(await ids({ missing_translation: 'any' })).toEqual([c.id, a.id]);
  expect(await ids({ limit: 1, page: 2 })).toEqual([b.id]);
  expect(await ids({ keywords: `alpha ${mark}` })).toEqual([a.id]);
  expect(await ids({ keywords: '%' })).toEqual([]);
});

test('I7 a brand name that breaks the limits of length, letters or language is refused, never cut', async () => {
  expect((await save(named('x'.repeat(200)))).status).toBe(200);
  for (const names of [
    { en: 'x'.repeat(201) },
    { en: ' ' },
    {},
    { en: 'a\0b' },
    { en: '\ud800' },
    { fr: 'Thé' },
  ])
    expect((await save({ names })).status, JSON.stringify(names)).toBe(422);
  expect((await save({ names: null })).failure.errors).toHaveProperty('names');
  expect((await save({})).failure.errors).toHaveProperty('names');
  const kept = (await save(named(' \u202eEvil \u202dx '))).results;
  expect(kept.names.en).toBe('Evil x');
});
