import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { readCsv } from '../../../../test/promises/table.ts';
import { lineOf, makeSupplier, purchasing } from '../../../../test/receipts.ts';
import { statementsOf } from '../../../../test/statements.ts';
import { makeShelf, type Shelf } from '../../../../test/stock.ts';
import { getReceiptStatistics, list, show } from './list-receipts.ts';

let app: TestApp;
let admin: Person;
let buy: ReturnType<typeof purchasing>;
let shelf: Shelf;
const NOW = new Date('2026-11-21T09:00:00Z');
beforeAll(async () => {
  app = await startApp({ now: () => NOW });
  admin = await makeAdmin(app);
  buy = purchasing(app, admin);
  shelf = await makeShelf(app);
});
afterAll(async () => {
  await expectSound(app);
  await app.stop();
});

const faceless = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
const pay = (receipt_id: number, value: number) =>
  app.call(api.transaction.save, { receipt_id, value }, { token: admin.token });
const idsOf = (reply: { results: readonly { id: number }[] }) => reply.results.map(({ id }) => id);

describe('the list of receipts', () => {
  test('receipts are searched, filtered and sorted', async () => {
    const name = `Hamad ${unique()}`;
    const supplier_id = await makeSupplier(app, name);
    const there = await makeShelf(app);
    const head = { invoice_number: `QB-${unique()}` };
    const make = async (input: object) => (await buy.save({ supplier_id, ...input })).results.id;
    const sent = await make({ on_date: '2026-11-03', items: [lineOf(shelf, 1, 40)] });
    const accepted = await make({ on_date: '2026-11-01', status: 1, items: [lineOf(there, 2, 10)], ...head });
    const locked = await make({
      on_date: '2026-11-02',
      status: 1,
      items: [lineOf(shelf, 1, 30)],
      invoice_number: `QC-${unique()}`,
      invoice_date: '2026-11-02',
    });
    await buy.update({ id: locked, status: 2 });
    await pay(locked, 30);
    const cancelled = await make({ on_date: '2026-11-04', status: -1, items: [lineOf(shelf, 1, 5)] });
    const gone = await make({});
    await buy.remove(gone);

    const of = async (more: object = {}) => idsOf(await buy.list({ supplier_id, ...more }));
    expect(await of()).toEqual([cancelled, locked, accepted, sent]);
    expect(await of({ sort_as: 'asc' })).toEqual([sent, accepted, locked, cancelled]);
    expect(await of({ sort_by: 'on_date' })).toEqual([cancelled, sent, locked, accepted]);
    expect(await of({ sort_by: 'net' })).toEqual([sent, locked, accepted, cancelled]);
    expect(await of({ sort_by: 'balance' })).toEqual([sent, accepted, cancelled, locked]);
    expect(await of({ status: 'none' })).toEqual([sent]);
    expect(await of({ status: 1 })).toEqual([accepted]);
    expect(await of({ status: 2 })).toEqual([locked]);
    expect(await of({ status: -1 })).toEqual([cancelled]);
    expect(await of({ unpaid: 1 })).toEqual([accepted]);
    expect(await of({ unpaid: 0 })).toEqual([locked]);
    expect(await of({ branch_id: there.branch_id })).toEqual([accepted]);
    expect(await of({ product_id: there.product_id })).toEqual([accepted]);
    expect(await of({ product_id: 2_000_000_000 })).toEqual([]);
    expect(await of({ from_date: '2026-11-03' })).toEqual([cancelled, sent]);
    expect(await of({ to_date: '2026-11-02' })).toEqual([locked, accepted]);
    expect(await of({ id: sent })).toEqual([sent]);
    expect(await of({ page: 2, limit: 3 })).toEqual([sent]);
    expect((await buy.list({ supplier_id, page: 9 })).meta.total).toBe(4);
    expect(idsOf(await buy.list({ keywords: head.invoice_number.toLowerCase() }))).toEqual([accepted]);
    expect(idsOf(await buy.list({ keywords: name.toUpperCase() }))).toHaveLength(4);
    expect(await of({ keywords: `#${sent}` })).toEqual([sent]);
    expect(await of({ keywords: '%' })).toEqual([]);
    expect((await buy.list({ status: 3 })).status).toBe(422);
  });

  test('a receipt in the list equals the receipt on its own page', async () => {
    const { id } = await buy.accepted();
    const { items, notes, rows_left_out, account_name, updated_at, supplier_email, ...row } = (
      await buy.show(id)
    ).results;
    expect((await buy.list({ id })).results).toEqual([row]);
    expect([notes, supplier_email, typeof account_name, typeof updated_at, items.length]).toEqual([
      null,
      null,
      'string',
      'string',
      1,
    ]);
  });

  test('the receipt picker for payments shows names without costs', async () => {
    const { id, supplier_id } = await buy.accepted(shelf, { head: { invoice_number: `P${unique()}` } });
    const picker = await makePerson(app, { permissions: ['transactions'], branch_id: shelf.branch_id });
    const reply = await app.call(api.receipt.list, { id, sort_by: 'net' }, { token: picker.token });
    const { supplier_name, invoice_number } = (await buy.show(id)).results;
    expect(supplier_id).toBeGreaterThan(0);
    expect(reply.results).toEqual([
      { id, name: `${supplier_name} · ${invoice_number}`, status: 1, currency: 'QAR' },
    ]);
    await buy.update({ id, status: 2, invoice_date: '2026-11-01' });
    const locked = await app.call(api.receipt.list, { id }, { token: picker.token });
    expect(locked.results.map(({ status }) => status)).toEqual([2]);
  });

  test('receipts are exported as a file', async () => {
    const { id } = await buy.accepted();
    const ticket = (await app.call(api.system.ticket, {}, { token: admin.token })).results.token;
    const response = await fetch(app.url + api.receipt.list.path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: ticket, export: '1', format: 'csv', id: String(id), locale: 'en' }),
    });
    const [head, row] = readCsv(await response.text());
    expect(response.status).toBe(200);
    expect(head).toContain('Net');
    expect(row?.[0]).toBe(String(id));
  });

  test('a list of receipts takes at most three statements, one receipt two, and their totals two', async () => {
    const { id } = await buy.accepted();
    const input = { page: 1, limit: 20, sort_by: 'balance', sort_as: 'desc' } as const;
    const more = { keywords: 'a', unpaid: 1, branch_id: 1, product_id: 1 };
    for (const query of [input, { ...input, ...more }])
      expect(await statementsOf(app, (ctx) => list(ctx, query))).toBeLessThanOrEqual(3);
    expect(await statementsOf(app, (ctx) => show(ctx, { id }))).toBeLessThanOrEqual(2);
    expect(await statementsOf(app, (ctx) => getReceiptStatistics(ctx, {}))).toBeLessThanOrEqual(2);
  });
});

describe('purchase totals', () => {
  test('purchase totals are grouped by status and by supplier', async () => {
    const [one, two] = [await makeSupplier(app), await makeSupplier(app)];
    const there = await makeShelf(app);
    const branch_id = there.branch_id;
    const make = (supplier_id: number, status: number | null, cost: number, on_date: string) =>
      buy.save({
        supplier_id,
        status,
        on_date,
        items: [lineOf(there, 2, cost, { cost_value_before_discount: cost + 1 })],
      });
    const first = await make(one, 1, 10, '2026-10-01');
    await make(two, 1, 30, '2026-10-02');
    await make(one, null, 5, '2026-10-03');
    await make(one, -1, 7, '2026-10-04');
    await pay(first.results.id, 15);
    const sums = async (more: object = {}) =>
      (await app.call(api.receipt.statistics, { branch_id, ...more }, { token: admin.token })).results;
    const named = { supplier_name: expect.any(String) };
    /** Sums of receipts that are all in the shop's currency. */
    const of = (count: number, quantity: number, amounts: readonly number[]) => {
      const [total, discount, net, paid, balance] = amounts;
      const own = { count, quantity, total, discount, net, paid, balance };
      return { ...own, totals: [{ currency: 'QAR', ...own }] };
    };
    expect(await sums()).toEqual({
      currency: 'QAR',
      ...of(2, 4, [84, 4, 80, 15, 65]),
      by_status: [
        // what is not accepted is not owed
        { status: null, ...of(1, 2, [12, 2, 10, 0, 0]) },
        { status: -1, ...of(1, 2, [16, 2, 14, 0, 0]) },
        { status: 1, ...of(2, 4, [84, 4, 80, 15, 65]) },
      ],
      by_supplier: [
        { supplier_id: two, ...named, ...of(1, 2, [62, 2, 60, 0, 60]) },
        { supplier_id: one, ...named, ...of(1, 2, [22, 2, 20, 15, 5]) },
      ],
    });
    expect(await sums({ supplier_id: one })).toMatchObject({ count: 1, net: 20 });
    expect(await sums({ from_date: '2026-10-02' })).toMatchObject({ count: 1, net: 60 });
    expect(await sums({ to_date: '2026-10-01' })).toMatchObject({ count: 1, net: 20, balance: 5 });
    expect(await sums({ from_date: '2027-01-01' })).toMatchObject({
      count: 0,
      totals: [],
      by_status: [],
      by_supplier: [],
    });
  });
});

describe('staff of another branch and receipts', () => {
  test('a receipt with lines of another branch looks absent to staff and cannot be changed by them', async () => {
    const [mine, theirs] = [await makeShelf(app), await makeShelf(app)];
    const supplier_id = await makeSupplier(app);
    const clerk = await makePerson(app, { permissions: ['reciepts'], branch_id: mine.branch_id });
    const work = purchasing(app, clerk);
    const own = await buy.accepted(mine, { supplier_id });
    const foreign = await buy.accepted(theirs, { supplier_id });
    const mixed = await buy.save({ supplier_id, items: [lineOf(mine), lineOf(theirs)] });
    const empty = await buy.save({ supplier_id });
    const absent = 2_000_000_000;
    const calls = [
      (id: number) => work.show(id),
      (id: number) => work.save({ id, notes: 'x' }),
      (id: number) => work.save({ id, status: 1, version: 1 }),
      (id: number) => work.update({ id, notes: 'x', force: 1 }),
      (id: number) => work.update({ id, status: -1 }),
      (id: number) => work.remove(id),
    ];
    for (const call of calls) {
      const none = await call(absent);
      expect(none.status).toBe(404);
      for (const id of [foreign.id, mixed.results.id, empty.results.id]) {
        const answer = await call(id);
        expect([answer.status, faceless(answer.text)]).toEqual([404, faceless(none.text)]);
      }
    }
    expect(idsOf(await work.list({ supplier_id }))).toEqual([own.id]);
    expect(idsOf(await work.list({ id: foreign.id }))).toEqual([]);
    expect(idsOf(await work.list({ branch_id: theirs.branch_id }))).toEqual([]);
    const sums = await app.call(api.receipt.statistics, { supplier_id }, { token: clerk.token });
    expect(sums.results).toMatchObject({ count: 1, net: 50 });
    expect((await buy.show(foreign.id)).results).toMatchObject({ version: 1, status: 1 });
    // what they begin themselves is theirs while it has no line yet
    const begun = await work.save({ supplier_id });
    expect((await work.show(begun.results.id)).status).toBe(200);
    expect(idsOf(await work.list({ supplier_id }))).toEqual([begun.results.id, own.id]);
  });

  test('staff cannot move a receipt line to or from another branch', async () => {
    const mine = await makeShelf(app);
    const other = await makeBranch(app);
    const clerk = await makePerson(app, { permissions: ['reciepts'], branch_id: mine.branch_id });
    const work = purchasing(app, clerk);
    const { id, line } = await work.accepted(mine, { supplier_id: await makeSupplier(app) });
    const refused = await work.update({ id, items: [{ id: line, branch_id: other.id }] });
    expect([refused.status, refused.failure.code]).toEqual([403, 'branch.forbidden']);
  });

  test('staff of several branches see the receipts of the branch in the header', async () => {
    const [one, two] = [await makeShelf(app), await makeShelf(app)];
    const supplier_id = await makeSupplier(app);
    const a = await buy.accepted(one, { supplier_id });
    const b = await buy.accepted(two, { supplier_id });
    const both = await buy.save({ supplier_id, items: [lineOf(one), lineOf(two)] });
    const chief = await makePerson(app, {
      permissions: ['reciepts'],
      manages: [one.branch_id, two.branch_id],
    });
    const seen = async (headers: Record<string, string>) =>
      idsOf(await app.call(api.receipt.list, { supplier_id }, { token: chief.token, headers }));
    expect(await seen({})).toEqual([both.results.id, b.id, a.id]);
    expect(await seen({ 'branch-id': String(one.branch_id) })).toEqual([both.results.id, a.id]);
    expect(await seen({ 'branch-id': String(two.branch_id) })).toEqual([both.results.id, b.id]);
  });
});
