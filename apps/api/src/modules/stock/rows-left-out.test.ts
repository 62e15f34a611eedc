import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { expectSound } from '../../../test/promises/soundness.ts';
import { lineOf, makeSupplier, purchasing } from '../../../test/receipts.ts';
import { levelOf, makeShelf, stockUp } from '../../../test/stock.ts';

let app: TestApp;
let admin: Person;
let buy: ReturnType<typeof purchasing>;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  buy = purchasing(app, admin);
});
afterAll(async () => {
  await expectSound(app);
  await app.stop();
});

const as = (who: Person = admin) => ({ token: who.token });
const ROWS = [
  { row: 7, code: '6291041500213', quantity: 24 },
  { row: null, code: 'Saffron 1 g', quantity: null },
];
const logOf = async (noun: string, id: number) =>
  (await app.call(api.audit.list, { noun, record_id: String(id) }, as())).results;

describe('receipts with unrecognised rows', () => {
  test('accepting a receipt with unrecognised rows is asked about, also for another user, and accepted with force', async () => {
    const shelf = await makeShelf(app);
    const supplier_id = await makeSupplier(app);
    const head = { supplier_id, items: [lineOf(shelf, 10, 5)], rows_left_out: ROWS };
    const once = await buy.save({ ...head, status: 1 });
    expect([once.status, once.failure.code, once.failure.params]).toEqual([
      422,
      'document.rows_left_out',
      { rows: ROWS, reasons: ['rows_left_out'] },
    ]);
    expect(await app.services.database.prisma.receipt.count({ where: { supplier_id } })).toBe(0);
    const { id, rows_left_out } = (await buy.save(head)).results;
    expect(rows_left_out).toEqual(ROWS);
    // a save that says nothing of them keeps them
    expect((await buy.save({ id, notes: 'Later' })).results.rows_left_out).toEqual(ROWS);
    const other = await makePerson(app, { permissions: ['reciepts'], branch_id: shelf.branch_id });
    const accept = (more: object = {}) => app.call(api.receipt.update, { id, status: 1, ...more }, as(other));
    expect((await accept()).failure).toMatchObject({
      code: 'document.rows_left_out',
      params: { rows: ROWS },
    });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0 });
    const done = await accept({ force: true });
    expect(done.results).toMatchObject({ status: 1, rows_left_out: [] });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 10 });
    const [last] = await logOf('receipt', id);
    expect(last?.changes).toMatchObject({
      rows_left_out: { from: ROWS, to: null },
      force: { to: ['rows_left_out'] },
    });
  });

  test('accepting a receipt asks nothing once all unrecognised rows are decided', async () => {
    const shelf = await makeShelf(app);
    const supplier_id = await makeSupplier(app);
    const sent = await buy.save({ supplier_id, items: [lineOf(shelf, 1, 5)], rows_left_out: ROWS });
    const done = await buy.save({ id: sent.results.id, rows_left_out: [], status: 1 });
    expect(done.results).toMatchObject({ status: 1, rows_left_out: [] });
  });

  test('accepting a receipt asks about unrecognised rows and other reasons in one question', async () => {
    const shelf = await makeShelf(app);
    const supplier_id = await makeSupplier(app);
    const head = { supplier_id, invoice_number: 'R-1', items: [lineOf(shelf, 1, 5)] };
    expect((await buy.save({ ...head, status: 1 })).status).toBe(200);
    const twice = { ...head, rows_left_out: ROWS, status: 1 as const };
    expect((await buy.save(twice)).failure.params).toEqual({
      rows: ROWS,
      reasons: ['rows_left_out', 'duplicate_invoice'],
    });
    expect((await buy.save({ ...twice, force: true })).status).toBe(200);
  });

  test('an unreadable unrecognised row of a receipt is refused on its field', async () => {
    const supplier_id = await makeSupplier(app);
    for (const [row, field] of [
      [{ code: '' }, 'rows_left_out.0.code'],
      [{ code: 'x', row: 0 }, 'rows_left_out.0.row'],
      [{ code: 'x', quantity: 'many' }, 'rows_left_out.0.quantity'],
    ] as const) {
      const refused = await buy.save({ supplier_id, items: [], rows_left_out: [row] } as never);
      expect([refused.status, Object.keys(refused.failure.errors)]).toEqual([422, [field]]);
    }
  });
});

test('posting a stock count with unrecognised codes is asked about, whoever posts it', async () => {
  const shelf = await makeShelf(app, { stepper: 0.5 });
  await stockUp(app.ctx(), shelf, 5, 3);
  const { item_id, branch_id } = shelf;
  const made = await app.call(
    api.stockCount.save,
    { branch_id, items: [{ item_id, counted: 4 }], rows_left_out: ROWS },
    as(),
  );
  const { id } = made.results;
  const brief = await app.call(
    api.stockCount.save,
    { id, items: [{ item_id, add: 0.5 }], brief: true },
    as(),
  );
  expect(brief.results.rows_left_out).toEqual(ROWS);
  const other = await makePerson(app, { permissions: ['reciepts'], branch_id });
  const post = (more: object = {}) => app.call(api.stockCount.post, { id, ...more }, as(other));
  expect(await post()).toMatchObject({
    status: 422,
    failure: { code: 'document.rows_left_out', params: { rows: ROWS } },
  });
  expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 5 });
  expect((await post({ force: true })).results).toMatchObject({ status: 1, rows_left_out: [] });
  expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 4.5 });
  expect((await logOf('stock-count', id))[0]?.changes).toMatchObject({ rows_left_out: { from: ROWS } });
});

test('a transfer with unrecognised codes is asked about before it moves stock', async () => {
  const shelf = await makeShelf(app);
  await stockUp(app.ctx(), shelf, 5, 3);
  const to = await makeBranch(app);
  const input = {
    from_branch_id: shelf.branch_id,
    to_branch_id: to.id,
    items: [{ item_id: shelf.item_id, quantity: 2 }],
    rows_left_out: ROWS,
  };
  const save = (more: object = {}) => app.call(api.transfer.save, { ...input, ...more }, as());
  expect((await save()).failure).toMatchObject({ code: 'document.rows_left_out', params: { rows: ROWS } });
  expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 5 });
  const done = await save({ force: true });
  expect(done.status, done.text).toBe(200);
  expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 3 });
  expect((await logOf('transfer', done.results.id))[0]?.changes).toMatchObject({
    rows_left_out: { to: ROWS },
  });
});
