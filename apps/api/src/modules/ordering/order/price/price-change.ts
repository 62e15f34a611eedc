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

/** What a changed order loses. `reason` is the code of the failure that says why. */
export type DroppedCoupon = { readonly kind: 'coupon'; readonly code: string; readonly reason: FailureCode };

/** The method an order was sold with, as it is remembered where it is gone by now: what it costs stays. */
export const toSoldDeliveryMethod = (order: OrderRecord): ShopDeliveryMethod => ({
  id: order.delivery_id ?? 0,
  titles: null as never,
  inhouse: order.inhouse ?? 1,
  delivery_cost: order.inhouse === 0 ? formatMinor(order.delivery_charge, order.scale) : '0',
  delivery_minutes: null,
});

/** What the delivery of an order costs where no zone says it any more: what it did. */
export const toSoldZone = (order: OrderRecord) => ({
  id: 0,
  delivery_charge: order.delivery_charge,
  free_after_amount: 0n,
  min_order: 0n,
});

/** Whether a code is the one of the coupon that an order stands on. */
export const isCouponOf = ({ coupon_code }: OrderRecord, code: string | null | undefined): boolean =>
  (coupon_code ?? '').trim().toUpperCase() === (code ?? '').trim().toUpperCase();

/** The coupon of an order as it is for that order: its own use does not count against it. */
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
 * Prices a changed order in the minor units of its currency. The coupon it stands on is taken off where it does not hold
 * any more, and named in `dropped`; problems of its payment are left out, because that was chosen before.
 * Source: docs/rules/order-changes.md#coupon
 */
export function priceEditedOrder(
  cart: Cart,
  context: PriceContext,
  order: OrderRecord,
  input: MakeOrderInput,
): { readonly priced: PricedCart; readonly dropped: readonly DroppedCoupon[] } {
  const isOld = (input.coupon ?? null) !== null && isCouponOf(order, input.coupon);
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
