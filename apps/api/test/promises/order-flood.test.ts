import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, makePerson } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { patient } from '../patient.ts';
import { mobile, selling, stocked } from '../sales.ts';
import { levelOf } from '../stock.ts';
import { sized, tally } from './size.ts';
import { expectSound } from './soundness.ts';

const LIMIT = sized(5, 30);
let now = new Date('2026-11-24T09:20:00Z');
let app: TestApp;
/** A second process on the same database. */
let other: TestApp;
beforeAll(async () => {
  const more = {
    jobs: true,
    now: () => now,
    env: { SECRET_KEY: 'c0ffee'.repeat(11).slice(0, 64), ORDERS_PER_HOUR: String(LIMIT) },
  };
  app = await startApp(more);
  other = await startApp({ ...more, database: app.database });
});
afterAll(async () => {
  await expectSound(app);
  await other.stop();
  await app.stop();
});

const customer = () => makePerson(app, { phone: mobile() });

it('R6 a customer can place and hold open a limited number of orders an hour over all processes', async () => {
  const shelf = await stocked(app, 1_000);
  const flooder = await customer();
  const replies = await Promise.all(
    Array.from({ length: LIMIT * 4 }, (_, at) =>
      patient(() => selling(at % 2 ? other : app, flooder).make(shelf, 1)),
    ),
  );
  const said = replies.map(({ status, failure }) => (status === 200 ? 'ok' : failure.code));
  expect(tally(said)).toEqual({ ok: LIMIT, 'rate.limited': LIMIT * 3 });
  const refused = replies.find(({ status }) => status === 429);
  expect(Number(refused?.headers['retry-after'])).toBe(40 * 60);
  expect(await levelOf(app, shelf)).toMatchObject({ reserved: LIMIT });
  // others buy meanwhile, and the hour ends
  expect((await selling(app, await customer()).make(shelf, 1)).status).toBe(200);
  now = new Date('2026-11-24T10:00:00Z');
  expect((await selling(app, flooder).make(shelf, 1)).status).toBe(200);
});

it('R6 refused orders do not count against the customer limit, and staff have no limit', async () => {
  const shelf = await stocked(app, 1_000);
  const unlucky = selling(app, await customer());
  for (let at = 0; at < LIMIT + 2; at += 1) expect((await unlucky.make(shelf, 5_000)).status).toBe(409);
  expect((await unlucky.make(shelf, 1)).status).toBe(200);
  const till = selling(app, await makeAdmin(app));
  for (let at = 0; at < LIMIT + 2; at += 1) expect((await till.make(shelf, 1)).status).toBe(200);
});
