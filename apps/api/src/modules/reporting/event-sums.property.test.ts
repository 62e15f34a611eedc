import { api, REPORTS } from '@dukkan/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeAdmin, makeBranch, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { makeOrder } from '../../../test/orders.ts';
import { makeShelf, type Shelf, stockUp } from '../../../test/stock.ts';
import { inTransaction } from '../../../test/transactions.ts';
import { INVARIANTS } from '../../core/invariant/invariants.ts';
import { updateDaySums } from '../ordering/index.ts';

const HOUR = 3_600_000;
/** Some months, because what moved of an item is summed up by month. */
const DAYS_BACK = 75;
const SOUND = [
  'the sums of payments by day are what their payments sum up to',
  'the sums of what moved by day are what its movements sum up to',
  'the sums of what moved by month and item are what its movements sum up to',
  'the sums of the hours are what their facts sum up to',
  'the sums of the hours are those of their days',
  'the hours of the shop are what those of its branches sum up to',
]
  .map((name) => `SELECT '${name}' AS broken FROM (${INVARIANTS[name]}) x`)
  .join(' UNION ALL ');

let app: TestApp;
let admin: Person;
const shelves: Shelf[] = [];
const batches: number[] = [];
beforeAll(async () => {
  app = await startApp({ env: { ROLE: 'api' } });
  admin = await makeAdmin(app);
  const other = await makeBranch(app);
  await query(`UPDATE branch SET settings = settings || '{"timezone": "America/St_Johns"}' WHERE id = $1`, [
    other.id,
  ]);
  for (const branch_id of [(await makeBranch(app)).id, other.id])
    shelves.push(await makeShelf(app, { branch_id }));
});
afterAll(() => app.stop());

async function query<T>(text: string, values: unknown[] = []): Promise<T[]> {
  return (await app.services.database.pool.query(text, values)).rows as T[];
}
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR);
const dayAgo = (days: number): string =>
  hoursAgo(days * 24)
    .toISOString()
    .slice(0, 10);
const sumUp = () => updateDaySums(app.services);

/** Each report with each of its groups, and filters that its sums can answer and some that they cannot. */
function listQuestions() {
  const [here, there] = shelves as [Shelf, Shelf];
  const range = { from_date: dayAgo(DAYS_BACK), to_date: dayAgo(0), limit: 100 };
  const of = (report: 'payments' | 'movement' | 'sales', filters: readonly object[]) =>
    REPORTS[report].groups.flatMap((group) =>
      filters.map((filter) => ({ report, input: { ...range, group, ...filter } })),
    );
  const common = [
    {},
    { branch_id: here.branch_id },
    { branch_id: there.branch_id },
    { to_date: dayAgo(3) },
    { compare: 'before' },
  ];
  return [
    ...of('payments', [
      ...common,
      { status: 'pending' },
      { refund: 1 },
      { holder: 'driver' },
      { payment_id: 1 },
      { page: 2, limit: 3 },
      { sort_by: 'key' },
      { sort_by: 'amount', sort_as: 'asc', limit: 4 },
    ]),
    ...of('movement', [
      ...common,
      { movement_type: 'sale' },
      { movement_type: 'count' },
      { item_id: here.item_id },
      { page: 2, limit: 3 },
      { from_date: dayAgo(40) },
      { from_date: dayAgo(61), to_date: dayAgo(9) },
      { from_date: dayAgo(9), branch_id: there.branch_id },
      { from_date: dayAgo(50), to_date: dayAgo(44), compare: 'year' },
      { from_date: dayAgo(20), compare: 'before', sort_by: 'quantity', sort_as: 'asc' },
    ]),
    ...of('sales', [{}, { branch_id: there.branch_id }, { source: 'iphone' }]).filter(
      ({ input }) => input.group === 'hour',
    ),
  ];
}

async function answer({ report, input }: ReturnType<typeof listQuestions>[number]) {
  const as = { token: admin.token };
  const reply =
    report === 'payments'
      ? await app.call(api.orderPayment.list, input as never, as)
      : await app.call(api.report.list, { type: report, ...input } as never, as);
  if (reply.status !== 200) throw new Error(`${report} ${JSON.stringify(input)}: ${reply.text}`);
  const { meta } = reply;
  // costs are exact in cents; a division of seconds is not exact in its last digit
  const rounded = JSON.stringify(
    [reply.results, meta.totals, meta.compare_totals, meta.total, meta.last_page],
    (_, value) => (typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value),
  );
  return JSON.parse(rounded);
}

/** Every answer is the same out of sums and out of rows. */
async function expectEqualAnswers() {
  const questions = listQuestions();
  const summed = [];
  for (const question of questions) summed.push(await answer(question));
  await query('DELETE FROM event_sum_zone');
  await query('DELETE FROM day_sum_zone');
  for (const [index, question] of questions.entries())
    expect([question, await answer(question)]).toEqual([question, summed[index]]);
}

const ago = fc.integer({ min: 0, max: DAYS_BACK * 24 });
const step = fc.record({
  what: fc.constantFrom(
    'order',
    'pay',
    'pay',
    'settle',
    'void',
    'branch',
    'batch',
    'move',
    'move',
    'cost',
    'sum',
    'sum',
  ),
  which: fc.nat(40),
  hours: ago,
  later: fc.integer({ min: 0, max: 60 }),
  at: fc.nat(1),
  amount: fc.integer({ min: -900, max: 900 }).filter((amount) => amount !== 0),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const orders: number[] = [];

/** The value of each shelf is what its events sum up to, as in every shop (T5). */
const VALUE_OF_SHELVES = `
  UPDATE stock_level l SET value = (
    SELECT coalesce(sum(e.value), 0) FROM (
      SELECT b.quantity * b.cost_value AS value FROM stock_batch b WHERE b.item_id = l.item_id AND b.branch_id = l.branch_id
       UNION ALL
      SELECT CASE WHEN m.target IN (2, 4) THEN m.quantity ELSE -m.quantity END * b.cost_value
        FROM stock_movement m JOIN stock_batch b ON b.id = m.batch_id WHERE b.item_id = l.item_id AND b.branch_id = l.branch_id) e)`;

async function play({ what, which, hours, later, at, amount }: Step): Promise<void> {
  const shelf = shelves[at] as Shelf;
  const order = orders[which % Math.max(1, orders.length)];
  const batch = batches[which % Math.max(1, batches.length)];
  if (what === 'sum') return sumUp();
  if (what === 'order' || order === undefined) {
    const source = amount > 0 ? 'iphone' : 'website';
    const made = await makeOrder(app, {
      shelves: [shelf],
      branch_id: shelf.branch_id,
      created_at: hoursAgo(hours),
      source,
    });
    orders.push(made.id);
  } else if (what === 'pay') {
    const [pending, final] = ['pending', amount > 0 ? 'received' : 'refunded'];
    const isSettled = later % 2 === 0;
    await query(
      `INSERT INTO order_payment (order_id, payment_id, amount, fee, status, holder, created_at, settled_at)
       SELECT $1, (SELECT id FROM payment_method ORDER BY id OFFSET $6 LIMIT 1), $2, 0.5, $3, $7, $4, $5`,
      [
        order,
        amount / 100,
        isSettled ? final : pending,
        hoursAgo(hours + later),
        isSettled ? hoursAgo(hours) : null,
        at,
        at ? 'driver' : 'branch',
      ],
    );
  } else if (what === 'settle')
    await query(
      `UPDATE order_payment SET status = CASE WHEN amount > 0 THEN 'received' ELSE 'refunded' END, settled_at = $1
        WHERE id = (SELECT id FROM order_payment WHERE status = 'pending' ORDER BY id LIMIT 1)`,
      [hoursAgo(hours)],
    );
  else if (what === 'void')
    await query(
      `UPDATE order_payment SET status = 'voided', settled_at = now()
        WHERE id = (SELECT id FROM order_payment WHERE status = 'pending' AND amount < 0 ORDER BY id LIMIT 1)`,
    );
  else if (what === 'branch')
    await query('UPDATE "order" SET branch_id = $2 WHERE id = $1', [order, shelf.branch_id]);
  else if (what === 'batch' || batch === undefined)
    batches.push(
      await stockUp(app.ctx(), shelf, 50, Math.abs(amount) / 100, { created_at: hoursAgo(hours) }),
    );
  else if (what === 'move')
    await query(`INSERT INTO stock_movement (batch_id, target, quantity, created_at) SELECT $1, $2, $3, $4`, [
      batch,
      1 + (which % 5),
      Math.abs(amount) / 100,
      hoursAgo(hours),
    ]);
  else await query('UPDATE stock_batch SET cost_value = $2 WHERE id = $1', [batch, Math.abs(amount) / 100]);
  await query(VALUE_OF_SHELVES);
}

test('reports from sums equal reports from rows after any backdated or changed records', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      for (const each of steps) {
        await play(each);
        expect(await query(SOUND)).toEqual([]);
      }
      await sumUp();
      expect(await query(SOUND)).toEqual([]);
      await expectEqualAnswers();
    }),
    { numRuns: Number(process.env.EVENT_SUMS_RUNS ?? 4), endOnFailure: true },
  );
}, 120_000);

test('reports read sums, and rows only for days with late events', async () => {
  const day = dayAgo(5);
  const at = new Date(`${day}T09:00:00Z`);
  const { id } = await makeOrder(app, {
    shelves: [shelves[0] as Shelf],
    branch_id: shelves[0]?.branch_id ?? 0,
    created_at: at,
    paid: 10,
  });
  const received = async () => {
    const { meta } = await app.call(
      api.orderPayment.list,
      { group: 'method', from_date: day, to_date: day },
      { token: admin.token },
    );
    return Number((meta.totals as Record<string, unknown> | undefined)?.received);
  };
  const pay = (amount: number) =>
    query(
      `INSERT INTO order_payment (order_id, payment_id, amount, status, holder, created_at, settled_at) VALUES ($1, 1, $2, 'received', 'branch', $3, $3)`,
      [id, amount, at],
    );
  await sumUp();
  await pay(7);
  const before = await received();
  await sumUp();
  expect(await query('SELECT 1 FROM late_event')).toEqual([]);
  await query(
    `UPDATE payment_day SET amount = amount + 5
    WHERE (zone, day, branch_id, payment_id, holder, status, refund, currency) = (
      SELECT zone, day, branch_id, payment_id, holder, status, refund, currency FROM payment_day
       WHERE zone = 'Asia/Qatar' AND day = $1 AND status = 'received' LIMIT 1)`,
    [day],
  );
  expect(await received()).toBe(before + 5);
  expect(await query(SOUND)).not.toEqual([]);
  await pay(1);
  expect(await received()).toBe(before + 1);
  await sumUp();
  expect(await received()).toBe(before + 1);
});

test('a transaction that is open while day sums are updated is counted once it ends', async () => {
  const at = hoursAgo(24 * 4);
  const { id } = await makeOrder(app, {
    shelves: [shelves[0] as Shelf],
    branch_id: shelves[0]?.branch_id ?? 0,
    created_at: at,
  });
  await sumUp();
  // events are settled two hours after they happened, by the clock of the database
  const [begun] = await query<{ at: Date }>("SELECT clock_timestamp() - interval '2 hours' AS at");
  const isSettledPastBegin = async () =>
    (await query('SELECT 1 FROM event_clock WHERE settled_until > $1', [begun?.at])).length > 0;
  await inTransaction(app, async (client) => {
    await client.query(
      `INSERT INTO order_payment (order_id, payment_id, amount, status, holder, created_at, settled_at) VALUES ($1, 1, 3, 'received', 'branch', $2, $2)`,
      [id, at],
    );
    for (let times = 0; times < 3; times += 1) await sumUp();
    expect(await query(SOUND)).toEqual([]);
    // nothing that this transaction may have written without a mark is said to be settled
    expect(await isSettledPastBegin()).toBe(false);
    return 'COMMIT';
  });
  expect(await query(SOUND)).toEqual([]);
  // a transaction of another database of the same server delays settling too
  await vi.waitFor(
    async () => {
      await sumUp();
      expect(await isSettledPastBegin()).toBe(true);
    },
    { timeout: 60_000, interval: 50 },
  );
  expect(await query(SOUND)).toEqual([]);
}, 90_000);

test('sums and rows agree at every moment while four write, now and backdated, and two update sums', async () => {
  const shelf = shelves[0] as Shelf;
  const { id } = await makeOrder(app, {
    shelves: [shelf],
    branch_id: shelf.branch_id,
    created_at: hoursAgo(70),
  });
  const batch = await stockUp(app.ctx(), shelf, 500, 2, { created_at: hoursAgo(70) });
  await sumUp();
  let isOpen = true;
  const until = async (work: () => Promise<unknown>) => {
    let times = 0;
    for (; isOpen; times += 1) await work();
    return times;
  };
  const writer = async (_: unknown, which: number) => {
    for (let n = 0; n < 15; n += 1) {
      const at = hoursAgo(((n * 7 + which) % 5) * 14);
      await inTransaction(app, async (client) => {
        await client.query(
          `INSERT INTO order_payment (order_id, payment_id, amount, status, holder, created_at, settled_at)
           VALUES ($1, 1, $2, $3, 'branch', $4, $5)`,
          [id, n + 1, n % 3 ? 'received' : 'pending', at, n % 3 ? at : null],
        );
        await client.query(
          'INSERT INTO stock_movement (batch_id, target, quantity, created_at) VALUES ($1, 1, $2, $3)',
          [batch, n + 1, at],
        );
        if (n % 4 === 0)
          await client.query('UPDATE stock_batch SET cost_value = $2 WHERE id = $1', [batch, n + which + 1]);
        await new Promise((done) => setTimeout(done, (n * 13 + which * 7) % 40));
        return n % 5 === 4 ? 'ROLLBACK' : 'COMMIT';
      });
    }
  };
  const adding = [until(sumUp), until(sumUp)];
  const watching = until(async () => expect(await query(SOUND)).toEqual([]));
  const writing = Promise.all(Array.from({ length: 4 }, writer));
  await writing.finally(() => {
    isOpen = false;
  });
  expect(Math.min(...(await Promise.all([...adding, watching])))).toBeGreaterThan(1);
  await sumUp();
  expect(await query('SELECT 1 FROM late_event')).toEqual([]);
  expect(await query(SOUND)).toEqual([]);
}, 60_000);
