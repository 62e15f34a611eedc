import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { lineOf, makeSupplier, purchasing } from '../../../../test/receipts.ts';
import { levelOf, makeShelf, type Shelf, units } from '../../../../test/stock.ts';
import { deductStock, restockReturnedLines } from '../../stock/index.ts';

let app: TestApp;
let admin: Person;
let buy: ReturnType<typeof purchasing>;
const NOW = new Date('2026-11-21T09:00:00Z');
beforeAll(async () => {
  app = await startApp({ now: () => NOW });
  admin = await makeAdmin(app);
  buy = purchasing(app, admin);
});
afterAll(async () => {
  await expectSound(app);
  await app.stop();
});

const sell = (shelf: Shelf, quantity: number, id = unique()) =>
  app
    .ctx()
    .tx((ctx) =>
      deductStock(ctx, { type: 'sale', id }, [{ ...shelf, quantity: units(quantity), line_id: 1 }]),
    );
const invoice = () => ({ invoice_number: `M${unique()}`, invoice_date: '2026-11-20' });

type Status = null | -1 | 1 | 2;
/** A receipt that stands at a status. */
async function standing(status: Status) {
  const shelf = await makeShelf(app);
  const sent = await buy.save({ supplier_id: await makeSupplier(app), ...invoice(), items: [lineOf(shelf)] });
  const { id } = sent.results;
  if (status === 1 || status === 2) await buy.update({ id, status: 1 });
  if (status === 2) await buy.update({ id, status: 2 });
  if (status === -1) await buy.update({ id, status: -1 });
  return { id, shelf, line: sent.results.items[0]?.id ?? 0, version: (await buy.show(id)).results.version };
}

/** Every change of a receipt's status, written by hand: what it is answered, and what is on hand afterwards. */
const MOVES: readonly [from: Status, to: Status, code: string | null, on_hand: number][] = [
  [null, null, null, 0],
  [null, -1, null, 0],
  [null, 1, null, 10],
  [null, 2, 'receipt.bad_transition', 0],
  [-1, null, 'receipt.cancelled', 0],
  [-1, -1, null, 0],
  [-1, 1, 'receipt.cancelled', 0],
  [-1, 2, 'receipt.cancelled', 0],
  [1, null, 'receipt.bad_transition', 10],
  [1, -1, null, 0],
  [1, 1, null, 10],
  [1, 2, null, 10],
  [2, null, 'receipt.locked', 10],
  [2, -1, 'receipt.locked', 10],
  [2, 1, 'receipt.locked', 10],
  [2, 2, null, 10],
];

describe('status changes of receipts', () => {
  test.each(MOVES)('a receipt changes from %s to %s: %s, %s on hand', async (from, to, code, on_hand) => {
    const { id, shelf, version } = await standing(from);
    const reply = await buy.update({ id, version, status: to, force: 1 });
    if (code === null) {
      expect([reply.status, reply.results.status]).toEqual([200, to]);
      // what stands so already is not written again
      expect(reply.results.version).toBe(from === to ? version : version + 1);
    } else {
      expect([reply.status, reply.failure.code]).toEqual([409, code]);
      expect((await buy.show(id)).results).toMatchObject({ status: from, version });
    }
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand });
  });

  test('saving a receipt with a status works only on a sent receipt', async () => {
    const codes = {
      '-1': 'receipt.cancelled',
      '1': 'receipt.bad_transition',
      '2': 'receipt.locked',
    } as const;
    for (const status of [-1, 1, 2] as const) {
      const { id } = await standing(status);
      expect((await buy.save({ id, notes: 'x', force: 1 })).failure.code).toBe(codes[status]);
    }
    const { id } = await standing(null);
    expect((await buy.save({ id, status: -1 })).results).toMatchObject({ status: -1, actions: ['delete'] });
  });

  test('a locked receipt cannot change its lines, costs and fields, even with force', async () => {
    const { id, line, version } = await standing(2);
    const changes = [
      { notes: 'x' },
      { items: [{ id: line, cost_value: 6 }] },
      { on_date: '2026-11-01' },
      { items: [] },
    ];
    for (const change of changes)
      expect((await buy.update({ id, ...change, force: 1 })).failure.code).toBe('receipt.locked');
    expect((await buy.show(id)).results).toMatchObject({ version, actions: ['pay'] });
  });

  test('a canceled receipt cannot be changed', async () => {
    const { id, line } = await standing(-1);
    for (const change of [{ notes: 'x' }, { items: [{ id: line, quantity: 1 }] }])
      expect((await buy.update({ id, ...change, force: 1 })).failure.code).toBe('receipt.cancelled');
  });

  test("locking a receipt needs the supplier's invoice number and date", async () => {
    const { id } = await buy.accepted();
    const refused = await buy.update({ id, status: 2 });
    expect([refused.status, refused.failure.code]).toEqual([422, 'receipt.invoice_missing']);
    expect((await buy.update({ id, status: 2, invoice_number: 'A1' })).failure.code).toBe(
      'receipt.invoice_missing',
    );
    const { results } = await buy.update({ id, status: 2, ...invoice() });
    expect(results).toMatchObject({ status: 2, actions: ['pay'] });
    const log = await app.services.database.prisma.audit_log.findMany({
      where: { noun: 'receipt', record_id: String(id) },
      orderBy: { id: 'asc' },
    });
    expect(log.map(({ action }) => action)).toEqual(['create', 'lock']);
  });
});

describe('canceling accepted receipts', () => {
  test('canceling an unused receipt empties each of its batches with one movement', async () => {
    const { id, shelf, batch } = await buy.accepted();
    expect((await buy.update({ id, status: -1 })).results).toMatchObject({
      status: -1,
      quantity: 10,
      net: 50,
    });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0, value: 0 });
    const moved = await app.services.database.prisma.stock_movement.findMany({ where: { batch_id: batch } });
    expect(
      moved.map(({ target, quantity, ref_type, ref_id }) => [target, Number(quantity), ref_type, ref_id]),
    ).toEqual([[5, 10, 'receipt', id]]);
  });

  test('canceling a receipt with sold units is asked about and removes only the remaining units', async () => {
    const shelf = await makeShelf(app);
    const other = await makeShelf(app, { branch_id: shelf.branch_id });
    const supplier_id = await makeSupplier(app);
    const sent = await buy.save({ supplier_id, items: [lineOf(shelf), lineOf(other, 4, 1)], status: 1 });
    const { id } = sent.results;
    await sell(shelf, 6);
    const answer = await buy.update({ id, status: -1 });
    expect([answer.status, answer.failure.code, answer.failure.params]).toEqual([
      422,
      'receipt.needs_force',
      { reasons: ['units_used'] },
    ]);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 4 });
    const { results } = await buy.update({ id, status: -1, force: 1 });
    expect(results).toMatchObject({ status: -1, quantity: 6, net: 30 });
    expect(results.items.map(({ quantity, remaining_quantity }) => [quantity, remaining_quantity])).toEqual([
      [6, 0],
      [0, 0],
    ]);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0, value: 0, deficit: 0 });
    expect(await levelOf(app, other)).toMatchObject({ on_hand: 0 });
    const log = await app.services.database.prisma.audit_log.findFirstOrThrow({
      where: { noun: 'receipt', record_id: String(id), action: 'cancel' },
    });
    expect(log.changes).toMatchObject({ force: { to: ['units_used'] }, status: { from: 1, to: -1 } });
    await expectSound(app);
  });

  test('canceling a receipt asks nothing when all sold units have been returned', async () => {
    const { id, shelf } = await buy.accepted();
    const ref = { type: 'sale', id: unique() };
    await sell(shelf, 6, ref.id);
    await app.ctx().tx((ctx) => restockReturnedLines(ctx, ref, [{ line_id: 1, quantity: units(6) }]));
    expect((await buy.update({ id, status: -1 })).results).toMatchObject({ status: -1, quantity: 10 });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0 });
  });

  test('canceling a receipt asks about all reasons at once, also for changes made with it', async () => {
    const supplier_id = await makeSupplier(app);
    const head = { invoice_number: `A${unique()}` };
    await buy.accepted(undefined, { supplier_id, head });
    const { id, shelf, line } = await buy.accepted(undefined, { supplier_id });
    await sell(shelf, 6);
    const change = { id, ...head, status: -1, items: [{ id: line, quantity: 5, cost_value: 6 }] };
    const answer = await buy.update(change);
    expect(answer.failure.code).toBe('receipt.needs_force');
    expect(new Set(answer.failure.params.reasons as string[])).toEqual(
      new Set(['duplicate_invoice', 'below_used', 'recost_used', 'units_used']),
    );
    expect((await buy.show(id)).results).toMatchObject({ status: 1, version: 1, quantity: 10, net: 50 });
    expect((await buy.update({ ...change, force: 1 })).results).toMatchObject({
      status: -1,
      quantity: 5,
      net: 30,
    });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0, deficit: 1 });
  });
});

describe('actions of receipts', () => {
  test("the actions of a receipt depend on its status and the caller's permissions", async () => {
    const { id, shelf } = await buy.accepted();
    const at = { branch_id: shelf.branch_id };
    const rights: readonly [string[], string[]][] = [
      [['reciepts.view'], []],
      [['reciepts'], ['save', 'lock', 'cancel']],
      [
        ['reciepts.view', 'reciepts.save'],
        ['save', 'lock', 'cancel'],
      ],
      [['reciepts.view', 'transactions.save'], ['pay']],
    ];
    for (const [permissions, actions] of rights) {
      const person = await makePerson(app, { permissions, ...at });
      const reply = await app.call(api.receipt.show, { id }, { token: person.token });
      expect(reply.results.actions, permissions.join()).toEqual(actions);
    }
    const deleter = await makePerson(app, { permissions: ['reciepts.view', 'reciepts.delete'], ...at });
    await buy.update({ id, status: -1 });
    const reply = await app.call(api.receipt.show, { id }, { token: deleter.token });
    expect(reply.results.actions).toEqual(['delete']);
  });
});
