import { fromMinor } from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { selling, stocked } from '../../../test/sales.ts';
import { makeBareOrder, makePayment, makeTill } from '../../../test/tills.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const as = (who: Person = admin) => ({ token: who.token });
type Till = Awaited<ReturnType<typeof makeTill>>;
const open = (input: object, who?: Person) => app.call(api.posSession.open, input, as(who));
const close = (input: object, who?: Person) => app.call(api.posSession.close, input, as(who));
const move = (input: object) => app.call(api.posSession.move, input, as());

/** The shop trades in this currency from now on. */
async function tradeIn(Currency: string): Promise<void> {
  await app.services.database.pool.query(
    `UPDATE "order" SET status_value = 5, status_id = 6 WHERE status_value BETWEEN 0 AND 4`,
  );
  const reply = await app.call(api.setting.save, { Currency }, as());
  expect(reply.status, reply.text).toBe(200);
}

const CURRENCIES = [
  { currency: 'JPY', scale: 0 },
  { currency: 'KRW', scale: 0 },
  { currency: 'KWD', scale: 3 },
  { currency: 'IQD', scale: 3 },
] as const;

describe.each(CURRENCIES)('a till in $currency', ({ currency, scale }) => {
  const worth = (minor: number) => fromMinor(BigInt(minor), scale);
  const tooFine = 10 ** -(scale + 1);
  beforeAll(() => tradeIn(currency));

  /** The day of a till in minor units: 500 to start, sales of 1,250 of which 45 go back, 100 in, 150 out, 50 dropped. */
  async function busyTill(wish?: Till, opener?: Person) {
    const till = wish ?? (await makeTill(app));
    const { results } = await open({ device_id: till.device_id, start_amount: worth(500) }, opener);
    expect(results).toMatchObject({ currency, start_amount: worth(500) });
    const session_id = results.id;
    const order_id = await makeBareOrder(app, till.branch_id, 5_000, { currency });
    const pay = (amount: number, more: object = {}) =>
      makePayment(app, { order_id, by: 'cash', amount, pos_session_id: session_id, ...more });
    await pay(worth(1_250), { tendered: worth(1_400) });
    await pay(worth(-45));
    for (const [kind, amount] of [
      ['in', 100],
      ['out', 150],
      ['drop', 50],
    ] as const) {
      const moved = await move({ session_id, kind, amount: worth(amount) });
      expect(moved.results, moved.text).toMatchObject({ kind, currency, amount: worth(amount) });
    }
    return { ...till, session_id };
  }

  test('V5.1 a session opens, moves cash and closes 5 minor units short, and the next one starts with the remaining cash', async () => {
    const { device_id } = await busyTill();
    const closed = await close({
      device_id,
      end_session_amount: worth(1_600),
      left_in_drawer: worth(300),
    });
    expect(closed.results, closed.text).toMatchObject({
      currency,
      status: 'closed',
      expected_amount: worth(1_605),
      difference: worth(-5),
      left_in_drawer: worth(300),
      z_number: 1,
    });
    const next = await open({ device_id });
    expect(next.results).toMatchObject({ currency, start_amount: worth(300) });
  });

  test('V5.3 a surplus of 5 minor units needs a note from a seller', async () => {
    const till = await makeTill(app);
    const { device_id, branch_id } = till;
    const cashier = await makePerson(app, { permissions: ['seller'], branch_id });
    await busyTill(till, cashier);
    const count = { device_id, end_session_amount: worth(1_610) };
    const answer = await close(count, cashier);
    expect([answer.status, answer.failure.code, answer.failure.params]).toEqual([
      422,
      'session.note_needed',
      { tolerance: 0, currency },
    ]);
    const closed = await close({ ...count, note: 'Change of a customer' }, cashier);
    expect(closed.results.difference).toBe(worth(5));
  });

  test('a drawer refuses amounts finer than the smallest coin and payouts above its cash', async () => {
    const { device_id, session_id } = await busyTill();
    const fieldsOf = ({ failure }: { failure: { errors: object } }) => Object.keys(failure.errors);
    expect(fieldsOf(await move({ session_id, kind: 'in', amount: tooFine }))).toEqual(['amount']);
    expect(fieldsOf(await close({ device_id, end_session_amount: tooFine }))).toEqual(['end_session_amount']);
    const other = await makeTill(app);
    expect(fieldsOf(await open({ device_id: other.device_id, start_amount: tooFine }))).toEqual([
      'start_amount',
    ]);
    const over = await move({ session_id, kind: 'drop', amount: worth(1_606) });
    expect([over.status, fieldsOf(over)]).toEqual([422, ['amount']]);
    expect((await move({ session_id, kind: 'drop', amount: worth(1_605) })).status).toBe(200);
  });

  test('a cash sale goes into the drawer and its refund comes out of it', async () => {
    const { branch_id, device_id } = await makeTill(app);
    const shop = selling(app, admin);
    const shelf = await stocked(app, 5, { branch_id });
    const { prisma } = app.services.database;
    const cash = await prisma.payment_method.findFirstOrThrow({ where: { code: 'cash', deleted_at: null } });
    const sold = await shop.make(shelf, 2, { device_id, payments: [{ payment_id: cash.id, amount: 20 }] });
    expect(sold.results, sold.text).toMatchObject({ currency, due: 20 });
    const items = [{ line_id: sold.results.lines[0]?.id, quantity: 1 }];
    const back = await shop.giveBack(sold.results.id, items, { device_id });
    expect(back.results, back.text).toMatchObject({ refund: 10 });
    const closed = await close({ device_id, end_session_amount: 10 });
    expect(closed.results).toMatchObject({ currency, expected_amount: 10, difference: 0 });
  });
});

describe('a drawer that is open while the shop changes its currency', () => {
  test('an open drawer keeps its currency, sells nothing in the new one and pays no refunds in another', async () => {
    await tradeIn('QAR');
    const { branch_id, device_id } = await makeTill(app);
    const shop = selling(app, admin);
    const shelf = await stocked(app, 9, { branch_id });
    const { prisma } = app.services.database;
    const cash = await prisma.payment_method.findFirstOrThrow({ where: { code: 'cash', deleted_at: null } });
    const sell = () => shop.make(shelf, 1, { device_id, payments: [{ payment_id: cash.id, amount: 10 }] });
    const sold = await sell();
    expect(sold.status, sold.text).toBe(200);
    await tradeIn('KWD');
    const refused = await sell();
    expect([refused.status, refused.failure.code, refused.failure.params]).toEqual([
      409,
      'session.other_currency',
      { currency: 'QAR', wanted: 'KWD' },
    ]);
    // it is counted in its own currency, whose decimals hold
    const wrong = await close({ device_id, end_session_amount: 10.125 });
    expect(Object.keys(wrong.failure.errors)).toEqual(['end_session_amount']);
    const closed = await close({ device_id, end_session_amount: 10 });
    expect(closed.results).toMatchObject({ currency: 'QAR', expected_amount: 10, difference: 0 });
    // ten riyals are no ten dinars
    const dinars = await open({ device_id });
    expect(dinars.results).toMatchObject({ currency: 'KWD', start_amount: 0 });
    const items = [{ line_id: sold.results.lines[0]?.id, quantity: 1 }];
    const back = await shop.giveBack(sold.results.id, items, { device_id });
    expect([back.status, back.failure.code]).toEqual([409, 'session.other_currency']);
    expect((await shop.giveBack(sold.results.id, items)).status).toBe(200);
    const { rows } = await app.services.database.pool.query<{ status: string }>(
      'SELECT status FROM order_payment WHERE order_id = $1 AND amount < 0',
      [sold.results.id],
    );
    // it waits until somebody pays it out
    expect(rows).toEqual([{ status: 'pending' }]);
  });
});
