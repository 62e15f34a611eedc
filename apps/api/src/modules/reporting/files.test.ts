import { addDays } from '@dukkan/commerce';
import { api, type Endpoint, LOCALES, PAPER_ROWS_MAX } from '@dukkan/contract';
import excel from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { readCsv } from '../../../test/promises/table.ts';
import { selling, stocked } from '../../../test/sales.ts';

const DAY = '2026-11-25';
let app: TestApp;
let admin: Person;
let branch: { id: number; name: string };
beforeAll(async () => {
  app = await startApp({ now: () => new Date(`${DAY}T09:00:00Z`), env: { EXPORTS_PER_MINUTE: '1000' } });
  admin = await makeAdmin(app);
  const { id } = await makeBranch(app);
  const shown = await app.call(api.branch.show, { id }, { token: admin.token });
  branch = { id, name: String(shown.results.name) };
  const shop = selling(app, admin);
  const shelf = await stocked(app, 20, { branch_id: id });
  for (const quantity of [1, 2, 3]) await shop.standing(shelf, quantity, 'delivered');
});
afterAll(() => app.stop());

const file = (endpoint: Endpoint, body: object) =>
  fetch(app.url + endpoint.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ export: 1, locale: 'en', from_date: DAY, to_date: DAY, ...body }),
  });

test('a report text file ends with its totals, filters, time zone and creation time', async () => {
  const reply = await file(api.report.list, {
    type: 'sales',
    group: 'order',
    branch_id: branch.id,
    source: 'dashboard',
    format: 'csv',
  });
  expect(reply.status).toBe(200);
  const rows = readCsv(await reply.text());
  const [head = []] = rows;
  const at = head.indexOf('Net');
  const end = rows.findIndex((row) => row[0] === 'Total');
  expect(rows.slice(1, end).map((row) => Number(row[at]))).toEqual([30, 20, 10]);
  expect(Number(rows[end]?.[at])).toBe(60);
  const facts = Object.fromEntries(rows.slice(end + 1).map(([label, value]) => [label, value]));
  expect(facts).toMatchObject({
    Days: `${DAY} – ${DAY}`,
    Branches: branch.name,
    Source: 'Dashboard',
    'As of': `${DAY} 12:00:00 Asia/Qatar`,
  });
});

test('a report workbook ends with its totals, filters, time zone and creation time', async () => {
  const reply = await file(api.report.list, { type: 'sales', branch_id: branch.id, format: 'xlsx' });
  const book = new excel.Workbook();
  await book.xlsx.load(await reply.arrayBuffer());
  const texts = (book.worksheets[0]?.getSheetValues() ?? []).map((row) =>
    String((row as unknown[])?.[1] ?? ''),
  );
  expect(texts).toContain('Total');
  expect(texts).toContain('As of');
});

test.each(['en', 'ar', 'de'] as const)('a report is printed as a document in %s', async (locale) => {
  for (const type of ['sales', 'inventory', 'movement'] as const) {
    const reply = await file(api.report.list, { type, format: 'pdf', locale });
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    // A4 across
    expect(bytes.toString('latin1')).toMatch(/MediaBox \[0 0 841\.8\d* 595\.2\d*\]/);
  }
});

test('grouped payments can be printed as a document, and other lists cannot', async () => {
  expect((await file(api.orderPayment.list, { group: 'method', format: 'pdf' })).status).toBe(200);
  const ungrouped = await file(api.orderPayment.list, { format: 'pdf' });
  expect([ungrouped.status, (await ungrouped.text()).includes('format')]).toEqual([422, true]);
  expect((await file(api.order.list, { format: 'pdf' })).status).toBe(422);
});

test.each([
  ['source', 'لوحة التحكم'],
  ['month', 'نوفمبر 2026'],
  ['3 months', 'الربع 4 من 2026'],
  ['weekday', 'الأربعاء'],
  ['hour', '12:00'],
  ['day', DAY],
])('report rows by %s have names instead of codes in a file', async (group, name) => {
  const reply = await file(api.report.list, {
    type: 'sales',
    group,
    branch_id: branch.id,
    format: 'csv',
    locale: 'ar',
  });
  expect(readCsv(await reply.text())[1]?.[0]).toBe(name);
});

test('a report file names the codes in its cells and the records in its filters', async () => {
  const { results } = await app.call(api.paymentMethod.list, { limit: 1 }, { token: admin.token });
  const [method] = results;
  const reply = await file(api.report.list, {
    type: 'sales',
    group: 'order',
    branch_id: branch.id,
    payment_id: method?.id,
    status_value: 5,
    format: 'csv',
  });
  const rows = readCsv(await reply.text());
  expect(rows.flat()).toContain(method?.title);
  const all = readCsv(await (await file(api.report.list, { type: 'movement', format: 'csv' })).text());
  expect(all[1]).toContain('Sale');
  expect(all.flat()).not.toContain('sale');
});

test("a report document has a maximum number of rows, and one row more is refused in the reader's language", async () => {
  const days = (count: number) => ({ from_date: addDays(DAY, 1 - count), to_date: DAY, group: 'day' });
  const ask = (count: number, more: object) =>
    file(api.report.list, { type: 'sales', branch_id: branch.id, ...days(count), ...more });
  expect((await ask(PAPER_ROWS_MAX, { format: 'pdf' })).status).toBe(200);
  const texts = await Promise.all(
    LOCALES.map(async (locale) => {
      const reply = await ask(PAPER_ROWS_MAX + 1, { format: 'pdf', locale });
      expect(reply.status).toBe(422);
      const { results } = (await reply.json()) as { results: { errors: Record<string, string[]> } };
      return String(results.errors.format);
    }),
  );
  expect(new Set(texts).size).toBe(LOCALES.length);
  for (const text of texts) expect(text).toMatch(/1.?000\D.*1.?001\D/);
  expect((await ask(PAPER_ROWS_MAX + 1, { format: 'xlsx' })).status).toBe(200);
});
