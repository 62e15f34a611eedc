import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../test/actors.ts';
import { startApp, type TestApp } from '../../test/app.ts';
import { mobile, stocked } from '../../test/sales.ts';
import { type JobRef, releaseInterruptedAttempts, runJobAttempt } from '../core/job/job-tries.ts';
import { createRecurringOrders } from '../modules/ordering/index.ts';
import { deleteExpiredRows } from './cleaning.ts';

let app: TestApp;
let other: TestApp;
let admin: Person;
beforeAll(async () => {
  // processes that only serve: the test says itself when a job is tried
  app = await startApp({ env: { ROLE: 'api' } });
  other = await startApp({ database: app.database, env: { ROLE: 'api' } });
  admin = await makeAdmin(app);
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const query = async (sql: string, values: unknown[] = []) =>
  (await app.services.database.pool.query(sql, values)).rows;
const failed = async (token = admin.token) =>
  (await app.call(api.job.list, { limit: 100, locale: 'en' }, { token })).results;

let last = 1_000;
const makeJob = (): JobRef => {
  last += 1;
  return { queue: 'order.expire', noun: 'order', record_id: last };
};
const failing = (message: string) => () => Promise.reject(new Error(message));

/** A weekly order that is due now. */
async function dueOrder(phone: string): Promise<number> {
  const shelf = await stocked(app, 9);
  const made = await app.call(
    api.order.make,
    {
      branch_id: shelf.branch_id,
      type: 'take_away',
      client: { name: 'Nora', phone },
      cart: [{ item_id: shelf.item_id, quantity: 1 }],
      recurrence: { every: 1, unit: 'week' },
      recurring: 1,
    },
    { token: admin.token },
  );
  expect(made.status, made.text).toBe(200);
  await query('UPDATE "order" SET next_at = now() WHERE id = $1', [made.results.id]);
  return made.results.id;
}

/** An order whose row no job can change. */
async function breakOrder(id: number): Promise<void> {
  await query(`CREATE OR REPLACE FUNCTION break_order() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'this order is broken'; END $$`);
  await query(`CREATE TRIGGER broken_${id} BEFORE UPDATE ON "order" FOR EACH ROW
    WHEN (OLD.id = ${id} AND NEW.next_at IS DISTINCT FROM OLD.next_at) EXECUTE FUNCTION break_order()`);
}
const mendOrder = (id: number) => query(`DROP TRIGGER broken_${id} ON "order"`);
const ordersOf = async (phone: string) =>
  (await query('SELECT id FROM "order" WHERE client_phone = $1', [phone])).length;

test('an order whose next occurrence fails twice the same way is set aside and does not hold up the orders behind it', async () => {
  const [poison, healthy] = [mobile(), mobile()];
  const broken = await dueOrder(poison);
  await dueOrder(healthy);
  await breakOrder(broken);
  await createRecurringOrders(app.services);
  expect(await ordersOf(healthy)).toBe(2);
  expect((await failed()).filter(({ record_id }) => record_id === broken)).toEqual([]);
  await createRecurringOrders(app.services);
  const aside = (await failed()).find(({ record_id }) => record_id === broken);
  expect(aside).toMatchObject({ queue: 'order.repeat', noun: 'order', tries: 2, actions: ['retry', 'drop'] });
  expect(aside?.message).toContain('this order is broken');
  // mended or not, it never starts by itself
  await mendOrder(broken);
  await createRecurringOrders(app.services);
  expect(await ordersOf(poison)).toBe(1);
  const again = await app.call(api.job.retry, { id: aside?.id }, { token: admin.token });
  expect(again.status, again.text).toBe(200);
  await createRecurringOrders(app.services);
  expect(await ordersOf(poison)).toBe(2);
  expect((await failed()).filter(({ record_id }) => record_id === broken)).toEqual([]);
});

test('a recurring order whose job is discarded is interrupted, and staff see that on the order', async () => {
  const broken = await dueOrder(mobile());
  await breakOrder(broken);
  await createRecurringOrders(app.services);
  await createRecurringOrders(app.services);
  await mendOrder(broken);
  const aside = (await failed()).find(({ record_id }) => record_id === broken);
  const dropped = await app.call(api.job.drop, { id: aside?.id }, { token: admin.token });
  expect(dropped.status, dropped.text).toBe(200);
  const order = await app.call(api.order.show, { id: broken, locale: 'en' }, { token: admin.token });
  expect(order.results.recur_failed?.code).toBe('order.series_interrupted');
  expect((await app.call(api.job.drop, { id: aside?.id }, { token: admin.token })).failure.code).toBe(
    'record.missing',
  );
});

test('a job with changing failures is retried and set aside after twenty of them', async () => {
  const job = makeJob();
  for (let at = 1; at < 20; at += 1) {
    const outcome = await runJobAttempt(app.services, job, failing(at % 2 === 0 ? 'even' : 'odd'));
    expect(outcome.result).toBe('failed');
  }
  expect((await runJobAttempt(app.services, job, failing('even'))).result).toBe('set_aside');
  let begun = false;
  const later = await runJobAttempt(app.services, job, async () => {
    begun = true;
  });
  expect([later.result, begun]).toEqual(['set_aside', false]);
});

test('failure messages that differ only in numbers count as the same failure', async () => {
  const job = makeJob();
  expect((await runJobAttempt(app.services, job, failing('row 17 of 90'))).result).toBe('failed');
  expect((await runJobAttempt(app.services, job, failing('row 18 of 91'))).result).toBe('set_aside');
});

test('a success resets the failure count of a job', async () => {
  const job = makeJob();
  for (let at = 0; at < 3; at += 1) {
    expect((await runJobAttempt(app.services, job, failing('broken'))).result).toBe('failed');
    expect((await runJobAttempt(app.services, job, async () => undefined)).result).toBe('done');
  }
});

test('a database outage does not count as a failure of a job', async () => {
  const job = makeJob();
  const away = () =>
    Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
  for (let at = 0; at < 3; at += 1) await expect(runJobAttempt(app.services, job, away)).rejects.toThrow();
  expect((await runJobAttempt(app.services, job, async () => undefined)).result).toBe('done');
});

test('only one process runs a job at a time', async () => {
  const job = makeJob();
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const first = runJobAttempt(app.services, job, () => {
    begin();
    return held;
  });
  await begun;
  const unwanted = async () => {
    throw new Error('begun twice');
  };
  expect((await runJobAttempt(app.services, job, unwanted)).result).toBe('held');
  expect((await runJobAttempt(other.services, job, unwanted)).result).toBe('held');
  finish();
  expect((await first).result).toBe('done');
});

/** What a process leaves behind that dies at this job: nothing in the database says any more that it lives. */
const dieAt = ({ queue, noun, record_id }: JobRef) =>
  query(
    `INSERT INTO job_try (queue, noun, record_id, runner) VALUES ($1, $2, $3, 2147483647)
     ON CONFLICT (queue, record_id) DO UPDATE SET runner = excluded.runner`,
    [queue, noun, record_id],
  );

test('jobs that were running when a process died are retried one at a time, so that the next death names the cause', async () => {
  const jobs = [makeJob(), makeJob(), makeJob()];
  for (const job of jobs) await dieAt(job);
  let beside = 0;
  let most = 0;
  const outcomes = await Promise.all(
    jobs.map((job) =>
      runJobAttempt(app.services, job, async () => {
        beside += 1;
        most = Math.max(most, beside);
        await query('SELECT 1');
        beside -= 1;
      }),
    ),
  );
  expect(outcomes.map(({ result }) => result)).toEqual(['done', 'done', 'done']);
  expect(most).toBe(1);
});

test('a job that was running at two process deaths is set aside with the reason before it starts a third time', async () => {
  const job = makeJob();
  await dieAt(job);
  expect((await runJobAttempt(app.services, job, failing('another way'))).result).toBe('failed');
  await dieAt(job);
  let begun = false;
  const run = async () => {
    begun = true;
  };
  expect((await runJobAttempt(app.services, job, run)).result).toBe('set_aside');
  expect(begun).toBe(false);
  const row = (await failed()).find(({ record_id }) => record_id === job.record_id);
  expect(row?.message).toBe('The server stopped while this job was running.');
});

test('an orderly shutdown does not count as a process death against its jobs', async () => {
  const job = makeJob();
  await query('INSERT INTO job_try (queue, noun, record_id, runner) VALUES ($1, $2, $3, $4)', [
    job.queue,
    job.noun,
    job.record_id,
    other.services.live.runner,
  ]);
  await releaseInterruptedAttempts(other.services);
  expect(await query('SELECT tries, runner FROM job_try WHERE record_id = $1', [job.record_id])).toEqual([
    { tries: 0, runner: null },
  ]);
});

test('setting aside, retrying and discarding a job are written to the audit log', async () => {
  const job = makeJob();
  for (let at = 0; at < 2; at += 1) await runJobAttempt(app.services, job, failing('broken'));
  const aside = (await failed()).find(({ record_id }) => record_id === job.record_id);
  await app.call(api.job.retry, { id: aside?.id }, { token: admin.token });
  const log = await query(
    "SELECT action, account_id FROM audit_log WHERE noun = 'job' AND record_id = $1 ORDER BY id",
    [String(aside?.id)],
  );
  expect(log).toEqual([
    { action: 'set_aside', account_id: null },
    { action: 'retry', account_id: admin.id },
  ]);
});

test('staff who may only view settings can read the failed jobs but not retry or discard them', async () => {
  const job = makeJob();
  for (let at = 0; at < 2; at += 1) await runJobAttempt(app.services, job, failing('broken'));
  const viewer = await makePerson(app, { permissions: ['settings.view'] });
  const row = (await failed(viewer.token)).find(({ record_id }) => record_id === job.record_id);
  expect(row?.actions).toEqual([]);
  for (const endpoint of [api.job.retry, api.job.drop]) {
    const refused = await app.call(endpoint, { id: row?.id }, { token: viewer.token });
    expect(refused.status).toBe(403);
  }
  expect((await failed()).some(({ id }) => id === row?.id)).toBe(true);
});

test('a job that was set aside is kept, and one that failed once is deleted after a week', async () => {
  const [aside, once] = [makeJob(), makeJob()];
  for (let at = 0; at < 2; at += 1) await runJobAttempt(app.services, aside, failing('broken'));
  await runJobAttempt(app.services, once, failing('broken'));
  await query(
    "UPDATE job_try SET tried_at = tried_at - interval '8 days', failed_at = failed_at - interval '8 days'",
  );
  await deleteExpiredRows(app.services);
  const left = await query('SELECT record_id::int AS id FROM job_try WHERE record_id = ANY($1)', [
    [aside.record_id, once.record_id],
  ]);
  expect(left).toEqual([{ id: aside.record_id }]);
});
