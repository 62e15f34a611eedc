import { api } from '@dukkan/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, makeBranch, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { makeOrder, STATUS } from '../../../../test/orders.ts';
import { patient } from '../../../../test/patient.ts';
import { selling, stocked } from '../../../../test/sales.ts';
import { INVARIANTS } from '../../../core/invariant/invariants.ts';
import { updateDaySums } from './day-sums.ts';

let app: TestApp;
let admin: Person;
const SOUND = [
  'facts sum up to what their orders count',
  'facts count when their order was made',
  'the sums of days are what their facts sum up to',
  'the sums of the shop are what those of its branches sum up to',
]
  .map((name) => `SELECT '${name}' AS broken FROM (${INVARIANTS[name]}) x`)
  .join(' UNION ALL ');

beforeAll(async () => {
  app = await startApp({ env: { ROLE: 'api' } });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const query = async <T>(sql: string, values: unknown[] = []) =>
  (await app.services.database.pool.query(sql, values)).rows as T[];
const ask = async (input: object = {}, headers: Record<string, string> = {}) => {
  const reply = await app.call(api.order.statistics, input, { token: admin.token, headers });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.results;
};
const isKept = async (branch_id: number) =>
  (await query('SELECT 1 FROM day_sum_zone WHERE branch_id = $1', [branch_id])).length > 0;
const sumUp = () => updateDaySums(app.services);

/** What the orders themselves say, whatever sums there are. */
async function askFor(input: object) {
  await query('DELETE FROM day_sum_zone');
  return ask(input);
}

it('day sums answer the same as the orders themselves, in the selected time zone', async () => {
  const [here, there] = [await makeBranch(app), await makeBranch(app)];
  await query(`UPDATE branch SET settings = settings || '{"timezone": "Pacific/Auckland"}' WHERE id = $1`, [
    there.id,
  ]);
  const at = (iso: string) => new Date(`2026-04-${iso}Z`);
  for (const { id } of [here, there]) {
    await makeOrder(app, { branch_id: id, created_at: at('01T20:59:59.999'), source: 'iphone', paid: 10 });
    await makeOrder(app, { branch_id: id, created_at: at('01T21:00:00.000'), quantity: 3 });
    await makeOrder(app, { branch_id: id, created_at: at('02T11:59:00.000'), status_id: STATUS.canceled });
    await makeOrder(app, { branch_id: id, created_at: at('02T12:00:00.000'), status_id: STATUS.delivered });
  }
  const questions = [{}, { branch_id: here.id }, { branch_id: there.id }].flatMap((of) => [
    of,
    { ...of, from_date: '2026-04-02', to_date: '2026-04-02' },
    { ...of, from_date: '2026-04-02' },
    { ...of, to_date: '2026-04-01' },
  ]);
  const before = [];
  for (const input of questions) before.push(await askFor(input));
  await sumUp();
  expect(await isKept(there.id)).toBe(true);
  for (const [index, input] of questions.entries()) expect(await ask(input)).toEqual(before[index]);
  expect(await ask({}, { 'branch-id': String(there.id) })).toEqual(await ask({ branch_id: there.id }));
  const days = async (branch_id: number) =>
    (await ask({ branch_id })).by_day.map(({ day, count }) => [day, count]);
  expect(await days(here.id)).toEqual([
    ['2026-04-01', 1],
    ['2026-04-02', 2],
  ]);
  expect(await days(there.id)).toEqual([
    ['2026-04-02', 2],
    ['2026-04-03', 1],
  ]);
  // it is the sums that answer: a wrong one is told
  await query('UPDATE day_sum SET gross = gross + 5 WHERE branch_id = $1 AND status_value = 5', [here.id]);
  expect((await ask({ branch_id: here.id })).total - (before[4]?.total ?? 0)).toBe(5);
  expect(await query(SOUND)).not.toEqual([]);
  // and of the whole shop those of the shop
  const whole = (await ask()).total;
  await query('UPDATE day_sum_shop SET gross = gross + 7 WHERE status_value = 5');
  expect((await ask()).total - whole).toBe(
    7 * (await query('SELECT 1 FROM day_sum_shop WHERE status_value = 5')).length,
  );
  await query('DELETE FROM day_sum_zone');
});

it('day sums follow every change of an order at once, before and after they are updated', async () => {
  const shelf = await stocked(app, 100);
  const sell = selling(app, admin);
  const { branch_id } = shelf;
  await sumUp();
  const steps: (() => Promise<{ status: number; text: string }>)[] = [];
  const id = (await sell.make(shelf, 2)).results.id;
  steps.push(
    () => sell.save({ id, cart: [{ item_id: shelf.item_id, quantity: 4 }] }),
    () => sell.move(id, 'confirmed'),
    () => sell.move(id, 'delivered', { payments: [{ payment_id: 1, amount: 40 }] }),
    () => sell.giveBack(id, [{ item_id: shelf.item_id, quantity: 1 }]),
    async () => sell.make(shelf, 1),
  );
  const totals = [(await ask({ branch_id })).total];
  for (const step of steps) {
    const done = await step();
    expect(done.status, done.text).toBe(200);
    expect(await isKept(branch_id)).toBe(true);
    const fresh = await ask({ branch_id });
    totals.push(fresh.total);
    await sumUp();
    expect(await ask({ branch_id })).toEqual(fresh);
    expect(await askFor({ branch_id })).toEqual(fresh);
    await sumUp();
  }
  expect(totals).toEqual([20, 40, 40, 40, 30, 40]);
  expect((await ask({ branch_id })).unpaid).toBe(1);
  expect(await query('SELECT 1 FROM day_sum WHERE orders = 0 AND returned = 0')).toEqual([]);
});

it('a new branch or time zone is answered from the orders until its day sums are built', async () => {
  const { id: branch_id } = await makeBranch(app);
  await makeOrder(app, { branch_id, created_at: new Date('2026-04-01T20:00:00Z') });
  await sumUp();
  const day = async () => (await ask({ branch_id })).by_day[0]?.day;
  const save = (timezone: string) => app.call(api.setting.save, { timezone }, { token: admin.token });
  expect(await day()).toBe('2026-04-01');
  expect((await save('Asia/Tokyo')).status).toBe(200);
  expect(await day()).toBe('2026-04-02');
  await sumUp();
  expect(await day()).toBe('2026-04-02');
  const zones = await query<{ zone: string }>(
    'SELECT DISTINCT zone FROM day_sum WHERE branch_id = $1 ORDER BY 1',
    [branch_id],
  );
  expect(zones).toEqual([{ zone: 'Asia/Tokyo' }]);
  expect((await save('Asia/Qatar')).status).toBe(200);
  const next = await makeBranch(app);
  await makeOrder(app, { branch_id: next.id });
  expect(await isKept(next.id)).toBe(false);
  expect(await ask({ branch_id: next.id })).toMatchObject({ count: 1, total: 10 });
  await sumUp();
  expect(await isKept(next.id)).toBe(true);
  expect(await ask({ branch_id: next.id })).toMatchObject({ count: 1, total: 10 });
});

it('an unknown time zone of one branch does not block day sums, and orders that left a branch are no longer counted', async () => {
  const [odd, fine, gone] = [await makeBranch(app), await makeBranch(app), await makeBranch(app)];
  await query(`UPDATE branch SET settings = settings || '{"timezone": "Nowhere/Land"}' WHERE id = $1`, [
    odd.id,
  ]);
  const made_at = { created_at: new Date('2026-02-02T08:00:00Z') };
  await makeOrder(app, { branch_id: odd.id, ...made_at });
  await makeOrder(app, { branch_id: fine.id, ...made_at });
  const { id } = await makeOrder(app, { branch_id: gone.id, ...made_at });
  const day = { from_date: '2026-02-02', to_date: '2026-02-02' };
  await sumUp();
  expect(await query('SELECT 1 FROM trade_fact WHERE NOT added')).toEqual([]);
  expect([await isKept(fine.id), (await ask(day)).count]).toEqual([true, 3]);
  for (const table of ['order_payment', 'order_move', 'order_line'])
    await query(`DELETE FROM ${table} WHERE order_id = $1`, [id]);
  await query('DELETE FROM "order" WHERE id = $1', [id]);
  await query('DELETE FROM stock_level WHERE branch_id = $1', [gone.id]);
  await query('DELETE FROM branch WHERE id = $1', [gone.id]);
  expect((await ask(day)).count).toBe(2);
  await sumUp();
  expect((await ask(day)).count).toBe(2);
  expect(await query('SELECT 1 FROM day_sum WHERE branch_id = $1', [gone.id])).toEqual([]);
  await query(`UPDATE branch SET settings = settings - 'timezone' WHERE id = $1`, [odd.id]);
});

it('day sums equal the orders after any sequence of writes and updates', async () => {
  const branches = [(await makeBranch(app)).id, (await makeBranch(app)).id];
  const ids: number[] = [];
  const step = fc.record({
    what: fc.constantFrom('make', 'change', 'remove', 'sum'),
    which: fc.nat(50),
    branch: fc.constantFrom(...branches),
    created_at: fc.date({
      min: new Date('2026-03-30T00:00:00Z'),
      max: new Date('2026-04-03T00:00:00Z'),
      noInvalidDate: true,
    }),
    status: fc.constantFrom(STATUS.waiting, STATUS.canceled, STATUS.delivered),
    due: fc.integer({ min: 1, max: 99_999 }),
    paid: fc.nat(99_999),
    source: fc.constantFrom('dashboard', 'iphone'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      for (const { what, which, branch, created_at, status, due, paid, source } of steps) {
        const id = ids[which % Math.max(1, ids.length)];
        if (what === 'sum') await sumUp();
        else if (what === 'make' || id === undefined)
          ids.push((await makeOrder(app, { branch_id: branch, created_at, status_id: status, source })).id);
        else if (what === 'remove') {
          for (const table of ['order_payment', 'order_move', 'order_line'])
            await query(`DELETE FROM ${table} WHERE order_id = $1`, [id]);
          await query('DELETE FROM "order" WHERE id = $1', [id]);
          ids.splice(ids.indexOf(id), 1);
        } else
          await query(
            `UPDATE "order" SET branch_id = $2, created_at = $3, status_id = $4,
                    status_value = (SELECT status_value FROM order_status WHERE id = $4), source = $5, due = $6, goods = $6, total = $6, paid_amount = $7
              WHERE id = $1`,
            [id, branch, created_at, status, source, due / 100, Math.min(paid, due) / 100],
          );
        expect(await query(SOUND)).toEqual([]);
      }
    }),
    { numRuns: 15 },
  );
  for (const table of ['order_payment', 'order_move', 'order_line'])
    await query(`DELETE FROM ${table} WHERE order_id = ANY($1)`, [ids]);
  await query('DELETE FROM "order" WHERE id = ANY($1)', [ids]);
  await sumUp();
  expect(await query('SELECT 1 FROM day_sum WHERE branch_id = ANY($1)', [branches])).toEqual([]);
});

it('C9 day sums equal the orders at every moment while four sell, two update sums and time zones change', async () => {
  const shelf = await stocked(app, 1_000);
  const sell = selling(app, admin);
  let open = true;
  const until = async (work: () => Promise<unknown>) => {
    let times = 0;
    for (; open; times += 1) await work();
    return times;
  };
  const seller = async () => {
    for (let n = 0; n < 12; n += 1) {
      const made = await patient(() => sell.make(shelf, 1));
      expect(made.status, made.text).toBe(200);
      const moved = await patient(() => sell.move(made.results.id, n % 3 ? 'confirmed' : 'canceled'));
      expect(moved.status, moved.text).toBe(200);
    }
  };
  const sums = [until(sumUp), until(sumUp)];
  const zones = until(async () => {
    await query('DELETE FROM day_sum_zone WHERE branch_id = $1', [shelf.branch_id]);
    await new Promise((done) => setTimeout(done, 25));
  });
  const watch = until(async () => expect(await query(SOUND)).toEqual([]));
  const selling_ = Promise.all(Array.from({ length: 4 }, seller));
  await selling_.finally(() => {
    open = false;
  });
  expect(Math.min(...(await Promise.all([...sums, zones, watch])))).toBeGreaterThan(3);
  await sumUp();
  expect(await ask({ branch_id: shelf.branch_id })).toMatchObject({ count: 32, total: 320 });
}, 60_000);
