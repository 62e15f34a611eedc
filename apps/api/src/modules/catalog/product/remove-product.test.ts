import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { ean, factsOf, productsOf } from '../../../../test/products.ts';

let app: TestApp;
let admin: Person;
let facts: ReturnType<typeof factsOf>;
let clock = new Date();
beforeAll(async () => {
  app = await startApp({ now: () => clock });
  admin = await makeAdmin(app);
  facts = factsOf(app);
});
afterAll(() => app.stop());

const { save, show, list, scan, remove, restore, saveAll } = productsOf(
  { call: (...all) => app.call(...all) } as TestApp,
  () => admin,
);
const rowsOf = (id: number) =>
  app.services.database.prisma.audit_log.findMany({
    where: { noun: 'product', record_id: String(id) },
    orderBy: { id: 'asc' },
  });

describe('deleting products', () => {
  test('a deleted product disappears from every list and frees its barcodes', async () => {
    const barcode = ean();
    const { results } = await save({ items: [{ barcode }] });
    expect((await remove(results.id, { version: 9 })).failure.code).toBe('record.stale');
    expect((await remove(results.id, { version: 1 })).results).toEqual({ deleted: 1 });
    for (const reply of [await show(results.id), await scan(barcode), await remove(results.id)])
      expect(reply.failure.code).toBe('record.missing');
    expect((await save({ id: results.id, ord: 1 })).status).toBe(404);
    expect((await list({ id: results.id })).results).toEqual([]);
    expect((await save({ items: [{ barcode }] })).status).toBe(200);
    expect((await rowsOf(results.id)).map(({ action }) => action)).toEqual(['create', 'delete']);
  });

  test('a restored product gets back exactly the items that were deleted with it', async () => {
    const [early, kept] = [ean(), ean()];
    const { results } = await save({ items: [{ barcode: early }, { barcode: kept }] });
    // the clock stands still: leaving early and leaving with the product are told apart all the same
    await save({ id: results.id, items: [{ item_id: results.items[1]?.item_id }] });
    await remove(results.id);
    const back = await restore(results.id);
    expect(back.results).toMatchObject({ version: 4, items: [{ barcode: kept }] });
    expect(back.results.items).toHaveLength(1);
    expect((await scan(early)).status).toBe(404);
    expect((await restore(results.id)).failure.code).toBe('record.missing');
  });

  test('a deleted product can be restored within a day only', async () => {
    const { results } = await save();
    await remove(results.id);
    clock = new Date(clock.getTime() + 86_400_001);
    admin = await makeAdmin(app);
    expect((await restore(results.id)).failure.code).toBe('record.missing');
  });

  test('a product is not restored while another product has one of its barcodes, and the refusal names that product', async () => {
    const barcode = ean();
    const { results } = await save({ items: [{ barcode }] });
    await remove(results.id);
    const other = await save({ items: [{ barcode }] });
    const refused = await restore(results.id);
    expect(refused.status).toBe(409);
    expect(refused.failure).toMatchObject({
      code: 'barcode.taken',
      params: { barcode, product_id: other.results.id, title: other.results.title },
    });
    await remove(other.results.id);
    expect((await restore(results.id)).status).toBe(200);
  });

  test('a product is not restored when its brand has been deleted', async () => {
    const brand_id = await facts.brand();
    const { results } = await save({ brand_id });
    await remove(results.id);
    await app.services.database.prisma.brand.update({ where: { id: brand_id }, data: { deleted_at: clock } });
    expect((await restore(results.id)).failure).toMatchObject({
      code: 'reference.missing',
      params: { field: 'brand_id' },
    });
  });

  test('deleting a product needs a permission of its own', async () => {
    const { results } = await save();
    const saver = await makePerson(app, { permissions: ['products.view', 'products.save'] });
    const theirs = productsOf(app, () => saver);
    expect((await theirs.remove(results.id)).status).toBe(403);
    expect((await theirs.restore(results.id)).status).toBe(403);
    expect((await theirs.show(results.id)).results.actions).toEqual(['save']);
  });
});

describe('changing many products at once', () => {
  test('a bulk change updates the products that differ, says how many, and writes an audit row for each', async () => {
    const ids = [
      (await save()).results.id,
      (await save({ status: 0 })).results.id,
      (await save()).results.id,
    ];
    expect((await saveAll({ ids, status: 0 })).results).toEqual({ changed: 2 });
    expect((await list({ status: 0, limit: 100 })).results.map(({ id }) => id)).toEqual(
      expect.arrayContaining(ids),
    );
    expect(await Promise.all(ids.map(async (id) => (await rowsOf(id)).length))).toEqual([2, 1, 2]);
    const [, row] = await rowsOf(ids[0] ?? 0);
    expect(row).toMatchObject({ action: 'update', changes: { status: { from: 1, to: 0 } } });
    expect((await show(ids[0] ?? 0)).results.version).toBe(2);
    expect((await saveAll({ ids, status: 0 })).results).toEqual({ changed: 0 });
  });

  test('a bulk change with one unknown product changes nothing', async () => {
    const { id } = (await save()).results;
    const refused = await saveAll({ ids: [id, 2_000_000_000], status: 0 });
    expect(refused.failure.code).toBe('record.missing');
    expect((await show(id)).results).toMatchObject({ status: 1, version: 1 });
  });

  test('a bulk change takes at most a thousand different ids', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => index + 1);
    for (const ids of [many, [1, 1], []]) expect((await saveAll({ ids, status: 1 })).status).toBe(422);
  });
});
