import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@dukkan/contract';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { makeAdmin, type Person } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { patient } from '../patient.ts';
import { stocked } from '../sales.ts';
import { type Answer, counterOf } from './counter.ts';
import { type Door, makeDoor } from './door.ts';
import { type Power, startPower } from './power.ts';
import { type Process, startProcess } from './processes.ts';
import { crowd, sized, tally } from './size.ts';
import { expectSound } from './soundness.ts';

const STOCK = 100_000;
const LANES = sized(6, 50);
const PATIENCE = { timeout: 60_000 };

let power: Power;
let door: Door;
let env: Record<string, string>;
let processes: Process[];
let hand: TestApp;
let admin: Person;
let counter: ReturnType<typeof counterOf>;

beforeAll(async () => {
  power = await startPower('order-outage');
  const url = new URL(power.url());
  door = await makeDoor(power.port());
  env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    PASSWORD_COST: '4',
    RATE_PER_MINUTE: '1000000',
    DATA_DIR: join(power.folder, 'data'),
    SECRET_KEY: randomBytes(32).toString('hex'),
    ROLE: 'api',
  };
  // the hand goes round the door, to see what stands behind it
  hand = await startApp({
    database: url.href,
    dataDir: join(power.folder, 'data'),
    env: { ...env, LOG_LEVEL: 'silent' },
  });
  admin = await makeAdmin(hand);
  const first = await stocked(hand, STOCK);
  const others = [1, 2, 3, 4, 5].map(() => stocked(hand, STOCK, { branch_id: first.branch_id }));
  const shelves = [first, ...(await Promise.all(others))];
  counter = counterOf({ shelves, token: () => admin.token, stock: STOCK, tries: 3 });
  url.port = String(door.port);
  env.DATABASE_URL = url.href;
  processes = await Promise.all([startProcess(env), startProcess(env)]);
}, 120_000);
afterAll(async () => {
  await Promise.all(processes.map((process) => process.kill()));
  await hand.stop().catch(() => undefined);
  await door.close();
  await power.remove();
});

let turn = 0;
/** One process after the other, as a balancer asks. */
const any = (): Process => {
  turn += 1;
  return processes[turn % processes.length] as Process;
};

/** Opens the counter; its last customers are served when it is closed. */
function openCounter(width = LANES) {
  let isOver = false;
  const lanes = Promise.all(Array.from({ length: width }, () => counter.lane(any, () => isOver)));
  const close = () => {
    isOver = true;
    return lanes;
  };
  onTestFinished(async () => void (await close()));
  return close;
}

const since = (from: number): Answer[] => counter.answers.filter(({ askedAt }) => askedAt >= from);
const good = (from: number): number => since(from).filter(({ status }) => status === 200).length;
const statuses = (answers: readonly Answer[]) => tally(answers.map(({ status }) => status));

/** Waits until so many were answered so since; the test's own limit ends it. */
async function until(isThere: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isThere())) await sleep(20);
}

/** The database as it sees those who are connected: nobody holds anything that is not being worked on. */
const left = async (): Promise<number> => {
  const { rows } = await hand.services.database.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND (state LIKE 'idle in transaction%' OR (state = 'active' AND backend_type = 'client backend'))`,
  );
  return rows[0]?.count ?? 0;
};

/** Whatever happened: it answers again, all that was open is known now, done once, and the books are true. */
async function expectWhole(): Promise<void> {
  for (const one of processes) {
    await until(async () => (await fetch(`${one.url}/readyz`)).status === 200);
    await until(async () => (await one.call(api.order.list, {}, { token: admin.token })).status === 200);
  }
  await counter.settle(any);
  await expect.poll(left, PATIENCE).toBe(0);
  await counter.expectOnce(hand);
  await expectSound(hand);
  // nothing was a defect of ours
  // five times a second a process writes what it has to say
  await sleep(300);
  for (const one of processes)
    expect(
      one
        .log()
        .split('\n')
        .filter((line) => line.includes('"defect"')),
    ).toEqual([]);
}
afterEach(() => {
  door.slow(0);
  door.loseCommits(0);
});

it('F3 while the database hangs in the middle of orders everybody is told that the shop is busy, and afterwards it continues', async () => {
  for (let round = 0; round < sized(1, 3); round += 1) {
    const start = performance.now();
    const close = openCounter();
    await until(() => good(start) > LANES * 3);
    const thaw = power.freeze();
    const frozenAt = performance.now();
    try {
      // answered while it stands still: nobody waits for it to go on
      await until(() => since(frozenAt).length >= LANES * 2);
      const lateAnswers = since(frozenAt);
      expect(statuses(lateAnswers)).toEqual({ 503: lateAnswers.length });
      expect(new Set(lateAnswers.map(({ code }) => code))).toEqual(new Set(['service.busy']));
      for (const one of processes) {
        expect((await fetch(`${one.url}/livez`)).status).toBe(200);
        expect((await fetch(`${one.url}/readyz`)).status).toBe(503);
        const reply = await one.call(api.order.list, {}, { token: admin.token });
        expect([reply.status, reply.results.code]).toEqual([503, 'service.busy']);
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      }
    } finally {
      thaw();
    }
    const thawedAt = performance.now();
    await until(() => good(thawedAt) > LANES * 3);
    await close();
    await expectWhole();
  }
}, 240_000);

it('F3 with a slow database late calls are answered as busy, the others succeed, and nothing is left over', async () => {
  const close = openCounter();
  door.slow(sized(120, 500));
  const from = performance.now();
  await until(() => since(from).length >= LANES * 6 && good(from) > 0);
  const reading = await patient(() => any().call(api.order.list, { limit: 20 }, { token: admin.token }));
  expect(reading.status).toBe(200);
  door.slow(0);
  await close();
  const lateAnswers = since(from);
  // a move that came too late is a refusal of the shop, and no outage
  expect(
    Object.keys(statuses(lateAnswers)).filter((status) => !['200', '409', '422', '503'].includes(status)),
  ).toEqual([]);
  await expectWhole();
}, 240_000);

it('F4 when the answer of a commit is lost, the same key tells the result of the order once', async () => {
  const count = sized(30, 100);
  const before = door.lost();
  door.loseCommits(count);
  const deeds = Array.from({ length: count * 2 }, () => counter.plan(api.order.make, counter.sale()));
  await crowd(deeds.length, 8, (at) => counter.repeat(any(), deeds[at] as (typeof deeds)[number]));
  const open = deeds.filter(({ text }) => text === null);
  expect(door.lost() - before).toBe(count);
  expect(open.length).toBeGreaterThan(0);
  door.loseCommits(0);
  // so it was: some of what nobody was told of is there
  expect(await hand.services.database.prisma.order.count()).toBeGreaterThan(
    counter.known().filter(({ endpoint }) => endpoint === api.order.make).length,
  );
  await expectWhole();
  expect(deeds.filter(({ status }) => status !== 200)).toEqual([]);
}, 240_000);

it('F5 customers who hang up during an order leave it completed or not started, with no open connection or file', async () => {
  await crowd(40, 10, async () => {
    await counter.repeat(any(), counter.plan(api.order.make, counter.sale()));
  });
  const files = () => processes.map(({ pid }) => readdirSync(`/proc/${pid}/fd`).length);
  const before = files();
  const from = performance.now();
  const made = counter.known().filter(({ endpoint }) => endpoint === api.order.make);
  await crowd(sized(150, 500), 20, async (at) => {
    const id = JSON.parse(made[at % made.length]?.text ?? '{}').results.id as number;
    // every third is a move or a payment of an order that others move too
    const deed =
      at % 3 === 0
        ? counter.plan(api.order.save, at % 2 ? { id, paid: 1 } : { id, status_id: 2 })
        : counter.plan(api.order.make, counter.sale());
    await counter.repeat(any(), deed, AbortSignal.timeout(1 + Math.floor(Math.random() * 40)));
  });
  expect(since(from).filter(({ status }) => status === 0).length).toBeGreaterThan(10);
  await expectWhole();
  await expect.poll(() => files().every((open, at) => open <= (before[at] ?? 0) + 12), PATIENCE).toBe(true);
}, 240_000);

it('F6 processes replaced one after the other while orders are placed lose no acknowledged order', async () => {
  const close = openCounter();
  for (let round = 0; round < sized(2, 10); round += 1) {
    const leaving = processes[0] as Process;
    const from = performance.now();
    await until(() => good(from) > LANES * 2);
    const next = await startProcess(env);
    const gone = leaving.kill('SIGTERM');
    // the balancer hears of it a moment later: what is refused until then is asked of the other one
    await sleep(100);
    processes = [processes[1] as Process, next];
    expect(await gone).toBe(0);
    expect(leaving.log()).not.toContain('"defect"');
  }
  await close();
  // asked again by the same key at once, every one of them was done while the shop was open
  expect(counter.open()).toEqual([]);
  await counter.expectKept(any, sized(100, 1_000));
  await expectWhole();
}, 240_000);

it('F3 when the database has no free connections, orders wait or are answered as busy, and none is incomplete', async () => {
  // fresh ones have opened few yet
  processes = await Promise.all(
    processes.map(async (old) => {
      await old.kill('SIGTERM');
      return startProcess(env);
    }),
  );
  const taken: pg.Client[] = [];
  const free = () => Promise.all(taken.splice(0).map((client) => client.end()));
  onTestFinished(async () => void (await free()));
  for (;;) {
    const client = new pg.Client({ connectionString: power.url() });
    client.on('error', () => undefined);
    const refused = await client.connect().then(
      () => null,
      (error: { code?: string }) => error.code,
    );
    if (refused === null) taken.push(client);
    else {
      expect(refused).toBe('53300');
      break;
    }
  }
  const from = performance.now();
  const deeds = Array.from({ length: sized(80, 400) }, () => counter.plan(api.order.make, counter.sale()));
  await crowd(deeds.length, 40, (at) => counter.repeat(any(), deeds[at] as (typeof deeds)[number]));
  const lateAnswers = statuses(since(from));
  expect(Object.keys(lateAnswers).filter((status) => !['200', '503'].includes(status))).toEqual([]);
  // there were too few for all who asked
  expect(lateAnswers[503] ?? 0).toBeGreaterThan(0);
  await free();
  await expectWhole();
  expect(deeds.filter(({ status }) => status !== 200)).toEqual([]);
}, 240_000);

it('F9 when the database disk is full no order is created, reads continue, and later everything succeeds', async () => {
  const { pool } = hand.services.database;
  await pool.query(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END$$`);
  const tables = ['order_line', 'stock_reservation', 'order_payment', 'audit_log'];
  const freed = () =>
    Promise.all(tables.map((table) => pool.query(`DROP TRIGGER IF EXISTS full_disk ON ${table}`)));
  onTestFinished(async () => void (await freed()));
  const [order] = counter.known().filter(({ endpoint }) => endpoint === api.order.make);
  const id = JSON.parse(order?.text ?? '{}').results.id as number;
  // wherever the last page was: in the middle of an order, or at its end
  for (const table of tables) {
    await pool.query(
      `CREATE TRIGGER full_disk BEFORE INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION full_disk()`,
    );
    const orders = await hand.services.database.prisma.order.count();
    const from = performance.now();
    const deeds = Array.from({ length: sized(5, 50) }, () =>
      counter.plan(api.order.make, { ...counter.sale(), ...(table === 'order_payment' ? { paid: 1 } : {}) }),
    );
    await crowd(deeds.length, 5, (at) => counter.repeat(any(), deeds[at] as (typeof deeds)[number]));
    const lateAnswers = since(from);
    expect(statuses(lateAnswers), table).toEqual({ 503: lateAnswers.length });
    const seen = await any().call(api.order.show, { id }, { token: admin.token });
    expect(seen.status, seen.text).toBe(200);
    expect(seen.text).not.toContain('device');
    expect(await hand.services.database.prisma.order.count()).toBe(orders);
    await freed();
    await counter.settle(any);
    expect(deeds.filter(({ status }) => status !== 200)).toEqual([]);
  }
  await expectWhole();
}, 240_000);
