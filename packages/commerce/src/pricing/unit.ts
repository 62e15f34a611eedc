import { divideRounded } from '../money/currency.ts';
import { findBoundsProblem } from '../money/discount-bounds.ts';
import type { DiscountSource, PriceStep, RejectionReason } from './priced.ts';
import { createRejectedStep, type DiscountCandidate, type IndexedRules } from './rules.ts';
import type { Reduction } from './types.ts';

const FULL = 10_000n;

/** A share of an amount in basis points, rounded. */
export const computePercent = (amount: bigint, bp: bigint): bigint => divideRounded(amount * bp, FULL);

/** The amount of a reduction, at most the whole amount. */
export function computeReductionAmount(amount: bigint, { discount_type, discount }: Reduction): bigint {
  const off = discount_type === 'percent' ? computePercent(amount, discount) : discount;
  return off < amount ? off : amount;
}

/** A unit price times thousandths, rounded. */
export function multiplyPrice(unit: bigint, quantity: bigint): bigint {
  const exact = unit * quantity;
  return exact < 0n ? divideRounded(exact, 1_000n) : (exact + 500n) / 1_000n;
}

/** The unit price from the first price list with an active row for the item. */
export function findListPrice(
  { lists }: IndexedRules,
  {
    item_id,
    product_id,
    base,
  }: { readonly item_id: number; readonly product_id: number; readonly base: bigint },
  lost: PriceStep[] | null,
): { readonly unit: bigint; readonly id: number | null } {
  let unit = base;
  let id: number | null = null;
  for (const list of lists) {
    const price = list.items.get(item_id) ?? list.products.get(product_id);
    if (price === undefined) continue;
    if (list.lost === null && id === null) {
      unit = price;
      id = list.id;
    } else lost?.push(createRejectedStep({ kind: 'price_list', id: list.id }, list.lost ?? 'beaten', price));
  }
  return { unit, id };
}

/** The price that a candidate gives, or why it is rejected. */
function computeCandidatePrice(
  candidate: DiscountCandidate,
  price: bigint,
  quantity: bigint,
): bigint | RejectionReason {
  const tier = candidate.tiers.find(({ min_quantity }) => quantity >= min_quantity);
  if (!tier) return 'quantity';
  const { discount_type, discount } = tier;
  const why =
    discount_type === 'percent' ? findBoundsProblem(discount, FULL) : findBoundsProblem(discount, price);
  if (why) return why;
  const reduced = price - computeReductionAmount(price, tier);
  return reduced < price ? reduced : 'no_saving';
}

/**
 * Finds the discount with the lowest price, at a tie the one with the lower rank; all are compared at the price after
 * the price list.
 * @param price the unit price after the price list
 * @param quantity the item's quantity in the whole cart
 * @param lost collects a step for each rejected rule
 */
export function findBestDiscount(
  candidates: readonly DiscountCandidate[],
  price: bigint,
  quantity: bigint,
  lost: PriceStep[],
): { readonly unit: bigint; readonly source: DiscountSource | null } {
  let unit = price;
  let source: DiscountSource | null = null;
  for (const candidate of candidates) {
    if (candidate.lost) {
      lost.push(candidate.lost);
      continue;
    }
    const judgement = computeCandidatePrice(candidate, price, quantity);
    if (typeof judgement !== 'bigint') lost.push(createRejectedStep(candidate.source, judgement, null));
    else if (judgement < unit) {
      if (source) lost.push(createRejectedStep(source, 'beaten', unit));
      unit = judgement;
      source = candidate.source;
    } else lost.push(createRejectedStep(candidate.source, 'beaten', judgement));
  }
  return { unit, source };
}
