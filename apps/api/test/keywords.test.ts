import { api, type Endpoint } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod';
import { makeBranch, makePerson, type Person, unique } from './actors.ts';
import { startApp, type TestApp } from './app.ts';
import { makeGermanShop } from './fiscal.ts';
import { READS } from './guard/questions.ts';
import { makeGateway, makeOnlineMethod } from './online-payments.ts';
import { endpointOf, ORACLES } from './oracles.ts';
import { places } from './places.ts';
import { makeSupplier, purchasing } from './receipts.ts';
import { mobile, selling } from './sales.ts';
import { makeShelf, type Shelf, stockUp } from './stock.ts';
import { driverWith, makeTill, takingCash } from './tills.ts';

// Rule: docs/rules/wire.md#search

/** The one name that every record of this file is found by. */
const NAME = 'Müllerhof Jaeger الشاكرية أسامة ليلى منصوري';
const NAMES = { ar: '', en: NAME, de: '' };

/** What people type for it, by what is different. */
const TYPED = {
  'an umlaut, spelled out or as the bare vowel': ['Müllerhof', 'MUELLERHOF', 'Muellerhof', 'mullerhof'],
  'an umlaut where it is stored spelled out': ['Jäger', 'jaeger'],
  'the Arabic article, typed or left out': ['الشاكرية', 'شاكرية', 'منصوري', 'المنصوري'],
  'Arabic letter forms': ['أسامة', 'اسامه', 'ليلى', 'ليلي', 'الشاكريه', 'منصورى'],
  'the order of the words': ['شاكريه mueller', 'jäger müller', 'ليلي اسامه'],
  'half a word': ['uellerho', 'llerh', 'شاكر', 'سام jae'],
};
/** Words of it beside one that nothing has. */
const FOREIGN = ['Müllerhof Zyzzyva', 'zyzzyva', 'الزيزفون'];

let app: TestApp;
let admin: Person;
let branch_id: number;
let device_id: number;
let shelf: Shelf;
let order_id: number;
let customer_id: number;
let payment_id: number;
let supplier_id: number;

const call = async (endpoint: object, input: object) => {
  const reply = await app.call(endpoint as Endpoint, input, { token: admin.token });
  expect(reply.status, reply.text).toBe(200);
  return reply.results as { id: number };
};
const prisma = () => app.services.database.prisma;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, { permissions: ['admin'], global: 1, name: NAME });
  ({ branch_id, device_id } = await makeTill(app));
  await prisma().branch.update({ where: { id: branch_id }, data: { names: NAMES } });
  shelf = await makeShelf(app, { branch_id });
  await prisma().product.update({ where: { id: shelf.product_id }, data: { titles: NAMES } });
  await stockUp(app.ctx(), shelf, 20, 3);
  const client = { name: NAME, phone: mobile() };
  const order = await selling(app, admin).standing(shelf, 2, 'delivered', { client, paid: 1 });
  order_id = order.id;
  customer_id = order.client?.id ?? 0;
  payment_id = await makeOnlineMethod(app, branch_id);
  await prisma().payment_method.update({ where: { id: payment_id }, data: { titles: NAMES } });
  supplier_id = await makeSupplier(app, NAME);
}, 120_000);
afterAll(() => app.stop());

type Seed = () => Promise<object> | object;

/** For each list the record with that name, where the shop above has none; answers what else the list is asked with. */
const SEEDS: Readonly<Record<string, Seed>> = {
  ...fromOracles(),
  '/user/sessions': async () => {
    await prisma().session.updateMany({ where: { account_id: admin.id }, data: { user_agent: NAME } });
    return {};
  },
  '/admin/accounts': () => ({}),
  '/admin/manager/accounts': async () => {
    await makePerson(app, { permissions: ['seller'], branch_id, name: NAME });
    return {};
  },
  '/admin/accounts/roles': async () => {
    await prisma().role.create({ data: { titles: NAMES, permissions: ['banners'] } });
    return {};
  },
  '/admin/branchs': () => ({}),
  '/admin/products/areas': async () => {
    await places(app, admin).country({ names: { en: NAME } });
    return {};
  },
  '/admin/products/addresses': async () => {
    await call(api.address.save, { user_id: customer_id, info: { street: '1', home_no: '2' } });
    return {};
  },
  '/admin/delivery': delivers,
  '/admin/branch/deliveries': delivers,
  '/admin/payments': () => ({}),
  '/admin/branch/payments': () => ({}),
  '/admin/taxs/tss': async () => {
    const { branch_id, device_ids } = await makeGermanShop(app, admin);
    await call(api.tss.create, { branch_id, device_id: device_ids[0], description: NAME });
    await call(api.setting.save, { Currency: 'QAR' });
    return {};
  },
  '/admin/taxs/documents': async () => {
    const data = { id: String(unique()), branch_id, kind: 'sale', order_id, process_data: '' };
    await prisma().fiscal_document.create({ data: { ...data, state: 'outage', reason: 'no_tss' } });
    return {};
  },
  '/admin/products/imports': async () => {
    await makeImport();
    return {};
  },
  '/admin/products/import/rows': async () => ({ import_id: await makeImport() }),
  '/admin/products/suppliers': () => ({}),
  '/admin/products/suppliers/ledger': async () => {
    await receives();
    return { supplier_id };
  },
  '/admin/products/suppliers/items': async () => {
    await prisma().supplier_item.create({ data: { supplier_id, item_id: shelf.item_id, title: NAME } });
    return { supplier_id };
  },
  '/admin/products/receipts': async () => {
    await receives();
    return {};
  },
  '/admin/products/transactions': async () => {
    await call(api.transaction.save, { receipt_id: await receives(), value: 1 });
    return {};
  },
  '/admin/products/stock': () => ({}),
  '/admin/products/to-order': async () => {
    await prisma().product_item.update({ where: { id: shelf.item_id }, data: { minimum_quantity: 1_000 } });
    return {};
  },
  '/admin/products/stock/deleted': async () => {
    const gone = await makeShelf(app);
    await stockUp(app.ctx(), gone, 3, 2);
    const data = { titles: NAMES, deleted_at: new Date(Date.now() - 90 * 86_400_000) };
    await prisma().product.update({ where: { id: gone.product_id }, data });
    return {};
  },
  '/admin/products/used-quantities': () => ({}),
  '/admin/products/transfers': async () => {
    const to_branch_id = (await makeBranch(app)).id;
    const items = [{ item_id: shelf.item_id, quantity: 1 }];
    await call(api.transfer.save, { from_branch_id: branch_id, to_branch_id, items });
    return {};
  },
  '/admin/products/counts': async () => {
    await call(api.stockCount.save, { branch_id, items: [{ item_id: shelf.item_id, counted: 9 }] });
    return {};
  },
  '/admin/manager/pricelist': lists,
  '/admin/pricelist/show/{id}': async () => {
    const { product_id, item_id } = shelf;
    const items = { create: { product_id, item_id, price: 9 } };
    return { id: (await prisma().price_list.create({ data: { titles: { en: 'Plain' }, items } })).id };
  },
  '/admin/products/orders': () => ({}),
  '/admin/products/orders/status': async () => {
    await prisma().order_status.create({ data: { titles: NAMES, status_value: 0 } });
    return {};
  },
  '/admin/products/orders/invoices/returned': async () => {
    await call(api.orderReturn.make, { order_id, items: [{ item_id: shelf.item_id, quantity: 1 }] });
    return {};
  },
  '/admin/orders/payments': () => ({}),
  '/admin/gateways': async () => {
    await makeGateway(app, admin, payment_id);
    return {};
  },
  '/admin/orders/payments/drivers': async () => {
    await driverWith(app, 5, branch_id, { name: NAME });
    return {};
  },
  '/admin/orders/payments/drivers/handed-in': async () => {
    const driver = await driverWith(app, 5, branch_id, { name: NAME });
    const cash = takingCash(() => ({ app, admin }));
    const handed = await cash.move({ holder: 'safe', branch_id, driver_id: driver.id, amount: 5 });
    expect(handed.status, handed.text).toBe(200);
    return {};
  },
  '/admin/pos/sessions/report': async () => {
    await opens();
    return {};
  },
  '/admin/pos/sessions/rows': async () => {
    const session_id = await opens();
    await call(api.posSession.move, { session_id, kind: 'in', amount: 5, reason: NAME });
    return { session_id };
  },
  '/admin/pos/approvers': () => ({}),
  '/admin/pos/safe': async () => {
    await call(api.posSession.move, { holder: 'safe', branch_id, kind: 'in', amount: 50 });
    return {};
  },
  '/admin/contactus/list': async () => {
    await call(api.contactMessage.send, { name: NAME, phone: mobile(), message: 'Hello' });
    return {};
  },
  '/admin/audit': async () => {
    await call(api.brand.save, { names: { en: 'Written down' } });
    return {};
  },
  '/admin/views': async () => {
    await call(api.view.save, { noun: 'branch', name: NAME, query: 'x' });
    return {};
  },
  '/admin/search': () => ({}),
};

/** The lists of the nouns that have an oracle, which makes their record. */
function fromOracles(): Readonly<Record<string, Seed>> {
  const seeds = ORACLES.map((oracle): [string, Seed] => [
    endpointOf(oracle, 'list')?.path ?? '',
    async () => {
      await oracle.make(app, { texts: NAMES });
      return {};
    },
  ]);
  return Object.fromEntries(seeds);
}
async function delivers(): Promise<object> {
  await prisma().delivery_method.create({ data: { code: `d${unique()}`, titles: NAMES } });
  return {};
}
async function lists(): Promise<object> {
  await prisma().price_list.create({ data: { titles: NAMES } });
  return {};
}
async function makeImport(): Promise<number> {
  const rows = { create: { row: 2, result: 'created', title: NAME } };
  const file = { kind: 'product', state: 'done', locale: 'en', format: 'csv', bytes: 10 };
  const data = { ...file, file_name: `${NAME}.csv`, rows };
  return (await prisma().product_import.create({ data })).id;
}
let receipt_id: number | null = null;
async function receives(): Promise<number> {
  const receipt = { supplier_id, head: { invoice_number: NAME } };
  receipt_id ??= (await purchasing(app, admin).accepted(shelf, receipt)).id;
  return receipt_id;
}
let session_id: number | null = null;
async function opens(): Promise<number> {
  session_id ??= (await call(api.posSession.open, { device_id, start_amount: 10 })).id;
  return session_id;
}

const hasKeywords = ({ input }: Endpoint): boolean => 'keywords' in (input as z.ZodObject).shape;
const searched = READS.filter(hasKeywords);

/** Counts the rows of a list, or of the one that a record answers a page of. */
const countRows = ({ results }: { results: unknown }): number =>
  ((Array.isArray(results) ? results : (results as { items: unknown[] }).items) as unknown[]).length;

test.each(searched.map((endpoint) => [endpoint.path, endpoint] as const))(
  'keywords find a record of %s in every spelling, and no record by a word that it does not contain',
  async (path, endpoint) => {
    const seed = SEEDS[path];
    if (!seed) throw new Error(`${path} takes keywords: seed a record with NAME in SEEDS`);
    const base = await seed();
    const find = async (keywords: string) => {
      const reply = await app.call(endpoint, { ...base, keywords }, { token: admin.token });
      expect(reply.status, reply.text).toBe(200);
      return countRows(reply);
    };
    const missed: string[] = [];
    for (const [what, texts] of Object.entries(TYPED))
      for (const text of texts) if ((await find(text)) === 0) missed.push(`${what}: ${text}`);
    for (const text of FOREIGN) if ((await find(text)) > 0) missed.push(`a word that it has not: ${text}`);
    expect(missed).toEqual([]);
  },
);

test('every keyword test record belongs to a read that takes keywords', () => {
  expect(Object.keys(SEEDS).filter((path) => !searched.some((endpoint) => endpoint.path === path))).toEqual(
    [],
  );
});
