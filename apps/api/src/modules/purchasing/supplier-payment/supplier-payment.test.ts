import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { patient } from '../../../../test/patient.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { lineOf, makeSupplier, purchasing } from '../../../../test/receipts.ts';
import { makeShelf } from '../../../../test/stock.ts';

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

const pay = (input: object, person = admin) => app.call(api.transaction.save, input, { token: person.token });
const remove = (input: object, person = admin) =>
  app.call(api.transaction.remove, input, { token: person.token });
const restore = (id: number, person = admin) =>
  app.call(api.transaction.restore, { id }, { token: person.token });
const list = async (input: object = {}, person = admin) => {
  const reply = await app.call(api.transaction.list, input, { token: person.token });
  return { ids: reply.results.map(({ id }) => id), rows: reply.results, total: reply.meta.total };
};
const faceless = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
const audited = (id: number) =>
  app.services.database.prisma.audit_log.findMany({
    where: { noun: 'transaction', record_id: String(id) },
    orderBy: { id: 'asc' },
  });

describe('supplier payments', () => {
  test('a supplier payment lowers the balance of its receipt and its supplier', async () => {
    const { id, supplier_id } = await buy.accepted();
    const { results } = await pay({
      receipt_id: id,
      value: 20,
      payment_method: 1,
      ref_number: 'CHQ-1',
      on_date: '2026-11-20',
    });
    expect(results).toMatchObject({
      receipt_id: id,
      supplier_id,
      value: 20,
      payment_code: 'cash',
      payment_title: 'Cash',
      ref_number: 'CHQ-1',
      on_date: '2026-11-20',
      version: 1,
      actions: ['save', 'delete'],
    });
    expect((await buy.show(id)).results).toMatchObject({ net: 50, paid: 20, balance: 30 });
    const supplier = await app.call(api.supplier.show, { id: supplier_id }, { token: admin.token });
    expect(supplier.results).toMatchObject({ receipts_count: 1, net: 50, paid: 20, balance: 30 });
    expect((await audited(results.id)).map(({ action }) => action)).toEqual(['create']);
  });

  test('a supplier payment is dated today and has no method by default', async () => {
    const { id } = await buy.accepted();
    expect((await pay({ receipt_id: id, value: 1 })).results).toMatchObject({
      on_date: '2026-11-21',
      payment_method: null,
      payment_title: null,
    });
  });

  test('a supplier payment above the net amount is asked about', async () => {
    const { id } = await buy.accepted();
    await pay({ receipt_id: id, value: 30 });
    const answer = await pay({ receipt_id: id, value: 20.01 });
    expect([answer.status, answer.failure.code, answer.failure.params]).toEqual([
      422,
      'receipt.needs_force',
      { reasons: ['over_net'] },
    ]);
    expect((await buy.show(id)).results.paid).toBe(30);
    expect((await pay({ receipt_id: id, value: 20 })).status).toBe(200);
    const forced = await pay({ receipt_id: id, value: 5, force: 1 });
    expect(forced.status).toBe(200);
    expect((await buy.show(id)).results).toMatchObject({ paid: 55, balance: -5 });
    const [row] = await audited(forced.results.id);
    expect(row?.changes).toMatchObject({ force: { to: ['over_net'] } });
  });

  test('paying the displayed amount settles a receipt although the exact total is a fraction higher', async () => {
    const { id } = await buy.accepted(undefined, { quantity: 3, cost: 3.3352 });
    expect((await buy.show(id)).results.net).toBe(10.01);
    expect((await pay({ receipt_id: id, value: 10.01 })).status).toBe(200);
    expect((await buy.show(id)).results.balance).toBe(0);
  });

  test('a payment for a sent, canceled or unknown receipt is refused', async () => {
    const supplier_id = await makeSupplier(app);
    const sent = await buy.save({ supplier_id, items: [lineOf(await makeShelf(app))] });
    expect((await pay({ receipt_id: sent.results.id, value: 1 })).failure.code).toBe(
      'receipt.bad_transition',
    );
    await buy.save({ id: sent.results.id, status: -1 });
    expect((await pay({ receipt_id: sent.results.id, value: 1 })).failure.code).toBe('receipt.cancelled');
    const none = await pay({ receipt_id: 2_000_000_000, value: 1 });
    expect([none.failure.code, Object.keys(none.failure.errors)]).toEqual([
      'reference.missing',
      ['receipt_id'],
    ]);
  });

  test('a locked receipt can be paid', async () => {
    const { id } = await buy.accepted();
    await buy.update({ id, status: 2, invoice_number: `L${unique()}`, invoice_date: '2026-11-20' });
    expect((await pay({ receipt_id: id, value: 50 })).status).toBe(200);
  });

  test('a paid receipt cannot be canceled until its payment is deleted', async () => {
    const { id } = await buy.accepted();
    const { results } = await pay({ receipt_id: id, value: 5 });
    expect((await buy.show(id)).results.actions).toEqual(['save', 'lock', 'pay']);
    const refused = await buy.update({ id, status: -1, force: 1 });
    expect([refused.status, refused.failure.code, refused.failure.params]).toEqual([
      409,
      'receipt.has_transactions',
      { count: 1 },
    ]);
    expect((await remove({ id: results.id })).status).toBe(200);
    expect((await buy.show(id)).results.paid).toBe(0);
    expect((await buy.update({ id, status: -1 })).status).toBe(200);
    expect((await restore(results.id)).failure.code).toBe('receipt.cancelled');
  });

  test('a supplier payment can be changed, deleted, and restored within a day', async () => {
    const { id } = await buy.accepted();
    const { results } = await pay({ receipt_id: id, value: 5 });
    const changed = await pay({
      id: results.id,
      version: 1,
      value: 7,
      payment_method: 3,
      ref_number: 'TR 9',
    });
    expect(changed.results).toMatchObject({ value: 7, payment_code: 'transfer', version: 2 });
    expect((await pay({ id: results.id, version: 1, value: 9 })).failure.code).toBe('record.stale');
    expect((await remove({ id: results.id, version: 1 })).failure.code).toBe('record.stale');
    expect((await pay({ id: results.id, ref_number: null })).results).toMatchObject({
      value: 7,
      ref_number: null,
    });
    await remove({ id: results.id });
    expect((await pay({ id: results.id, value: 1 })).failure.code).toBe('record.missing');
    expect((await restore(results.id)).results).toMatchObject({ value: 7 });
    expect((await buy.show(id)).results.paid).toBe(7);
    expect((await restore(results.id)).failure.code).toBe('record.missing');
    expect((await audited(results.id)).map(({ action }) => action)).toEqual([
      'create',
      'update',
      'update',
      'delete',
      'restore',
    ]);
    await remove({ id: results.id });
    await app.services.database.prisma.receipt_transaction.update({
      where: { id: results.id },
      data: { deleted_at: new Date(NOW.getTime() - 86_400_000) },
    });
    expect((await restore(results.id)).failure.code).toBe('record.missing');
  });

  test.each([
    [{ value: 0 }, 'value'],
    [{ value: -1 }, 'value'],
    [{ value: 1.00001 }, 'value'],
    [{ value: 1, on_date: '2026-11-22' }, 'on_date'],
    [{ value: 1, payment_method: 99 }, 'payment_method'],
    [{}, 'value'],
  ])('a supplier payment with %j is refused on its field', async (input, field) => {
    const { id } = await buy.accepted();
    const reply = await pay({ receipt_id: id, ...input });
    expect([reply.status, Object.keys(reply.failure.errors)]).toEqual([422, [field]]);
  });

  test('a supplier payment cannot move to another receipt', async () => {
    const [one, two] = [await buy.accepted(), await buy.accepted()];
    const { results } = await pay({ receipt_id: one.id, value: 5 });
    expect(Object.keys((await pay({ id: results.id, receipt_id: two.id })).failure.errors)).toEqual([
      'receipt_id',
    ]);
  });

  test('of 50 concurrent payments of a whole receipt one is saved and the others are asked about', async () => {
    const { id } = await buy.accepted();
    const said = await Promise.all(
      Array.from({ length: 50 }, () => patient(() => pay({ receipt_id: id, value: 50 }))),
    );
    expect(said.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(said.filter(({ failure }) => failure?.code === 'receipt.needs_force')).toHaveLength(49);
    expect((await buy.show(id)).results.paid).toBe(50);
  });
});

describe('the list of supplier payments', () => {
  test('supplier payments are filtered and sorted', async () => {
    const supplier_id = await makeSupplier(app, `Zubara ${unique()}`);
    const head = { invoice_number: `INV${unique()}` };
    const one = await buy.accepted(undefined, { supplier_id, head });
    const two = await buy.accepted(undefined, { supplier_id });
    const make = async (receipt_id: number, value: number, on_date: string, more: object = {}) =>
      (await pay({ receipt_id, value, on_date, ...more })).results.id;
    const a = await make(one.id, 3, '2026-11-01', { payment_method: 1 });
    const b = await make(one.id, 1, '2026-11-10', { payment_method: 2, ref_number: `RR${unique()}x` });
    const c = await make(two.id, 2, '2026-11-20');
    const of = async (more: object = {}) => (await list({ supplier_id, ...more })).ids;
    expect(await of()).toEqual([c, b, a]);
    expect(await of({ sort_by: 'value', sort_as: 'asc' })).toEqual([b, c, a]);
    expect(await of({ sort_by: 'on_date', sort_as: 'asc' })).toEqual([a, b, c]);
    expect(await of({ sort_by: 'id', sort_as: 'asc' })).toEqual([a, b, c]);
    expect(await of({ receipt_id: one.id })).toEqual([b, a]);
    expect(await of({ payment_method: 2 })).toEqual([b]);
    expect(await of({ from_date: '2026-11-10' })).toEqual([c, b]);
    expect(await of({ to_date: '2026-11-10' })).toEqual([b, a]);
    expect(await of({ id: a })).toEqual([a]);
    expect(await of({ page: 2, limit: 2 })).toEqual([a]);
    expect((await list({ keywords: head.invoice_number.toLowerCase() })).ids).toEqual([b, a]);
    expect((await list({ supplier_id, keywords: 'rr' })).ids).toEqual([b]);
    expect((await list({ supplier_id, keywords: 'zubara' })).total).toBe(3);
    expect((await list({ supplier_id, keywords: '%' })).ids).toEqual([]);
    await remove({ id: b });
    expect(await of()).toEqual([c, a]);
  });

  test('supplier payments are exported as a file', async () => {
    const reply = await app.call(api.transaction.list, { export: 1, format: 'csv' }, { token: admin.token });
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  });
});

describe('staff of another branch and supplier payments', () => {
  test('Z3 payments of another branch look absent and cannot be changed', async () => {
    const theirs = await makeBranch(app);
    const mine = await makeShelf(app);
    const { id } = await buy.accepted(mine);
    const { results } = await pay({ receipt_id: id, value: 5 });
    const stranger = await makePerson(app, { permissions: ['transactions'], branch_id: theirs.id });
    const own = await makePerson(app, { permissions: ['transactions'], branch_id: mine.branch_id });
    const absent = 2_000_000_000;
    const calls = [
      (one: number) => pay({ id: one, value: 6 }, stranger),
      (one: number) => remove({ id: one }, stranger),
      (one: number) => restore(one, stranger),
    ];
    for (const call of calls) {
      const [foreign, none] = [await call(results.id), await call(absent)];
      expect(foreign.status).toBe(404);
      expect(faceless(foreign.text)).toBe(faceless(none.text));
    }
    const [foreign, none] = [
      await pay({ receipt_id: id, value: 1 }, stranger),
      await pay({ receipt_id: absent, value: 1 }, stranger),
    ];
    expect(faceless(foreign.text)).toBe(faceless(none.text));
    expect((await list({}, stranger)).total).toBe(0);
    expect((await list({ receipt_id: id }, own)).ids).toEqual([results.id]);
    expect((await pay({ id: results.id, value: 6 }, own)).status).toBe(200);
  });
});
