import { getCurrencyScale } from '@dukkan/commerce';
import { type api, type FailureCode, fail, formatFailure, LOCATION_FILE_MAX_BYTES } from '@dukkan/contract';
import type * as z from 'zod';
import { canSeeBranch, getPermissions, hasPermission } from '../../../core/access.ts';
import { recordAudits } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, fetchRows, tables } from '../../../core/db/tables.ts';
import { readSettings } from '../../setting/index.ts';
import { replaceBranchZones } from '../assign-zones.ts';
import { auditView } from '../location/location.view.ts';
import { checkParent } from '../location/save-location.ts';
import { readFileOfLocations } from '../location/shape-threads.ts';
import {
  inParts,
  loadLocations,
  lockSiblings,
  type Planned,
  planPlaces,
  type StoredColumns,
  toData,
} from './plan-locations.ts';

// Rule: docs/rules/imports.md#zones-by-file

type Import = z.output<typeof api.location.importFile.input>;
type Imported = z.output<typeof api.location.importFile.output>;
type ImportedRow = Imported['rows'][number];

const ZONE = 2;

/** The data for undoing an import: the places that it created, and the former values of those that it changed. */
export type Changes = {
  readonly branch_id: number | null;
  /** Places that the import assigned to the branch. */
  readonly assigned: readonly number[];
  readonly created: readonly { readonly id: number; readonly version: number }[];
  readonly updated: readonly {
    readonly id: number;
    readonly version: number;
    readonly before: StoredColumns;
  }[];
};

function toImportResult({ refusal, known, columns }: Planned): ImportedRow['result'] {
  if (refusal) return 'refused';
  if (!known) return 'created';
  return columns ? 'updated' : 'unchanged';
}

const toRow = (ctx: Ctx, planned: Planned, idsByFeature: ReadonlyMap<number, number>): ImportedRow => {
  const { feature, name, refusal, known, drawing } = planned;
  return {
    feature,
    result: toImportResult(planned),
    name,
    location_id: known?.id ?? idsByFeature.get(feature) ?? null,
    area_m2: drawing?.area_m2 ?? null,
    code: refusal?.code ?? null,
    message: refusal && formatFailure(refusal.code as FailureCode, refusal.params, ctx.locale),
    lat: refusal?.lat ?? null,
    lng: refusal?.lng ?? null,
  };
};

type ImportTarget = {
  readonly type: number;
  readonly parent_id: number | null;
  readonly branch_id: number | null;
};

/** Writes the planned places. @returns the ids of created places by feature, and the data for the undo */
async function writePlaces(ctx: Ctx, plan: readonly Planned[], { type, parent_id, branch_id }: ImportTarget) {
  const fresh = plan.flatMap(({ feature, known, columns }) =>
    columns && !known ? [{ feature, columns }] : [],
  );
  const moved = plan.flatMap(({ known, columns }) => (columns && known ? [{ known, columns }] : []));
  const createdRows: { id: number }[] = [];
  for (const part of inParts(fresh))
    createdRows.push(
      ...(await ctx.db.location.createManyAndReturn({
        data: part.map(({ columns }) => ({
          ...toData(columns),
          type,
          parent_id,
          created_at: ctx.now,
          updated_at: ctx.now,
        })),
        select: { id: true },
      })),
    );
  for (const { known, columns } of moved)
    await ctx.db.location.update({
      where: { id: known.id },
      data: { ...toData(columns), version: { increment: 1 }, updated_at: ctx.now },
      select: { id: true },
    });
  const before = new Map(moved.map(({ known }) => [known.id, known]));
  const audits = await loadLocations(
    ctx,
    [...createdRows.map(({ id }) => id), ...moved.map(({ known }) => known.id)],
    (row) => {
      const was = before.get(row.id);
      return {
        noun: 'location',
        id: row.id,
        action: was ? 'update' : 'create',
        before: was?.audited ?? null,
        after: auditView(row),
        version: row.version,
      } as const;
    },
  );
  await recordAudits(ctx, audits);
  const ids = plan.flatMap(({ known, refusal }) => (known && !refusal ? [known.id] : []));
  const assigned = await assignBranch(ctx, branch_id, [...ids, ...createdRows.map(({ id }) => id)]);
  const changes: Changes = {
    branch_id,
    assigned,
    created: createdRows.map(({ id }) => ({ id, version: 1 })),
    updated: moved.map(({ known }) => ({
      id: known.id,
      version: known.version + 1,
      before: known.columns,
    })),
  };
  const byFeature = new Map(fresh.map(({ feature }, index) => [feature, createdRows[index]?.id ?? 0]));
  return { byFeature, changes };
}

export const readBranchZones = (ctx: Ctx, branch_id: number) =>
  fetchRows(ctx, tables.selectFrom('branch_zone').select('location_id').where('branch_id', '=', branch_id));

/** Assigns places to a branch. @returns the places that were not assigned to it before */
async function assignBranch(ctx: Ctx, branch_id: number | null, ids: readonly number[]): Promise<number[]> {
  if (branch_id === null) return [];
  const before = (await readBranchZones(ctx, branch_id)).map(({ location_id }) => location_id);
  const added = ids.filter((id) => !before.includes(id));
  if (added.length > 0) await replaceBranchZones(ctx, branch_id, [...before, ...added]);
  return added;
}

/**
 * Checks that the branch exists and that the caller may change its delivery areas.
 * @throws permission.denied, branch.forbidden, reference.missing
 */
export async function checkImportBranch(ctx: Ctx, branch_id: number | null): Promise<void> {
  if (branch_id === null) return;
  const permission = { resource: 'branchs', action: 'save' } as const;
  if (!hasPermission(getPermissions(ctx), permission)) fail('permission.denied', undefined, 'branch_id');
  if (!canSeeBranch(ctx, branch_id)) fail('branch.forbidden', undefined, 'branch_id');
  const row = await fetchRow(
    ctx,
    tables.selectFrom('branch').select('id').where('id', '=', branch_id).where('deleted_at', 'is', null),
  );
  if (!row) fail('reference.missing', { field: 'branch_id' }, 'branch_id');
}

/** Stores the data for the undo. @returns the import's id; null when the import changed nothing */
async function storeImport(ctx: Ctx, file_name: string, changes: Changes): Promise<number | null> {
  if (changes.created.length + changes.updated.length + changes.assigned.length === 0) return null;
  const row = await fetchRow(
    ctx,
    tables
      .insertInto('location_import')
      .values({ file_name, changes: JSON.stringify(changes), created_at: ctx.now })
      .returning('id'),
  );
  return row?.id ?? null;
}

/**
 * Imports zones or areas from an uploaded GeoJSON FeatureCollection. Each feature creates a place, updates the place of
 * the same name under the same parent, changes nothing, or is refused. With `dry_run` nothing is written.
 * @throws import.file_missing, location.file_unreadable, location.too_many_features, location.property_missing,
 *   reference.missing, permission.denied, branch.forbidden, request.too_large
 */
export async function importLocations(ctx: Ctx, input: Import): Promise<Imported> {
  const { type = ZONE, dry_run = false } = input;
  const target = { type, parent_id: input.parent_id ?? null, branch_id: input.branch_id ?? null };
  await checkImportBranch(ctx, target.branch_id);
  const upload = ctx.uploads?.file ?? fail('import.file_missing', undefined, 'file');
  if (upload.bytes > LOCATION_FILE_MAX_BYTES) fail('request.too_large');
  const scale = getCurrencyScale((await readSettings(ctx)).settings.Currency);
  const { features, properties, mapping, places } = await readFileOfLocations(ctx, {
    path: upload.path,
    mapping: input.mapping,
    reading: { hasShapes: type === ZONE, scale, locale: ctx.locale },
  });
  return ctx.tx(async (ctx) => {
    await checkParent(ctx, type, target.parent_id);
    const plan = await planPlaces(ctx, places, await lockSiblings(ctx, type, target.parent_id));
    const written = dry_run ? null : await writePlaces(ctx, plan, target);
    const rows = plan.map((planned) => toRow(ctx, planned, written?.byFeature ?? new Map()));
    const count = (result: ImportedRow['result']) => rows.filter((row) => row.result === result).length;
    return {
      id: written && (await storeImport(ctx, upload.name, written.changes)),
      properties,
      mapping,
      created: count('created'),
      updated: count('updated'),
      unchanged: count('unchanged'),
      refused: count('refused'),
      skipped: features - places.length,
      rows,
    };
  });
}
