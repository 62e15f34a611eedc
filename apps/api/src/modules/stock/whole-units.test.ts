import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { expectSound } from '../../../test/promises/soundness.ts';
import { lineOf, makeSupplier } from '../../../test/receipts.ts';
import { levelOf, makeShelf, type Shelf, stockUp } from '../../../test/stock.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(async () => {
  await expectSound(app);
  await app.stop();
});

/** Every way in which so many units are received, moved, counted or written off, with the field that says how many. */
async function ways(shelf: Shelf, quantity: number) {
  const { item_id, branch_id } = shelf;
  const to = await makeBranch(app);
  const items = [{ item_id, quantity }];
  const supplier_id = await makeSupplier(app);
  return [
    ['items.0.quantity', api.receipt.save, { supplier_id, items: [lineOf(shelf, quantity)] }],
    ['items.0.quantity', api.receipt.save, { supplier_id, items: [lineOf(shelf, quantity)], status: 1 }],
    ['items.0.quantity', api.transfer.save, { from_branch_id: branch_id, to_branch_id: to.id, items }],
    ['items.0.counted', api.stockCount.save, { branch_id, items: [{ item_id, counted: quantity }] }],
    ['quantity', api.stock.writeOff, { item_id, branch_id, quantity, reason: 'damaged' }],
  ] as const;
}

test('a fraction of a product sold in whole units is refused on its field in every document', async () => {
  const shelf = await makeShelf(app);
  await stockUp(app.ctx(), shelf, 10, 3);
  for (const [field, endpoint, input] of await ways(shelf, 1.5)) {
    const { status, failure } = await app.call(endpoint, input, { token: admin.token });
    expect([endpoint.path, status, Object.keys(failure.errors ?? {})]).toEqual([endpoint.path, 422, [field]]);
  }
  expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 10 });
});

test('an accepted receipt line cannot be corrected to a fraction of a whole unit', async () => {
  const shelf = await makeShelf(app);
  const made = await app.call(
    api.receipt.save,
    { supplier_id: await makeSupplier(app), items: [lineOf(shelf, 4)], status: 1 },
    { token: admin.token },
  );
  const { id, items } = made.results;
  const { status, failure } = await app.call(
    api.receipt.update,
    { id, items: [{ id: items[0]?.id, quantity: 2.25 }] },
    { token: admin.token },
  );
  expect([status, Object.keys(failure.errors ?? {})]).toEqual([422, ['items.0.quantity']]);
});

test('a product sold by weight is received, moved, counted and written off by weight', async () => {
  const shelf = await makeShelf(app, { stepper: 0.25 });
  await stockUp(app.ctx(), shelf, 10, 3);
  for (const [, endpoint, input] of await ways(shelf, 1.125)) {
    const { status, text } = await app.call(endpoint, input, { token: admin.token });
    expect([endpoint.path, status, status === 200 ? '' : text]).toEqual([endpoint.path, 200, '']);
  }
});

test('a fraction left from earlier sales by weight can still be written off', async () => {
  const shelf = await makeShelf(app);
  await stockUp(app.ctx(), shelf, 0.5, 3);
  const { item_id, branch_id } = shelf;
  const writeOff = (quantity: number) =>
    app.call(api.stock.writeOff, { item_id, branch_id, quantity, reason: 'damaged' }, { token: admin.token });
  expect((await writeOff(0.25)).status).toBe(422);
  expect((await writeOff(0.5)).status).toBe(200);
});
