import { expect, it } from 'vitest';
import { toItemTitle } from './item-title.ts';

it('an item is called as its product with its option behind it, and nothing where there is no title', () => {
  expect(toItemTitle('Linen shirt', 'M')).toBe('Linen shirt · M');
  expect(toItemTitle('Linen shirt', null)).toBe('Linen shirt');
  expect(toItemTitle('', 'M')).toBe('');
});
