import { expect, test } from 'vitest';
import { getVisitKey, toSameVisit } from './visit-key.ts';

test('another branch, once or twice, is the same visit, and a page that is opened anew is another one', () => {
  const opened = { key: 'a', state: null };
  const switched = { key: 'b', state: toSameVisit(opened) };
  const again = { key: 'c', state: toSameVisit(switched) };
  expect([opened, switched, again].map(getVisitKey)).toEqual(['a', 'a', 'a']);
  expect(getVisitKey({ key: 'd', state: null })).toBe('d');
});

test('what an address carries besides stays with another branch', () => {
  expect(toSameVisit({ key: 'a', state: { isJustPlaced: true } })).toEqual({
    isJustPlaced: true,
    visit: 'a',
  });
});
