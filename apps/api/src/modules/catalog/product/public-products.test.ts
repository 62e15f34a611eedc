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

const door = { call: (...all) => app.call(...all) } as TestApp;
const { save } = productsOf(door, () => admin);
const anyone = productsOf(door, () => null);

const PUBLIC_ROW = [
  ...['id', 'title', 'featured', 'price', 'compare_at', 'pricing', 'barcode', 'categorys_id', 'brand_id'],
  ...['brand_name', 'stepper', 'ord', 'image_url', 'items'],
];

describe('products as the public sees them', () => {
  test('the public sees active products only: a disabled one looks absent in the list, by id and by barcode', async () => {
    const barcode = ean();
    const { results } = await save({ items: [{ barcode }], brand_id: await facts.brand() });
    const body = { brand_id: results.brand_id };
    expect((await anyone.list(body)).results.map(({ id }) => id)).toEqual([results.id]);
    expect((await anyone.scan(barcode)).results.id).toBe(results.id);
    await save({ id: results.id, status: 0 });
    expect((await anyone.list(body)).results).toEqual([]);
    expect((await anyone.list({ ...body, status: 0, id: results.id })).results).toEqual([]);
    expect([(await anyone.scan(barcode)).status, (await anyone.show(results.id)).status]).toEqual([404, 404]);
  });

  test('the public sees products that have a visible category or no category', async () => {
    const brand_id = await facts.brand();
    const off = await facts.category({ status: 0 });
    const below = await facts.category({ parent_id: off });
    const on = await facts.category();
    const none = (await save({ brand_id })).results.id;
    const both = (await save({ brand_id, categorys_id: [on] })).results.id;
    const hidden = (await save({ brand_id, categorys_id: [on] })).results.id;
    const { prisma } = app.services.database;
    await prisma.product_category.createMany({
      data: [
        { product_id: both, category_id: below },
        { product_id: hidden, category_id: below },
        { product_id: hidden, category_id: off },
      ],
    });
    await prisma.product_category.delete({
      where: { product_id_category_id: { product_id: hidden, category_id: on } },
    });
    expect((await anyone.list({ brand_id })).results.map(({ id }) => id)).toEqual([both, none]);
    expect((await anyone.show(hidden)).status).toBe(404);
    expect((await anyone.show(both)).status).toBe(200);
  });

  test('public products have public fields only: no counts, stock, taxes or history', async () => {
    const { results } = await save({ items: [{ barcode: ean(), price: 4 }] });
    await facts.extra(results.id);
    await facts.extra(results.id, { status: 0 });
    const customer = productsOf(door, () => null);
    const [row] = (await customer.list({ barcode: results.barcode })).results;
    expect(Object.keys(row ?? {}).sort()).toEqual([...PUBLIC_ROW].sort());
    expect(Object.keys(row?.items[0] ?? {}).sort()).toEqual([
      'barcode',
      'item_id',
      'option',
      'pack_quantity',
      'price',
    ]);
    const shown = (await customer.show(results.id)).results;
    expect(Object.keys(shown).sort()).toEqual(
      [...PUBLIC_ROW, 'titles', 'description', 'descriptions', 'images', 'extras'].sort(),
    );
    expect(shown.extras).toHaveLength(1);
  });

  test('public product lists ignore filters and sorts that would reveal more', async () => {
    const brand_id = await facts.brand();
    const cheap = (await save({ brand_id, pricing: { price: 1 }, titles: { ar: 'ا' } })).results.id;
    const dear = (await save({ brand_id, pricing: { price: 9 }, tax_type_id: await facts.taxType() })).results
      .id;
    const order = async (body: object) =>
      (await anyone.list({ brand_id, ...body })).results.map(({ id }) => id);
    for (const body of [{ in_stock: 1 }, { missing_translation: 'en' }, { tax_type_id: 1 }, { id: cheap }])
      expect(await order(body)).toEqual([dear, cheap]);
    for (const sort_by of ['status', 'created_at', 'id'])
      expect(await order({ sort_by })).toEqual([dear, cheap]);
    expect(await order({ sort_by: 'price' })).toEqual([cheap, dear]);
    expect(await order({ price_from: 2 })).toEqual([dear]);
  });
});

describe('products as staff see them', () => {
  test('a seller can look up every product but can export and change nothing', async () => {
    const { results } = await save({ status: 0, items: [{ barcode: ean() }] });
    const seller = await makePerson(app, { permissions: ['seller'] });
    const theirs = productsOf(door, () => seller);
    const [row] = (await theirs.list({ id: results.id, status: 0 })).results;
    expect(row).toMatchObject({ id: results.id, status: 0, quantity: 0, actions: [] });
    expect((await theirs.scan(String(results.barcode))).results).toMatchObject({
      orders_count: 0,
      quantities: [],
    });
    expect((await theirs.list({ export: 1 })).status).toBe(403);
    expect((await theirs.save({ id: results.id, ord: 1 })).status).toBe(403);
    expect((await theirs.saveAll({ ids: [results.id], status: 1 })).status).toBe(403);
  });

  test('the product picker of other forms gets active products by title', async () => {
    const picker = await makePerson(app, { permissions: ['offers'] });
    const theirs = productsOf(door, () => picker);
    const brand_id = await facts.brand();
    const { results } = await save({ brand_id });
    await save({ brand_id, status: 0 });
    const reply = await app.call(api.product.list, { brand_id, limit: 100 }, { token: picker.token });
    expect(reply.results).toEqual([{ id: results.id, title: results.title, status: 1 }]);
    expect((await theirs.list({ export: 1 })).status).toBe(403);
  });

  test('a product export holds every filtered row, with headings in the requested language', async () => {
    const brand_id = await facts.brand();
    for (let n = 0; n < 3; n += 1) await save({ brand_id, titles: titled(`=Exported ${n}`) });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` };
    const response = await fetch(app.url + api.product.list.path, {
      method: 'POST',
      headers,
      body: JSON.stringify({ export: 1, format: 'csv', brand_id, limit: 1, locale: 'de' }),
    });
    const text = await response.text();
    const [head = '', ...rows] = text.trim().split('\n');
    expect(rows).toHaveLength(3);
    expect(head).not.toMatch(/categorys_id|_at\b|tax_name|missing/);
    expect(rows[0]).toContain('Artikel =Exported');
    expect(head.split(';').every((title) => /\p{Lu}|\p{L}/u.test(title))).toBe(true);
  });
});
