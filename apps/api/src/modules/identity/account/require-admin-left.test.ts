import { api } from '@dukkan/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { save as saveRole } from '../role/save-role.ts';
import { remove } from './remove-account.ts';
import { save } from './save-account.ts';

let app: TestApp;
let last: Person;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const as = ({ token }: Person) => ({ token });
const activeAdmins = () =>
  app.services.database.prisma.account.count({
    where: {
      deleted_at: null,
      status: 1,
      role: { deleted_at: null, status: 1, permissions: { has: 'admin' } },
    },
  });

beforeEach(async () => {
  await app.services.database.prisma.account.updateMany({ where: {}, data: { status: 0 } });
  last = await makeAdmin(app);
});

test('two administrators who remove each other at once leave one administrator', async () => {
  for (let round = 0; round < 20; round += 1) {
    await app.services.database.prisma.account.updateMany({ where: {}, data: { status: 0 } });
    const [one, two] = [await makeAdmin(app), await makeAdmin(app)];
    const away = (who: Person, whom: Person) =>
      [
        () => app.call(api.account.remove, { id: whom.id }, as(who)),
        () => app.call(api.account.save, { id: whom.id, status: 0 }, as(who)),
        () => app.call(api.account.save, { id: whom.id, role_id: null }, as(who)),
        () => app.call(api.role.save, { id: whom.role_id, permissions: ['orders'] }, as(who)),
        () => app.call(api.role.save, { id: whom.role_id, status: 0 }, as(who)),
      ][round % 5]?.();
    const replies = await Promise.all([away(one, two), away(two, one)]);
    expect(await activeAdmins()).toBe(1);
    expect(replies.filter((reply) => reply?.status === 200)).toHaveLength(1);
  }
});

test('the last administrator cannot be removed in any way', async () => {
  const system = app.ctx();
  const { id } = last;
  const role_id = last.role_id ?? 0;
  const ways = [
    () => remove(system, { id }),
    () => save(system, { id, status: 0 }),
    () => save(system, { id, role_id: null }),
    () => saveRole(system, { id: role_id, permissions: ['orders'] }),
    () => saveRole(system, { id: role_id, status: 0 }),
  ];
  for (const way of ways) await expect(way()).rejects.toMatchObject({ code: 'account.last_admin' });
  const own = [
    await app.call(api.account.remove, { id }, as(last)),
    await app.call(api.account.save, { id, status: 0 }, as(last)),
    await app.call(api.account.save, { id, role_id: null }, as(last)),
    await app.call(api.role.save, { id: role_id, permissions: ['orders'] }, as(last)),
    await app.call(api.role.remove, { id: role_id }, as(last)),
  ];
  expect(own.map(({ failure }) => failure.code)).toEqual([
    'account.own',
    'account.own',
    'account.own',
    'role.own',
    'role.own',
  ]);
  expect(await activeAdmins()).toBe(1);
});

test('staff who are no administrators cannot remove one', async () => {
  const strong = await makePerson(app, { permissions: ['users', 'roles'], global: 1 });
  const replies = [
    await app.call(api.account.remove, { id: last.id }, as(strong)),
    await app.call(api.account.save, { id: last.id, status: 0 }, as(strong)),
    await app.call(api.role.save, { id: last.role_id, permissions: [] }, as(strong)),
  ];
  expect(replies.map(({ failure }) => failure.code)).toEqual(Array(3).fill('account.outranked'));
});
