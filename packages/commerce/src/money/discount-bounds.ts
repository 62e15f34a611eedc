import { toMinor } from './currency.ts';

/** Why a discount is refused. */
export type DiscountProblem = 'missing' | 'too_low' | 'too_high';

// decimals of the compared amounts, which have at most four
const SCALE = 4;

/** Compares a reduction with the amount it reduces, in the same unit: it must be above 0.5 % and below 99.5 %. */
export function findBoundsProblem(
  value: bigint,
  fullAmount: bigint,
): Exclude<DiscountProblem, 'missing'> | null {
  const scaled = value * 1_000n;
  if (scaled >= fullAmount * 995n) return 'too_high';
  return scaled <= fullAmount * 5n ? 'too_low' : null;
}

/**
 * Checks a discount against a product's price: it must be above 0.5 % and below 99.5 % of it. `fixed` and `price` are
 * major units, `percent` is in percent, at most four decimals each, compared exactly. Null when it is within the
 * bounds; with a price of 0 or less every fixed discount is too high.
 */
export function findDiscountProblem(
  type: 'fixed' | 'percent',
  discount: number | null | undefined,
  price: number,
): DiscountProblem | null {
  if (discount === null || discount === undefined || Number.isNaN(discount)) return 'missing';
  const fullAmount = type === 'percent' ? toMinor(100, SCALE) : toMinor(price, SCALE);
  return findBoundsProblem(toMinor(discount, SCALE), fullAmount);
}
