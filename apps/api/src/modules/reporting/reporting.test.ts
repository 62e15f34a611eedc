import { api, REPORT_TYPES, REPORTS } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { purchasing } from '../../../test/receipts.ts';
import { selling, stocked } from '../../../test/sales.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-11-25T09:00:00Z') });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const ask = (input: object, person: Person = admin) =>
  app.call(api.report.list, input, { token: person.token });

test('procurement counts receipts on the day of their invoice', async () => {
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
