import { expect, it } from 'vitest';
import { toItemTitle } from './item-title.ts';

it('an item title is the product title followed by the option, and empty without a title', () => {
  expect(toItemTitle('Linen shirt', 'M')).toBe('Linen shirt · M');
  expect(toItemTitle('Linen shirt', null)).toBe('Linen shirt');
  expect(toItemTitle('', 'M')).toBe('');
});
