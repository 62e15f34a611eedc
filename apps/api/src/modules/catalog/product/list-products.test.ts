import { listNearKeys, toSearchKey } from '@dukkan/commerce';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { ean, factsOf, productsOf } from '../../../../test/products.ts';
import { makeShelf, stockUp } from '../../../../test/stock.ts';

let app: TestApp;
let admin: Person;
let facts: ReturnType<typeof factsOf>;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  facts = factsOf(app);
});
afterAll(() => app.stop());

const { save, list, remove } = productsOf({ call: (...all) => app.call(...all) } as TestApp, () => admin);

const made = async (titles: string | object, body: object = {}) =>
  (await save({ titles: typeof titles === 'string' ? { en: titles } : titles, ...body })).results;
/** The ids of a list's answer, in its order. */
const ids = async (body: object) => (await list({ limit: 100, ...body })).results.map(({ id }) => id);

describe('product search', () => {
  test('product search finds words of any language, in any order, whatever the case, accents and letter forms', async () => {
    const { id } = await made({ ar: 'قَهْوَة عربية مُحمَّصة', en: 'Roasted Café Beans', de: 'Geröstete Bohnen' });
    const words = [
      'cafe',
      'BEANS roast',
      'قهوه',
      'محمصه قهوة',
      'bohnen café',
      'geröst',
      'GEROSTETE',
      'ه عربي',
    ];
    for (const keywords of words) expect(await ids({ keywords }), keywords).toEqual([id]);
    expect(await ids({ keywords: 'cafe tea' })).toEqual([]);
  });

  test('product search takes %, _ and \\ literally', async () => {
    const one = await made('Discount 50% off_season back\\slash');
    await made('Discount 500 offXseason backslash');
    for (const keywords of ['50%', 'off_', 'back\\s', '%', '_', '\\'])
      expect(await ids({ keywords }), keywords).toEqual([one.id]);
  });

  test('product search finds barcodes by their beginning, in both digit sets, and stock codes in any case', async () => {
    const code = ean();
    const { id } = await made('Scanned', { items: [{}, { barcode: code }] });
    const start = code.slice(0, 12);
    for (const keywords of [code, start, start.replace(/\d/g, (d) => String.fromCharCode(0x6f0 + Number(d)))])
      expect(await ids({ keywords }), keywords).toEqual([id]);
    expect(await ids({ keywords: code.slice(1) })).toEqual([]);
    expect(await ids({ keywords: `scanned ${start}` })).toEqual([id]);
    expect(await ids({ keywords: `${start} other` })).toEqual([]);
    const stock = await made('Charges', { items: [{ barcode: 'BANK CHARGES' }] });
    for (const keywords of ['bank', 'BANK CH', 'bank charges', 'charges'])
      expect(await ids({ keywords }), keywords).toEqual([stock.id]);
  });

  test('product search does not find the barcode of a removed item', async () => {
    const code = ean();
    const { id } = await made('Left', { items: [{ barcode: code }] });
    await save({ id, items: [{}] });
    expect(await ids({ keywords: code })).toEqual([]);
    expect(await ids({ barcode: code })).toEqual([]);
  });

  test('product search by a digit that a thousand barcodes start with finds all of them', async () => {
    const { prisma } = app.services.database;
    await prisma.$executeRaw`
      WITH p AS (INSERT INTO product (titles) SELECT '{"en": "many"}' FROM generate_series(1, 1200) RETURNING id)
      INSERT INTO product_item (product_id, barcode) SELECT id, 'ZZ' || id FROM p`;
    const reply = await list({ keywords: 'zz' });
    expect(reply.meta.total).toBe(1200);
    expect((await list({ keywords: 'zz many', page: 60 })).meta).toMatchObject({
      total: 1200,
      last_page: 60,
    });
    await prisma.product.updateMany({ where: { search: 'many' }, data: { deleted_at: new Date() } });
    await prisma.product_item.updateMany({
      where: { barcode: { startsWith: 'ZZ' } },
      data: { deleted_at: new Date() },
    });
  });
});

describe('product filters', () => {
  test('the category filter finds products in the category or below it', async () => {
    const top = await facts.category();
    const middle = await facts.category({ parent_id: top });
    const bottom = await facts.category({ parent_id: middle });
    const high = await made('High', { categorys_id: [top] });
    const low = await made('Low', { categorys_id: [bottom, top] });
    const deep = await made('Deep', { categorys_id: bottom });
    expect(await ids({ categorys_id: top })).toEqual([deep.id, low.id, high.id]);
    expect(await ids({ categorys_id: middle })).toEqual([deep.id, low.id]);
    expect(await ids({ categorys_id: 2_000_000_000 })).toEqual([]);
    const [row] = (await list({ id: low.id, locale: 'ar' })).results;
    expect(row?.categorys_id).toEqual([top, bottom]);
    expect(row?.category_title).toMatch(/^منتج C/);
  });

  test('the filters by brand, tax type, status, featured and price work alone and together', async () => {
    const [brand_id, tax_type_id] = [await facts.brand(), await facts.taxType()];
    const one = await made('Alpha', { brand_id, featured: 1, pricing: { price: 777.5 } });
    const two = await made('Beta', { brand_id, tax_type_id, status: 0, pricing: { price: 780 } });
    expect(await ids({ brand_id })).toEqual([two.id, one.id]);
    expect(await ids({ tax_type_id })).toEqual([two.id]);
    expect(await ids({ brand_id, status: 0 })).toEqual([two.id]);
    expect(await ids({ brand_id, status: 1 })).toEqual([one.id]);
    expect(await ids({ featured: 1 })).toEqual([one.id]);
    expect(await ids({ price_from: 777, price_to: 777.5 })).toEqual([one.id]);
    expect(await ids({ price_from: 777.51, price_to: 1000 })).toEqual([two.id]);
    expect(await ids({ brand_id, price_from: 780, status: 1 })).toEqual([]);
    expect(await ids({ id: one.id, keywords: 'alpha', brand_id, featured: 1, status: 1 })).toEqual([one.id]);
    const crossed = await list({ price_from: 10, price_to: 5 });
    expect(crossed.status).toBe(422);
    expect(crossed.failure.errors).toHaveProperty('price_from');
  });

  test('the barcode filter finds exactly one product, and never a deleted one', async () => {
    const code = ean();
    const { id } = await made('Coded', { items: [{ barcode: code }] });
    expect(await ids({ barcode: code })).toEqual([id]);
    await remove(id);
    expect(await ids({ barcode: code })).toEqual([]);
    expect(await ids({ id })).toEqual([]);
  });

  test('products are filtered by a missing translation', async () => {
    const brand_id = await facts.brand();
    const arabic = await made({ ar: 'فقط' }, { brand_id });
    const german = await made({ de: 'Nur', en: 'Only' }, { brand_id });
    const whole = await made({ ar: 'كل', en: 'All', de: 'Alles' }, { brand_id });
    expect(await ids({ brand_id, missing_translation: 'any' })).toEqual([german.id, arabic.id]);
    expect(await ids({ brand_id, missing_translation: 'ar' })).toEqual([german.id]);
    expect(await ids({ brand_id, missing_translation: 'en' })).toEqual([arabic.id]);
    expect(await ids({ brand_id, missing_translation: 'de' })).toEqual([arabic.id]);
    expect(whole.missing).toEqual([]);
  });

  test('products are filtered by whether they are in stock', async () => {
    const brand_id = await facts.brand();
    const there = await made('Stocked', { brand_id });
    const gone = await made('Sold out', { brand_id });
    const shelf = { ...(await makeShelf(app)), product_id: there.id, item_id: there.items[0]?.item_id ?? 0 };
    await stockUp(app.ctx(), shelf, 3, 2);
    expect(await ids({ brand_id, in_stock: 1 })).toEqual([there.id]);
    expect(await ids({ brand_id, in_stock: 0 })).toEqual([gone.id]);
  });
});

describe('product order', () => {
  test('products are sorted newest first by default or by the displayed title, and equal ones by id', async () => {
    const brand_id = await facts.brand();
    const banana = await made(
      { ar: 'ت', en: 'Banana', de: 'Zitrone' },
      { brand_id, ord: 2, pricing: { price: 3 } },
    );
    const apple = await made(
      { ar: 'ا', en: 'ápple' },
      { brand_id, ord: 2, pricing: { price: 9 }, status: 0 },
    );
    const cherry = await made(
      { ar: 'ب', en: 'Cherry', de: 'Ananas' },
      { brand_id, ord: 1, pricing: { price: 3 } },
    );
    const [b, a, c] = [banana.id, apple.id, cherry.id];
    const order = (body: object) => ids({ brand_id, ...body });
    expect(await order({})).toEqual([c, a, b]);
    expect(await order({ sort_by: 'newest', sort_as: 'asc' })).toEqual([c, a, b]);
    expect(await order({ sort_by: 'title', locale: 'en' })).toEqual([a, b, c]);
    expect(await order({ sort_by: 'title', locale: 'en', sort_as: 'desc' })).toEqual([c, b, a]);
    expect(await order({ sort_by: 'title', locale: 'ar' })).toEqual([a, c, b]);
    // the one without a German title is read, and sorted, by its Arabic one
    expect(await order({ sort_by: 'title', locale: 'de' })).toEqual([c, b, a]);
    expect(await order({ sort_by: 'price' })).toEqual([b, c, a]);
    expect(await order({ sort_by: 'price', sort_as: 'desc' })).toEqual([a, c, b]);
    expect(await order({ sort_by: 'ord' })).toEqual([c, b, a]);
    expect(await order({ sort_by: 'status' })).toEqual([a, b, c]);
    expect(await order({ sort_by: 'id' })).toEqual([b, a, c]);
    expect(await order({ sort_by: 'created_at', sort_as: 'desc' })).toEqual([c, a, b]);
  });

  test('R3 paging shows every product once, and a page past the end is empty with the true total', async () => {
    const brand_id = await facts.brand();
    const all = [];
    for (let n = 0; n < 7; n += 1) all.push((await made('Same', { brand_id })).id);
    for (const sort_by of ['newest', 'title', 'price', 'ord', 'id', 'created_at', 'status']) {
      const pages = [1, 2, 3].map((page) => ids({ brand_id, sort_by, page, limit: 3 }));
      expect((await Promise.all(pages)).flat().sort(), sort_by).toEqual(all);
    }
    const meta = { total: 7, last_page: 3, per_page: 3 };
    expect((await list({ brand_id, page: 3, limit: 3 })).meta).toMatchObject({ ...meta, from: 7, to: 7 });
    expect(await list({ brand_id, page: 4, limit: 3 })).toMatchObject({
      results: [],
      meta: { ...meta, from: 0 },
    });
    expect((await list({ brand_id, page: 1, limit: 7 })).meta).toMatchObject({ total: 7, last_page: 1 });
  });
});

describe('statements of product reads', () => {
  test('a product list takes at most three statements, two more for a misspelt word, and one product takes two', async () => {
    const category = await facts.category();
    await made('Counted', { categorys_id: category, items: [{ barcode: ean() }] });
    const { pool } = app.services.database;
    const query = pool.query.bind(pool);
    const count = async (run: () => Promise<unknown>) => {
      let statements = 0;
      pool.query = ((...all: Parameters<typeof query>) => {
        statements += 1;
        return query(...all);
      }) as typeof pool.query;
      await run().finally(() => {
        pool.query = query;
      });
      return statements;
    };
    const catalog = await import('../index.ts');
    const read = await import('./show-product.ts');
    const input = { page: 1, limit: 20, sort_by: 'title', sort_as: 'asc' } as const;
    const lists = [
      [3, {}],
      [4, { keywords: 'counted 6' }],
      [4, { categorys_id: category, keywords: 'counted', page: 9 }],
      [5, { keywords: 'countad' }],
    ] as const;
    for (const [most, more] of lists) {
      const statements = await count(() => catalog.listProducts(app.ctx(), { ...input, ...more }));
      expect(statements).toBeGreaterThan(0);
      expect(statements).toBeLessThanOrEqual(most);
    }
    const { id } = await made('One');
    expect(await count(() => read.show(app.ctx(), { id }))).toBe(1);
  });
});

describe('search for names as people type them', () => {
  test('product search finds a name with or without the Arabic article, also behind a joined letter', async () => {
    const coffee = await made({ ar: 'القهوة التركية' });
    const dates = await made({ ar: 'تمور المدينة' });
    expect(await ids({ keywords: 'قهوة تركية' })).toEqual([coffee.id]);
    expect(await ids({ keywords: 'والقهوة للتركية' })).toEqual([coffee.id]);
    expect(await ids({ keywords: 'التمور مدينة' })).toEqual([dates.id]);
    expect(await ids({ keywords: 'القه' })).toEqual([coffee.id]);
  });

  test('product search finds an umlaut typed as such, spelled out or dropped, in the name and in the search', async () => {
    const plain = await made({ de: 'Möhrenküchlein' });
    const spelled = await made({ de: 'Moehrensueppchen' });
    for (const keywords of ['möhren', 'moehren', 'mohren', 'MÖHREN'])
      expect((await ids({ keywords })).toSorted(), keywords).toEqual([plain.id, spelled.id].toSorted());
    expect(await ids({ keywords: 'süppchen' })).toEqual([spelled.id]);
    expect(await ids({ keywords: 'kuechlein' })).toEqual([plain.id]);
  });

  test('product search accepts one missing, added, wrong or swapped letter in words of five or more letters', async () => {
    const { id } = await made({ en: 'Pumpernickel Crackers', ar: 'بسكويت الشوفان' });
    for (const keywords of [
      'pumprnickel',
      'pumperniickel',
      'pumpernigkel',
      'pumpenrickel cracker',
      'crakcers pumper',
      'بسكوت شوفان',
      'الشوفن',
    ])
      expect(await ids({ keywords }), keywords).toEqual([id]);
    expect(await ids({ keywords: 'pumprnikel' })).toEqual([]);
    const four = await made('Kiwi');
    expect(await ids({ keywords: 'kiwi' })).toEqual([four.id]);
    expect(await ids({ keywords: 'kawi' })).toEqual([]);
  });

  test('product search puts exact spellings before misspelt ones and takes numbers literally', async () => {
    const near = await made('Basmatik 77001');
    const exact = await made('Basmatix 77002');
    expect(await ids({ keywords: 'basmatix' })).toEqual([exact.id, near.id]);
    expect(await ids({ keywords: 'basmatix', sort_by: 'title' })).toEqual([exact.id, near.id]);
    expect(await ids({ keywords: '77003' })).toEqual([]);
  });

  test("product search puts the best match first: the whole name, the caller's language, the beginning of a word", async () => {
    const inside = await made('Wholeguavaleaf');
    const long = await made('Guava juice with pieces of fruit');
    const foreign = await made({ en: 'Red fruit', de: 'Guava' });
    const whole = await made('Guava');
    expect(await ids({ keywords: 'guava', locale: 'en' })).toEqual([
      whole.id,
      long.id,
      foreign.id,
      inside.id,
    ]);
    expect(await ids({ keywords: 'guava', sort_by: 'newest' })).toEqual([
      whole.id,
      foreign.id,
      long.id,
      inside.id,
    ]);
  });

  test('a stock list finds a misspelt word only when no product has the exact spelling', async () => {
    const { id } = await made('Kombuchaginger', { items: [{ barcode: ean() }] });
    const { buildProductSearchConditions } = await import('./search-conditions.ts');
    const { fetchRows, tables } = await import('../../../core/db/tables.ts');
    const conditions = await buildProductSearchConditions(app.ctx(), { keywords: 'kombuchagnger' });
    const rows = await fetchRows(
      app.ctx(),
      tables
        .selectFrom('product as p')
        .select('p.id')
        .where('p.deleted_at', 'is', null)
        .where(({ and }) => and([...conditions])),
    );
    expect(rows).toEqual([{ id }]);
  });

  test('the database folds and splits search words as the commerce package does', async () => {
    const { prisma } = app.services.database;
    const words = [
      'القهوه',
      'والقهوه',
      'للقهوه',
      'الان',
      'mueller',
      'blue',
      'poesie',
      'شاي',
      'aeoeue',
      '👍aebcdefg',
    ];
    for (const word of words) {
      const [row] = await prisma.$queryRaw<{ key: string; near: string[] }[]>`
        SELECT search_word_key(${word}) AS key, search_near_keys(${word}) AS near`;
      expect(row?.key, word).toBe(toSearchKey(word));
      expect(row?.near.toSorted(), word).toEqual(listNearKeys(word).toSorted());
    }
  });
});

test('products are filtered by low stock of one of their items in a visible branch', async () => {
  const [low, full] = [await makeShelf(app), await makeShelf(app)];
  const { prisma } = app.services.database;
  for (const shelf of [low, full]) {
    await stockUp(app.ctx(), shelf, 5, 2);
    const pace = shelf === low ? 1 : 0;
    await prisma.stock_level.updateMany({ where: { item_id: shelf.item_id }, data: { pace } });
  }
  const found = async (body: object) => {
    const all = await ids(body);
    return [low, full].map(({ product_id }) => all.includes(product_id));
  };
  expect(await found({ low: 1 })).toEqual([true, false]);
  expect(await found({ low: 0 })).toEqual([false, true]);
  await prisma.stock_level.updateMany({ where: { item_id: low.item_id }, data: { pace: 0 } });
  expect(await found({ low: 1 })).toEqual([false, false]);
});
