import { expect, test } from 'vitest';
import { getVisitKey, toSameVisit } from './visit-key.ts';

test('switching the branch keeps the visit, and opening the page again starts a new one', () => {
  const opened = { key: 'a', state: null };
  const switched = { key: 'b', state: toSameVisit(opened) };
  const again = { key: 'c', state: toSameVisit(switched) };
  expect([opened, switched, again].map(getVisitKey)).toEqual(['a', 'a', 'a']);
  expect(getVisitKey({ key: 'd', state: null })).toBe('d');
});

test('switching the branch keeps the other state of the address', () => {
  expect(toSameVisit({ key: 'a', state: { isJustPlaced: true } })).toEqual({
    isJustPlaced: true,
    visit: 'a',
  });
});
