import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeBranch, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { patient } from '../../../../test/patient.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { lineOf, makeSupplier, purchasing } from '../../../../test/receipts.ts';
import { statementsOf } from '../../../../test/statements.ts';
import { levelOf, makeShelf, type Shelf, stockUp, units } from '../../../../test/stock.ts';
import { deductStock } from '../../stock/index.ts';
import { save } from './save-receipt.ts';

let app: TestApp;
let admin: Person;
let buy: ReturnType<typeof purchasing>;
// an hour after midnight in Doha, still the day before in UTC
const NOW = new Date('2026-11-20T22:00:00Z');
beforeAll(async () => {
  app = await startApp({ now: () => NOW });
  admin = await makeAdmin(app);
  buy = purchasing(app, admin);
});
afterAll(async () => {
  await expectSound(app);
  await app.stop();
});

const sell = (shelf: Shelf, quantity: number) =>
  app
    .ctx()
    .tx((ctx) =>
      deductStock(ctx, { type: 'sale', id: unique() }, [{ ...shelf, quantity: units(quantity), line_id: 1 }]),
    );
const batch = (id: number) => app.services.database.prisma.stock_batch.findUniqueOrThrow({ where: { id } });
const refusal = (reply: { status: number; failure: { code: string; errors: object } }) => [
  reply.status,
  reply.failure.code,
  Object.keys(reply.failure.errors),
];

describe('accepting receipts', () => {
  test('an accepted receipt creates a batch for each line with its cost and expiry date', async () => {
    const shelf = await makeShelf(app, { stepper: 0.5 });
    const supplier_id = await makeSupplier(app);
    const items = [
      lineOf(shelf, 10, 5, { cost_value_before_discount: 6, expire_date: '2027-01-01' }),
      lineOf(shelf, 2.5, 4.1234),
    ];
    const sent = await buy.save({ supplier_id, items });
    const { results } = await buy.save({ id: sent.results.id, version: 1, status: 1 });
    expect(results).toMatchObject({ status: 1, version: 2, actions: ['save', 'lock', 'cancel', 'pay'] });
    expect(results.items.map(({ remaining_quantity }) => remaining_quantity)).toEqual([10, 2.5]);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 12.5, available: 12.5, value: 60.3085 });
    const stored = await batch(results.items[0]?.batch_id ?? 0);
    expect(stored).toMatchObject({ reciept_id: results.id, item_id: shelf.item_id, created_at: NOW });
    expect([Number(stored.cost_value), Number(stored.cost_value_before_discount)]).toEqual([5, 6]);
  });

  test('a receipt accepted for an earlier day counts from the start of that day in the branch', async () => {
    const today = await buy.accepted(undefined, { head: { on_date: '2026-11-21' } });
    expect((await batch(today.batch)).created_at).toEqual(NOW);
    const earlier = await buy.accepted(undefined, { head: { on_date: '2026-11-20' } });
    expect((await batch(earlier.batch)).created_at).toEqual(new Date('2026-11-19T21:00:00Z'));
    const berlin = await makeShelf(app);
    await app.services.database.prisma.branch.update({
      where: { id: berlin.branch_id },
      data: { settings: { timezone: 'Europe/Berlin' } },
    });
    const abroad = await buy.accepted(berlin, { head: { on_date: '2026-11-19' } });
    expect((await batch(abroad.batch)).created_at).toEqual(new Date('2026-11-18T23:00:00Z'));
    // where it is not Saturday yet, a receipt of Saturday is not there yet
    const supplier_id = await makeSupplier(app);
    const input = { supplier_id, on_date: '2026-11-21', items: [lineOf(berlin)] };
    expect((await buy.save(input)).status).toBe(200);
    expect(refusal(await buy.save({ ...input, status: 1 }))).toEqual([422, 'request.invalid', ['on_date']]);
  });

  test('a receipt accepted for a past date books units that have expired since as expired', async () => {
    const { shelf } = await buy.accepted(undefined, {
      head: { on_date: '2026-10-01' },
      line: { expire_date: '2026-11-01' },
    });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 10, expired: 10, available: 0 });
  });

  test('an accepted receipt settles units sold without stock, the oldest first (vector V3.2)', async () => {
    const shelf = await makeShelf(app, { checks: false });
    await buy.accepted(shelf, { quantity: 3, cost: 2 });
    await sell(shelf, 5);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0, deficit: 2 });
    const { id } = await buy.accepted(shelf, { quantity: 10, cost: 2.4 });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 8, deficit: 0, value: 19.2 });
    expect((await buy.show(id)).results.items[0]).toMatchObject({ quantity: 10, remaining_quantity: 8 });
  });

  test('accepting a receipt needs lines, each with an item that has a barcode', async () => {
    const supplier_id = await makeSupplier(app);
    expect(refusal(await buy.save({ supplier_id, status: 1 }))).toEqual([422, 'receipt.no_lines', []]);
    const [good, bare] = [await makeShelf(app), await makeShelf(app)];
    await app.services.database.prisma.product_item.update({
      where: { id: bare.item_id },
      data: { barcode: null },
    });
    const refused = await buy.save({ supplier_id, status: 1, items: [lineOf(good), lineOf(bare)] });
    expect(refusal(refused)).toEqual([422, 'receipt.no_barcode', ['items.1.item_id']]);
    expect(refused.failure.params).toEqual({ product_id: bare.product_id });
    expect(refused.failure.message).toBe('this product has no barcode');
    expect(await levelOf(app, good)).toMatchObject({ on_hand: 0 });
    const count = await app.services.database.prisma.receipt.count({ where: { supplier_id } });
    expect(count).toBe(0);
  });

  test('accepting a draft receipt is refused when one of its products has been deleted', async () => {
    const shelf = await makeShelf(app);
    const sent = await buy.save({ supplier_id: await makeSupplier(app), items: [lineOf(shelf)] });
    const { prisma } = app.services.database;
    await prisma.product.update({ where: { id: shelf.product_id }, data: { deleted_at: NOW } });
    const refused = await buy.save({ id: sent.results.id, status: 1 });
    expect(refusal(refused)).toEqual([422, 'reference.missing', ['items.0.item_id']]);
    await prisma.product.update({ where: { id: shelf.product_id }, data: { deleted_at: null } });
    expect((await buy.update({ id: sent.results.id, status: 1 })).results.status).toBe(1);
  });
});

describe('the same supplier invoice twice', () => {
  test('a repeated supplier invoice number is asked about and accepted with force', async () => {
    const supplier_id = await makeSupplier(app);
    const invoice_number = `INV-${unique()}`;
    await buy.accepted(undefined, { supplier_id, head: { invoice_number } });
    const shelf = await makeShelf(app);
    const again = {
      supplier_id,
      invoice_number: invoice_number.toLowerCase(),
      items: [lineOf(shelf)],
      status: 1,
    };
    const answer = await buy.save(again);
    expect([answer.status, answer.failure.code, answer.failure.params]).toEqual([
      422,
      'receipt.needs_force',
      { reasons: ['duplicate_invoice'] },
    ]);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0 });
    const done = await buy.save({ ...again, force: 1 });
    expect(done.results.status).toBe(1);
    const [log] = await app.services.database.prisma.audit_log.findMany({
      where: { noun: 'receipt', record_id: String(done.results.id) },
    });
    expect(log?.changes).toMatchObject({ force: { to: ['duplicate_invoice'] } });
  });

  test('an invoice number of another supplier, of a canceled receipt or on a draft is not asked about', async () => {
    const supplier_id = await makeSupplier(app);
    const head = { invoice_number: `INV-${unique()}` };
    const one = await buy.accepted(undefined, { supplier_id, head });
    expect((await buy.save({ supplier_id, ...head })).status).toBe(200);
    expect((await buy.accepted(undefined, { head })).id).toBeGreaterThan(0);
    await app.services.database.prisma.receipt.deleteMany({ where: { supplier_id, status: null } });
    await buy.update({ id: one.id, status: -1 });
    expect((await buy.accepted(undefined, { supplier_id, head })).id).toBeGreaterThan(0);
  });

  test('changing an accepted receipt to a used invoice number is asked about', async () => {
    const supplier_id = await makeSupplier(app);
    const head = { invoice_number: `INV-${unique()}` };
    await buy.accepted(undefined, { supplier_id, head });
    const other = await buy.accepted(undefined, { supplier_id });
    const answer = await buy.update({ id: other.id, ...head });
    expect(answer.failure.params).toEqual({ reasons: ['duplicate_invoice'] });
    expect((await buy.update({ id: other.id, ...head, force: 1 })).results).toMatchObject(head);
    // what stands so already is not asked about again
    expect((await buy.update({ id: other.id, notes: 'x', ...head })).status).toBe(200);
  });

  test('one receipt accepted ten times at once is accepted once', async () => {
    const supplier_id = await makeSupplier(app);
    const invoice_number = `INV-${unique()}`;
    const shelf = await makeShelf(app);
    const said = await Promise.all(
      Array.from({ length: 10 }, () =>
        patient(() => buy.save({ supplier_id, invoice_number, items: [lineOf(shelf)], status: 1 })),
      ),
    );
    expect(said.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 10 });
  });
});

describe('long receipts', () => {
  test('a receipt of 1,000 lines is accepted with as many statements as one of ten', async () => {
    const { prisma } = app.services.database;
    const supplier_id = await makeSupplier(app);
    const branch = await makeBranch(app);
    const products = await prisma.product.createManyAndReturn({
      data: Array.from({ length: 1_000 }, (_, at) => ({ titles: { en: `Long ${at}` }, price: 1 })),
      select: { id: true },
    });
    const items = await prisma.product_item.createManyAndReturn({
      data: products.map(({ id }) => ({ product_id: id, barcode: `L${id}-${unique()}` })),
      select: { id: true },
    });
    const input = (count: number) =>
      api.receipt.save.input.parse({
        supplier_id,
        status: 1,
        items: items.slice(0, count).map(({ id }, at) => ({
          item_id: id,
          branch_id: branch.id,
          quantity: 1 + (at % 7),
          cost_value: 2.5,
        })),
      });
    await statementsOf(app, (ctx) => save(ctx, input(10)));
    const few = await statementsOf(app, (ctx) => save(ctx, input(10)));
    const many = await statementsOf(app, (ctx) => save(ctx, input(1_000)));
    // levels that were never stocked are made first, and read again
    expect(many).toBeLessThanOrEqual(few + 2);
    expect(many).toBeLessThanOrEqual(25);
    const { rows } = await app.services.database.pool.query(
      `SELECT count(*)::int AS batches, sum(quantity)::float8 AS units FROM stock_batch WHERE branch_id = $1`,
      [branch.id],
    );
    const sum = (count: number) => items.slice(0, count).reduce((all, _, at) => all + 1 + (at % 7), 0);
    expect(rows).toEqual([{ batches: 1_020, units: sum(1_000) + 2 * sum(10) }]);
  });

  test('a receipt of more units than stock can count is refused without a server error', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 99_999_999_000, 0);
    const items = [lineOf(shelf, 900_000_000, 0)];
    const refused = await buy.save({ supplier_id: await makeSupplier(app), items, status: 1 });
    expect([refused.status, refused.failure.code]).toEqual([422, 'request.invalid']);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 99_999_999_000 });
  });

  test('a receipt has at most 1,000 lines', async () => {
    const shelf = await makeShelf(app);
    const items = Array.from({ length: 1_001 }, () => lineOf(shelf, 1, 1));
    const refused = await buy.save({ supplier_id: await makeSupplier(app), items });
    expect([refused.status, Object.keys(refused.failure.errors)]).toEqual([422, ['items']]);
  });
});
