import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { productsOf } from '../../../../test/products.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const { save, show, list, saveAll } = productsOf(
  { call: (...all) => app.call(...all) } as TestApp,
  () => admin,
);
const unpriced = { pricing: {} };

describe('products without a price', () => {
  test('a product without a price is saved as disabled until it has one', async () => {
    const { status, results } = await save(unpriced);
    expect(status).toBe(200);
    expect(results).toMatchObject({ status: 0, pricing: { price: 0, free: 0 } });
    const { id } = results;
    const refused = await save({ id, ...unpriced, status: 1 });
    expect(refused.status).toBe(422);
    expect(refused.failure).toMatchObject({ code: 'product.price_missing', params: { count: 1 } });
    expect(refused.failure.errors).toHaveProperty(['pricing.price']);
    const priced = await save({ id, pricing: { price: 3 }, status: 1 });
    expect(priced.results).toMatchObject({ status: 1, price: 3 });
    expect((await save({ id, pricing: { price: 0 } })).results).toMatchObject({ status: 0, price: 0 });
  });

  test('a product without a price may be active when it is marked as free', async () => {
    const { results } = await save({ pricing: { free: 1 }, status: 1 });
    expect(results).toMatchObject({ status: 1, pricing: { price: 0, free: 1 } });
    const kept = await save({ id: results.id, pricing: { free: 0 }, status: 1 });
    expect(kept.failure.code).toBe('product.price_missing');
  });

  test('a product with one item without a price counts as a product without a price', async () => {
    const items = [{ price: 2 }, {}];
    expect((await save({ ...unpriced, items, status: 1 })).failure.code).toBe('product.price_missing');
    expect((await save({ ...unpriced, items: [{ price: 2 }], status: 1 })).results.status).toBe(1);
  });

  test('enabling many products names those without a price and enables none of them', async () => {
    const [priced, bare] = [await save({ status: 0 }), await save({ ...unpriced, titles: { en: 'Bare' } })];
    const ids = [priced.results.id, bare.results.id];
    const refused = await saveAll({ ids, status: 1 });
    expect(refused.failure).toMatchObject({
      code: 'product.price_missing',
      params: { count: 1, titles: 'Bare' },
    });
    expect((await show(ids[0] ?? 0)).results.status).toBe(0);
    expect((await saveAll({ ids: ids.slice(0, 1), status: 1 })).status).toBe(200);
  });

  test('a product without a price that was active before prices were required stays active and is found by the filter', async () => {
    const { results } = await save(unpriced);
    const { id } = results;
    await app.services.database.prisma.product.update({ where: { id }, data: { status: 1 } });
    const renamed = await save({ id, titles: { en: 'Old stock' }, pricing: undefined });
    expect(renamed.results.status).toBe(1);
    const found = async (filter: object) => (await list({ id, ...filter })).results.length;
    expect([await found({ unpriced: 1 }), await found({ unpriced: 0 })]).toEqual([1, 0]);
    await save({ id, pricing: { free: 1 } });
    expect([await found({ unpriced: 1 }), await found({ unpriced: 0 })]).toEqual([0, 1]);
  });
});
