import { ACCOUNT_FILE_COLUMNS, LOCALES, PRODUCT_FILE_COLUMNS } from '@dukkan/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, makeBranch, type Person } from '../../../test/actors.ts';
import { api, startApp, type TestApp } from '../../../test/app.ts';
import { stockUp } from '../../../test/stock.ts';
import { csv, ean, importIn, sendFile, type Uploaded } from '../../../test/workbooks.ts';
import { getExportColumns } from '../../http/exports.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ jobs: true, env: { EXPORTS_PER_MINUTE: '1000' } });
  admin = await makeAdmin(app);
  await fillShop();
});
afterAll(() => app.stop());

/** Saves products with everything that a column of their export can hold. */
async function fillShop(): Promise<void> {
  const branch_id = (await makeBranch(app)).id;
  const save = async <E extends { path: string }>(endpoint: E, body: object) => {
    const { status, results, failure } = await app.call(endpoint, body, admin);
    if (status !== 200) throw new Error(JSON.stringify([body, failure]));
    return results as { id: number; items: { item_id: number }[] };
  };
  const brand = await save(api.brand.save, { names: { en: 'Almarai', ar: 'المراعي' } });
  const drinks = await save(api.category.save, { titles: { en: 'Drinks', de: 'Getränke', ar: 'مشروبات' } });
  const hot = await save(api.category.save, { titles: { en: 'Hot', de: 'Heiß' }, parent_id: drinks.id });
  const products = [
    { titles: { en: 'Milk', de: 'Milch', ar: 'حليب' }, pack: [1, 6, 12], categorys_id: [drinks.id] },
    { titles: { en: 'Tea', ar: 'شاي' }, pack: [24], categorys_id: [hot.id, drinks.id], featured: 1 },
    { titles: { de: 'Brot' }, pack: [1], categorys_id: [] },
    { titles: { ar: 'تمر' }, pack: [10, 20], categorys_id: [hot.id], stepper: 0.25 },
    { titles: { en: '500 ml', de: '500 ml' }, pack: [500], categorys_id: [] },
    { titles: { en: 'Milk' }, pack: [1], categorys_id: [hot.id] },
  ];
  for (const [at, { pack, ...product }] of products.entries()) {
    const { id, items } = await save(api.product.save, {
      ...product,
      pricing: { price: 5 + at, compare_at: at % 2 ? 9 + at : null },
      status: at === 4 ? 0 : 1,
      brand_id: at % 3 === 0 ? brand.id : null,
      ord: at,
      items: pack.map((pack_quantity, place) => ({
        pack_quantity,
        barcode: at === 2 || place === 2 ? null : ean(300_000 + at * 10 + place),
        option: pack.length > 1 ? `${pack_quantity} pieces` : null,
        price: place === 1 ? 20 + at : null,
      })),
    });
    const [{ item_id } = { item_id: 0 }] = items;
    if (at < 3) await stockUp(app.ctx(), { product_id: id, item_id, branch_id }, 4, 1.25);
  }
}

const listStanding = async (): Promise<unknown[]> =>
  app.services.database.prisma.$queryRaw`
    SELECT i.id, to_jsonb(p) - 'rev' AS product, i.barcode, i.option, i.price::text, i.pack_quantity::text,
           ARRAY(SELECT category_id FROM product_category c WHERE c.product_id = p.id ORDER BY 1) AS categories,
           (SELECT count(*)::int FROM category) AS categories_count, (SELECT count(*)::int FROM brand) AS brands_count
      FROM product_item i JOIN product p ON p.id = i.product_id ORDER BY i.id`;

async function carryAway(path: string, body: object, locale: string): Promise<Uploaded> {
  const response = await fetch(app.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': 'application/json',
      'accept-language': locale,
    },
    body: JSON.stringify({ export: 1, ...body }),
  });
  const { format } = body as { format: string };
  return { name: `file.${format}`, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** Imports a file as the wizard does, by the columns that are proposed; null where none of them tells records apart. */
async function importUnedited(file: Uploaded, endpoint: { path: string } = api.productImport.start) {
  const { results } = await sendFile(app.url, admin.token, file, {}, { path: endpoint.path });
  const read = await importIn(app.url, admin.token, results.id);
  if (read.state === 'failed') {
    // of columns without any value there are no rows
    expect(read.failure?.code).toBe('import.empty');
    return { read, done: null };
  }
  const started = await app.call(endpoint, { id: read.id, mapping: read.mapping }, admin);
  if (started.status !== 200) {
    expect(started.failure.code).toBe('import.mapping_missing');
    return { read, done: null };
  }
  return { read, done: await importIn(app.url, admin.token, read.id, ['done', 'failed']) };
}

const NAMES = Object.keys(PRODUCT_FILE_COLUMNS);
const run = fc.record({
  columns: fc.shuffledSubarray(NAMES, { minLength: 1 }),
  locale: fc.constantFrom(...LOCALES),
  format: fc.constantFrom('csv', 'xlsx'),
});
const seed = Number(process.env.FC_SEED ?? Date.now() % 1_000_000);

it.each(LOCALES.flatMap((locale) => ['csv', 'xlsx'].map((format) => [locale, format] as const)))(
  'products exported in %s as %s with all columns and imported unedited change nothing, pack sizes included',
  async (locale, format) => {
    const before = await listStanding();
    const file = await carryAway(api.product.list.path, { format }, locale);
    const { read, done } = await importUnedited(file);
    expect(read.mapping).toMatchObject({
      option: read.columns.at(NAMES.indexOf('option'))?.key,
      option_2: null,
    });
    expect(done).toMatchObject({
      ...{ state: 'done', created: 0, updated: 0, refused: 0, items: 0 },
      unchanged: before.length,
      sums: [],
    });
    expect(await listStanding()).toEqual(before);
  },
);

it.each(fc.sample(run, { numRuns: 24, seed }).map((one) => [JSON.stringify(one), one] as const))(
  `any columns of the product export in any order change nothing when they are imported again (seed ${seed}): %s`,
  async (_, { columns, locale, format }) => {
    const before = await listStanding();
    const file = await carryAway(api.product.list.path, { columns, format }, locale);
    const { read, done } = await importUnedited(file);
    for (const [at, name] of read.state === 'failed' ? [] : columns.entries()) {
      const field = PRODUCT_FILE_COLUMNS[name as keyof typeof PRODUCT_FILE_COLUMNS];
      const key = read.columns[at]?.key ?? '';
      const mapped = Object.entries(read.mapping).filter(([, column]) => column === key);
      expect(mapped.map(([one]) => one)).toEqual(field === null ? [] : [field]);
    }
    if (done) expect(done).toMatchObject({ state: 'done', created: 0, updated: 0, items: 0 });
    expect(await listStanding()).toEqual(before);
  },
);

it('accounts exported in any language and imported unedited change no account', async () => {
  for (const locale of LOCALES)
    expect(getExportColumns(api.account.list, locale).map(({ name }) => name)).toEqual(
      Object.keys(ACCOUNT_FILE_COLUMNS),
    );
  const people = csv([
    ['Phone', 'Name', 'Email'],
    ['+97455120001', 'Amal Saleh', 'amal@example.com'],
    ['+97455120002', 'محمد علي', ''],
  ]);
  await importUnedited(people, api.productImport.startCustomers);
  const stands = () =>
    app.services.database.prisma.account.findMany({ orderBy: { id: 'asc' }, omit: { last_seen_at: true } });
  const before = await stands();
  for (const locale of LOCALES)
    for (const format of ['csv', 'xlsx']) {
      const file = await carryAway(api.account.list.path, { format, role: 'customer' }, locale);
      const { read, done } = await importUnedited(file, api.productImport.startCustomers);
      expect(Object.entries(read.mapping).filter(([, column]) => column !== null)).toHaveLength(3);
      expect(done).toMatchObject({ created: 0, updated: 0, refused: 0, unchanged: 2 });
    }
  expect(await stands()).toEqual(before);
});
