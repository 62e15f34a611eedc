import { CANCELED } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { getEffectiveScope, getPermissions, hasPermission } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRows, tables } from '../../../core/db/tables.ts';
import { orderValueAfterReturnsSqlText, toOrderAmountColumns } from '../../../core/sql/order-amounts-sql.ts';
import { readSettings } from '../../setting/index.ts';
import type { AccountRow } from '../account/account.view.ts';

type Row = z.output<typeof api.account.list.output>;

/** The fields of a list row about a customer's orders. */
type CustomerOrders = Pick<Row, 'orders_count' | 'spent' | 'last_order_at' | 'currency' | 'amounts'>;

const UNTOLD: CustomerOrders = {
  orders_count: null,
  spent: null,
  last_order_at: null,
  currency: null,
  amounts: [],
};

/** Sums the orders of customers that are not canceled, by customer and currency; the query reads only an index. */
function readOrders(ctx: Ctx, ids: readonly number[]) {
  const scope = getEffectiveScope(ctx);
  const orders = tables
    .selectFrom('order as o')
    .select([
      'o.client_id',
      'o.currency',
      sql<number>`count(*)::int`.as('count'),
      sql<number>`sum(${sql.raw(orderValueAfterReturnsSqlText(toOrderAmountColumns('o')))})::float8`.as(
        'spent',
      ),
      sql<Date>`max(o.created_at)`.as('last'),
    ])
    .where('o.client_id', '=', anyIdSql(ids))
    .where('o.status_value', '<>', CANCELED)
    .groupBy(['o.client_id', 'o.currency'])
    .orderBy('o.currency');
  return fetchRows(ctx, scope === 'all' ? orders : orders.where('o.branch_id', '=', anyIdSql(scope)));
}

/**
 * Loads the number and sums of the orders of a page's customers with one statement, in the branches of the caller.
 * Rule: docs/rules/orders.md#customers
 * @returns a function from an account to its order fields; empty for staff and for callers who may not see orders
 */
export async function loadCustomerOrders(
  ctx: Ctx,
  accounts: readonly AccountRow[],
): Promise<(account: AccountRow) => CustomerOrders> {
  const customers = accounts.filter(({ permissions }) => permissions.length === 0);
  const maySee =
    ctx.reach === 'full' && hasPermission(getPermissions(ctx), { resource: 'orders', action: 'view' });
  if (!maySee || customers.length === 0) return () => UNTOLD;
  const [{ settings }, rows] = await Promise.all([
    readSettings(ctx),
    readOrders(
      ctx,
      customers.map(({ id }) => id),
    ),
  ]);
  const currency = settings.Currency;
  const ordersOf = Map.groupBy(rows, ({ client_id }) => client_id);
  return ({ id, permissions }) => {
    if (permissions.length > 0) return UNTOLD;
    const own = (ordersOf.get(id) ?? []).toSorted(
      (a, b) => Number(a.currency !== currency) - Number(b.currency !== currency),
    );
    const last = Math.max(...own.map((row) => row.last.getTime()));
    return {
      orders_count: own.reduce((sum, { count }) => sum + count, 0),
      spent: own.find((row) => row.currency === currency)?.spent ?? 0,
      last_order_at: own.length === 0 ? null : new Date(last).toISOString(),
      currency,
      amounts: own.map((row) => ({ currency: row.currency, spent: row.spent })),
    };
  };
}
