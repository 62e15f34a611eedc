import { isActionAllowed } from '@dukkan/commerce';
import { getPermissions } from '../../../../core/access.ts';
import { type Ctx, requireAccount } from '../../../../core/ctx.ts';
import { Prisma } from '../../../../core/db/database.ts';

// Who sees which orders (decisions 0.4). The order is `o`.

type Action = 'view' | 'save' | 'delete';

/** Whether the caller sees the orders of their branches, not only what is their own. */
export const canSeeBranchOrders = (ctx: Ctx, action: Action = 'view'): boolean =>
  ctx.reach === 'full' && isActionAllowed(getPermissions(ctx), 'orders', action);

const holds = (ctx: Ctx, resource: 'driver' | 'seller', action: Action = 'view'): boolean =>
  isActionAllowed(getPermissions(ctx), resource, action);

/** Whether costs and profit are answered: to who holds orders or reports, never to drivers, sellers and customers. */
export const canSeeCosts = (ctx: Ctx): boolean =>
  ctx.reach === 'full' &&
  (['orders', 'reports'] as const).some((resource) => isActionAllowed(getPermissions(ctx), resource, 'view'));

/** What a driver drives and a seller sold, wherever it was. */
function ownOf(ctx: Ctx, action: Action): Prisma.Sql {
  const { id } = requireAccount(ctx);
  if (holds(ctx, 'driver', action) && holds(ctx, 'seller', action))
    return Prisma.sql`(o.driver_id = ${id}::int OR o.seller_id = ${id}::int)`;
  return holds(ctx, 'driver', action)
    ? Prisma.sql`o.driver_id = ${id}::int`
    : Prisma.sql`o.seller_id = ${id}::int`;
}

/** Orders of these branches. */
export const ordersOfBranchesSql = (ids: readonly number[]): Prisma.Sql =>
  ids.length === 1
    ? Prisma.sql`o.branch_id = ${ids[0]}::int`
    : Prisma.sql`o.branch_id = ANY(${[...ids]}::int[])`;

/** Which orders the caller may see, or change in this way; any other looks absent. */
export function visibleOrdersSql(ctx: Ctx, action: Action = 'view'): Prisma.Sql {
  if (ctx.reach === 'own') return Prisma.sql`o.client_id = ${requireAccount(ctx).id}::int`;
  if (!canSeeBranchOrders(ctx, action)) return ownOf(ctx, action);
  return ctx.scope === 'all' ? Prisma.sql`TRUE` : ordersOfBranchesSql(ctx.scope);
}

/** The same in lists, which the branch-id header narrows. */
export function listedOrdersSql(ctx: Ctx): Prisma.Sql {
  if (ctx.branch_id === null) return visibleOrdersSql(ctx);
  const here = ordersOfBranchesSql([ctx.branch_id]);
  // the header's branch is one of the caller's own
  return canSeeBranchOrders(ctx) ? here : Prisma.sql`${visibleOrdersSql(ctx)} AND ${here}`;
}
