import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, type Person } from '../../../../test/actors.ts';
import { api, startApp, type TestApp } from '../../../../test/app.ts';
import { csv, ean, importIn, sendFile, type Uploaded, workbook } from '../../../../test/workbooks.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp({ jobs: true });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const send = (file: Uploaded | null, input: object = {}, more: Parameters<typeof sendFile>[4] = {}) =>
  sendFile(app.url, admin.token, file, input, more);
const until = (id: number, ...states: NonNullable<Parameters<typeof importIn>[3]>) =>
  importIn(app.url, admin.token, id, states);
const text = (content: string | Uint8Array, name: string): Uploaded => ({
  name,
  bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
});

describe('uploading an import file', () => {
  it('an uploaded import file is answered at once and read in the background', async () => {
    const { status, results } = await send(
      await workbook([
        ['EAN', 'Name'],
        [ean(1), 'Milk'],
      ]),
    );
    expect(status).toBe(200);
    expect(results).toMatchObject({ state: 'reading', file_name: 'products.xlsx', total_rows: null });
    expect(results.message).toBe('File is imported in background, may take a while');
    const read = await until(results.id, 'mapping');
    expect(read).toMatchObject({ total_rows: 1, start_row: 2, sheet: 'Products' });
    expect(read.guess).toMatchObject({ barcode: 'A', 'names.en': 'B', price: null });
    expect(read.columns[1]).toEqual({ key: 'B', header: 'Name', samples: ['Milk'] });
  });

  it('columns of an import file are guessed from German and Arabic headers and from values', async () => {
    const german = await send(
      csv([
        ['Strichcode', 'Bezeichnung (Deutsch)', 'Warengruppe', 'Verkaufspreis', 'Bestand'],
        [ean(2), 'Milch', 'Lebensmittel > Getränke', '1,99', '3'],
      ]),
    );
    expect((await until(german.results.id, 'mapping')).guess).toMatchObject({
      barcode: 'A',
      'names.de': 'B',
      category: 'C',
      price: 'D',
      quantity: 'E',
    });
    const arabic = await send(
      csv([
        ['الباركود', 'اسم المنتج', 'السعر', 'القسم'],
        [ean(3), 'حليب', '٤٫٥', 'غذاء'],
      ]),
    );
    expect((await until(arabic.results.id, 'mapping')).guess).toMatchObject({
      barcode: 'A',
      'names.ar': 'B',
      price: 'C',
      category: 'D',
    });
    const bare = await send(
      csv([
        ['milk.jpg', 'Fresh milk', ean(4), '4.50'],
        ['tea.jpg', 'Black tea', ean(5), '9.25'],
      ]),
    );
    const { guess, start_row } = await until(bare.results.id, 'mapping');
    expect(start_row).toBe(1);
    expect(guess).toMatchObject({ image_path: 'A', 'names.en': 'B', barcode: 'C', price: 'D' });
  });

  it('an import file may have notes above its table and further sheets', async () => {
    const { results } = await send(
      await workbook({
        Notes: [
          ['Prices of spring'],
          ['as of today'],
          [null],
          ['Barcode', 'Title', 'Price'],
          [ean(6), 'Tea', 3],
        ],
        Second: [
          ['Code', 'Produktname'],
          [ean(7), 'Kaffee'],
          [ean(8), 'Tee'],
        ],
      }),
    );
    const first = await until(results.id, 'mapping');
    expect(first).toMatchObject({ sheet: 'Notes', start_row: 5, total_rows: 1 });
    const again = await app.call(api.productImport.start, { id: results.id, sheet: 'Second' }, admin);
    expect(again.results.state).toBe('reading');
    expect(await until(results.id, 'mapping')).toMatchObject({
      sheet: 'Second',
      start_row: 2,
      total_rows: 2,
    });
  });

  it('the sheet and first row of an import file can be set in the mapping, with or before the columns', async () => {
    const { results } = await send(
      await workbook({
        Notes: [['Prices of spring']],
        Goods: [
          ['Barcode', 'Name', 'Price'],
          ['the old ones:', null, null],
          [ean(60), 'Oats', 3],
          [ean(61), 'Rye', 4],
        ],
      }),
      { mapping: { sheet: 'Goods', start_row: 3 } },
    );
    const waiting = await until(results.id, 'mapping');
    expect(waiting).toMatchObject({ sheet: 'Goods', start_row: 3, total_rows: 2 });
    for (const mapping of [{}, { sheet: null }, { sheet: 'Goods', start_row: 3 }]) {
      const unnamed = await app.call(api.productImport.start, { id: results.id, mapping }, admin);
      expect(unnamed.failure.code).toBe('import.mapping_missing');
    }
    const other = await app.call(
      api.productImport.start,
      { id: results.id, mapping: { start_row: 2 } },
      admin,
    );
    expect(other.results.state).toBe('reading');
    expect(await until(results.id, 'mapping')).toMatchObject({ start_row: 2, total_rows: 3 });
    const mapping = { barcode: 'A', 'names.en': 'B', price: 'C', sheet: 'Goods', start_row: 4 };
    await app.call(api.productImport.start, { id: results.id, mapping, dry_run: true }, admin);
    expect(await until(results.id, 'checked')).toMatchObject({ start_row: 4, total_rows: 1 });
    const wrong = { barcode: 'A', start_row: 0 };
    const refused = await app.call(api.productImport.start, { id: results.id, mapping: wrong }, admin);
    expect(Object.keys(refused.failure.errors)).toEqual(['mapping.start_row']);
  });

  it('an import file is read from its first filled sheet, and selecting an empty sheet does not end the import', async () => {
    const { results } = await send(
      await workbook({
        Cover: [],
        Goods: [
          ['Barcode', 'Name'],
          [ean(30), 'Oats'],
        ],
      }),
    );
    expect(await until(results.id, 'mapping')).toMatchObject({ sheet: 'Goods', total_rows: 1 });
    await app.call(api.productImport.start, { id: results.id, sheet: 'Cover' }, admin);
    const empty = await until(results.id, 'mapping', 'failed');
    expect(empty).toMatchObject({ state: 'mapping', sheet: 'Cover', columns: [], mapping: {} });
    expect(empty.failure?.code).toBe('import.empty');
    expect(empty.sheets.map(({ name }) => name)).toEqual(['Cover', 'Goods']);
    await app.call(api.productImport.start, { id: results.id, sheet: 'Goods' }, admin);
    expect(await until(results.id, 'mapping', 'failed')).toMatchObject({ sheet: 'Goods', failure: null });
  });

  it('an import file without a name column uses the description as the product name', async () => {
    const { results } = await send(
      csv([
        ['StockCode', 'Description', 'UnitPrice'],
        [ean(33), 'WHITE METAL LANTERN', '3.39'],
      ]),
    );
    const { guess } = await until(results.id, 'mapping');
    expect(guess).toMatchObject({ barcode: 'A', 'names.en': 'B', 'descriptions.en': null, price: 'C' });
  });

  it('decimals under a header with another meaning are not guessed as the price', async () => {
    const { results } = await send(
      csv([
        ['EAN', 'Name', 'Fat'],
        [ean(31), 'Butter', '83.2'],
        [ean(32), 'Milk', '3.5'],
      ]),
    );
    expect((await until(results.id, 'mapping')).guess.price).toBeNull();
  });

  it.each([
    ['what is no table', text(new Uint8Array([1, 0, 2, 0, 3]), 'a.bin'), 'import.unreadable'],
    ['nothing', text('', 'a.csv'), 'import.unreadable'],
    [
      'an old workbook',
      text(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 9]), 'a.xls'),
      'import.old_format',
    ],
    [
      'an encrypted workbook',
      text(
        new Uint8Array([
          ...[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
          ...Buffer.from('..EncryptedPackage', 'utf16le'),
        ]),
        'a.xlsx',
      ),
      'import.encrypted',
    ],
    [
      'a zip that is no workbook',
      text(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0]), 'a.xlsx'),
      'import.unreadable',
    ],
  ])('an import file that is %s is refused at once', async (_, file, code) => {
    const { status, results } = await send(file);
    expect(status).toBe(422);
    expect(results.code).toBe(code);
  });

  it('an import without a file is refused', async () => {
    expect((await send(null)).results.code).toBe('import.file_missing');
    expect((await app.call(api.productImport.start, {}, admin)).failure.code).toBe('import.file_missing');
  });

  it('an import file may be sent as a plain form with mapping and first row as fields', async () => {
    const body = new FormData();
    const { bytes } = csv([
      ['Code', 'Title'],
      [ean(11), 'By form'],
    ]);
    body.append('mapping', JSON.stringify({ barcode: 'Code', 'names.en': 'B' }));
    body.append('start_row', '2');
    body.append('dry_run', '1');
    body.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'form.csv');
    const response = await fetch(app.url + api.productImport.start.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'idempotency-key': 'form' },
      body,
    });
    const { results } = (await response.json()) as { results: { id: number } };
    expect(response.status).toBe(200);
    expect(await until(results.id, 'checked', 'failed')).toMatchObject({ state: 'checked', created: 1 });
  });

  it('an import can be canceled before it runs, and then cannot be run', async () => {
    const { results } = await send(
      csv([
        ['barcode', 'name'],
        [ean(10), 'Never'],
      ]),
    );
    await until(results.id, 'mapping');
    const given = await app.call(api.productImport.cancel, { id: results.id }, admin);
    expect(given.results).toMatchObject({ state: 'cancelled', actions: [] });
    for (const call of [api.productImport.start, api.productImport.cancel, api.productImport.undo])
      expect((await app.call(call, { id: results.id }, admin)).failure.code).toBe('import.state');
  });

  it('an import is listed only for staff with the permission', async () => {
    const { results } = await send(csv([['barcode'], [ean(9)]], 'shown.csv'));
    await until(results.id, 'mapping');
    const list = await app.call(api.productImport.list, { keywords: 'shown' }, admin);
    expect(list.results).toMatchObject([
      { id: results.id, file_name: 'shown.csv', actions: ['map', 'run', 'cancel'] },
    ]);
  });
});
