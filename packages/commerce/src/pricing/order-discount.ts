import { splitByWeights } from '../money/split-by-weights.ts';
import { minBigInt } from '../stock/allocation.ts';
import type { LineInProgress } from './line.ts';
import type { CouponRefusal } from './priced.ts';
import { findDateProblem, isForOtherBranch } from './rules.ts';
import type { CartLine, Coupon, PriceContext, Reduction, Scope } from './types.ts';
import { computeReductionAmount } from './unit.ts';

/** True when a coupon applies to a line: it names nothing, or the line's item, product or category. */
function isFor({ products, categorys_ids }: Scope, line: CartLine): boolean {
  if (products.length === 0 && categorys_ids.length === 0) return true;
  if (line.categorys_ids.some((id) => categorys_ids.includes(id))) return true;
  if (line.kind === 'bundle') return false;
  const { product_id, item_id } = line;
  return products.some(
    (target) => target.product_id === product_id && (target.item_id === null || target.item_id === item_id),
  );
}

/** Why a coupon may not be used for a subtotal; whether it applies to any line is not checked here. */
export function findCouponRefusal(
  coupon: Coupon,
  subtotal: bigint,
  { today, branch_id }: Pick<PriceContext, 'today' | 'branch_id'>,
): CouponRefusal | null {
  const { min_order, usage_limit, per_customer_limit, uses, customer_uses } = coupon;
  const late = findDateProblem(coupon, today);
  if (late) return `coupon.${late}`;
  if (isForOtherBranch(coupon, branch_id)) return 'coupon.other_branch';
  if (usage_limit !== null && uses >= usage_limit) return 'coupon.used_up';
  if (per_customer_limit !== null) {
    if (customer_uses === null) return 'coupon.customer_unknown';
    if (customer_uses >= per_customer_limit) return 'coupon.used_by_customer';
  }
  return min_order !== null && subtotal < min_order ? 'coupon.min_order' : null;
}

/** Splits a discount over the lines by weights and adds a step to each line that bears a part. */
function takeOff(
  lines: readonly LineInProgress[],
  amount: bigint,
  weights: readonly bigint[],
  kind: 'coupon' | 'manual',
  id: number | null,
): void {
  const shares = splitByWeights(amount, weights);
  lines.forEach((line, at) => {
    const share = shares[at] ?? 0n;
    if (share === 0n) return;
    line[kind] = share;
    line.net -= share;
    line.steps.push({ kind, code: 'applied', id, amount: -share, unit: null });
  });
}

/**
 * Applies a coupon to its lines.
 * @returns the discount, or why the coupon was refused
 */
export function applyCoupon(
  coupon: Coupon,
  cart: readonly CartLine[],
  lines: readonly LineInProgress[],
  subtotal: bigint,
  context: Pick<PriceContext, 'today' | 'branch_id'>,
): bigint | CouponRefusal {
  const refusal = findCouponRefusal(coupon, subtotal, context);
  if (refusal) return refusal;
  const weights = cart.map((line, at) => (isFor(coupon, line) ? (lines[at]?.gross ?? 0n) : 0n));
  const eligible = weights.reduce((all, weight) => all + weight, 0n);
  if (eligible === 0n) return 'coupon.nothing_eligible';
  const fullReduction = computeReductionAmount(eligible, coupon);
  const isCapped = coupon.discount_type === 'percent' && coupon.max_discount !== null;
  const amount = isCapped ? minBigInt(fullReduction, coupon.max_discount ?? fullReduction) : fullReduction;
  takeOff(lines, amount, weights, 'coupon', coupon.id);
  return amount;
}

/** Applies a manual discount to what the coupon left, at most all of it. @returns the discount */
export function applyManualDiscount(reduction: Reduction, lines: readonly LineInProgress[]): bigint {
  const weights = lines.map(({ net }) => net);
  const amount = computeReductionAmount(
    weights.reduce((all, weight) => all + weight, 0n),
    reduction,
  );
  takeOff(lines, amount, weights, 'manual', null);
  return amount;
}
