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
import type * as z from 'zod';
import type { Ctx } from '../../../../core/ctx.ts';
import { Prisma, sendDeferredWrite } from '../../../../core/db/database.ts';
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

/** What an order comes to because of the way that it is paid, in minor units. */
export type PaymentMethodTotals = {
  readonly payment_id: number;
  /** On top of the goods, for the customer; the coin that cash is rounded to. */
  readonly charge: bigint;
  readonly rounding: bigint;
  readonly due: bigint;
  /** What the payment costs the shop. */
  readonly fee: bigint;
};

/** Goods, delivery and tax on top: what is due whichever way it is paid. */
const payableOf = ({ due, payment_fee, rounding }: OrderRecord): bigint => due - payment_fee - rounding;

/** Of what kind the sale is, for what a payment method allows. */
export const toPaymentSaleContext = ({ type, pos, delivery_id, inhouse }: OrderRecord) => ({
  type,
  pos,
  delivery_method:
    delivery_id === null ? null : { id: delivery_id, inhouse: inhouse === 1, delivery_cost: 0n },
});

/** Whether the way it is paid is still open: nothing came in, is expected, or went back, and there is something to pay. */
const isOpen = ({ status_value, paid_amount, pending, returned_value, due }: OrderRecord): boolean =>
  status_value !== CANCELED && paid_amount === 0n && pending === 0n && returned_value === 0n && due > 0n;

/**
 * What the whole order comes to if this one method pays it (decisions 2.2 steps 11 and 12); null
 * where something was paid already or the shop's currency is another one by now: then it stays as it was priced.
 */
export function priceForMethod(order: OrderRecord, method: ShopPaymentMethod, settings: Settings) {
  if (!isOpen(order) || order.currency !== settings.Currency) return null;
  const payable = payableOf(order);
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

/** The order as it is once it is paid so; written only where that changes what is due. */
export async function applyPaymentTotals(
  ctx: Ctx,
  order: OrderRecord,
  tail: PaymentMethodTotals | null,
): Promise<OrderRecord> {
  if (!tail || (tail.charge === order.payment_fee && tail.rounding === order.rounding)) return order;
  const text = (amount: bigint) => formatMinor(amount, order.scale);
  const money = (amount: bigint) => fromMinor(amount, order.scale);
  const steps = JSON.stringify(buildPaymentSteps(money(tail.charge), money(tail.rounding)));
  await sendDeferredWrite(
    ctx,
    Prisma.sql`
    UPDATE "order" SET payment_fee = ${text(tail.charge)}::numeric, rounding = ${text(tail.rounding)}::numeric,
           due = ${text(tail.due)}::numeric, payment_id = ${tail.payment_id}::int,
           explained = (SELECT coalesce(jsonb_agg(s.step ORDER BY s.n), '[]') FROM jsonb_array_elements(explained)
                          WITH ORDINALITY s(step, n) WHERE s.step->>'kind' NOT IN ('payment', 'rounding')) || ${steps}::jsonb
     WHERE id = ${order.id}::int`,
  );
  return getOrderRecord(ctx, order.id);
}

/** Whether a method is none for the order, however much is paid by it. */
const isNever = (refusal: PaymentRefusal | null): boolean =>
  refusal === 'payment.inactive' ||
  refusal === 'payment.not_in_branch' ||
  refusal === 'payment.not_for_delivery';

/**
 * What is open of an order by each way that it may be paid, and what is taken where it is only said to be paid.
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
