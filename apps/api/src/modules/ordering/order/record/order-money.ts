import { divideRounded, fromMinor, getCurrencyScale, toMinor } from '@dukkan/commerce';

/** Costs are kept with so many decimals, and rounded only where they are shown (decisions 3.2). */
const KEPT = 7;

/** The sum of unrounded amounts in minor units of a currency, half away from zero; an absent one is nothing. */
function minorOf(scale: number, amounts: readonly (string | null)[]): bigint {
  const sum = amounts.reduce((sum, amount) => sum + toMinor(amount ?? '0', KEPT), 0n);
  return divideRounded(sum, 10n ** BigInt(KEPT - scale));
}

/** The same in the currency's own scale. */
export function sumMoney(currency: string, amounts: readonly (string | null)[]): number {
  const scale = getCurrencyScale(currency);
  return fromMinor(minorOf(scale, amounts), scale);
}

/** What is left of the unrounded `earned` after the unrounded `cost`, so that both as they are shown add up to it. */
export function computeProfit(currency: string, earned: string, cost: string): number {
  const scale = getCurrencyScale(currency);
  return fromMinor(minorOf(scale, [earned]) - minorOf(scale, [cost]), scale);
}
