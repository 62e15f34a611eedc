import { addDays, toDayOfWeek } from '@dukkan/commerce';
import {
  api,
  REPORT_KEYS,
  REPORTS,
  type ReportDefinition,
  type ReportKey,
  TIME_GROUPS,
} from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { makeOrder } from '../../../test/orders.ts';
import { readCsv } from '../../../test/promises/table.ts';
import { purchasing } from '../../../test/receipts.ts';
import { selling, stocked } from '../../../test/sales.ts';
import { makeTill } from '../../../test/tills.ts';

const FROM = '2033-01-20';
const TODAY = '2033-05-25';
const RANGE = { from_date: FROM, to_date: '2033-07-10' } as const;
/** Days on which something happens, at different hours of Qatar, the second one in another currency. */
const MOMENTS = ['2033-02-10T06:10:00Z', '2033-03-07T12:30:00Z', '2033-05-20T17:45:00Z'];
const OTHER = 'AED';

let now = new Date(MOMENTS[0] ?? '');
let app: TestApp;
let admin: Person;
let branch_id: number;

type Row = Readonly<Record<string, unknown>> & { readonly key: string; readonly currency: string };

async function done<R>(reply: Promise<{ status: number; text: string; results: R }>): Promise<R> {
  const { status, text, results } = await reply;
  expect(status, text).toBe(200);
  return results;
}

beforeAll(async () => {
  app = await startApp({ env: { ROLE: 'api', EXPORTS_PER_MINUTE: '1000' }, now: () => now });
  const till = await makeTill(app);
  branch_id = till.branch_id;
  const { device_id } = till;
  const { prisma } = app.services.database;
  const card = await prisma.payment_method.findFirstOrThrow({ where: { code: 'card' } });
  for (const [at, moment] of MOMENTS.entries()) {
    now = new Date(moment);
    admin = await makeAdmin(app);
    const token = { token: admin.token };
    await done(app.call(api.setting.save, { Currency: at === 1 ? OTHER : 'QAR' }, token));
    const shelf = await stocked(app, 20, { branch_id, cost: 4 });
    await purchasing(app, admin).accepted(shelf, {
      quantity: 5,
      cost: 2,
      head: { on_date: moment.slice(0, 10) },
    });
    await done(app.call(api.posSession.open, { device_id, start_amount: 50 }, token));
    const payments = [{ payment_id: card.id, amount: 20 }];
    const sold = await done(selling(app, admin).make(shelf, 2, { device_id, payments }));
    // what is sold at a till has no driver, and only the hour matters here
    const { id: driver_id } = await makePerson(app, { permissions: ['driver'], branch_id });
    await prisma.order.update({ where: { id: sold.id }, data: { driver_id } });
    await done(
      app.call(
        api.posSession.close,
        { device_id, end_session_amount: 50, left_in_drawer: 0, note: 'Counted' },
        token,
      ),
    );
  }
  now = new Date(`${TODAY}T09:00:00Z`);
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

/** The endpoint of a report, and what its call says beside the question. */
const addressOf = (key: ReportKey) => {
  if (key === 'payments') return { endpoint: api.orderPayment.list, own: {} };
  if (key === 'drivers') return { endpoint: api.report.drivers, own: {} };
  if (key === 'pos_cash') return { endpoint: api.report.cash, own: {} };
  return { endpoint: api.report.list, own: { type: key } };
};

async function ask(key: ReportKey, input: object) {
  const { endpoint, own } = addressOf(key);
  const reply = await app.call(
    endpoint as typeof api.report.list,
    { branch_id, ...RANGE, limit: 100, ...own, ...input } as never,
    { token: admin.token },
  );
  expect(reply.status, reply.text).toBe(200);
  return { rows: reply.results as unknown as readonly Row[], meta: reply.meta };
}

async function everyPage(key: ReportKey, input: object) {
  const first = await ask(key, { ...input, page: 1 });
  const rows = [...first.rows];
  for (let page = 2; page <= first.meta.last_page; page += 1)
    rows.push(...(await ask(key, { ...input, page })).rows);
  return { rows, meta: first.meta };
}

/** Every day of the range that has begun. */
const DAYS: string[] = [];
for (let day: string = FROM; day <= TODAY; day = addDays(day, 1)) DAYS.push(day);

/** Returns the periods that have begun; of hours those between the first and the last with something. */
function periodsOf(group: string, rows: readonly Row[]): string[] {
  if (group === 'hour') {
    const hours = rows.map((row) => Number(row.key));
    const first = Math.min(...hours);
    return Array.from({ length: Math.max(...hours) - first + 1 }, (_, at) =>
      String(first + at).padStart(2, '0'),
    );
  }
  const keys: Record<string, (day: string) => string> = {
    day: (day) => day,
    month: (day) => `${day.slice(0, 7)}-01`,
    '3 months': (day) =>
      `${day.slice(0, 5)}${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`,
    weekday: (day) => String(toDayOfWeek(day)),
  };
  const keyOf = keys[group];
  if (!keyOf) throw new Error(`no periods of ${group}`);
  return [...new Set(DAYS.map(keyOf))].toSorted();
}

const cents = (value: unknown) => Math.round(Number(value ?? 0) * 100);
const add = (rows: readonly Row[], column: string, currency: string) =>
  rows.filter((row) => row.currency === currency).reduce((sum, row) => sum + cents(row[column]), 0);
const ADDITIVE = ['sum', 'formula', 'snapshot'];

const CASES = REPORT_KEYS.flatMap((key) =>
  (REPORTS[key] as ReportDefinition).groups
    .filter((group) => (TIME_GROUPS as readonly string[]).includes(group))
    .map((group) => [key, group] as const),
);
const COMPARES = [undefined, 'before', 'year'] as const;

test('the test covers every report with days, months, hours or weekdays', () => {
  expect(CASES.length).toBe(5 + 3 + 1 + 1 + 1 + 3);
});

describe.each(CASES)('the report %s by %s', (key, group) => {
  test.each(COMPARES)(
    'each period and currency has a row, and the rows add up to the totals, compared with %s',
    async (compare) => {
      const query = { group, sort_by: 'key', sort_as: 'asc', ...(compare ? { compare } : {}) } as const;
      const { rows, meta } = await everyPage(key, { ...query, limit: 10 });
      const currencies = meta.totals_by_currency.map(({ currency }) => String(currency)).toSorted();
      expect(currencies).toEqual(key === 'movement' ? ['QAR'] : [OTHER, 'QAR']);
      const periods = periodsOf(group, rows);
      expect(periods.length).toBeGreaterThan(1);
      expect(rows.map((row) => `${row.key} ${row.currency}`)).toEqual(
        periods.flatMap((period) => currencies.map((currency) => `${period} ${currency}`)),
      );
      expect([meta.total, meta.last_page]).toEqual([rows.length, Math.ceil(rows.length / 10)]);
      const [first = ''] = (REPORTS[key] as ReportDefinition).groups.filter((one) => one !== group);
      const whole = await ask(key, { group: first });
      for (const total of meta.totals_by_currency) {
        const other = whole.meta.totals_by_currency.find(({ currency }) => currency === total.currency);
        for (const column of meta.columns.filter(({ kind }) => ADDITIVE.includes(kind))) {
          const sum = add(rows, column.key, String(total.currency));
          expect([column.key, sum]).toEqual([column.key, cents(total[column.key])]);
          if (other && Object.hasOwn(other, column.key))
            expect([column.key, sum]).toEqual([column.key, cents(other[column.key])]);
        }
      }
    },
  );

  test('empty periods have 0, no ratios and no link to records', async () => {
    const { rows, meta } = await everyPage(key, { group, sort_by: 'key' });
    const sums = meta.columns.filter(({ kind }) => ADDITIVE.includes(kind)).map((column) => column.key);
    const ratios = meta.columns.filter(({ kind }) => kind === 'ratio').map((column) => column.key);
    const empty = rows.filter((row) => sums.every((name) => row[name] === 0));
    expect(empty.length).toBeGreaterThan(0);
    for (const row of empty) {
      expect([row.title, row.opens ?? {}]).toEqual([row.key, {}]);
      for (const name of ratios) expect([name, row[name]]).toEqual([name, null]);
    }
    const filled = rows.filter((row) => !empty.includes(row));
    expect(filled.length).toBeGreaterThan(0);
    const links = Object.values((REPORTS[key] as ReportDefinition).opens);
    const isLinked = links.some(({ only }) => !only || only.includes(group));
    for (const row of filled) expect(Object.keys(row.opens ?? {}).length > 0).toBe(isLinked);
  });

  test('the report has the same rows in every sort order', async () => {
    const all = (await everyPage(key, { group, sort_by: 'key' })).rows;
    const { columns } = (await ask(key, { group, limit: 10 })).meta;
    const names = (rows: readonly Row[]) => rows.map((row) => `${row.key} ${row.currency}`).toSorted();
    for (const column of ['key', ...columns.filter(({ sortable }) => sortable).map((one) => one.key)])
      for (const sort_as of ['asc', 'desc'] as const) {
        const { rows } = await everyPage(key, { group, sort_by: column, sort_as });
        expect([column, names(rows)]).toEqual([column, names(all)]);
        const values = rows.map((row) => row[column]).filter((value) => value !== null);
        const inOrder = values.toSorted((a, b) => (Number(a) - Number(b)) * (sort_as === 'asc' ? 1 : -1));
        if (column !== 'key') expect([column, values]).toEqual([column, inOrder]);
      }
  });

  test("empty periods are in the report's files", async () => {
    const { meta } = await ask(key, { group });
    const { endpoint, own } = addressOf(key);
    const file = (format: string) =>
      fetch(app.url + endpoint.path, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ branch_id, ...RANGE, ...own, group, export: 1, format, locale: 'en' }),
      });
    const rows = readCsv(await (await file('csv')).text());
    expect(rows.findIndex((row) => row[0] === 'Total') - 1).toBe(meta.total);
    const paper = await file('pdf');
    expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  });

  test('a report without any records in the range stays empty, whatever it is compared with', async () => {
    // the days before them have something
    const days = { from_date: '2033-03-10', to_date: '2033-03-20' };
    for (const compare of [undefined, 'before'] as const) {
      const { rows, meta } = await ask(key, { group, ...days, ...(compare ? { compare } : {}) });
      expect([rows, meta.total, meta.totals_by_currency]).toEqual([[], 0, []]);
      expect(meta.nearest).not.toBeNull();
    }
    const future = { from_date: addDays(TODAY, 1), to_date: addDays(TODAY, 30) };
    expect((await ask(key, { group, ...future })).rows).toEqual([]);
  });
});

test('a report filter that matches one day shows the other days as 0', async () => {
  const order = await makeOrder(app, {
    branch_id,
    source: 'website',
    quantity: 3,
    created_at: new Date('2033-04-02T10:00:00Z'),
  });
  const { rows, meta } = await everyPage('sales', { group: 'day', source: 'website', sort_by: 'key' });
  expect([meta.total, rows.length]).toEqual([DAYS.length, DAYS.length]);
  expect(rows.filter(({ orders }) => orders !== 0).map(({ key, net }) => [key, net])).toEqual([
    ['2033-04-02', order.due],
  ]);
});

test('the hours of today end with the current hour', async () => {
  const today = { from_date: TODAY, to_date: TODAY, group: 'hour' } as const;
  // noon in Qatar
  for (const at of ['T05:10:00Z', 'T08:10:00Z'])
    await makeOrder(app, { branch_id, created_at: new Date(`${TODAY}${at}`) });
  await makeOrder(app, { branch_id, created_at: new Date('2033-05-18T18:00:00Z') });
  const { rows } = await ask('sales', { ...today, sort_by: 'key' });
  expect(rows.map(({ key, orders }) => [key, orders])).toEqual([
    ['08', 1],
    ['09', 0],
    ['10', 0],
    ['11', 1],
  ]);
  // the evening of the compared day has not come yet
  const beside = await ask('sales', { ...today, sort_by: 'key', compare: 'week' });
  expect(beside.rows.map(({ key }) => key)).toEqual(['08', '09', '10', '11']);
});

describe('report tiles with empty periods', () => {
  const tile = { report: 'sales', column: 'net', group: 'day' } as const;
  const points = async (more: object, days: object) => {
    const input = { tiles: [{ ...tile, ...more }], branch_id, ...days };
    const { results, status, text } = await app.call(api.report.tiles, input as never, {
      token: admin.token,
    });
    expect(status, text).toBe(200);
    return results.tiles[0]?.points ?? [];
  };

  test('a tile line over a year has a point for each day, also with sales in two currencies', async () => {
    const from_date = addDays(TODAY, -365);
    const found = await points({ form: 'spark' }, { from_date, to_date: TODAY });
    expect([found.length, found[0]?.key, found.at(-1)?.key]).toEqual([366, from_date, TODAY]);
  });

  test('days sorted by change include all days', async () => {
    const days = { from_date: '2033-02-06', to_date: '2033-02-12', compare: 'before' };
    const found = await points({ form: 'list', by: 'change', limit: 50 }, days);
    expect(found.map(({ key }) => key).toSorted()).toEqual(DAYS.slice(17, 24));
  });
});
