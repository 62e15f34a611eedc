import { divideRounded, fromMinor, getCurrencyScale, toMinor } from '@dukkan/commerce';

/** Decimals of stored costs, which are rounded for display only. */
const STORED_DECIMALS = 7;

/** Sums unrounded amounts to minor units of a currency, half away from zero; a missing one counts as 0. */
function sumToMinor(scale: number, amounts: readonly (string | null)[]): bigint {
  const sum = amounts.reduce((sum, amount) => sum + toMinor(amount ?? '0', STORED_DECIMALS), 0n);
  return divideRounded(sum, 10n ** BigInt(STORED_DECIMALS - scale));
}

/** Sums unrounded amounts in the currency's decimals. */
export function sumMoney(currency: string, amounts: readonly (string | null)[]): number {
  const scale = getCurrencyScale(currency);
  return fromMinor(sumToMinor(scale, amounts), scale);
}

/**
 * Computes the profit from unrounded `earned` and `cost`, so that the rounded cost and profit add up to the rounded
 * earnings.
 */
export function computeProfit(currency: string, earned: string, cost: string): number {
  const scale = getCurrencyScale(currency);
  return fromMinor(sumToMinor(scale, [earned]) - sumToMinor(scale, [cost]), scale);
}
