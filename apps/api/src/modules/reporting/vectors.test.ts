import { addDays, getComparedDay } from '@dukkan/commerce';
import { api, REPORT_TYPES, REPORTS, type ReportDefinition } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { makeOrder } from '../../../test/orders.ts';
import { purchasing } from '../../../test/receipts.ts';
import { selling, stocked } from '../../../test/sales.ts';
import { updateDaySums } from '../ordering/index.ts';

/** Later than any fact of a test is recorded, so that a day has not ended before a test says so. */
const DAY = '2031-05-10';
// eleven in the evening in Qatar
let now = new Date(`${DAY}T20:00:00Z`);
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ env: { ROLE: 'api' }, now: () => now });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const ask = (input: object, person: Person = admin) =>
  app.call(api.report.list, input, { token: person.token });
const query = async <T>(text: string, values: unknown[] = []) =>
  (await app.services.database.pool.query(text, values)).rows as T[];

/** Says that facts that are not added yet were recorded then. */
async function recordAt(at: string, after: number) {
  await query('ALTER TABLE trade_fact DISABLE TRIGGER USER');
  await query('UPDATE trade_fact SET recorded_at = $1 WHERE NOT added AND id > $2', [at, after]);
  await query('ALTER TABLE trade_fact ENABLE TRIGGER USER');
}
const lastFact = async () =>
  Number((await query<{ id: string }>('SELECT coalesce(max(id), 0) AS id FROM trade_fact'))[0]?.id);

describe('V7.8 costs that become known later', () => {
  let question: { type: 'sales'; branch_id: number; from_date: string; to_date: string };
  let clerk: Person;
  beforeAll(async () => {
    const shelf = await stocked(app, 3, { cost: 2, checks: false });
    await query('UPDATE product_item SET price = 4 WHERE id = $1', [shelf.item_id]);
    await query('UPDATE product SET price = 4 WHERE id = $1', [shelf.product_id]);
    await selling(app, admin).standing(shelf, 5, 'delivered');
    question = { type: 'sales', branch_id: shelf.branch_id, from_date: DAY, to_date: DAY };
    clerk = await makePerson(app, { permissions: ['reports'], branch_id: shelf.branch_id });
    const before = await ask(question);
    expect(before.meta.totals).toMatchObject({ net: 20, cost: 10, profit: 10 });
    expect(before.meta.restated_days).toEqual([]);
    expect(before.meta.waiting).toBeGreaterThan(0);
    await updateDaySums(app.services);
    const last = await lastFact();
    await purchasing(app, admin).accepted(shelf, { quantity: 10, cost: 2.4 });
    await recordAt('2031-05-11T08:00:00Z', last);
  });

  const expectRestated = async () => {
    const after = await ask(question);
    expect(after.meta.totals).toMatchObject({ net: 20, cost: 10.8, profit: 9.2 });
    expect(after.meta.restated_days).toEqual([DAY]);
    return after.meta.waiting;
  };

  test('a cost that becomes known later changes the profit of its day and marks it, before and after the worker has run', async () => {
    expect(await expectRestated()).toBeGreaterThan(0);
    await updateDaySums(app.services);
    expect(await expectRestated()).toBe(0);
    await query('DELETE FROM day_sum_zone');
    await updateDaySums(app.services);
    expect(await expectRestated()).toBe(0);
  });

  test('an order canceled on the next day marks the earlier day for all readers', async () => {
    const shop = selling(app, admin);
    const shelf = await stocked(app, 5, { branch_id: question.branch_id });
    const { id } = await shop.standing(shelf, 1, 'waiting');
    const last = await lastFact();
    const { status, text } = await shop.move(id, 'canceled');
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    await recordAt('2031-05-11T08:00:00Z', last);
    expect((await ask(question, clerk)).meta.restated_days).toEqual([DAY]);
    await updateDaySums(app.services);
    expect((await ask(question, clerk)).meta.restated_days).toEqual([DAY]);
  });
});

test('V7.9 a report counts a sale before the end of the business day for the day before', async () => {
  const { id: branch_id } = await makeBranch(app);
  await makeOrder(app, { branch_id, created_at: new Date('2026-11-20T23:30:00Z') });
  const days = async () => {
    const { results } = await ask({
      type: 'sales',
      branch_id,
      from_date: '2026-11-20',
      to_date: '2026-11-21',
    });
    return Object.fromEntries(results.map(({ key, net }) => [key, net]));
  };
  const [before, after] = [
    { '2026-11-20': 0, '2026-11-21': 10 },
    { '2026-11-20': 10, '2026-11-21': 0 },
  ];
  expect(await days()).toEqual(before);
  await app.call(api.setting.save, { day_end: '04:00' }, { token: admin.token });
  expect(await days()).toEqual(after);
  await updateDaySums(app.services);
  expect(await days()).toEqual(after);
  // half past two in the night of Qatar is still the day before
  now = new Date('2031-05-10T23:30:00Z');
  const today = await ask({ type: 'sales', branch_id, range: 'today' });
  expect([today.meta.from_date, today.meta.to_date]).toEqual([DAY, DAY]);
  now = new Date(`${DAY}T20:00:00Z`);
  await app.call(api.setting.save, { day_end: '00:00' }, { token: admin.token });
});

test('V7.10 the first day of Ramadan is compared with the last first day of Ramadan, and a 30th without a counterpart with nothing', async () => {
  const { id: branch_id } = await makeBranch(app);
  await makeOrder(app, { branch_id, created_at: new Date('2025-03-01T09:00:00Z'), quantity: 2 });
  await makeOrder(app, { branch_id, created_at: new Date('2026-02-18T09:00:00Z') });
  const first = { from_date: '2026-02-18', to_date: '2026-02-18' };
  const request = { type: 'sales', branch_id, compare: 'hijri_year' } as const;
  const { meta, results } = await ask({ ...request, ...first });
  expect([meta.compare_from_date, meta.compare_to_date]).toEqual(['2025-03-01', '2025-03-01']);
  expect([meta.totals.net, meta.compare_totals?.net]).toEqual([10, 20]);
  expect(results[0]?.compare).toMatchObject({ net: 20 });
  const year = Array.from({ length: 360 }, (_, at) => addDays('2026-02-18', at));
  const alone = year.find((day) => getComparedDay(day, 'hijri_year', 1) === null) as string;
  const without = await ask({ ...request, from_date: alone, to_date: alone });
  expect([without.meta.compare_totals, without.meta.compare_from_date]).toEqual([null, null]);
});

describe('V7.11 reports for a manager of two branches', () => {
  const branches: number[] = [];
  let manager: Person;
  beforeAll(async () => {
    const shop = selling(app, admin);
    for (const quantity of [1, 2, 3]) {
      const { id: branch_id } = await makeBranch(app);
      branches.push(branch_id);
      const shelf = await stocked(app, 10, { branch_id });
      await shop.standing(shelf, quantity, 'delivered');
      await purchasing(app, admin).accepted(shelf, { quantity, cost: 2, head: { on_date: DAY } });
    }
    manager = await makePerson(app, {
      permissions: ['reports', 'payments', 'products.costs', 'reports.export'],
      branch_id: branches[0] as number,
      manages: [branches[1] as number],
    });
  });

  const daysOf = ({ time }: ReportDefinition) => (time === 'now' ? {} : { from_date: DAY, to_date: DAY });
  const summed = (type: (typeof REPORT_TYPES)[number]) =>
    Object.entries((REPORTS[type] as ReportDefinition).columns)
      .filter(([, { kind }]) => kind === 'sum')
      .map(([key]) => key);

  test.each(REPORT_TYPES)("the totals of the report %s cover the manager's two branches", async (type) => {
    const question = { type, ...daysOf(REPORTS[type]) };
    const [both, one, other] = [
      await ask(question, manager),
      await ask({ ...question, branch_id: branches[0] }, manager),
      await ask({ ...question, branch_id: branches[1] }, manager),
    ];
    expect([both.status, one.status, other.status]).toEqual([200, 200, 200]);
    for (const key of summed(type)) {
      const value = ({ meta }: typeof both) => Number(meta.totals[key] ?? 0);
      expect([key, value(both)]).toEqual([key, value(one) + value(other)]);
    }
    const third = await ask({ ...question, branch_id: branches[2] }, manager);
    expect([third.status, third.text.includes('branch_id')]).toEqual([422, true]);
  });

  test("report tiles cover the manager's two branches, also when sorted by change", async () => {
    const tile = { report: 'sales', column: 'net', group: 'branch', filters: { range: 'today' } } as const;
    const { results, status, text } = await app.call(
      api.report.tiles,
      {
        tiles: [
          { ...tile, form: 'list' },
          { ...tile, form: 'list', by: 'change', sort_as: 'asc' },
        ],
        compare: 'week',
      },
      { token: manager.token },
    );
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    const values = results.tiles.map((one) => one?.points.map(({ value }) => value));
    expect(values).toEqual([
      [20, 10],
      [10, 20],
    ]);
    expect(results.tiles[0]?.from_date).toBe(DAY);
  });
});

describe('reports without records', () => {
  const cases = [
    ['before the first day of the shop', '1990-01-01', '1990-01-31'],
    ['in the future', '2040-01-01', '2040-01-31'],
  ] as const;
  test.each(cases)(
    'an empty report of %s names the nearest days with records',
    async (_, from_date, to_date) => {
      const { status, results, meta } = await ask({ type: 'sales', from_date, to_date });
      expect([status, results]).toEqual([200, []]);
      expect(meta.nearest?.from_date).toMatch(/^20\d\d-/);
    },
  );

  test.each(cases)(
    'an empty report of %s movements names the nearest days with movements',
    async (_, from_date, to_date) => {
      const { status, results, meta } = await ask({ type: 'movement', from_date, to_date });
      expect([status, results]).toEqual([200, []]);
      expect(meta.nearest?.from_date).toMatch(/^20\d\d-/);
    },
  );

  test.each(['net) FROM account --', 'constructor'])(
    "a tile of the unknown column %s is refused with the tile's name",
    async (column) => {
      const tiles = [{ report: 'sales', column, form: 'number' }] as const;
      const reply = await app.call(api.report.tiles, { tiles: [...tiles] }, { token: admin.token });
      expect(reply.status).toBe(422);
      expect(Object.keys(reply.results as object)).toContain('errors');
    },
  );
});

test('the largest decrease is found among all groups, also when a group has no sales left', async () => {
  const { id: branch_id } = await makeBranch(app);
  const at = (day: string) => ({ branch_id, created_at: new Date(`${day}T09:00:00Z`) });
  await makeOrder(app, { ...at('2026-06-08'), source: 'website', quantity: 5 });
  await makeOrder(app, { ...at('2026-06-15'), source: 'dashboard', quantity: 2 });
  const { results } = await app.call(
    api.report.tiles,
    {
      tiles: [
        { report: 'sales', column: 'net', form: 'list', group: 'source', by: 'change', sort_as: 'asc' },
      ],
      branch_id,
      from_date: '2026-06-15',
      to_date: '2026-06-15',
      compare: 'week',
    },
    { token: admin.token },
  );
  expect(
    results.tiles[0]?.points.map(({ key, value, compare_value }) => [key, value, compare_value]),
  ).toEqual([
    ['website', 0, 50],
    ['dashboard', 20, null],
  ]);
});

describe('comparison with a week earlier', () => {
  let branch_id: number;
  const sales = { type: 'sales', compare: 'week' } as const;
  beforeAll(async () => {
    ({ id: branch_id } = await makeBranch(app));
    const at = (time: string) => ({ branch_id, created_at: new Date(time) });
    // a week before it was sold in the morning and in the evening; today in the morning, at another hour
    await makeOrder(app, { ...at('2031-05-03T06:00:00Z'), quantity: 2, source: 'website' });
    await makeOrder(app, { ...at('2031-05-03T19:30:00Z'), quantity: 5, source: 'website' });
    await makeOrder(app, { ...at('2031-05-10T07:00:00Z'), quantity: 1, source: 'dashboard' });
    await updateDaySums(app.services);
  });

  test('today is compared up to the same time of day, and a finished day as a whole', async () => {
    now = new Date(`${DAY}T09:00:00Z`);
    for (const group of ['day', 'branch', 'hour', 'order']) {
      const { meta } = await ask({ ...sales, branch_id, group, range: 'today' });
      expect([group, meta.totals.net, meta.compare_totals?.net]).toEqual([group, 10, 20]);
      expect(meta.compare_until).toBe('2031-05-03T09:00:00.000Z');
    }
    now = new Date('2031-05-11T05:00:00Z');
    const { meta } = await ask({ ...sales, branch_id, range: 'yesterday' });
    expect([meta.from_date, meta.to_date, meta.compare_until]).toEqual([DAY, DAY, null]);
    expect([meta.totals.net, meta.compare_totals?.net]).toEqual([10, 70]);
    now = new Date(`${DAY}T20:00:00Z`);
  });

  test.each(['day', 'hour', 'source', 'branch'])(
    'groups by %s that only the compared days have get rows of 0, so that the rows add up to both totals',
    async (group) => {
      const days = { from_date: '2031-05-09', to_date: DAY };
      const { results, meta } = await ask({ ...sales, branch_id, group, ...days });
      const sum = (values: unknown[]) =>
        values.reduce<number>((total, value) => total + Number(value ?? 0), 0);
      expect(sum(results.map(({ net }) => net))).toBe(10);
      expect(sum(results.map(({ compare }) => compare?.net))).toBe(70);
      expect([meta.totals.net, meta.compare_totals?.net, meta.total]).toEqual([10, 70, results.length]);
    },
  );

  test('channels that only the compared days have get no share, also when sorted by the largest change', async () => {
    const days = { from_date: DAY, to_date: DAY };
    const tile = { report: 'channels', column: 'net', form: 'list', group: 'source', by: 'change' } as const;
    const { status, results } = await app.call(
      api.report.tiles,
      { tiles: [tile], branch_id, ...days, compare: 'week' },
      { token: admin.token },
    );
    expect(status).toBe(200);
    const rows = results.tiles[0]?.points.map(({ key, value, compare_value }) => [key, value, compare_value]);
    expect(rows).toEqual([
      ['dashboard', 10, null],
      ['website', 0, 70],
    ]);
  });

  test('a report without records stays empty even when the compared days have records', async () => {
    const { results, meta } = await ask({
      ...sales,
      branch_id,
      from_date: '2031-05-08',
      to_date: '2031-05-09',
      compare: 'before',
    });
    expect(results).toEqual([]);
    expect(meta.nearest).not.toBeNull();
  });
});
