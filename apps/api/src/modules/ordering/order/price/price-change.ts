import {
  CANCELED,
  type Cart,
  formatMinor,
  type PriceContext,
  type PricedCart,
  type PriceProblem,
  priceCart,
} from '@dukkan/commerce';
import type { FailureCode } from '@dukkan/contract';
import type { OrderRecord } from '../record/order-record.ts';
import type { ShopDeliveryMethod } from '../record/shop-snapshot.ts';
import type { MakeOrderInput } from './resolve-customer.ts';

/** A coupon that a changed order loses. `reason` is the code of the failure. */
export type DroppedCoupon = { readonly kind: 'coupon'; readonly code: string; readonly reason: FailureCode };

/**
 * Rebuilds the delivery method of an order from the order itself when the method was deleted, so that its charge stays.
 */
export const rebuildDeletedDeliveryMethod = (order: OrderRecord): ShopDeliveryMethod => ({
  id: order.delivery_id ?? 0,
  titles: null as never,
  inhouse: order.inhouse ?? 1,
  delivery_cost: order.inhouse === 0 ? formatMinor(order.delivery_charge, order.scale) : '0',
  delivery_minutes: null,
});

/** Rebuilds the delivery zone of an order from the order itself, so that its charge stays. */
export const rebuildOrderZone = (order: OrderRecord) => ({
  id: 0,
  delivery_charge: order.delivery_charge,
  free_after_amount: 0n,
  min_order: 0n,
});

/** True when a code is the code of the order's coupon. */
export const isOrderCoupon = ({ coupon_code }: OrderRecord, code: string | null | undefined): boolean =>
  (coupon_code ?? '').trim().toUpperCase() === (code ?? '').trim().toUpperCase();

/** Returns the order's coupon without the order's own use, which must not count against it. */
export const subtractOwnCouponUse = (order: OrderRecord, coupon: Cart['coupon']): Cart['coupon'] =>
  coupon?.id === order.coupon_id && coupon
    ? order.status_value === CANCELED
      ? coupon
      : {
          ...coupon,
          uses: Math.max(0, coupon.uses - 1),
          customer_uses: coupon.customer_uses === null ? null : Math.max(0, coupon.customer_uses - 1),
        }
    : null;

/**
 * Prices a changed order in minor units of its currency. A coupon that no longer applies is removed and returned in
 * `dropped`; payment problems are left out, because the payment was chosen before.
 * Source: docs/rules/order-changes.md#coupon
 */
export function priceEditedOrder(
  cart: Cart,
  context: PriceContext,
  order: OrderRecord,
  input: MakeOrderInput,
): { readonly priced: PricedCart; readonly dropped: readonly DroppedCoupon[] } {
  const isOld = (input.coupon ?? null) !== null && isOrderCoupon(order, input.coupon);
  const all = priceCart(cart, context);
  const isNew = ({ code }: PriceProblem) => !code.startsWith('payment.');
  const refusal = isOld
    ? cart.coupon === null
      ? 'coupon.unknown'
      : all.problems.find(({ code }) => code.startsWith('coupon.'))?.code
    : undefined;
  if (refusal === undefined) return { priced: { ...all, problems: all.problems.filter(isNew) }, dropped: [] };
  const without = priceCart({ ...cart, coupon: null }, context);
  return {
    priced: { ...without, problems: without.problems.filter(isNew) },
    dropped: [{ kind: 'coupon', code: order.coupon_code ?? '', reason: refusal as FailureCode }],
  };
}
