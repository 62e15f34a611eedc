import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { expectSound } from '../../../test/promises/soundness.ts';
import { carried, selling, stocked } from '../../../test/sales.ts';
import type { Shelf } from '../../../test/stock.ts';
import { makeTill } from '../../../test/tills.ts';

const TODAY = '2026-11-25';
const DAYS = { from_date: TODAY, to_date: TODAY } as const;

let app: TestApp;
let admin: Person;
let accountant: Person;
let till: { branch_id: number; device_id: number };
let closed: number;
let card: number;

const as = ({ token }: Person) => ({ token });
const ask = (input: object, by: Person = admin) => app.call(api.report.cash, { ...DAYS, ...input }, as(by));
const add = (rows: readonly Record<string, unknown>[], column: string): number =>
  Math.round(rows.reduce((sum, row) => sum + Number(row[column] ?? 0), 0) * 100) / 100;

async function done<R>(reply: Promise<{ status: number; text: string; results: R }>): Promise<R> {
  const { status, text, results } = await reply;
  expect(status, text).toBe(200);
  return results;
}

/**
 * A till sells two units at 19 % in cash and three at 7 % by card, takes one unit of 19 % back, puts 20.00 in,
 * drops 5.00 and is counted 1.00 short.
 */
beforeAll(async () => {
  app = await startApp({ now: () => new Date(`${TODAY}T09:00:00Z`) });
  admin = await makeAdmin(app);
  accountant = await makePerson(app, { permissions: ['reports'] });
  till = await makeTill(app);
  const { prisma } = app.services.database;
  const shelves = await Promise.all(
    [19, 7].map(async (value) => {
      const shelf = await stocked(app, 50, { branch_id: till.branch_id });
      const type = await prisma.tax_type.create({ data: { names: { en: `${value} %` }, value } });
      await prisma.product.update({ where: { id: shelf.product_id }, data: { tax_type_id: type.id } });
      return shelf;
    }),
  );
  card = (await prisma.payment_method.findFirstOrThrow({ where: { code: 'card' } })).id;
  const [normal, reduced] = shelves as [Shelf, Shelf];
  const shop = selling(app, admin);
  const at = { device_id: till.device_id };
  closed = (await done(app.call(api.posSession.open, { ...at, start_amount: 100 }, as(admin)))).id;
  const first = await done(shop.make(normal, 2, at));
  await done(shop.make(reduced, 3, { ...at, payments: [{ payment_id: card, amount: 30 }] }));
  await done(shop.giveBack(first.id, [{ item_id: normal.item_id, quantity: 1 }], at));
  const move = (input: object) =>
    done(app.call(api.posSession.move, { session_id: closed, ...input }, as(admin)));
  await move({ kind: 'in', amount: 20, reason: 'Change' });
  await move({ kind: 'drop', amount: 5 });
  const counted = { ...at, end_session_amount: 124, left_in_drawer: 100, note: 'A coin is missing' };
  await done(app.call(api.posSession.close, counted, as(admin)));
});
afterAll(async () => {
  await expectSound(app);
  await app.stop();
});

describe('the cash report', () => {
  test('the cash report shows the sales, cash taken in, expected and counted amount of a drawer', async () => {
    const { results, meta } = await ask({ branch_id: till.branch_id });
    const figures = {
      orders_count: 2,
      returns_count: 1,
      gross_sales: 50,
      discounts: 0,
      returns_value: 10,
      net_sales: 40,
      start_amount: 100,
      cash_sales: 20,
      cash_refunds: 10,
      cash_in: 20,
      cash_out: 5,
      expected_amount: 125,
      end_session_amount: 124,
      difference: -1,
      left_in_drawer: 100,
    };
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ key: String(closed), title: 'Till · Z 1', z_number: 1, ...figures });
    expect(meta.totals).toMatchObject(figures);
    expect(results[0]?.opens?.session).toEqual({ path: '/sessions', filters: { id: closed } });
    expect(results[0]?.tax_rates).toBe('7 %: 28.04 + 1.96 · 19 %: 8.41 + 1.59');
    expect(results[0]?.payment_methods).toContain('30.00');
  });

  test("a German cash report file has decimal commas and times in the shop's zone", async () => {
    const reply = await fetch(app.url + api.report.cash.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...DAYS, branch_id: till.branch_id, export: 1, format: 'csv', locale: 'de' }),
    });
    const text = await reply.text();
    expect(reply.status, text).toBe(200);
    const [head = '', first = ''] = text.split('\n');
    const row = Object.fromEntries(head.split(';').map((name, at) => [name, first.split(';')[at] ?? '']));
    expect(row['Steuer je Satz']).toBe('7 %: 28,04 + 1,96 · 19 %: 8,41 + 1,59');
    expect(row['Zahlungen je Zahlungsart']).toContain('30,00');
    const session = await done(app.call(api.posSession.show, { id: closed }, as(admin)));
    const local = new Date(new Date(String(session.opened_at)).getTime() + 3 * 3_600_000).toISOString();
    expect(row.Geöffnet).toBe(local.slice(0, 19).replace('T', ' '));
    expect(first).not.toMatch(/\d\.\d|\dZ/);
  });

  test('the cash report agrees with the session and its printed report', async () => {
    const row = (await ask({ branch_id: till.branch_id })).results[0];
    const session = await done(app.call(api.posSession.show, { id: closed }, as(admin)));
    expect(row).toMatchObject({
      net_sales: session.net_sales,
      orders_count: session.orders_count,
      expected_amount: session.expected_amount,
      end_session_amount: session.end_session_amount,
      difference: session.difference,
    });
    const paper = await done(app.call(api.posSession.paper, { id: closed }, as(admin)));
    expect(paper.taxes?.rows.map((cells) => cells.map((cell) => cell.replace(/[^\d.%]/g, '')))).toEqual([
      ['7%', '28.04', '1.96', '30.00'],
      ['19%', '8.41', '1.59', '10.00'],
    ]);
  });

  test.each(['ar', 'en', 'de'])(
    'the printed cash report in %s says once that it is a Z report, with its number',
    async (locale) => {
      const { title, subject } = await done(
        app.call(
          api.posSession.paper,
          { id: closed },
          { ...as(admin), headers: { 'accept-language': locale } },
        ),
      );
      expect(title.match(/Z/g)).toHaveLength(1);
      expect(subject.replace(/[\u2066-\u2069]/g, '')).toBe('#1');
    },
  );

  test('T4 tax rates and payment methods add up to the sales and payments of a drawer', async () => {
    const { results, meta } = await ask({ branch_id: till.branch_id });
    const rates = await ask({ branch_id: till.branch_id, group: 'rate' });
    expect(rates.results.map(({ title, gross }) => [title, gross])).toEqual([
      ['7 %', 30],
      ['19 %', 10],
    ]);
    expect([add(rates.results, 'gross'), add(rates.results, 'tax')]).toEqual([
      meta.totals.net_sales,
      results[0]?.tax,
    ]);
    expect(rates.meta.totals).toMatchObject({ gross: 40, tax: 3.55, net: 36.45 });
    const methods = await ask({ branch_id: till.branch_id, group: 'method' });
    expect(methods.meta.totals).toMatchObject({ payments: 3, received: 50, refunded: 10, amount: 40 });
    const cash = methods.results.find(({ key }) => key !== String(card));
    expect(cash?.amount).toBe(Number(results[0]?.cash_sales) - Number(results[0]?.cash_refunds));
  });

  test.each(['day', 'month', '3 months', 'branch', 'till', 'cashier'])(
    'cash report rows by %s add up to the same totals',
    async (group) => {
      const { results, meta } = await ask({ group });
      const single = await ask({});
      for (const column of ['net_sales', 'tax', 'expected_amount', 'end_session_amount', 'difference'])
        expect([column, add(results, column)]).toEqual([column, single.meta.totals[column]]);
      expect(meta.totals.sessions).toBe(single.meta.total);
      for (const { opens } of results) expect(opens?.row?.filters.status).toBe('closed');
    },
  );
});

describe('open drawers', () => {
  let seller: Person;
  let own: { branch_id: number; device_id: number };
  beforeAll(async () => {
    own = await makeTill(app);
    seller = await makePerson(app, { permissions: ['sessions', 'reports'], branch_id: own.branch_id });
    await done(app.call(api.posSession.open, { device_id: own.device_id, start_amount: 50 }, as(seller)));
  });

  test('an open drawer is reported with its current amounts and not in the totals of closed ones', async () => {
    const open = await ask({ branch_id: own.branch_id, status: 'open' });
    expect(open.results[0]).toMatchObject({
      title: 'Till · X',
      start_amount: 50,
      expected_amount: 50,
      end_session_amount: null,
      difference: null,
      closed_at: null,
    });
    expect((await ask({ branch_id: own.branch_id })).meta).toMatchObject({
      total: 0,
      totals: { expected_amount: 0 },
    });
  });

  test('an open drawer is not reported to the seller who still has to count it', async () => {
    expect((await ask({ status: 'open' }, seller)).results).toEqual([]);
    expect((await ask({ status: 'open', group: 'method' }, seller)).results).toEqual([]);
    expect((await ask({ status: 'open', branch_id: own.branch_id }, accountant)).status).toBe(422);
  });
});

test('staff with sessions or reports see the cash report of their own branches, and others do not', async () => {
  const [cashier, driver, desk] = await Promise.all([
    makePerson(app, { permissions: ['seller'], branch_id: till.branch_id }),
    makePerson(app, { permissions: ['driver'], branch_id: till.branch_id }),
    makePerson(app, { permissions: ['sessions'], branch_id: till.branch_id }),
  ]);
  expect((await ask({}, cashier)).status).toBe(403);
  expect((await ask({}, driver)).status).toBe(403);
  expect((await ask({}, desk)).results.map(({ key }) => key)).toEqual([String(closed)]);
});

test('unknown input of the cash report is refused', async () => {
  expect(Object.keys((await ask({ group: 'hour' })).failure.errors ?? {})).toEqual(['group']);
  expect(Object.keys((await ask({ status: 'late' })).failure.errors ?? {})).toEqual(['status']);
  expect(Object.keys((await ask({ device_id: 0 })).failure.errors ?? {})).toEqual(['device_id']);
  expect(Object.keys((await ask({ sort_by: 'tax_rates' })).failure.errors ?? {})).toEqual(['sort_by']);
});

test('T8 cash held by drivers is the same in their report and in the driver cash list', async () => {
  const { driver, order_id, due } = await carried(app, admin);
  await done(selling(app, admin).move(order_id, 'delivered'));
  const [held] = await done(app.call(api.driverCash.list, { id: driver.id }, as(admin)));
  const { results } = await app.call(api.report.drivers, { ...DAYS, driver_id: driver.id }, as(admin));
  expect(held?.outstanding).toBe(due);
  expect(results.map(({ outstanding }) => outstanding)).toEqual([due]);
});

test('deliveries by hour of the day have the sums of deliveries by driver, without the cash that drivers hold', async () => {
  const { driver, order_id } = await carried(app, admin);
  await done(selling(app, admin).move(order_id, 'delivered'));
  const ask = (group: 'driver' | 'hour') =>
    app.call(api.report.drivers, { ...DAYS, group, driver_id: driver.id }, as(admin));
  const [byDriver, byHour] = [await ask('driver'), await ask('hour')];
  expect(byHour.results.map(({ key }) => key)).toEqual([expect.stringMatching(/^([01]\d|2[0-3])$/)]);
  for (const column of ['assigned', 'delivered', 'late', 'late_share', 'cod_collected'])
    expect([column, byHour.meta.totals[column]]).toEqual([column, byDriver.meta.totals[column]]);
  expect(byHour.meta.columns.map(({ key }) => key)).not.toContain('outstanding');
});
