import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, type Person } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { STATUS } from '../orders.ts';
import { stocked } from '../sales.ts';
import { levelOf, type Shelf } from '../stock.ts';
import { cutPower } from './power.ts';
import { type Process, startProcess } from './processes.ts';
import { crowd, sized } from './size.ts';
import { expectSound } from './soundness.ts';

type Cluster = { url(database: string): string; readonly ended: Promise<unknown>; stop(): Promise<void> };
type Scripts = {
  startPostgres(options: { folder: string; port?: number }): Promise<Cluster>;
  ensureDatabase(url: string, name: string): Promise<void>;
  migrate(url: string): Promise<unknown>;
};

const lib = (name: string) => import(new URL(`../../../../scripts/lib/${name}.mjs`, import.meta.url).href);
const ROUNDS = sized(2, 10);
const LANES = sized(4, 25);
const STOCK = 50_000;

let scripts: Scripts;
let folder: string;
let cluster: Cluster;
let shelves: Shelf[];
let admin: Person;
const running: Process[] = [];

const envAt = () => ({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  PASSWORD_COST: '4',
  RATE_PER_MINUTE: '1000000',
  DATABASE_URL: cluster.url('dukkan'),
  DATA_DIR: join(folder, 'data'),
  SECRET_KEY: 'c0ffee'.repeat(11).slice(0, 64),
  ROLE: 'api',
});

/** The shop as a hand reaches into it; closed before the database is killed. */
async function withShop<T>(work: (app: TestApp) => Promise<T>): Promise<T> {
  const { DATABASE_URL, DATA_DIR, ...env } = envAt();
  const app = await startApp({ database: DATABASE_URL, dataDir: DATA_DIR, env });
  try {
    return await work(app);
  } finally {
    await app.stop();
  }
}

async function startOne(): Promise<Process> {
  const process = await startProcess(envAt());
  running.push(process);
  return process;
}

beforeAll(async () => {
  scripts = { ...(await lib('embedded-postgres')), ...(await lib('database')), ...(await lib('migrate')) };
  folder = mkdtempSync(join(tmpdir(), 'dukkan-orders-'));
  // not a throwaway cluster: what it acknowledged must be there after a kill
  cluster = await scripts.startPostgres({ folder });
  await scripts.ensureDatabase(cluster.url('postgres'), 'dukkan');
  await scripts.migrate(cluster.url('dukkan'));
  shelves = await withShop(async (app) => {
    admin = await makeAdmin(app);
    const first = await stocked(app, STOCK);
    const others = [1, 2, 3].map(() => stocked(app, STOCK, { branch_id: first.branch_id }));
    return [first, ...(await Promise.all(others))];
  });
}, 120_000);
afterAll(async () => {
  await Promise.all(running.map((process) => process.kill()));
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A write that was asked for under a key; `text` is what was acknowledged, null where nobody knows. */
type Deed = {
  readonly endpoint: { path: string };
  readonly input: object;
  readonly key: string;
  text: string | null;
  status: number;
};

const deeds: Deed[] = [];
let serial = 0;

/** Asks once; a cut line or a busy shop leaves it open. @returns what was answered, or null */
async function ask(
  process: Process,
  endpoint: { path: string },
  input: object,
): Promise<{ readonly id: number; readonly order_id?: number } | null> {
  serial += 1;
  const deed: Deed = { endpoint, input, key: `deed-${serial}`, text: null, status: 0 };
  deeds.push(deed);
  await repeat(process, deed);
  return deed.status === 200 ? JSON.parse(deed.text ?? '{}').results : null;
}

async function repeat(process: Process, deed: Deed): Promise<void> {
  const options = { token: admin.token, headers: { 'idempotency-key': deed.key } };
  const said = await process.call(deed.endpoint, deed.input, options).catch(() => null);
  // 409 may mean that the first try still runs
  const isOpen = !said || said.status >= 500 || said.text.includes('idempotency.in_progress');
  if (isOpen) return;
  deed.text = said.text;
  deed.status = said.status;
}

const pick = <T>(some: readonly T[]): T => some[Math.floor(Math.random() * some.length)] as T;

/** A day at the counter, until the line is cut. */
async function lane(process: Process, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const two = shelves.toSorted(() => Math.random() - 0.5).slice(0, 2);
    const cart = two.map(({ item_id }) => ({ item_id, quantity: 1 + Math.floor(Math.random() * 3) }));
    const body = { branch_id: shelves[0]?.branch_id, type: 'take_away', cart };
    const made = await ask(process, api.order.make, body);
    if (!made) {
      await sleep(20);
      continue;
    }
    const { id } = made;
    const to = pick(['confirmed', 'packing', 'delivered', 'delivered', 'canceled'] as const);
    if (Math.random() < 0.3) await ask(process, api.order.save, { id, paid: 1 });
    if (!(await ask(process, api.order.save, { id, status_id: STATUS[to] }))) continue;
    if (to === 'packing') await ask(process, api.order.save, { id, status_id: STATUS.canceled });
    if (to !== 'delivered') continue;
    const items = [{ item_id: cart[0]?.item_id, quantity: 1 }];
    const back = await ask(process, api.orderReturn.make, { order_id: id, items });
    if (back && Math.random() < 0.4) await ask(process, api.orderReturn.remove, { id: back.id });
  }
}

it(`F1 F2 F4 P3 P4 P5 two API processes are killed ${ROUNDS} times each among ${LANES * 2} who sell, and the database with them once: what was acknowledged is there, what is asked again is done once`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    let isOver = false;
    const pair = [await startOne(), await startOne()];
    const lanes = pair.flatMap((process) => Array.from({ length: LANES }, () => lane(process, () => isOver)));
    await sleep(sized(1_500, 4_000) + Math.random() * 500);
    if (round === 1) {
      await cutPower(folder, cluster);
      await sleep(300);
      isOver = true;
      await Promise.all(pair.map((process) => process.kill()));
      cluster = await scripts.startPostgres({ folder });
    } else {
      await Promise.all(pair.map((process) => process.kill()));
      isOver = true;
    }
    await Promise.all(lanes);
    await withShop(expectSound);
  }
  const known = deeds.filter(({ status }) => status === 200);
  const open = deeds.filter(({ text }) => text === null);
  expect(known.length).toBeGreaterThan(ROUNDS * LANES);
  expect(open.length).toBeGreaterThan(0);

  const after = await startOne();
  // what nobody knows is asked again under its key: it is done now, or it was
  await crowd(open.length, 4, async (at) => {
    const deed = open[at] as Deed;
    for (let tries = 0; deed.text === null && tries < 30; tries += 1) {
      await repeat(after, deed);
      if (deed.text === null) await sleep(500);
    }
    expect(deed.text, `${deed.endpoint.path} ${JSON.stringify(deed.input)}`).not.toBeNull();
    expect(deed.status).toBeLessThan(500);
  });
  // what was acknowledged answers as it did, byte for byte
  const asked = known.toSorted(() => Math.random() - 0.5).slice(0, sized(150, 5_000));
  await crowd(asked.length, 4, async (at) => {
    const { text, ...deed } = asked[at] as Deed;
    const again: Deed = { ...deed, text: null };
    await repeat(after, again);
    expect(again.text).toBe(text);
  });
  await after.kill();

  await withShop(async (app) => {
    await expectSound(app);
    const { prisma } = app.services.database;
    const ids = (path: string) =>
      deeds
        .filter(({ status, endpoint }) => status === 200 && endpoint.path === path)
        .map(({ text }) => JSON.parse(text ?? '').results.id as number);
    const made = ids(api.order.make.path);
    expect(new Set(made).size).toBe(made.length);
    // each key has made one order, and there is none besides
    expect((await prisma.order.findMany({ select: { id: true } })).map(({ id }) => id).sort()).toEqual(
      made.toSorted((a, b) => a - b).sort(),
    );
    const returned = ids(api.orderReturn.make.path);
    expect(await prisma.order_return.count()).toBe(returned.length);
    const levels = await Promise.all(shelves.map((shelf) => levelOf(app, shelf)));
    const { _sum } = await prisma.stock_use.aggregate({ _sum: { quantity: true, returned_quantity: true } });
    const out = Number(_sum.quantity ?? 0) - Number(_sum.returned_quantity ?? 0);
    expect(levels.reduce((all, { on_hand }) => all + on_hand, 0)).toBe(STOCK * shelves.length - out);
  });
}, 900_000);
