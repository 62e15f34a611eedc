import excel from 'exceljs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, type Person } from '../../../test/actors.ts';
import { api, startApp, type TestApp } from '../../../test/app.ts';
import { csv, importIn, sendFile, type Uploaded } from '../../../test/workbooks.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ jobs: true });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

async function importUnedited(file: Uploaded) {
  const { results } = await sendFile(app.url, admin.token, file, {});
  const read = await importIn(app.url, admin.token, results.id);
  const body = { id: read.id, mapping: read.mapping };
  expect((await app.call(api.productImport.start, body, admin)).status, JSON.stringify(read.mapping)).toBe(
    200,
  );
  return importIn(app.url, admin.token, read.id, ['done', 'failed', 'checked']);
}
const importRows = (...rows: (readonly (string | number)[])[]) => importUnedited(csv(rows));
const coded = async (barcode: string) =>
  (await app.call(api.product.barcode, { barcode }, { token: admin.token })).results;

it.each([
  ['variable', 0],
  ['-', 0],
  ['1.250,50', 1250.5],
  ['١٢٫٥', 12.5],
  ['95 QAR incl.', 95],
  ['95,00 QAR inkl. MwSt.', 95],
  ['ر.ق ١٬٢٥٠٫٥٠', 1250.5],
])('an import row with a price of %s gets the price %s and is never refused', async (text, price) => {
  const code = `BP-${text.codePointAt(0)}-${text.length}`;
  const done = await importRows(['Code', 'Name', 'Price'], [code, `Priced ${text}`, text]);
  expect(done).toMatchObject({ created: 1, refused: 0, unpriced: price === 0 ? 1 : 0 });
  expect(await coded(code)).toMatchObject({ price, status: price === 0 ? 0 : 1 });
});

it('an import reads $95.00 as 95: a currency sign is ignored and a currency code must match', async () => {
  const done = await importRows(
    ['Code', 'Name', 'Price'],
    ['DL-1', 'Dollar sign', '$95.00'],
    ['DL-2', 'Dollar code', 'USD 95.00'],
  );
  expect(done).toMatchObject({ created: 1, refused: 1 });
  expect(await coded('DL-1')).toMatchObject({ price: 95 });
});

it('a file of 111 columns is imported by the few columns that have values', async () => {
  const others = Array.from({ length: 108 }, (_, at) => `Attribute ${at + 1} value(s)`);
  const done = await importRows(
    ['SKU', ...others.slice(0, 60), 'Name', ...others.slice(60), 'Regular price'],
    ...[1, 2, 3].map((at) => [
      `WI-${at}`,
      ...others.slice(0, 60).map((_, column) => (column % 7 === 0 ? 'Blue' : '')),
      `Wide thing ${at}`,
      ...others.slice(60).map((_, column) => (column % 5 === 0 ? at : '')),
      at * 10,
    ]),
  );
  expect(done).toMatchObject({ created: 3, refused: 0 });
  expect(await coded('WI-2')).toMatchObject({ price: 20, title: 'Wide thing 2' });
});

it('an import shortens a description of 20,000 characters and removes its scripts', async () => {
  const done = await importRows(
    ['Code', 'Name', 'Price', 'Description'],
    ['DE-1', 'Long text', 5, 'word '.repeat(4_000)],
    [
      'DE-2',
      'Script text',
      5,
      '<p onclick="x()">Safe<img src=x onerror=alert(1)></p><script>alert(1)</script>',
    ],
  );
  expect(done).toMatchObject({ created: 2, refused: 0 });
  expect(done.sums.map(({ field, refused }) => [field, refused])).toEqual([['descriptions.en', false]]);
  expect((await coded('DE-1')).descriptions?.en ?? '').toBe('');
  expect((await coded('DE-2')).descriptions?.en).toBe('Safe');
});

it('an import reads a formula by its stored result and leaves one without a result empty', async () => {
  const book = new excel.Workbook();
  const sheet = book.addWorksheet('Products');
  sheet.addRow(['Code', 'Name', 'Price']);
  sheet.addRow(['FO-1', 'Worked out', { formula: '5*2.5', result: 12.5 }]);
  sheet.addRow(['FO-2', 'Not worked out', { formula: 'A1' }]);
  sheet.addRow(['FO-3', 'Broken', { formula: '1/0', result: { error: '#DIV/0!' } }]);
  const bytes = new Uint8Array((await book.xlsx.writeBuffer()) as ArrayBuffer);
  const done = await importUnedited({ name: 'formulas.xlsx', bytes });
  expect(done).toMatchObject({ created: 3 - done.refused });
  expect(await coded('FO-1')).toMatchObject({ price: 12.5, status: 1 });
  expect(await coded('FO-2')).toMatchObject({ price: 0, status: 0 });
});

it('an import leaves out a category of 12 levels with a notice and takes its row', async () => {
  const path = Array.from({ length: 12 }, (_, at) => `Level ${at + 1}`).join(' > ');
  const done = await importRows(
    ['Code', 'Name', 'Price', 'Category'],
    ['LV-1', 'Deep thing', 5, path],
    ['LV-2', 'Flat thing', 5, 'Shelf > Board'],
  );
  expect(done).toMatchObject({ created: 2, refused: 0 });
  expect(done.sums).toMatchObject([{ refused: false, code: 'import.row_category', count: 1 }]);
  expect((await coded('LV-1')).categories).toEqual([]);
});

it("an import row whose code exists in two products changes the one with the row's number, name or spelling, else the older", async () => {
  const { prisma } = app.services.database;
  const make = async (en: string, barcode: string) => {
    const { results } = await app.call(
      api.product.save,
      { titles: { en }, pricing: { price: 5 } },
      { token: admin.token },
    );
    const [item] = results.items;
    await prisma.product_item.update({
      where: { id: item?.item_id ?? 0 },
      data: { barcode, shares_code: true },
    });
    return results.id;
  };
  const [older, younger] = [await make('Old lamp', 'TWO-1'), await make('New lamp', 'two-1')];
  const prices = async () =>
    Promise.all(
      [older, younger].map(async (id) => (await app.call(api.product.show, { id }, admin)).results.price),
    );
  await importRows(['Code', 'Name', 'Price'], ['TWO-1', 'new  LAMP', 7]);
  expect(await prices()).toEqual([5, 7]);
  await importRows(['ID', 'Code', 'Price'], [younger, 'TWO-1', 8], [999_999, 'OTHER', 1]);
  expect(await prices()).toEqual([5, 8]);
  await importRows(['Code', 'Price'], ['two-1', 9]);
  expect(await prices()).toEqual([5, 9]);
  await importRows(['Code', 'Price'], ['Two-1', 10]);
  expect(await prices()).toEqual([10, 9]);
}, 90_000);

it("an import ignores numbers of another shop's export that belong to other products here", async () => {
  await importRows(['Code', 'Name', 'Price'], ['FN-1', 'Here first', 5], ['FN-2', 'Here second', 6]);
  const ids = await Promise.all(['FN-1', 'FN-2'].map(async (code) => (await coded(code)).id));
  const done = await importRows(
    ['ID', 'Barcode', 'Name', 'Price'],
    [ids[0] ?? 0, 'XF-1', 'Elsewhere first', 50],
    [ids[1] ?? 0, '', 'Elsewhere second', 60],
  );
  expect(done).toMatchObject({ created: 2, updated: 0, refused: 0 });
  expect(done.sums).toMatchObject([{ refused: false, code: 'import.row_number_foreign', count: 2 }]);
  expect((await coded('FN-1')).price).toBe(5);
  expect((await coded('FN-2')).titles?.en).toBe('Here second');
});
