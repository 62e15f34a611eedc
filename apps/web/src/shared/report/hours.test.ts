import { expect, it } from 'vitest';
import { listHours } from './hours.ts';

it('lists every hour from the first to the last', () => {
  expect(listHours(['11', '08'])).toEqual(['08', '09', '10', '11']);
  expect(listHours(['23'])).toEqual(['23']);
  expect(listHours([])).toEqual([]);
});
