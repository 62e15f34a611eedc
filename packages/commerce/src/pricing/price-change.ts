import { divideRounded, toMinor } from '../money/currency.ts';

/** Amounts are compared to this many decimals, more than any currency has. */
const SCALE = 4;

/** Thousandths of a whole as percent with one decimal. */
const percentOfRatio = (part: bigint, whole: bigint): number =>
  Number(divideRounded(part * 1_000n, whole)) / 10;

/**
 * Computes how far a price is from a base price.
 * @param price in the currency @param base in the currency
 * @returns percent with one decimal, negative when the price is lower; null without a base price
 * Source: docs/rules/prices.md#change-and-margin
 */
export function computePriceChangePercent(price: number, base: number): number | null {
  const whole = toMinor(base, SCALE);
  return whole > 0n ? percentOfRatio(toMinor(price, SCALE) - whole, whole) : null;
}

/**
 * Computes the margin of a price after its tax and the cost of the goods.
 * @param price in the currency @param cost of a unit without tax, in the currency; null where it is not known
 * @param tax percent of tax inside the price; 0 where prices stand without tax
 * @returns percent of the price without tax, with one decimal, negative below cost; null without a price or a cost
 * Source: docs/rules/prices.md#change-and-margin
 */
export function computeMarginPercent(price: number, cost: number | null, tax: number): number | null {
  if (cost === null) return null;
  const gross = toMinor(price, SCALE) * 10_000n;
  if (gross <= 0n) return null;
  // net = gross / (1 + tax), kept as one fraction so that nothing is rounded twice
  const paidTax = 10_000n + toMinor(tax, 2);
  return percentOfRatio(gross - toMinor(cost, SCALE) * paidTax, gross);
}
