import { createClient } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, makePerson, type Person } from './actors.ts';
import { startApp, type TestApp } from './app.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const clientOf = (token: string) => createClient({ url: app.url, token, locale: 'de', fetch });

it('another program creates, finds and deletes a role through the typed client', async () => {
  const client = clientOf(admin.token);
  const { results: made } = await client.role.save({
    titles: { ar: 'أمين مخزن', en: 'Storekeeper', de: 'Lagerist' },
    permissions: ['products.view'],
  });
  const { results, meta } = await client.role.list({ keywords: 'امين' });
  expect(results.map(({ id }) => id)).toContain(made.id);
  expect(results.find(({ id }) => id === made.id)?.title).toBe('Lagerist');
  expect(meta.total).toBeGreaterThan(0);
  expect((await client.role.remove({ id: made.id })).results).toEqual({ deleted: 1 });
});

it('the typed client throws a refusal as an error with status, code and fields in its language', async () => {
  const stranger = await makePerson(app, { permissions: ['banners'] });
  await expect(clientOf(stranger.token).role.list()).rejects.toMatchObject({
    status: 403,
    code: 'permission.denied',
  });
  await expect(clientOf(admin.token).role.save({ titles: { en: '' } })).rejects.toMatchObject({
    status: 422,
    code: 'request.invalid',
    message: 'Bitte prüfen Sie die markierten Felder.',
    errors: { titles: [expect.stringContaining('Titel')] },
  });
});

it('a call repeated with the same key through the typed client answers the first result', async () => {
  const client = clientOf(admin.token);
  const wish = { titles: { en: 'Twice' }, permissions: [] };
  const first = await client.role.save(wish, { idempotencyKey: 'twice-1' });
  const again = await client.role.save(wish, { idempotencyKey: 'twice-1' });
  expect(again).toEqual(first);
});
