import { foldForSearch, getCurrencyScale, type Localized, resolveText } from '@dukkan/commerce';
import { type api, type FailureCode, fail, formatFailure, LOCATION_FILE_MAX_BYTES } from '@dukkan/contract';
import type * as z from 'zod';
import { canSeeBranch, getPermissions, hasPermission } from '../../core/access.ts';
import { recordAudits } from '../../core/audit.ts';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';
import { anyIdSql, fetchRow, fetchRows, runStatement, tables } from '../../core/db/tables.ts';
import { readSettings } from '../setting/index.ts';
import { replaceBranchZones } from './assign-zones.ts';
import { toTexts } from './delivery-snapshot.ts';
import { findLocationIncludingDeleted } from './location.read.ts';
import { checkParent, countLocationUses } from './location.save.ts';
import { auditView, type LocationRecord, selectLocationSql } from './location.view.ts';
import type { FeatureRefusal, ReadFeature } from './location-file.ts';
import { readFileOfLocations } from './shape-threads.ts';

// Rule: docs/rules/imports.md#zones-by-file

type Import = z.output<typeof api.location.importFile.input>;
type Imported = z.output<typeof api.location.importFile.output>;
type ImportedRow = Imported['rows'][number];
type Undone = z.output<typeof api.location.undoImport.output>;

const ZONE = 2;

/** The columns of a place that an import can change. */
type Columns = Pick<
  LocationRecord,
  | 'names'
  | 'delivery_charge'
  | 'delivery_minutes'
  | 'min_order'
  | 'polygons'
  | 'area_m2'
  | 'west'
  | 'south'
  | 'east'
  | 'north'
>;

/** The data for undoing an import: the places that it created, and the former values of those that it changed. */
type Changes = {
  readonly branch_id: number | null;
  /** Places that the import assigned to the branch. */
  readonly assigned: readonly number[];
  readonly created: readonly { readonly id: number; readonly version: number }[];
  readonly updated: readonly { readonly id: number; readonly version: number; readonly before: Columns }[];
};

/** A feature with the existing place of its name, if any, and the columns to write; null when nothing is written. */
type Planned = ReadFeature & { readonly known: LocationRecord | null; readonly columns: Columns | null };

const toColumns = (row: LocationRecord): Columns => ({
  names: row.names,
  delivery_charge: row.delivery_charge,
  delivery_minutes: row.delivery_minutes,
  min_order: row.min_order,
  polygons: row.polygons,
  area_m2: row.area_m2,
  west: row.west,
  south: row.south,
  east: row.east,
  north: row.north,
});

/** Converts columns to the data of a database write. */
const toData = ({ names, polygons, ...rest }: Columns) => ({
  ...rest,
  names: names as Prisma.InputJsonValue,
  polygons: polygons === null ? Prisma.DbNull : (polygons as unknown as Prisma.InputJsonValue),
});

const EMPTY: Columns = {
  names: { ar: '', en: '', de: '' },
  delivery_charge: null,
  delivery_minutes: null,
  min_order: null,
  polygons: null,
  area_m2: null,
  west: null,
  south: null,
  east: null,
  north: null,
};

/** Returns the columns of a place after the import; values that are missing in the file stay. */
function columnsAfter(before: Columns, place: ReadFeature): Columns {
  const stored = toTexts(before.names);
  const { names, shape } = place;
  return {
    names: { ar: names.ar || stored.ar, en: names.en || stored.en, de: names.de || stored.de },
    delivery_charge: place.delivery_charge ?? before.delivery_charge,
    delivery_minutes: place.delivery_minutes ?? before.delivery_minutes,
    min_order: place.min_order ?? before.min_order,
    ...(shape
      ? { polygons: shape.polygons, area_m2: shape.area_m2, ...shape.box }
      : {
          polygons: before.polygons,
          area_m2: before.area_m2,
          west: before.west,
          south: before.south,
          east: before.east,
          north: before.north,
        }),
  };
}

const isSame = (a: Columns, b: Columns): boolean =>
  JSON.stringify([toTexts(a.names), a.delivery_charge, a.delivery_minutes, a.min_order, a.polygons]) ===
  JSON.stringify([toTexts(b.names), b.delivery_charge, b.delivery_minutes, b.min_order, b.polygons]);

/** Returns a key per language by which names are compared. */
const nameKeys = (names: unknown): string[] =>
  Object.entries(toTexts(names)).flatMap(([language, name]) =>
    name === '' ? [] : [`${language} ${foldForSearch(name)}`],
  );

/** Loads the places of a type under a parent that are not deleted, and locks them until the transaction ends. */
async function lockSiblings(ctx: Ctx, type: number, parent_id: number | null): Promise<LocationRecord[]> {
  const ids = await fetchRows(
    ctx,
    tables
      .selectFrom('location')
      .select('id')
      .where('type', '=', type)
      .where('parent_id', 'is not distinct from', parent_id)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .forUpdate(),
  );
  return loadLocations(
    ctx,
    ids.map(({ id }) => id),
  );
}

const loadLocations = (ctx: Ctx, ids: readonly number[]): Promise<LocationRecord[]> =>
  ctx.db.$queryRaw<
    LocationRecord[]
  >`${selectLocationSql(ctx)} WHERE l.id = ANY(${[...ids]}::int[]) ORDER BY l.id`;

/** Matches each feature with the existing place of the same name; a feature that repeats a name is refused. */
function planPlaces(places: readonly ReadFeature[], siblings: readonly LocationRecord[]): Planned[] {
  const known = new Map<string, LocationRecord>();
  for (const place of siblings.toReversed()) for (const key of nameKeys(place.names)) known.set(key, place);
  const used = new Map<string, number>();
  const usedIds = new Map<number, number>();
  return places.map((place): Planned => {
    if (place.refusal) return { ...place, known: null, columns: null };
    const keys = nameKeys(place.names);
    const match = keys.map((key) => known.get(key)).find((one) => one !== undefined) ?? null;
    const first =
      keys.map((key) => used.get(key)).find((one) => one !== undefined) ??
      (match ? usedIds.get(match.id) : undefined);
    if (first !== undefined) {
      const [lng = null, lat = null] = place.shape?.polygons[0]?.[0]?.[0] ?? [];
      const refusal: FeatureRefusal = {
        code: 'location.name_repeated',
        params: { feature: first },
        lat,
        lng,
      };
      return { ...place, refusal, known: null, columns: null };
    }
    for (const key of keys) used.set(key, place.feature);
    if (match) usedIds.set(match.id, place.feature);
    const before = match ? toColumns(match) : EMPTY;
    const columns = columnsAfter(before, place);
    return { ...place, known: match, columns: match && isSame(before, columns) ? null : columns };
  });
}

function resultOf({ refusal, known, columns }: Planned): ImportedRow['result'] {
  if (refusal) return 'refused';
  if (!known) return 'created';
  return columns ? 'updated' : 'unchanged';
}

const toRow = (ctx: Ctx, planned: Planned, made: ReadonlyMap<number, number>): ImportedRow => {
  const { feature, name, refusal, known, shape } = planned;
  return {
    feature,
    result: resultOf(planned),
    name,
    location_id: known?.id ?? made.get(feature) ?? null,
    area_m2: shape?.area_m2 ?? null,
    code: refusal?.code ?? null,
    message: refusal && formatFailure(refusal.code as FailureCode, refusal.params, ctx.locale),
    lat: refusal?.lat ?? null,
    lng: refusal?.lng ?? null,
  };
};

type Wanted = { readonly type: number; readonly parent_id: number | null; readonly branch_id: number | null };

/** Writes the planned places. @returns the ids of created places by feature, and the data for the undo */
async function writePlaces(ctx: Ctx, plan: readonly Planned[], { type, parent_id, branch_id }: Wanted) {
  const fresh = plan.flatMap(({ feature, known, columns }) =>
    columns && !known ? [{ feature, columns }] : [],
  );
  const moved = plan.flatMap(({ known, columns }) => (columns && known ? [{ known, columns }] : []));
  const made = await ctx.db.location.createManyAndReturn({
    data: fresh.map(({ columns }) => ({
      ...toData(columns),
      type,
      parent_id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })),
    select: { id: true },
  });
  for (const { known, columns } of moved)
    await ctx.db.location.update({
      where: { id: known.id },
      data: { ...toData(columns), version: { increment: 1 }, updated_at: ctx.now },
      select: { id: true },
    });
  const after = await loadLocations(ctx, [
    ...made.map(({ id }) => id),
    ...moved.map(({ known }) => known.id),
  ]);
  const before = new Map(moved.map(({ known }) => [known.id, known]));
  await recordAudits(
    ctx,
    after.map((row) => {
      const was = before.get(row.id);
      return {
        noun: 'location',
        id: row.id,
        action: was ? 'update' : 'create',
        before: was ? auditView(was) : null,
        after: auditView(row),
        version: row.version,
      } as const;
    }),
  );
  const ids = plan.flatMap(({ known, refusal }) => (known && !refusal ? [known.id] : []));
  const assigned = await assignBranch(ctx, branch_id, [...ids, ...made.map(({ id }) => id)]);
  const changes: Changes = {
    branch_id,
    assigned,
    created: made.map(({ id }) => ({ id, version: 1 })),
    updated: moved.map(({ known }) => ({
      id: known.id,
      version: known.version + 1,
      before: toColumns(known),
    })),
  };
  const byFeature = new Map(fresh.map(({ feature }, index) => [feature, made[index]?.id ?? 0]));
  return { byFeature, changes };
}

const readBranchZones = (ctx: Ctx, branch_id: number) =>
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
async function checkBranch(ctx: Ctx, branch_id: number | null): Promise<void> {
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
  const wanted = { type, parent_id: input.parent_id ?? null, branch_id: input.branch_id ?? null };
  await checkBranch(ctx, wanted.branch_id);
  const upload = ctx.uploads?.file ?? fail('import.file_missing', undefined, 'file');
  if (upload.bytes > LOCATION_FILE_MAX_BYTES) fail('request.too_large');
  const scale = getCurrencyScale((await readSettings(ctx)).settings.Currency);
  const { features, properties, mapping, places } = await readFileOfLocations(ctx, {
    path: upload.path,
    mapping: input.mapping,
    reading: { hasShapes: type === ZONE, scale, locale: ctx.locale },
  });
  return ctx.tx(async (ctx) => {
    await checkParent(ctx, type, wanted.parent_id);
    const plan = planPlaces(places, await lockSiblings(ctx, type, wanted.parent_id));
    const written = dry_run ? null : await writePlaces(ctx, plan, wanted);
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

type Kept = Undone['kept'][number];

const keep = (ctx: Ctx, row: LocationRecord, message: string): Kept => ({
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
  const kept: Kept[] = [];
  for (const { id, version } of created) {
    const row = await findLocationIncludingDeleted(ctx, id);
    if (!row || row.deleted_at !== null) continue;
    if (row.version !== version) {
      kept.push(keep(ctx, row, changedSince(ctx)));
      continue;
    }
    const uses = await countLocationUses(ctx, id, assigned.includes(id) ? (branch_id ?? 0) : 0);
    const count = uses.children + uses.addresses + uses.branches;
    if (count > 0)
      kept.push(keep(ctx, row, formatFailure('location.in_use', { count, ...uses }, ctx.locale)));
    else gone.push(row);
  }
  return { gone, kept };
}

/** Restores the places that an import changed. @returns restored places, and those that stay as changed since */
async function restoreUpdated(ctx: Ctx, { updated }: Changes) {
  const kept: Kept[] = [];
  const back: { was: LocationRecord; is: LocationRecord }[] = [];
  for (const { id, version, before } of updated) {
    const was = await findLocationIncludingDeleted(ctx, id);
    if (!was || was.deleted_at !== null) continue;
    if (was.version !== version) {
      kept.push(keep(ctx, was, changedSince(ctx)));
      continue;
    }
    const data = { ...toData(before), version: { increment: 1 }, updated_at: ctx.now };
    await ctx.db.location.update({ where: { id }, data, select: { id: true } });
    const is = await findLocationIncludingDeleted(ctx, id);
    if (is) back.push({ was, is });
  }
  return { back, kept };
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
    await checkBranch(ctx, changes.branch_id);
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
