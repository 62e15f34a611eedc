import { fromMinor, type Localized, minBigInt, resolveText, toMinor } from '@dukkan/commerce';
import { type api, DRIVER_CASH_READ } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import { getPermissions, hasPermission } from '../../core/access.ts';
import { type Ctx, requireAccount } from '../../core/ctx.ts';
import { fetchRows, tables } from '../../core/db/tables.ts';
import { SCALE } from './driver-cash.ts';

type Row = z.output<typeof api.driverCash.list.output>;
export type DriverCarriedCash = Required<Pick<Row, 'outstanding_by_currency' | 'orders'>>;

/** Reads the cash payments that a driver received, each less its refunds. */
const readNetPayments = (driver_id: number) =>
  tables
    .selectFrom('order_payment as p')
    .innerJoin('order as o', 'o.id', 'p.order_id')
    .select(({ fn, ref, selectFrom }) => [
      'p.id',
      'p.order_id',
      'p.payment_id',
      'o.currency',
      fn.coalesce('p.settled_at', 'p.created_at').as('received_at'),
      sql<string>`${ref('p.amount')} + coalesce(${selectFrom('order_payment as r')
        .select(({ fn }) => fn.sum<string>('r.amount').as('refunded'))
        .whereRef('r.refund_of', '=', 'p.id')
        .where('r.status', '=', sql<string>`'refunded'`)
        .where('r.holder', '=', sql<string>`'driver'`)
        .whereRef('r.driver_id', '=', 'p.driver_id')}, 0)`.as('net'),
    ])
    .where('p.driver_id', '=', driver_id)
    .where('p.holder', '=', sql<string>`'driver'`)
    .where('p.status', '=', sql<string>`'received'`)
    .where('p.amount', '>', sql<string>`0`);

/**
 * Reads the newest payments that add up to what a driver carries in each currency; `later` is the sum of all later
 * payments in the same currency.
 */
function readCarriedPayments(driver_id: number, carried: Row['amounts']) {
  const later = sql<string>`sum(n.net) OVER (PARTITION BY n.currency ORDER BY n.received_at DESC, n.id DESC) - n.net`;
  const payments = tables
    .selectFrom(readNetPayments(driver_id).as('n'))
    .selectAll('n')
    .select(later.as('later'))
    .where('n.net', '>', sql<string>`0`);
  const sums = sql<{
    currency: string;
    outstanding: string;
  }>`jsonb_to_recordset(${JSON.stringify(carried)}::jsonb)`;
  return tables
    .selectFrom(payments.as('c'))
    .innerJoin(sums.as<'k'>(sql`k(currency text, outstanding numeric)`), (join) =>
      join.onRef('k.currency', '=', 'c.currency').onRef('c.later', '<', 'k.outstanding'),
    )
    .innerJoin('payment_method as m', 'm.id', 'c.payment_id')
    .select(['c.id', 'c.order_id', 'c.currency', 'c.net', 'c.later', 'c.received_at'])
    .select(({ ref }) => ref('m.titles').$castTo<Localized>().as('titles'))
    .orderBy('c.received_at', 'desc')
    .orderBy('c.id', 'desc');
}

type Payment = InferResult<ReturnType<typeof readCarriedPayments>>[number];

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
  const payments = await fetchRows(ctx, readCarriedPayments(driver_id, carried));
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
