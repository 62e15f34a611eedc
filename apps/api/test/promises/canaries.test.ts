import { api, type Endpoint, MAIL_KEYS, REPORTS } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAudit } from '../../src/core/audit.ts';
import { hashPin } from '../../src/modules/identity/account/account-pin.ts';
import { SEEDED_ROLES, type SeededRole } from '../../src/modules/identity/role/seed-roles.ts';
import { makeAdmin, makePerson, type Person } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { KEYS, makeGateway, makeOnlineMethod } from '../online-payments.ts';
import { mobile, selling, stocked } from '../sales.ts';

// Marks in records of a foreign branch, and in secrets, that a role may not see: every list, page, document and file
// that the role can get is searched for them.

const ADDRESS = '203.0.113.77';
const COST = 7.7931;

let app: TestApp;
let admin: Person;
/** A text that occurs in one place only, and the roles that may read it. */
type Mark = { readonly text: string; readonly seenBy: readonly SeededRole[] };
const marks: Record<string, Mark> = {};
const people = new Map<SeededRole | 'customer', Person>();

beforeAll(async () => {
  app = await startApp({
    env: {
      DEMO: '1',
      EXPORTS_PER_MINUTE: '1000000',
      PRINTS_PER_MINUTE: '1000000',
      RATE_PER_MINUTE: '1000000',
    },
  });
  const { prisma } = app.services.database;
  admin = await makeAdmin(app);
  const shelf = await stocked(app, 20, { cost: COST });
  const own = await stocked(app, 5);
  const clerk = await makePerson(app, {
    name: 'Canarystaffname',
    permissions: ['seller', 'orders'],
    branch_id: shelf.branch_id,
    phone: mobile(),
    password: 'Aa1!aaaa',
  });
  const shop = selling(app, admin);
  const client = { name: 'Canaryclientname', phone: mobile() };
  const order = await shop.standing(shelf, 2, 'delivered', { client });
  await prisma.account.updateMany({
    where: { phone: client.phone },
    data: { email: 'canaryclient@example.test' },
  });
  await prisma.order.update({ where: { id: order.id }, data: { notes: 'Canaryordernote' } });
  const account = await prisma.account.findUniqueOrThrow({ where: { id: clerk.id } });
  const pin = await hashPin({ ...app.ctx() }, '80917263');
  if (pin) await prisma.account_pin.create({ data: { account_id: clerk.id, ...pin } });
  await prisma.session.updateMany({ where: { account_id: clerk.id }, data: { ip: ADDRESS } });
  await recordAudit(
    { ...app.ctx(), ip: ADDRESS },
    {
      noun: 'branch',
      id: own.branch_id,
      action: 'update',
      before: { no: 'C-1' },
      after: { no: 'C-2' },
      branch_id: own.branch_id,
    },
  );
  await makeGateway(app, admin, await makeOnlineMethod(app, shelf.branch_id));
  const elsewhere = { branches: { create: [{ branch_id: shelf.branch_id }] } };
  const off = { type: 'percent', value: 5, titles: { en: 'Canarydiscountname' } };
  await prisma.discount.create({ data: { ...off, ...elsewhere } });
  const coupon = { type: 'coupon', discount: 5, discount_type: 'percent', code: 'CANARYCOUPONCODE' };
  await prisma.offer.create({ data: { ...coupon, titles: { en: 'Canarycouponname' }, ...elsewhere } });
  const supplier = await prisma.supplier.create({ data: { name: 'Canarysupplier', phone: '+97444771199' } });

  const everywhere: readonly SeededRole[] = ['admin', 'accountant'];
  const offerMakers: readonly SeededRole[] = ['admin', 'catalogue_editor'];
  Object.assign(marks, {
    'a secret key of a gateway': { text: KEYS.secret, seenBy: [] },
    'a webhook secret': { text: KEYS.webhook_secret, seenBy: [] },
    'the hash of a password': { text: account.password_hash, seenBy: [] },
    'the hash of a PIN': { text: pin?.hash, seenBy: [] },
    'the key of the installation': { text: app.services.env.SECRET_KEY, seenBy: [] },
    'the phone of staff of another branch': { text: account.phone, seenBy: ['admin'] },
    'the e-mail of staff of another branch': { text: clerk.email, seenBy: ['admin'] },
    'the phone of a customer of another branch': { text: client.phone, seenBy: ['admin'] },
    // the list of payments names the customer of each
    'the name of a customer of another branch': { text: client.name, seenBy: everywhere },
    'the e-mail of a customer': { text: 'canaryclient@example.test', seenBy: ['admin'] },
    'a note of an order of another branch': { text: 'Canaryordernote', seenBy: ['admin'] },
    'the cost of goods of another branch': {
      text: String(COST),
      seenBy: [...everywhere, 'catalogue_editor'],
    },
    'the address that somebody works from': { text: ADDRESS, seenBy: ['admin'] },
    'the name of a discount of another branch': { text: off.titles.en, seenBy: offerMakers },
    'the name of a coupon of another branch': { text: 'Canarycouponname', seenBy: offerMakers },
    'the code of a coupon of another branch': { text: coupon.code, seenBy: offerMakers },
    'the phone of a supplier': { text: supplier.phone, seenBy: ['admin', 'branch_manager'] },
  } satisfies Record<string, { text: string | null | undefined; seenBy: readonly SeededRole[] }>);
  for (const { key, permissions, global } of SEEDED_ROLES)
    people.set(
      key,
      await makePerson(app, { permissions, global, branch_id: own.branch_id, manages: [own.branch_id] }),
    );
  people.set('customer', await makePerson(app, { phone: mobile() }));
}, 120_000);
afterAll(() => app.stop());

const endpoints = (Object.values(api).flatMap((group) => Object.values(group)) as Endpoint[]).filter(
  ({ kind, only }) => (kind === 'list' || kind === 'show') && only !== 'demo',
);

/** Ids that records of this shop have. */
const IDS = [1, 2, 3];

/** The requests that read an endpoint: its list, its file, its pages and their documents. */
function bodiesOf(endpoint: Endpoint): object[] {
  const fields = 'shape' in endpoint.input ? Object.keys(endpoint.input.shape as object) : [];
  if (endpoint.path === api.system.search.path)
    // not the whole text: who makes orders finds a customer by the whole phone number
    return Object.values(marks).flatMap(({ text }) => [
      { keywords: text.slice(0, -1) },
      { keywords: text.slice(0, 9) },
    ]);
  if (endpoint.path === api.mailTemplate.preview.path)
    return MAIL_KEYS.flatMap((key) => [{ key }, ...IDS.map((order_id) => ({ key, order_id }))]);
  if (endpoint.kind === 'show') {
    const names = fields.filter((name) => name === 'id' || name.endsWith('_id'));
    const pages = IDS.map((id) => Object.fromEntries(names.map((name) => [name, id])));
    return [{}, ...pages, ...(endpoint.prints ? pages.map((page) => ({ ...page, export: 1 })) : [])];
  }
  const kinds =
    endpoint.path === api.report.list.path ? Object.keys(REPORTS).map((type) => ({ type })) : [{}];
  const narrowed = [
    'import_id',
    'session_id',
    'supplier_id',
    'product_id',
    'offer_id',
    'branch_id',
    'price_id',
  ].filter((name) => fields.includes(name));
  const lists = kinds.flatMap((type) => [
    type,
    ...narrowed.flatMap((name) => IDS.map((id) => ({ ...type, [name]: id }))),
  ]);
  const noun = endpoint.path === api.audit.list.path;
  const timelines = [
    'order',
    'branch',
    'account',
    'receipt',
    'supplier',
    'payment-method',
    'product',
  ].flatMap((of) => IDS.map((id) => ({ noun: of, record_id: String(id) })));
  const files = endpoint.exports ? lists.map((list) => ({ ...list, export: 1, format: 'csv' })) : [];
  return [...lists, ...files, ...(noun ? timelines : [])];
}

test.each([...SEEDED_ROLES.map(({ key }) => key), 'customer' as const])(
  'no answer to this role contains data that the role may not see: %s',
  async (role) => {
    const { token } = people.get(role) as Person;
    const leaks: string[] = [];
    const seen = new Set<string>();
    let answered = 0;
    for (const endpoint of endpoints)
      for (const body of bodiesOf(endpoint)) {
        const { status, text } = await app.call(endpoint, body, { token });
        if (status === 200) answered += 1;
        if (status >= 500) leaks.push(`${status} ${endpoint.path} ${JSON.stringify(body)}`);
        for (const [name, { text: mark, seenBy }] of Object.entries(marks)) {
          if (!text?.includes(mark)) continue;
          seen.add(name);
          if (!seenBy.some((one) => one === role))
            leaks.push(`${name}: ${endpoint.path} ${JSON.stringify(body)}`);
        }
      }
    expect(leaks).toEqual([]);
    expect(answered).toBeGreaterThan(10);
    // the marks are where a reader with every right finds them, so that a search without a find means something
    if (role === 'admin')
      expect([...seen].sort()).toEqual(
        Object.entries(marks)
          .filter(([, { seenBy }]) => seenBy.includes('admin'))
          .map(([name]) => name)
          .sort(),
      );
  },
  180_000,
);

test('no queued e-mail or message contains a secret', async () => {
  const { rows } = await app.services.database.pool.query('SELECT subject, recipient FROM message');
  const text = JSON.stringify(rows);
  for (const [name, { text: mark, seenBy }] of Object.entries(marks))
    if (seenBy.length === 0) expect(text.includes(mark), name).toBe(false);
});
