// @vitest-environment node
import { expect, it } from 'vitest';
import { mergeCountAnswer } from './merge.ts';
import type { Count } from './use-count.ts';

const line = (item_id: number, counted: number | null) =>
  ({ id: item_id, item_id, counted }) as Count['items'][number];
const count = (version: number, items: Count['items']) => ({ id: 1, version, items }) as Count;

it('lines that were sent come before known lines in a stock count', () => {
  const known = count(4, [line(1, 2), line(2, 5)]);
  const merged = mergeCountAnswer(known, count(5, [line(2, 6)]), [{ item_id: 2, add: 1 }]);
  expect(merged).toEqual(count(5, [line(2, 6), line(1, 2)]));
});

it('a removed line is dropped from a stock count', () => {
  const known = count(4, [line(1, 2), line(2, 5)]);
  expect(mergeCountAnswer(known, count(5, []), [{ item_id: 2, counted: null }])?.items).toEqual([line(1, 2)]);
});

it("a stock count answer is not merged after another user's count or when it is outdated", () => {
  const known = count(4, [line(1, 2)]);
  for (const version of [3, 4, 6])
    expect(mergeCountAnswer(known, count(version, [line(1, 3)]), [])).toBeNull();
});
