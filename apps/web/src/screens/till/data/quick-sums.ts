import { listDenominations, toMinor } from '@dukkan/commerce';

const SUMS_MAX = 6;

/**
 * Returns the sums that a customer is likely to hand over, in minor units and ascending: the exact one first, then the
 * next multiple of each larger coin or note of the currency.
 */
export function listQuickSums(due: bigint, currency: string, scale: number): bigint[] {
  if (due <= 0n) return [0n];
  const notes = listDenominations(currency)
    .map((value) => toMinor(value, scale))
    // coins below a unit make no sum that anybody hands over
    .filter((value) => value >= 5n * 10n ** BigInt(scale))
    .toReversed();
  const sums = notes.map((note) => ((due + note - 1n) / note) * note);
  const single = new Set(notes);
  const unique = [...new Set([due, ...sums])].toSorted((a, b) => (a < b ? -1 : 1));
  // the next five and ten always stand; of the others those that are one note
  return unique.filter((sum, at) => at < 3 || single.has(sum)).slice(0, SUMS_MAX);
}
