import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeMarginPercent, computePriceChangePercent } from './price-change.ts';

describe('change against the base price', () => {
  test.each([
    [9, 10, -10],
    [10, 10, 0],
    [11.25, 10, 12.5],
    [0, 10, -100],
    [1.235, 1.24, -0.4],
  ])('a price of %d against a base of %d is a change of %d percent', (price, base, change) => {
    expect(computePriceChangePercent(price, base)).toBe(change);
  });

  test('a price without a base price has no change', () => {
    expect(computePriceChangePercent(5, 0)).toBeNull();
  });
});

describe('margin', () => {
  test.each([
    [11.9, 5, 19, 50],
    [10, 7.5, 0, 25],
    [10, 10, 0, 0],
    [10, 12, 0, -20],
    [11.9, 10, 19, 0],
  ])(
    'a price of %d at a cost of %d with %d percent tax included has a margin of %d percent',
    (price, cost, tax, margin) => {
      expect(computeMarginPercent(price, cost, tax)).toBe(margin);
    },
  );

  test('a price without a cost, or a cost without a price, has no margin', () => {
    expect(computeMarginPercent(10, null, 0)).toBeNull();
    expect(computeMarginPercent(0, 3, 0)).toBeNull();
  });

  test('a margin is negative exactly when the price without tax is below the cost by at least the rounding', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 0, max: 2_500 }),
        (price, cost, bp) => {
          const exact = (1 - (cost * (10_000 + bp)) / (price * 10_000)) * 100;
          const margin = computeMarginPercent(price / 100, cost / 100, bp / 100) ?? Number.NaN;
          expect(Math.abs(margin - exact)).toBeLessThanOrEqual(0.05 + Math.abs(exact) * 1e-9 + 1e-9);
        },
      ),
    );
  });
});
