import { api, type Endpoint, getFieldLabel, LOCALES, type Locale } from '@dukkan/contract';
import excel from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../test/actors.ts';
import { startApp, type TestApp } from '../../test/app.ts';
import { readCsv } from '../../test/promises/table.ts';
import { makeSupplier, purchasing } from '../../test/receipts.ts';
import { selling, stocked } from '../../test/sales.ts';
import { getExportFileTitle } from './endpoint-nouns.ts';
import { getExportColumns } from './exports.ts';

let app: TestApp;
let admin: Person;
let now: Date | null = null;
beforeAll(async () => {
  app = await startApp({ now: () => now ?? new Date(), env: { EXPORTS_PER_MINUTE: '1000' } });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const carryAway = (endpoint: Endpoint, body: object, headers: Readonly<Record<string, string>> = {}) =>
  fetch(app.url + endpoint.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ export: 1, locale: 'en', ...body }),
  });

/** The first sheet of an exported list: its headers, and its first row by header. */
async function sheetOf(endpoint: Endpoint, body: object) {
  const response = await carryAway(endpoint, body);
  const book = new excel.Workbook();
  await book.xlsx.load(await response.arrayBuffer());
  const [sheet] = book.worksheets;
  if (!sheet) throw new Error('the workbook has no sheet');
  const headers = (sheet.getRow(1).values as string[]).slice(1);
  const cells = Object.fromEntries(headers.map((name, at) => [name, sheet.getRow(2).getCell(at + 1).value]));
  return { headers, cells };
}

/** The ids of a list as a browser's form asks for it; a field of several values is sent once for each. */
async function idsOfForm(endpoint: Endpoint, fields: readonly (readonly [string, string])[]) {
  const { token } = (await app.call(api.system.ticket, {}, { token: admin.token })).results;
  const response = await fetch(app.url + endpoint.path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams([
      ['token', token],
      ['export', '1'],
      ['format', 'csv'],
      ...fields,
    ] as string[][]),
  });
  expect(response.status).toBe(200);
  const [, ...rows] = readCsv(await response.text());
  return rows.map(([id]) => Number(id)).filter((id) => id > 0);
}

test("an export has numeric numbers, times in the shop's zone and unique column names", async () => {
  const shelf = await stocked(app, 5);
  await app.call(
    api.product.save,
    { id: shelf.product_id, pricing: { price: 10, compare_at: 10.75 } },
    { token: admin.token },
  );
  const { results } = await selling(app, admin).make(shelf, 1);
  await app.call(api.setting.save, { timezone: 'Asia/Qatar' }, { token: admin.token });

  const products = await sheetOf(api.product.list, { id: shelf.product_id, locale: 'en' });
  expect(products.cells[getFieldLabel(['compare_at'], 'en')]).toBe(10.75);

  const orders = await sheetOf(api.order.list, { id: results.id, locale: 'ar' });
  const made = new Date(results.created_at).getTime();
  expect((orders.cells[getFieldLabel(['created_at'], 'ar')] as Date).getTime()).toBe(made + 3 * 3_600_000);
  expect(new Set(orders.headers).size).toBe(orders.headers.length);
});

test('amounts are formatted in an exported workbook, and a German text file has semicolons and decimal commas', async () => {
  const { id } = (
    await app.call(
      api.product.save,
      { titles: { en: 'Priced' }, status: 0, pricing: { price: 1234.5 }, categorys_id: [] },
      { token: admin.token },
    )
  ).results;
  const book = new excel.Workbook();
  await book.xlsx.load(await (await carryAway(api.product.list, { id })).arrayBuffer());
  const [sheet] = book.worksheets;
  if (!sheet) throw new Error('the workbook has no sheet');
  const headers = (sheet.getRow(1).values as string[]).slice(1);
  const price = sheet.getRow(2).getCell(headers.indexOf(getFieldLabel(['price'], 'en')) + 1);
  expect([price.value, price.numFmt]).toEqual([1234.5, '#,##0.00##']);
  const text = await (await carryAway(api.product.list, { id, format: 'csv', locale: 'de' })).text();
  expect(text.split('\r\n')[0]?.split('\n')[0]).toContain(';');
  expect(text).toContain(';1234,5;');
});

test('a local day is a date cell in a workbook and plain text in a text file', async () => {
  const head = { on_date: '2026-03-01', invoice_date: '2026-02-28' };
  const { id } = await purchasing(app, admin).accepted(undefined, { head });
  const { cells } = await sheetOf(api.receipt.list, { id });
  expect([cells.Date, cells['Invoice date']]).toEqual([new Date('2026-03-01'), new Date('2026-02-28')]);
  const [, row] = readCsv(await (await carryAway(api.receipt.list, { id, format: 'csv' })).text());
  expect(row).toContain('2026-03-01');
});

test('a stored text with characters that XML forbids leaves the exported workbook readable', async () => {
  const { prisma } = app.services.database;
  const data = { name: 'Old', message: 'be\ufffefore\uffff', locale: 'en' };
  const { id } = await prisma.contact_message.create({ data });
  expect((await sheetOf(api.contactMessage.list, { id })).cells.Message).toBe('before');
});

test('an exported text file writes 0 for no and leaves an unknown value empty', async () => {
  const { id } = (await selling(app, admin).make(await stocked(app, 1), 1)).results;
  const [head = [], row = []] = readCsv(
    await (await carryAway(api.order.list, { id, format: 'csv' })).text(),
  );
  expect(row[head.indexOf('At a till')]).toBe('0');
  expect(row[head.indexOf('Delivered')]).toBe('');
});

test('an export form accepts several values of a filter and words for yes and no', async () => {
  const sale = selling(app, admin);
  const shelf = await stocked(app, 9);
  const branch = ['branch_id', String(shelf.branch_id)] as const;
  const waiting = (await sale.make(shelf, 1)).results.id;
  const confirmed = (await sale.standing(shelf, 1, 'confirmed')).id;
  await sale.standing(shelf, 1, 'canceled');
  const ids = (...fields: (readonly [string, string])[]) => idsOfForm(api.order.list, [branch, ...fields]);
  expect((await ids(['status_value', '0'], ['status_value', '1'])).toSorted()).toEqual([waiting, confirmed]);
  expect(await ids(['status_value', '1'])).toEqual([confirmed]);
  expect(await ids(['paid', 'true'])).toEqual([]);
  // the canceled one waits for no payment
  expect((await ids(['paid', 'false'])).toSorted()).toEqual([waiting, confirmed]);
});

test('an export file is named by the day in the zone of the shop, or of the branch it is about', async () => {
  const { prisma } = app.services.database;
  await app.call(api.setting.save, { timezone: 'Asia/Qatar' }, { token: admin.token });
  const branch = await prisma.branch.create({
    data: { names: { en: 'Lisbon' }, settings: { timezone: 'Europe/Lisbon' } },
  });
  const signedInToday = admin;
  now = new Date('2030-05-04T22:30:00Z');
  try {
    admin = await makeAdmin(app);
    const dayOf = async (headers?: Readonly<Record<string, string>>) => {
      const file = await carryAway(api.brand.list, {}, headers);
      await file.arrayBuffer();
      return /\d{4}-\d\d-\d\d/.exec(file.headers.get('content-disposition') ?? '')?.[0];
    };
    expect(await dayOf()).toBe('2030-05-05');
    expect(await dayOf({ 'branch-id': String(branch.id) })).toBe('2030-05-04');
  } finally {
    now = null;
    admin = signedInToday;
  }
});

const lists = Object.values(api)
  .flatMap((group) => Object.values(group) as Endpoint[])
  .filter(({ exports }) => exports);

test('column names of an export are unique, and each says what the column holds', () => {
  for (const endpoint of lists)
    for (const locale of LOCALES) {
      const labels = getExportColumns(endpoint, locale).map(({ label }) => label);
      expect(
        labels.filter((label, at) => labels.indexOf(label) !== at),
        `${endpoint.path} ${locale}`,
      ).toEqual([]);
    }
  const heading = (endpoint: Endpoint, name: string) =>
    LOCALES.map((locale) => getExportColumns(endpoint, locale).find((column) => column.name === name)?.label);
  expect(heading(api.orderReturn.list, 'refund')).toEqual(['المبلغ المردود', 'Refunded', 'Erstattet']);
  expect(heading(api.order.list, 'pos')).toEqual(['من نقطة بيع', 'At a till', 'An der Kasse']);
  expect(LOCALES.map((locale) => getExportFileTitle(api.supplier.ledger, locale))).toEqual([
    'كشف حساب المورّد',
    'Supplier ledger',
    'Kontoauszug des Lieferanten',
  ]);
  expect(getExportFileTitle(api.supplier.list, 'en')).toBe('Suppliers');
});

test('every column and every title of an exported list has a name in every language', () => {
  expect(lists.length).toBeGreaterThan(20);
  // what no language knows is made readable from the name itself
  const unknown = (answer: (locale: Locale) => string | undefined) =>
    LOCALES.some((locale) => answer(locale) === answer('ar') && locale !== 'ar');
  for (const endpoint of lists) {
    expect(
      unknown((locale) => getExportFileTitle(endpoint, locale)),
      endpoint.path,
    ).toBe(false);
    const names = getExportColumns(endpoint, 'ar').map(({ name }) => name);
    const label = (name: string) => (locale: Locale) =>
      getExportColumns(endpoint, locale).find((column) => column.name === name)?.label;
    expect(
      names.filter((name) => unknown(label(name))),
      endpoint.path,
    ).toEqual([]);
  }
});

test('an export has the selected columns in the selected order and no others', async () => {
  const { id } = (await selling(app, admin).make(await stocked(app, 1), 1)).results;
  const headOf = async (columns: unknown) => {
    const response = await carryAway(api.order.list, { id, format: 'csv', locale: 'en', columns });
    return response.status === 200 ? (readCsv(await response.text())[0] ?? []) : await response.json();
  };
  const label = (name: string) => getFieldLabel(['order', name], 'en');
  expect(await headOf(['due', 'client_phone', 'status_title', 'due'])).toEqual(
    ['due', 'client_phone', 'status_title'].map(label),
  );
  expect(await headOf('client_name')).toEqual([label('client_name')]);
  // what a screen shows beside, and a field that no file holds, are passed over
  expect(await headOf(['photo', 'actions', 'version', 'due"; DROP TABLE "order"; --', 'due'])).toEqual([
    label('due'),
  ]);
  expect(await headOf(['actions'])).toMatchObject({ results: { errors: { columns: [expect.any(String)] } } });
  expect(await headOf([''.padEnd(61, 'x')])).toMatchObject({ results: { code: 'request.invalid' } });
  const book = await sheetOf(api.order.list, { id, columns: ['due', 'created_at'], locale: 'en' });
  expect(book.headers).toEqual(['due', 'created_at'].map(label));
});

/** An import whose file was read. */
const makeImport = async (): Promise<number> => {
  const facts = { kind: 'product', state: 'checked', locale: 'en', file_name: 'goods.csv', format: 'csv' };
  const data = { ...facts, bytes: 10, columns: [], mapping: {} };
  return (await app.services.database.prisma.product_import.create({ data, select: { id: true } })).id;
};

const exported = Object.values(api)
  .flatMap((group) => Object.values(group) as Endpoint[])
  .filter(({ kind, exports }) => kind === 'list' && exports);

test.each(exported.map((endpoint) => [endpoint.path, endpoint] as const))(
  '%s with `export: 1` answers a file, also for an administrator who names no branch',
  async (path, endpoint) => {
    const needs: Readonly<Record<string, () => Promise<object>>> = {
      '/admin/products/suppliers/ledger': async () => ({ supplier_id: await makeSupplier(app) }),
      '/admin/products/import/rows': async () => ({ import_id: await makeImport() }),
    };
    const response = await carryAway(endpoint, { format: 'csv', ...(await needs[path]?.()) });
    const entries = [
      response.status,
      response.headers.get('content-type'),
      response.headers.get('content-disposition'),
    ];
    expect(entries, await response.text()).toEqual([
      200,
      expect.stringContaining('text/csv'),
      expect.stringMatching(/^attachment/),
    ]);
  },
);

test("a refused export form answers a page in the caller's language, never JSON", async () => {
  for (const locale of ['ar', 'en', 'de']) {
    const reply = await fetch(`${app.url}/admin/products`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': locale },
      body: new URLSearchParams({ token: 'expired', export: '1', locale }),
    });
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.headers.get('content-type')).toContain('text/html');
    const page = await reply.text();
    expect(page).toContain(`<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"`);
    expect(page).not.toContain('"code"');
  }
});

test('times in an export are in the zone of the branch it is about, otherwise of the shop', async () => {
  const { prisma } = app.services.database;
  await app.call(api.setting.save, { timezone: 'Asia/Qatar' }, { token: admin.token });
  const branch = await prisma.branch.create({
    data: { names: { en: 'Porto' }, settings: { timezone: 'Europe/Lisbon' } },
  });
  await prisma.contact_message.create({
    data: {
      name: 'Clocktower',
      message: 'Hello',
      locale: 'en',
      branch_id: branch.id,
      created_at: new Date('2030-05-04T22:30:15Z'),
    },
  });
  const timesOf = async (headers?: Readonly<Record<string, string>>) => {
    const file = await carryAway(api.contactMessage.list, { format: 'csv', q: 'Clocktower' }, headers);
    const text = await file.text();
    expect(file.status, text).toBe(200);
    const [, row = []] = readCsv(text);
    return row.filter((cell) => /^2030-/.test(cell));
  };
  expect(await timesOf()).toEqual(['2030-05-05 01:30:15']);
  expect(await timesOf({ 'branch-id': String(branch.id) })).toEqual(['2030-05-04 23:30:15']);
});
