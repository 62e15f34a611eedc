import { addAncestorCategories } from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, type Person, unique } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { findBranch, listDeliveryMethods, loadShopSnapshot } from './shop-snapshot.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const as = () => ({ token: admin.token });
const titles = () => ({ en: `Shop ${unique()}` });

test('the shop snapshot for orders is cached until any part of it changes', async () => {
  const { prisma } = app.services.database;
  const branch = await makeBranch(app);
  const before = await loadShopSnapshot(app.ctx());
  expect(await loadShopSnapshot(app.ctx())).toBe(before);

  const changes: readonly [string, () => Promise<unknown>][] = [
    ['settings', () => app.call(api.setting.save, { unpaid_minutes: 31 }, as())],
    ['a branch', () => prisma.branch.update({ where: { id: branch.id }, data: { status: 0 } })],
    ['a status', () => prisma.order_status.update({ where: { id: 2 }, data: { ord: 3 } })],
    ['a category', () => prisma.category.create({ data: { titles: titles(), parent_id: 1 } })],
    [
      'a tax type',
      () => prisma.tax_type.create({ data: { names: titles(), value: 7, value_name: 'REDUCED' } }),
    ],
    ['a price list', () => app.call(api.priceList.save, { titles: titles() }, as())],
    ['a discount', () => prisma.discount.create({ data: { titles: titles(), type: 'percent', value: 10 } })],
  ];
  let known = before;
  for (const [what, change] of changes) {
    await change();
    const now = await loadShopSnapshot(app.ctx());
    expect(now, what).not.toBe(known);
    known = now;
  }
  expect(findBranch(app.ctx(), known, branch.id)?.status).toBe(0);
});

test('a saved setting applies to the next order', async () => {
  await app.call(api.setting.save, { cash_rounding: 25 }, as());
  const before = await loadShopSnapshot(app.ctx());
  expect(before.settings).toEqual({ Currency: 'QAR', cash_rounding: 25 });
  await app.call(api.setting.save, { cash_rounding: 0 }, as());
  const after = await loadShopSnapshot(app.ctx());
  expect(after.settings).toEqual({ Currency: 'QAR', cash_rounding: 0 });
});

test('the shop snapshot ignores rolled back changes and follows other processes at once', async () => {
  const before = await loadShopSnapshot(app.ctx());
  const title = `Never ${unique()}`;
  await expect(
    app.ctx().tx(async (ctx) => {
      await ctx.db.branch.create({ data: { names: { en: title } } });
      expect([...(await loadShopSnapshot(ctx)).branches.values()].map(({ names }) => names.en)).toContain(
        title,
      );
      throw new Error('given up');
    }),
  ).rejects.toThrow('given up');
  const after = await loadShopSnapshot(app.ctx());
  expect([...after.branches.values()].map(({ names }) => names.en)).not.toContain(title);
  expect(after.branches.size).toBe(before.branches.size);

  await app.services.database.pool.query(
    `UPDATE branch SET names = names || '{"en": "Renamed"}' WHERE id = $1`,
    [[...before.branches.keys()][0]],
  );
  const renamed = await loadShopSnapshot(app.ctx());
  expect([...renamed.branches.values()].map(({ names }) => names.en)).toContain('Renamed');
});

test("the shop snapshot has each branch's time zone and methods, and categories with their ancestors", async () => {
  const { prisma } = app.services.database;
  const tokyo = await makeBranch(app);
  await prisma.branch.update({ where: { id: tokyo.id }, data: { settings: { timezone: 'Asia/Tokyo' } } });
  const delivery = await prisma.delivery_method.create({
    data: { titles: titles(), code: `tokyo-${unique()}`, ord: 99 },
  });
  await prisma.branch_delivery.create({ data: { branch_id: tokyo.id, delivery_id: delivery.id } });
  const upper = await prisma.category.create({ data: { titles: titles(), parent_id: 1 } });
  const lower = await prisma.category.create({ data: { titles: titles(), parent_id: upper.id } });
  const shop = await loadShopSnapshot(app.ctx());
  const ctx = { ...app.ctx(), now: new Date('2026-11-20T15:30:00Z') };
  // Saturday has begun in Tokyo
  expect(findBranch(ctx, shop, tokyo.id)).toMatchObject({ today: '2026-11-21', weekday: 0, minute: 30 });
  expect(findBranch(ctx, shop, 999_999)).toBeNull();
  expect(listDeliveryMethods(shop, tokyo.id).map(({ id }) => id)).toContain(delivery.id);
  expect(listDeliveryMethods(shop, 999_999)).toEqual([]);
  expect(addAncestorCategories(shop.parents, [lower.id]).sort((a, b) => a - b)).toEqual([
    1,
    upper.id,
    lower.id,
  ]);
});
