import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../../../test/actors.ts';
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

/** The ids of a list, and that it counts what it shows. */
async function found(body: object): Promise<number[]> {
  const { results, meta } = await list({ limit: 100, ...body });
  expect(meta.total).toBe(results.length);
  return results.map(({ id }) => id);
}

describe('cached product lists', () => {
  test('a cached product list shows changes of products, barcodes, categories and hidden categories at once', async () => {
    const [brand_id, other] = [await facts.brand(), await facts.brand()];
    const [top, aside] = [await facts.category(), await facts.category()];
    const below = await facts.category({ parent_id: top });
    const code = ean();
    const { id, items } = (
      await save({ titles: { en: 'Quince jam' }, brand_id, categorys_id: below, pricing: { price: 5 } })
    ).results;
    const questions: object[] = [
      { brand_id },
      { brand_id, sort_by: 'title' },
      { keywords: 'quince' },
      { categorys_id: top },
      { brand_id, price_to: 9 },
      { brand_id, status: 1 },
      { barcode: code },
      { keywords: code.slice(0, 11) },
    ];
    const answers = async () =>
      (await Promise.all(questions.map(found)))
        .map((ids) => ids.includes(id))
        .map(Number)
        .join('');
    expect(await answers()).toBe('11111100');
    await save({ id, items: [{ item_id: items[0]?.item_id, barcode: code }] });
    expect(await answers()).toBe('11111111');
    await save({ id, titles: { en: 'Fig jam' } });
    expect(await answers()).toBe('11011111');
    await save({ id, pricing: { price: 12 }, status: 0 });
    expect(await answers()).toBe('11010011');
    await app.services.database.pool.query('UPDATE category SET parent_id = $1 WHERE id = $2', [
      aside,
      below,
    ]);
    expect(await answers()).toBe('11000011');
    await save({ id, brand_id: other, categorys_id: top });
    expect(await answers()).toBe('00010011');
    await remove(id);
    expect(await answers()).toBe('00000000');
  });

  test('a cached product list shows the current names of brands and categories', async () => {
    const brand_id = await facts.brand();
    const { id, version } = (await save({ titles: { en: 'Renamed later' }, brand_id })).results;
    expect(await found({ brand_id })).toEqual([id]);
    await app.services.database.pool.query(`UPDATE brand SET names = '{"en": "Newly named"}' WHERE id = $1`, [
      brand_id,
    ]);
    await save({ id, version, titles: { en: 'Renamed' } });
    const [row] = (await list({ brand_id })).results;
    expect(row).toMatchObject({ title: 'Renamed', brand_name: 'Newly named', version: version + 1 });
  });

  test('a cached product list of staff is never answered to the public', async () => {
    const category = await facts.category();
    const body = { categorys_id: category, limit: 100 };
    const { id } = (await save({ titles: { en: 'Soon hidden' }, categorys_id: category })).results;
    const seen = async () => (await app.call(api.product.list, body)).results.length;
    expect([await seen(), await found(body)]).toEqual([1, [id]]);
    await app.services.database.pool.query('UPDATE category SET status = 0 WHERE id = $1', [category]);
    expect([await seen(), await found(body)]).toEqual([0, [id]]);
  });

  test('a cached product list shows at once that an item came into stock or sold out, to those who may see it', async () => {
    const brand_id = await facts.brand();
    const { id, items } = (await save({ titles: { en: 'Comes and goes' }, brand_id })).results;
    const shelf = { ...(await makeShelf(app)), product_id: id, item_id: items[0]?.item_id ?? 0 };
    const keeper = await makePerson(app, { permissions: ['products'], manages: [shelf.branch_id] });
    const stranger = await makePerson(app, {
      permissions: ['products'],
      manages: [(await makeShelf(app)).branch_id],
    });
    const body = { brand_id, limit: 100 };
    const counts = async () =>
      Promise.all(
        [admin, keeper, stranger].flatMap(({ token }) =>
          [1, 0].map(
            async (in_stock) =>
              (await app.call(api.product.list, { ...body, in_stock }, { token })).meta.total,
          ),
        ),
      );
    expect(await counts()).toEqual([0, 1, 0, 1, 0, 1]);
    await stockUp(app.ctx(), shelf, 3, 2);
    expect(await counts()).toEqual([1, 0, 1, 0, 0, 1]);
    // reserved to the last piece
    await app.services.database.pool.query(
      'UPDATE stock_level SET reserved = on_hand WHERE product_id = $1',
      [id],
    );
    expect(await counts()).toEqual([0, 1, 0, 1, 0, 1]);
  });

  test('a cached product list shows no uncommitted and no rolled back change', async () => {
    const brand_id = await facts.brand();
    const { id } = (await save({ titles: { en: 'First' }, brand_id })).results;
    const client = await app.services.database.pool.connect();
    try {
      for (const end of ['ROLLBACK', 'COMMIT']) {
        await client.query('BEGIN');
        await client.query(`INSERT INTO product (titles, brand_id) VALUES ('{"en": "Second"}', $1)`, [
          brand_id,
        ]);
        expect(await found({ brand_id })).toEqual([id]);
        await client.query(end);
        if (end === 'ROLLBACK') {
          // the change after one that was taken back is a change of its own
          await save({ id, ord: 7 });
          expect(await found({ brand_id })).toEqual([id]);
        }
      }
    } finally {
      client.release();
    }
    expect(await found({ brand_id })).toHaveLength(2);
  });

  test('a product list never mixes two states of the catalogue while it changes', async () => {
    const [brand_id, other] = [await facts.brand(), await facts.brand()];
    const made = [];
    for (let n = 0; n < 12; n += 1)
      made.push((await save({ titles: { en: `Moves ${n}` }, brand_id })).results.id);
    let isOver = false;
    const moving = (async () => {
      for (let turn = 0; !isOver; turn += 1)
        // all at once, there and back: whoever sees some of them only saw two states
        await app.services.database.pool.query('UPDATE product SET brand_id = $1 WHERE id = ANY($2)', [
          turn % 2 ? brand_id : other,
          made,
        ]);
    })();
    const sizes = new Set<number>();
    for (let turn = 0; turn < 60; turn += 1) {
      const answers = await Promise.all(
        [{ brand_id }, { keywords: 'moves', brand_id }].map((body) => list(body)),
      );
      for (const { results, meta } of answers) {
        expect(meta.total).toBe(results.length);
        sizes.add(results.length);
      }
    }
    isOver = true;
    await moving;
    for (const size of sizes) expect([0, 12]).toContain(size);
  });
});
