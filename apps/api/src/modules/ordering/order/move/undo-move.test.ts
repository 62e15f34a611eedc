import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { STATUS } from '../../../../../test/orders.ts';
import { expectSound } from '../../../../../test/promises/soundness.ts';
import { mobile, stocked } from '../../../../../test/sales.ts';
import type { Shelf } from '../../../../../test/stock.ts';

let app: TestApp;
let admin: Person;
let cash: number;
let now = new Date();
beforeAll(async () => {
  app = await startApp({ now: () => now });
  admin = await makeAdmin(app);
  const { prisma } = app.services.database;
  cash = (await prisma.payment_method.findFirstOrThrow({ where: { code: 'cash' } })).id;
});
afterAll(() => app.stop());

const orderOf = async (shelf: Shelf, more: object = {}) => {
  const made = await app.call(
    api.order.make,
    {
      branch_id: shelf.branch_id,
      type: 'take_away',
      client: { name: 'Nora', phone: mobile() },
      cart: [{ item_id: shelf.item_id, quantity: 2 }],
      ...more,
    },
    { token: admin.token },
  );
  expect(made.status, made.text).toBe(200);
  return made.results;
};
const save = (who: Person, id: number, more: object) =>
  app.call(api.order.save, { id, ...more }, { token: who.token });
const unitsOf = async ({ item_id, branch_id }: Shelf) => {
  const { prisma } = app.services.database;
  const { on_hand } = await prisma.stock_level.findFirstOrThrow({ where: { item_id, branch_id } });
  const held = await prisma.stock_reservation.aggregate({
    where: { item_id, branch_id },
    _sum: { quantity: true },
  });
  return [Number(on_hand), Number(held._sum.quantity ?? 0)];
};
const managerOf = ({ branch_id }: Shelf) => makePerson(app, { permissions: ['orders'], branch_id });

test('staff can undo a wrong status change of an order, and its stock is reserved as before', async () => {
  const shelf = await stocked(app, 5);
  const manager = await managerOf(shelf);
  const { id, status_id } = await orderOf(shelf);
  expect(await unitsOf(shelf)).toEqual([5, 2]);
  const moved = await save(manager, id, { status_id: STATUS.packing });
  expect(moved.status, moved.text).toBe(200);
  expect(await unitsOf(shelf)).toEqual([3, 0]);
  // backwards without undo stays the administrator's
  expect((await save(manager, id, { status_id, force: true })).status).toBe(403);
  const back = await save(manager, id, { version: moved.results.version, status_id, undo: true });
  expect(back.status, back.text).toBe(200);
  expect(back.results).toMatchObject({ status_id, status_value: 0, open_amount: moved.results.open_amount });
  expect(await unitsOf(shelf)).toEqual([5, 2]);
  // what was undone is not undone again
  expect((await save(manager, id, { status_id: STATUS.packing, undo: true })).failure.code).toBe(
    'order.not_undoable',
  );
  await expectSound(app);
});

test('undoing a status change is refused to others, after two minutes, and once the order has changed', async () => {
  const shelf = await stocked(app, 9);
  const [manager, other] = [await managerOf(shelf), await managerOf(shelf)];
  const { id, status_id } = await orderOf(shelf);
  const moved = await save(manager, id, { status_id: STATUS.confirmed });
  const undo = { version: moved.results.version, status_id, undo: true };
  expect((await save(other, id, undo)).failure.code).toBe('order.not_undoable');
  // another status than it had
  expect((await save(manager, id, { ...undo, status_id: STATUS.packing })).failure.code).toBe(
    'order.not_undoable',
  );
  now = new Date(now.getTime() + 2 * 60_000 + 1);
  expect((await save(manager, id, undo)).failure.code).toBe('order.not_undoable');
  const again = await save(manager, id, { status_id: STATUS.packing });
  await save(other, id, { notes: 'Ring twice' });
  expect(
    (await save(manager, id, { version: again.results.version, status_id: STATUS.confirmed, undo: true }))
      .failure.code,
  ).toBe('order.status_changed');
});

test('a status change that took money or canceled the order cannot be undone', async () => {
  const shelf = await stocked(app, 9);
  const { id, due, status_id } = await orderOf(shelf);
  const paid = await save(admin, id, {
    status_id: STATUS.delivered,
    payments: [{ payment_id: cash, amount: due }],
  });
  expect(paid.results.status_value).toBe(5);
  expect((await save(admin, id, { status_id, undo: true })).failure.code).toBe('order.not_undoable');
  const other = await orderOf(shelf);
  await save(admin, other.id, { status_id: STATUS.canceled, move_notes: 'Twice' });
  expect((await save(admin, other.id, { status_id: other.status_id, undo: true })).failure.code).toBe(
    'order.not_undoable',
  );
});

test('undoing a status change is refused together with other fields', async () => {
  const shelf = await stocked(app, 9);
  const { id, status_id } = await orderOf(shelf);
  await save(admin, id, { status_id: STATUS.confirmed });
  const refused = await save(admin, id, { status_id, undo: true, notes: 'Also this' });
  expect([refused.status, Object.keys(refused.failure.errors)]).toEqual([422, ['notes']]);
  const nowhere = await save(admin, id, { undo: true });
  expect([nowhere.status, Object.keys(nowhere.failure.errors)]).toEqual([422, ['status_id']]);
});
