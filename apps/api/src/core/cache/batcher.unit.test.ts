import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createBatcher } from './batcher.ts';

/** Questions that are answered when the test says so. */
function desk() {
  const requests: { readonly keys: readonly string[]; readonly answer: PromiseWithResolvers<string> }[] = [];
  const together = createBatcher(async (keys: readonly string[]) => {
    const answer = Promise.withResolvers<string>();
    requests.push({ keys, answer });
    const said = await answer.promise;
    return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, `${key} ${said}`]));
  });
  const ask = async (key: string) => (await together([key])).get(key);
  const reached = async (count: number) => {
    while (requests.length < count) await pause(1);
  };
  return { ask, requests, reached };
}

it('callers at the same moment share one query and each receives its own result', async () => {
  const { ask, requests, reached } = desk();
  const answers = Promise.all([ask('a'), ask('b'), ask('a'), ask('nobody')]);
  await reached(1);
  requests[0]?.answer.resolve('now');
  expect(await answers).toEqual(['a now', 'b now', 'a now', undefined]);
  expect(requests.map(({ keys }) => keys)).toEqual([['a', 'b', 'nobody']]);
});

it('callers that arrive while queries are running are answered by a later query', async () => {
  const { ask, requests, reached } = desk();
  const first = ask('a');
  await reached(1);
  const second = ask('a');
  requests[0]?.answer.resolve('before');
  expect(await first).toBe('a before');
  await reached(2);
  requests[1]?.answer.resolve('after');
  expect(await second).toBe('a after');
});

it('a query without an answer does not hold up the next query', async () => {
  const { ask, requests, reached } = desk();
  const stuck = ask('a');
  await reached(1);
  const next = ask('b');
  await reached(2);
  requests[1]?.answer.resolve('now');
  expect(await next).toBe('b now');
  requests[0]?.answer.resolve('late');
  expect(await stuck).toBe('a late');
});

it('a failed query fails only for its own callers, and queued keys are still queried', async () => {
  const { ask, requests, reached } = desk();
  const failing = expect(Promise.all([ask('a'), ask('b')])).rejects.toThrow('gone');
  await reached(1);
  const next = ask('a');
  requests[0]?.answer.reject(new Error('gone'));
  await failing;
  await reached(2);
  requests[1]?.answer.resolve('again');
  expect(await next).toBe('a again');
});

it('a batcher sends full batches at once, and a small request does not wait for large ones', async () => {
  const requests: (readonly number[])[] = [];
  const ask = createBatcher(async (keys: readonly number[]) => {
    requests.push(keys);
    await pause(5);
    return keys.length;
  }, 10);
  const many = Array.from({ length: 12 }, (_, at) => [at * 3, at * 3 + 1, at * 3 + 2]);
  await Promise.all([...many, [99]].map(ask));
  expect(requests.map(({ length }) => length)).toEqual([12, 12, 12, 1]);
  expect(requests.flat()).toEqual([...many.flat(), 99]);
});
