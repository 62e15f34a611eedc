import type { Approval } from '@dukkan/contract';
import type { Till } from '../../../lib/till.ts';
import { type NewOrderDraft, toCartInput, toPriceInput } from './draft.ts';
import { useOrderBranch } from './use-place-quote.ts';
import { useCartPrice } from './use-price.ts';

/** The tills that matter for an order: the one it is sold at, and the one of this browser. */
export type OrderTills = { readonly till: Till | null; readonly ownTill: Till | null };

/**
 * Finds the branch of an order and keeps its price current.
 * @param coupon the code to price with; null without one
 */
export function useOrderPrice(
  draft: NewOrderDraft,
  { till, ownTill }: OrderTills,
  coupon: string | null,
  approval: Approval | null,
) {
  const branch = useOrderBranch(draft, ownTill);
  const { branch_id } = branch;
  // every branch has its own prices and stock, so there is no price without a branch
  const toRequest = (code: string | null) =>
    branch_id === null ? null : toPriceInput({ ...draft, branch_id }, code);
  const body = toRequest(coupon);
  const { price, pending, failure, again } = useCartPrice(
    // the approval is checked when the order is placed; the price only needs to know that there is one
    body && { ...body, ...(till ? { device_id: till.id } : {}), ...(approval ? { approval: {} } : {}) },
  );
  const cart = toCartInput(draft.lines);
  return {
    ...branch,
    toRequest,
    price,
    warnings: price?.warnings ?? [],
    pending,
    failure,
    again,
    /** True while the displayed price is not the price of this draft: a new one loads or was refused. */
    isStale: pending || failure !== null,
    cart,
    /** False while a line cannot be priced. */
    isEveryLineValid: cart.length === draft.lines.length,
  };
}
