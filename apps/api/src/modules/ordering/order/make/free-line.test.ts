import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { mobile, selling, stocked } from '../../../../../test/sales.ts';
import type { Shelf } from '../../../../../test/stock.ts';
import { NOTICES } from '../../../../core/invariant/invariants.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

async function takePriceAway(shelf: Shelf, free = 0): Promise<void> {
  const { prisma } = app.services.database;
  const { product_id } = await prisma.product_item.findUniqueOrThrow({ where: { id: shelf.item_id } });
  await prisma.product.update({ where: { id: product_id }, data: { price: 0, free } });
}
/** Goods that are active at 0, as they could be before prices were asked for. */
async function unpriced(free = 0): Promise<Shelf> {
  const shelf = await stocked(app, 9);
  await takePriceAway(shelf, free);
  return shelf;
}
const client = () => ({ name: 'Nora', phone: mobile() });

test('an order line without a price is warned about, asked about once, and saved with force', async () => {
  const shelf = await unpriced();
  const on = selling(app, admin);
  const cart = [{ item_id: shelf.item_id, quantity: 1 }];
  const { results } = await on.price({ branch_id: shelf.branch_id, type: 'take_away', cart });
  expect(results.warnings).toContainEqual(
    expect.objectContaining({ code: 'order.free_line', field: 'cart', refused: false }),
  );
  const reply = await on.make(shelf, 1, { client: client() });
  expect([reply.status, reply.failure.code]).toEqual([422, 'order.free_line']);
  const made = await on.make(shelf, 1, { client: client(), force: 1 });
  expect(made.status, made.text).toBe(200);
  expect(made.results.due).toBe(0);
});

test('free products and products with a price are not asked about in an order', async () => {
  for (const shelf of [await unpriced(1), await stocked(app, 9)]) {
    const made = await selling(app, admin).make(shelf, 1, { client: client() });
    expect(made.status, made.text).toBe(200);
  }
});

test('a line without a price added to an existing order is asked about, also for sellers', async () => {
  const shelf = await stocked(app, 9);
  const seller = await makePerson(app, { permissions: ['seller'], branch_id: shelf.branch_id });
  const on = selling(app, seller);
  const made = await on.make(shelf, 1, { client: client() });
  expect(made.status, made.text).toBe(200);
  await takePriceAway(shelf);
  const cart = [{ item_id: shelf.item_id, quantity: 2 }];
  expect((await on.save({ id: made.results.id, cart })).failure.code).toBe('order.free_line');
  const saved = await on.save({ id: made.results.id, cart, force: 1 });
  expect(saved.status, saved.text).toBe(200);
});

test('a line that was sold without a price is not asked about when the rest of the order changes', async () => {
  const shelf = await stocked(app, 9);
  const other = await stocked(app, 9, { branch_id: shelf.branch_id });
  const on = selling(app, admin);
  await takePriceAway(shelf);
  const made = await on.make(shelf, 1, { client: client(), force: 1 });
  const cart = [
    { item_id: shelf.item_id, quantity: 1 },
    { item_id: other.item_id, quantity: 1 },
  ];
  const saved = await on.save({ id: made.results.id, cart });
  expect([saved.status, saved.results.due], saved.text).toEqual([200, 10]);
});

test('a customer cannot order a product without a price, not even with force', async () => {
  const shelf = await unpriced();
  const customer = await makePerson(app, { permissions: [] });
  for (const force of [0, 1]) {
    const cart = [{ item_id: shelf.item_id, quantity: 1 }];
    const input = { branch_id: shelf.branch_id, type: 'take_away' as const, force, cart };
    const refused = await app.call(api.order.make, input, { token: customer.token });
    expect(refused.failure.code).toBe('stock.deactivated');
  }
});

test('verify names active products without a price, but not free or disabled ones', async () => {
  const { pool, prisma } = app.services.database;
  const [shelf, free, disabled] = [await unpriced(), await unpriced(1), await unpriced()];
  await prisma.product.update({ where: { id: disabled.product_id }, data: { status: 0 } });
  const { rows } = await pool.query<{ id: number; title: string }>(Object.values(NOTICES)[0] ?? '');
  const ids = rows.map(({ id }) => id);
  expect(ids).toContain(shelf.product_id);
  for (const { product_id } of [free, disabled]) expect(ids).not.toContain(product_id);
  expect(rows.find(({ id }) => id === shelf.product_id)?.title).toMatch(/^Product /);
});
