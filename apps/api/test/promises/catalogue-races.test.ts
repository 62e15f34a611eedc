import { api, type Endpoint } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, type Person, unique } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { catalogueOf } from '../catalogue.ts';
import { sized, tally } from './size.ts';
import { expectSound } from './soundness.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp({ jobs: true });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const call = (endpoint: object, input: object) =>
  app.call(endpoint as Endpoint, input, { token: admin.token });

/** What a product may hang on, and the field that it hangs by. */
const HELD = [
  ['category', 'categorys_id', (id: number) => [id]],
  ['brand', 'brand_id', (id: number) => id],
  ['taxType', 'tax_type_id', (id: number) => id],
] as const;

it.each(HELD)(
  'C13 a %s deleted while products are assigned to it is never left on an active product',
  async (group, field, as) => {
    for (let round = 0; round < sized(15, 100); round += 1) {
      const id = await catalogueOf(app)[group]();
      const product = await catalogueOf(app).product();
      const [removed, made, changed] = await Promise.all([
        call(api[group].remove, { id }),
        call(api.product.save, { titles: { en: `Race ${unique()}` }, [field]: as(id) }),
        call(api.product.save, { id: product, [field]: as(id) }),
      ]);
      const codes = [removed, made, changed].map(({ status, failure }) =>
        status === 200 ? 'ok' : failure.code,
      );
      const inUse = `${group === 'taxType' ? 'tax_type' : group}.in_use`;
      if (codes[0] === 'ok') expect(codes.slice(1)).toEqual(['reference.missing', 'reference.missing']);
      else expect([codes[0], ...codes.slice(1).filter((code) => code === 'ok')].length).toBeGreaterThan(1);
      expect(['ok', inUse]).toContain(codes[0]);
    }
    await expectSound(app);
  },
);

it.each(HELD)(
  'C13 a %s with a product cannot be deleted, and a deleted product does not prevent it',
  async (group, field, as) => {
    const id = await catalogueOf(app)[group]();
    const made = await call(api.product.save, { titles: { en: 'Held' }, [field]: as(id) });
    const product = (made.results as unknown as { id: number }).id;
    const refused = await call(api[group].remove, { id });
    expect(refused).toMatchObject({ status: 409, failure: { params: { count: 1 } } });
    expect((await call(api.product.remove, { id: product })).status).toBe(200);
    expect((await call(api[group].remove, { id })).status).toBe(200);
    // what it hung on is gone: it does not come back without it, until that is back
    expect((await call(api.product.restore, { id: product })).failure.code).toBe('reference.missing');
    expect((await call(api[group].restore, { id })).status).toBe(200);
    expect((await call(api.product.restore, { id: product })).status).toBe(200);
    await expectSound(app);
  },
);

it('C13 a category deleted while its deleted child is restored never keeps that child', async () => {
  for (let round = 0; round < sized(10, 100); round += 1) {
    const id = await catalogueOf(app).category();
    const child = (await call(api.category.save, { titles: { en: 'Child' }, parent_id: id }))
      .results as unknown as { id: number };
    await call(api.category.remove, { id: child.id });
    await Promise.all([call(api.category.remove, { id }), call(api.category.restore, { id: child.id })]);
  }
  await expectSound(app);
});

it('C13 concurrent category moves, saves, deletes and creations leave one complete tree', async () => {
  const nodes = await Promise.all(Array.from({ length: 12 }, () => catalogueOf(app).category()));
  const anyOf = () => nodes[Math.floor(Math.random() * nodes.length)] ?? 1;
  const step = () => {
    const [id, parent_id] = [anyOf(), anyOf()];
    const turn = Math.floor(Math.random() * 5);
    if (turn === 0) return call(api.category.save, { id, parent_id });
    if (turn === 1) return call(api.category.remove, { id });
    if (turn === 2) return call(api.category.restore, { id });
    if (turn === 3) return call(api.category.save, { titles: { en: 'New' }, parent_id });
    return call(api.category.move, { id, parent_id });
  };
  const statuses: number[] = [];
  for (let round = 0; round < sized(10, 100); round += 1)
    statuses.push(...(await Promise.all(Array.from({ length: 10 }, step))).map(({ status }) => status));
  expect(Object.keys(tally(statuses)).every((status) => [200, 404, 409, 422].includes(Number(status)))).toBe(
    true,
  );
  await expectSound(app);
});

const CHANGES = [
  ['category', 'category', (at: number) => ({ ord: at + 1 })],
  ['brand', 'brand', (at: number) => ({ ord: at + 1 })],
  ['taxType', 'tax_type', (at: number) => ({ ord: at + 1 })],
  ['extra', 'extra', (at: number) => ({ price: at + 1 })],
  ['product', 'product', (at: number) => ({ ord: at + 1 })],
] as const;

it.each(CHANGES)(
  'C4 of many concurrent changes to one version of a %s one succeeds',
  async (group, table, change) => {
    const id = await catalogueOf(app)[group]();
    const times = sized(12, 50);
    const replies = await Promise.all(
      Array.from({ length: times }, (_, at) => call(api[group].save, { id, version: 1, ...change(at) })),
    );
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 409: times - 1 });
    const { rows } = await app.services.database.pool.query(`SELECT version FROM ${table} WHERE id = $1`, [
      id,
    ]);
    expect(rows).toEqual([{ version: 2 }]);
  },
);
