import { api, PERMISSIONS } from '@dukkan/contract';
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
const save = (who: Person, body: object) => app.call(api.role.save, body, as(who));
const titles = (name = `Role ${unique()}`) => ({ ar: '', en: name, de: '' });
const make = async (who: Person, permissions: string[], extra: object = {}) =>
  (await save(who, { titles: titles(), permissions, ...extra })).results;

test('a role can be created, listed with its accounts, changed, deleted and restored', async () => {
  const made = await save(admin, {
    titles: titles('Night shift'),
    permissions: ['orders.view', 'orders.view'],
    icon: 'star',
  });
  expect(made.results).toMatchObject({
    title: 'Night shift',
    titles: { ar: '', en: 'Night shift', de: '' },
    permissions: ['orders.view'],
    icon: 'star',
    global: 0,
    status: 1,
    accounts_count: 0,
    version: 1,
    actions: ['save', 'delete'],
  });
  const { id } = made.results;
  const email = `shift${unique()}@example.test`;
  await app.call(api.account.save, { name: 'Shift', email, role_id: id }, as(admin));
  const [row] = (await app.call(api.role.list, { keywords: 'night', locale: 'de' }, as(admin))).results;
  expect(row).toMatchObject({ id, title: 'Night shift', accounts_count: 1 });
  expect(row).not.toHaveProperty('titles');
  const whole = await app.call(api.role.list, { id, all_locale: true }, as(admin));
  expect(whole.results[0]?.titles).toEqual({ ar: '', en: 'Night shift', de: '' });
  expect((await save(admin, { ...made.results, permissions: ['orders'] })).results.version).toBe(2);
  expect((await save(admin, { id, version: 1, icon: null })).failure.code).toBe('record.stale');

  const used = await app.call(api.role.remove, { id }, as(admin));
  expect(used).toMatchObject({ status: 409, failure: { code: 'role.in_use', params: { count: 1 } } });
  const [holder] = (await app.call(api.account.list, { role: id }, as(admin))).results;
  await app.call(api.account.save, { id: holder?.id, role_id: null }, as(admin));
  expect((await app.call(api.role.remove, { id }, as(admin))).results).toEqual({ deleted: 1 });
  expect((await app.call(api.role.list, { id }, as(admin))).results).toEqual([]);
  const late = await app.call(api.account.save, { id: holder?.id, role_id: id }, as(admin));
  expect(late.failure.code).toBe('reference.missing');
  expect((await app.call(api.role.restore, { id }, as(admin))).results).toMatchObject({
    id,
    permissions: ['orders'],
  });
});

test('when a role is assigned and deleted at once, no account keeps a deleted role', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await make(admin, ['orders']);
    const email = `race${unique()}@example.test`;
    await Promise.all([
      app.call(api.account.save, { name: 'Race', email, role_id: id }, as(admin)),
      app.call(api.role.remove, { id }, as(admin)),
    ]);
    const orphans = await app.services.database.prisma.account.count({
      where: { deleted_at: null, role: { id, deleted_at: { not: null } } },
    });
    expect(orphans).toBe(0);
  }
});

test('an account is restored only with the role it had', async () => {
  const { id } = await make(admin, ['orders']);
  const email = `back${unique()}@example.test`;
  const held = await app.call(api.account.save, { name: 'Back', email, role_id: id }, as(admin));
  const body = { id: held.results.id };
  await app.call(api.account.remove, body, as(admin));
  await app.call(api.role.remove, { id }, as(admin));
  expect((await app.call(api.account.restore, body, as(admin))).failure.code).toBe('reference.missing');
  await app.call(api.role.restore, { id }, as(admin));
  expect((await app.call(api.account.restore, body, as(admin))).results.role_id).toBe(id);
});

test('a role cannot get a permission that its editor lacks, for each permission', async () => {
  const clerk = await makePerson(app, { permissions: ['roles', 'users', 'products.view'] });
  for (const permission of PERMISSIONS) {
    const held =
      ['products.view'].includes(permission) ||
      /^(roles|users)(\.(view|save|delete|export))?$/.test(permission);
    const reply = await save(clerk, { titles: titles(), permissions: [permission] });
    expect(reply.status, permission).toBe(held ? 200 : 403);
    if (!held) expect(reply.failure).toMatchObject({ code: 'permission.not_held', params: { permission } });
  }
});

test('an unknown permission is refused, however similar to a known one', async () => {
  const strangers = [
    'superadmin',
    'Admin',
    'admin ',
    'orders.',
    'orders.fly',
    'admin.view',
    'branches',
    '*',
    'orders,admin',
  ];
  for (const permission of strangers) {
    const reply = await save(admin, { titles: titles(), permissions: ['orders', permission] });
    expect([200, 422], permission).toContain(reply.status);
    const kept: readonly string[] = reply.status === 200 ? reply.results.permissions : [];
    expect(kept.every((one) => PERMISSIONS.includes(one))).toBe(true);
    if (permission !== 'admin ') expect(reply.failure.errors).toHaveProperty(['permissions.1']);
  }
});

test('a role with more permissions than its editor cannot be changed, not even reduced', async () => {
  const clerk = await makePerson(app, { permissions: ['roles', 'orders'] });
  const { id } = await make(admin, ['orders', 'reports']);
  const tries = [
    await save(clerk, { id, permissions: ['orders'] }),
    await save(clerk, { id, titles: titles() }),
    await app.call(api.role.remove, { id }, as(clerk)),
  ];
  expect(tries.map(({ failure }) => failure.code)).toEqual(Array(3).fill('account.outranked'));
  const [row] = (await app.call(api.role.list, { id }, as(clerk))).results;
  expect(row?.actions).toEqual([]);
});

test('staff cannot change or delete their own role', async () => {
  const clerk = await makePerson(app, { permissions: ['roles', 'orders'] });
  const id = clerk.role_id ?? 0;
  expect((await save(clerk, { id, permissions: ['roles'] })).failure.code).toBe('role.own');
  expect((await app.call(api.role.remove, { id }, as(clerk))).failure.code).toBe('role.own');
});

test('only an administrator can let a role see every branch', async () => {
  const clerk = await makePerson(app, { permissions: ['roles', 'orders'] });
  const refused = await save(clerk, { titles: titles(), permissions: ['orders'], global: 1 });
  expect(refused).toMatchObject({ status: 403, failure: { code: 'permission.denied' } });
  const made = await make(admin, ['orders'], { global: 1 });
  expect(made.global).toBe(1);
  expect((await save(clerk, { id: made.id, global: 0 })).failure.code).toBe('account.outranked');
});

test('the list of permissions shows what the caller may grant, in the caller’s language', async () => {
  const clerk = await makePerson(app, { permissions: ['roles', 'orders.view'] });
  const shown = (await app.call(api.role.permissions, { locale: 'de' }, as(clerk))).results;
  expect(shown.map(({ key }) => key)).toEqual(PERMISSIONS);
  const of = (key: string) => shown.find((one) => one.key === key);
  expect(of('orders')).toMatchObject({
    resource: 'orders',
    action: null,
    title: 'Bestellungen',
    grantable: false,
  });
  expect(of('orders.view')).toMatchObject({
    action: 'view',
    title: 'Bestellungen: ansehen',
    grantable: true,
  });
  expect(of('roles.delete')?.grantable).toBe(true);
  const arabic = (await app.call(api.role.permissions, { locale: 'ar' }, as(clerk))).results;
  expect(arabic.every(({ title }) => /[\u0600-\u06ff]/.test(title))).toBe(true);
});

test('staff who only assign roles see the names of active ones', async () => {
  const hand = await makePerson(app, { permissions: ['users'] });
  const off = await make(admin, ['orders'], { status: 0 });
  const rows = (await app.call(api.role.list, { limit: 100 }, as(hand))).results;
  expect(rows.map(({ id }) => id)).not.toContain(off.id);
  expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(['id', 'status', 'title']);
});
