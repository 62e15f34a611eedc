// @vitest-environment node
import { expect, it } from 'vitest';
import { keepRowPositions } from './steady-rows.ts';

const row = (id: number, version = 1) => ({ id, version });
const ids = (cards: ReturnType<typeof keepRowPositions<ReturnType<typeof row>>>) =>
  cards.map(({ row, isGone }) => (isGone ? -row.id : row.id));

it('a row under the pointer keeps its place while rows are added, removed or reordered', () => {
  const shown = [1, 2, 3].map((id) => ({ row: row(id), isGone: false }));
  // another user moves the first row on, a more urgent one arrives, and the last is sorted to the front
  const after = keepRowPositions(shown, [row(9), row(3), row(2, 2)]);
  expect(ids(after)).toEqual([-1, 2, 3, 9]);
  expect(after[1]?.row.version).toBe(2);
  // a row that returns gets its old position
  expect(ids(keepRowPositions(after, [row(1, 3), row(2), row(3), row(9)]))).toEqual([1, 2, 3, 9]);
});
