import { isActionAllowed } from '@dukkan/commerce';
import { getPermissions } from '../../../../core/access.ts';
import { type Ctx, requireAccount } from '../../../../core/ctx.ts';
import { Prisma } from '../../../../core/db/database.ts';

// Which callers may see which orders. The order's alias is `o`.

type Action = 'view' | 'save' | 'delete';

/** True when the caller may see all orders of their branches, not only their own. */
export const canSeeBranchOrders = (ctx: Ctx, action: Action = 'view'): boolean =>
  ctx.reach === 'full' && isActionAllowed(getPermissions(ctx), 'orders', action);

const holds = (ctx: Ctx, resource: 'driver' | 'seller', action: Action = 'view'): boolean =>
  isActionAllowed(getPermissions(ctx), resource, action);

/**
 * True when the caller may see costs and profit: with the permission for orders or reports, never drivers, sellers and
 * customers.
 */
export const canSeeCosts = (ctx: Ctx): boolean =>
  ctx.reach === 'full' &&
  (['orders', 'reports'] as const).some((resource) => isActionAllowed(getPermissions(ctx), resource, 'view'));

/** Condition for the orders that a driver delivers or a seller sold, in any branch. */
function ownOf(ctx: Ctx, action: Action): Prisma.Sql {
  const { id } = requireAccount(ctx);
  if (holds(ctx, 'driver', action) && holds(ctx, 'seller', action))
    return Prisma.sql`(o.driver_id = ${id}::int OR o.seller_id = ${id}::int)`;
  return holds(ctx, 'driver', action)
    ? Prisma.sql`o.driver_id = ${id}::int`
    : Prisma.sql`o.seller_id = ${id}::int`;
}

/** Condition for orders of these branches. */
export const ordersOfBranchesSql = (ids: readonly number[]): Prisma.Sql =>
  ids.length === 1
    ? Prisma.sql`o.branch_id = ${ids[0]}::int`
    : Prisma.sql`o.branch_id = ANY(${[...ids]}::int[])`;

/** Condition for the orders that the caller may see or change; others look missing. */
export function visibleOrdersSql(ctx: Ctx, action: Action = 'view'): Prisma.Sql {
  if (ctx.reach === 'own') return Prisma.sql`o.client_id = ${requireAccount(ctx).id}::int`;
  if (!canSeeBranchOrders(ctx, action)) return ownOf(ctx, action);
  return ctx.scope === 'all' ? Prisma.sql`TRUE` : ordersOfBranchesSql(ctx.scope);
}

/** Condition for the orders in a list: those that the caller may see, narrowed by the branch-id header. */
export function listedOrdersSql(ctx: Ctx): Prisma.Sql {
  if (ctx.branch_id === null) return visibleOrdersSql(ctx);
  const here = ordersOfBranchesSql([ctx.branch_id]);
  // the header's branch is always one of the caller's
  return canSeeBranchOrders(ctx) ? here : Prisma.sql`${visibleOrdersSql(ctx)} AND ${here}`;
}
