import { api, REPORTS, type ReportKey } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { selling, stocked } from '../../../test/sales.ts';
import type { Shelf } from '../../../test/stock.ts';

const TODAY = '2026-11-25';
const DAYS = { from_date: TODAY, to_date: TODAY } as const;

let app: TestApp;
let admin: Person;
const shelves: Shelf[] = [];
const branches: number[] = [];

/** Three branches sell three, two and one unit at 10.00 each (cost 3.00); the first takes one back, the last order is canceled. */
beforeAll(async () => {
  app = await startApp({ now: () => new Date(`${TODAY}T09:00:00Z`) });
  admin = await makeAdmin(app);
  const shop = selling(app, admin);
  for (const quantity of [3, 2, 1]) {
    const { id: branch_id } = await makeBranch(app);
    const shelf = await stocked(app, 20, { cost: 3, branch_id });
    branches.push(branch_id);
    shelves.push(shelf);
    const order = await shop.standing(shelf, quantity, 'delivered');
    if (quantity !== 3) continue;
    const back = await shop.giveBack(order.id, [{ item_id: shelf.item_id, quantity: 1 }]);
    expect([back.status, back.status === 200 ? '' : back.text]).toEqual([200, '']);
  }
  await shop.standing(shelves[0] as Shelf, 5, 'canceled');
});
afterAll(() => app.stop());

const ask = (input: object, person: Person = admin) =>
  app.call(api.report.list, input, { token: person.token });
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
const add = (rows: readonly Record<string, unknown>[], column: string): number =>
  rows.reduce((sum, row) => sum + number(row[column]), 0);

async function everyRow(input: object, person?: Person) {
  const rows: Record<string, unknown>[] = [];
  for (let page = 1; ; page += 1) {
    const { status, text, results, meta } = await ask({ ...input, page, limit: 1 }, person);
    if (status !== 200) throw new Error(text);
    rows.push(...results);
    if (page >= number(meta.last_page)) return { rows, totals: meta.totals };
  }
}

describe('the sales report', () => {
  test('the sales report shows sales, returns and profit', async () => {
    const { meta } = await ask({ type: 'sales', ...DAYS });
    expect(meta.totals).toMatchObject({ orders: 3, total: 60, returns: 10, net: 50, cost: 15, profit: 35 });
  });

  test.each(['day', 'month', 'branch', 'source', 'hour', 'weekday', 'order'])(
    'sales rows by %s add up to the totals over all pages',
    async (group) => {
      const { rows, totals } = await everyRow({ type: 'sales', group, ...DAYS });
      expect(rows.length).toBeGreaterThan(0);
      for (const column of ['orders', 'total', 'returns', 'net', 'cost', 'profit'])
        expect([column, add(rows, column)]).toEqual([column, number(totals[column])]);
    },
  );

  const SORTED = Object.entries(REPORTS.sales.columns).flatMap(([key, { kind }]) =>
    kind === 'detail' ? [] : [key],
  );
  test.each(SORTED)('orders sorted by %s are all orders in the right order', async (column) => {
    const query = { type: 'sales', group: 'order', ...DAYS } as const;
    const all = await everyRow(query);
    for (const sort_as of ['asc', 'desc'] as const) {
      const { rows, totals } = await everyRow({ ...query, sort_by: column, sort_as });
      expect(totals).toEqual(all.totals);
      expect(rows.map(({ key }) => key).sort()).toEqual(all.rows.map(({ key }) => key).sort());
      const values = rows.map((row) => row[column]).filter((value) => value !== null);
      const sorted = values.map(number).toSorted((a, b) => (sort_as === 'asc' ? a - b : b - a));
      expect(values).toEqual(sorted);
    }
  });

  test('sales by channel have the same net, and their shares add up to 100', async () => {
    const { results, meta } = await ask({ type: 'channels', ...DAYS });
    expect(meta.totals.net).toBe(50);
    expect(add(results, 'share')).toBeCloseTo(100, 6);
  });

  test('canceled orders count in the sales report only when their status is selected', async () => {
    const { meta } = await ask({ type: 'sales', status_value: -1, ...DAYS });
    expect(meta.totals).toMatchObject({ orders: 1, total: 50 });
  });
});

describe('stock reports', () => {
  test('inventory at cost equals the running value of movements and, without goods that do not expire, of expiry', async () => {
    for (const branch_id of branches) {
      const inventory = await ask({ type: 'inventory', branch_id });
      const movement = await ask({ type: 'movement', branch_id, from_date: '2026-01-01', to_date: TODAY });
      expect(number(inventory.meta.totals.stock_cost)).toBeGreaterThan(0);
      expect(movement.meta.totals.stock_cost).toBe(inventory.meta.totals.stock_cost);
    }
  });

  test('units on hand equal units received less units sold', async () => {
    const { rows, totals } = await everyRow({ type: 'inventory', group: 'branch' });
    expect(add(rows, 'on_hand')).toBe(60 - 6 + 1);
    expect(totals.on_hand).toBe(55);
  });
});

describe('reports for a manager of two branches', () => {
  let manager: Person;
  beforeAll(async () => {
    manager = await makePerson(app, {
      permissions: ['reports', 'products.costs'],
      branch_id: branches[1] as number,
      manages: [branches[2] as number],
    });
  });

  test("report rows, pages and totals cover the manager's two branches", async () => {
    const { rows, totals } = await everyRow({ type: 'sales', group: 'branch', ...DAYS }, manager);
    expect(rows.map(({ key }) => Number(key)).sort()).toEqual([branches[1], branches[2]].sort());
    expect(totals).toMatchObject({ orders: 2, total: 30, net: 30 });
  });

  test("report tiles cover the manager's two branches", async () => {
    const tiles = await app.call(
      api.report.tiles,
      {
        tiles: [
          { report: 'sales', column: 'net', form: 'number', filters: DAYS },
          { report: 'sales', column: 'net', form: 'bars', group: 'branch', filters: DAYS },
        ],
      },
      { token: manager.token },
    );
    expect([tiles.status, tiles.status === 200 ? '' : tiles.text]).toEqual([200, '']);
    expect(tiles.results.tiles[0]?.value).toBe(30);
    expect(tiles.results.tiles[1]?.points.length).toBe(2);
  });

  test('the manager sees no report of another branch', async () => {
    const { status } = await ask({ type: 'sales', branch_id: branches[0], ...DAYS }, manager);
    expect([403, 404, 422]).toContain(status);
  });
});

test('a report tile equals the column of the report that it opens', async () => {
  const expected = [
    ['sales', 'net'],
    ['sales', 'orders'],
    ['channels', 'net'],
    ['inventory', 'stock_cost'],
    ['procurement', 'net'],
  ] as const satisfies readonly (readonly [ReportKey, string])[];
  const { results } = await app.call(
    api.report.tiles,
    {
      tiles: expected.map(([report, column]) => ({
        report,
        column,
        form: 'number' as const,
        filters: REPORTS[report].time === 'now' ? {} : DAYS,
      })),
    },
    { token: admin.token },
  );
  for (const [index, [type, column]] of expected.entries()) {
    const { meta } = await ask({ type, ...(REPORTS[type].time === 'now' ? {} : DAYS) });
    expect([type, column, results.tiles[index]?.value ?? 0]).toEqual([
      type,
      column,
      number(meta.totals[column]),
    ]);
  }
});

describe('invalid report input', () => {
  const reports = {
    sales: api.report.list,
    drivers: api.report.drivers,
    tills: api.report.cash,
    payments: api.orderPayment.list,
  };
  const grouped: Partial<Record<keyof typeof reports, object>> = { payments: { group: 'day' } };
  const bad: readonly (readonly [string, object, string])[] = [
    ['a range of 367 days', { from_date: '2025-11-24', to_date: '2026-11-25' }, 'to_date'],
    ['the wrong way round', { from_date: '2026-11-25', to_date: '2026-11-24' }, 'to_date'],
    ['a day that is none', { from_date: '2026-02-30' }, 'from_date'],
    ['a group that the report lacks', { group: 'bucket' }, 'group'],
    ['a column with SQL in it', { sort_by: 'net; DROP TABLE account' }, 'sort_by'],
    ['a branch that is not there', { branch_id: 2_000_000_000 }, 'branch_id'],
  ];
  const cases = Object.keys(reports).flatMap((name) =>
    bad.map(([what, input, field]) => [name as keyof typeof reports, what, input, field] as const),
  );
  test.each(cases)('%s is refused: %s', async (name, _, input, field) => {
    const question = { ...grouped[name], ...input };
    const reply = await app.call(reports[name], question as never, { token: admin.token });
    expect([reply.status, Object.keys(reply.failure.errors ?? {})]).toEqual([422, [field]]);
  });

  test('tiles with another branch or with dates in the wrong order are refused', async () => {
    const tile = { report: 'sales', column: 'net', form: 'number' } as const;
    const manager = await makePerson(app, { permissions: ['reports'], branch_id: branches[1] as number });
    const foreign = await app.call(
      api.report.tiles,
      { tiles: [tile], branch_id: branches[0] as number },
      { token: manager.token },
    );
    expect([foreign.status, Object.keys(foreign.failure.errors ?? {})]).toEqual([422, ['branch_id']]);
    const turned = { ...tile, filters: { from_date: TODAY, to_date: '2026-11-24' } };
    const reply = await app.call(api.report.tiles, { tiles: [tile, turned] }, { token: admin.token });
    expect([reply.status, Object.keys(reply.failure.errors ?? {})]).toEqual([422, ['tiles.1.to_date']]);
  });

  test('more than 20 tiles are refused', async () => {
    const tile = { report: 'sales', column: 'net', form: 'number' } as const;
    const reply = await app.call(
      api.report.tiles,
      { tiles: Array.from({ length: 21 }, () => tile) },
      { token: admin.token },
    );
    expect(reply.status).toBe(422);
  });

  test('a report without records names the nearest days that have some', async () => {
    const { status, results, meta } = await ask({
      type: 'sales',
      from_date: '2026-10-01',
      to_date: '2026-10-31',
    });
    expect([status, results.length]).toEqual([200, 0]);
    expect(meta.nearest).toMatchObject({ from_date: expect.stringContaining('2026-11') });
  });
});

describe('the stock count report', () => {
  test('pages and totals of the stock count report cover its lines, whatever was counted', async () => {
    const { id: branch_id } = await makeBranch(app);
    const token = { token: admin.token };
    const shelf = [
      await stocked(app, 20, { cost: 3, branch_id }),
      await stocked(app, 4, { cost: 5, branch_id }),
    ];
    const items = shelf.map(({ item_id }, at) => ({ item_id, counted: [18, 4][at] ?? 0 }));
    const { results: count } = await app.call(api.stockCount.save, { branch_id, items }, token);
    const posted = await app.call(api.stockCount.post, { id: count.id }, token);
    expect(posted.status, posted.text).toBe(200);
    const { results, meta } = await ask({ type: 'stock_taking', branch_id, ...DAYS });
    expect(results).toHaveLength(2);
    expect(meta).toMatchObject({ total: 2, last_page: 1 });
    expect(meta.totals).toMatchObject({
      lines: 2,
      system: 24,
      counted: 22,
      difference: -2,
      difference_value: -6,
    });
  });
});
