import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Fleet, startFleet } from './processes.ts';

/** What a defect somewhere in a process would do, when it is told to. */
const FAULTS = `
process.on('SIGUSR2', () => void Promise.reject(new Error('nobody waited for this')));
process.on('SIGWINCH', () => setImmediate(() => { throw new Error('nobody caught this'); }));`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(FAULTS)}`;

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet({ NODE_OPTIONS });
});
afterAll(() => fleet.stop());

it('F10 an unhandled promise rejection is logged and stops nothing, twenty times', async () => {
  for (let time = 1; time <= 20; time += 1) {
    process.kill(fleet.one.pid, 'SIGUSR2');
    expect((await fleet.one.call(api.setting.public)).status).toBe(200);
  }
  await expect.poll(() => fleet.one.log().split('unhandled rejection').length - 1).toBe(20);
});

it('F10 an uncaught exception is logged and ends its process, and another process serves on', async () => {
  process.kill(fleet.two.pid, 'SIGWINCH');
  const code = await Promise.race([fleet.two.ended, sleep(5_000, 'still there')]);
  expect(code).toBe(1);
  expect(fleet.two.log()).toContain('nobody caught this');
  expect((await fleet.one.call(api.setting.public)).status).toBe(200);
  const next = await fleet.add();
  expect((await next.call(api.setting.public)).status).toBe(200);
}, 60_000);
