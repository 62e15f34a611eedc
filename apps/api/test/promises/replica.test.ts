import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { makeAdmin, type Person } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { listenTo } from '../listening.ts';
import { makeShelf } from '../stock.ts';
import { type Power, startPower } from './power.ts';
import { type Standby, startStandby } from './standby.ts';

const PATIENCE = { timeout: 10_000 };
/** How far behind the replica of the patient shop may be, and of the other one. */
const [LONG, SHORT] = [60_000, 500];

let power: Power;
let standby: Standby;
let app: TestApp;
/** Another process of the same shop, which does not wait so long for its replica. */
let other: TestApp;
let writer: Person;
let reader: Person;
let branch_id: number;

beforeAll(async () => {
  power = await startPower('replica');
  standby = await startStandby(power.folder, power.url(), join(power.folder, 'standby'));
  const env = {
    SECRET_KEY: randomBytes(32).toString('hex'),
    READ_DATABASE_URL: standby.url('dukkan'),
    ROLE: 'api',
  };
  app = await startApp({ database: power.url(), env: { ...env, READ_LAG_MS: String(LONG) } });
  other = await startApp({ database: power.url(), env: { ...env, READ_LAG_MS: String(SHORT) } });
  writer = await makeAdmin(app);
  reader = await makeAdmin(app);
  branch_id = (await makeShelf(app)).branch_id;
  while (Date.now() - (app.services.replica?.replicatedUpTo() ?? 0) > 1_000) await sleep(50);
}, 120_000);
afterAll(async () => {
  await app?.stop();
  await other?.stop();
  await standby?.stop();
  await power?.remove();
});

const rename = async (no: string, at = app) => {
  const said = await at.call(api.branch.update, { id: branch_id, no }, { token: writer.token });
  expect(said.status, said.text).toBe(200);
};
const seen = async (person: Person, at = app): Promise<string | null> => {
  const said = await at.call(api.branch.list, {}, { token: person.token });
  expect(said.status, said.text).toBe(200);
  return said.results.find(({ id }) => id === branch_id)?.no ?? null;
};
/** The replica stands still, as behind a long query or a slow line. */
async function still() {
  await standby.query('SELECT pg_wal_replay_pause()');
  const go = () => standby.query('SELECT pg_wal_replay_resume()');
  onTestFinished(go);
  return go;
}

it('lists are read from the replica, and a session that wrote reads its own writes at once in any process', async () => {
  await rename('R1');
  await expect.poll(() => seen(reader), PATIENCE).toBe('R1');
  const go = await still();
  await rename('R2');
  // so it is the replica that answers those who wrote nothing
  expect(await seen(reader)).toBe('R1');
  expect(await seen(writer)).toBe('R2');
  expect(await seen(writer, other)).toBe('R2');
  await sleep(1_200);
  expect(await seen(writer)).toBe('R2');
  await go();
  await expect.poll(() => seen(reader), PATIENCE).toBe('R2');
  // and after a moment the writer is the replica's again
  await sleep(1_500);
  await still();
  await app.services.database.pool.query('UPDATE branch SET no = $1 WHERE id = $2', ['R3', branch_id]);
  expect(await seen(writer)).toBe('R2');
});

it('a live event is sent only when the replica has the change, so that a refreshed list shows it', async () => {
  const stream = await listenTo(app.url, reader.token);
  onTestFinished(stream.stop);
  const readShown = () =>
    stream.heard.filter(({ event, data }) => event === 'branch' && data.id === branch_id).length;
  for (let n = 0; n < 20; n += 1) {
    const before = readShown();
    await rename(`E${n}`);
    await expect.poll(readShown, { ...PATIENCE, interval: 1 }).toBeGreaterThan(before);
    expect(await seen(reader)).toBe(`E${n}`);
  }
  const go = await still();
  const before = readShown();
  await rename('LATE');
  await sleep(600);
  expect(readShown()).toBe(before);
  await go();
  await expect.poll(readShown, PATIENCE).toBeGreaterThan(before);
  expect(await seen(reader)).toBe('LATE');
});

it('a replica that lags too far is not read until it has caught up', async () => {
  const go = await still();
  await rename('B1');
  await sleep(SHORT + 300);
  expect(other.services.replica?.replicatedUpTo()).toBeNull();
  expect(await seen(reader, other)).toBe('B1');
  await go();
  await expect.poll(() => other.services.replica?.replicatedUpTo() ?? 0, PATIENCE).toBeGreaterThan(0);
});

it('losing the replica causes no failed call', async () => {
  let isOver = false;
  const statuses: number[] = [];
  const asking = Promise.all(
    [1, 2, 3, 4].map(async () => {
      while (!isOver) statuses.push((await app.call(api.branch.list, {}, { token: reader.token })).status);
    }),
  );
  await sleep(300);
  await standby.stop();
  await sleep(700);
  isOver = true;
  await asking;
  expect(new Set(statuses)).toEqual(new Set([200]));
  await rename('GONE');
  expect(await seen(reader)).toBe('GONE');
});
