import { api, REPORTS, type ReportDefinition } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { selling, stocked } from '../../../test/sales.ts';
import { makeTill } from '../../../test/tills.ts';

// Rule: docs/rules/reports.md#columns-that-are-shown

const DAY = '2026-11-25';
let app: TestApp;
let admin: Person;
/** Somebody who has no drawer to count. */
let reader: Person;
let branch_id: number;

/** A till of a branch whose prices are without tax sells for cash that is rounded, and by a card with a fee. */
beforeAll(async () => {
  app = await startApp({ now: () => new Date(`${DAY}T09:00:00Z`) });
  admin = await makeAdmin(app);
  reader = await makeAdmin(app);
  const { prisma } = app.services.database;
  const as = { token: admin.token };
  expect((await app.call(api.setting.save, { cash_rounding: 25 }, as)).status).toBe(200);
  const till = await makeTill(app);
  branch_id = till.branch_id;
  const shelf = await stocked(app, 20, { branch_id });
  const card = await prisma.payment_method.create({
    data: {
      code: `fee${shelf.item_id}`,
      titles: { en: 'Card with a fee' },
      type: 'card',
      margin: 3,
      charge_customer: 1,
      branches: { create: { branch_id } },
    },
  });
  const at = { device_id: till.device_id };
  expect((await app.call(api.posSession.open, { ...at, start_amount: 0 }, as)).status).toBe(200);
  const shop = selling(app, admin);
  const sold = [
    await shop.make(shelf, 1, { ...at, discount: 0.12 }),
    await shop.make(shelf, 2, { ...at, payment_id: card.id }),
    await shop.standing(shelf, 1, 'delivered', { type: 'take_away' }),
  ];
  for (const { status, text } of sold.slice(0, 2) as { status: number; text: string }[])
    expect(status, text).toBe(200);
});
afterAll(() => app.stop());

const NETS = [
  { type: 'sales', endpoint: api.report.list, net: 'net' },
  { type: 'channels', endpoint: api.report.list, net: 'net' },
  { type: 'pos_cash', endpoint: api.report.cash, net: 'net_sales' },
] as const;
const groups = NETS.flatMap((report) => {
  const { groups, columns }: ReportDefinition = REPORTS[report.type];
  return groups
    .filter((group) => columns[report.net]?.only?.includes(group) ?? true)
    .map((group) => ({ ...report, group }));
});

test.each(groups)('the displayed columns of $type by $group add up to its net', async (query) => {
  const { type, endpoint, net, group } = query;
  const status = type === 'pos_cash' ? { status: 'open' } : { type };
  const { meta, results, text } = await app.call(
    endpoint as typeof api.report.list,
    { ...status, group, branch_id, from_date: DAY, to_date: DAY, limit: 100 } as never,
    { token: reader.token },
  );
  expect(results.length, text.slice(0, 200)).toBeGreaterThan(0);
  const formula = (REPORTS[type] as ReportDefinition).columns[net];
  if (formula?.kind !== 'formula') throw new TypeError(`${net} is no formula`);
  const shown = meta.columns.filter(({ hidden }) => !hidden).map(({ key }) => key);
  expect(shown).toContain('rounding');
  const add = (row: Readonly<Record<string, unknown>>, names: readonly string[]) =>
    names.filter((name) => shown.includes(name)).reduce((all, name) => all + Number(row[name]), 0);
  for (const row of [...results, meta.totals] as Readonly<Record<string, unknown>>[])
    expect(add(row, formula.plus) - add(row, formula.minus)).toBeCloseTo(Number(row[net]), 6);
});

test('parts of a net total that are zero everywhere are hidden but can be shown', async () => {
  const { meta } = await app.call(
    api.report.list,
    { type: 'sales', branch_id, from_date: '2026-11-01', to_date: '2026-11-02' },
    { token: reader.token },
  );
  expect(meta.columns.find(({ key }) => key === 'rounding')?.hidden).toBe(true);
});

test('every part of a displayed net total can be shown', () => {
  const lost = Object.values(REPORTS as Readonly<Record<string, ReportDefinition>>).flatMap(
    ({ key, columns }) =>
      Object.entries(columns).flatMap(([name, column]) =>
        column.kind === 'formula' && !column.hidden
          ? [...column.plus, ...column.minus]
              .filter((part) => columns[part]?.hidden === true)
              .map((part) => `${key}.${name}: ${part}`)
          : [],
      ),
  );
  // the profit has its own basis, the value of goods without tax, which stays on demand
  expect(lost).toEqual(['sales.profit: goods_ex_tax', 'channels.profit: goods_ex_tax']);
});
