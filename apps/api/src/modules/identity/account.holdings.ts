import { fail } from '@dukkan/contract';
import type { Ctx } from '../../core/ctx.ts';
import { isInProgressStatusSql } from '../../core/order-status-sql.ts';
import { readSettings } from '../setting/index.ts';

type Held = { readonly currency: string; readonly amount: number };
type Holdings = { readonly orders: number; readonly drawers: number; readonly cash: readonly Held[] };

/**
 * Refuses to delete or disable an account with orders to deliver, an open drawer or driver cash; the caller has locked
 * its row. Rule: docs/rules/deleting.md#people
 * @throws account.in_use with the orders and drawers, account.holds_cash with the amount in each currency
 */
export async function checkAccountHoldsNothing(ctx: Ctx, id: number, field?: string): Promise<void> {
  const [held] = await ctx.db.$queryRaw<Holdings[]>`
    SELECT (SELECT count(*)::int FROM "order" WHERE driver_id = ${id} AND ${isInProgressStatusSql('status_value')}) AS orders,
           (SELECT count(*)::int FROM pos_session WHERE opened_by = ${id} AND status = 'open') AS drawers,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('currency', currency,
                              'amount', collected - refunded - handed_in) ORDER BY currency), '[]')
              FROM driver_cash WHERE driver_id = ${id} AND collected - refunded - handed_in > 0) AS cash`;
  if (!held) return;
  const { orders, drawers, cash } = held;
  if (orders + drawers > 0) fail('account.in_use', { orders, drawers }, field);
  const { Currency: shop } = (await readSettings(ctx)).settings;
  // the shop's currency first, because some clients show only one amount
  const amounts = cash.toSorted((a, b) => Number(b.currency === shop) - Number(a.currency === shop));
  const [first] = amounts;
  if (first)
    fail('account.holds_cash', { outstanding: first.amount, currency: first.currency, amounts }, field);
}
