import { toMinor } from './currency.ts';

/** Why a discount is refused (specification 5, 9; decisions 2.2 step 3). */
export type DiscountProblem = 'missing' | 'too_low' | 'too_high';

// amounts have at most four decimals, and so have both sides of the comparison
const SCALE = 4;

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
  const value = toMinor(discount, SCALE) * 1000n;
  if (value >= of * 995n) return 'too_high';
  return value <= of * 5n ? 'too_low' : null;
}
