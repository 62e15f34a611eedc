import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { repoPath } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { readOutputUntil } from './lib/process/read-output-until.mjs';

const dataDir = mkdtempSync(join(tmpdir(), 'dukkan-start-'));
const script = repoPath('scripts', 'start.mjs');
let port = '';
const running: ChildProcess[] = [];

beforeAll(async () => {
  port = await freePort();
  // the same preparation as `npm start`, before the time is measured; turbo has done it where it runs the suite
  if (!process.env.TURBO_HASH) await prepare({ withInstall: false });
}, 120_000);
afterEach(async () => {
  // a process left over from a failed test would make the next one fail
  for (const child of running.splice(0))
    if (child.exitCode === null && child.signalCode === null) await end(child, 'SIGTERM');
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? String(address.port) : '';
}

const shop = (more: Record<string, string> = {}) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  PORT: port,
  DATA_DIR: dataDir,
  ...more,
});

/** Starts the shop and waits until it reports that it is ready. */
async function start() {
  const child = spawn(process.execPath, [script], { env: shop(), stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  const said = await readOutputUntil(child, /is ready at .*\n/);
  expect(said).toContain(`Dukkan is ready at http://127.0.0.1:${port}`);
  return { child, said };
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  const ended = once(child, 'exit');
  child.kill(signal);
  return (await ended)[0];
}

/** Returns the processes that still run for this data folder. */
function leftovers() {
  const { stdout } = spawnSync('ps', ['-eww', '-o', 'args='], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line.includes(dataDir));
}

async function isAnswering() {
  const answer = await fetch(`http://127.0.0.1:${port}/livez`).catch(() => undefined);
  return answer?.ok === true;
}

test('a started shop prints its address and accounts, and Ctrl-C ends all its processes', {
  timeout: 120_000,
}, async () => {
  const { child, said } = await start();
  expect(said).toContain('admin@demo.test');
  expect(await isAnswering()).toBe(true);
  expect(await end(child, 'SIGINT')).toBe(0);
  expect(await isAnswering()).toBe(false);
  expect(leftovers()).toEqual([]);
});

test('after kill -9 no process is left, and the next start works', {
  timeout: 120_000,
}, async () => {
  const first = await start();
  await end(first.child, 'SIGKILL');
  for (let tries = 0; tries < 100 && leftovers().length > 0; tries += 1) await sleep(100);
  expect(leftovers()).toEqual([]);
  const second = await start();
  // the time is measured elsewhere (docs/benchmarks.md), because other tests run at the same time
  expect(second.said).not.toContain('migrations:');
  expect(await end(second.child, 'SIGTERM')).toBe(0);
});

test('a data folder is used by one start at a time', { timeout: 120_000 }, async () => {
  const { child } = await start();
  const samePort = spawnSync(process.execPath, [script], { env: shop(), encoding: 'utf8' });
  expect(samePort.stderr).toMatch(/^PORT: \d+ on 127\.0\.0\.1 is taken/);
  const otherPort = spawnSync(process.execPath, [script], { env: shop({ PORT: '0' }), encoding: 'utf8' });
  expect(otherPort.stderr).toMatch(/^DATA_DIR: .* is in use by process \d+/);
  expect([samePort.status, otherPort.status]).toEqual([1, 1]);
  expect(await isAnswering()).toBe(true);
  await end(child, 'SIGTERM');
});

test.each([
  ['DATABASE_URL', 'mysql://shop'],
  ['DATABASE_URL', 'postgresql://shop:secret@127.0.0.1:1/shop'],
  ['DIRECT_DATABASE_URL', 'postgresql://shop:secret@127.0.0.1:1/shop'],
  ['PORT', '70000'],
  ['HOST', '203.0.113.7'],
  ['DATA_DIR', '/dev/null/shop'],
  ['DEMO', 'perhaps'],
  ['SECRET_KEY', 'short'],
])('%s=%s ends the start with one sentence that names the setting', { timeout: 60_000 }, (key, value) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    env: shop({ [key]: value }),
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toMatch(new RegExp(`^${key}\\b`));
  expect(stdout + stderr).not.toContain('secret');
});
