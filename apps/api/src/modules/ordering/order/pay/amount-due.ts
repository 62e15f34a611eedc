import {
  applyPayments,
  CANCELED,
  computeAmountDue,
  findPaymentRefusal,
  formatMinor,
  fromMinor,
  getCashRoundingStep,
  type PaymentRefusal,
  resolveText,
} from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../../core/ctx.ts';
import { runDeferred } from '../../../../core/db/tables.ts';
import { readSettings, type Settings } from '../../../setting/index.ts';
import { toChosenPayment } from '../price/build-cart.ts';
import { getOrderRecord, type OrderRecord } from '../record/order-record.ts';
import { buildPaymentSteps } from '../record/price-steps.ts';
import {
  findCodMethod,
  listPaymentMethods,
  loadShopSnapshot,
  type ShopPaymentMethod,
} from '../record/shop-snapshot.ts';

type Answer = z.output<typeof api.order.payable.output>;

/** The totals of an order for one payment method, in minor units. */
export type PaymentMethodTotals = {
  readonly payment_id: number;
  /** The method's charge to the customer, and the cash rounding. */
  readonly charge: bigint;
  readonly rounding: bigint;
  readonly due: bigint;
  /** The method's cost to the shop. */
  readonly fee: bigint;
};

/** Goods, delivery and exclusive tax, without payment charge and rounding. */
const computePayable = ({ due, payment_fee, rounding }: OrderRecord): bigint => due - payment_fee - rounding;

/** Returns the type of sale, on which the allowed payment methods depend. */
export const toPaymentSaleContext = ({ type, pos, delivery_id, inhouse }: OrderRecord) => ({
  type,
  pos,
  delivery_method:
    delivery_id === null ? null : { id: delivery_id, inhouse: inhouse === 1, delivery_cost: 0n },
});

/**
 * True while the payment method is still open: there is an amount due and no payment was received, pending or refunded.
 */
const isOpen = ({ status_value, paid_amount, pending, returned_value, due }: OrderRecord): boolean =>
  status_value !== CANCELED && paid_amount === 0n && pending === 0n && returned_value === 0n && due > 0n;

/**
 * Prices the whole order for one payment method; null when something was paid already
 * or the shop's currency has changed, because then the price stays as it was.
 */
export function priceForMethod(order: OrderRecord, method: ShopPaymentMethod, settings: Settings) {
  if (!isOpen(order) || order.currency !== settings.Currency) return null;
  const payable = computePayable(order);
  const { charge, rounding, payments } = applyPayments(
    { ...toPaymentSaleContext(order), payments: [toChosenPayment(method, null, order.scale)] },
    payable,
    getCashRoundingStep(settings.Currency, BigInt(settings.cash_rounding)),
  );
  const fee = payments[0]?.fee ?? 0n;
  const tail: PaymentMethodTotals = {
    payment_id: method.id,
    charge,
    rounding,
    due: payable + charge + rounding,
    fee,
  };
  return { tail, payable };
}

/** Applies a method's charge and rounding to the order; writes only if the amount due changes. */
export async function applyPaymentTotals(
  ctx: Ctx,
  order: OrderRecord,
  tail: PaymentMethodTotals | null,
): Promise<OrderRecord> {
  if (!tail || (tail.charge === order.payment_fee && tail.rounding === order.rounding)) return order;
  const text = (amount: bigint) => formatMinor(amount, order.scale);
  const money = (amount: bigint) => fromMinor(amount, order.scale);
  const steps = JSON.stringify(buildPaymentSteps(money(tail.charge), money(tail.rounding)));
  await runDeferred(
    ctx,
    sql`
    UPDATE "order" SET payment_fee = ${text(tail.charge)}::numeric, rounding = ${text(tail.rounding)}::numeric,
           due = ${text(tail.due)}::numeric, payment_id = ${tail.payment_id}::int,
           explained = (SELECT coalesce(jsonb_agg(s.step ORDER BY s.n), '[]') FROM jsonb_array_elements(explained)
                          WITH ORDINALITY s(step, n) WHERE s.step->>'kind' NOT IN ('payment', 'rounding')) || ${steps}::jsonb
     WHERE id = ${order.id}::int`,
  );
  return getOrderRecord(ctx, order.id);
}

/** True when a method cannot be used for the order at any amount. */
const isNever = (refusal: PaymentRefusal | null): boolean =>
  refusal === 'payment.inactive' ||
  refusal === 'payment.not_in_branch' ||
  refusal === 'payment.not_for_delivery';

/**
 * Returns the amount due for each allowed payment method, and the method used when an order is only marked as paid.
 * @throws record.missing
 */
export async function getAmountDue(ctx: Ctx, { id }: { readonly id: number }): Promise<Answer> {
  const [order, shop, { settings }] = await Promise.all([
    getOrderRecord(ctx, id),
    loadShopSnapshot(ctx),
    readSettings(ctx),
  ]);
  const methods = listPaymentMethods(shop, order.branch_id);
  const open = computeAmountDue(order);
  const openBy = (whole: ReturnType<typeof priceForMethod>) =>
    fromMinor(whole?.tail.due ?? open, order.scale);
  const cod = findCodMethod(methods);
  return {
    id,
    currency: order.currency,
    open_amount: fromMinor(open, order.scale),
    rest: cod && openBy(priceForMethod(order, cod, settings)),
    methods: methods
      .filter(
        (method) =>
          !isNever(
            findPaymentRefusal(
              toChosenPayment(method, open, order.scale),
              open,
              open,
              toPaymentSaleContext(order),
            ),
          ),
      )
      .map((method) => ({
        payment_id: method.id,
        title: resolveText(method.titles, ctx.locale),
        type: method.type,
        open_amount: openBy(priceForMethod(order, method, settings)),
      })),
  };
}
