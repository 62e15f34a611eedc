import autocannon from 'autocannon';
import { UserError } from '../user-error.mjs';
import { takeInTurn } from './asking.mjs';

const CONNECTIONS = 10;

/** Returns the value below which a `share` of the sorted values is. */
const quantile = (sorted, share) =>
  // a missing answer counts as slower than any received one
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.POSITIVE_INFINITY;

/** Cycles through the queries. */
function inTurn(requestList) {
  const next = takeInTurn(requestList);
  return { requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }] };
}

function fire({ url, token, body = {}, asked }, seconds) {
  return new Promise((resolve, reject) => {
    const times = [];
    const refused = new Map();
    const run = autocannon(
      {
        url,
        method: 'POST',
        connections: CONNECTIONS,
        duration: seconds,
        headers: {
          'content-type': 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        ...(asked ? inTurn(asked) : { body: JSON.stringify(body) }),
      },
      (error, result) => (error ? reject(error) : resolve({ times, refused, result })),
    );
    run.on('response', (_client, status, _bytes, ms) => {
      times.push(ms);
      if (status !== 200) refused.set(status, (refused.get(status) ?? 0) + 1);
    });
  });
}

/**
 * Posts one body, or many in turn, repeatedly over ten connections, after a short warm-up that is not counted.
 *
 * @param {{ url: string, token?: string, body?: object, asked?: { path: string, body: string }[] }} what
 * @param {number} seconds
 * @returns {Promise<{ p50: number, p95: number, p99: number, rate: number, answers: number }>} milliseconds, answers
 *   per second, and all answers including the warm-up's
 * @throws {UserError} for any status other than 200, because a refusal is fast and proves nothing
 */
export async function measure(what, seconds) {
  const before = await fire(what, 0.5);
  const { times, refused, result } = await fire(what, seconds);
  if (refused.size > 0 || result.errors > 0) {
    const [[status] = ['nothing']] = refused;
    throw new UserError(`${what.url} ${JSON.stringify(what.body)} answered ${status}`);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return {
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
    rate: times.length / result.duration,
    answers: before.times.length + times.length,
  };
}

/**
 * Measures three times and returns the run with the middle rate, with the answers of all runs; for figures that are
 * compared with others.
 */
export async function median(what, seconds) {
  const runs = [];
  for (let turn = 0; turn < 3; turn += 1) runs.push(await measure(what, seconds));
  const answers = runs.reduce((all, run) => all + run.answers, 0);
  return { ...runs.toSorted((a, b) => a.rate - b.rate)[1], answers };
}
