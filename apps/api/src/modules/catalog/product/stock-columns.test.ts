import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { purchasing } from '../../../../test/receipts.ts';
import { selling, stocked } from '../../../../test/sales.ts';
import { statementsOf } from '../../../../test/statements.ts';
import { makeShelf, sellUnits, stockUp } from '../../../../test/stock.ts';
import { show as read } from './show-product.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const show = (id: number, who: Person, more: object = {}) =>
  app.call(api.product.show, { id }, { token: who.token, ...more });

test('a product shows the available units and the first received quantity of each item', async () => {
  const buyer = purchasing(app, admin);
  const shelf = await makeShelf(app);
  const received = await buyer.accepted(shelf, { quantity: 6, cost: 4 });
  await buyer.accepted(shelf, { quantity: 2, cost: 5 });
  const { results } = await show(shelf.product_id, admin);
  expect(results).toMatchObject({ quantity: 8, receipts_count: 2, orders_count: 0 });
  expect(results.items.map(({ quantity }) => quantity)).toEqual([8]);
  expect(results.quantities).toEqual([
    expect.objectContaining({ item_id: shelf.item_id, quantity: 2, remaining_quantity: 2, cost_value: 5 }),
    expect.objectContaining({ quantity: 6, cost_value: 4, reciept_id: received.id, order_id: null }),
  ]);
  const listed = await app.call(api.product.list, { id: shelf.product_id }, { token: admin.token });
  expect(listed.results[0]).toMatchObject({ quantity: 8, items: [{ quantity: 8 }] });
});

test('a batch of a product shows what became of its units, with returns taken off sales, as in the batch list', async () => {
  const shelf = await stocked(app, 10);
  const { standing, giveBack } = selling(app, admin);
  const sold = await standing(shelf, 4, 'delivered', { paid: 1 });
  const [line] = sold.lines;
  const back = await giveBack(sold.id, [
    { product_id: shelf.product_id, item_id: shelf.item_id, quantity: 1, line_id: line?.id },
  ]);
  expect(back.status, back.text).toBe(200);
  const { movements } = (await show(shelf.product_id, admin)).results.quantities[0] ?? {};
  expect(movements).toEqual([
    expect.objectContaining({ target: 1, quantity: 3, product_used_id: expect.any(Number) }),
    expect.objectContaining({ target: 2, quantity: 1 }),
  ]);
  const query = { item_id: shelf.item_id, movements: 1 };
  const listed = await app.call(api.batch.list, query, { token: admin.token });
  expect(listed.results[0]?.movements).toEqual(movements);
});

test('a batch with many movements shows only the latest ones, oldest first', async () => {
  const shelf = await stocked(app, 30);
  for (let sale = 1; sale <= 25; sale += 1) await sellUnits(app, shelf, 1);
  const { movements = [] } = (await show(shelf.product_id, admin)).results.quantities[0] ?? {};
  const query = { item_id: shelf.item_id, movements: 1 };
  const [batch] = (await app.call(api.batch.list, query, { token: admin.token })).results;
  expect(batch?.movements).toHaveLength(25);
  expect(movements).toEqual(batch?.movements?.slice(-20));
});

test('a product with its batches is read with one statement', async () => {
  const { product_id: id } = await stocked(app, 3);
  expect(await statementsOf(app, (ctx) => read(ctx, { id }))).toBe(1);
});

test("stock of a product is limited to the reader's branches; sellers see no costs and the public sees nothing", async () => {
  const shelf = await makeShelf(app);
  const other = await makeBranch(app);
  await stockUp(app.ctx(), shelf, 5, 3);
  await stockUp(app.ctx(), { ...shelf, branch_id: other.id }, 7, 3);
  const quantity = async (who: Person, more: object = {}) =>
    (await show(shelf.product_id, who, more)).results.quantity;
  expect(await quantity(admin)).toBe(12);
  expect(await quantity(admin, { headers: { 'branch-id': String(other.id) } })).toBe(7);
  const manager = await makePerson(app, { permissions: ['products'], manages: [shelf.branch_id] });
  expect((await show(shelf.product_id, manager)).results).toMatchObject({
    quantity: 5,
    quantities: [{ quantity: 5 }],
  });
  const seller = await makePerson(app, { permissions: ['seller'], branch_id: other.id });
  expect((await show(shelf.product_id, seller)).results).toMatchObject({ quantity: 7, quantities: [] });
  const open = await app.call(api.product.show, { id: shelf.product_id });
  expect(open.results).not.toHaveProperty('quantity');
  expect(open.results).not.toHaveProperty('quantities');
  expect(open.results.items[0]).not.toHaveProperty('quantity');
});

test('a product counts each of its orders once, in visible branches only and without canceled ones', async () => {
  const shelf = await stocked(app, 20);
  const { make, standing } = selling(app, admin);
  const line = { item_id: shelf.item_id, quantity: 1 };
  await make(shelf, 2, { cart: [line, { ...line, quantity: 3 }] });
  await standing(shelf, 1, 'delivered', { paid: 1 });
  await standing(shelf, 1, 'canceled');
  const count = async (who: Person) => (await show(shelf.product_id, who)).results.orders_count;
  expect(await count(admin)).toBe(2);
  expect(await count(await makePerson(app, { permissions: ['products'], manages: [shelf.branch_id] }))).toBe(
    2,
  );
  const other = await makeBranch(app);
  expect(await count(await makePerson(app, { permissions: ['products'], manages: [other.id] }))).toBe(0);
});

test('stock movements do not change the version of a product', async () => {
  const shelf = await makeShelf(app);
  await stockUp(app.ctx(), shelf, 5, 3);
  const { results } = await app.call(
    api.product.save,
    { id: shelf.product_id, ord: 9 },
    { token: admin.token },
  );
  expect(results.quantity).toBe(5);
  const answer = await app.call(
    api.audit.list,
    { noun: 'product', record_id: String(shelf.product_id) },
    { token: admin.token },
  );
  expect(JSON.stringify(answer.results)).not.toContain('quantity":5');
});
