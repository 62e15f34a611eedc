import { toLocalDate } from '@dukkan/commerce';
import { api, REPORTS } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../test/actors.ts';
import { startApp, type TestApp } from '../../test/app.ts';
import { expectSound } from '../../test/promises/soundness.ts';
import { seedShop } from '../seed.ts';
import { seedBanners } from './demo-banners.ts';
import { loadDemoBusiness } from './demo-facts.ts';
import { buildHistorySteps } from './demo-history.ts';
import { planDays, planOrders } from './demo-plan.ts';
import { isRamadan, listDaysBetween, pickOrderTimes } from './demo-rhythm.ts';
import { runStepOnce } from './demo-steps.ts';

/** A quarter past eight on a Sunday evening in Doha. */
const NOW = new Date('2026-11-22T17:15:00Z');
const ZONE = 'Asia/Qatar';
const env = { DEMO: '1', DEMO_HISTORY: '1' };

let app: TestApp;
const rowsOf = async <T>(sql: string) => (await app.services.database.pool.query(sql)).rows as T[];

beforeAll(async () => {
  app = await startApp({ env, now: () => NOW });
  await Promise.all([seedShop(app.services), seedShop(app.services)]);
}, 120_000);
afterAll(() => app.stop());

test('the demo shop starts with orders in every status, late ones, some without a driver, and a recurring one', async () => {
  const admin = await app.services.database.prisma.account.findFirstOrThrow({
    where: { email: 'admin@demo.test' },
  });
  const as = { token: await signIn(app.services, admin.id) };
  const { results } = await app.call(api.order.statistics, {}, as);
  for (const { status_value, count } of results.by_status)
    expect(count, `${status_value}`).toBeGreaterThan(0);
  expect(results.by_status.map(({ status_value }) => status_value).toSorted((a, b) => a - b)).toEqual([
    -1, 0, 1, 2, 3, 4, 5,
  ]);
  expect(results.late).toBeGreaterThan(2);
  expect(results.unassigned).toBeGreaterThan(2);
  expect(results.by_source.length).toBe(4);
  expect((await app.call(api.order.list, { recurring: 1 }, as)).meta.total).toBe(1);
  expect((await app.call(api.order.list, { pos: 1 }, as)).meta.total).toBeGreaterThan(4);
  expect((await app.call(api.orderReturn.list, {}, as)).meta.total).toBeGreaterThan(0);
  expect((await app.call(api.order.list, {}, as)).meta.total).toBeGreaterThan(50);
  const open = await rowsOf<{ count: number }>(
    `SELECT count(*)::int AS count FROM pos_session WHERE status = 'open'`,
  );
  expect(open[0]?.count).toBe(3);
  await expectSound(app);
});

test('the demo shop has current data: deliveries for the driver, batches that expire soon and none expired, a posted count and a used coupon', async () => {
  const [facts] = await rowsOf<Record<string, number>>(`
    SELECT (SELECT count(*)::int FROM "order" o JOIN account a ON a.id = o.driver_id
             WHERE a.email = 'driver@demo.test' AND o.status_value IN (3, 4)) AS carried,
           (SELECT count(*)::int FROM stock_batch WHERE remaining_quantity > 0
               AND expire_date BETWEEN '2026-11-22' AND '2026-12-06') AS soon,
           (SELECT count(*)::int FROM stock_batch WHERE remaining_quantity > 0
               AND expire_date < '2026-11-22') AS expired,
           (SELECT count(*)::int FROM stock_count WHERE posted_at IS NOT NULL) AS counts,
           (SELECT count(*)::int FROM "order" WHERE coupon_id IS NOT NULL AND status_value = 0) AS coupons,
           (SELECT count(*)::int FROM stock_batch b JOIN product_item i ON i.id = b.item_id
              JOIN product p ON p.id = i.product_id WHERE p.titles->>'en' LIKE '%Minced beef%'
               AND b.remaining_quantity > 25) AS beef`);
  expect(facts).toMatchObject({ expired: 0, beef: 0 });
  expect(facts?.carried).toBeGreaterThan(2);
  expect(facts?.soon).toBeGreaterThanOrEqual(5);
  expect(facts?.soon).toBeLessThanOrEqual(20);
  expect(facts?.counts).toBeGreaterThan(0);
  expect(facts?.coupons).toBeGreaterThan(0);
});

/** Pairs of orders of which the later one has the lower number. */
const disorder = async () =>
  (
    await rowsOf<{ count: number }>(`
      SELECT count(*)::int AS count FROM (SELECT created_at, lag(created_at) OVER (ORDER BY id) AS before FROM "order") o
       WHERE created_at < before`)
  )[0]?.count;

test('demo orders of the last days are numbered by time, above the older orders', async () => {
  expect(await disorder()).toBe(0);
  const [first] = await rowsOf<{ id: number }>('SELECT min(id) AS id FROM "order"');
  expect(first?.id).toBeGreaterThan(2_000);
});

test('the demo has prices: a branch price list, discounts, a wholesale offer, bundles and coupons', async () => {
  const { prisma } = app.services.database;
  expect(await prisma.price_list_branch.count()).toBe(1);
  expect(await prisma.price_list_item.count()).toBeGreaterThan(10);
  expect(await prisma.discount.count()).toBe(3);
  const types = await prisma.offer.groupBy({ by: ['type'], _count: true, orderBy: { type: 'asc' } });
  expect(types.map(({ type, _count }) => [type, _count])).toEqual([
    ['bundle', 2],
    ['coupon', 3],
    ['wholesale', 1],
  ]);
});

test('the demo history is created step by step, each step once, and the shop stays consistent', async () => {
  const business = await loadDemoBusiness(app.ctx());
  if (!business) throw new Error('there is no demo business');
  const steps = await buildHistorySteps(app.services, business, NOW, 9);
  const count = async () => ({
    orders: await app.services.database.prisma.order.count(),
    receipts: await app.services.database.prisma.receipt.count(),
    sessions: await app.services.database.prisma.pos_session.count(),
  });
  const before = await count();
  // two processes tell at once, and one of them is restarted in the middle
  const tell = async (some: typeof steps) => {
    let taken = 0;
    for (const step of some) if ((await runStepOnce(app.services, step, true)) === 'taken') taken += 1;
    return taken;
  };
  const half = Math.floor(steps.length / 2);
  expect(await tell(steps.slice(0, half))).toBe(half);
  expect(await tell(steps)).toBe(steps.length - half);
  expect(await tell(steps)).toBe(0);
  const after = await count();
  expect(after.orders - before.orders).toBeGreaterThan(90);
  expect(after.sessions - before.sessions).toBe(27);
  expect(after.receipts - before.receipts).toBeGreaterThan(12);

  expect(await disorder()).toBe(0);
  const [next] = await rowsOf<{ id: number }>('SELECT next_order_number() AS id');
  const [last] = await rowsOf<{ id: number }>('SELECT max(id) AS id FROM "order"');
  expect(next?.id).toBeGreaterThan(last?.id ?? 0);
  await expectSound(app);
  const [row] = await rowsOf<Record<'oversold' | 'early' | 'open' | 'events' | 'refunds', number>>(`
    SELECT (SELECT count(*)::int FROM stock_use WHERE batch_id IS NULL) AS oversold,
           (SELECT count(*)::int FROM stock_use u JOIN stock_batch b ON b.id = u.batch_id
             WHERE u.ref_type = 'order' AND u.created_at < b.created_at) AS early,
           (SELECT count(*)::int FROM "order" WHERE created_at < '2026-11-19T00:00:00Z'
               AND status_value NOT IN (-1, 5)) AS open,
           (SELECT count(*)::int FROM event WHERE data->>'at' < '2026-11-18') AS events,
           (SELECT count(*)::int FROM order_payment
             WHERE status = 'pending' AND amount < 0 AND created_at < '2026-11-18') AS refunds`);
  expect(row).toEqual({ oversold: 0, early: 0, open: 0, events: 0, refunds: 0 });
  // what is left of the months before adds nothing to the few batches that will expire soon
  const [shelves] = await rowsOf<{ soon: number }>(`
    SELECT count(*)::int AS soon FROM stock_batch WHERE remaining_quantity > 0
       AND expire_date BETWEEN '2026-11-22' AND '2026-12-06'`);
  expect(shelves?.soon).toBeGreaterThanOrEqual(5);
  expect(shelves?.soon).toBeLessThanOrEqual(20);
}, 120_000);

test('every report of the demo shop has rows in each of its groups', async () => {
  const admin = await app.services.database.prisma.account.findFirstOrThrow({
    where: { email: 'admin@demo.test' },
  });
  const as = { token: await signIn(app.services, admin.id) };
  for (const [key, report] of Object.entries(REPORTS)) {
    const columns = Object.entries(
      report.columns as Record<string, { kind: string; only?: readonly string[] }>,
    );
    const tiles = report.groups.map((group: string) => {
      const [column] = columns.find(
        ([, { kind, only }]) => (kind === 'sum' || kind === 'snapshot') && (!only || only.includes(group)),
      ) ?? [''];
      return { report: key, column, form: 'list', group } as never;
    });
    const input = { tiles, from_date: '2026-11-08', to_date: key === 'expiry' ? '2027-05-08' : '2026-11-22' };
    const { results } = await app.call(api.report.tiles, input, as);
    const empty = report.groups.filter(
      (_: string, n: number) => (results.tiles[n]?.points.length ?? 0) === 0,
    );
    expect(empty, key).toEqual([]);
  }
});

test('the demo shop has transfers, drawers with a difference, and a refund that waits', async () => {
  const [facts] = await rowsOf<Record<string, number>>(`
    SELECT (SELECT count(*)::int FROM stock_transfer) AS transfers,
           (SELECT count(*)::int FROM pos_session WHERE status = 'closed' AND difference <> 0
               AND closed_at > '2026-11-20') AS differences,
           (SELECT count(*)::int FROM pos_session WHERE status = 'closed' AND difference = 0) AS exact,
           (SELECT count(*)::int FROM order_payment WHERE status = 'pending' AND amount < 0) AS refunds`);
  expect(facts?.transfers).toBe(2);
  expect(facts?.differences).toBeGreaterThan(0);
  expect(facts?.exact).toBeGreaterThan(0);
  expect(facts?.refunds).toBeGreaterThan(0);
});

test('the demo shop gets its sliders and banners once, with pictures', async () => {
  await seedBanners(app.ctx());
  await seedBanners(app.ctx());
  const { results } = await app.call(api.banner.list, { locale: 'ar' });
  expect(results.map(({ slider_key, title }) => [slider_key, title])).toEqual(
    expect.arrayContaining([
      ['home', 'فطور العائلة'],
      ['offers', 'عروض نهاية الأسبوع'],
    ]),
  );
  expect(results).toHaveLength(3);
});

test('starting the demo shop again adds nothing', async () => {
  const count = () => app.services.database.prisma.audit_log.count();
  const before = await count();
  await seedShop(app.services);
  expect(await count()).toBe(before);
});

test('demo orders follow the rhythm of a shop: lunch and evening, a strong weekend, growth, and Ramadan after sunset', () => {
  const days = listDaysBetween('2026-05-20', '2026-11-18');
  const moments = days.flatMap((day, n) =>
    pickOrderTimes(day, n / days.length, ZONE).map((at) => ({ day, at, hour: (at.getUTCHours() + 3) % 24 })),
  );
  expect(moments.length).toBeGreaterThan(2_000);
  expect(moments.length).toBeLessThan(2_700);
  const within = (from: number, to: number) => moments.filter(({ hour }) => hour >= from && hour < to).length;
  expect(within(12, 14)).toBeGreaterThan(within(14, 16) * 1.3);
  expect(within(18, 21)).toBeGreaterThan(within(8, 11) * 1.8);
  expect(within(0, 7)).toBe(0);
  const perDay = (weekday: number) =>
    moments.filter(({ at }) => new Date(at.getTime() + 10_800_000).getUTCDay() === weekday).length;
  for (const quiet of [0, 1, 2])
    for (const strong of [4, 5]) expect(perDay(strong)).toBeGreaterThan(perDay(quiet));
  const half = moments.filter(({ day }) => day < (days[91] ?? '')).length;
  expect(moments.length - half).toBeGreaterThan(half * 1.1);
  for (const { day, at } of moments) expect(toLocalDate(at, ZONE)).toBe(day);
  expect(isRamadan('2027-02-20')).toBe(true);
  expect(isRamadan('2026-11-22')).toBe(false);
  const fasting = pickOrderTimes('2027-02-20', 1, ZONE).map((at) => (at.getUTCHours() + 3) % 24);
  expect(fasting.filter((hour) => hour < 12).length).toBeLessThan(fasting.length / 4);
});

test('the demo plan is the same on every machine and buys before it sells', async () => {
  const business = await loadDemoBusiness(app.ctx());
  if (!business) throw new Error('there is no demo business');
  expect(planOrders(business, '2026-08-06', 0.5)).toEqual(planOrders(business, '2026-08-06', 0.5));
  const left = new Map<string, number>();
  for (const { receipts, orders } of planDays(business, '2026-08-01', '2026-09-01')) {
    for (const { good, shop, quantity } of receipts.flatMap(({ lines }) => lines))
      left.set(`${good.item_id} ${shop}`, (left.get(`${good.item_id} ${shop}`) ?? 0) + quantity);
    for (const { shop, cart } of orders)
      for (const { good, quantity } of cart) {
        const key = `${good.item_id} ${shop}`;
        left.set(key, (left.get(key) ?? 0) - quantity);
        expect(left.get(key), key).toBeGreaterThanOrEqual(0);
      }
  }
});
