import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeBranch, makePerson } from '../../test/actors.ts';
import { startApp, type TestApp } from '../../test/app.ts';

let app: TestApp;
/** How often sessions are asked for, and how many of the next times the database is out of reach. */
let askCount: number;
let failing: number;
/** How far the product's clock is ahead. */
let ahead: number;

beforeEach(async () => {
  [askCount, failing, ahead] = [0, 0, 0];
  app = await startApp({ env: { STREAM_CHECK_MS: '60' }, now: () => new Date(Date.now() + ahead) });
  const { pool } = app.services.database;
  const query = pool.query.bind(pool) as (said: { name?: string }) => Promise<unknown>;
  vi.spyOn(pool, 'query').mockImplementation((async (said: { name?: string }) => {
    if (said.name !== 'session') return query(said);
    askCount += 1;
    if (failing === 0) return query(said);
    failing -= 1;
    throw new Error('no connection');
  }) as never);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await app.stop();
});

async function openStream() {
  const here = await makeBranch(app);
  const { token } = await makePerson(app, { permissions: ['branchs'], branch_id: here.id });
  const response = await fetch(`${app.url}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ topics: ['branch'] }),
  });
  const stream = { isOver: false };
  void response.text().then(() => Object.assign(stream, { isOver: true }));
  return stream;
}

const HOUR = 3_600_000;

const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 10 });

test('a live stream continues after one failed read of its permissions', async () => {
  const stream = await openStream();
  await until(() => expect(askCount).toBeGreaterThan(1));
  const before = askCount;
  failing = 1;
  await until(() => expect(askCount).toBeGreaterThan(before + 3));
  expect([failing, stream.isOver]).toEqual([0, false]);
});

test('a live stream ends after two failed reads of its permissions in a row', async () => {
  const stream = await openStream();
  failing = Number.POSITIVE_INFINITY;
  const before = askCount;
  await until(() => expect(stream.isOver).toBe(true));
  expect(askCount - before).toBe(2);
});

test('a session that only listens to live events ends after 12 hours without a call, and so does its stream', async () => {
  const stream = await openStream();
  ahead = 11 * HOUR;
  const before = askCount;
  await until(() => expect(askCount).toBeGreaterThan(before + 3));
  expect(stream.isOver).toBe(false);
  ahead = 13 * HOUR;
  await until(() => expect(stream.isOver).toBe(true));
});
