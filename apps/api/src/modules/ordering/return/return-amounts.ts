import { computeReturnRounding, toMinor } from '@dukkan/commerce';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow } from '../../../core/db/tables.ts';
import type { StoredPayment } from '../order/pay/record-payments.ts';
import type { OrderRecord } from '../order/record/order-record.ts';

// Rule: docs/rules/payments.md#returns

/** What an order is worth less by a return, in minor units of the order's currency. */
export type ReturnAmounts = {
  /** The goods, with exclusive tax. */
  readonly value: bigint;
  /** The delivery charge, with exclusive tax. */
  readonly delivery: bigint;
  readonly delivery_tax: bigint;
  /** The payment fee that the customer bore. */
  readonly fee: bigint;
  /** What cash rounding adds; negative when it subtracts. */
  readonly rounding: bigint;
};

/** The whole amount of a return. */
export const totalOfReturn = ({
  value,
  delivery,
  fee,
  rounding,
}: Omit<ReturnAmounts, 'delivery_tax'>): bigint => value + delivery + fee + rounding;

type Left = {
  readonly delivery: string;
  readonly delivery_tax: string;
  readonly fee: string;
  readonly unrounded: string;
};

/** Loads what earlier returns have left of an order: its delivery, its fee, and everything without cash rounding. */
async function loadLeft(ctx: Ctx, { id, scale }: OrderRecord) {
  const row = await fetchRow(
    ctx,
    sql<Left>`
    SELECT (o.delivery_charge + CASE o.tax_mode WHEN 'exclusive' THEN t.tax ELSE 0 END - gone.delivery)::text AS delivery,
           (t.tax - gone.delivery_tax)::text AS delivery_tax, (o.payment_fee - gone.fee)::text AS fee,
           (o.due - o.rounding - gone.total)::text AS unrounded
      FROM "order" o
      CROSS JOIN LATERAL (SELECT o.tax - coalesce(sum(l.tax), 0) AS tax FROM order_line l
                           WHERE l.order_id = o.id AND l.parent_id IS NULL) t
      CROSS JOIN LATERAL (SELECT coalesce(sum(r.delivery), 0) AS delivery, coalesce(sum(r.delivery_tax), 0) AS delivery_tax,
                                 coalesce(sum(r.fee), 0) AS fee, coalesce(sum(r.value + r.delivery + r.fee), 0) AS total
                            FROM order_return r WHERE r.order_id = o.id AND r.removed_at IS NULL) gone
     WHERE o.id = ${id}::int`,
  );
  const left = (name: keyof Left) => toMinor(row?.[name] ?? '0', scale);
  return {
    delivery: left('delivery'),
    delivery_tax: left('delivery_tax'),
    fee: left('fee'),
    unrounded: left('unrounded'),
  };
}

/**
 * Computes the amounts of a return from the value of its goods.
 * @param paid the received payments of the order
 * @param step the smallest coin of its currency
 */
export async function computeReturnAmounts(
  ctx: Ctx,
  order: OrderRecord,
  {
    value,
    withDelivery,
    withFee,
    paid,
    step,
  }: {
    readonly value: bigint;
    readonly withDelivery: boolean;
    readonly withFee: boolean;
    readonly paid: readonly StoredPayment[];
    readonly step: bigint;
  },
): Promise<ReturnAmounts> {
  const left = await loadLeft(ctx, order);
  const delivery = withDelivery ? left.delivery : 0n;
  const fee = withFee ? left.fee : 0n;
  const amount = value + delivery + fee;
  const rounding = computeReturnRounding({
    amount,
    rest: left.unrounded - amount,
    left: order.due - order.returned_value,
    step,
    wasRounded: order.rounding !== 0n,
    payments: paid,
  });
  return { value, delivery, delivery_tax: withDelivery ? left.delivery_tax : 0n, fee, rounding };
}
