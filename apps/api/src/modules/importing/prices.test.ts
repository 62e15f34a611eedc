import { computeCheckDigit } from '@dukkan/commerce';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, type Person } from '../../../test/actors.ts';
import { api, startApp, type TestApp } from '../../../test/app.ts';
import { csv, ean, importFile, importIn, type Uploaded, workbook } from '../../../test/workbooks.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ jobs: true });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const HEAD = ['Barcode', 'Name', 'Price', 'Status'];
const MAPPING = { barcode: 'A', 'names.en': 'B', price: 'C' };
const run = (file: Uploaded, input: object = {}) =>
  importFile(app.url, admin.token, file, { mapping: MAPPING, ...input });
/** Prices and states of products that stand already. */
const runPrices = (file: Uploaded, input: object = {}) =>
  importFile(
    app.url,
    admin.token,
    file,
    { mapping: { barcode: 'A', price: 'C', status: 'D' }, ...input },
    { path: api.productImport.startPrices.path },
  );
const productOf = async (barcode: string) =>
  (await app.call(api.product.barcode, { barcode }, admin)).results;

describe('importing products without prices', () => {
  it('an import creates products without a price as disabled, counts them, and does not enable a product without a price', async () => {
    const table = csv([
      HEAD,
      [ean(301), 'Cup', '', ''],
      [ean(302), 'Jug', '0', '1'],
      [ean(303), 'Pot', '5', ''],
    ]);
    const checked = await run(table, { dry_run: 1 });
    expect(checked).toMatchObject({ state: 'checked', created: 3, unpriced: 2 });
    expect(checked.message).toContain('Products without a price (they stay disabled): 2.');
    await app.call(api.productImport.start, { id: checked.id }, admin);
    const done = await importIn(app.url, admin.token, checked.id);
    expect(done).toMatchObject({ state: 'done', created: 3, unpriced: 2, own_codes: 0 });
    const standing = await Promise.all([301, 302, 303].map(async (at) => (await productOf(ean(at))).status));
    expect(standing).toEqual([0, 0, 1]);
    const again = await runPrices(csv([HEAD, [ean(301), 'Cup', '', '1'], [ean(302), 'Jug', '2', '1']]));
    expect(again).toMatchObject({ updated: 1, unchanged: 1, unpriced: 1 });
    expect((await productOf(ean(301))).status).toBe(0);
    expect(await productOf(ean(302))).toMatchObject({ status: 1, price: 2 });
  });

  it('a product import needs no price column', async () => {
    const mapping = { barcode: 'A', 'names.en': 'B' };
    const done = await run(csv([HEAD, [ean(311), 'Vase', '', '']]), { mapping });
    expect(done).toMatchObject({ created: 1, unpriced: 1 });
    expect((await productOf(ean(311))).status).toBe(0);
  });

  it('an import makes products free when 0 was set to mean free, and undo restores them', async () => {
    await run(csv([HEAD, [ean(321), 'Bag', '3', '']]));
    const table = csv([
      HEAD,
      [ean(321), 'Bag', '0', ''],
      [ean(322), 'Flyer', '0', ''],
      [ean(323), 'Box', '', ''],
    ]);
    const done = await run(table, { free: 1 });
    expect(done).toMatchObject({ created: 2, updated: 1, unpriced: 1, free: true });
    expect(await productOf(ean(321))).toMatchObject({ status: 1, pricing: { price: 0, free: 1 } });
    expect(await productOf(ean(322))).toMatchObject({ status: 1, pricing: { price: 0, free: 1 } });
    expect((await productOf(ean(323))).status).toBe(0);
    await app.call(api.productImport.undo, { id: done.id }, admin);
    await importIn(app.url, admin.token, done.id);
    expect(await productOf(ean(321))).toMatchObject({ status: 1, pricing: { price: 3, free: 0 } });
  });
});

describe('imported codes and prices', () => {
  it('codes of 12, 13 and 14 digits are one product in an import, and a second row with it is refused with a reason', async () => {
    const digits = '71494574056';
    const upc = `${digits}${computeCheckDigit(digits)}`;
    const first = await run(csv([HEAD, [upc, 'Soap', '2', ''], [`00${upc}`, 'Soap again', '3', '']]));
    expect(first).toMatchObject({ created: 1, refused: 1 });
    const second = await run(csv([HEAD, [`0${upc}`, 'Soap', '4', '']]));
    expect(second).toMatchObject({ created: 0, updated: 1 });
    expect((await productOf(upc)).price).toBe(4);
  });

  it("an import takes and counts the shop's own codes and refuses codes that a spreadsheet damaged", async () => {
    const code = ean(331);
    const own = `${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}`;
    const done = await run(
      await workbook([HEAD, [own, 'Own', 1, 1], [Number('12345678901234567890'), 'Damaged', 1, 1]]),
    );
    expect(done).toMatchObject({ created: 1, refused: 1, own_codes: 1 });
    expect(done.message).toContain('own codes: 1.');
    const [row] = (await app.call(api.productImport.rows, { import_id: done.id, result: 'refused' }, admin))
      .results;
    expect(row?.reasons[0]?.code).toBe('import.row_code_damaged');
    expect((await productOf(own)).titles.en).toBe('Own');
  });

  it('prices of an import are read by the whole column: one clear cell decides the unclear ones', async () => {
    const rows = [
      [ean(341), 'a', '1.234', ''],
      [ean(342), 'b', 'QAR 12,50', ''],
      [ean(343), 'c', '2.000,75', ''],
    ];
    expect(await run(csv([HEAD, ...rows]))).toMatchObject({ created: 3, refused: 0 });
    const prices = await Promise.all([341, 342, 343].map(async (at) => (await productOf(ean(at))).price));
    expect(prices).toEqual([1234, 12.5, 2000.75]);
  });
});
