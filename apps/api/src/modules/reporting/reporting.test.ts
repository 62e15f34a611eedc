import { api, REPORT_TYPES, REPORTS } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { purchasing } from '../../../test/receipts.ts';
import { selling, stocked } from '../../../test/sales.ts';
import { stockUp } from '../../../test/stock.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-11-25T09:00:00Z') });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const ask = (input: object, person: Person = admin) =>
  app.call(api.report.list, input, { token: person.token });

test('the purchase report counts receipts on the day of their invoice', async () => {
  const head = { on_date: '2026-11-20', invoice_date: '2026-11-18', invoice_number: 'R-1' };
  const one = await purchasing(app, admin).accepted(undefined, { head });
  await purchasing(app, admin).accepted(undefined, { quantity: 4, cost: 2, head: { on_date: '2026-11-21' } });
  const { status, results, meta, text } = await ask({ type: 'procurement', range: 'this_month' });
  expect([status, text.slice(0, 300)]).toEqual([200, expect.anything()]);
  expect(meta.totals).toMatchObject({
    quantity: 14,
    receipts: 2,
    net: 58,
    total: 58,
    discount: 0,
    balance: 58,
  });
  expect(results.map((row) => [row.date, row.net])).toEqual([
    ['2026-11-21', 8],
    ['2026-11-18', 50],
  ]);
  expect(results[1]).toMatchObject({
    invoice_id: one.id,
    reference_number: 'R-1',
    supplier_id: one.supplier_id,
  });
  const days = await ask({
    type: 'procurement',
    group: 'day',
    compare: 'before',
    from_date: '2026-11-20',
    to_date: '2026-11-21',
  });
  expect([days.status, days.results.map((row) => [row.key, row.net, row.compare?.net])]).toEqual([
    200,
    [
      ['2026-11-21', 8, undefined],
      ['2026-11-20', 0, 50],
    ],
  ]);
  expect(days.meta.compare_totals).toMatchObject({ net: 50 });
});

test('the range of this week starts on the weekday of the settings', async () => {
  const daysOf = async (week_start?: number) => {
    if (week_start !== undefined) await app.call(api.setting.save, { week_start }, { token: admin.token });
    const { meta } = await ask({ type: 'sales', range: 'this_week' });
    return [meta.from_date, meta.to_date];
  };
  // a Wednesday in a shop of Qatar
  expect(await daysOf()).toEqual(['2026-11-21', '2026-11-25']);
  expect(await daysOf(1)).toEqual(['2026-11-22', '2026-11-25']);
  expect(await daysOf(4)).toEqual(['2026-11-25', '2026-11-25']);
  expect(await daysOf(0)).toEqual(['2026-11-21', '2026-11-25']);
});

const GROUPS = (type: keyof typeof REPORTS) => REPORTS[type].groups;

test('every report answers every group, sort and comparison', async () => {
  const shelf = await stocked(app, 20, { cost: 3 });
  const shop = selling(app, admin);
  await shop.standing(shelf, 2, 'delivered');
  for (const type of REPORT_TYPES)
    for (const group of GROUPS(type)) {
      const all = await ask({ type, group, limit: 100, compare: 'before' });
      expect([all.status, type, group, all.status === 200 ? '' : all.text]).toEqual([200, type, group, '']);
      for (const { key, sortable } of all.meta.columns) {
        if (!sortable) continue;
        const sorted = await ask({ type, group, sort_by: key, sort_as: 'desc', limit: 2 });
        expect([sorted.status, type, group, key, sorted.status === 200 ? '' : sorted.text]).toEqual([
          200,
          type,
          group,
          key,
          '',
        ]);
      }
    }
});

test('a report row links to exactly the records it counts, and totals link to no others', async () => {
  const shelf = await stocked(app, 20, { cost: 3 });
  await selling(app, admin).standing(shelf, 2, 'delivered');
  const { item_id, product_id, branch_id } = shelf;
  const own = { branch_id, product_id };
  const sales = await ask({ type: 'sales', group: 'branch', branch_id });
  expect(sales.results[0]?.opens?.row?.filters).toMatchObject({ branch_id, canceled: 0 });
  const delivered = await ask({ type: 'sales', group: 'branch', branch_id, status_value: 5 });
  expect(delivered.meta.totals.opens?.row?.filters).not.toHaveProperty('canceled');

  const item = await ask({ type: 'inventory', group: 'item', ...own });
  expect(item.results[0]?.opens?.row?.filters).toMatchObject({ item_id, branch_id });
  // today is the 25th: what has expired, expired until yesterday
  expect(item.results[0]?.opens?.expired?.filters).toMatchObject({ item_id, to_date: '2026-11-24' });

  const events = await ask({ type: 'movement', group: 'event', ...own });
  const [event] = events.results;
  expect(event?.opens?.batch_id).toEqual({ path: '/products/batches', filters: { id: event?.batch_id } });
  expect(events.meta.totals.opens).not.toHaveProperty('row');

  for (const expire_date of ['2026-11-20', '2026-11-30', '2026-12-08'])
    await stockUp(app.ctx(), shelf, 1, 3, { expire_date });
  const expiring = { type: 'expiry', group: 'bucket', to_date: '2026-12-10' } as const;
  const { results, meta } = await ask(expiring);
  expect(results.map(({ key }) => key)).toEqual(['expired', '7', '30']);
  expect(meta.totals.opens?.row?.filters).toEqual({ expire_to: '2026-12-10', remaining: 1 });
  const days: Record<string, object> = {
    expired: { expire_to: '2026-11-24' },
    7: { expire_from: '2026-11-25', expire_to: '2026-12-02' },
    30: { expire_from: '2026-12-03', expire_to: '2026-12-10' },
  };
  for (const { key, opens } of results)
    expect([key, opens?.row?.filters]).toEqual([key, { ...days[key], remaining: 1 }]);
});
