import { fail } from '@dukkan/contract';
import type { Ctx } from '../../core/ctx.ts';
import { isInProgressStatusSql } from '../../core/order-status-sql.ts';
import type { PosDevice } from './branch.view.ts';

/** Counts that keep a branch from being deleted: units in stock, open orders, open drawers. */
type Holdings = { readonly units: number; readonly orders: number; readonly drawers: number };

/** Counts what a branch holds; its row is locked, so that nothing new starts meanwhile. */
async function holdingsOf(ctx: Ctx, id: number): Promise<Holdings> {
  const [row] = await ctx.db.$queryRaw<Holdings[]>`
    SELECT (SELECT coalesce(sum(on_hand), 0)::float8 FROM stock_level WHERE branch_id = ${id} AND on_hand > 0) AS units,
           (SELECT count(*)::int FROM "order" WHERE branch_id = ${id} AND ${isInProgressStatusSql('status_value')}) AS orders,
           (SELECT count(*)::int FROM pos_session WHERE branch_id = ${id} AND status = 'open') AS drawers`;
  return row ?? { units: 0, orders: 0, drawers: 0 };
}

/**
 * Refuses to delete a branch with stock, open orders, open drawers or accounts; its row is locked.
 * Rule: docs/rules/deleting.md#branches
 * @param count the number of existing accounts of the branch
 * @throws branch.in_use with the numbers
 */
export async function checkBranchDeletable(ctx: Ctx, id: number, count: number): Promise<void> {
  const holdings = await holdingsOf(ctx, id);
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
  const holdings = await holdingsOf(ctx, id);
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
  const [open] = await ctx.db.$queryRaw<{ device_id: number }[]>`
    SELECT device_id FROM pos_session
     WHERE branch_id = ${id} AND status = 'open' AND device_id = ANY(${ids}::int[]) ORDER BY device_id LIMIT 1`;
  if (!open) return;
  const till = off.find((one) => one.id === open.device_id);
  fail('till.in_use', { device_id: open.device_id, name: till?.name ?? '' }, 'pos');
}
