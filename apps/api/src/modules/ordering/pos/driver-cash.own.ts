import { fromMinor, type Localized, lesser, minorText, resolveText, toMinor } from '@dukkan/commerce';
import { type api, DRIVER_CASH_READ } from '@dukkan/contract';
import type * as z from 'zod';
import { passes, permissionsOf } from '../../../core/access.ts';
import { account, type Ctx } from '../../../core/ctx.ts';
import { Prisma, readRows } from '../../../core/db.ts';
import { SCALE } from './driver-cash.ts';

type Row = z.output<typeof api.driverCash.list.output>;
type Carried = Required<Pick<Row, 'outstanding_by_currency' | 'orders'>>;

type Payment = {
  readonly id: number;
  readonly order_id: number;
  readonly titles: Localized;
  readonly currency: string;
  /** Paid less what went back of it, and the same of all that came later. */
  readonly net: string;
  readonly later: string;
  readonly received_at: Date;
};

/**
 * Whose cash alone the caller reads: that of the driver they are; null for who works with payments.
 * @see docs/rules/payments.md#driver-cash
 */
export function ownDriverId(ctx: Ctx): number | null {
  return passes(permissionsOf(ctx), DRIVER_CASH_READ) ? null : account(ctx).id;
}

/**
 * What a driver carries, by currency and by the orders that it is from: the newest payments, whose sum it is.
 * @param outstanding what the driver carries in all, as it is kept
 * @returns amounts in the currency of their order, instants in UTC; the latest payment first
 * @see docs/rules/payments.md#driver-cash
 */
export async function readCarried(ctx: Ctx, driver_id: number, outstanding: number): Promise<Carried> {
  const held = toMinor(outstanding, SCALE);
  if (held <= 0n) return { outstanding_by_currency: [], orders: [] };
  const payments = await readRows<Payment>(
    ctx,
    Prisma.sql`
    SELECT c.id, c.order_id, m.titles, o.currency, c.net::text AS net, c.later::text AS later, c.received_at
      FROM (SELECT n.*, sum(n.net) OVER (ORDER BY n.received_at DESC, n.id DESC) - n.net AS later
              FROM (SELECT p.id, p.order_id, p.payment_id, coalesce(p.settled_at, p.created_at) AS received_at,
                           p.amount + coalesce((SELECT sum(r.amount) FROM order_payment r
                                                 WHERE r.refund_of = p.id AND r.status = 'refunded' AND r.holder = 'driver'
                                                   AND r.driver_id = p.driver_id), 0) AS net
                      FROM order_payment p
                     WHERE p.driver_id = ${driver_id}::int AND p.holder = 'driver' AND p.status = 'received'
                       AND p.amount > 0) n
             WHERE n.net > 0) c
      JOIN "order" o ON o.id = c.order_id JOIN payment_method m ON m.id = c.payment_id
     WHERE c.later < ${minorText(held, SCALE)}::numeric
     ORDER BY c.received_at DESC, c.id DESC`,
  );
  const amountOf = ({ net, later }: Payment) => lesser(toMinor(net, SCALE), held - toMinor(later, SCALE));
  const sumOf = (some: readonly Payment[]) =>
    fromMinor(
      some.reduce((all, one) => all + amountOf(one), 0n),
      SCALE,
    );
  return {
    outstanding_by_currency: [...Map.groupBy(payments, ({ currency }) => currency)].map(
      ([currency, some]) => ({ currency, outstanding: sumOf(some) }),
    ),
    orders: [...Map.groupBy(payments, ({ order_id }) => order_id)].map(([order_id, some]) => ({
      order_id,
      currency: some[0]?.currency ?? '',
      amount: sumOf(some),
      payments: some.map((one) => ({
        id: one.id,
        payment_title: resolveText(one.titles, ctx.locale),
        amount: fromMinor(amountOf(one), SCALE),
        received_at: one.received_at.toISOString(),
      })),
    })),
  };
}
