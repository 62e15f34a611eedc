import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../test/actors.ts';
import { startApp, type TestApp } from '../../test/app.ts';
import { systemCtx } from '../core/ctx.ts';
import { seed } from '../seed.ts';
import { seedReference } from './reference.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { DEMO: '1', PASSWORD_COST: '12' } });
});
afterAll(() => app.stop());

test('two first starts at once put the demo business in one time, and a later start changes nothing', async () => {
  const { prisma } = app.services.database;
  const count = async () => ({
    accounts: await prisma.account.count(),
    branches: await prisma.branch.count(),
    roles: await prisma.role.count(),
    locations: await prisma.location.count(),
    audit: await prisma.audit_log.count(),
  });
  await Promise.all([seed(app.services), seed(app.services)]);
  const first = await count();
  expect(first).toMatchObject({ branches: 4, roles: 6, accounts: 6 + 40 + 120 });
  expect(first.locations).toBeGreaterThan(320);

  await seed(app.services);
  expect(await count()).toEqual(first);
});

test('everyone of the demo signs in with the shown password, and only the demo accounts are named', async () => {
  const { results } = await app.call(api.demo.accounts, { locale: 'de' });
  expect(results.accounts.map(({ email }) => email)).toEqual([
    'admin@demo.test',
    'manager@demo.test',
    'cashier@demo.test',
    'driver@demo.test',
    'accountant@demo.test',
    'editor@demo.test',
  ]);
  expect(results.accounts[3]?.role).toBe('Fahrer');
  const answer = await app.call(api.auth.signIn, { email: 'manager@demo.test', password: results.password });
  expect(answer.results.user.branches).toHaveLength(1);
});

test('the demo branches lie where their addresses say, with tills and managers', async () => {
  const admin = await app.services.database.prisma.account.findFirstOrThrow({
    where: { email: 'admin@demo.test' },
  });
  const token = await signIn(app.services, admin.id);
  const list = await app.call(api.branch.list, { sort_by: 'no', locale: 'ar' }, { token });
  expect(list.results.map(({ no, city_name }) => [no, city_name])).toEqual([
    ['DOH-01', 'الدوحة'],
    ['DOH-02', 'الدوحة'],
    ['DOH-03', 'الدوحة'],
    ['WH-01', 'الريان'],
  ]);
  expect(list.results.every(({ managers }) => managers.length === 1)).toBe(true);
  const shown = await app.call(api.branch.show, { id: list.results[0]?.id ?? 0 }, { token });
  expect(shown.results.pos).toHaveLength(3);
  expect(shown.results.settings.coordinates).toEqual({ lat: 25.3246, lng: 51.5292 });
});

test('a shop without demo gets one administrator, whose password is printed once', async () => {
  const bare = await startApp({ env: { DEMO: '0' } });
  const said: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((text: string) => said.push(text) > 0) as typeof process.stdout.write;
  try {
    await seed(bare.services);
    await seed(bare.services);
  } finally {
    process.stdout.write = write;
  }
  const lines = said.filter((text) => text.includes('administrator'));
  expect(lines).toHaveLength(1);
  const [, email = '', password = ''] = /: (\S+), password (\S+) /.exec(lines[0] ?? '') ?? [];
  const answer = await bare.call(api.auth.signIn, { email, password });
  expect(answer.results.user).toMatchObject({ permissions: ['admin'], must_change_password: true });
  await bare.stop();
});

test('reference data is put in without any network, and twice does no harm', async () => {
  const ctx = systemCtx(app.services, 'test');
  await seedReference(ctx);
  const qatar = await ctx.db.location.findMany({ where: { type: -2, code: 'QA' } });
  expect(qatar).toMatchObject([{ timezone: 'Asia/Qatar', utc: 'UTC+03:00', mobile_code: '+974' }]);
});
