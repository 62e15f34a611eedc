import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { lineOf, makeSupplier, purchasing } from '../../../test/receipts.ts';
import { makeShelf, type Shelf } from '../../../test/stock.ts';

let app: TestApp;
let admin: Person;
/** Works in the first branch only. */
let keeper: Person;
let here: Shelf;
let supplier_id: number;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  here = await makeShelf(app);
  const there = await makeShelf(app);
  keeper = await makePerson(app, {
    permissions: ['products', 'reciepts', 'reports', 'transactions', 'suppliers'],
    branch_id: here.branch_id,
  });
  supplier_id = await makeSupplier(app);
  const buyer = purchasing(app, admin);
  const accepted = async (...shelves: Shelf[]) =>
    (await buyer.save({ supplier_id, status: 1, items: shelves.map((shelf) => lineOf(shelf)) })).results.id;
  const own = await accepted(here);
  const both = await accepted(here, there);
  const token = { token: admin.token };
  for (const receipt_id of [both, own])
    await app.call(api.transaction.save, { receipt_id, value: 1, payment_method: 1 }, token);
  const items = [{ item_id: here.item_id, quantity: 1 }];
  const move = { from_branch_id: here.branch_id, to_branch_id: there.branch_id, items };
  await app.call(api.transfer.save, move, token);
});
afterAll(() => app.stop());

type Named = readonly { readonly reciept_id: number | null; readonly receipt_opens: boolean }[];

/** What each answer tells of the receipts of its batches, and what opening them answers. */
async function readReceipts(person: Person) {
  const token = { token: person.token };
  const { item_id, branch_id, product_id } = here;
  const answers: Record<string, Named> = {
    batches: (await app.call(api.batch.list, { item_id, branch_id }, token)).results,
    explanation: (await app.call(api.stock.explain, { item_id, branch_id }, token)).results.batches,
    product: (await app.call(api.product.show, { id: product_id }, token)).results.quantities,
  };
  const rows: [string, boolean, boolean][] = [];
  for (const [answer, batches] of Object.entries(answers))
    for (const { reciept_id, receipt_opens } of batches) {
      if (reciept_id === null) continue;
      const { status } = await app.call(api.receipt.show, { id: reciept_id }, token);
      rows.push([answer, receipt_opens, status === 200]);
    }
  return rows;
}

test.each(['all branches', 'one branch'])(
  'a batch says whether its receipt can be opened by staff of %s',
  async (reach) => {
    const receiptRows = await readReceipts(reach === 'one branch' ? keeper : admin);
    expect(receiptRows.filter(([, isTold, opens]) => isTold !== opens)).toEqual([]);
    const closed = receiptRows.filter(([, , opens]) => !opens).map(([answer]) => answer);
    expect(closed).toEqual(reach === 'one branch' ? ['batches', 'explanation', 'product'] : []);
    expect(receiptRows).toHaveLength(6);
  },
);

test('a canceled and deleted receipt cannot be opened from its batch', async () => {
  const buyer = purchasing(app, admin);
  const gone = await buyer.accepted(here);
  expect((await buyer.update({ id: gone.id, status: -1 })).status).toBe(200);
  expect((await buyer.remove(gone.id)).status).toBe(200);
  const receiptRows = await readReceipts(admin);
  expect(receiptRows.filter(([, isTold, opens]) => isTold !== opens)).toEqual([]);
});

test('every row in a list of documents can be opened by staff of one of its branches', async () => {
  const token = { token: keeper.token };
  const statuses: [string, number][] = [];
  const open = async (name: string, show: typeof api.receipt.show, ids: readonly number[]) => {
    expect(ids.length, name).toBeGreaterThan(0);
    for (const id of ids) statuses.push([name, (await app.call(show, { id }, token)).status]);
  };
  const receipts = (await app.call(api.receipt.list, {}, token)).results;
  await open(
    'receipts',
    api.receipt.show,
    receipts.map(({ id }) => id),
  );
  const entries = (await app.call(api.supplier.ledger, { supplier_id }, token)).results;
  await open(
    'ledger',
    api.receipt.show,
    entries.map(({ receipt_id }) => receipt_id),
  );
  const transfers = (await app.call(api.transfer.list, {}, token)).results;
  await open(
    'transfers',
    api.transfer.show as never,
    transfers.map(({ id }) => id),
  );
  const payments = (await app.call(api.transaction.list, {}, token)).results;
  for (const { receipt_id: id } of payments)
    statuses.push(['payments', (await app.call(api.receipt.show, { id }, token)).status]);
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
});
