import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countDecimalPlaces,
  divideRounded,
  formatMinor,
  fromMinor,
  getCurrencyScale,
  toMinor,
} from './currency.ts';
import { splitByWeights } from './split-by-weights.ts';

test('the number of decimals of each currency comes from our own table', () => {
  for (const code of ['QAR', 'EGP', 'EUR', 'SAR', 'AED', 'GBP']) expect(getCurrencyScale(code)).toBe(2);
  for (const code of ['KWD', 'BHD', 'OMR', 'JOD', 'TND', 'LYD', 'IQD'])
    expect(getCurrencyScale(code)).toBe(3);
  expect(getCurrencyScale('JPY')).toBe(0);
  expect([getCurrencyScale('XXX'), getCurrencyScale('constructor')]).toEqual([2, 2]);
});

describe('minor units', () => {
  test.each<[number | string, number, bigint]>([
    [12.5, 2, 1250n],
    [1.005, 3, 1005n],
    [0.3, 2, 30n],
    ['1.50', 2, 150n],
    ['-0.250', 3, -250n],
    [-0, 2, 0n],
    [999999999.99, 2, 99999999999n],
    [1e-4, 4, 1n],
    [1e21, 0, 1_000_000_000_000_000_000_000n],
    [7, 0, 7n],
    ['3.000', 0, 3n],
  ])('%s with %d decimals is converted to minor units', (amount, scale, minor) => {
    expect(toMinor(amount, scale)).toBe(minor);
  });

  test.each<[number | string, number]>([
    [0.005, 2],
    [1.005, 2],
    [0.1 + 0.2, 2],
    [1e-7, 4],
    [0.5, 0],
    [Number.NaN, 2],
    [Number.POSITIVE_INFINITY, 2],
    ['', 2],
    ['1e3', 2],
    ['1,5', 2],
    ['١٢', 2],
    ['.5', 2],
    ['5.', 2],
  ])('%s with %d decimals is refused, never rounded', (amount, scale) => {
    expect(() => toMinor(amount, scale)).toThrow(RangeError);
  });

  test('converting an amount to minor units and back loses nothing', () => {
    fc.assert(
      fc.property(
        fc.bigInt(-99_999_999_999n, 99_999_999_999n),
        fc.integer({ min: 0, max: 4 }),
        (minor, scale) => {
          expect(toMinor(fromMinor(minor, scale), scale)).toBe(minor);
          expect(toMinor(formatMinor(minor, scale), scale)).toBe(minor);
        },
      ),
    );
  });

  test('decimals are counted as written', () => {
    expect([1, 1.5, 0.001, 1e-7, 1.5e-7, 1e22, -2.25].map(countDecimalPlaces)).toEqual([0, 1, 3, 7, 8, 0, 2]);
    expect([formatMinor(5n, 2), formatMinor(-1250n, 2), formatMinor(7n, 0)]).toEqual(['0.05', '-12.50', '7']);
  });
});

describe('rounding half away from zero', () => {
  test.each([
    [1n, 2n, 1n],
    [-1n, 2n, -1n],
    [1n, -2n, -1n],
    [-1n, -2n, 1n],
    [1n, 3n, 0n],
    [2n, 3n, 1n],
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [0n, 7n, 0n],
  ])('%s / %s rounds to %s', (n, d, expected) => {
    expect(divideRounded(n, d)).toBe(expected);
  });

  test('a rounded division is at most half a unit from the exact value', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 18n), 10n ** 18n), fc.bigInt(1n, 10n ** 9n), (n, d) => {
        const off = 2n * (divideRounded(n, d) * d - n);
        expect(off <= d && off >= -d).toBe(true);
        expect(divideRounded(-n, d)).toBe(-divideRounded(n, d));
      }),
    );
    expect(() => divideRounded(1n, 0n)).toThrow(RangeError);
  });
});

describe('splitting by the largest remainder', () => {
  test.each([
    ['equal thirds (vector V2.1)', 1000n, [3333n, 3333n, 3333n], [334n, 333n, 333n]],
    ['unequal shares (vector V2.1)', 500n, [1999n, 501n, 7500n], [100n, 25n, 375n]],
    ['one unit (vector V2.1)', 1n, [1n, 1n], [1n, 0n]],
    ['an amount in dinars (vector V2.1)', 1000n, [1250n, 2375n, 875n], [278n, 528n, 194n]],
    ['a coupon (vector V2.2)', 1500n, [12150n, 2000n], [1288n, 212n]],
    ['a manual discount (vector V2.4)', 2000n, [29997n, 4950n], [1717n, 283n]],
    ['a bundle (vector V2.7)', 6000n, [4500n, 2000n, 1000n], [3600n, 1600n, 800n]],
    ['weights of zero', 1000n, [0n, 0n], [0n, 0n]],
    ['no parts', 1000n, [], []],
    ['a refund', -1000n, [3333n, 3333n, 3333n], [-334n, -333n, -333n]],
    ['a tie, which goes to the larger weight', 1n, [1n, 3n], [0n, 1n]],
  ])('a split by the largest remainder is right for %s', (_, total, weights, parts) => {
    expect(splitByWeights(total, weights)).toEqual(parts);
  });

  test('splitting small amounts gives the same result with and without extra zero weights', () => {
    const nobody = Array.from({ length: 100 }, () => 0n);
    fc.assert(
      fc.property(
        fc.bigInt(-100_000n, 100_000n),
        fc.array(fc.bigInt(0n, 300n), { minLength: 1, maxLength: 40 }),
        (total, weights) => {
          const long = splitByWeights(total, [...weights, ...nobody]);
          expect(splitByWeights(total, weights)).toEqual(long.slice(0, weights.length));
        },
      ),
    );
  });

  test('T5 parts add up to the total and are less than a unit from their exact share', () => {
    fc.assert(
      fc.property(
        fc.bigInt(-(10n ** 12n), 10n ** 12n),
        fc.array(fc.bigInt(0n, 10n ** 9n), { minLength: 1, maxLength: 40 }),
        (total, weights) => {
          const sum = weights.reduce((all, weight) => all + weight, 0n);
          const parts = splitByWeights(total, weights);
          expect(parts.reduce((all, part) => all + part, 0n)).toBe(sum === 0n ? 0n : total);
          parts.forEach((part, index) => {
            const off = part * sum - total * (weights[index] ?? 0n);
            expect(sum === 0n || (off < sum && off > -sum)).toBe(true);
          });
        },
      ),
    );
    expect(() => splitByWeights(1n, [-1n])).toThrow(RangeError);
  });
});
