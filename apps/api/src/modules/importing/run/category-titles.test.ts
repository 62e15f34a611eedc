import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, type Person } from '../../../../test/actors.ts';
import { api, startApp, type TestApp } from '../../../../test/app.ts';
import { csv, type Import, importFile, importIn } from '../../../../test/workbooks.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ jobs: true });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const MAPPING = {
  barcode: 'Code',
  'names.en': 'Name',
  category: 'Category',
  'category.ar': 'Arabic',
  price: 'Price',
};
const HEADERS = ['Code', 'Name', 'Category', 'Arabic', 'Price'];

/** Imports rows of code, name, category and its Arabic title. */
const bring = (rows: readonly (readonly string[])[], input: object = {}): Promise<Import> =>
  importFile(app.url, admin.token, csv([HEADERS, ...rows.map((row) => [...row, '5'])]), {
    mapping: MAPPING,
    ...input,
  });
const undo = async (id: number) => {
  expect((await app.call(api.productImport.undo, { id }, admin)).status).toBe(200);
  return importIn(app.url, admin.token, id);
};
const makeCategory = async (titles: object, parent_id?: number): Promise<number> =>
  (await app.call(api.category.save, { titles, ...(parent_id === undefined ? {} : { parent_id }) }, admin))
    .results.id;
const titlesOf = async (id: number) => (await app.call(api.category.show, { id }, admin)).results.titles;

describe('titles of existing categories', () => {
  it('an import adds missing category titles, shows them in the check, and undo removes them', async () => {
    const bakery = await makeCategory({ en: 'Bakehouse' });
    const bread = await makeCategory({ en: 'Loaves', de: 'Brote' }, bakery);
    const rows = [
      ['CT-1', 'Rye', 'Bakehouse > Loaves', 'مخبز البيت > أرغفة'],
      ['CT-2', 'Oat', 'Bakehouse > Loaves', 'مخبز آخر > أرغفة'],
    ];
    const checked = await bring(rows, { dry_run: true });
    expect(checked).toMatchObject({ state: 'checked', categories: [] });
    expect(checked.category_titles).toEqual(['Bakehouse: مخبز البيت', 'Bakehouse › Loaves: أرغفة']);
    expect(await titlesOf(bakery)).toMatchObject({ ar: '' });

    const done = await bring(rows);
    expect(done.category_titles).toEqual(checked.category_titles);
    expect(await titlesOf(bakery)).toEqual({ ar: 'مخبز البيت', en: 'Bakehouse', de: '' });
    expect(await titlesOf(bread)).toEqual({ ar: 'أرغفة', en: 'Loaves', de: 'Brote' });
    const log = await app.call(api.audit.list, { noun: 'category', record_id: String(bread) }, admin);
    expect(log.results.map(({ action }) => action)).toEqual(['update', 'create']);

    await undo(done.id);
    expect(await titlesOf(bakery)).toEqual({ ar: '', en: 'Bakehouse', de: '' });
    expect(await titlesOf(bread)).toEqual({ ar: '', en: 'Loaves', de: 'Brote' });
  });

  it('an import never overwrites a category title, nor adds one that a sibling already has', async () => {
    const gifts = await makeCategory({ en: 'Presents', ar: 'هدايا العيد' });
    const toys = await makeCategory({ en: 'Toys' });
    const done = await bring([
      ['CT-11', 'Box', 'Presents', 'هدايا'],
      ['CT-12', 'Ball', 'Toys', 'هدايا العيد'],
    ]);
    expect(done.category_titles).toEqual([]);
    expect(await titlesOf(gifts)).toMatchObject({ ar: 'هدايا العيد' });
    expect(await titlesOf(toys)).toMatchObject({ ar: '' });
  });

  it('an import that only adds category titles runs and can be undone', async () => {
    const tea = await makeCategory({ en: 'Leaf tea' });
    await bring([['CT-21', 'Green', 'Leaf tea', '']]);
    const done = await bring([['CT-21', 'Green', 'Leaf tea', 'شاي ورق']]);
    expect(done).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
    expect(done.category_titles).toEqual(['Leaf tea: شاي ورق']);
    expect(done.actions).toContain('undo');
    await undo(done.id);
    expect(await titlesOf(tea)).toMatchObject({ ar: '' });
  });

  it('undoing an import keeps category titles that somebody changed later', async () => {
    const oil = await makeCategory({ en: 'Cooking oil' });
    const done = await bring([['CT-31', 'Corn oil', 'Cooking oil', 'زيت']]);
    await app.call(api.category.save, { id: oil, titles: { en: 'Cooking oil', ar: 'زيت الطبخ' } }, admin);
    await undo(done.id);
    expect(await titlesOf(oil)).toMatchObject({ ar: 'زيت الطبخ' });
  });

  it.each([
    ['the first one first', [0, 1]],
    ['the last one first', [1, 0]],
  ])('undoing leaves no title on a category that another import created, %s', async (what, order) => {
    const name = `Spices ${what.slice(4, 8).trim()}`;
    const code = `CT-${order[0]}`;
    const imports = [
      await bring([[`${code}-41`, 'Cumin', name, '']]),
      await bring([[`${code}-42`, 'Mint', name, `بهارات ${order[0]}`]]),
    ];
    expect(imports[1]?.category_titles).toHaveLength(1);
    for (const at of order) await undo(imports[at]?.id ?? 0);
    const { results } = await app.call(api.category.list, { keywords: name, all_locale: 1 }, admin);
    expect(results).toEqual([]);
  });
});

describe('titles of import rows', () => {
  it("an import row is titled in the importer's language, otherwise in any language of the file", async () => {
    const headers = ['Code', 'English', 'Arabic', 'Price'];
    const mapping = { barcode: 'Code', 'names.en': 'English', 'names.ar': 'Arabic', price: 'Price' };
    const file = csv([headers, ['RT-1', 'Date syrup', 'دبس', '5'], ['RT-2', '', 'تمر', '5']]);
    for (const dry_run of [true, false]) {
      const done = await importFile(app.url, admin.token, file, { mapping, dry_run });
      expect(done, JSON.stringify(done)).toMatchObject({ created: 2 });
      const { results } = await app.call(
        api.productImport.rows,
        { import_id: done.id, sort_by: 'row', sort_as: 'asc' },
        admin,
      );
      expect(results.map(({ title }) => title)).toEqual(['Date syrup', 'تمر']);
    }
  });
});
