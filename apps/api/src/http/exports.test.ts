import { api, type Endpoint, fieldLabel, LOCALES } from '@dukkan/contract';
import excel from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { makeAdmin, type Person } from '../../test/actors.ts';
import { startApp, type TestApp } from '../../test/app.ts';
import { selling, stocked } from '../../test/sales.ts';
import { columnsOf } from './exports.ts';
import { nounOf } from './nouns.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

/** The first sheet of an exported list: its headers, and its first row by header. */
async function sheetOf(endpoint: Endpoint, body: object) {
  const response = await fetch(app.url + endpoint.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ export: 1, format: 'xlsx', ...body }),
  });
  const book = new excel.Workbook();
  await book.xlsx.load(await response.arrayBuffer());
  const [sheet] = book.worksheets;
  if (!sheet) throw new Error('the workbook has no sheet');
  const headers = (sheet.getRow(1).values as string[]).slice(1);
  const cells = Object.fromEntries(headers.map((name, at) => [name, sheet.getRow(2).getCell(at + 1).value]));
  return { headers, cells };
}

test('numbers are numbers, moments are those of the shop, and no two columns are called the same', async () => {
  const shelf = await stocked(app, 5);
  await app.call(
    api.product.save,
    { id: shelf.product_id, pricing: { price: 10, compare_at: 10.75 } },
    { token: admin.token },
  );
  const { results } = await selling(app, admin).make(shelf, 1);
  await app.call(api.setting.save, { timezone: 'Asia/Qatar' }, { token: admin.token });

  const products = await sheetOf(api.product.list, { id: shelf.product_id, locale: 'en' });
  expect(products.cells[fieldLabel(['compare_at'], 'en')]).toBe(10.75);

  const orders = await sheetOf(api.order.list, { id: results.id, locale: 'ar' });
  const made = new Date(results.created_at).getTime();
  expect((orders.cells[fieldLabel(['created_at'], 'ar')] as Date).getTime()).toBe(made + 3 * 3_600_000);
  expect(new Set(orders.headers).size).toBe(orders.headers.length);
});

test('every column and every title of an exported list has a name in every language', () => {
  const lists = Object.values(api)
    .flatMap((group) => Object.values(group) as Endpoint[])
    .filter(({ exports }) => exports);
  expect(lists.length).toBeGreaterThan(20);
  // what no language knows is made readable from the name itself
  const unknown = (name: string) =>
    LOCALES.some((locale) => fieldLabel([name], locale) === fieldLabel([name], 'ar') && locale !== 'ar');
  for (const endpoint of lists) {
    const names = [`${nounOf(endpoint)}_list`];
    if (endpoint.output instanceof z.ZodObject)
      names.push(...columnsOf(endpoint, 'ar').map(({ name }) => name));
    expect(names.filter(unknown), endpoint.path).toEqual([]);
  }
});
