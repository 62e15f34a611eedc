import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { getEffectiveScope } from '../../../core/access.ts';
import { recordAudit, recordAudits } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRow, fetchRows, tables } from '../../../core/db/tables.ts';
import { requireNotDeleted } from '../../../core/soft-delete.ts';
import { lockPriceListRow } from './price-list.service.ts';

type Assign = z.output<typeof api.priceList.assign.input>;
type BranchAssign = z.output<typeof api.priceList.branchAssign.input>;

/** Writes one audit row per changed branch, so that each branch sees its own. */
export async function recordAssignments(
  ctx: Ctx,
  id: number,
  version: number,
  changed: ReadonlyMap<number, boolean>,
) {
  const rows = [...changed].map(([branch_id, holds]) => ({
    noun: 'price-list' as const,
    id,
    action: 'assign' as const,
    before: { assigned: holds ? 0 : 1 },
    after: { assigned: holds ? 1 : 0 },
    branch_id,
    version,
  }));
  if (rows.length > 0) await recordAudits(ctx, rows);
  else
    await recordAudit(ctx, {
      noun: 'price-list',
      id,
      action: 'assign',
      before: {},
      after: {},
      branch_id: ctx.branch_id,
      version,
    });
}

/**
 * Assigns a list to the `wanted` branches instead of those where it `stands`. @returns branch id → assigned now, for
 * the changed ones
 */
async function assignAmong(
  ctx: Ctx,
  price_list_id: number,
  stands: readonly number[],
  branchIds: readonly number[],
): Promise<Map<number, boolean>> {
  const added = branchIds.filter((id) => !stands.includes(id));
  const taken = stands.filter((id) => !branchIds.includes(id));
  await ctx.db.price_list_branch.deleteMany({ where: { price_list_id, branch_id: { in: taken } } });
  await ctx.db.price_list_branch.createMany({
    data: added.map((branch_id) => ({ price_list_id, branch_id })),
    skipDuplicates: true,
  });
  return new Map([...added.map((id) => [id, true] as const), ...taken.map((id) => [id, false] as const)]);
}

/** Increases the version of a list whose branches changed. */
async function increaseVersion(ctx: Ctx, id: number): Promise<number> {
  const data = { version: { increment: 1 }, updated_at: ctx.now };
  return (await ctx.db.price_list.update({ where: { id }, data, select: { version: true } })).version;
}

/**
 * Replaces the branches of a list; branches that the caller may not see do not change.
 * @throws record.missing; reference.missing for a branch that does not exist or that the caller may not see
 */
export const setPriceListBranches = (ctx: Ctx, { id, branches_ids }: Assign) =>
  ctx.tx(async (ctx) => {
    const row = requireNotDeleted(await lockPriceListRow(ctx, id));
    const scope = getEffectiveScope(ctx);
    const foreign = scope !== 'all' && branches_ids.some((one) => !scope.includes(one));
    // lock the branches, so that none is deleted before the commit
    const found = await fetchRows(
      ctx,
      tables
        .selectFrom('branch')
        .select('id')
        .where('id', '=', anyIdSql(branches_ids))
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .forShare(),
    );
    if (foreign || found.length < branches_ids.length)
      fail('reference.missing', { field: 'branches_ids' }, 'branches_ids');
    const stands = scope === 'all' ? row.branches : row.branches.filter((one) => scope.includes(one));
    const changed = await assignAmong(ctx, id, stands, branches_ids);
    await recordAssignments(ctx, id, await increaseVersion(ctx, id), changed);
    return { branches_ids: branches_ids.toSorted((a, b) => a - b) };
  });

/** Assigns a list to the header's branch, or removes it there. @throws branch.required, record.missing */
export const setPriceListInHeaderBranch = (ctx: Ctx, { id, assigned }: BranchAssign) =>
  ctx.tx(async (ctx) => {
    const branch_id = ctx.branch_id ?? fail('branch.required');
    const row = requireNotDeleted(await lockPriceListRow(ctx, id));
    const branch = await fetchRow(
      ctx,
      tables
        .selectFrom('branch')
        .select('id')
        .where('id', '=', branch_id)
        .where('deleted_at', 'is', null)
        .forShare(),
    );
    if (!branch || row.status !== 1) fail('record.missing');
    const stands = row.branches.filter((one) => one === branch_id);
    const changed = await assignAmong(ctx, id, stands, assigned === 1 ? [branch_id] : []);
    await recordAssignments(ctx, id, await increaseVersion(ctx, id), changed);
    return { assigned };
  });
