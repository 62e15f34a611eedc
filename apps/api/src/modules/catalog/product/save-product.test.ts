import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { ean, factsOf, productsOf, titled } from '../../../../test/products.ts';

let app: TestApp;
let admin: Person;
let facts: ReturnType<typeof factsOf>;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  facts = factsOf(app);
});
afterAll(() => app.stop());

const { save, show, scan } = productsOf({ call: (...all) => app.call(...all) } as TestApp, () => admin);

describe('saving products', () => {
  test('a new product has the usual defaults and one item without a barcode', async () => {
    const { status, results } = await save({ titles: { ar: 'قهوة', en: '' }, locale: 'de' });
    expect(status).toBe(200);
    expect(results).toMatchObject({
      title: 'قهوة',
      titles: { ar: 'قهوة', en: '', de: '' },
      missing: ['en', 'de'],
      status: 1,
      featured: 0,
      pricing: { price: 5, compare_at: null },
      stepper: 1,
      ord: 0,
      barcode: null,
      items: [{ barcode: null, price: null, pack_quantity: 1, quantity: 0 }],
      images: [],
      extras: [],
      quantities: [],
      orders_count: 0,
      receipts_count: 0,
      version: 1,
      actions: ['save', 'delete'],
    });
  });

  test('a saved product answers the sent values, and its answer can be sent back', async () => {
    const [top, brand_id, tax_type_id] = [await facts.category(), await facts.brand(), await facts.taxType()];
    const below = await facts.category({ parent_id: top });
    const code = ean();
    const expected = {
      titles: titled('Round trip'),
      descriptions: { ar: 'وصف', en: 'A description\nof two lines', de: '' },
      status: 0,
      featured: 1,
      pricing: { price: 12.5, compare_at: 15.75 },
      categorys_id: [top, below],
      brand_id,
      tax_type_id,
      stepper: 0.25,
      ord: 7,
      items: [
        { barcode: code, price: 11.25, pack_quantity: 6 },
        { barcode: null, price: null, pack_quantity: 0.5 },
      ],
    };
    const saved = await save(expected);
    expect(saved.results).toMatchObject({
      ...expected,
      barcode: code,
      description: 'A description\nof two lines',
    });
    const shown = await show(saved.results.id);
    expect(shown.results).toEqual(saved.results);
    const again = await save(shown.results);
    expect(again.status).toBe(200);
    expect({ ...again.results, version: 0, updated_at: '' }).toEqual({
      ...saved.results,
      version: 0,
      updated_at: '',
    });
    expect(again.results.version).toBe(2);
  });

  test('saving a product keeps fields that are not sent and clears fields sent as null', async () => {
    const brand_id = await facts.brand();
    const { results } = await save({
      brand_id,
      descriptions: titled('text'),
      pricing: { price: 4, compare_at: 6 },
      categorys_id: [await facts.category()],
      items: [{ barcode: ean(), price: 3 }],
    });
    const kept = await save({ id: results.id, ord: 3 });
    expect({ ...kept.results, version: 1, ord: 0, updated_at: results.updated_at }).toEqual(results);
    const cleared = await save({
      id: results.id,
      brand_id: null,
      descriptions: null,
      pricing: { compare_at: null },
      categorys_id: null,
      images: null,
      version: null,
      items: [{ item_id: results.items[0]?.item_id, barcode: '', price: null }],
    });
    expect(cleared.results).toMatchObject({
      brand_id: null,
      descriptions: { ar: '', en: '', de: '' },
      pricing: { price: 4, compare_at: null },
      categorys_id: [],
      items: [{ item_id: results.items[0]?.item_id, barcode: null, price: null }],
    });
  });

  test("a product's category, brand and tax type must exist and be active when they are chosen", async () => {
    const gone = await facts.brand();
    await app.services.database.prisma.brand.update({
      where: { id: gone },
      data: { deleted_at: new Date() },
    });
    const refused = async (body: object) => (await save(body)).failure;
    const missing = (field: string) => ({ code: 'reference.missing', params: { field } });
    expect(await refused({ brand_id: gone })).toMatchObject(missing('brand_id'));
    expect(await refused({ brand_id: await facts.brand({ status: 0 }) })).toMatchObject(missing('brand_id'));
    expect(await refused({ tax_type_id: 2_000_000_000 })).toMatchObject(missing('tax_type_id'));
    expect(await refused({ categorys_id: [await facts.category({ status: 0 })] })).toMatchObject(
      missing('categorys_id'),
    );
    expect(await refused({ categorys_id: 2_000_000_000 })).toMatchObject(missing('categorys_id'));

    const brand_id = await facts.brand();
    const { results } = await save({ brand_id });
    await app.services.database.prisma.brand.update({ where: { id: brand_id }, data: { status: 0 } });
    expect((await save({ id: results.id, brand_id })).status).toBe(200);
  });

  test('a product price is in the shop’s currency, and its price before must be higher than the price', async () => {
    const errors = async (body: object) => (await save(body)).failure.errors;
    expect(await errors({ pricing: { price: 1.125 } })).toHaveProperty(['pricing.price']);
    expect(await errors({ items: [{ price: 1.5 }, { price: 0.001 }] })).toHaveProperty(['items.1.price']);
    expect(await errors({ pricing: { price: 5, compare_at: 5 } })).toHaveProperty(['pricing.compare_at']);
    expect(await errors({ pricing: { price: -1 } })).toHaveProperty(['pricing.price']);
    const { results } = await save({ pricing: { price: 5, compare_at: 6 } });
    expect(await errors({ id: results.id, pricing: { price: 6 } })).toHaveProperty(['pricing.compare_at']);
    expect((await save({ id: results.id, pricing: { price: 6, compare_at: null } })).status).toBe(200);

    await app.call(api.setting.save, { Currency: 'KWD' }, { token: admin.token });
    expect((await save({ pricing: { price: 1.125 } })).results.price).toBe(1.125);
    await app.call(api.setting.save, { Currency: 'QAR' }, { token: admin.token });
  });

  test("a product's step and pack size must be above zero", async () => {
    for (const body of [
      { stepper: 0 },
      { stepper: 0.0001 },
      { items: [{ pack_quantity: 0 }] },
      { items: [] },
    ])
      expect((await save(body)).status).toBe(422);
  });

  test('a product needs a title in one language', async () => {
    const none = await app.call(api.product.save, { pricing: { price: 1 } }, { token: admin.token });
    expect(none.failure.errors).toHaveProperty('titles');
    expect((await save({ titles: { ar: ' ', en: '', de: null } })).failure.errors).toHaveProperty('titles');
  });

  test("a product's title falls back to another language when the requested one is missing", async () => {
    for (let bits = 1; bits < 8; bits += 1) {
      const titles = { ar: bits & 1 ? 'ع' : '', en: bits & 2 ? 'e' : '', de: bits & 4 ? 'd' : '' };
      const { results } = await save({ titles });
      for (const locale of ['ar', 'en', 'de'] as const) {
        const shown = await show(results.id, { locale });
        expect(shown.results.title).toBe(titles[locale] || titles.ar || titles.en || titles.de);
        const [row] = (await app.call(api.product.list, { id: results.id, locale }, { token: admin.token }))
          .results;
        expect(row?.title).toBe(shown.results.title);
      }
    }
  });

  test('of fifty concurrent saves of one product version one succeeds, and the other 49 get a conflict', async () => {
    const { results } = await save();
    const edits = await Promise.all(
      Array.from({ length: 50 }, (_, ord) => save({ id: results.id, version: 1, ord: ord + 1 })),
    );
    const won = edits.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(edits.filter(({ failure }) => failure?.code === 'record.stale')).toHaveLength(49);
    expect((await show(results.id)).results).toMatchObject({ version: 2, ord: won[0]?.results.ord });
  });

  test('saving a product writes one audit row that says what changed', async () => {
    const code = ean();
    const { results } = await save({ items: [{ barcode: code }] });
    await save({ id: results.id, titles: titled('New name'), items: [{ barcode: code, price: 2 }] });
    const rows = await app.services.database.prisma.audit_log.findMany({
      where: { noun: 'product', record_id: String(results.id) },
      orderBy: { id: 'asc' },
    });
    expect(rows.map(({ action }) => action)).toEqual(['create', 'update']);
    expect(rows[1]?.changes).toMatchObject({
      titles: { to: titled('New name') },
      items: { from: [{ barcode: code, price: null }], to: [{ barcode: code, price: 2 }] },
    });
    expect(rows[1]?.changes).not.toHaveProperty('ord');
  });

  test('staff who may only view products cannot save one', async () => {
    const viewer = await makePerson(app, { permissions: ['products.view'] });
    const seller = await makePerson(app, { permissions: ['seller'] });
    for (const { token } of [viewer, seller])
      expect((await app.call(api.product.save, { titles: titled('no') }, { token })).status).toBe(403);
  });
});

describe('product items', () => {
  test('product items are replaced as a set: named ones stay, others are removed, new ones are added, in the given order', async () => {
    const codes = [ean(), ean(), ean()];
    const { results } = await save({ items: codes.map((barcode) => ({ barcode })) });
    const [a, b, c] = results.items;
    const after = await save({
      id: results.id,
      items: [{ item_id: c?.item_id }, { barcode: ean() }, { item_id: a?.item_id, price: 9 }],
    });
    expect(after.results.items).toMatchObject([
      { item_id: c?.item_id, barcode: codes[2] },
      {},
      { item_id: a?.item_id, barcode: codes[0], price: 9 },
    ]);
    expect((await scan(codes[1] ?? '')).status).toBe(404);
    const old = await app.services.database.prisma.product_item.findUniqueOrThrow({
      where: { id: b?.item_id ?? 0 },
    });
    expect(old.deleted_at).not.toBeNull();
    expect((await save({ items: [{ barcode: codes[1] }] })).status).toBe(200);
  });

  test('product items may swap barcodes, and one may take over the barcode of a removed item', async () => {
    const [one, two] = [ean(), ean()];
    const { results } = await save({ items: [{ barcode: one }, { barcode: two }] });
    const [a, b] = results.items;
    const exchanged = await save({
      id: results.id,
      items: [
        { item_id: a?.item_id, barcode: two },
        { item_id: b?.item_id, barcode: one },
      ],
    });
    expect(exchanged.results.items.map(({ barcode }) => barcode)).toEqual([two, one]);
    const taken = await save({ id: results.id, items: [{ barcode: two }] });
    expect(taken.results.items).toMatchObject([{ barcode: two }]);
    expect(taken.results.items[0]?.item_id).not.toBe(a?.item_id);
  });

  test('a product save refuses items of another product and repeated items', async () => {
    const foreign = (await save()).results.items[0]?.item_id;
    const { results } = await save();
    const refused = await save({ id: results.id, items: [{ barcode: ean() }, { item_id: foreign }] });
    expect(refused.failure).toMatchObject({ code: 'reference.missing' });
    expect(refused.failure.errors).toHaveProperty(['items.1.item_id']);
    const item_id = results.items[0]?.item_id;
    const twice = await save({ id: results.id, items: [{ item_id }, { item_id }] });
    expect(twice.failure.errors).toHaveProperty(['items.1.item_id']);
    const barcode = ean();
    const same = await save({ items: [{ barcode }, {}, { barcode }] });
    expect(same.failure.errors).toHaveProperty(['items.2.barcode']);
  });

  test('saving product items does not change their stock', async () => {
    const { results } = await save({ items: [{ barcode: ean(), quantity: 500 }] });
    expect(results).toMatchObject({ quantity: 0, items: [{ quantity: 0 }] });
  });
});
