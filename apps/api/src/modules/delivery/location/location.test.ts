import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { seedReference } from '../../../seed/reference.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  await seedReference(app.ctx());
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const list = (body: object, token?: string) => app.call(api.location.list, body, token ? { token } : {});

test('the public finds a country in three languages, by code and by dialling code', async () => {
  for (const keywords of ['قطر', 'Qatar', 'Katar', '+974', '974', '٩٧٤'])
    expect((await list({ type: -2, keywords })).results.map(({ code }) => code)).toEqual(['QA']);
  const { results } = await list({ type: -2, keywords: 'QA', locale: 'de' });
  expect(results.find(({ code }) => code === 'QA')).toEqual({
    id: expect.any(Number),
    type: -2,
    parent_id: null,
    name: 'Katar',
    code: 'QA',
    timezone: 'Asia/Qatar',
    utc: 'UTC+03:00',
    mobileCode: '+974',
    status: 1,
    parent_name: null,
    min_order: null,
    delivery_charge: null,
    delivery_minutes: null,
    free_after_amount: null,
  });
});

test("countries are listed in pages, sorted by the caller's language", async () => {
  const { results, meta } = await list({ type: -2, limit: 100, locale: 'de' });
  expect(meta).toMatchObject({ total: 250, last_page: 3 });
  expect(results.map(({ name }) => name).slice(0, 3)).toEqual(['Afghanistan', 'Ägypten', 'Åland']);
});

test('locations can be walked down from Qatar to a district', async () => {
  const [qatar] = (await list({ type: -2, keywords: 'قطر' })).results;
  const states = await list({ type: -1, parent_id: qatar?.id, locale: 'ar' });
  expect(states.meta.total).toBe(8);
  const state = states.results.find(({ name }) => name === 'بلدية الدوحة');
  const [doha] = (await list({ type: 1, parent_id: state?.id })).results;
  const areas = await list({ type: 0, parent_id: doha?.id, limit: 100, all_locale: true, locale: 'de' });
  expect(areas.results.length).toBeGreaterThan(30);
  expect(areas.results.find(({ name }) => name === 'Alter Flughafen')?.names).toEqual({
    ar: 'المطار القديم',
    en: 'Old Airport',
    de: 'Alter Flughafen',
  });
});

test('a disabled location is visible only to staff who manage locations', async () => {
  const { prisma } = app.services.database;
  const city = await prisma.location.findFirstOrThrow({
    where: { type: 1, names: { path: ['en'], equals: 'Lusail' } },
  });
  await prisma.location.update({ where: { id: city.id }, data: { status: 0 } });
  const keeper = await makePerson(app, { permissions: ['areas.view'] });
  const seller = await makePerson(app, { permissions: ['seller'] });
  for (const body of [{ id: city.id }, { id: city.id, status: 0 }, { parent_id: city.id }]) {
    expect((await list(body)).results).toEqual([]);
    expect((await list(body, seller.token)).results).toEqual([]);
    expect((await list(body, keeper.token)).results.length).toBeGreaterThan(0);
    expect((await list(body, admin.token)).results.length).toBeGreaterThan(0);
  }
});
