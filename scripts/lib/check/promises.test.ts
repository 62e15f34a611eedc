import { expect, test } from 'vitest';
import { carried, promiseOf, unproved } from './promises.mjs';

test('every promise has a test with its id in its title or a reason why not, never both', () => {
  const { excused, missing, stale } = unproved([...carried()]);
  expect({ missing, stale }).toEqual({ missing: [], stale: [] });
  expect(excused.length).toBeLessThan(12);
});

test('a promise without a test is reported', () => {
  const { missing } = unproved([...carried()].filter((id) => id !== 'P1'));
  expect(missing).toEqual(['P1']);
});

test('the ids of a test are those at the beginning of its title', () => {
  expect(promiseOf('P7 P8 V2 it adds up')).toEqual({ ids: ['P7', 'P8'], sentence: 'it adds up' });
  expect(promiseOf('what R1 says')).toEqual({ ids: [], sentence: 'what R1 says' });
});
