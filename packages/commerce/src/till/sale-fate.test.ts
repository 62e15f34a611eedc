import { expect, test } from 'vitest';
import { decideFate } from './sale-fate.ts';

test.each([
  ['offer', 'nothing', 'book_or_refuse'],
  ['sold', 'nothing', 'book'],
  ['void', 'nothing', 'void'],
  ['offer', 'sold', 'answer_stored'],
  ['sold', 'sold', 'answer_stored'],
  ['void', 'sold', 'counter_sale'],
  ['offer', 'void', 'answer_stored'],
  ['sold', 'void', 'hold'],
  ['void', 'void', 'answer_stored'],
  ['offer', 'countered', 'answer_stored'],
  ['sold', 'countered', 'answer_stored'],
  ['void', 'countered', 'answer_stored'],
] as const)('%s where %s stands: %s', (arrives, standing, fate) => {
  expect(decideFate({ standing, arrives })).toBe(fate);
});
