import {
  CANCELED,
  type Cart,
  type DeliveryZone,
  foldCouponCode,
  minBigInt,
  type PriceContext,
  type PricedCart,
  type PriceProblem,
  priceCart,
  toMinorRounded,
} from '@dukkan/commerce';
import type { FailureCode } from '@dukkan/contract';
import type { OrderRecord } from '../record/order-record.ts';
import type { ShopDeliveryMethod, ShopPaymentMethod, ShopSnapshot } from '../record/shop-snapshot.ts';
import type { PricingData } from './load-cart-items.ts';
import type { MakeOrderInput, QuoteOptions } from './resolve-customer.ts';

/** A coupon that a changed order loses. `reason` is the code of the failure. */
export type DroppedCoupon = { readonly kind: 'coupon'; readonly code: string; readonly reason: FailureCode };

type Called = ShopSnapshot['called'];

/** Returns the order's own delivery method although the branch no longer offers it; null for another method. */
export const findOrderDeliveryMethod = (
  order: OrderRecord,
  called: Called,
  delivery_id: number,
): ShopDeliveryMethod | null =>
  order.delivery_id === delivery_id ? (called.deliveries.get(delivery_id) ?? null) : null;

/** Returns the order's own payment method although it was deleted, so that its charge and rounding stay. */
export function findOrderPaymentMethod(
  order: OrderRecord,
  called: Called,
  payment_id: number | null | undefined,
): ShopPaymentMethod | null {
  return payment_id != null && payment_id === order.payment_id ? findFormerMethod(called, payment_id) : null;
}

/** Returns a payment method that may have been deleted, as one without limits that nobody may choose any more. */
function findFormerMethod(called: Called, payment_id: number): ShopPaymentMethod | null {
  const method = called.payments.get(payment_id);
  if (!method) return null;
  return {
    ...method,
    status: 0,
    in_branch: false,
    delivery_ids: [],
    min_transaction: null,
    max_transaction: null,
    combinable: 1,
    inhouse_holder: 0,
    partner_account: null,
  };
}

/** The same for goods that were sold already: their money was taken, and lies in the drawer. */
export const findSoldMethod = (called: Called, payment_id: number): ShopPaymentMethod | null => {
  const method = findFormerMethod(called, payment_id);
  return method && { ...method, inhouse_holder: 1 };
};

const subtractToZero = (amount: bigint, part: bigint): bigint => (amount > part ? amount - part : 0n);

type DeliveryTerms = { readonly surcharge: bigint; readonly zone: DeliveryZone | null };

/**
 * Returns the terms of delivery of a changed order: those of today, but the order's own charge where its delivery method
 * or its zone is no longer offered. Rule: docs/rules/order-changes.md#delivery
 */
function keepDeliveryTerms(
  order: OrderRecord,
  called: Called,
  delivery: ShopDeliveryMethod | null,
  { zone, isOffered, isMoved }: { zone: DeliveryZone | null; isOffered: boolean; isMoved: boolean },
): DeliveryTerms {
  const { delivery_charge: charge, delivery_why, scale } = order;
  const costOf = (method: ShopDeliveryMethod | null | undefined) =>
    toMinorRounded(method?.delivery_cost ?? '0', scale);
  const isFree = delivery_why === 'free';
  const isPartner = delivery?.inhouse === 0;
  if (isMoved || order.type !== 'delivery') {
    const isOwnCharge = delivery !== null && !isOffered && (isPartner || isFree);
    return { surcharge: isOwnCharge ? charge : costOf(delivery), zone };
  }
  if (isPartner) return { surcharge: isOffered ? costOf(delivery) : charge, zone };
  const isSameZone = zone !== null && zone.id === order.location_id;
  // the method's part of the order's charge: all of it where the zone's part was waived
  const own = called.deliveries.get(order.delivery_id ?? 0);
  const ownPart = isFree ? charge : costOf(own?.inhouse === 1 ? own : null);
  if (!isSameZone)
    return {
      surcharge: isOffered ? costOf(delivery) : minBigInt(ownPart, charge),
      zone: {
        id: order.location_id ?? 0,
        delivery_charge: subtractToZero(charge, ownPart),
        free_after_amount: 0n,
        min_order: 0n,
      },
    };
  if (isOffered) return { surcharge: costOf(delivery), zone };
  if (isFree) return { surcharge: charge, zone };
  const surcharge = subtractToZero(charge, zone.delivery_charge);
  return { surcharge, zone: { ...zone, delivery_charge: charge - surcharge } };
}

/** Returns what the delivery method adds and what the zone charges; a changed order keeps what is no longer offered. */
export function deliveryTermsOf(
  { deliveries }: PricingData,
  { called }: ShopSnapshot,
  delivery: ShopDeliveryMethod | null,
  {
    zone,
    scale,
    change,
  }: {
    readonly zone: DeliveryZone | null;
    readonly scale: number;
    readonly change: QuoteOptions['change'];
  },
): DeliveryTerms {
  if (!change) return { surcharge: toMinorRounded(delivery?.delivery_cost ?? '0', scale), zone };
  const isOffered = deliveries.some(({ id }) => id === delivery?.id);
  return keepDeliveryTerms(change.order, called, delivery, { zone, isOffered, isMoved: change.isMoved });
}

/** True when a code is the code of the order's coupon. */
export const isOrderCoupon = ({ coupon_code }: OrderRecord, code: string | null | undefined): boolean =>
  foldCouponCode(coupon_code ?? '') === foldCouponCode(code ?? '');

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
