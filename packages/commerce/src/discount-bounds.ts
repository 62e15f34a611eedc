import { toMinor } from './currency.ts';

/** Why a discount is refused (specification 5, 9; decisions 2.2 step 3). */
export type DiscountProblem = 'missing' | 'too_low' | 'too_high';

// amounts have at most four decimals, and so have both sides of the comparison
const SCALE = 4;

/** Judges a reduction against what it is of, both in the same unit: strictly inside 0.5 % and 99.5 % (V2.9). */
export function outOfBounds(value: bigint, of: bigint): Exclude<DiscountProblem, 'missing'> | null {
  const scaled = value * 1_000n;
  if (scaled >= of * 995n) return 'too_high';
  return scaled <= of * 5n ? 'too_low' : null;
}

/**
 * Judges a discount against a product's price: strictly more than 0.5 % and less than 99.5 % of it (V2.9).
 * `fixed` and `price` are major units, `percent` is in percent; at most four decimals each, compared exactly.
 * Null when it is inside the bounds; a price of 0 or less makes every fixed discount too high.
 */
export function discountProblem(
  type: 'fixed' | 'percent',
  discount: number | null | undefined,
  price: number,
): DiscountProblem | null {
  if (discount === null || discount === undefined || Number.isNaN(discount)) return 'missing';
  const of = type === 'percent' ? toMinor(100, SCALE) : toMinor(price, SCALE);
  return outOfBounds(toMinor(discount, SCALE), of);
}
