import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../../../test/actors.ts';
import { api, startApp, type TestApp } from '../../../../test/app.ts';
import { csv, ean, importFile, importIn, sendFile, workbook } from '../../../../test/workbooks.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ jobs: true });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const rowsOf = async (import_id: number) =>
  (await app.call(api.productImport.rows, { import_id, locale: 'en' }, admin)).results;
const leftIn = async (id: number) =>
  (await rowsOf(id)).map(({ notices }) => notices.map(({ field, message }) => `${field}: ${message}`));

test('an import names further phone numbers and e-mail addresses of a customer in the row result and counts them', async () => {
  const done = await importFile(
    app.url,
    admin.token,
    csv([
      ['Phone', 'Phone 2', 'Name', 'Email'],
      ['5512 3456 / 4412 3456', '', 'Two numbers', ''],
      ['55123457', '44123457', 'Two columns', 'a@example.com; b@example.com'],
      ['55123458, +974 5512 3458', '+97455123458', 'One number three times', 'c@example.com'],
      ['', '٥٥١٢٣٤٥٩\n٥٥١٢٣٤٦٠', 'In the second column', ''],
    ]),
    { mapping: { phone: 'A', phone_2: 'B', name: 'C', email: 'D' } },
    { path: api.productImport.startCustomers.path },
  );
  expect(done).toMatchObject({ created: 4, refused: 0 });
  expect(await leftIn(done.id)).toEqual([
    ['phone: Only “+97455123456” was used. Left out: 4412 3456.'],
    [
      'phone_2: Only “+97455123457” was used. Left out: 44123457.',
      'email: Only “a@example.com” was used. Left out: b@example.com.',
    ],
    [],
    ['phone_2: Only “+97455123459” was used. Left out: ٥٥١٢٣٤٦٠.'],
  ]);
  expect(done.sums.map(({ code, field, count }) => [code, field, count])).toEqual([
    ['import.row_values_left', 'phone', 1],
    ['import.row_values_left', 'phone_2', 2],
    ['import.row_values_left', 'email', 1],
  ]);
});

test('an import names further barcodes of a cell in the row result, and a code with a slash stays whole', async () => {
  const done = await importFile(
    app.url,
    admin.token,
    csv([
      ['Barcode', 'Name', 'Price'],
      [`${ean(600_001)}; ${ean(600_002)}`, 'Two codes', 2],
      ['AB/12', 'Own code', 2],
    ]),
    { mapping: { barcode: 'A', 'names.en': 'B', price: 'C' } },
  );
  expect(done).toMatchObject({ created: 2, refused: 0 });
  expect(await leftIn(done.id)).toEqual([
    [`barcode: Only “${ean(600_001)}” was used. Left out: ${ean(600_002)}.`],
    [],
  ]);
  expect((await rowsOf(done.id)).map(({ barcode }) => barcode)).toEqual([ean(600_001), 'AB/12']);
});

test("an import names a picture's web address in the row result and takes the row without it", async () => {
  const done = await importFile(
    app.url,
    admin.token,
    csv([
      ['Barcode', 'Name', 'Image'],
      [ean(600_021), 'From a shop', 'https://pictures.example/tea.jpg'],
      [ean(600_022), 'Two of them', 'https://pictures.example/a.jpg, https://pictures.example/b.jpg'],
      [ean(600_023), 'No picture', ''],
    ]),
    { mapping: { barcode: 'A', 'names.en': 'B', image_path: 'C' } },
  );
  expect(done).toMatchObject({ created: 3, refused: 0 });
  expect(await leftIn(done.id)).toEqual([
    ["image_path: Pictures aren't downloaded from web addresses: https://pictures.example/tea.jpg"],
    [
      "image_path: Pictures aren't downloaded from web addresses: https://pictures.example/a.jpg, https://pictures.example/b.jpg",
    ],
    [],
  ]);
  expect(done.sums.map(({ code, field, count }) => [code, field, count])).toEqual([
    ['import.row_image_address', 'image_path', 2],
  ]);
});

const TABLE = [
  ['Barcode', 'Name', 'Price'],
  [ean(600_011), 'Milk', 2],
  [ean(600_012), 'Tea', 3],
];
test.each([
  ['a title and a date', [['Price list'], ['01.11.2026']], 'Goods'],
  [
    'names and values',
    [
      ['Prepared by', 'Ali'],
      ['Date', '2026-11-01'],
      ['Version', '3'],
    ],
    'Goods',
  ],
  ['nothing', [], 'Goods'],
  ['a table of its own', TABLE, 'Cover'],
  [
    'a table of two columns',
    [
      ['Barcode', 'Price'],
      [ean(600_011), 4],
    ],
    'Cover',
  ],
  [
    'a table without headings',
    [
      [ean(600_011), 'Milk', 2],
      [ean(600_012), 'Tea', 3],
    ],
    'Cover',
  ],
])(
  'a workbook whose first sheet holds %s is imported from the first sheet with a table',
  async (_, cover, sheet) => {
    const file = await workbook({ Cover: cover, Goods: TABLE });
    const { results } = await sendFile(app.url, admin.token, file, {});
    expect(await importIn(app.url, admin.token, results.id)).toMatchObject({ state: 'mapping', sheet });
  },
);

test('a workbook without any table is imported from its first sheet with rows', async () => {
  const file = await workbook({ Empty: [], Names: [['Milk'], ['Tea']], More: [['Bread']] });
  const { results } = await sendFile(app.url, admin.token, file, {});
  expect(await importIn(app.url, admin.token, results.id)).toMatchObject({
    state: 'mapping',
    sheet: 'Names',
  });
});
