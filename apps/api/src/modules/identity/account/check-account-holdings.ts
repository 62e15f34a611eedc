import { fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { fromPrismaSql } from '../../../core/db/from-prisma-sql.ts';
import { fetchRow, tables } from '../../../core/db/tables.ts';
import { isInProgressStatusSql } from '../../../core/sql/order-status-sql.ts';
import { readSettings } from '../../setting/index.ts';

type Cash = { readonly currency: string; readonly amount: number };

const HELD_CASH = sql<string>`(collected - refunded - handed_in)`;

/**
 * Refuses to delete or disable an account with orders to deliver, an open drawer or driver cash; the caller has locked
 * its row. Rule: docs/rules/deleting.md#people
 * @throws account.in_use with the orders and drawers, account.holds_cash with the amount in each currency
 */
export async function checkAccountHoldsNothing(ctx: Ctx, id: number, field?: string): Promise<void> {
  const held = await fetchRow(
    ctx,
    tables.selectNoFrom(({ selectFrom, fn }) => [
      sql<number>`${selectFrom('order')
        .select(fn.countAll().as('count'))
        .where('driver_id', '=', id)
        .where(fromPrismaSql(isInProgressStatusSql('status_value')).$castTo<boolean>())}`.as('orders'),
      sql<number>`${selectFrom('pos_session')
        .select(fn.countAll().as('count'))
        .where('opened_by', '=', id)
        .where('status', '=', 'open')}`.as('drawers'),
      sql<readonly Cash[]>`${selectFrom('driver_cash')
        .select(({ ref }) =>
          sql`coalesce(jsonb_agg(jsonb_build_object('currency', ${ref('currency')}, 'amount', ${HELD_CASH})
                ORDER BY ${ref('currency')}), '[]')`.as('cash'),
        )
        .where('driver_id', '=', id)
        .where(HELD_CASH, '>', '0')}`.as('cash'),
    ]),
  );
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
