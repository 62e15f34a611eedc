import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, type Person, unique } from '../../../../test/actors.ts';
import { api, startApp, type TestApp } from '../../../../test/app.ts';
import { csv, type Import, importFile } from '../../../../test/workbooks.ts';
import { createSystemCtx } from '../../../core/ctx.ts';
import { BatchConflict } from './batch-conflict.ts';
import { createBrands, loadBrands } from './brands.ts';
import { createCategoryPaths, loadCategoryTree } from './category-paths.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ jobs: true });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

/** Spellings of one name; the letters after it keep the tests apart. */
const SPELLINGS = [
  (mark: string) => [`Müller ${mark}`, `MUELLER  ${mark}`, `muller ${mark}`, `Ｍüller ${mark} `],
  (mark: string) => [`Mueller ${mark}`, `Müller ${mark}`, `mueller\u200f ${mark}`],
  (mark: string) => [`الشاكرية ${mark}`, `شاكريه ${mark}`, `الشَّاكريّة ${mark}`],
  (mark: string) => [`أسواق ١٢ ${mark}`, `اسـواق 12 ${mark}`],
];

const toFile = (names: readonly string[], mark: string) =>
  csv([
    ['Code', 'Name', 'Brand', 'Category', 'Price'],
    ...names.map((name, at) => [`${mark}-${at}`, `Thing ${at} ${mark}`, name, `Top ${mark} > ${name}`, '5']),
  ]);
const bring = (names: readonly string[], mark: string, input: object = {}): Promise<Import> =>
  importFile(app.url, admin.token, toFile(names, mark), {
    mapping: { barcode: 'Code', 'names.en': 'Name', brand: 'Brand', category: 'Category', price: 'Price' },
    ...input,
  });

it.each(SPELLINGS)(
  'an import uses an existing brand and category of an equal name, and creates one from several spellings',
  async (spell) => {
    const [fresh, standing] = [String(unique()), String(unique())];
    const checked = await bring(spell(fresh), fresh, { dry_run: true });
    expect(checked.brands).toHaveLength(1);
    const done = await bring(spell(fresh), fresh);
    expect(done).toMatchObject({ state: 'done', created: spell(fresh).length, refused: 0 });
    expect(done.brands).toEqual(checked.brands);
    expect(done.categories).toHaveLength(2);

    const [first = '', ...others] = spell(standing);
    const { id: parent_id } = (
      await app.call(api.category.save, { titles: { en: `Top ${standing}` } }, admin)
    ).results;
    await app.call(api.category.save, { titles: { ar: first }, parent_id }, admin);
    await app.call(api.brand.save, { names: { de: first }, status: 0 }, admin);
    const taken = await bring(others, standing);
    expect(taken).toMatchObject({ created: others.length, refused: 0, brands: [], categories: [] });
  },
);

it.each(SPELLINGS)(
  "a brand or category created by somebody during an import is used by the import's next attempt",
  async (spell) => {
    const mark = String(unique());
    const [typed = '', inFile = ''] = spell(mark);
    const ctx = createSystemCtx(app.services, 'test');
    const [brands, tree] = [await loadBrands(ctx), await loadCategoryTree(ctx)];
    const brand = (await app.call(api.brand.save, { names: { en: typed } }, admin)).results;
    const category = (await app.call(api.category.save, { titles: { en: typed } }, admin)).results;
    await expect(ctx.tx((ctx) => createBrands(ctx, brands, [inFile], false))).rejects.toBeInstanceOf(
      BatchConflict,
    );
    await expect(ctx.tx((ctx) => createCategoryPaths(ctx, tree, [[inFile]], false))).rejects.toBeInstanceOf(
      BatchConflict,
    );
    expect((await loadBrands(ctx)).find(inFile)).toBe(brand.id);
    expect((await loadCategoryTree(ctx)).find([inFile])).toBe(category.id);
  },
);

it('import rows without a code that name one category in two spellings count as one repeated row', async () => {
  const mark = String(unique());
  const rows = [
    ['Name', 'Category', 'Price'],
    [`Lemon juice ${mark}`, `Säfte ${mark}`, '5'],
    [`Lemon juice ${mark}`, `SAEFTE ${mark}`, '7'],
  ];
  const done = await importFile(app.url, admin.token, csv(rows), {
    mapping: { 'names.en': 'Name', category: 'Category', price: 'Price' },
  });
  expect(done).toMatchObject({ created: 1, refused: 1 });
  expect(done.sums).toMatchObject([{ code: 'import.row_name_repeated' }]);
});
