import { readFileSync } from 'node:fs';
import { api, PERMISSIONS } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBranch } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { createFirstAdmin, DEMO_ACCOUNTS, DEMO_PASSWORD, seedDemoAccounts, seedRoles } from './index.ts';
import { SEEDED_ROLES } from './role/seed-roles.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { DEMO: '1' } });
});
afterAll(() => app.stop());

const enter = async (email: string, password = DEMO_PASSWORD) =>
  (await app.call(api.auth.signIn, { email, password, source: 'dashboard' })).results;

test('a shop without demo starts with one administrator whose password is shown once', async () => {
  const made = await createFirstAdmin(app.ctx());
  expect(made?.password).toMatch(/^[a-zA-Z\d!@#$%&*()]{16}$/);
  const { user } = await enter(made?.email ?? '', made?.password);
  expect(user).toMatchObject({ permissions: ['admin'], must_change_password: true, all_branches: true });
  expect(await createFirstAdmin(app.ctx())).toBeNull();
});

test('several first starts at once create the seeded roles once, in three languages', async () => {
  await Promise.allSettled([seedRoles(app.ctx()), seedRoles(app.ctx())]);
  const roles = await seedRoles(app.ctx());
  expect([...roles.keys()].toSorted()).toEqual(SEEDED_ROLES.map(({ key }) => key).toSorted());
  for (const { titles, permissions } of SEEDED_ROLES) {
    expect(Object.values(titles).every(Boolean)).toBe(true);
    expect(permissions.every((permission: string) => PERMISSIONS.includes(permission))).toBe(true);
  }
});

test('the demo has one account for each role, and a second start changes nothing', async () => {
  const branches = [await makeBranch(app), await makeBranch(app)];
  const ids = branches.map(({ id }) => id);
  await seedDemoAccounts(app.ctx(), ids);
  await seedDemoAccounts(app.ctx(), ids);
  for (const { email, atBranch } of DEMO_ACCOUNTS) {
    const { user } = await enter(email);
    if (atBranch) expect(user.branches.map(({ id }) => id)).toEqual([ids[0]]);
    else expect(user.all_branches).toBe(true);
  }
});

test("the demo's branch manager can create a driver and a cashier, but no accountant", async () => {
  const { token } = await enter('manager@demo.test');
  const roles = await seedRoles(app.ctx());
  const hire = (role: string, email: string) =>
    app.call(api.account.save, { name: 'New', email, role_id: roles.get(role) }, { token });
  expect((await hire('driver', 'd2@demo.test')).results.actions).toContain('save');
  expect((await hire('cashier', 'c2@demo.test')).status).toBe(200);
  expect((await hire('accountant', 'a2@demo.test')).failure.code).toBe('permission.not_held');
  expect((await hire('admin', 'a3@demo.test')).failure.code).toBe('permission.not_held');
});

test('a demo that becomes a real shop refuses the public demo password and gets a new administrator', async () => {
  const demo = await startApp({ env: { DEMO: '1' } });
  await seedDemoAccounts(demo.ctx(), []);
  const signIn = (on: TestApp, email: string, password: string) =>
    on.call(api.auth.signIn, { email, password, source: 'dashboard' });
  const before = await signIn(demo, 'admin@demo.test', DEMO_PASSWORD);
  expect(before.status).toBe(200);

  const shop = await startApp({ database: demo.database });
  const first = await createFirstAdmin(shop.ctx());
  expect((await signIn(shop, 'admin@demo.test', DEMO_PASSWORD)).failure.code).toBe('auth.failed');
  expect((await demo.call(api.auth.profile, {}, { token: before.results.token })).status).toBe(401);
  expect((await signIn(shop, first?.email ?? '', first?.password ?? '')).status).toBe(200);
  expect(await createFirstAdmin(shop.ctx())).toBeNull();
  await shop.stop();
  await demo.stop();
});

test('the branch manager of an older shop gets offers by the migration, one whose rights the shop changed does not', async () => {
  await seedRoles(app.ctx());
  const migration = readFileSync(
    new URL('../../../../../prisma/migrations/20261201050001_manager_offers/migration.sql', import.meta.url),
    'utf8',
  );
  const seeded = SEEDED_ROLES.find(({ key }) => key === 'branch_manager')?.permissions ?? [];
  const before = seeded.filter((permission) => permission !== 'offers');
  const states = [
    [before, 0, [...before, 'offers']],
    [before.toReversed(), 0, [...before.toReversed(), 'offers']],
    [before.slice(1), 0, before.slice(1)],
    [[...before, 'banners'], 0, [...before, 'banners']],
    [before, 1, before],
    [seeded, 0, seeded],
  ] as const;
  const client = await app.services.database.pool.connect();
  try {
    for (const [permissions, global, expected] of states) {
      await client.query('BEGIN');
      const values = [permissions, global];
      await client.query(
        `UPDATE role SET permissions = $1, global = $2 WHERE key = 'branch_manager'`,
        values,
      );
      await client.query(migration);
      const { rows } = await client.query(`SELECT permissions FROM role WHERE key = 'branch_manager'`);
      expect(rows).toEqual([{ permissions: expected }]);
      await client.query('ROLLBACK');
    }
  } finally {
    client.release();
  }
});
