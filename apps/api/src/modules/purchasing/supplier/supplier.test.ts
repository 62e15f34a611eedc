import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { lineOf, makeSupplier, purchasing } from '../../../../test/receipts.ts';
import { statementsOf } from '../../../../test/statements.ts';
import { makeShelf } from '../../../../test/stock.ts';
import { listSupplierLedger } from './list-supplier-ledger.ts';
import { list, show } from './supplier.service.ts';

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

const save = (input: object, person = admin) => app.call(api.supplier.save, input, { token: person.token });
const read = async (id: number, person = admin) =>
  (await app.call(api.supplier.show, { id }, { token: person.token })).results;
const remove = (input: object) => app.call(api.supplier.remove, input, { token: admin.token });
const restore = (id: number) => app.call(api.supplier.restore, { id }, { token: admin.token });
const listed = async (input: object, person = admin) => {
  const reply = await app.call(api.supplier.list, input, { token: person.token });
  return { ids: reply.results.map(({ id }) => id), rows: reply.results, total: reply.meta.total };
};
const entries = (supplier_id: number, more: object = {}, person = admin) =>
  app.call(api.supplier.ledger, { supplier_id, ...more }, { token: person.token });
const pay = (receipt_id: number, value: number, on_date?: string) =>
  app.call(api.transaction.save, { receipt_id, value, on_date }, { token: admin.token });

describe('suppliers', () => {
  test("a supplier's phone number is stored in international form, or as typed when it cannot be read", async () => {
    const { status, results } = await save({
      name: ' مؤسسة الإمداد ',
      phone: '٤٤٠٠ ٧٧٨٨',
      notes: 'Thursdays',
    });
    expect(status).toBe(200);
    expect(results).toMatchObject({
      name: 'مؤسسة الإمداد',
      phone: '+97444007788',
      notes: 'Thursdays',
      status: 1,
      receipts_count: 0,
      net: 0,
      paid: 0,
      balance: 0,
      version: 1,
      actions: ['save', 'delete'],
    });
    expect((await save({ name: 'Abroad', phone: '12 34' })).results.phone).toBe('12 34');
    const changed = await save({ id: results.id, version: 1, phone: null, status: 0 });
    expect(changed.results).toMatchObject({ name: 'مؤسسة الإمداد', phone: null, status: 0, version: 2 });
    expect((await save({ id: results.id, version: 1, name: 'X' })).failure.code).toBe('record.stale');
    expect((await save({ phone: '44007788' })).failure.errors).toHaveProperty('name');
    const log = await app.services.database.prisma.audit_log.findMany({
      where: { noun: 'supplier', record_id: String(results.id) },
      orderBy: { id: 'asc' },
    });
    expect(log.map(({ action }) => action)).toEqual(['create', 'update']);
  });

  test('the supplier balance is the total of accepted and locked receipts less payments', async () => {
    const supplier_id = await makeSupplier(app);
    const one = await buy.accepted(undefined, { supplier_id, cost: 1.005, quantity: 1 });
    const two = await buy.accepted(undefined, { supplier_id, cost: 20, quantity: 3 });
    await buy.save({ supplier_id, items: [lineOf(await makeShelf(app), 1, 999)] });
    await buy.update({ id: two.id, status: 2, invoice_number: `L${unique()}`, invoice_date: '2026-11-01' });
    await pay(two.id, 10.5);
    expect(await read(supplier_id)).toMatchObject({
      receipts_count: 3,
      net: 61.01,
      paid: 10.5,
      balance: 50.51,
    });
    expect((await buy.update({ id: one.id, status: -1 })).status).toBe(200);
    expect(await read(supplier_id)).toMatchObject({ receipts_count: 3, net: 60, paid: 10.5, balance: 49.5 });
  });

  test('the supplier ledger adds up to the balance', async () => {
    const supplier_id = await makeSupplier(app);
    const head = { on_date: '2026-10-01', invoice_number: `A${unique()}` };
    const one = await buy.accepted(undefined, { supplier_id, head });
    const two = await buy.accepted(undefined, { supplier_id, cost: 2, head: { on_date: '2026-11-01' } });
    const first = await pay(one.id, 30, '2026-10-01');
    const second = await pay(two.id, 20, '2026-11-05');
    const gone = await pay(two.id, 5, '2026-11-06');
    await app.call(api.transaction.remove, { id: gone.results.id }, { token: admin.token });
    const { results, meta } = await entries(supplier_id);
    expect(results).toEqual([
      {
        id: `transaction-${second.results.id}`,
        kind: 'transaction',
        receipt_id: two.id,
        reference: null,
        on_date: '2026-11-05',
        currency: 'QAR',
        value: -20,
        balance: 20,
      },
      {
        id: `receipt-${two.id}`,
        kind: 'receipt',
        receipt_id: two.id,
        reference: null,
        on_date: '2026-11-01',
        currency: 'QAR',
        value: 20,
        balance: 40,
      },
      {
        id: `transaction-${first.results.id}`,
        kind: 'transaction',
        receipt_id: one.id,
        reference: null,
        on_date: '2026-10-01',
        currency: 'QAR',
        value: -30,
        balance: 20,
      },
      {
        id: `receipt-${one.id}`,
        kind: 'receipt',
        receipt_id: one.id,
        reference: head.invoice_number,
        on_date: '2026-10-01',
        currency: 'QAR',
        value: 50,
        balance: 50,
      },
    ]);
    expect(meta.total).toBe(4);
    expect(results[0]?.balance).toBe((await read(supplier_id)).balance);
    const paged = await entries(supplier_id, { sort_as: 'asc', page: 2, limit: 3 });
    expect(paged.results.map(({ balance }) => balance)).toEqual([20]);
    expect((await entries(supplier_id, { page: 9 })).meta.total).toBe(4);
    const found = async (input: object) => {
      const { results, meta } = await entries(supplier_id, input);
      return [results.map(({ id, balance }) => [id, balance]), meta.total];
    };
    // with the balance that it has among all
    expect(await found({ id: `receipt-${two.id}` })).toEqual([[[`receipt-${two.id}`, 40]], 1]);
    expect(await found({ keywords: head.invoice_number.toLowerCase() })).toEqual([
      [[`receipt-${one.id}`, 50]],
      1,
    ]);
    expect(await found({ keywords: 'no-such-number' })).toEqual([[], 0]);
    expect((await entries(2_000_000_000)).failure.code).toBe('record.missing');
  });

  test('a supplier with an open receipt cannot be deleted, and a deleted one can be restored', async () => {
    const supplier_id = await makeSupplier(app);
    const sent = await buy.save({ supplier_id });
    const one = await buy.accepted(undefined, { supplier_id });
    const refused = await remove({ id: supplier_id });
    expect([refused.status, refused.failure.code, refused.failure.params]).toEqual([
      409,
      'supplier.in_use',
      { count: 2 },
    ]);
    await buy.remove(sent.results.id);
    await buy.update({ id: one.id, status: 2, invoice_number: `L${unique()}`, invoice_date: '2026-11-01' });
    expect((await remove({ id: supplier_id, version: 9 })).failure.code).toBe('record.stale');
    expect((await remove({ id: supplier_id })).results).toEqual({ deleted: 1 });
    expect((await save({ id: supplier_id, name: 'X' })).failure.code).toBe('record.missing');
    expect((await listed({ id: supplier_id })).total).toBe(0);
    // the locked receipt still says from whom it was
    expect((await buy.show(one.id)).results.supplier_id).toBe(supplier_id);
    const late = await buy.save({ supplier_id });
    expect([late.failure.code, Object.keys(late.failure.errors)]).toEqual([
      'reference.missing',
      ['supplier_id'],
    ]);
    expect((await restore(supplier_id)).status).toBe(200);
    expect((await restore(supplier_id)).failure.code).toBe('record.missing');
    await remove({ id: supplier_id });
    await app.services.database.prisma.supplier.update({
      where: { id: supplier_id },
      data: { deleted_at: new Date(NOW.getTime() - 86_400_000) },
    });
    expect((await restore(supplier_id)).failure.code).toBe('record.missing');
  });

  test('C13 a receipt created while its supplier is deleted is never left with a deleted supplier', async () => {
    const suppliers = await Promise.all(Array.from({ length: 30 }, () => makeSupplier(app)));
    await Promise.all(
      suppliers.flatMap((supplier_id) => [buy.save({ supplier_id }), remove({ id: supplier_id })]),
    );
    const { rows } = await app.services.database.pool.query(
      `SELECT r.id FROM receipt r JOIN supplier s ON s.id = r.supplier_id
        WHERE s.deleted_at IS NOT NULL AND r.deleted_at IS NULL AND (r.status IS NULL OR r.status = 1)
          AND s.id = ANY($1)`,
      [suppliers],
    );
    expect(rows).toEqual([]);
  });
});

describe('the list of suppliers', () => {
  test('suppliers are searched, filtered and sorted', async () => {
    const tag = `tag${unique()}`;
    const make = async (name: string, more: object = {}) =>
      (await save({ name: `${name} ${tag}`, ...more })).results.id;
    const [a, b, c] = [
      await make('Beta', { phone: '44110022' }),
      await make('alpha'),
      await make('أمانة', { status: 0 }),
    ];
    await buy.accepted(undefined, { supplier_id: b, cost: 2 });
    await buy.accepted(undefined, { supplier_id: a, cost: 1 });
    const of = async (more: object = {}) => (await listed({ keywords: tag, ...more })).ids;
    expect(await of()).toEqual([b, a, c]);
    expect(await of({ sort_as: 'desc' })).toEqual([c, a, b]);
    expect(await of({ sort_by: 'id' })).toEqual([a, b, c]);
    expect(await of({ sort_by: 'balance', sort_as: 'desc' })).toEqual([b, a, c]);
    expect(await of({ sort_by: 'status' })).toEqual([c, a, b]);
    expect(await of({ status: 0 })).toEqual([c]);
    expect(await of({ id: a })).toEqual([a]);
    expect(await of({ keywords: `امانه ${tag}` })).toEqual([c]);
    expect(await of({ keywords: '4411 0022' })).toEqual([a]);
    expect(await of({ keywords: '%' })).toEqual([]);
    expect(await of({ page: 2, limit: 2 })).toEqual([c]);
    const { rows } = await listed({ keywords: tag, sort_by: 'balance', sort_as: 'desc' });
    expect(rows.map(({ balance, receipts_count }) => [balance, receipts_count])).toEqual([
      [20, 1],
      [10, 1],
      [0, 0],
    ]);
  });

  test('the supplier picker of a receipt shows names without balances', async () => {
    const tag = `pick${unique()}`;
    const { results } = await save({ name: tag, phone: '44110033' });
    await save({ name: `${tag} closed`, status: 0 });
    const picker = await makePerson(app, { permissions: ['reciepts'] });
    const { rows } = await listed({ keywords: tag, sort_by: 'balance' }, picker);
    expect(rows).toEqual([{ id: results.id, name: tag, status: 1, phone: null }]);
  });

  test('staff of some branches see the supplier balance of these branches only', async () => {
    const supplier_id = await makeSupplier(app);
    const mine = await makeShelf(app);
    await buy.accepted(mine, { supplier_id, cost: 2 });
    await buy.accepted(undefined, { supplier_id, cost: 7 });
    const chief = await makePerson(app, { permissions: ['suppliers'], branch_id: mine.branch_id });
    expect(await read(supplier_id, chief)).toMatchObject({ receipts_count: 1, net: 20, balance: 20 });
    expect((await entries(supplier_id, {}, chief)).results.map(({ value }) => value)).toEqual([20]);
    expect(await read(supplier_id)).toMatchObject({ receipts_count: 2, net: 90 });
  });

  test('a list of suppliers takes three statements, one supplier two, and the ledger three', async () => {
    const input = { page: 1, limit: 20, sort_by: 'balance', sort_as: 'desc', keywords: 'a' } as const;
    expect(await statementsOf(app, (ctx) => list(ctx, input))).toBeLessThanOrEqual(3);
    const id = await makeSupplier(app);
    expect(await statementsOf(app, (ctx) => show(ctx, { id }))).toBeLessThanOrEqual(2);
    const query = { page: 1, limit: 20, sort_by: 'on_date', sort_as: 'desc', supplier_id: id } as const;
    expect(await statementsOf(app, (ctx) => listSupplierLedger(ctx, query))).toBeLessThanOrEqual(3);
  });
});
