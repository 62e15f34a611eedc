import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../test/app.ts';
import { MIGRATIONS } from '../env.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const ready = async () => {
  const response = await fetch(`${app.url}/readyz`);
  return [response.status, ((await response.json()) as { status: string }).status];
};

it('new code is not ready on an old database, and old code is ready on a newer one', async () => {
  const { pool } = app.services.database;
  expect(await ready()).toEqual([200, 'ok']);
  await pool.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('next', '', '99990101000000_next')`,
  );
  expect(await ready()).toEqual([200, 'ok']);
  const newest = [...MIGRATIONS].sort().at(-1);
  await pool.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1`, [newest]);
  expect(await ready()).toEqual([503, 'migrating']);
  await pool.query(`DELETE FROM _prisma_migrations WHERE migration_name = $1`, [newest]);
  expect(await ready()).toEqual([503, 'migrating']);
});

it('a POST to a read-only path is refused with 405, not 404', async () => {
  for (const path of ['/livez', '/readyz', '/openapi.json', '/files/some.webp']) {
    const { status, failure } = await app.post(path);
    expect([path, status, failure.code]).toEqual([path, 405, 'request.method_not_allowed']);
  }
  expect((await app.post('/livezz')).failure.code).toBe('route.missing');
});

it('a process whose event loop is slow refuses calls as busy and still answers /livez', async () => {
  const busy = await startApp({ env: { MAX_EVENT_LOOP_DELAY_MS: '1' } });
  const blocking = setInterval(() => {
    const until = performance.now() + 40;
    while (performance.now() < until);
  }, 50);
  try {
    await expect.poll(async () => (await busy.post('/settings')).status, { timeout: 20_000 }).toBe(503);
    const refused = await busy.post('/settings');
    expect(refused.failure.code).toBe('service.busy');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await fetch(`${busy.url}/livez`)).status).toBe(200);
  } finally {
    clearInterval(blocking);
    await busy.stop();
  }
});

it('metrics release a stopped shop and list each metric once when two shops run in one process', async () => {
  const shown = await (await fetch(`${app.url}/metrics`)).text();
  for (const name of ['process_cpu_seconds_total', 'nodejs_gc_duration_seconds', 'dukkan_request_seconds'])
    expect(shown.split(`# TYPE ${name} `), name).toHaveLength(2);
  const stopped = await (async () => {
    const other = await startApp();
    await other.stop();
    return new WeakRef(other.services);
  })();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  const isFreed = async () => {
    // a reference that was read stays until the next turn
    await new Promise((wake) => setTimeout(wake, 10));
    collect();
    return stopped.deref() === undefined;
  };
  await expect.poll(isFreed, { timeout: 20_000, interval: 100 }).toBe(true);
});
