import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listPhoneSpellings } from '../../../packages/commerce/src/text/phone-text-fixture.ts';
import { makeAdmin, makeBranch, makePerson, type Person } from './actors.ts';
import { api, startApp, type TestApp } from './app.ts';
import { purchasing } from './receipts.ts';
import { carried, selling } from './sales.ts';
import { csv, importIn, sendFile } from './workbooks.ts';

const [CODE, FIRST, SECOND] = ['+974', '5541', '8577'] as const;
const PHONE = `${CODE}${FIRST}${SECOND}`;
const spellings = listPhoneSpellings(CODE, FIRST, SECOND);
/** The same without the country's code, and with 00 before it. */
const others = [...listPhoneSpellings('', FIRST, SECOND), ...listPhoneSpellings('00974', FIRST, SECOND)];

let app: TestApp;
let admin: Person;
let branch_id: number;
beforeAll(async () => {
  app = await startApp({ jobs: true });
  admin = await makeAdmin(app);
  branch_id = (await makeBranch(app)).id;
});
afterAll(() => app.stop());
const as = () => ({ token: admin.token });

describe('phone search in every spelling', () => {
  type Find = (keywords: string) => Promise<readonly { id: number | string }[]>;
  const lists: Record<string, Find> = {};
  beforeAll(async () => {
    const { account, address, contactMessage, supplier, branch, receipt, order, transaction } = api;
    const customer = await app.call(account.save, { name: 'Amal', phone: PHONE }, as());
    const user_id = customer.results.id;
    await app.call(address.save, { user_id, info: { street: '835', home_no: '12' } }, as());
    await app.call(contactMessage.send, { name: 'Amal', phone: PHONE, message: 'Hello' }, {});
    await app.call(supplier.save, { name: 'Farm', phone: PHONE }, as());
    await app.call(branch.update, { id: branch_id, phones: [PHONE] }, as());
    const made = await carried(app, admin);
    await selling(app, admin).make(made.shelf, 1, { client: { name: 'Amal', phone: PHONE } });
    const [bought] = (await app.call(supplier.list, {}, as())).results;
    const { id } = await purchasing(app, admin).accepted(
      made.shelf,
      bought ? { supplier_id: bought.id } : {},
    );
    expect((await app.call(transaction.save, { receipt_id: id, value: 1 }, as())).status).toBe(200);
    const rows = async (reply: Promise<{ results: readonly { id: number | string }[] }>) =>
      (await reply).results;
    Object.assign(lists, {
      customers: (keywords: string) => rows(app.call(account.list, { role: 'customer', keywords }, as())),
      accounts: (keywords: string) => rows(app.call(account.list, { keywords }, as())),
      addresses: (keywords: string) => rows(app.call(address.list, { keywords }, as())),
      messages: (keywords: string) => rows(app.call(contactMessage.list, { keywords }, as())),
      suppliers: (keywords: string) => rows(app.call(supplier.list, { keywords }, as())),
      branches: (keywords: string) => rows(app.call(branch.list, { keywords }, as())),
      orders: (keywords: string) => rows(app.call(order.list, { keywords }, as())),
      receipts: (keywords: string) => rows(app.call(receipt.list, { keywords }, as())),
      'supplier payments': (keywords: string) => rows(app.call(transaction.list, { keywords }, as())),
      search: (keywords: string) => rows(app.call(api.system.search, { keywords }, as())),
    });
  });
  test.each([
    'customers',
    'accounts',
    'addresses',
    'messages',
    'suppliers',
    'branches',
    'orders',
    'receipts',
    'supplier payments',
    'search',
  ])('the list of %s finds a phone number in every spelling', async (name) => {
    const missed: string[] = [];
    for (const keywords of [...spellings, ...others])
      if ((await lists[name]?.(keywords))?.length === 0) missed.push(keywords);
    expect(missed).toEqual([]);
    expect(await lists[name]?.('+974–5541–8578')).toEqual([]);
  });
});

test('the caller lookup finds a customer by every spelling of the phone number', async () => {
  for (const [place, phone] of spellings.entries()) {
    const seller = place % 20 === 0 ? await makePerson(app, { permissions: ['seller'], branch_id }) : null;
    caller = seller ?? caller;
    const { results, text } = await app.call(api.order.customer, { phone, branch_id }, caller ?? {});
    expect(results.customer?.phone, `${phone} ${text}`).toBe(PHONE);
  }
});
let caller: Person | null = null;

describe('phone numbers stored in one form', () => {
  test('a phone number in any spelling is stored in one form in a supplier, address, branch, message, setting and price list', async () => {
    const { supplier, address, branch, setting, priceList, account } = api;
    const user = (await app.call(account.list, { role: 'customer', keywords: PHONE }, as())).results[0];
    const farm = (await app.call(supplier.save, { name: 'Dairy' }, as())).results;
    const home = (
      await app.call(address.save, { user_id: user?.id, info: { street: '1', home_no: '2' } }, as())
    ).results;
    const settings = (await app.call(setting.show, {}, as())).results;
    const wrong: string[] = [];
    let revision = settings.revision;
    for (const phone of spellings) {
      const note = (where: string, stored: unknown) =>
        stored === PHONE || wrong.push(`${where}: ${phone} → ${stored}`);
      note('supplier', (await app.call(supplier.save, { id: farm.id, phone }, as())).results?.phone);
      note('address', (await app.call(address.save, { id: home.id, phone }, as())).results?.phone);
      note(
        'branch',
        (await app.call(branch.update, { id: branch_id, phones: [phone] }, as())).results?.phones?.[0],
      );
      const saved = await app.call(setting.save, { revision, info: { ...settings.info, phone } }, as());
      revision = saved.results?.revision ?? revision;
      note('settings', saved.results?.info?.phone);
      note('price list', (await app.call(priceList.phones, { phones: [phone] }, as())).results?.[0]?.phone);
    }
    expect(wrong).toEqual([]);
  });

  test('customers saved with one phone number in different spellings are one customer', async () => {
    for (const phone of spellings) {
      const { status, failure } = await app.call(api.account.save, { name: 'Twin', phone }, as());
      expect([phone, status, failure.code]).toEqual([phone, 409, 'record.duplicate']);
    }
  });

  test('a phone number in any spelling is stored in one form by a customer import', async () => {
    const numbers = [...Array(spellings.length).keys()].map((place) => String(1_000 + place));
    const written = numbers.map((second, place) => listPhoneSpellings('+974', '5562', second)[place] ?? '');
    const { results } = await sendFile(
      app.url,
      admin.token,
      csv([['Name', 'Phone'], ...written.map((phone, place) => [`Guest ${place}`, phone])]),
      {},
      { path: api.productImport.startCustomers.path },
    );
    const read = await importIn(app.url, admin.token, results.id);
    await app.call(api.productImport.startCustomers, { id: read.id, mapping: read.mapping }, admin);
    const done = await importIn(app.url, admin.token, read.id, ['done', 'failed', 'checked']);
    const refused = (await app.call(api.productImport.rows, { import_id: read.id, limit: 100 }, admin))
      .results;
    expect(refused.filter(({ reasons }) => reasons.length > 0)).toEqual([]);
    expect(done).toMatchObject({ state: 'done', created: written.length, refused: 0 });
    const stored = await app.services.database.prisma.account.findMany({
      where: { phone: { startsWith: '+9745562' } },
    });
    expect(stored.map(({ phone }) => phone).sort()).toEqual(numbers.map((second) => `+9745562${second}`));
  });
});
