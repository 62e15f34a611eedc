import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { requireFound } from '../../core/access.ts';
import { recordAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/ctx.ts';
import { anyIdSql, fetchRow, fetchRows, tables } from '../../core/db/tables.ts';

type Assign = z.output<typeof api.location.assign.input>;

/**
 * Replaces the zones and areas of a branch.
 * @returns their ids, ascending
 * @throws record.missing; reference.missing for ids that are no existing zone or area
 */
export const replaceBranchZones = (ctx: Ctx, branch_id: number, ids: readonly number[]) =>
  ctx.tx(async (ctx) => {
    requireFound(
      await fetchRow(
        ctx,
        tables
          .selectFrom('branch')
          .select('id')
          .where('id', '=', branch_id)
          .where('deleted_at', 'is', null)
          .forUpdate(),
      ),
    );
    const before = await ctx.db.branch_zone.findMany({
      where: { branch_id },
      select: { location_id: true },
      orderBy: { location_id: 'asc' },
    });
    // lock the zones, so that none is deleted before the commit
    const zoneRows = await fetchRows(
      ctx,
      tables
        .selectFrom('location')
        .select('id')
        .where('id', '=', anyIdSql(ids))
        .where('type', 'in', [0, 2])
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .forShare(),
    );
    if (zoneRows.length < ids.length) fail('reference.missing', { field: 'ids' }, 'ids');
    await ctx.db.branch_zone.deleteMany({ where: { branch_id, location_id: { notIn: [...ids] } } });
    await ctx.db.branch_zone.createMany({
      data: ids.map((location_id) => ({ branch_id, location_id })),
      skipDuplicates: true,
    });
    const after = zoneRows.map(({ id }) => id);
    await recordAudit(ctx, {
      noun: 'branch',
      id: branch_id,
      action: 'assign_zones',
      before: { zones_ids: before.map(({ location_id }) => location_id) },
      after: { zones_ids: after },
      branch_id,
    });
    return after;
  });

/** Replaces the zones and areas of the header's branch. @throws branch.required, reference.missing */
export const replaceRequestedBranchZones = async (ctx: Ctx, { ids }: Assign) => ({
  ids: await replaceBranchZones(ctx, ctx.branch_id ?? fail('branch.required'), ids),
});

/** Lists the zones and areas of the header's branch. @throws branch.required */
export async function listBranchZones(ctx: Ctx) {
  const branch_id = ctx.branch_id ?? fail('branch.required');
  const rows = await ctx.db.branch_zone.findMany({
    where: { branch_id, location: { deleted_at: null } },
    select: { location_id: true, location: { select: { type: true } } },
    orderBy: { location_id: 'asc' },
  });
  const ids = (type: number) =>
    rows.filter(({ location }) => location.type === type).map(({ location_id }) => location_id);
  return { zones_ids: ids(2), areas_ids: ids(0) };
}
