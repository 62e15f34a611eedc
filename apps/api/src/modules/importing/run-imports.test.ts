import { constants, PerformanceObserver } from 'node:perf_hooks';
import { ROOT_CATEGORY } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, type Person } from '../../../test/actors.ts';
import { api, startApp, type TestApp } from '../../../test/app.ts';
import {
  csv,
  ean,
  importFile,
  importIn,
  sendFile,
  type Uploaded,
  workbook,
} from '../../../test/workbooks.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp({ jobs: true });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const HEAD = ['Barcode', 'Name (English)', 'Name (Arabic)', 'Category', 'Price', 'Quantity'];
const MAPPING = {
  barcode: 'Barcode',
  'names.en': 'Name (English)',
  'names.ar': 'C',
  category: 'Category',
  price: 'Price',
  quantity: 'Quantity',
};

/** Sends a file with its mapping and waits until it is through. */
const run = (file: Uploaded, input: object = {}, more: Parameters<typeof importFile>[4] = {}) =>
  importFile(app.url, admin.token, file, { mapping: MAPPING, ...input }, more);
const rowsOf = async (id: number, result?: string) =>
  (await app.call(api.productImport.rows, { import_id: id, result, limit: 100 }, admin)).results;
const codes = async (id: number) =>
  Object.fromEntries((await rowsOf(id, 'refused')).map(({ row, reasons }) => [row, reasons[0]?.code]));
const productOf = async (barcode: string) =>
  (await app.call(api.product.barcode, { barcode }, admin)).results;
const undo = async (id: number) => {
  await app.call(api.productImport.undo, { id }, admin);
  return importIn(app.url, admin.token, id);
};

describe('importing products', () => {
  it('an import creates products with their categories, and a second run changes nothing', async () => {
    const file = await workbook([
      HEAD,
      [Number(ean(101)), 'Fresh milk', 'حليب طازج', 'Imported > Drinks', 4.5, 12],
      [ean(102), 'Black tea', null, 'Imported › Drinks › Hot', '9,25', null],
    ]);
    const done = await run(file);
    expect(done).toMatchObject({ state: 'done', created: 2, refused: 0, total_rows: 2 });
    expect(done.categories).toEqual(['Imported', 'Imported › Drinks', 'Imported › Drinks › Hot']);
    const milk = await productOf(ean(101));
    expect(milk).toMatchObject({
      price: 4.5,
      titles: { en: 'Fresh milk', ar: 'حليب طازج', de: '' },
      status: 1,
    });
    expect(milk.categories.map(({ title }) => title)).toEqual(['Drinks']);
    const again = await run(file);
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 2, categories: [] });
    expect((await productOf(ean(101))).version).toBe(milk.version);
  });

  it('a check of an import only reports what a run would do', async () => {
    await run(csv([HEAD, [ean(111), 'Rice', '', '', 3, '']]));
    const file = csv([HEAD, [ean(111), 'Rice', '', '', 4, ''], [ean(112), 'Salt', '', 'Spices', 1, '']]);
    const checked = await run(file, { dry_run: 1 });
    expect(checked).toMatchObject({ state: 'checked', created: 1, updated: 1, categories: ['Spices'] });
    expect(checked.preview.find(({ result }) => result === 'updated')?.changes).toEqual([
      { field: 'price', from: 3, to: 4 },
    ]);
    expect((await productOf(ean(111))).price).toBe(3);
    expect((await app.call(api.product.barcode, { barcode: ean(112) }, admin)).status).toBe(404);
    await app.call(api.productImport.start, { id: checked.id }, admin);
    const done = await importIn(app.url, admin.token, checked.id);
    expect(done).toMatchObject({ state: 'done', created: 1, updated: 1 });
    expect((await productOf(ean(111))).price).toBe(4);
  });

  it('an import refuses each row with a bad code, name or price with its reason and column, and takes the others', async () => {
    await run(csv([HEAD, [ean(121), 'Oil', '', '', 8, '']]));
    const wrong = `${ean(122).slice(0, -1)}${(Number(ean(122).at(-1)) + 1) % 10}`;
    const done = await run(
      csv([
        HEAD,
        [ean(123), 'Good', '', '', 1, ''],
        ['', 'No barcode', '', '', 1, ''],
        [wrong, 'Wrong digit', '', '', 1, ''],
        [ean(123), 'Again', '', '', 1, ''],
        [ean(124), '', '', '', 1, ''],
        [ean(125), 'Fine money', '', '', '1.005', ''],
        [ean(126), 'Below nothing', '', '', '-1', ''],
        [ean(127), 'Cheap', '', '', 'cheap', ''],
        [ean(128), 'x'.repeat(201), '', '', 1, ''],
        [ean(129), 'No such category', '', '99999999', 1, ''],
        [ean(121), 'Oil', '', '', 8, ''],
        [ean(130), 'Nul\0', '', '', 1, ''],
      ]),
      { mode: 'create' },
    );
    expect(done).toMatchObject({ created: 5, refused: 7, own_codes: 1, uncoded: 1 });
    expect(await codes(done.id)).toEqual({
      5: 'import.row_barcode_repeated',
      6: 'import.row_title_missing',
      8: 'positive',
      9: 'import.row_not_a_number',
      10: 'max_characters',
      12: 'import.row_exists',
      13: 'well_formed',
    });
    const left = (await rowsOf(done.id, 'created')).flatMap(({ row, notices }) =>
      notices.map(({ code, field }) => [row, field, code]),
    );
    expect(left).toEqual([
      [7, 'price', 'import.row_price_rounded'],
      [11, 'category', 'import.row_category_unknown'],
    ]);
    expect(done.sums).toContainEqual(
      expect.objectContaining({ refused: false, code: 'import.row_price_rounded', row: 7, count: 1 }),
    );
    expect((await productOf(ean(125))).price).toBe(1.01);
    const [first] = (await rowsOf(done.id, 'refused')).filter(({ row }) => row === 9);
    expect(first?.reasons[0]).toMatchObject({ field: 'price', column: 'E' });
    expect(first?.reason).toBe('“cheap” is not a number.');
  });

  it('refused rows can be downloaded in their own columns, corrected and imported again', async () => {
    const done = await run(
      csv([HEAD, [ean(131), 'Flour', 'طحين', '', 'much', '7'], [ean(132), 'Fine', '', '', 2, '']]),
    );
    const response = await fetch(`${app.url}/admin/products/import/rows`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': 'application/json',
        'accept-language': 'de',
      },
      body: JSON.stringify({ import_id: done.id, result: 'refused', export: 1, format: 'csv' }),
    });
    const [head, line, ...rest] = (await response.text()).replace('\ufeff', '').trim().split('\n');
    expect(head).toBe([...HEAD, 'Grund'].join(';'));
    expect(line).toBe(`${ean(131)};Flour;طحين;;much;7;„much“ ist keine Zahl.`);
    expect(rest).toEqual([]);
  });

  it('undoing an import restores fields and deletes created records, but keeps what others changed later', async () => {
    await run(
      csv([
        HEAD,
        [ean(141), 'Kept', '', 'Undo > Old', 5, ''],
        [ean(142), 'Back', 'رجوع', 'Undo > Old', 6, ''],
      ]),
    );
    const done = await run(
      csv([
        HEAD,
        [ean(141), 'Kept two', '', '', 50, ''],
        [ean(142), 'Back two', '', 'Undo > New', 60, ''],
        [ean(143), 'Gone', '', 'Undo > New > Deep', 1, ''],
      ]),
    );
    expect(done).toMatchObject({ created: 1, updated: 2 });
    const kept = await productOf(ean(141));
    await app.call(api.product.save, { id: kept.id, titles: { en: 'Mine' } }, admin);
    const undone = await undo(done.id);
    expect(undone.state).toBe('undone');
    expect(await productOf(ean(141))).toMatchObject({ titles: { en: 'Mine' }, price: 5 });
    const back = await productOf(ean(142));
    expect(back).toMatchObject({ titles: { en: 'Back', ar: 'رجوع' }, price: 6 });
    expect(back.categories.map(({ title }) => title)).toEqual(['Old']);
    expect((await app.call(api.product.barcode, { barcode: ean(143) }, admin)).status).toBe(404);
    const results = Object.fromEntries((await rowsOf(done.id)).map(({ row, result }) => [row, result]));
    expect(results).toEqual({ 2: 'kept', 3: 'undone', 4: 'undone' });
    const titles = (await app.call(api.category.list, { keywords: 'Deep' }, admin)).results;
    expect(titles).toEqual([]);
    expect((await app.call(api.productImport.undo, { id: done.id }, admin)).failure.code).toBe(
      'import.state',
    );
  });

  it('an import puts a product into the only category of that name, at any level of the tree', async () => {
    const save = async (title: string, parent_id?: number) =>
      (
        await app.call(
          api.category.save,
          { titles: { en: title }, ...(parent_id ? { parent_id } : {}) },
          admin,
        )
      ).results.id;
    const [dairy, drinks] = [await save('Dairy'), await save('Beverages')];
    const below = await save('Milk and laban', dairy);
    await save('Ambiguous', dairy);
    await save('Ambiguous', drinks);
    const rows = [
      [ean(171), 'Laban', '', 'milk AND laban', 1, ''],
      [ean(172), 'Whose', '', 'Ambiguous', 1, ''],
    ];
    expect(await run(csv([HEAD, ...rows]))).toMatchObject({ created: 2 });
    expect((await productOf(ean(171))).categories.map(({ id }) => id)).toEqual([below]);
    const named = (await app.call(api.category.list, { keywords: 'laban' }, admin)).results;
    expect(named.map(({ id }) => id)).toEqual([below]);
    // where two are called so, which is meant is not guessed: it stands at the top
    const [own] = (await productOf(ean(172))).categories;
    expect((await app.call(api.category.show, { id: own?.id ?? 0 }, admin)).results.parent_id).toBe(
      ROOT_CATEGORY,
    );
  });

  it('an import of a product with several items sets the price of the matching item only', async () => {
    const saved = await app.call(
      api.product.save,
      {
        titles: { en: 'Two sizes' },
        pricing: { price: 5 },
        items: [{ barcode: ean(151) }, { barcode: ean(152) }],
      },
      admin,
    );
    const file = csv([HEAD, [ean(151), '', '', '', 5, ''], [ean(152), '', '', '', 7, '']]);
    expect(await run(file)).toMatchObject({ updated: 1, unchanged: 1 });
    const show = (await app.call(api.product.show, { id: saved.results.id }, admin)).results;
    expect(show.price).toBe(5);
    expect(show.items.map(({ price }) => price)).toEqual([null, 7]);
    expect(await run(file)).toMatchObject({ updated: 0, unchanged: 2 });
  });

  it('an import names mapped columns that the sheet lacks and needs a barcode column', async () => {
    const file = csv([HEAD, [ean(161), 'X', '', '', 1, '']]);
    const lacking = await run(file, { mapping: { barcode: 'Barcode', price: 'Cost' } });
    expect(lacking.failure?.code).toBe('import.column_missing');
    const { results } = await sendFile(app.url, admin.token, file, { mapping: { price: 'Price' } });
    expect(results.code).toBe('import.mapping_missing');
  });
});

describe('importing prices', () => {
  it('a price import changes prices and statuses of existing products by barcode', async () => {
    await run(csv([HEAD, [ean(201), 'One', '', '', 1, ''], [ean(202), 'Two', '', '', 2, '']]));
    const file = csv(
      [
        ['EAN', 'Preis', 'Aktiv'],
        [ean(201), '1,50', 'nein'],
        [ean(202), '', ''],
        [ean(203), '3', 'ja'],
        [ean(201), '9', 'vielleicht'],
      ],
      'prices.csv',
    );
    const { results } = await sendFile(
      app.url,
      admin.token,
      file,
      { mapping: { barcode: 'A', price: 'B', status: 'C' }, start: 2 },
      { path: api.productImport.startPrices.path },
    );
    const done = await importIn(app.url, admin.token, results.id);
    expect(done).toMatchObject({ kind: 'price', state: 'done', updated: 1, refused: 3 });
    expect(await productOf(ean(201))).toMatchObject({ price: 1.5, status: 0 });
    expect(await codes(done.id)).toEqual({
      3: 'import.row_price_missing',
      4: 'import.row_unknown',
      5: 'import.row_status',
    });
    await undo(done.id);
    expect(await productOf(ean(201))).toMatchObject({ price: 1, status: 1 });
  });
});

it('only a long import forces a garbage collection', async () => {
  let forced = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries() as (PerformanceEntry & { detail: { flags: number } })[])
      if ((detail.flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0) forced += 1;
  });
  observer.observe({ entryTypes: ['gc'] });
  try {
    const rowOf = (at: number) => [ean(50_000 + at), `Thing ${at}`, '', '', at + 1, ''];
    await run(csv([HEAD, rowOf(0)]), { dry_run: true });
    expect(forced).toBe(0);
    await run(csv([HEAD, ...Array.from({ length: 5_000 }, (_, at) => rowOf(at))]), { dry_run: true });
    expect(forced).toBeGreaterThan(0);
  } finally {
    observer.disconnect();
  }
});
