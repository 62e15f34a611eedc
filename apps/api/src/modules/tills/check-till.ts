import { fail } from '@dukkan/contract';
import { sql } from 'kysely';
import { getEffectiveScope } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { fetchRow, runStatement, tables } from '../../core/db/tables.ts';

/** The first number of the advisory locks of tills; the second is the device id. */
const TILL_LOCK = 5_001;

/** Locks a till until the transaction ends, so that two requests cannot open or close its drawer at the same time. */
export const lockTill = (ctx: Ctx, device_id: number): Promise<number> =>
  runStatement(ctx, sql`SELECT pg_advisory_xact_lock(${TILL_LOCK}::int, ${device_id}::int)`);

/** True when the request may touch this branch: it is in the caller's scope, narrowed by the branch-id header. */
export function isBranchInScope(ctx: Ctx, branch_id: number): boolean {
  const scope = getEffectiveScope(ctx);
  return scope === 'all' || scope.includes(branch_id);
}

/** Checks that a branch named in the body is the header's and in scope. @throws branch.forbidden */
export function checkRequestedBranch(ctx: Ctx, requestedBranchId: number | undefined): void {
  if (requestedBranchId !== undefined && !isBranchInScope(ctx, requestedBranchId))
    fail('branch.forbidden', undefined, 'branch_id');
}

/**
 * Refuses a device that is not among the ones assigned to the account; accounts without assigned devices may use any
 * (account `pos`). @throws permission.denied
 */
export async function checkTillIsAmongAssigned(ctx: Ctx, device_id: number): Promise<void> {
  if (ctx.actor.kind !== 'account') return;
  const account = await ctx.db.account.findUnique({ where: { id: ctx.actor.id }, select: { pos: true } });
  if (account && account.pos.length > 0 && !account.pos.includes(device_id)) fail('permission.denied');
}

/**
 * Returns the id of the active branch of an active device; warehouses are refused because they do not sell.
 * @param requestedBranchId the branch id that the request named, or undefined
 * @param field the input field that names the device, for the error
 * @throws reference.missing, also for a device that the caller may not see
 */
export async function requireTillBranch(
  ctx: Ctx,
  device_id: number,
  requestedBranchId?: number,
  field = 'device_id',
): Promise<number> {
  const tillRow = await fetchRow(
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
  if (
    !tillRow ||
    !isBranchInScope(ctx, tillRow.id) ||
    (requestedBranchId !== undefined && requestedBranchId !== tillRow.id)
  )
    return fail('reference.missing', { field }, field);
  return tillRow.id;
}

/**
 * Returns the id of the active branch whose safe is used: the requested one, the header's, or the caller's only branch.
 * @throws branch.required, branch.forbidden, reference.missing
 */
export async function requireSafeBranch(ctx: Ctx, requestedBranchId: number | undefined): Promise<number> {
  checkRequestedBranch(ctx, requestedBranchId);
  const scope = getEffectiveScope(ctx);
  const [only, ...more] = scope === 'all' ? [] : scope;
  const field = 'branch_id';
  const branch_id =
    requestedBranchId ?? (more.length === 0 ? only : undefined) ?? fail('branch.required', undefined, field);
  const branch = await ctx.db.branch.findFirst({
    where: { id: branch_id, deleted_at: null },
    select: { id: true },
  });
  return branch?.id ?? fail('reference.missing', { field }, field);
}
