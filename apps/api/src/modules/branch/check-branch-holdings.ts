import { fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../core/ctx.ts';
import { fromPrismaSql } from '../../core/db/from-prisma-sql.ts';
import { anyIdSql, fetchRow, tables } from '../../core/db/tables.ts';
import { isInProgressStatusSql } from '../../core/sql/order-status-sql.ts';
import type { PosDevice } from './branch.view.ts';

/** The status of an open drawer as a literal, because partial indexes do not match parameters. */
const OPEN_SQL = sql<string>`'open'`;

/** Counts what keeps a branch from being deleted: units in stock, open orders, open drawers. */
const readHoldings = (branch_id: number) =>
  tables.selectNoFrom(({ selectFrom }) => [
    selectFrom('stock_level')
      .select(({ ref }) => sql<number>`coalesce(sum(${ref('on_hand')}), 0)::float8`.as('units'))
      .where('branch_id', '=', branch_id)
      .where('on_hand', '>', sql<string>`0`)
      .$asScalar()
      .$notNull()
      .as('units'),
    selectFrom('order')
      .select(sql<number>`count(*)`.as('orders'))
      .where('branch_id', '=', branch_id)
      .where(sql<boolean>`${fromPrismaSql(isInProgressStatusSql('status_value'))}`)
      .$asScalar()
      .$notNull()
      .as('orders'),
    selectFrom('pos_session')
      .select(sql<number>`count(*)`.as('drawers'))
      .where('branch_id', '=', branch_id)
      .where('status', '=', OPEN_SQL)
      .$asScalar()
      .$notNull()
      .as('drawers'),
  ]);

/** Counts what a branch holds; its row is locked, so that nothing new starts meanwhile. */
const countHoldings = async (ctx: Ctx, id: number) =>
  (await fetchRow(ctx, readHoldings(id))) ?? { units: 0, orders: 0, drawers: 0 };

/**
 * Refuses to delete a branch with stock, open orders, open drawers or accounts; its row is locked.
 * Rule: docs/rules/deleting.md#branches
 * @param count the number of existing accounts of the branch
 * @throws branch.in_use with the numbers
 */
export async function checkBranchDeletable(ctx: Ctx, id: number, count: number): Promise<void> {
  const holdings = await countHoldings(ctx, id);
  if (count + holdings.units + holdings.orders + holdings.drawers > 0)
    fail('branch.in_use', { count, ...holdings });
}

/**
 * Refuses to disable a branch with open orders or open drawers; its row is locked. Stock and accounts may remain.
 * Rule: docs/rules/deleting.md#branches
 * @param count the number of existing accounts of the branch
 * @throws branch.in_use with the numbers
 */
export async function checkBranchCanBeDisabled(ctx: Ctx, id: number, count: number): Promise<void> {
  const holdings = await countHoldings(ctx, id);
  if (holdings.orders + holdings.drawers > 0) fail('branch.in_use', { count, ...holdings }, 'status');
}

type Till = Pick<PosDevice, 'id' | 'name' | 'status'>;

/**
 * Refuses to remove or disable a till with an open drawer; the branch's row is locked.
 * Rule: docs/rules/deleting.md#tills
 * @throws till.in_use with the name and id of the till
 */
export async function checkRemovedOrDisabledTillsClosed(
  ctx: Ctx,
  id: number,
  before: readonly Till[],
  after: readonly Till[],
): Promise<void> {
  const off = before.filter((till) => !after.some((one) => one.id === till.id && one.status === 1));
  if (off.length === 0) return;
  const ids = off.map((till) => till.id);
  const open = await fetchRow(
    ctx,
    tables
      .selectFrom('pos_session')
      .select('device_id')
      .where('branch_id', '=', id)
      .where('status', '=', OPEN_SQL)
      .where('device_id', '=', anyIdSql(ids))
      .orderBy('device_id')
      .limit(1),
  );
  if (!open) return;
  const till = off.find((one) => one.id === open.device_id);
  fail('till.in_use', { device_id: open.device_id, name: till?.name ?? '' }, 'pos');
}
