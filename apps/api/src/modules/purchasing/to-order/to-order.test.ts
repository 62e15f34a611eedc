import { api } from '@dukkan/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { makeSupplier, purchasing } from '../../../../test/receipts.ts';
import { makeShelf, type Shelf, sellUnits } from '../../../../test/stock.ts';
import { decrypt } from '../../../core/secret/encryption.ts';
import { updateSalesPace, updateSortKeys } from '../../stock/index.ts';

const NOW = new Date('2026-11-21T09:00:00Z');

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  // the worker computes the pace when the test says so
  app = await startApp({ env: { ROLE: 'api' }, now: () => NOW });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());
const as = (who: Person = admin) => ({ token: who.token });
const prisma = () => app.services.database.prisma;

let supplier_id: number;
beforeEach(async () => {
  supplier_id = await makeSupplier(app);
});

/** A shelf of the supplier on which units were received two weeks ago, and some of them sold. */
async function makeSoldShelf(
  received: number,
  sold: number,
  { pack = 1, minimum = 0, stepper = 1, branch_id = 0, supplier = supplier_id } = {},
): Promise<Shelf> {
  const shelf = await makeShelf(app, { stepper, ...(branch_id ? { branch_id } : {}) });
  await prisma().product_item.update({
    where: { id: shelf.item_id },
    data: { pack_quantity: pack, minimum_quantity: minimum },
  });
  await purchasing(app, admin).accepted(shelf, {
    quantity: received,
    cost: 2,
    supplier_id: supplier,
    head: { on_date: '2026-11-07' },
  });
  if (sold > 0) await sellUnits(app, shelf, sold);
  await updateSalesPace(app.services);
  return shelf;
}

const ask = (input: object = {}, who?: Person) =>
  app.call(api.receipt.toOrder, { limit: 100, ...input }, as(who));
const find = async (shelf: Shelf, who?: Person) =>
  (await ask({ branch_id: shelf.branch_id }, who)).results.find(({ item_id }) => item_id === shelf.item_id);
const order = (shelf: Shelf, more: object = {}, who?: Person) =>
  app.call(
    api.receipt.makeOrders,
    {
      items: [
        {
          item_id: shelf.item_id,
          branch_id: shelf.branch_id,
          supplier_id,
          quantity: 12,
          on_the_way: 0,
          ...more,
        },
      ],
    },
    as(who),
  );

test('what runs out before the delivery after the next is ordered in whole packs, with the reason as data', async () => {
  const shelf = await makeSoldShelf(65, 56, { pack: 12, minimum: 3 });
  const row = await find(shelf);
  // received at the start of the 7th, 14.5 days ago
  expect(row?.pace).toBeCloseTo(56 / 14.5, 3);
  expect(row).toMatchObject({
    supplier_id,
    available: 9,
    on_the_way: 0,
    pack_quantity: 12,
    minimum_quantity: 3,
    horizon: 10,
    cost: 2,
    quantity: 36,
    value: 72,
  });
  expect(row?.shortage).toBeCloseTo((row?.pace ?? 0) * 10 + 3 - 9, 5);
  const { meta } = await ask({ branch_id: shelf.branch_id });
  expect(meta).toMatchObject({ total: 1, currency: 'QAR', next_runs_out: null });
  expect(meta.suppliers).toMatchObject([
    { supplier_id, lines: 1, value: 72, minimum_order: 0, is_below_minimum: false, arrives_on: '2026-11-24' },
  ]);
});

test("the days to cover and the smallest order are the supplier's own", async () => {
  const saved = await app.call(
    api.supplier.save,
    {
      id: supplier_id,
      delivery_days: 20,
      order_every_days: 30,
      minimum_order: 1_000,
      email: 'orders@gulf.test',
    },
    as(),
  );
  expect(saved.results).toMatchObject({ delivery_days: 20, order_every_days: 30, minimum_order: 1_000 });
  const shelf = await makeSoldShelf(114, 14);
  // 100 units last 103 days
  expect(await find(shelf)).toBeUndefined();
  await sellUnits(app, shelf, 70);
  await updateSalesPace(app.services);
  const row = await find(shelf);
  expect(row?.horizon).toBe(50);
  const { meta } = await ask({ branch_id: shelf.branch_id, supplier_id });
  expect(meta.suppliers[0]).toMatchObject({
    email: 'orders@gulf.test',
    is_below_minimum: true,
    arrives_on: '2026-12-11',
  });
});

test('units on a receipt that was sent cover the need, and a canceled one no longer does', async () => {
  const shelf = await makeSoldShelf(20, 14);
  expect((await find(shelf))?.quantity).toBe(4);
  const made = await order(shelf, { quantity: 4 });
  expect(made.status, made.text).toBe(200);
  expect(made.results.receipts).toMatchObject([{ supplier_id, lines_count: 1, quantity: 4 }]);
  expect(await find(shelf)).toBeUndefined();
  const id = made.results.receipts[0]?.id ?? 0;
  expect((await purchasing(app, admin).show(id)).results).toMatchObject({
    status: null,
    items: [{ item_id: shelf.item_id, quantity: 4, cost_value: 2 }],
  });
  await purchasing(app, admin).save({ id, status: -1 });
  expect((await find(shelf))?.quantity).toBe(4);
});

test('an item that is never sold is ordered up to its minimum only, and not at all without one', async () => {
  const idle = await makeSoldShelf(1, 0);
  const wanted = await makeSoldShelf(1, 0, { minimum: 5, pack: 2 });
  expect(await find(idle)).toBeUndefined();
  expect(await find(wanted)).toMatchObject({ quantity: 4, days_left: null, pace: 0 });
});

test('what was sold and not there is ordered too', async () => {
  const shelf = await makeShelf(app, { checks: false });
  await purchasing(app, admin).accepted(shelf, { quantity: 4, supplier_id, head: { on_date: '2026-11-07' } });
  await sellUnits(app, shelf, 14);
  await updateSalesPace(app.services);
  expect(await find(shelf)).toMatchObject({ available: -10, days_left: 0, quantity: 20 });
});

test('nothing is ordered of disabled or deleted products, for disabled branches, or from disabled suppliers', async () => {
  const shelf = await makeSoldShelf(20, 18);
  const isDue = async () => (await find(shelf)) !== undefined;
  expect(await isDue()).toBe(true);
  await prisma().product.update({ where: { id: shelf.product_id }, data: { status: 0 } });
  expect(await isDue()).toBe(false);
  await prisma().product.update({ where: { id: shelf.product_id }, data: { status: 1 } });
  await prisma().branch.update({ where: { id: shelf.branch_id }, data: { status: 0 } });
  expect(await isDue()).toBe(false);
  await prisma().branch.update({ where: { id: shelf.branch_id }, data: { status: 1 } });
  await prisma().supplier.update({ where: { id: supplier_id }, data: { status: 0 } });
  expect(await find(shelf)).toMatchObject({ supplier_id: null, horizon: 10 });
  const other = await makeSupplier(app);
  await prisma().supplier_item.create({ data: { supplier_id: other, item_id: shelf.item_id, code: 'GF-7' } });
  expect(await find(shelf)).toMatchObject({ supplier_id: other });
  expect((await ask({ branch_id: shelf.branch_id, supplier_id: 'none' })).meta.total).toBe(0);
});

test('opening stock of an import names no supplier', async () => {
  const shelf = await makeSoldShelf(20, 18);
  await prisma().receipt.updateMany({ where: { supplier_id }, data: { opening_stock: true } });
  expect(await find(shelf)).toMatchObject({ supplier_id: null });
});

test('copied sort keys find the same rows as changed levels', async () => {
  const shelf = await makeSoldShelf(20, 16, { pack: 6 });
  const before = await ask();
  await updateSortKeys(app.services);
  expect((await ask()).results).toEqual(before.results);
  expect(before.results.some(({ item_id }) => item_id === shelf.item_id)).toBe(true);
});

test('the list is filtered by category, words and supplier, and sorted by each of its sorts', async () => {
  const shelf = await makeSoldShelf(20, 15);
  const { titles } = await prisma().product.findUniqueOrThrow({ where: { id: shelf.product_id } });
  const { meta, results } = await ask({ keywords: (titles as { en: string }).en });
  expect(meta.total).toBe(1);
  expect(meta.suppliers).toMatchObject([{ supplier_id, lines: 1 }]);
  expect(results[0]?.item_id).toBe(shelf.item_id);
  expect((await ask({ supplier_id })).meta.total).toBe(1);
  for (const sort_by of ['runs_out', 'title', 'quantity', 'value'] as const)
    for (const sort_as of ['asc', 'desc'] as const) {
      const { results } = await ask({ sort_by, sort_as });
      if (sort_by !== 'quantity' && sort_by !== 'value') continue;
      const values = results.map((row) => row[sort_by]);
      expect(values).toEqual(values.toSorted((a, b) => (sort_as === 'asc' ? a - b : b - a)));
    }
});

test('with nothing to order the list says when something runs out next', async () => {
  const branch = await makeBranch(app);
  await makeSoldShelf(114, 14, { branch_id: branch.id });
  await updateSortKeys(app.services);
  expect((await ask({ branch_id: branch.id })).meta).toMatchObject({
    total: 0,
    suppliers: [],
    next_runs_out: 103.57,
  });
});

test('people see and order for their own branches only', async () => {
  const shelf = await makeSoldShelf(20, 15);
  const stranger = await makePerson(app, {
    permissions: ['reciepts'],
    manages: [(await makeBranch(app)).id],
  });
  expect(await find(shelf, stranger)).toBeUndefined();
  expect((await order(shelf, {}, stranger)).status).toBe(403);
  // nothing is told about what is on the way to a foreign branch
  const curious = await order(shelf, { on_the_way: 5 }, stranger);
  expect([curious.status, curious.failure.code]).toEqual([403, 'branch.forbidden']);
  const reader = await makePerson(app, { permissions: ['products.view'], manages: [shelf.branch_id] });
  expect(await find(shelf, reader)).toMatchObject({ item_id: shelf.item_id });
  expect((await order(shelf, {}, reader)).status).toBe(403);
});

test('one press makes one receipt for each supplier, all or none', async () => {
  const other = await makeSupplier(app);
  const [one, two, three] = [
    await makeSoldShelf(20, 15),
    await makeSoldShelf(20, 15),
    await makeSoldShelf(20, 15, { supplier: other }),
  ];
  const lineOf = (shelf: Shelf, supplier: number, quantity = 6) => ({
    item_id: shelf.item_id,
    branch_id: shelf.branch_id,
    supplier_id: supplier,
    quantity,
    on_the_way: 0,
  });
  const count = () =>
    prisma().receipt.count({ where: { supplier_id: { in: [supplier_id, other] }, status: null } });
  const half = [lineOf(one, supplier_id), lineOf(three, other, 0.5)];
  const refused = await app.call(api.receipt.makeOrders, { items: half }, as());
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('items.1.quantity');
  expect(await count()).toBe(0);
  const twice = [lineOf(one, supplier_id), lineOf(one, other)];
  expect((await app.call(api.receipt.makeOrders, { items: twice }, as())).status).toBe(422);
  const items = [lineOf(one, supplier_id), lineOf(three, other), lineOf(two, supplier_id)];
  const made = await app.call(api.receipt.makeOrders, { items }, as());
  expect(made.results.receipts).toMatchObject([
    { supplier_id, lines_count: 2 },
    { supplier_id: other, lines_count: 1 },
  ]);
  expect(await count()).toBe(2);
});

test('of people who order the same at once one succeeds, and the others are told what is on the way', async () => {
  const shelf = await makeSoldShelf(20, 15);
  const answers = await Promise.all([1, 2, 3, 4].map(() => order(shelf)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.text).toContain('receipt.ordered_meanwhile');
  expect(refused?.text).toContain('12');
  expect(await prisma().receipt.count({ where: { supplier_id, status: null } })).toBe(1);
});

test('a repeated press with its key answers the same receipts', async () => {
  const shelf = await makeSoldShelf(20, 15);
  const item = {
    item_id: shelf.item_id,
    branch_id: shelf.branch_id,
    supplier_id,
    quantity: 6,
    on_the_way: 0,
  };
  const headers = { 'idempotency-key': `order-${unique()}` };
  const press = () => app.call(api.receipt.makeOrders, { items: [item] }, { ...as(), headers });
  const [first, again] = [await press(), await press()];
  expect(first.status, first.text).toBe(200);
  expect(again.results).toEqual(first.results);
});

test('an order that nobody accepted until the next one should have come is named, in its branches only', async () => {
  const shelf = await makeSoldShelf(20, 15);
  const id = (await order(shelf)).results.receipts[0]?.id ?? 0;
  const other = await makeBranch(app);
  const overdue = async (branch_id = shelf.branch_id) =>
    (await ask({ branch_id, supplier_id: 'none' })).meta.overdue_orders.filter((one) => one.id === id);
  const sentOn = (day: string) =>
    prisma().receipt.update({ where: { id }, data: { on_date: new Date(`${day}T00:00:00Z`) } });
  expect(await overdue()).toEqual([]);
  // three days to deliver, seven between two orders
  await sentOn('2026-11-11');
  expect(await overdue()).toEqual([]);
  await sentOn('2026-11-10');
  expect(await overdue()).toMatchObject([{ id, on_date: '2026-11-10', expected_on: '2026-11-13' }]);
  expect(await overdue(other.id)).toEqual([]);
  await purchasing(app, admin).save({ id, status: 1 });
  expect(await overdue()).toEqual([]);
});

test("an order is sent to the supplier's address with its own numbers and without costs, until it is accepted", async () => {
  const shelf = await makeSoldShelf(20, 15);
  await prisma().supplier_item.create({ data: { supplier_id, item_id: shelf.item_id, code: 'GF-7' } });
  const id = (await order(shelf)).results.receipts[0]?.id ?? 0;
  const send = (more: object = {}) => app.call(api.receipt.sendOrder, { id, ...more }, as());
  expect((await send()).text).toContain('receipt.no_address');
  const address = `orders${unique()}@gulf.test`;
  await app.call(api.supplier.save, { id: supplier_id, email: address }, as());
  expect((await send()).results).toEqual({ recipient: address });
  const [message] = await prisma().message.findMany({ where: { recipient: address } });
  const text = decrypt(app.services.env.SECRET_KEY, 'message', message?.body ?? new Uint8Array());
  expect(text).toContain('12 × ');
  expect(text).toContain('GF-7');
  expect(text).not.toContain('2.00');
  expect(message?.attachment_name).toBe(`purchase-order-${id}.pdf`);
  const attached = decrypt(app.services.env.SECRET_KEY, 'message', message?.attachment ?? new Uint8Array());
  expect(Buffer.from(attached, 'base64').toString('latin1')).toMatch(/^%PDF-/);
  const paper = await app.call(api.receipt.purchaseOrder, { id }, as());
  expect(JSON.stringify(paper.results)).toContain('GF-7');
  expect(JSON.stringify(paper.results)).not.toContain('2.00');
  await purchasing(app, admin).save({ id, status: 1 });
  expect((await send()).text).toContain('receipt.bad_transition');
});
