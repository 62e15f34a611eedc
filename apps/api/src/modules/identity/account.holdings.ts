import { fail } from '@dukkan/contract';
import type { Ctx } from '../../core/ctx.ts';
import { readSettings } from '../setting/index.ts';

type Holdings = { readonly orders: number; readonly drawers: number; readonly outstanding: number };

/**
 * Refuses to delete or switch off who has orders to hand over, an open drawer or a driver's cash; the account's row is
 * locked. Rule: docs/rules/deleting.md#people
 * @throws account.in_use with the orders and drawers, account.holds_cash with the amount in the shop's currency
 */
export async function checkHandedOver(ctx: Ctx, id: number, field?: string): Promise<void> {
  const [held] = await ctx.db.$queryRaw<Holdings[]>`
    SELECT (SELECT count(*)::int FROM "order" WHERE driver_id = ${id} AND status_value BETWEEN 0 AND 4) AS orders,
           (SELECT count(*)::int FROM pos_session WHERE opened_by = ${id} AND status = 'open') AS drawers,
           (SELECT coalesce(sum(collected - refunded - handed_in), 0)::float8 FROM driver_cash
             WHERE driver_id = ${id}) AS outstanding`;
  if (!held) return;
  const { orders, drawers, outstanding } = held;
  if (orders + drawers > 0) fail('account.in_use', { orders, drawers }, field);
  if (outstanding > 0) {
    const { Currency: currency } = (await readSettings(ctx)).settings;
    fail('account.holds_cash', { outstanding, currency }, field);
  }
}
