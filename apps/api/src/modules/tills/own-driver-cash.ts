import { fromMinor, type Localized, minBigInt, resolveText, toMinor } from '@dukkan/commerce';
import { type api, DRIVER_CASH_READ } from '@dukkan/contract';
import type * as z from 'zod';
import { getPermissions, hasPermission } from '../../core/access.ts';
import { type Ctx, requireAccount } from '../../core/ctx.ts';
import { Prisma, queryRows } from '../../core/db/database.ts';
import { SCALE } from './driver-cash.ts';

type Row = z.output<typeof api.driverCash.list.output>;
export type DriverCarriedCash = Required<Pick<Row, 'outstanding_by_currency' | 'orders'>>;

type Payment = {
  readonly id: number;
  readonly order_id: number;
  readonly titles: Localized;
  readonly currency: string;
  /** The payment less its refunds, and the sum of all later payments in the same currency. */
  readonly net: string;
  readonly later: string;
  readonly received_at: Date;
};

/**
 * Returns the caller's own account id when they may read only their own driver cash; null for callers who work with
 * payments.
 * @see docs/rules/payments.md#driver-cash
 */
export function getOwnDriverId(ctx: Ctx): number | null {
  return hasPermission(getPermissions(ctx), DRIVER_CASH_READ) ? null : requireAccount(ctx).id;
}

/**
 * Loads the cash that a driver carries by currency and by order: the newest payments in each currency that add up to
 * it.
 * @param amounts the stored sums of each currency that the driver carries
 * @returns amounts in the currency of their order, instants in UTC; the latest payment first
 * @see docs/rules/payments.md#driver-cash
 */
export async function loadDriverCarriedCash(
  ctx: Ctx,
  driver_id: number,
  amounts: Row['amounts'],
): Promise<DriverCarriedCash> {
  const carried = amounts.filter(({ outstanding }) => outstanding > 0);
  if (carried.length === 0) return { outstanding_by_currency: [], orders: [] };
  const payments = await queryRows<Payment>(
    ctx,
    Prisma.sql`
    SELECT c.id, c.order_id, m.titles, c.currency, c.net::text AS net, c.later::text AS later, c.received_at
      FROM (SELECT n.*, sum(n.net) OVER (PARTITION BY n.currency ORDER BY n.received_at DESC, n.id DESC) - n.net AS later
              FROM (SELECT p.id, p.order_id, p.payment_id, o.currency, coalesce(p.settled_at, p.created_at) AS received_at,
                           p.amount + coalesce((SELECT sum(r.amount) FROM order_payment r
                                                 WHERE r.refund_of = p.id AND r.status = 'refunded' AND r.holder = 'driver'
                                                   AND r.driver_id = p.driver_id), 0) AS net
                      FROM order_payment p JOIN "order" o ON o.id = p.order_id
                     WHERE p.driver_id = ${driver_id}::int AND p.holder = 'driver' AND p.status = 'received'
                       AND p.amount > 0) n
             WHERE n.net > 0) c
      JOIN jsonb_to_recordset(${JSON.stringify(carried)}::jsonb) AS k(currency text, outstanding numeric)
        ON k.currency = c.currency AND c.later < k.outstanding
      JOIN payment_method m ON m.id = c.payment_id
     ORDER BY c.received_at DESC, c.id DESC`,
  );
  const held = new Map(carried.map((one) => [one.currency, toMinor(one.outstanding, SCALE)]));
  const amountOf = ({ net, later, currency }: Payment) =>
    minBigInt(toMinor(net, SCALE), (held.get(currency) ?? 0n) - toMinor(later, SCALE));
  const sumOf = (some: readonly Payment[]) =>
    fromMinor(
      some.reduce((all, one) => all + amountOf(one), 0n),
      SCALE,
    );
  return {
    outstanding_by_currency: carried.map(({ currency, outstanding }) => ({ currency, outstanding })),
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
