import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../user-error.mjs';
import { median, quantile } from './fill-shop.mjs';
import { judge } from './limits.mjs';
import { send } from './own-api.mjs';

const PEOPLE = 50;
const PASSWORD = 'Dukkan!2026';
/** The interval of requests for the settings, which does not wait for earlier answers. */
const ASK_EVERY_MS = 10;

const mail = (at) => `sign-in${at}@bench.test`;

/** Creates fifty accounts with a password hashed at its real cost: the administrator's, who has just signed in. */
async function hirePeople(client, url) {
  const admin = { email: 'admin@demo.test', password: PASSWORD };
  const { status } = await send(url, '/user/auth', admin);
  if (status !== 200) throw new UserError(`The sign-in was answered ${status}`);
  const { rows } = await client.query(
    'SELECT password_hash, role_id FROM account WHERE email = $1 AND deleted_at IS NULL',
    [admin.email],
  );
  const [{ password_hash, role_id }] = rows;
  const cost = Number(password_hash.split('$')[2]);
  await client.query(
    `INSERT INTO account (name, email, role_id)
     SELECT 'Sign-in ' || n, 'sign-in' || n || '@bench.test', $1 FROM generate_series(1, ${PEOPLE}) n ON CONFLICT DO NOTHING`,
    [role_id],
  );
  await client.query(
    `UPDATE account SET password_hash = $1, email_verified_at = now() WHERE email LIKE 'sign-in%@bench.test'`,
    [password_hash],
  );
  return cost;
}

/**
 * Returns the milliseconds of each answer; requests are sent at fixed times, even while earlier answers are missing.
 */
async function askSteadily(url, isOver) {
  const [times, counts] = [[], []];
  for (let due = performance.now(); !isOver(); due += ASK_EVERY_MS) {
    await sleep(Math.max(0, due - performance.now()));
    const from = due;
    const answer = send(url, '/settings', {}).then(({ status }) => {
      if (status !== 200) throw new UserError(`/settings answered ${status}`);
      times.push(performance.now() - from);
    });
    // an early failure is reported by Promise.all at the end
    answer.catch(() => undefined);
    counts.push(answer);
  }
  await Promise.all(counts);
  return times;
}

/**
 * Signs in fifty accounts at once, with passwords hashed at their real cost, and measures how long other requests for
 * the settings take meanwhile (row R13).
 *
 * @param {Awaited<ReturnType<typeof import('./stage.mjs').openStage>>} stage
 * @param {string} url of an API process with the default cost
 * @returns {Promise<{ rows: (string | number)[][], text: string }>}
 */
export async function signIns({ client }, url) {
  const cost = await hirePeople(client, url);
  const until = performance.now() + 2_000;
  const quiet = await askSteadily(url, () => performance.now() > until);
  let isOver = false;
  const asking = askSteadily(url, () => isOver);
  const from = performance.now();
  const signIn = async (at) => {
    const { status, json } = await send(url, '/user/auth', { email: mail(at), password: PASSWORD });
    if (status !== 200) throw new UserError(`A sign-in was answered ${status}: ${json.message}`);
    return performance.now() - from;
  };
  const signing = Promise.all(Array.from({ length: PEOPLE }, (_, at) => signIn(at + 1)));
  // waits for both before an error is thrown, because the API is stopped after that
  await signing.catch(() => undefined);
  isOver = true;
  const times = await asking;
  const took = await signing;
  await client.query(
    `DELETE FROM session WHERE account_id IN (SELECT id FROM account WHERE email LIKE 'sign-in%@bench.test')`,
  );
  const all = Math.max(...took) / 1_000;
  return {
    rows: [judge('R13', `${PEOPLE} sign-ins at once: /settings p99 meanwhile`, quantile(times, 0.99))],
    text: `${PEOPLE} sign-ins at cost ${cost} took ${all.toFixed(1)} s together; meanwhile the settings were asked for every ${ASK_EVERY_MS} ms (${times.length} times, p50 ${median(times).toFixed(1)} ms; before, p50 ${median(quiet).toFixed(1)} ms and p99 ${quantile(quiet, 0.99).toFixed(1)} ms).`,
  };
}
