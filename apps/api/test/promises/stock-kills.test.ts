import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { releaseStock, restockAll } from '../../src/modules/stock/index.ts';
import { makeAdmin } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { levelOf, makeShelf, type Shelf, stockUp } from '../stock.ts';
import { type Power, startPower } from './power.ts';
import { sized } from './size.ts';
import { expectSound } from './soundness.ts';

const WORKER = new URL('./stock-worker.ts', import.meta.url).pathname;
const STOCK = 100_000;
const ROUNDS = sized(3, 10);

let power: Power;
let shelves: Shelf[];
const workers: ChildProcess[] = [];

const envAt = (url: string) => ({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  DATABASE_URL: url,
  DATA_DIR: join(power.folder, 'data'),
  SECRET_KEY: randomBytes(32).toString('hex'),
  ROLE: 'api',
});

/** The shop as a hand reaches into it; closed before the database is killed. */
async function withShop<T>(work: (app: TestApp) => Promise<T>): Promise<T> {
  const app = await startApp({
    database: power.url(),
    dataDir: join(power.folder, 'data'),
    env: { ROLE: 'api' },
  });
  try {
    return await work(app);
  } finally {
    await app.stop();
  }
}

beforeAll(async () => {
  power = await startPower('stock');
  shelves = await withShop(async (app) => {
    await makeAdmin(app);
    const first = await makeShelf(app);
    const others = [1, 2, 3, 4].map(() => makeShelf(app, { branch_id: first.branch_id }));
    const all = [first, ...(await Promise.all(others))];
    for (const shelf of all) await stockUp(app.ctx(), shelf, STOCK, 2.5);
    return all;
  });
}, 120_000);
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await power.remove();
});

/** A process that sells; `held` and `sold` are what it was told is done. */
async function startWorker(first: number) {
  const child = spawn(process.execPath, [WORKER], {
    env: {
      PATH: process.env.PATH ?? '',
      ...envAt(power.url()),
      SHELVES: JSON.stringify(shelves),
      FIRST: String(first),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  workers.push(child);
  const held = new Set<number>();
  const sold = new Set<number>();
  const ready = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [word, id] = line.split(' ');
    if (word === 'ready') ready.resolve();
    if (word === 'held') held.add(Number(id));
    if (word === 'sold') sold.add(Number(id));
  });
  await ready.promise;
  return {
    held,
    sold,
    kill: async () => {
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

it(`F1 F2 P4 P5 two selling processes are killed ${ROUNDS} times each, and the database once: acknowledged sales exist completely, and nothing else`, async () => {
  const held = new Set<number>();
  const sold = new Set<number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const pair = await Promise.all([
      startWorker(round * 1_000_000 + 1),
      startWorker(round * 1_000_000 + 500_001),
    ]);
    await sleep(sized(600, 2_000) + Math.random() * 400);
    if (round === 1) {
      await power.cut();
      await Promise.all(pair.map((worker) => worker.kill()));
      await power.on();
    } else await Promise.all(pair.map((worker) => worker.kill()));
    for (const worker of pair) {
      for (const id of worker.held) held.add(id);
      for (const id of worker.sold) sold.add(id);
    }
  }
  expect(sold.size).toBeGreaterThan(ROUNDS);
  await withShop(async (app) => {
    await expectSound(app);
    const { prisma } = app.services.database;
    const uses = await prisma.stock_use.groupBy({
      by: ['ref_id'],
      where: { ref_type: 'sale' },
      _sum: { quantity: true },
      _count: true,
    });
    const reserved = await prisma.stock_reservation.groupBy({
      by: ['ref_id'],
      where: { ref_type: 'sale' },
      _count: true,
    });
    const done = new Set(uses.map(({ ref_id }) => ref_id));
    const waiting = new Set(reserved.map(({ ref_id }) => ref_id));
    // acknowledged means saved
    expect([...sold].filter((id) => !done.has(id))).toEqual([]);
    expect([...held].filter((id) => !done.has(id) && !waiting.has(id))).toEqual([]);
    // and nothing is half there
    expect(uses.filter((use) => use._count !== 3 || Number(use._sum.quantity) !== 3)).toEqual([]);
    expect(reserved.filter((one) => one._count !== 3)).toEqual([]);
    expect([...waiting].filter((id) => done.has(id))).toEqual([]);
    const levels = await Promise.all(shelves.map((shelf) => levelOf(app, shelf)));
    const left = levels.reduce((all, level) => all + level.on_hand, 0);
    expect(left).toBe(STOCK * shelves.length - done.size * 3);

    // what they left behind can be let go and brought back
    for (const id of waiting) await app.ctx().tx((ctx) => releaseStock(ctx, { type: 'sale', id }));
    for (const id of [...done].slice(0, 20))
      await app.ctx().tx((ctx) => restockAll(ctx, { type: 'sale', id }));
    await expectSound(app);
  });
}, 300_000);
