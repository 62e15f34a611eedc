import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, type Person } from '../../../test/actors.ts';
import { api, startApp, type TestApp } from '../../../test/app.ts';
import { importIn, sendFile, type Uploaded } from '../../../test/workbooks.ts';

let app: TestApp;
let admin: Person;
let categories: number[];

const title = fc.oneof(
  fc.constantFrom(
    'Apple juice',
    'Roggenbrot, hell',
    'خبز الجاودار',
    '=SUM(A1)',
    "'quoted",
    '1,234',
    'A > B',
    '007',
  ),
  fc.string({ unit: fc.constantFrom(...'abc äßÜ0123,;"\'=-+@.شاي'), minLength: 1, maxLength: 30 }),
);
const price = fc.integer({ min: 0, max: 99_999 }).map((cents) => cents / 100);
const products = fc.record({
  titles: fc.record({ ar: title, en: title, de: title }, { requiredKeys: [] }),
  price,
  isActive: fc.boolean(),
  items: fc.array(fc.option(price), { minLength: 0, maxLength: 3 }),
  categories: fc.subarray([0, 1, 2, 3]),
});

beforeAll(async () => {
  app = await startApp({ jobs: true });
  admin = await makeAdmin(app);
  const save = async (titles: object, parent_id?: number) =>
    (await app.call(api.category.save, { titles, ...(parent_id ? { parent_id } : {}) }, admin)).results.id;
  const food = await save({ en: 'Food', de: 'Essen', ar: 'طعام' });
  categories = [
    food,
    await save({ de: 'Brot' }, food),
    await save({ en: 'Tea, coffee' }, food),
    await save({ en: 'Food' }, food),
  ];
  const shop = fc.sample(products, { numRuns: 40, seed: 42 });
  for (const [at, { titles, price, isActive, items, ...rest }] of shop.entries()) {
    const named = Object.values(titles).some((text) => text?.trim()) ? titles : { en: `Nameless ${at}` };
    const others = items.map((own, ord) => ({
      barcode: `RT-${at}-${ord}`,
      ...(own ? { price: own } : {}),
    }));
    const body = {
      titles: named,
      pricing: { price },
      status: isActive && price > 0 ? 1 : 0,
      categorys_id: rest.categories.map((one) => categories[one]),
      ...(others.length > 0 ? { items: others } : {}),
    };
    const { status, failure } = await app.call(api.product.save, body, admin);
    if (status !== 200) throw new Error(JSON.stringify([body, failure]));
  }
}, 120_000);
afterAll(() => app.stop());

async function exported(locale: string, format: 'csv' | 'xlsx'): Promise<Uploaded> {
  const response = await fetch(`${app.url}/admin/products`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': 'application/json',
      'accept-language': locale,
    },
    body: JSON.stringify({ export: 1, format }),
  });
  return { name: `products.${format}`, bytes: new Uint8Array(await response.arrayBuffer()) };
}

async function importFileUnmapped(file: Uploaded) {
  const { results } = await sendFile(app.url, admin.token, file, {});
  const read = await importIn(app.url, admin.token, results.id);
  await app.call(api.productImport.start, { id: read.id, mapping: read.mapping }, admin);
  return importIn(app.url, admin.token, read.id, ['done', 'failed']);
}

describe('our own export', () => {
  // as many files as one may take away in a minute
  const files = new Map<string, Uploaded>();

  it.each([
    ['ar', 'csv'],
    ['en', 'xlsx'],
    ['de', 'csv'],
  ] as const)('in %s as %s changes nothing when it is imported unedited', async (locale, format) => {
    const file = await exported(locale, format);
    files.set(locale, file);
    const done = await importFileUnmapped(file);
    const changed = done.preview.filter(({ result }) => result !== 'unchanged');
    expect(changed.map(({ row, result, reason, changes }) => ({ row, result, reason, changes }))).toEqual([]);
    expect(done).toMatchObject({ failure: null, state: 'done', created: 0, updated: 0, refused: 0 });
    expect(done.unchanged).toBeGreaterThan(40);
  });

  it('with five prices edited changes exactly these', async () => {
    const { bytes, name } = files.get('de') ?? (await exported('de', 'csv'));
    let edited = 0;
    const lines = new TextDecoder().decode(bytes).split('\n');
    const text = lines.map((line) => {
      // code, category, price, compare-at price, status
      const found = /^(.*,RT-\d+-\d+,(?:"[^"]*"|[^,"]*),)(\d+(?:\.\d+)?)(,[\d.]*,[01],.*)$/.exec(line);
      if (!found || edited === 5) return line;
      edited += 1;
      return `${found[1]}${777 + edited}${found[3]}`;
    });
    expect(edited).toBe(5);
    const file = { name, bytes: new TextEncoder().encode(text.join('\n')) };
    const done = await importFileUnmapped(file);
    expect(done).toMatchObject({ state: 'done', created: 0, updated: 5, refused: 0 });
  });
});
