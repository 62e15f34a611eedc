import { isRouteAllowed } from '@dukkan/commerce';
import { api, REPORT_TYPES, REPORTS, type ReportLink } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SEEDED_ROLES } from '../../src/modules/identity/role/seed-roles.ts';
import { makeAdmin, makePerson, type Person } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { lineOf, makeSupplier, purchasing } from '../receipts.ts';
import { selling, stocked } from '../sales.ts';
import { makeShelf, stockUp } from '../stock.ts';
import { makeTill } from '../tills.ts';

/** The pages that figures of reports open: the keys of their routes, what a list and what a single record reads. */
const PAGES = {
  '/orders': { keys: ['orders', 'driver', 'seller'], list: api.order.list, show: api.order.show },
  '/return-reciepts': { keys: ['orders', 'driver', 'seller'], list: api.orderReturn.list, show: null },
  '/payments': { keys: ['payments', 'branches', 'branchs'], list: api.orderPayment.list, show: null },
  '/payments/drivers': { keys: ['payments', 'branches', 'branchs'], list: api.driverCash.list, show: null },
  '/sessions': {
    keys: ['sessions', 'branches', 'branchs', 'seller'],
    list: api.posSession.list,
    show: api.posSession.show,
  },
  '/reciepts': { keys: ['reciepts'], list: api.receipt.list, show: null },
  '/reciepts/purchase-invoice': { keys: ['reciepts'], list: null, show: api.receipt.show },
  '/transactions': { keys: ['transactions'], list: api.transaction.list, show: null },
  '/products/stock': { keys: ['products', 'reciepts', 'reports'], list: api.stock.list, show: null },
  // a batch has no page; the list takes its id
  '/products/batches': { keys: ['products', 'reciepts', 'reports'], list: api.batch.list, show: null },
  '/products/counts': {
    keys: ['reciepts', 'reports'],
    list: api.stockCount.list,
    show: api.stockCount.show,
  },
  '/expiry-report': { keys: ['reports'], list: api.report.list, show: null },
} as const;

let app: TestApp;
let admin: Person;
let branch_id: number;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-11-25T09:00:00Z') });
  admin = await makeAdmin(app);
  const till = await makeTill(app);
  branch_id = till.branch_id;
  const shelf = await stocked(app, 40, { branch_id, cost: 3 });
  for (const expire_date of ['2026-11-20', '2026-12-08'])
    await stockUp(app.ctx(), shelf, 2, 3, { expire_date });
  const token = { token: admin.token };
  const order = await selling(app, admin).standing(shelf, 3, 'delivered');
  const items = [{ item_id: shelf.item_id, quantity: 1 }];
  await app.call(api.orderReturn.make, { order_id: order.id, items }, token);
  await purchasing(app, admin).accepted();
  await purchasing(app, admin).accepted(shelf);
  // goods for two branches: who works in one of them reads its part in the report, and may not open the receipt
  const elsewhere = await makeShelf(app);
  const both = { supplier_id: await makeSupplier(app), status: 1, items: [lineOf(shelf), lineOf(elsewhere)] };
  await purchasing(app, admin).save(both);
  const { results: count } = await app.call(
    api.stockCount.save,
    { branch_id, items: [{ item_id: shelf.item_id, counted: 9 }] },
    token,
  );
  await app.call(api.stockCount.post, { id: count.id }, token);
  await app.call(api.posSession.open, { ...till, start_amount: 100 }, token);
});
afterAll(() => app.stop());

/** Every report with its groups, as its endpoint is asked. */
const QUESTIONS = [
  ...REPORT_TYPES.flatMap((type) =>
    REPORTS[type].groups.map((group) => [api.report.list, { type, group, limit: 100 }] as const),
  ),
  ...REPORTS.drivers.groups.map((group) => [api.report.drivers, { group, limit: 100 }] as const),
  ...REPORTS.pos_cash.groups.map(
    (group) => [api.report.cash, { group, status: 'open', limit: 100 }] as const,
  ),
  ...REPORTS.payments.groups.map((group) => [api.orderPayment.list, { group, limit: 100 }] as const),
];
type Answer = { readonly opens?: Record<string, ReportLink> | undefined };

const toText = ({ path, filters }: ReportLink) => `${path} ${JSON.stringify(filters)}`;

/** Reads what the page of a link reads, and returns the status of the answer. */
async function follow({ path, filters }: ReportLink, { token }: Person): Promise<number> {
  const page = PAGES[path as keyof typeof PAGES];
  const { id, ...others } = filters;
  if (id !== undefined && page.show) return (await app.call(page.show, { id: Number(id) }, { token })).status;
  if (!page.list) return 404;
  const input = path === '/expiry-report' ? { type: 'expiry', ...others } : filters;
  return (await app.call(page.list as typeof api.order.list, input as object, { token })).status;
}

test.each(SEEDED_ROLES.map((role) => [role.key, role] as const))(
  'every linked figure of a report opens its records for the %s',
  async (key, { permissions, global }) => {
    const manages = key === 'branch_manager' ? [branch_id] : [];
    const place = global === 1 || key === 'branch_manager' ? {} : { branch_id };
    const person = await makePerson(app, { permissions, global, manages, ...place });
    const links = new Map<string, ReportLink>();
    let read = 0;
    for (const [endpoint, input] of QUESTIONS) {
      const { status, results, meta } = await app.call(endpoint as typeof api.report.list, input as object, {
        token: person.token,
      });
      if (status !== 200) {
        expect([input, status]).toEqual([input, 403]);
        continue;
      }
      read += 1;
      const answers: Answer[] = [...results, (meta.totals ?? {}) as Answer];
      for (const { opens = {} } of answers)
        for (const link of Object.values(opens)) links.set(toText(link), link);
    }
    const unknown = [...links.values()].filter(({ path }) => !(path in PAGES));
    expect(unknown).toEqual([]);
    const opening = [...links.values()].filter(({ path }) =>
      isRouteAllowed(permissions, PAGES[path as keyof typeof PAGES].keys),
    );
    const answers: [string, number][] = [];
    for (const link of opening) answers.push([toText(link), await follow(link, person)]);
    expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
    // those who read reports at all read many, and find what is behind them
    const isReader = permissions.some((one) => one === 'admin' || one === 'reports');
    expect([key, read > 20, opening.length > 10]).toEqual([key, isReader, isReader]);
  },
);

test('the drill-down test covers exactly the pages that report figures link to', () => {
  const named = Object.values(REPORTS).flatMap(({ opens }) => Object.values(opens).map(({ to }) => to));
  expect(Object.keys(PAGES).toSorted()).toEqual([...new Set(named)].toSorted());
});
