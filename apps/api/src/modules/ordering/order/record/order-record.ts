import { getCurrencyScale, type OrderStatusValue, type PricedDelivery, toMinor } from '@dukkan/commerce';
import { requireFound } from '../../../../core/access.ts';
import type { Ctx } from '../../../../core/ctx.ts';
import { Prisma, queryRows } from '../../../../core/db/database.ts';
import { STATUS_SQL } from '../../../../core/sql/order-status-sql.ts';
import { visibleOrdersSql } from './order-visibility.ts';

/**
 * Condition for refunds `p` that count as money returned by order `o`; a pending refund of a canceled order does not,
 * because reopening voids it.
 */
export const IS_PAID_BACK_SQL = Prisma.sql`p.status <> 'voided'
  AND NOT (o.status_value = ${STATUS_SQL.CANCELED} AND p.status = 'pending' AND p.return_id IS NULL)`;

/** The destination as stored with the order. */
export type OrderPlace = {
  readonly area_no: string | null;
  readonly street: string | null;
  readonly home_no: string | null;
  readonly area_id: number | null;
  readonly lat: number | null;
  readonly lng: number | null;
};

/** A locked order; amounts in minor units. */
export type OrderRecord = {
  readonly id: number;
  readonly version: number;
  readonly branch_id: number;
  readonly client_id: number | null;
  readonly client_name: string | null;
  readonly client_phone: string | null;
  readonly client_email: string | null;
  readonly address_id: number | null;
  readonly place: Partial<OrderPlace>;
  readonly type: 'delivery' | 'take_away' | 'dine_in';
  readonly pos: boolean;
  readonly device_id: number | null;
  readonly status_id: number;
  readonly status_value: OrderStatusValue;
  readonly paid: number;
  readonly delivery_id: number | null;
  readonly inhouse: number | null;
  readonly payment_id: number | null;
  readonly driver_id: number | null;
  readonly seller_id: number | null;
  readonly discount: number;
  readonly discount_type: 'fixed' | 'percent';
  /** The value of the goods after all other discounts, from which the manual discount is subtracted. */
  readonly discountable: bigint;
  readonly coupon_id: number | null;
  readonly coupon_code: string | null;
  readonly notes: string | null;
  readonly invoice_to: string | null;
  readonly preferred_at: Date | null;
  readonly recurring: number;
  readonly recurrence: unknown;
  readonly tax_mode: 'inclusive' | 'exclusive';
  readonly delivery_charge: bigint;
  /** The zone or area that the charge is of, and why it is what it is; null in orders that are not delivered. */
  readonly location_id: number | null;
  readonly delivery_why: PricedDelivery['why'] | null;
  readonly isRefunded: boolean;
  /** True when goods were returned, also if that was undone, because the return is stored with its lines. */
  readonly hasReturns: boolean;
  readonly currency: string;
  readonly scale: number;
  readonly due: bigint;
  /** The parts of `due` that depend on the payment method: its charge, and cash rounding. */
  readonly payment_fee: bigint;
  readonly rounding: bigint;
  readonly paid_amount: bigint;
  readonly returned_value: bigint;
  /** Pending at a provider. */
  readonly pending: bigint;
};

type Amount =
  | 'discountable'
  | 'delivery_charge'
  | 'due'
  | 'payment_fee'
  | 'rounding'
  | 'paid_amount'
  | 'returned_value'
  | 'pending';
type Row = Omit<OrderRecord, 'scale' | Amount> & Readonly<Record<Amount, string>>;

type Action = 'view' | 'save' | 'delete';

/**
 * Locks an order until the transaction ends and returns it if the caller may change it. The lock is a separate
 * statement, so that related tables are read after it is acquired. @throws record.missing
 */
export async function lockOrder(ctx: Ctx, id: number, action: Action = 'save'): Promise<OrderRecord> {
  const [, order] = await Promise.all([
    queryRows(ctx, Prisma.sql`SELECT 1 FROM "order" WHERE id = ${id}::int FOR UPDATE`),
    getOrderRecord(ctx, id, action),
  ]);
  return order;
}

/** Returns an order that is already locked, in its current state. @throws record.missing */
export async function getOrderRecord(ctx: Ctx, id: number, action: Action = 'save'): Promise<OrderRecord> {
  const [row] = await queryRows<Row>(
    ctx,
    Prisma.sql`
    SELECT o.id, o.version, o.branch_id, o.client_id, o.client_name, o.client_phone, o.client_email, o.address_id, o.place, o.type, o.pos, o.device_id,
           o.status_id, o.status_value, o.paid, o.delivery_id, (SELECT d.inhouse FROM delivery_method d WHERE d.id = o.delivery_id) AS inhouse,
           o.payment_id, o.driver_id, o.seller_id, o.discount::float8 AS discount, o.discount_type, (o.goods + o.manual_discount)::text AS discountable, o.coupon_id, o.coupon_code,
           o.notes, o.invoice_to, o.preferred_at, o.recurring, o.recurrence, o.currency, o.tax_mode, o.delivery_charge::text AS delivery_charge, o.location_id,
           (SELECT s->>'code' FROM jsonb_array_elements(o.explained) s WHERE s->>'kind' = 'delivery' LIMIT 1) AS delivery_why, o.due::text AS due, o.payment_fee::text AS payment_fee, o.rounding::text AS rounding,
           o.paid_amount::text AS paid_amount, o.returned_value::text AS returned_value,
           (EXISTS (SELECT 1 FROM order_payment p WHERE p.order_id = o.id AND p.amount < 0 AND ${IS_PAID_BACK_SQL})
            OR EXISTS (SELECT 1 FROM order_return r WHERE r.order_id = o.id AND r.removed_at IS NULL)) AS "isRefunded",
           EXISTS (SELECT 1 FROM order_return r WHERE r.order_id = o.id) AS "hasReturns",
           coalesce((SELECT sum(p.amount) FROM order_payment p WHERE p.order_id = o.id AND p.status = 'pending' AND p.amount > 0), 0)::text AS pending
      FROM "order" o WHERE o.id = ${id}::int AND ${visibleOrdersSql(ctx, action)}`,
  );
  const {
    discountable,
    delivery_charge,
    due,
    payment_fee,
    rounding,
    paid_amount,
    returned_value,
    pending,
    ...rest
  } = requireFound(row);
  const scale = getCurrencyScale(rest.currency);
  return {
    ...rest,
    scale,
    discountable: toMinor(discountable, scale),
    delivery_charge: toMinor(delivery_charge, scale),
    due: toMinor(due, scale),
    payment_fee: toMinor(payment_fee, scale),
    rounding: toMinor(rounding, scale),
    paid_amount: toMinor(paid_amount, scale),
    returned_value: toMinor(returned_value, scale),
    pending: toMinor(pending, scale),
  };
}
