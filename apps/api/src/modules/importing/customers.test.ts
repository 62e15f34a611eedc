import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../../test/actors.ts';
import { api, startApp, type TestApp } from '../../../test/app.ts';
import { csv, importIn, sendFile } from '../../../test/workbooks.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ jobs: true });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const PATH = api.productImport.startCustomers.path;

/** Imports a list of customers by what was guessed of its columns. */
async function importCustomers(rows: readonly (readonly string[])[], input: object = {}) {
  const { results } = await sendFile(app.url, admin.token, csv(rows), {}, { path: PATH });
  const read = await importIn(app.url, admin.token, results.id);
  const body = { id: read.id, mapping: read.mapping, ...input };
  const answer = await app.call(api.productImport.startCustomers, body, admin);
  expect(answer.status, JSON.stringify(answer)).toBe(200);
  return importIn(app.url, admin.token, read.id, ['done', 'failed', 'checked']);
}
const undo = async (id: number) => {
  expect((await app.call(api.productImport.undo, { id }, admin)).status).toBe(200);
  return importIn(app.url, admin.token, id);
};
const rowsOf = async (import_id: number) =>
  (await app.call(api.productImport.rows, { import_id, limit: 100 }, admin)).results;
const reasonsOf = async (import_id: number) =>
  Object.fromEntries(
    (await rowsOf(import_id)).flatMap(({ row, reasons, notices }) =>
      [...reasons, ...notices].map(({ code }) => [row, code]),
    ),
  );
const byPhone = (phone: string) =>
  app.services.database.prisma.account.findFirst({ where: { phone, deleted_at: null } });
const addressesOf = async (user_id: number) =>
  (await app.call(api.address.list, { user_id }, admin)).results.map(({ info }) => info);

describe('importing customers', () => {
  it('a Shopify customer export is imported with names, e-mails and addresses, and a second run changes nothing', async () => {
    const rows = [
      'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Zip,Default Address Phone,Phone,Total Spent,Note'.split(
        ',',
      ),
      ...[
        "'7001,Layla,Hassan,Layla@Example.test,yes,,Street 920,Villa 4,Doha,,'+97455110001,'+97455110001,12.50,",
        "'7002,Omar,,omar@example.test,no,Omar Trading,,,,,'+97455110002,,0.00,likes tea",
        "'7003,Nora,Saleh,,no,,Street 12,,Doha,,,'+97455110003,3.00,",
      ].map((line) => line.split(',')),
    ];
    const done = await importCustomers(rows);
    expect(done).toMatchObject({ kind: 'customer', state: 'done', created: 3, refused: 0 });
    expect(done.guess).toMatchObject({
      phone: 'L',
      phone_2: 'K',
      name: 'B',
      last_name: 'C',
      email: 'D',
      street: 'G',
      street_2: 'H',
    });
    const layla = await byPhone('+97455110001');
    expect(layla).toMatchObject({
      name: 'Layla Hassan',
      email: 'layla@example.test',
      email_verified_at: null,
      phone_verified_at: null,
      role_id: null,
      password_hash: null,
    });
    expect(await addressesOf(layla?.id ?? 0)).toMatchObject([{ street: 'Street 920, Villa 4' }]);
    expect(await byPhone('+97455110002')).toMatchObject({ name: 'Omar' });
    expect(await importCustomers(rows)).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
  });

  it('a WooCommerce customer export is imported by its billing columns', async () => {
    const done = await importCustomers([
      'user_id,username,first_name,last_name,email,billing_company,billing_email,billing_phone,billing_address_1,billing_address_2,billing_city,billing_postcode'.split(
        ',',
      ),
      '11,maha,Maha,Ali,maha@example.test,,maha@example.test,55110011,Building 8,Street 3,Doha,'.split(','),
      '12,sami,Sami,Noor,sami@example.test,Noor,sami@example.test,97455110012,,,,'.split(','),
    ]);
    expect(done).toMatchObject({ created: 2, refused: 0 });
    expect(done.guess).toMatchObject({ name: 'C', last_name: 'D', email: 'E', phone: 'H', street: 'I' });
    expect(await byPhone('+97455110012')).toMatchObject({ name: 'Sami Noor' });
  });

  it('a customer list made by hand in Arabic is imported with Arabic digits and a title above its table', async () => {
    const done = await importCustomers([
      ['قائمة زبائن المحل', '', '', '', ''],
      ['م', 'اسم الزبون', 'رقم الجوال', 'رقم المنطقة', 'الشارع'],
      ['١', 'فاطمة سالم', '٥٥١١٠٠٢١', '٤٥', 'شارع النخيل'],
      ['٢', 'خالد', '\u202a+974 5511 0022\u202c', '', ''],
    ]);
    expect(done).toMatchObject({ created: 2, refused: 0 });
    const fatima = await byPhone('+97455110021');
    expect(fatima?.name).toBe('فاطمة سالم');
    expect(await addressesOf(fatima?.id ?? 0)).toMatchObject([{ area_no: '٤٥', street: 'شارع النخيل' }]);
    expect(await byPhone('+97455110022')).toMatchObject({ name: 'خالد' });
  });

  it("imported phone numbers are read by the shop's country, otherwise as international numbers without their plus", async () => {
    const done = await importCustomers([
      ['Name', 'Phone'],
      ['One', 'tel:+97455110031'],
      ['Two', '5511 0032'],
      ['Three', '201001110033'],
      ['Four', '0049 151 23450034'],
      ['Five', '55110035.0'],
      ['Six', 'none / 55110036'],
    ]);
    expect(done).toMatchObject({ created: 6, refused: 0 });
    const phones = (await rowsOf(done.id)).map(({ phone }) => phone);
    expect(phones).toEqual([
      '+97455110031',
      '+97455110032',
      '+201001110033',
      '+4915123450034',
      '+97455110035',
      '+97455110036',
    ]);
  });

  it('only phones and names refuse a row of a customer import, and other faults are left out with a notice', async () => {
    await makePerson(app, { permissions: ['orders.view'], phone: '+97455110041' });
    await makePerson(app, { phone: '+97455110042', status: 0, name: 'Asleep' });
    const confirmed = await makePerson(app, { phone: '+97455110043', name: 'Confirmed' });
    const done = await importCustomers([
      ['Name', 'Phone', 'Email', 'Street'],
      ['Bad phone', '12', '', ''],
      ['No phone', '', '', ''],
      ['Twice', '55110044', 'twice@example.test', ''],
      ['Twice again', '+974 5511 0044', '', ''],
      ['Staff', '55110041', '', ''],
      ['Awake', '55110042', '', ''],
      ['N'.repeat(20_000), '55110045', '', ''],
      ['', '55110046', '', ''],
      ['Bad mail', '55110047', 'no mail', 'S'.repeat(300)],
      ['Same mail', '55110048', 'TWICE@example.test', ''],
      ['Taken mail', '55110049', confirmed.email, ''],
      ['Confirmed', '55110043', 'other@example.test', ''],
      ['\u200bZ\u0007ero', '55110050', '', ''],
      ['Damaged', '9.74551E+10', '', ''],
    ]);
    expect(await reasonsOf(done.id)).toEqual({
      2: 'import.row_phone',
      3: 'import.row_phone_missing',
      5: 'import.row_phone_repeated',
      6: 'import.row_phone_staff',
      7: 'import.row_customer_disabled',
      8: 'max_characters',
      9: 'import.row_customer_nameless',
      10: 'max_characters',
      11: 'import.row_email_repeated',
      12: 'import.row_email_taken',
      13: 'import.row_email_confirmed',
      15: 'import.row_phone',
    });
    expect(done).toMatchObject({ created: 5, updated: 1, unchanged: 1, refused: 7 });
    expect(await byPhone('+97455110042')).toMatchObject({ name: 'Awake', status: 0 });
    expect(await byPhone('+97455110047')).toMatchObject({ email: null });
    expect(await byPhone('+97455110043')).toMatchObject({ email: confirmed.email });
    expect(done.sums.find(({ code }) => code === 'import.row_phone')).toMatchObject({ row: 2, count: 2 });
  });

  it('a customer import can be limited to new or to existing customers, and a check changes nothing', async () => {
    await makePerson(app, { phone: '+97455110061', name: 'Old name' });
    const rows = [
      ['Name', 'Phone'],
      ['New name', '55110061'],
      ['Newcomer', '55110062'],
    ];
    const tried = await importCustomers(rows, { dry_run: 1 });
    expect(tried).toMatchObject({ state: 'checked', created: 1, updated: 1 });
    expect(await byPhone('+97455110062')).toBeNull();
    const made = await importCustomers(rows, { mode: 'create' });
    expect(made).toMatchObject({ created: 1, refused: 1 });
    expect(await byPhone('+97455110061')).toMatchObject({ name: 'Old name' });
    const changed = await importCustomers([...rows, ['Nobody', '55110063']], { mode: 'update' });
    expect(changed).toMatchObject({ created: 0, updated: 1, unchanged: 1, refused: 1 });
  });

  it('a customer import does not restore a deleted customer but creates a new one with the phone number', async () => {
    const gone = await makePerson(app, { phone: '+97455110071', name: 'Gone' });
    await app.call(api.account.remove, { id: gone.id }, admin);
    await importCustomers([
      ['Name', 'Phone'],
      ['Back', '55110071'],
    ]);
    const back = await byPhone('+97455110071');
    expect(back).toMatchObject({ name: 'Back' });
    expect(back?.id).not.toBe(gone.id);
  });
});

describe('undoing customer imports', () => {
  it('undoing a customer import deletes customers that nothing refers to and restores others unless they were changed later', async () => {
    const { prisma } = app.services.database;
    await makePerson(app, { phone: '+97455110081', name: 'Before' });
    const mine = await makePerson(app, { phone: '+97455110082', name: 'Before too' });
    const done = await importCustomers([
      ['Name', 'Phone', 'Street'],
      ['After', '55110081', 'Street 1'],
      ['After too', '55110082', ''],
      ['Fresh', '55110083', 'Street 2'],
      ['Visitor', '55110084', 'Street 3'],
      ['Renamed', '55110085', ''],
    ]);
    expect(done).toMatchObject({ created: 3, updated: 2 });
    await app.call(api.account.save, { id: mine.id, name: 'Mine' }, admin);
    const visitor = await byPhone('+97455110084');
    await prisma.account.update({ where: { id: visitor?.id ?? 0 }, data: { last_seen_at: new Date() } });
    const renamed = await byPhone('+97455110085');
    await app.call(api.account.save, { id: renamed?.id ?? 0, name: 'Renamed since' }, admin);
    const fresh = await byPhone('+97455110083');
    await undo(done.id);
    const back = await byPhone('+97455110081');
    expect(back).toMatchObject({ name: 'Before' });
    expect(await addressesOf(back?.id ?? 0)).toEqual([]);
    expect(await byPhone('+97455110082')).toMatchObject({ name: 'Mine' });
    expect(await byPhone('+97455110083')).toBeNull();
    expect(await prisma.address.count({ where: { user_id: fresh?.id ?? 0, deleted_at: null } })).toBe(0);
    expect(await byPhone('+97455110084')).toMatchObject({ name: 'Visitor' });
    expect(await byPhone('+97455110085')).toMatchObject({ name: 'Renamed since' });
    expect((await rowsOf(done.id)).map(({ result, reasons }) => [result, reasons[0]?.code])).toEqual([
      ['undone', undefined],
      ['kept', 'import.row_changed_since'],
      ['undone', undefined],
      ['kept', 'import.row_customer_in_use'],
      ['kept', 'import.row_changed_since'],
    ]);
  });

  it('undoing two customer imports in either order restores the original customers', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      await makePerson(app, { phone: `+9745511009${order[0]}`, name: 'First' });
      const list = (name: string) =>
        importCustomers([
          ['Name', 'Phone', 'Email'],
          [name, `5511009${order[0]}`, ''],
          [name, `5511019${order[0]}`, `${name}${order[0]}@example.test`],
        ]);
      const both = [await list('Second'), await list('Third')];
      for (const at of order) await undo(both[at]?.id ?? 0);
      expect(await byPhone(`+9745511009${order[0]}`)).toMatchObject({ name: 'First' });
      expect(await byPhone(`+9745511019${order[0]}`)).toBeNull();
    }
  });
});

it('customer imports are visible only to staff who may save accounts, and need a phone column', async () => {
  const done = await importCustomers([
    ['Name', 'Phone'],
    ['Private', '55110201'],
  ]);
  const editor = await makePerson(app, { permissions: ['products.save', 'products.view'] });
  const clerk = await makePerson(app, { permissions: ['users.save', 'users.view'] });
  const product = await sendFile(app.url, admin.token, csv([['Name'], ['Thing']]), {});
  const seen = async (person: Person, id: number) =>
    (await app.call(api.productImport.show, { id }, person)).status;
  expect(await seen(editor, done.id)).toBe(404);
  expect(await seen(clerk, done.id)).toBe(200);
  expect(await seen(clerk, product.results.id)).toBe(404);
  for (const call of [api.productImport.undo, api.productImport.cancel])
    expect((await app.call(call, { id: done.id }, editor)).status).toBe(404);
  const input = { import_id: done.id };
  expect((await app.call(api.productImport.rows, input, editor)).status).toBe(404);
  const kinds = async (person: Person) => [
    ...new Set(
      (await app.call(api.productImport.list, { limit: 100 }, person)).results.map(({ kind }) => kind),
    ),
  ];
  expect(await kinds(editor)).toEqual(['product']);
  expect(await kinds(clerk)).toEqual(['customer']);
  const refused = await sendFile(
    app.url,
    admin.token,
    csv([['Name'], ['Nobody']]),
    { mapping: { name: 'A' } },
    { path: PATH },
  );
  expect(refused).toMatchObject({ status: 422, results: { code: 'import.phone_column_missing' } });
});
