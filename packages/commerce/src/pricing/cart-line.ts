import type { CartPart } from './types.ts';

/**
 * True for goods that are sold by weight, because their step is no whole unit.
 * @param step in thousandths
 */
export const isSoldByWeight = (step: bigint): boolean => step % 1_000n !== 0n;

/**
 * Tells the drinks among the parts of a bundle: the drink share is for bundles of food and drinks, whose drinks have the
 * higher tax rate. A bundle of one rate has none.
 */
export function markDrinks(parts: readonly Omit<CartPart, 'drink'>[]): CartPart[] {
  const isMixed = parts.some(({ tax_bp }) => tax_bp !== parts[0]?.tax_bp);
  return parts.map((part) => ({
    ...part,
    drink: isMixed && parts.every(({ tax_bp }) => tax_bp <= part.tax_bp),
  }));
}

/**
 * Returns categories with all their ancestors, each once.
 * @param parents the parent of each category that has one
 */
export function addAncestorCategories(
  parents: ReadonlyMap<number, number | null>,
  own: readonly number[],
): number[] {
  const all = new Set<number>();
  for (const id of own)
    for (let at: number | null | undefined = id; at != null && !all.has(at); at = parents.get(at))
      all.add(at);
  return [...all];
}
