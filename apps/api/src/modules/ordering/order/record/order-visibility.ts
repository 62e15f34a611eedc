import { isActionAllowed } from '@dukkan/commerce';
import { expressionBuilder, sql } from 'kysely';
import { getPermissions } from '../../../../core/access.ts';
import { type Ctx, requireAccount } from '../../../../core/ctx.ts';
import { anyIdSql } from '../../../../core/db/tables.ts';
import type { Condition } from '../../../../core/list/estimated-count.ts';
import type { Tables } from '../../../../generated/tables.ts';

// Which callers may see which orders. The order's alias is `o`.

/** Builds conditions for orders `o`. */
const eb = expressionBuilder<Tables & { readonly o: Tables['order'] }, 'o'>();

type Action = 'view' | 'save' | 'delete';

/** True when the caller may see all orders of their branches, not only their own. */
export const canSeeBranchOrders = (ctx: Ctx, action: Action = 'view'): boolean =>
  ctx.reach === 'full' && isActionAllowed(getPermissions(ctx), 'orders', action);

const hasDutyPermission = (ctx: Ctx, resource: 'driver' | 'seller', action: Action = 'view'): boolean =>
  isActionAllowed(getPermissions(ctx), resource, action);

/**
 * True when the caller may see costs and profit: with the permission for orders or reports, never drivers, sellers and
 * customers.
 */
export const canSeeCosts = (ctx: Ctx): boolean =>
  ctx.reach === 'full' &&
  (['orders', 'reports'] as const).some((resource) => isActionAllowed(getPermissions(ctx), resource, 'view'));

/** Condition for the orders that a driver delivers or a seller sold, in any branch. */
function isOwnOrder(ctx: Ctx, action: Action): Condition {
  const { id } = requireAccount(ctx);
  if (hasDutyPermission(ctx, 'driver', action) && hasDutyPermission(ctx, 'seller', action))
    return eb.or([eb('o.driver_id', '=', id), eb('o.seller_id', '=', id)]);
  return eb(hasDutyPermission(ctx, 'driver', action) ? 'o.driver_id' : 'o.seller_id', '=', id);
}

/** Condition for orders of these branches. */
export const isOfBranches = (ids: readonly number[]): Condition =>
  eb('o.branch_id', '=', ids.length === 1 ? (ids[0] as number) : anyIdSql(ids));

/** The condition of callers who may see all orders. */
export const EVERY_ORDER: Condition = sql<boolean>`TRUE`;

/** Condition for the orders that the caller may see or change; others look missing. */
export function isVisibleOrder(ctx: Ctx, action: Action = 'view'): Condition {
  if (ctx.reach === 'own') return eb('o.client_id', '=', requireAccount(ctx).id);
  if (!canSeeBranchOrders(ctx, action)) return isOwnOrder(ctx, action);
  return ctx.scope === 'all' ? EVERY_ORDER : isOfBranches(ctx.scope);
}

/** Condition for the orders in a list: those that the caller may see, narrowed by the branch-id header. */
export function isListedOrder(ctx: Ctx): Condition {
  if (ctx.branch_id === null) return isVisibleOrder(ctx);
  const isHere = isOfBranches([ctx.branch_id]);
  // the header's branch is always one of the caller's
  return canSeeBranchOrders(ctx) ? isHere : eb.and([isVisibleOrder(ctx), isHere]);
}
