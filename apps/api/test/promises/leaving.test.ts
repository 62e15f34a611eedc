import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Fleet, startFleet } from './processes.ts';

let fleet: Fleet;

beforeAll(async () => {
  fleet = await startFleet();
}, 120_000);
afterAll(() => fleet?.stop());

it('F6 a process ends in time even when nobody reads its log any more', async () => {
  const { one } = fleet;
  one.deafen();
  const ended = await Promise.race([one.kill('SIGTERM'), sleep(15_000, 'still there', { ref: false })]);
  expect(ended).toBe(0);
});

it('F6 the last log lines of a process are written before it ends', async () => {
  const { two } = fleet;
  expect(await two.kill('SIGTERM')).toBe(0);
  expect(two.log()).toContain('"draining"');
});
