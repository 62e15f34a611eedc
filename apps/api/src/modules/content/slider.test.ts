import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person, unique } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const key = () => `home-${unique()}`.toLowerCase();
const slider = (more: object = {}) => ({
  key: key(),
  titles: { ar: 'الرئيسية', en: 'Home', de: '' },
  width: 1200,
  height: 400,
  ...more,
});
const save = (body: object) => app.call(api.slider.save, body, { token: admin.token });

test('a slider can be created, found, changed, deleted and restored', async () => {
  const created = await save(slider());
  expect(created.results).toMatchObject({
    title: 'Home',
    width: 1200,
    height: 400,
    status: 1,
    version: 1,
    actions: ['save', 'delete'],
  });
  const { id } = created.results;
  const found = await app.call(
    api.slider.list,
    { keywords: 'الرئيسيه', id, locale: 'ar' },
    { token: admin.token },
  );
  expect(found.results).toMatchObject([{ id, title: 'الرئيسية' }]);
  expect(found.results[0]).not.toHaveProperty('titles');

  expect((await save({ ...created.results, height: 500 })).results).toMatchObject({
    height: 500,
    version: 2,
  });
  expect((await save({ id, version: 1, height: 1 })).failure.code).toBe('record.stale');

  const gone = await app.call(api.slider.remove, { id, version: 2 }, { token: admin.token });
  expect(gone.results).toEqual({ deleted: 1 });
  expect((await app.call(api.slider.show, { id }, { token: admin.token })).status).toBe(404);
  const back = await app.call(api.slider.restore, { id }, { token: admin.token });
  expect(back.results).toMatchObject({ id, height: 500, version: 4 });
});

test('a slider key is unique in any case, also when two sliders are saved at once', async () => {
  const { results } = await save(slider());
  const again = await save(slider({ key: results.key.toUpperCase() }));
  expect(again).toMatchObject({ status: 409, failure: { code: 'slider.key_taken' } });
  expect(again.failure.errors).toHaveProperty('key');
  const body = slider();
  const answers = await Promise.all(Array.from({ length: 10 }, () => save(body)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
});

describe('an invalid slider is refused on its field and not stored', () => {
  const wrong: readonly [string, object][] = [
    ['width', { width: 0 }],
    ['width', { width: 4097 }],
    ['width', { width: 12.5 }],
    ['height', { height: -1 }],
    ['height', { height: 'tall' }],
    ['key', { key: 'home page' }],
    ['key', { key: '-home' }],
    ['key', { key: 'الرئيسية' }],
    ['key', { key: '../etc' }],
    ['key', { key: 'a'.repeat(61) }],
    ['titles', { titles: { ar: '', en: ' ', de: '' } }],
    ['key', { key: undefined }],
    ['width', { width: undefined }],
    ['status', { status: 2 }],
  ];
  test.each(wrong)('an invalid slider is refused: %s in %j', async (field, change) => {
    const { prisma } = app.services.database;
    const before = await prisma.slider.count();
    const answer = await save(slider(change));
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.failure.errors)).toEqual([field]);
    expect(await prisma.slider.count()).toBe(before);
  });
});

test('the public sees no disabled sliders and no staff fields of sliders', async () => {
  const shown = (await save(slider())).results;
  const hidden = (await save(slider({ status: 0 }))).results;
  const all = await app.call(api.slider.list, { limit: 100 });
  expect(all.results.map(({ id }) => id)).toContain(shown.id);
  expect(all.results.map(({ id }) => id)).not.toContain(hidden.id);
  expect(Object.keys(all.results[0] ?? {}).sort()).toEqual(['height', 'id', 'key', 'title', 'width']);
  expect((await app.call(api.slider.show, { id: hidden.id })).status).toBe(404);
});

test('all staff can read sliders, and staff who may save banners may save sliders', async () => {
  const hidden = (await save(slider({ status: 0 }))).results;
  for (const permissions of [['driver'], ['seller'], ['orders.view']]) {
    const { token } = await makePerson(app, { permissions });
    const row = (await app.call(api.slider.list, { id: hidden.id }, { token })).results;
    expect(row).toMatchObject([{ id: hidden.id, status: 0, actions: [] }]);
    expect((await app.call(api.slider.save, slider(), { token })).status).toBe(403);
  }
  const editor = await makePerson(app, { permissions: ['banners'] });
  expect((await app.call(api.slider.save, slider(), { token: editor.token })).status).toBe(200);
});
