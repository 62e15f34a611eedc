import { currencyScale, fromMinor, R, toMinor } from '@dukkan/commerce';

/** Costs are kept with so many decimals, and rounded only where they are shown (decisions 3.2). */
const KEPT = 7;

/** The sum of unrounded amounts in the currency's own scale, half away from zero; an absent one is nothing. */
export function moneyOf(currency: string, amounts: readonly (string | null)[]): number {
  const scale = currencyScale(currency);
  const sum = amounts.reduce((sum, amount) => sum + toMinor(amount ?? '0', KEPT), 0n);
  return fromMinor(R(sum, 10n ** BigInt(KEPT - scale)), scale);
}
