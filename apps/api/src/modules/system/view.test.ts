import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
let clerk: Person;
let colleague: Person;
beforeAll(async () => {
  app = await startApp();
  clerk = await makePerson(app, { permissions: ['users.view'] });
  colleague = await makePerson(app, { permissions: ['users.view', 'roles.view'] });
});
afterAll(() => app.stop());

const save = (body: object, who = clerk) => app.call(api.view.save, body, { token: who.token });
const list = (body: object = {}, who = clerk) => app.call(api.view.list, body, { token: who.token });
const idsOf = async (who: Person, body: object = {}) => (await list(body, who)).results.map(({ id }) => id);

test('a saved view is private until it is shared with the staff who see its list', async () => {
  const { results } = await save({ noun: 'account', name: 'Drivers on duty', query: 'perm=users.driver' });
  expect(results).toMatchObject({
    noun: 'account',
    query: 'perm=users.driver',
    shared: 0,
    own: true,
    version: 1,
  });
  expect(await idsOf(colleague)).toEqual([]);
  const shared = await save({ id: results.id, version: 1, shared: 1 });
  expect(shared.results).toMatchObject({ name: 'Drivers on duty', shared: 1, version: 2 });
  expect((await list({ noun: 'account' }, colleague)).results).toMatchObject([
    { id: results.id, own: false },
  ]);
  const other = await makePerson(app, { permissions: ['roles.view'] });
  expect(await idsOf(other)).toEqual([]);
  expect(await idsOf(await makePerson(app))).toEqual([]);
  expect(await idsOf(colleague, { noun: 'role' })).toEqual([]);
});

test('sharing a view needs permission for its list, and only an administrator shares a view without a list permission', async () => {
  expect((await save({ noun: 'role', name: 'Mine', shared: 1 })).failure.code).toBe('permission.denied');
  expect((await save({ noun: 'role', name: 'Mine', shared: 0 })).status).toBe(200);
  expect((await save({ noun: 'audit', name: 'Log', shared: 1 })).failure.code).toBe('permission.denied');
  expect((await save({ noun: 'audit', name: 'Log', shared: 1 }, await makeAdmin(app))).status).toBe(200);
});

test('view names are unique for each account and list, and other accounts may use the same name', async () => {
  expect((await save({ noun: 'branch', name: 'Open' })).status).toBe(200);
  const again = await save({ noun: 'branch', name: 'Open' });
  expect(again.status).toBe(409);
  expect(again.failure).toMatchObject({ code: 'record.duplicate', params: { field: 'name' } });
  expect((await save({ noun: 'account', name: 'Open' })).status).toBe(200);
  expect((await save({ noun: 'branch', name: 'Open' }, colleague)).status).toBe(200);
});

test("another user's shared view cannot be changed or deleted", async () => {
  const { results } = await save({ noun: 'account', name: 'Shared', shared: 1 });
  const { id } = results;
  expect((await save({ id, name: 'Taken' }, colleague)).status).toBe(404);
  expect((await app.call(api.view.remove, { id }, { token: colleague.token })).status).toBe(404);
  expect((await save({ id, version: 9, name: 'Old' })).failure.code).toBe('record.stale');
  expect((await app.call(api.view.remove, { id }, { token: clerk.token })).results).toEqual({ deleted: 1 });
  expect(await idsOf(colleague, { id })).toEqual([]);
});

test('a new view needs a list and a name', async () => {
  expect(Object.keys((await save({ name: 'Nameless' })).failure.errors)).toEqual(['noun']);
  expect(Object.keys((await save({ noun: 'account' })).failure.errors)).toEqual(['name']);
  await save({ noun: 'account', name: 'عملاء الأسبوع' });
  expect((await list({ keywords: 'عملاء الاسبوع' })).results).toHaveLength(1);
});
