import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, type Person } from '../../../test/actors.ts';
import { api, startApp, type TestApp } from '../../../test/app.ts';
import { csv, importFile, importIn, sendFile } from '../../../test/workbooks.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ jobs: true });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

/** Imports a file as it was sent, by what was guessed of its columns. */
async function importUnedited(rows: readonly (readonly string[])[], input: object = {}) {
  const { results } = await sendFile(app.url, admin.token, csv(rows), {});
  const read = await importIn(app.url, admin.token, results.id);
  const body = { id: read.id, mapping: read.mapping, ...input };
  expect((await app.call(api.productImport.start, body, admin)).status).toBe(200);
  return importIn(app.url, admin.token, read.id, ['done', 'failed', 'checked']);
}
const tableOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|'));
const importText = (text: string, input: object = {}) => importUnedited(tableOf(text), input);
const undo = async (id: number) => {
  await app.call(api.productImport.undo, { id }, admin);
  return importIn(app.url, admin.token, id);
};
async function named(keywords: string) {
  const { results } = await app.call(api.product.list, { keywords, limit: 50 }, admin);
  return Promise.all(
    results.map(async ({ id }) => (await app.call(api.product.show, { id }, admin)).results),
  );
}

describe('product lists without codes', () => {
  const text =
    'Dish|Section|Price\nLentil soup with lemon|Starters|14\nGrilled halloumi|Starters|22\nChicken rice for one|Mains|31.5';

  it('an import without codes creates products, finds them again by name and category, and changes their price', async () => {
    expect(await importText(text)).toMatchObject({ created: 3, refused: 0, uncoded: 3 });
    expect(await importText(text)).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
    expect(await importText(text.replace('22', '23'))).toMatchObject({ updated: 1, unchanged: 2 });
    const [halloumi] = await named('halloumi');
    expect(halloumi).toMatchObject({ price: 23, status: 1, items: [{ barcode: null }] });
  });

  it('an import without codes separates products of one name by category and refuses a repeated row', async () => {
    const done = await importText(
      'Name|Category|Price\nLemon juice|Cold|5\nLemon juice|Hot|6\nLemon juice|Cold|7\nMint water|Cold|5',
    );
    expect(done).toMatchObject({ created: 3, refused: 1 });
    expect(done.sums).toMatchObject([{ refused: true, code: 'import.row_name_repeated', row: 4, count: 1 }]);
  });

  it('an import row whose name fits two products is refused', async () => {
    await importText('SKU|Name|Price\nTW-1|Twin thing|5\nTW-2|Twin thing|6');
    const done = await importText('Name|Price\nTwin thing|9\nTwin other|9');
    expect(done).toMatchObject({ created: 1, refused: 1 });
    expect(done.sums[0]?.code).toBe('import.row_name_unsure');
  });

  it('an import never takes an id for a product with another name', async () => {
    const [halloumi] = await named('halloumi');
    const text = `ID|Name|Price\n${halloumi?.id}|Something else entirely|1`;
    const done = await importText(text);
    expect(done).toMatchObject({ created: 1, updated: 0, refused: 0 });
    expect(done.sums).toMatchObject([
      { refused: false, code: 'import.row_number_foreign', field: 'id', column: 'A', row: 2, count: 1 },
    ]);
    const [after] = await named('halloumi');
    expect(after).toMatchObject({ titles: { en: 'Grilled halloumi' }, price: halloumi?.price });
  });

  it('an import never takes an id of the same name when the code differs, as in exports of other shops', async () => {
    await importText('SKU|Name|Price\nON-1|Olive oil from here|40');
    const [oil] = await named('Olive oil from here');
    const done = await importText(`ID|SKU|Name|Price\n${oil?.id}|XX-9|Olive oil from here|9`);
    expect(done).toMatchObject({ created: 1, updated: 0, refused: 0 });
    expect(done.sums).toMatchObject([{ refused: false, code: 'import.row_number_foreign' }]);
    expect(await named('Olive oil from here')).toMatchObject([{ price: 9 }, { id: oil?.id, price: 40 }]);
  });
});

describe('rows of one product', () => {
  const linen = [
    'Handle|Title|Body (HTML)|Product Category|Option1 Name|Option1 Value|Variant SKU|Variant Inventory Qty|Variant Price|Variant Barcode|Image Src|Image Position|Status',
    'linen-shirt|Linen shirt|<p>Cut wide, washed &amp; soft.</p>|Clothing > Shirts|Size|S|LS-S|4|55.00||https://pictures.example/linen-1.jpg|1|active',
    'linen-shirt|||||M|LS-M|0|55.00||https://pictures.example/linen-2.jpg|2|',
    'linen-shirt|||||L|LS-L|2|59.00||||',
    'linen-shirt||||||||||https://pictures.example/linen-3.jpg|3|',
    'canvas-bag|Canvas bag|<p>Holds a week of bread.</p>|Bags|Title|Default Title||9|25.00||||draft',
  ].join('\n');

  it('rows of one product become one product with items, drafts stay disabled, and a second run changes nothing', async () => {
    const done = await importText(linen);
    expect(done).toMatchObject({ created: 2, items: 2, pictures: 1, refused: 0, done_rows: 5 });
    const [shirt] = await named('Linen shirt');
    expect(shirt).toMatchObject({ price: 55, status: 1, descriptions: { en: 'Cut wide, washed & soft.' } });
    expect(shirt?.items.map(({ barcode, option, price }) => [barcode, option, price])).toEqual([
      ['LS-S', 'S', null],
      ['LS-M', 'M', null],
      ['LS-L', 'L', 59],
    ]);
    expect((await named('Canvas bag'))[0]).toMatchObject({
      price: 25,
      status: 0,
      items: [{ barcode: null, option: null }],
    });
    expect(await importText(linen)).toMatchObject({
      created: 0,
      updated: 0,
      items: 0,
      unchanged: 4,
      pictures: 1,
    });
    const dearer = await importText(linen.replace('LS-M|0|55.00', 'LS-M|0|57.00'));
    expect(dearer).toMatchObject({ updated: 1, unchanged: 3 });
  });

  it('an import adds a new size to an existing product, and undo removes it', async () => {
    const more = `${linen}\nlinen-shirt|||||XL|LS-XL|1|61.00||||`;
    const done = await importText(more);
    expect(done).toMatchObject({ created: 0, items: 1 });
    expect((await named('Linen shirt'))[0]?.items.map(({ barcode }) => barcode)).toContain('LS-XL');
    await undo(done.id);
    expect((await named('Linen shirt'))[0]?.items.map(({ barcode }) => barcode)).not.toContain('LS-XL');
  });

  it('rows of one product without codes are matched by their option, and undo restores a changed option', async () => {
    const text = 'Handle|Name|Size|Price\ncap|Wool cap|S|20\ncap||M|20\ncap||L|25';
    expect(await importText(text)).toMatchObject({ created: 1, items: 2 });
    const itemsOf = async () =>
      (await named('Wool cap'))[0]?.items.map(({ option, price }) => [option, price]);
    expect(await itemsOf()).toEqual([
      ['S', null],
      ['M', null],
      ['L', 25],
    ]);
    expect(await importText(text)).toMatchObject({ created: 0, updated: 0, items: 0, unchanged: 3 });
    expect(await importText(text.replace('||M|20', '||M|22'))).toMatchObject({ updated: 1, unchanged: 2 });
    expect((await itemsOf())?.[1]).toEqual(['M', 22]);

    await importText('Handle|Name|Size|SKU|Price\nbelt|Belt|80|BT-1|30\nbelt||90|BT-2|30');
    const renamed = await importText('Handle|Name|Size|SKU|Price\nbelt|Belt|80 cm|BT-1|30\nbelt||90|BT-2|30');
    expect(renamed).toMatchObject({ updated: 1, unchanged: 1 });
    expect(renamed.preview[0]?.changes).toEqual([{ field: 'option', from: '80', to: '80 cm' }]);
    await undo(renamed.id);
    expect((await named('Belt'))[0]?.items.map(({ option }) => option)).toEqual(['80', '90']);
  });

  it('of contradicting rows of one product the first applies and the others are refused with a reason', async () => {
    const done = await importText(
      'Handle|Name|SKU|Price\nbox|Oak box|BX-1|10\nbox|Pine box|BX-2|12\nbox||BX-2|13\nbox||BX-3|cheap',
    );
    expect(done).toMatchObject({ created: 1, items: 1, refused: 2 });
    expect(done.sums.map(({ code, count }) => [code, count])).toEqual([
      ['import.row_name_differs', 1],
      ['import.row_barcode_repeated', 1],
      ['import.row_not_a_number', 1],
    ]);
  });

  it('three hundred rows of one product become one product', async () => {
    const rows = Array.from(
      { length: 300 },
      (_, at) => `bolt|${at === 0 ? 'Bolt set' : ''}|BO-${at}|${1 + (at % 3)}`,
    );
    expect(await importText(['Handle|Name|SKU|Price', ...rows].join('\n'))).toMatchObject({
      created: 1,
      items: 299,
    });
    expect((await named('Bolt set'))[0]?.items).toHaveLength(300);
  });
});

describe('brands, costs and categories in several languages', () => {
  const text = [
    'SKU|Name|Brand|Cost|Category|Category (Arabic)|Compare at price|Price|Status',
    'BR-1|Rye loaf|Ovenhouse|2.125|Bakery > Bread|مخبز > خبز|9|7|active',
    'BR-2|Oat loaf|OVENHOUSE||Bakery > Bread|مخبز > خبز|||draft',
    'BR-3|Olive soap|Savon|-|Bath|حمام||12|active',
  ].join('\n');
  const brandsCalled = async (keywords: string) =>
    (await app.call(api.brand.list, { keywords, all_locale: 1 }, admin)).results;

  it('brands, costs and categories are imported, shown in the check, unchanged by a second run, and undone', async () => {
    const checked = await importText(text, { dry_run: 1 });
    expect(checked).toMatchObject({ created: 3, brands: ['Ovenhouse', 'Savon'] });
    expect(checked.categories).toEqual(['Bakery', 'Bakery › Bread', 'Bath']);
    const { changes } = checked.preview[0] ?? { changes: [] };
    expect(changes).toContainEqual({ field: 'brand', from: null, to: 'Ovenhouse' });
    expect(changes).toContainEqual({ field: 'compare_at', from: null, to: 9 });
    expect(await brandsCalled('Ovenhouse')).toEqual([]);

    const done = await importText(text);
    expect(done).toMatchObject({ created: 3, refused: 0, brands: ['Ovenhouse', 'Savon'] });
    const [rye] = await named('Rye loaf');
    expect(rye).toMatchObject({ brand_name: 'Ovenhouse', price: 7, compare_at: 9, status: 1 });
    expect((await named('Oat loaf'))[0]).toMatchObject({ brand_id: rye?.brand_id, status: 0 });
    const { results } = await app.call(api.category.list, { keywords: 'Bread', all_locale: 1 }, admin);
    expect(results.find(({ id }) => id === rye?.categorys_id[0])).toMatchObject({
      titles: { en: 'Bread', ar: 'خبز' },
    });
    expect(await importText(text)).toMatchObject({ unchanged: 3, created: 0, updated: 0, brands: [] });

    await undo(done.id);
    expect(await brandsCalled('Ovenhouse')).toEqual([]);
    expect(await named('Rye loaf')).toEqual([]);
  });

  it('an imported brand is found by its name in any language, kept when the product has it, and restored by undo', async () => {
    const save = async (names: object) =>
      (await app.call(api.brand.save, { names, force: 1 }, admin)).results.id;
    const [first, twin] = [
      await save({ en: 'Millstone', ar: 'رحى' }),
      await save({ en: 'Twin', de: 'Millstone' }),
    ];
    await importText('SKU|Name|Brand|Price\nMS-1|Flour|رحى|5');
    expect((await named('Flour'))[0]).toMatchObject({ brand_id: first });
    const [flour] = await named('Flour');
    await app.call(api.product.save, { id: flour?.id, brand_id: twin }, admin);
    expect(await importText('SKU|Brand\nMS-1|millstone')).toMatchObject({ unchanged: 1, updated: 0 });
    const other = await importText('SKU|Brand\nMS-1|Newmill');
    expect(other).toMatchObject({ updated: 1, brands: ['Newmill'] });
    expect(other.preview[0]?.changes).toEqual([{ field: 'brand', from: 'Twin', to: 'Newmill' }]);
    await undo(other.id);
    expect((await named('Flour'))[0]).toMatchObject({ brand_id: twin });
    expect(await brandsCalled('Newmill')).toEqual([]);
  });

  it('a brand that an undone import created stays when somebody assigned it to other products', async () => {
    const done = await importText('SKU|Name|Brand|Price\nKP-1|Kept mug|Keeper|5');
    const [brand] = await brandsCalled('Keeper');
    await importText('SKU|Name|Price\nKP-2|Other mug|5');
    const [mug] = await named('Other mug');
    await app.call(api.product.save, { id: mug?.id, brand_id: brand?.id }, admin);
    await undo(done.id);
    expect(await brandsCalled('Keeper')).toHaveLength(1);
  });
});

describe('cells as shops write them', () => {
  it.each([
    [
      'a code beside an empty barcode',
      'Handle|SKU|Name|Category|Cost|Barcode|Track stock|Price [Corner shop]|In stock [Corner shop]\nblue-broom|K1001|Blue broom|Household|4.10||Y|9.50|6.000\ntin-opener|K1002|Tin opener|Kitchen|2.00||Y|5.00|-2.000\ngift-wrap|K1003|Gift wrap by metre|Paper|0.40||N|variable|',
      { created: 3, refused: 0, unpriced: 1 },
    ],
    [
      'stock below zero',
      'BARCODE|Item_name|Qty|Sale1\nGV-1|مضخة ماء صغيرة|-3|120\nGV-2|خرطوم عشرة أمتار|14|35\nGV-3|صنبور حديقة|-1|18.5',
      { created: 3, refused: 0, unpriced: 0 },
    ],
    [
      'prices with many decimals',
      'Code|Name|Price\nD-1|School bag|27.8888888888889\nD-2|Pencil case|344.1375\nD-3|Ruler|3.50',
      { created: 3, refused: 0, unpriced: 0 },
    ],
    [
      'numbers for categories',
      'Code|Name|Price|Category\nN-1|Soap|4|99999912\nN-3|Rice|9|0',
      { created: 2, refused: 0 },
    ],
    [
      'paths of pictures without a zip',
      'Code|Name|Price|Picture\nP-1|Sandal red|30|D:\\p\\P1.JPG',
      { created: 1, refused: 0 },
    ],
  ])('an import accepts %s', async (_, text, expected) =>
    expect(await importText(text)).toMatchObject(expected),
  );

  it('an import accepts a sale price beside the regular one, several categories in a cell, and drafts', async () => {
    const done = await importText(
      'SKU|Name|Published|Stock|Sale price|Regular price|Categories\nM-1|Desk lamp|1|3||48|Lighting > Desk, Gifts\nM-2|Floor lamp|0|1|99|120|Lighting >',
    );
    expect(done).toMatchObject({ created: 2, refused: 0 });
    const [desk] = await named('Desk lamp');
    expect(desk).toMatchObject({ price: 48, compare_at: null, status: 1 });
    expect(desk?.categories).toHaveLength(2);
    expect((await named('Floor lamp'))[0]).toMatchObject({ price: 99, compare_at: 120, status: 0 });
  });

  it('an import takes the first filled of several code columns', async () => {
    const file = csv(tableOf('Bar|Own|Name\n|OWN-1|First thing\nBAR-2|OWN-2|Second thing'));
    const mapping = { barcode: { first: ['Bar', 'Own'] }, 'names.en': 'Name' };
    expect(await importFile(app.url, admin.token, file, { mapping })).toMatchObject({ created: 2 });
    const codes = (await named('thing')).flatMap(({ items }) => items.map(({ barcode }) => barcode));
    expect(codes).toEqual(expect.arrayContaining(['OWN-1', 'BAR-2']));
  });
});

it('an undone import does not block the undo of other imports', async () => {
  const first = await importText('Code|Name|Price\nUN-1|First name|5\nUN-2|Stays|6');
  const second = await importText('Code|Name|Price\nUN-1|Second name|5');
  expect(second).toMatchObject({ updated: 1 });
  await undo(second.id);
  expect((await app.call(api.product.barcode, { barcode: 'UN-1' }, admin)).results.titles.en).toBe(
    'First name',
  );
  await undo(first.id);
  for (const barcode of ['UN-1', 'UN-2'])
    expect((await app.call(api.product.barcode, { barcode }, admin)).status).toBe(404);
});
