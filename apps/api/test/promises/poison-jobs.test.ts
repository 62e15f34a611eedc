import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, type Person } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { createTestDatabase } from '../database.ts';
import { mobile, stocked } from '../sales.ts';
import { type Process, startProcess } from './processes.ts';

const PRELOAD = new URL('./poison.mjs', import.meta.url).href;

const folder = mkdtempSync(join(tmpdir(), 'dukkan-poison-'));
const running: Process[] = [];
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let env: Record<string, string>;
let hand: TestApp;
let admin: Person;

beforeAll(async () => {
  database = await createTestDatabase();
  env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    PASSWORD_COST: '4',
    RATE_PER_MINUTE: '100000',
    MAX_EVENT_LOOP_DELAY_MS: '0',
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SECRET_KEY: randomBytes(32).toString('hex'),
  };
  hand = await startApp({
    database: database.url,
    dataDir: folder,
    env: { ...env, ROLE: 'api', LOG_LEVEL: 'silent' },
  });
  admin = await makeAdmin(hand);
}, 120_000);
afterAll(async () => {
  await Promise.all(running.map((process) => process.kill()));
  await hand.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const query = async (sql: string, values: unknown[] = []) =>
  (await hand.services.database.pool.query(sql, values)).rows;
const ordersOf = async (phone: string) =>
  (await query('SELECT id FROM "order" WHERE client_phone = $1', [phone])).length;
const failed = async () => (await hand.call(api.job.list, {}, { token: admin.token })).results;

/** A weekly order that is due, the earlier the more minutes. */
async function dueOrder(phone: string, minutes: number): Promise<number> {
  const shelf = await stocked(hand, 9);
  const made = await hand.call(
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
  await query(`UPDATE "order" SET next_at = now() - make_interval(mins => $2) WHERE id = $1`, [
    made.results.id,
    minutes,
  ]);
  return made.results.id;
}

it('a recurring order that kills its process does so twice at most, and the orders behind it are created', async () => {
  const [poisoned, healthy] = [mobile(), mobile()];
  const poison = await dueOrder(poisoned, 60);
  await dueOrder(healthy, 30);
  const start = async () => {
    // the queue would take five minutes to believe that the last process is gone
    await query("DELETE FROM pgboss.job WHERE name = 'order.repeat'");
    const process = await startProcess({
      ...env,
      NODE_OPTIONS: `--import=${PRELOAD}`,
      POISON_ORDER: String(poison),
    });
    running.push(process);
    return process;
  };
  for (let death = 1; death <= 2; death += 1) {
    // it may die before it says that it is ready: jobs begin with it, and others that it was at die with it
    await start().then(
      (process) => process.ended,
      () => null,
    );
    expect(
      await query(
        "SELECT deaths, failed_at, runner > 0 AS is_marked FROM job_try WHERE queue = 'order.repeat'",
      ),
    ).toEqual([{ deaths: death - 1, failed_at: null, is_marked: true }]);
    expect(await ordersOf(healthy)).toBe(1);
  }
  const third = await start();
  await expect.poll(() => ordersOf(healthy), { timeout: 30_000 }).toBe(2);
  expect(await failed()).toMatchObject([
    { queue: 'order.repeat', noun: 'order', record_id: poison, tries: 2 },
  ]);
  // it lives on, and never begins the job by itself
  await query("DELETE FROM pgboss.job WHERE name = 'order.repeat'");
  await hand.services.jobs.boss.send('order.repeat');
  const isDone = async () =>
    (await query("SELECT state FROM pgboss.job WHERE name = 'order.repeat'")).every(
      ({ state }) => state === 'completed',
    );
  await expect.poll(isDone, { timeout: 40_000 }).toBe(true);
  expect((await third.call(api.setting.public)).status).toBe(200);
  expect(await ordersOf(poisoned)).toBe(1);
  expect(await failed()).toHaveLength(1);
}, 240_000);
