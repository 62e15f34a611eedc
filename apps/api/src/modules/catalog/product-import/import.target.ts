import { fail, type Permission } from '@dukkan/contract';
import { effectiveScope, isHere, passes, permissionsOf, seesBranch } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';

/** What an import changes beside the catalogue. */
export type Target = {
  readonly receive: boolean;
  readonly branch_id: number | null;
  readonly price_list_id: number | null;
};

function demand(ctx: Ctx, permission: Permission, field: string): void {
  if (!passes(permissionsOf(ctx), permission)) fail('permission.denied', undefined, field);
}

/** The living branch where quantities arrive: the one that is said, the header's, or the only one of the caller. */
async function arrivalBranch(ctx: Ctx, said: number | null): Promise<number> {
  const field = 'branch_id';
  const scope = effectiveScope(ctx);
  const only = scope !== 'all' && scope.length === 1 ? scope[0] : undefined;
  const id = said ?? only ?? fail('branch.required', undefined, field);
  if (!seesBranch(ctx, id) || !isHere(ctx, [id])) fail('branch.forbidden', undefined, field);
  const found = await ctx.db.branch.count({ where: { id, deleted_at: null } });
  return found > 0 ? id : fail('reference.missing', { field }, field);
}

/** A living price list that holds in no branch out of the caller's sight. */
async function checkList(ctx: Ctx, id: number): Promise<void> {
  const field = 'price_list';
  const found = await ctx.db.price_list.findFirst({
    where: { id, deleted_at: null },
    select: { branches: { select: { branch_id: true } } },
  });
  if (!found) fail('reference.missing', { field }, field);
  if (!found.branches.every(({ branch_id }) => seesBranch(ctx, branch_id)))
    fail('branch.forbidden', undefined, field);
}

/**
 * Whether who lets an import run, or takes it back, may do what it does beside the catalogue: receipts need the right of
 * receipts, prices of a list that of price lists.
 * @returns the same with the branch that is meant
 * @throws permission.denied, branch.required, branch.forbidden, reference.missing
 */
export async function checkTarget(ctx: Ctx, { receive, branch_id, price_list_id }: Target): Promise<Target> {
  if (receive) demand(ctx, { resource: 'reciepts', action: 'save' }, 'receive');
  if (price_list_id !== null) {
    demand(ctx, { resource: 'pricelist', action: 'save' }, 'price_list');
    await checkList(ctx, price_list_id);
  }
  return { receive, branch_id: receive ? await arrivalBranch(ctx, branch_id) : null, price_list_id };
}
