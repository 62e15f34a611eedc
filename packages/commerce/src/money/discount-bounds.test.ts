import { describe, expect, test } from 'vitest';
import { findDiscountProblem } from './discount-bounds.ts';

describe('discount bounds (vector V2.9): strictly between 0.5 % and 99.5 % of the price', () => {
  test.each<['fixed' | 'percent', number | null, number, string | null]>([
    ['fixed', 0.5, 100, 'too_low'],
    ['fixed', 0.51, 100, null],
    ['fixed', 99.49, 100, null],
    ['fixed', 99.5, 100, 'too_high'],
    ['percent', 0.5, 100, 'too_low'],
    ['percent', 0.51, 100, null],
    ['percent', 99.49, 0.01, null],
    ['percent', 99.5, 100, 'too_high'],
    ['fixed', 0.01, 0.01, 'too_high'],
    ['fixed', 0.005, 0.01, null],
    ['fixed', 1, 0, 'too_high'],
    ['fixed', -1, 100, 'too_low'],
    ['fixed', null, 100, 'missing'],
    ['percent', Number.NaN, 100, 'missing'],
  ])('a discount of %s %s on a price of %s: %s', (type, discount, price, problem) => {
    expect(findDiscountProblem(type, discount, price)).toBe(problem);
  });
});
