import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createBatcher } from './batcher.ts';

/** Questions that are answered when the test says so. */
function desk() {
  const asked: { readonly keys: readonly string[]; readonly answer: PromiseWithResolvers<string> }[] = [];
  const together = createBatcher(async (keys: readonly string[]) => {
    const answer = Promise.withResolvers<string>();
    asked.push({ keys, answer });
    const said = await answer.promise;
    return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, `${key} ${said}`]));
  });
  const ask = async (key: string) => (await together([key])).get(key);
  const reached = async (count: number) => {
    while (asked.length < count) await pause(1);
  };
  return { ask, asked, reached };
}

it('one question serves all who ask in the same moment, each with an own answer', async () => {
  const { ask, asked, reached } = desk();
  const answers = Promise.all([ask('a'), ask('b'), ask('a'), ask('nobody')]);
  await reached(1);
  asked[0]?.answer.resolve('now');
  expect(await answers).toEqual(['a now', 'b now', 'a now', undefined]);
  expect(asked.map(({ keys }) => keys)).toEqual([['a', 'b', 'nobody']]);
});

it('who comes while a question is under way gets the answer to a later one', async () => {
  const { ask, asked, reached } = desk();
  const first = ask('a');
  await reached(1);
  const second = ask('a');
  asked[0]?.answer.resolve('before');
  expect(await first).toBe('a before');
  await reached(2);
  asked[1]?.answer.resolve('after');
  expect(await second).toBe('a after');
});

it('a question without an answer does not hold up the next', async () => {
  const { ask, asked, reached } = desk();
  const stuck = ask('a');
  await reached(1);
  const next = ask('b');
  await reached(2);
  asked[1]?.answer.resolve('now');
  expect(await next).toBe('b now');
  asked[0]?.answer.resolve('late');
  expect(await stuck).toBe('a late');
});

it('a question that fails does so for its own callers, and those behind it are asked for', async () => {
  const { ask, asked, reached } = desk();
  const failing = expect(Promise.all([ask('a'), ask('b')])).rejects.toThrow('gone');
  await reached(1);
  const next = ask('a');
  asked[0]?.answer.reject(new Error('gone'));
  await failing;
  await reached(2);
  asked[1]?.answer.resolve('again');
  expect(await next).toBe('a again');
});

it('so many as one question holds are asked at once, and who asks for little does not wait for all', async () => {
  const asked: (readonly number[])[] = [];
  const ask = createBatcher(async (keys: readonly number[]) => {
    asked.push(keys);
    await pause(5);
    return keys.length;
  }, 10);
  const many = Array.from({ length: 12 }, (_, at) => [at * 3, at * 3 + 1, at * 3 + 2]);
  await Promise.all([...many, [99]].map(ask));
  expect(asked.map(({ length }) => length)).toEqual([12, 12, 12, 1]);
  expect(asked.flat()).toEqual([...many.flat(), 99]);
});
