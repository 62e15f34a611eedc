import { hasValidCheckDigit } from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../test/actors.ts';
import { startApp, type TestApp } from '../../test/app.ts';
import { expectSound } from '../../test/promises/soundness.ts';
import { createSystemCtx } from '../core/ctx.ts';
import { seedShop } from '../seed.ts';
import { seedReference } from './reference.ts';

/** Of the range that shops give themselves. */
const isEan = (code: string): boolean => /^2\d{12}$/.test(code) && hasValidCheckDigit(code);

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { DEMO: '1', PASSWORD_COST: '12' } });
});
afterAll(() => app.stop());

test('two concurrent first starts create the demo business once, and a later start changes nothing', async () => {
  const { prisma } = app.services.database;
  const count = async () => ({
    accounts: await prisma.account.count(),
    branches: await prisma.branch.count(),
    roles: await prisma.role.count(),
    locations: await prisma.location.count(),
    audit: await prisma.audit_log.count(),
  });
  await Promise.all([seedShop(app.services), seedShop(app.services)]);
  const first = await count();
  expect(first).toMatchObject({ branches: 4, roles: 6, accounts: 6 + 40 + 120 });
  expect(first.locations).toBeGreaterThan(320);

  await seedShop(app.services);
  expect(await count()).toEqual(first);
});

test('all demo accounts sign in with the displayed password, and only they are named', async () => {
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

test('demo branches have positions at their addresses, tills and managers', async () => {
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

test('a shop without demo has one administrator, whose password is printed once', async () => {
  const bare = await startApp({ env: { DEMO: '0' } });
  const said: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((text: string) => said.push(text) > 0) as typeof process.stdout.write;
  try {
    await seedShop(bare.services);
    await seedShop(bare.services);
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

test('reference data is installed without network access, and again without change', async () => {
  const ctx = createSystemCtx(app.services, 'test');
  await seedReference(ctx);
  const qatar = await ctx.db.location.findMany({ where: { type: -2, code: 'QA' } });
  expect(qatar).toMatchObject([{ timezone: 'Asia/Qatar', utc: 'UTC+03:00', mobile_code: '+974' }]);
});

test('the demo grocer has full shelves: every product has a price, name and barcode and is found by search', async () => {
  const admin = await app.services.database.prisma.account.findFirstOrThrow({
    where: { email: 'admin@demo.test' },
  });
  const as = { token: await signIn(app.services, admin.id) };
  const all = [1, 2, 3, 4].map((page) => app.call(api.product.list, { page, limit: 100, sort_by: 'id' }, as));
  const rows = (await Promise.all(all)).flatMap(({ results }) => results);
  expect(rows.length).toBeGreaterThan(370);
  const codes = rows.flatMap(({ items }) => items.flatMap(({ barcode }) => barcode ?? []));
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) expect(isEan(code), code).toBe(true);
  for (const row of rows) {
    expect(row.price, row.title).toBeGreaterThan(0);
    expect((row.price * 4) % 1, row.title).toBe(0);
    expect(row.category_title).not.toBeNull();
    expect(row.tax_name).not.toBeNull();
  }
  expect(rows.filter(({ status }) => status === 0).length).toBeGreaterThan(2);
  expect(rows.filter(({ missing }) => missing.length > 0).length).toBeGreaterThan(5);
  expect(rows.filter(({ items }) => items.length === 2).length).toBeGreaterThan(10);
  const found = await app.call(api.product.list, { keywords: 'ارز بسمتي 5', locale: 'ar' }, as);
  expect(found.results.map(({ title }) => title)).toEqual(['أرز بسمتي سنبوك الخير 5 كجم']);
  const tree = await app.call(api.category.list, { childs: 1, locale: 'de' }, as);
  expect(tree.results).toHaveLength(6);
  expect(tree.results.flatMap(({ childs }) => childs ?? []).every((one) => one.products_count > 0)).toBe(
    true,
  );
  expect((await app.call(api.brand.list, { status: 0 }, as)).meta.total).toBe(1);
  const wrap = await app.call(api.extra.list, { keywords: 'gift wrap' }, as);
  expect(wrap.results[0]?.branches_prices).toEqual([{ branch_id: expect.any(Number), price: 12 }]);
});

test('the demo grocer has three months of purchases: stock in every branch, some receipts paid, some locked, one canceled', async () => {
  const admin = await app.services.database.prisma.account.findFirstOrThrow({
    where: { email: 'admin@demo.test' },
  });
  const as = { token: await signIn(app.services, admin.id) };
  const suppliers = await app.call(api.supplier.list, { sort_by: 'balance', sort_as: 'desc' }, as);
  expect(suppliers.meta.total).toBe(8);
  expect(suppliers.results.filter(({ balance }) => balance > 0).length).toBeGreaterThan(4);
  const { results, meta } = await app.call(api.receipt.list, { limit: 100 }, as);
  const stands = (status: number | null) => results.filter((row) => row.status === status).length;
  expect([meta.total, stands(1), stands(2), stands(-1), stands(null)]).toEqual([33, 24, 6, 1, 2]);
  expect(results.filter(({ balance, status }) => status === 1 && balance === 0).length).toBeGreaterThan(4);
  const { rows } = await app.services.database.pool.query<{ branches: number; soon: number; late: number }>(
    `SELECT count(DISTINCT branch_id)::int AS branches,
            count(*) FILTER (WHERE expire_date BETWEEN current_date AND current_date + 14)::int AS soon,
            count(*) FILTER (WHERE expire_date < current_date - 1)::int AS late
       FROM stock_batch WHERE remaining_quantity > 0`,
  );
  expect(rows[0]?.branches).toBe(4);
  expect(rows[0]?.soon).toBeGreaterThan(3);
  expect(rows[0]?.late).toBe(0);
  await expectSound(app);
});

test('a first start on a slow machine retries its time-outs with more time and completes', async () => {
  const slow = await startApp({ env: { DEMO: '1', PASSWORD_COST: '12' } });
  try {
    await seedShop(slow.services, 100);
    const { prisma } = slow.services.database;
    expect(await prisma.branch.count()).toBe(4);
    expect(await prisma.supplier.count()).toBeGreaterThan(0);
    expect(await prisma.account.count()).toBe(6 + 40 + 120);
  } finally {
    await slow.stop();
  }
});
