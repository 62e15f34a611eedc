import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, type Person } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { stocked } from '../sales.ts';
import { counterOf } from './counter.ts';
import { type Power, startPower } from './power.ts';
import { type Process, startProcess } from './processes.ts';
import { sized } from './size.ts';
import { expectSound } from './soundness.ts';

const ROUNDS = sized(2, 10);
const LANES = sized(4, 25);
const STOCK = 50_000;

let power: Power;
let counter: ReturnType<typeof counterOf>;
let admin: Person;
const running: Process[] = [];

const envAt = () => ({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  PASSWORD_COST: '4',
  RATE_PER_MINUTE: '1000000',
  DATABASE_URL: power.url(),
  DATA_DIR: join(power.folder, 'data'),
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
  power = await startPower('orders');
  const shelves = await withShop(async (app) => {
    admin = await makeAdmin(app);
    const first = await stocked(app, STOCK);
    const others = [1, 2, 3].map(() => stocked(app, STOCK, { branch_id: first.branch_id }));
    return [first, ...(await Promise.all(others))];
  });
  counter = counterOf({ shelves, token: () => admin.token, stock: STOCK });
}, 120_000);
afterAll(async () => {
  await Promise.all(running.map((process) => process.kill()));
  await power.remove();
});

it(`F1 F2 F4 P3 P4 P5 two API processes are killed ${ROUNDS} times each among ${LANES * 2} sellers, and the database once: acknowledged orders exist, and repeated ones exist once`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    let isOver = false;
    const pair = [await startOne(), await startOne()];
    const lanes = pair.flatMap((process) =>
      Array.from({ length: LANES }, () =>
        counter.lane(
          () => process,
          () => isOver,
        ),
      ),
    );
    await sleep(sized(1_500, 4_000) + Math.random() * 500);
    // a machine with other work to do needs longer before there is something to lose
    const known = counter.known().length;
    while (counter.known().length < known + LANES + 1) await sleep(50);
    if (round === 1) {
      await power.cut();
      await sleep(300);
      isOver = true;
      await Promise.all(pair.map((process) => process.kill()));
      await power.on();
    } else {
      await Promise.all(pair.map((process) => process.kill()));
      isOver = true;
    }
    await Promise.all(lanes);
    await withShop(expectSound);
  }
  expect(counter.known().length).toBeGreaterThan(ROUNDS * LANES);
  expect(counter.open().length).toBeGreaterThan(0);

  const after = await startOne();
  await counter.settle(() => after);
  await counter.expectKept(() => after, sized(150, 5_000));
  await after.kill();

  await withShop(async (app) => {
    await expectSound(app);
    await counter.expectOnce(app);
  });
}, 900_000);
