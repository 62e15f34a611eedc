import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { makeAdmin, type Person } from '../actors.ts';
import { listenTo } from '../listening.ts';
import { stocked } from '../sales.ts';
import { type Balancer, balance } from './balancer.ts';
import { counterOf } from './counter.ts';
import { callsTo, type Fleet, type Process, startFleet } from './processes.ts';
import { sized, tally, timeLimit } from './size.ts';
import { expectSound } from './soundness.ts';

/** Each of the two is replaced so often. */
const ROUNDS = sized(1, 5);
const PER_SECOND = sized(25, 50);
const STOCK = 100_000;
const PATIENCE = { timeout: 60_000 };

let fleet: Fleet;
let balancer: Balancer;
let admin: Person;

beforeAll(async () => {
  fleet = await startFleet({ ROLE: 'api', RATE_PER_MINUTE: '1000000', DRAIN_WAIT_MS: '5000' });
  await fleet.add({ ROLE: 'worker' });
  admin = await makeAdmin(fleet.hand);
  balancer = await balance(fleet.all.map(({ url }) => url));
}, 120_000);
afterAll(async () => {
  await balancer?.close();
  await fleet?.stop();
});

const readiness = ({ url }: Process): Promise<number> => fetch(`${url}/readyz`).then(({ status }) => status);

/** A browser's stream through the balancer: where it ends it is opened again from what was heard last. */
function browser() {
  const orders = new Set<number>();
  let isOver = false;
  let last_id = 0;
  let opened = 0;
  let stop: () => void = () => undefined;
  const listening = (async () => {
    while (!isOver) {
      const stream = await listenTo(balancer.url, admin.token, { last_id }).catch(() => null);
      if (!stream) {
        await sleep(100);
        continue;
      }
      opened += 1;
      stop = stream.stop;
      await stream.ended;
      for (const id of stream.orders()) orders.add(id);
      expect(stream.heard.map(({ event }) => event)).not.toContain('reset');
      last_id = Math.max(last_id, ...stream.heard.map(({ id }) => id ?? 0));
    }
  })();
  const close = async () => {
    isOver = true;
    stop();
    await listening;
  };
  onTestFinished(close);
  return { orders, opened: () => opened, close };
}

it(`F6 P12 behind a load balancer two API processes are replaced ${ROUNDS} times each at ${PER_SECOND} orders a second: each order is created once, few calls are repeated, and browsers receive all events`, async () => {
  const shelves = [await stocked(fleet.hand, STOCK)];
  for (let n = 0; n < 7; n += 1)
    shelves.push(await stocked(fleet.hand, STOCK, { branch_id: shelves[0]?.branch_id ?? 0 }));
  const counter = counterOf({ shelves, token: () => admin.token, stock: STOCK });
  const shop = callsTo(balancer.url);
  const screen = browser();
  await expect.poll(screen.opened, PATIENCE).toBe(1);

  let isOver = false;
  const tries: number[] = [];
  const orders: Promise<void>[] = [];
  const order = async () => {
    const deed = counter.plan(api.order.make, counter.sale());
    let askCount = 0;
    for (; deed.text === null && askCount < 50; askCount += 1) {
      if (askCount > 0) await sleep(50);
      await counter.repeat(shop, deed);
    }
    tries.push(askCount);
  };
  const load = (async () => {
    while (!isOver) {
      orders.push(order());
      await sleep(1_000 / PER_SECOND);
    }
  })();
  onTestFinished(async () => {
    isOver = true;
    await load;
    await Promise.all(orders);
  });

  const running: Process[] = [...fleet.all];
  for (let round = 0; round < ROUNDS * running.length; round += 1) {
    const at = round % running.length;
    const leaving = running[at] as Process;
    await sleep(sized(500, 2_000));
    const from = performance.now();
    const gone = leaving.kill('SIGTERM');
    // the balancer is told before anybody is refused
    await expect.poll(() => readiness(leaving), { timeout: 4_500, interval: 20 }).toBe(503);
    expect((await leaving.call(api.order.list, {}, { token: admin.token })).status).toBe(200);
    expect(await gone).toBe(0);
    expect(performance.now() - from).toBeLessThan(timeLimit(15_000));
    expect(leaving.log()).not.toContain('"defect"');
    // who is left is served by the other one alone, and the next one takes the same address
    await expect.poll(balancer.ready, PATIENCE).not.toContain(leaving.url);
    running[at] = await fleet.add({ PORT: new URL(leaving.url).port });
    await expect.poll(balancer.ready, PATIENCE).toHaveLength(running.length);
  }
  await sleep(500);
  isOver = true;
  await load;
  await Promise.all(orders);

  // whoever was cut or told that the shop is busy asked again by the same key, and that was enough
  expect(counter.open()).toEqual([]);
  const statuses = tally(counter.answers.map(({ status }) => status));
  expect(Object.keys(statuses).filter((status) => !['0', '200', '409', '503'].includes(status))).toEqual([]);
  expect(counter.known().length).toBe(counter.deeds.length);
  const again = tries.filter((count) => count > 1).length;
  expect(again, JSON.stringify(statuses)).toBeLessThan(tries.length * 0.01);
  await counter.expectKept(() => shop, sized(50, 500));

  const made = counter.known().map(({ text }) => JSON.parse(text ?? '{}').results.id as number);
  await sleep(1_000);
  await screen.close();
  expect(made.filter((id) => !screen.orders.has(id))).toEqual([]);
  expect(screen.opened()).toBeGreaterThan(1);

  await counter.expectOnce(fleet.hand);
  await expectSound(fleet.hand);
}, 600_000);
