import { expect, it } from 'vitest';
import { drawArrows, listArrows, putDrawings } from './drawing.mjs';

const folderOf = (file: string) => file.split('/')[0];

it('imports within a place are no arrow, and several between two places are one', () => {
  const arrows = listArrows(
    [
      ['a/one.ts', 'a/two.ts'],
      ['a/one.ts', 'b/one.ts'],
      ['a/two.ts', 'b/two.ts'],
    ],
    folderOf,
  );
  expect(arrows).toEqual(new Map([['a', new Set(['b'])]]));
});

it('an arrow that follows from others is not drawn', () => {
  const arrows = new Map([
    ['a', new Set(['b', 'c'])],
    ['b', new Set(['c'])],
  ]);
  expect(drawArrows(arrows)).toBe('```mermaid\nflowchart TD\n  a --> b\n  b --> c\n```');
});

it('a drawing replaces the former one, and a page without a place for it is refused', () => {
  const page = 'before\n<!-- drawn: parts -->\nold\n<!-- end -->\nafter';
  expect(putDrawings(page, { parts: 'new' })).toBe('before\n<!-- drawn: parts -->\nnew\n<!-- end -->\nafter');
  expect(() => putDrawings(page, { modules: 'new' })).toThrow('modules');
});
