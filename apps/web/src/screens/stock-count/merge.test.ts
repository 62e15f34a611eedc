// @vitest-environment node
import { expect, it } from 'vitest';
import { mergeCountAnswer } from './merge.ts';
import type { Count } from './use-count.ts';

const line = (item_id: number, counted: number | null) =>
  ({ id: item_id, item_id, counted }) as Count['items'][number];
const count = (version: number, items: Count['items']) => ({ id: 1, version, items }) as Count;

it('puts the lines that were sent before those that are known', () => {
  const known = count(4, [line(1, 2), line(2, 5)]);
  const merged = mergeCountAnswer(known, count(5, [line(2, 6)]), [{ item_id: 2, add: 1 }]);
  expect(merged).toEqual(count(5, [line(2, 6), line(1, 2)]));
});

it('drops a line that was taken out', () => {
  const known = count(4, [line(1, 2), line(2, 5)]);
  expect(mergeCountAnswer(known, count(5, []), [{ item_id: 2, counted: null }])?.items).toEqual([line(1, 2)]);
});

it('is no next step where somebody else counted meanwhile, nor of an answer that was given before', () => {
  const known = count(4, [line(1, 2)]);
  for (const version of [3, 4, 6])
    expect(mergeCountAnswer(known, count(version, [line(1, 3)]), [])).toBeNull();
});
