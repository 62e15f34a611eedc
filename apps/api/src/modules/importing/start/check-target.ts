import { fail, type Permission } from '@dukkan/contract';
import {
  canSeeBranch,
  getEffectiveScope,
  getPermissions,
  hasPermission,
  matchesHeaderBranch,
} from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import type { ImportKind } from '../import.view.ts';

/** What an import changes outside the catalogue. */
export type ImportTarget = {
  readonly receive: boolean;
  readonly branch_id: number | null;
  readonly price_list_id: number | null;
};

function requirePermission(ctx: Ctx, permission: Permission, field: string): void {
  if (!hasPermission(getPermissions(ctx), permission)) fail('permission.denied', undefined, field);
}

/** Permission to save products covers products and prices, permission to save accounts covers customers. */
const KIND_RESOURCE = { product: 'products', price: 'products', customer: 'users' } as const;

/** Returns the kinds of imports that the caller may run and see. */
export const listVisibleKinds = (ctx: Ctx): ImportKind[] =>
  (Object.keys(KIND_RESOURCE) as ImportKind[]).filter((kind) =>
    hasPermission(getPermissions(ctx), { resource: KIND_RESOURCE[kind], action: 'save' }),
  );

/** @throws record.missing for a kind of import that the caller may not run */
export function checkKindVisible(ctx: Ctx, kind: string): void {
  if (!listVisibleKinds(ctx).some((one) => one === kind)) fail('record.missing');
}

/** Whether the caller may see an import. */
export async function canSeeImport(ctx: Ctx, id: number): Promise<boolean> {
  const row = await ctx.db.product_import.findUnique({ where: { id }, select: { kind: true } });
  return row !== null && listVisibleKinds(ctx).some((kind) => kind === row.kind);
}

const liveBranch = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await ctx.db.branch.count({ where: { id, deleted_at: null } })) > 0;
const liveList = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await ctx.db.price_list.count({ where: { id, deleted_at: null } })) > 0;

/** Returns the branch of the request header, or the caller's only branch. */
function onlyBranch(ctx: Ctx): number | null {
  const scope = getEffectiveScope(ctx);
  return scope !== 'all' && scope.length === 1 ? (scope[0] ?? null) : null;
}

/**
 * Checks the permissions for what an import does outside the catalogue: receipts need the right to receive in that
 * branch, and price lists the right to save them in all of their branches.
 * @throws permission.denied, branch.forbidden
 */
export async function checkImportPermissions(
  ctx: Ctx,
  { receive, branch_id, price_list_id }: ImportTarget,
): Promise<void> {
  if (receive) {
    requirePermission(ctx, { resource: 'reciepts', action: 'save' }, 'receive');
    if (branch_id !== null && (!canSeeBranch(ctx, branch_id) || !matchesHeaderBranch(ctx, [branch_id])))
      fail('branch.forbidden', undefined, 'branch_id');
  }
  if (price_list_id === null) return;
  requirePermission(ctx, { resource: 'pricelist', action: 'save' }, 'price_list');
  const held = await ctx.db.price_list_branch.findMany({
    where: { price_list_id },
    select: { branch_id: true },
  });
  if (!held.every(({ branch_id }) => canSeeBranch(ctx, branch_id)))
    fail('branch.forbidden', undefined, 'price_list');
}

/**
 * Checks the same permissions before a start, when branch and price list must exist.
 * @returns the target with its branch
 * @throws permission.denied, branch.required, branch.forbidden, reference.missing
 */
export async function resolveImportTarget(ctx: Ctx, input: ImportTarget): Promise<ImportTarget> {
  const { receive, price_list_id } = input;
  const branch_id = receive ? (input.branch_id ?? onlyBranch(ctx)) : null;
  const target = { receive, branch_id, price_list_id };
  await checkImportPermissions(ctx, target);
  if (receive && branch_id === null) fail('branch.required', undefined, 'branch_id');
  if (branch_id !== null && !(await liveBranch(ctx, branch_id)))
    fail('reference.missing', { field: 'branch_id' }, 'branch_id');
  if (price_list_id !== null && !(await liveList(ctx, price_list_id)))
    fail('reference.missing', { field: 'price_list' }, 'price_list');
  return target;
}
