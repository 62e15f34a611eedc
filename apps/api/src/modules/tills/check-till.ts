import { fail } from '@dukkan/contract';
import { getEffectiveScope } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { fetchRow, tables } from '../../core/db/tables.ts';

/** Advisory locks of tills have this first number, the device's is the second. */
const TILL_LOCK = 5_001;

/** Opening and closing of one device come one after the other, until the transaction ends. */
export const lockTill = (ctx: Ctx, device_id: number) =>
  ctx.db.$executeRaw`SELECT pg_advisory_xact_lock(${TILL_LOCK}::int, ${device_id}::int)`;

/** Whether a branch is within what this call may touch: the scope, narrowed by the header. */
export function isBranchInScope(ctx: Ctx, branch_id: number): boolean {
  const scope = getEffectiveScope(ctx);
  return scope === 'all' || scope.includes(branch_id);
}

/** A branch that is named in the body must be the header's and in scope. @throws branch.forbidden */
export function checkRequestedBranch(ctx: Ctx, said: number | undefined): void {
  if (said !== undefined && !isBranchInScope(ctx, said)) fail('branch.forbidden', undefined, 'branch_id');
}

/** An account with devices of its own uses no others (decisions 11, account `pos`). @throws permission.denied */
export async function checkTillIsAmongAssigned(ctx: Ctx, device_id: number): Promise<void> {
  if (ctx.actor.kind !== 'account') return;
  const account = await ctx.db.account.findUnique({ where: { id: ctx.actor.id }, select: { pos: true } });
  if (account && account.pos.length > 0 && !account.pos.includes(device_id)) fail('permission.denied');
}

/**
 * The active branch where an active device stands; a warehouse sells nothing.
 * @param said the branch that was named, or undefined
 * @throws reference.missing, for a device out of sight too
 */
export async function requireTillBranch(ctx: Ctx, device_id: number, said?: number): Promise<number> {
  const found = await fetchRow(
    ctx,
    tables
      .selectFrom('pos_device')
      .innerJoin('branch', 'branch.id', 'pos_device.branch_id')
      .select('branch.id')
      .where('pos_device.id', '=', device_id)
      .where('pos_device.status', '=', 1)
      .where('pos_device.deleted_at', 'is', null)
      .where('branch.deleted_at', 'is', null)
      .where('branch.status', '=', 1)
      .where('branch.warehouse', '=', 0),
  );
  if (!found || !isBranchInScope(ctx, found.id) || (said !== undefined && said !== found.id))
    return fail('reference.missing', { field: 'device_id' }, 'device_id');
  return found.id;
}

/**
 * The living branch whose safe is meant: the one that is named, the header's, or the only one of the caller.
 * @throws branch.required, branch.forbidden, reference.missing
 */
export async function requireSafeBranch(ctx: Ctx, said: number | undefined): Promise<number> {
  checkRequestedBranch(ctx, said);
  const scope = getEffectiveScope(ctx);
  const [only, ...more] = scope === 'all' ? [] : scope;
  const field = 'branch_id';
  const branch_id =
    said ?? (more.length === 0 ? only : undefined) ?? fail('branch.required', undefined, field);
  const branch = await ctx.db.branch.findFirst({
    where: { id: branch_id, deleted_at: null },
    select: { id: true },
  });
  return branch?.id ?? fail('reference.missing', { field }, field);
}
