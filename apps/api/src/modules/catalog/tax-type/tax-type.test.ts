import { api, TAX_SLOTS } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { seedTaxTypes } from '../index.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const as = ({ token }: Person) => ({ token });
const save = (body: object) => app.call(api.taxType.save, body, as(admin));
const list = (body: object, who = admin) => app.call(api.taxType.list, body, as(who));

test('a new shop has the tax type of Qatar, and a later start does not overwrite changes to it', async () => {
  await seedTaxTypes(app.ctx());
  const [first] = (await list({ locale: 'de' })).results;
  expect(first).toMatchObject({ name: 'Ohne MwSt.', value: 0, value_name: 'NULL', status: 1 });
  await app.call(api.taxType.remove, { id: first?.id }, as(admin));
  await seedTaxTypes(app.ctx());
  expect((await list({})).meta.total).toBe(0);
});

test('a tax type can be created, changed, restored, and deleted unless a product uses it', async () => {
  const made = await save({ names: { ar: 'ضريبة مخفضة', en: 'Reduced', de: 'Ermäßigt' }, value: 7.25 });
  expect(made.results).toMatchObject({
    name: 'Reduced',
    value: 7.25,
    value_name: 'NORMAL',
    ord: 0,
    status: 1,
    products_count: 0,
    version: 1,
    actions: ['save', 'delete'],
  });
  const { id } = made.results;
  expect((await save({ ...made.results, value: 5, value_name: 'REDUCED_1' })).results).toMatchObject({
    value: 5,
    value_name: 'REDUCED_1',
    version: 2,
  });
  expect((await save({ id, version: 1, ord: 3 })).failure.code).toBe('record.stale');

  const { prisma } = app.services.database;
  const product = await prisma.product.create({ data: { titles: { en: 'Taxed' }, tax_type_id: id } });
  const used = await app.call(api.taxType.remove, { id }, as(admin));
  expect(used).toMatchObject({ status: 409, failure: { code: 'tax_type.in_use', params: { count: 1 } } });
  expect((await list({ id })).results[0]?.products_count).toBe(1);
  await prisma.product.update({ where: { id: product.id }, data: { deleted_at: new Date() } });
  expect((await app.call(api.taxType.remove, { id }, as(admin))).results).toEqual({ deleted: 1 });
  expect((await app.call(api.taxType.remove, { id }, as(admin))).failure.code).toBe('record.missing');
  expect((await app.call(api.taxType.restore, { id }, as(admin))).results).toMatchObject({ id, value: 5 });
});

test('a tax type has a rate from 0 to 100 with two decimals and one of the fiscal slots', async () => {
  const names = { en: 'Rate' };
  for (const value of [0, 0.01, 10.7, 100]) expect((await save({ names, value })).results.value).toBe(value);
  for (const value of [-1, 100.01, 7.125, '7', null])
    expect((await save({ names, value })).failure.errors, String(value)).toHaveProperty('value');
  expect((await save({ names })).failure.errors).toHaveProperty('value');
  expect((await save({ value: 5 })).failure.errors).toHaveProperty('names');
  for (const value_name of TAX_SLOTS) expect((await save({ names, value: 1, value_name })).status).toBe(200);
  expect((await save({ names, value: 1, value_name: 'OTHER' })).failure.errors).toHaveProperty('value_name');
});

test('tax types are filtered and sorted, and a product form picks active ones by name', async () => {
  const mark = `tt${unique()}`;
  const make = async (en: string, extra: object) =>
    (await save({ names: { en: `${en} ${mark}` }, ...extra })).results.id;
  const b = await make('Beta', { value: 1, ord: 2 });
  const a = await make('Alpha', { value: 9, ord: 1 });
  const off = await make('Gamma', { value: 5, ord: 3, status: 0 });
  const ids = async (query: object, who = admin) =>
    (await list({ keywords: mark, ...query }, who)).results.map(({ id }) => id);
  expect(await ids({})).toEqual([a, b, off]);
  expect(await ids({ sort_by: 'value' })).toEqual([b, off, a]);
  expect(await ids({ sort_by: 'name', sort_as: 'desc' })).toEqual([off, b, a]);
  expect(await ids({ sort_by: 'id' })).toEqual([b, a, off]);
  expect(await ids({ status: 0 })).toEqual([off]);
  expect(await ids({ limit: 1, page: 2 })).toEqual([b]);
  const clerk = await makePerson(app, { permissions: ['products'] });
  const short = await list({ keywords: mark }, clerk);
  expect(short.results.map(({ id }) => id)).toEqual([a, b]);
  expect(Object.keys(short.results[0] ?? {}).toSorted()).toEqual(['id', 'name', 'status']);
  const customer = await makePerson(app);
  expect((await list({}, customer)).status).toBe(403);
});
