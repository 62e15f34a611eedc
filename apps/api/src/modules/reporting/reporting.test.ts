import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { purchasing } from '../../../test/receipts.ts';

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
  expect([days.status, days.results.map((row) => [row.key, row.net, row.compare])]).toEqual([
    200,
    [
      ['2026-11-21', 8, null],
      ['2026-11-20', null, null],
    ].slice(0, 1),
  ]);
  expect(days.meta.compare_totals).toMatchObject({ net: 50 });
});
