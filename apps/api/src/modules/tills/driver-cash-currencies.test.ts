import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { driverWith, makeBareOrder, makePayment, makeTill, takingCash } from '../../../test/tills.ts';
import { ORDER_INVARIANTS } from '../../core/invariant/order-invariants.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const { move, drivers, handIns } = takingCash(() => ({ app, admin }));

/** What is broken of drivers and drawers. */
async function broken(): Promise<string[]> {
  const { pool } = app.services.database;
  const rules = Object.entries(ORDER_INVARIANTS).filter(([name]) => /driver|drawer/.test(name));
  const counts = await Promise.all(
    rules.map(async ([name, sql]) => [name, (await pool.query(sql)).rowCount] as const),
  );
  return counts.flatMap(([name, count]) => (count ? [name] : []));
}

describe('drivers with cash in two currencies', () => {
  /** 120 riyals and 4.5 dinars. */
  async function driverWithDinars(home?: number) {
    const driver = await driverWith(app, 120, home);
    const order_id = await makeBareOrder(app, driver.branch_id, 100, { currency: 'KWD' });
    await makePayment(app, { order_id, by: 'cod', amount: 4.5, driver_id: driver.id });
    return driver;
  }
  const sumsOf = async (id: number) =>
    (await drivers({ id })).results[0]?.amounts.map(({ currency, outstanding }) => [currency, outstanding]);

  test("the driver's cash has a sum for each currency, the shop's first, and each is handed in separately", async () => {
    const { id, branch_id } = await driverWithDinars();
    const [row] = (await drivers({ id })).results;
    expect(row).toMatchObject({ currency: 'QAR', collected: 120, outstanding: 120, handed_in: 0 });
    expect(row?.amounts).toEqual([
      { currency: 'QAR', collected: 120, refunded: 0, handed_in: 0, outstanding: 120 },
      { currency: 'KWD', collected: 4.5, refunded: 0, handed_in: 0, outstanding: 4.5 },
    ]);
    const over = await move({ driver_id: id, branch_id, amount: 4.501, currency: 'KWD' });
    expect([over.failure.code, over.failure.params]).toEqual([
      'cash.beyond_outstanding',
      { outstanding: 4.5, currency: 'KWD' },
    ]);
    const fine = await move({ driver_id: id, branch_id, amount: 4.125, currency: 'KWD' });
    expect(fine.results).toMatchObject({ currency: 'KWD', amount: 4.125, outstanding: 0.375 });
    expect(await sumsOf(id)).toEqual([
      ['QAR', 120],
      ['KWD', 0.375],
    ]);
    expect((await handIns({ driver_id: id })).results).toMatchObject([{ currency: 'KWD', amount: 4.125 }]);
    expect(await broken()).toEqual([]);
  });

  test('a cash hand-in takes the decimals of its currency, and an unknown currency is refused', async () => {
    const { id, branch_id } = await driverWithDinars();
    const wrong = async (input: object) =>
      Object.keys((await move({ driver_id: id, branch_id, ...input })).failure.errors);
    expect(await wrong({ amount: 1.125 })).toEqual(['amount']);
    expect(await wrong({ amount: 1.1255, currency: 'KWD' })).toEqual(['amount']);
    expect(await wrong({ amount: 1, currency: 'XXX' })).toEqual(['currency']);
    expect(await sumsOf(id)).toEqual([
      ['QAR', 120],
      ['KWD', 4.5],
    ]);
  });

  test('dinars cannot be handed in to a drawer in riyals', async () => {
    const { branch_id, device_id } = await makeTill(app);
    const { id } = await driverWithDinars(branch_id);
    const { results: till } = await app.call(api.posSession.open, { device_id }, { token: admin.token });
    const refused = await move({ driver_id: id, session_id: till.id, amount: 1, currency: 'KWD' });
    expect([refused.status, refused.failure.code, refused.failure.params]).toEqual([
      409,
      'session.other_currency',
      { currency: 'QAR', wanted: 'KWD' },
    ]);
    // where nothing is said, the drawer's is meant
    const taken = await move({ driver_id: id, session_id: till.id, amount: 1 });
    expect(taken.results).toMatchObject({ currency: 'QAR', outstanding: 119 });
  });

  test('a driver counts as holding cash, and cannot be deleted, until all currencies are handed in', async () => {
    const { id, branch_id } = await driverWithDinars();
    await move({ driver_id: id, branch_id, amount: 120 });
    expect((await drivers({ id, held: 1 })).results).toMatchObject([
      { outstanding: 0, actions: ['hand_in'] },
    ]);
    expect((await drivers({ id, held: 0 })).results).toEqual([]);
    const drop = () => app.call(api.account.remove, { id }, { token: admin.token });
    const kept = await drop();
    expect([kept.status, kept.failure.code, kept.failure.params]).toEqual([
      409,
      'account.holds_cash',
      { outstanding: 4.5, currency: 'KWD', amounts: [{ currency: 'KWD', amount: 4.5 }] },
    ]);
    expect(kept.failure.message.replace(/\u00a0/g, ' ')).toContain('KWD 4.500');
    await move({ driver_id: id, branch_id, amount: 4.5, currency: 'KWD' });
    expect((await drivers({ id, held: 1 })).results).toEqual([]);
    expect((await drop()).status).toBe(200);
  });

  test('deleting a driver with cash names the amounts in all currencies', async () => {
    const { id } = await driverWithDinars();
    const kept = await app.call(api.account.remove, { id }, { token: admin.token });
    expect(kept.failure.message.replace(/\u00a0/g, ' ')).toContain('QAR 120.00, KWD 4.500');
  });

  test('concurrent hand-ins of two currencies are each booked once', async () => {
    const { id, branch_id } = await driverWithDinars();
    const taking = Array.from({ length: 12 }, (_, at) =>
      move({ driver_id: id, branch_id, ...(at % 2 ? { amount: 70 } : { amount: 3, currency: 'KWD' }) }),
    );
    const done = (await Promise.all(taking)).filter(({ status }) => status === 200);
    expect(done.map(({ results }) => results.currency).sort()).toEqual(['KWD', 'QAR']);
    expect(await sumsOf(id)).toEqual([
      ['QAR', 50],
      ['KWD', 1.5],
    ]);
    expect(await broken()).toEqual([]);
  });
});
