import { type Localized, resolveText } from '@dukkan/commerce';
import { type api, fail, formatFailure } from '@dukkan/contract';
import type * as z from 'zod';
import { recordAudits } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRow, fetchRows, runStatement, tables } from '../../../core/db/tables.ts';
import { replaceBranchZones } from '../assign-zones.ts';
import { findLocationIncludingDeleted } from '../location/list-locations.ts';
import { auditView, type LocationRecord } from '../location/location.view.ts';
import { countLocationUses } from '../location/save-location.ts';
import { type Changes, checkImportBranch, readBranchZones } from './import-locations.ts';
import { toData } from './plan-locations.ts';

// Rule: docs/rules/imports.md#zones-by-file

type Undone = z.output<typeof api.location.undoImport.output>;
type KeptLocation = Undone['kept'][number];

const toKeptLocation = (ctx: Ctx, row: LocationRecord, message: string): KeptLocation => ({
  location_id: row.id,
  name: resolveText(row.names as Localized, ctx.locale),
  message,
});

const changedSince = (ctx: Ctx): string => formatFailure('import.row_changed_since', {}, ctx.locale);

/**
 * Checks which of the created places can be deleted; deletes nothing itself.
 * @returns `gone`: places to delete; `kept`: places that stay, because they were changed since or are in use
 */
async function planDeletions(ctx: Ctx, { created, branch_id, assigned }: Changes) {
  const gone: LocationRecord[] = [];
  const keptLocations: KeptLocation[] = [];
  for (const { id, version } of created) {
    const row = await findLocationIncludingDeleted(ctx, id);
    if (!row || row.deleted_at !== null) continue;
    if (row.version !== version) {
      keptLocations.push(toKeptLocation(ctx, row, changedSince(ctx)));
      continue;
    }
    const uses = await countLocationUses(ctx, id, assigned.includes(id) ? (branch_id ?? 0) : 0);
    const count = uses.children + uses.addresses + uses.branches;
    if (count > 0)
      keptLocations.push(
        toKeptLocation(ctx, row, formatFailure('location.in_use', { count, ...uses }, ctx.locale)),
      );
    else gone.push(row);
  }
  return { gone, kept: keptLocations };
}

/** Restores the places that an import changed. @returns restored places, and those that stay as changed since */
async function restoreUpdated(ctx: Ctx, { updated }: Changes) {
  const keptLocations: KeptLocation[] = [];
  const back: { was: LocationRecord; is: LocationRecord }[] = [];
  for (const { id, version, before } of updated) {
    const was = await findLocationIncludingDeleted(ctx, id);
    if (!was || was.deleted_at !== null) continue;
    if (was.version !== version) {
      keptLocations.push(toKeptLocation(ctx, was, changedSince(ctx)));
      continue;
    }
    const data = { ...toData(before), version: { increment: 1 }, updated_at: ctx.now };
    await ctx.db.location.update({ where: { id }, data, select: { id: true } });
    const is = await findLocationIncludingDeleted(ctx, id);
    if (is) back.push({ was, is });
  }
  return { back, kept: keptLocations };
}

/** Removes the places from the branch that the import assigned to it, except created places that stay. */
async function unassignBranch(ctx: Ctx, { branch_id, assigned }: Changes, staying: ReadonlySet<number>) {
  if (branch_id === null || assigned.length === 0) return;
  const before = (await readBranchZones(ctx, branch_id)).map(({ location_id }) => location_id);
  const dropped = new Set(assigned.filter((id) => !staying.has(id)));
  const after = before.filter((id) => !dropped.has(id));
  if (after.length < before.length) await replaceBranchZones(ctx, branch_id, after);
}

/** Locks an import and returns its changes. @throws record.missing, location.import_undone */
async function lockImport(ctx: Ctx, id: number): Promise<Changes> {
  const row = await fetchRow(
    ctx,
    tables.selectFrom('location_import').select(['changes', 'undone_at']).where('id', '=', id).forUpdate(),
  );
  if (!row) fail('record.missing');
  if (row.undone_at !== null) fail('location.import_undone');
  return row.changes as Changes;
}

/**
 * Undoes an import of places: deletes the places that it created and restores those that it changed. Places that were
 * changed since, and created ones that are in use, stay and are returned in `kept`.
 * @throws record.missing, location.import_undone, permission.denied, branch.forbidden
 */
export const undoLocationImport = (ctx: Ctx, { id }: { id: number }): Promise<Undone> =>
  ctx.tx(async (ctx) => {
    const changes = await lockImport(ctx, id);
    await checkImportBranch(ctx, changes.branch_id);
    await fetchRows(
      ctx,
      tables
        .selectFrom('location')
        .select('id')
        .where('id', '=', anyIdSql([...changes.created, ...changes.updated].map((one) => one.id)))
        .orderBy('id')
        .forUpdate(),
    );
    const { gone, kept } = await planDeletions(ctx, changes);
    const restored = await restoreUpdated(ctx, changes);
    await unassignBranch(ctx, changes, new Set(kept.map(({ location_id }) => location_id)));
    await runStatement(
      ctx,
      tables
        .updateTable('location')
        .set((of) => ({ deleted_at: ctx.now, updated_at: ctx.now, version: of('version', '+', 1) }))
        .where('id', '=', anyIdSql(gone.map((row) => row.id))),
    );
    await recordAudits(ctx, [
      ...gone.map((row) => ({
        noun: 'location' as const,
        id: row.id,
        action: 'delete' as const,
        before: auditView(row),
        after: null,
        version: row.version + 1,
      })),
      ...restored.back.map(({ was, is }) => ({
        noun: 'location' as const,
        id: is.id,
        action: 'update' as const,
        before: auditView(was),
        after: auditView(is),
        version: is.version,
      })),
    ]);
    await runStatement(
      ctx,
      tables.updateTable('location_import').set({ undone_at: ctx.now }).where('id', '=', id),
    );
    return { undone: gone.length + restored.back.length, kept: [...kept, ...restored.kept] };
  });
