import { foldForSearch, type MultiPolygon } from '@dukkan/commerce';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { anyIdSql, fetchRows, tables } from '../../../core/db/tables.ts';
import { toTexts } from '../../../core/list/localized-columns.ts';
import { auditView, type LocationRecord, selectLocationRecords } from '../location/location.view.ts';
import type { FeatureRefusal, ReadFeature } from './read-location-file.ts';

// Rule: docs/rules/imports.md#zones-by-file

/** The columns of a place that an import can change; the drawing as JSON text. */
type Columns = Pick<
  LocationRecord,
  | 'names'
  | 'delivery_charge'
  | 'delivery_minutes'
  | 'min_order'
  | 'area_m2'
  | 'west'
  | 'south'
  | 'east'
  | 'north'
> & { readonly polygons: string | null };

/** Columns of an import that was stored when drawings were not yet text. */
export type StoredColumns = Omit<Columns, 'polygons'> & { readonly polygons: string | MultiPolygon | null };

/** An existing place as it was before the import. */
type KnownPlace = {
  readonly id: number;
  readonly version: number;
  readonly columns: Columns;
  readonly audited: Record<string, unknown>;
};

/** A feature with the existing place of its name, if any, and the columns to write; null when nothing is written. */
export type Planned = ReadFeature & { readonly known: KnownPlace | null; readonly columns: Columns | null };

const toColumns = (row: LocationRecord): Columns => ({
  names: row.names,
  delivery_charge: row.delivery_charge,
  delivery_minutes: row.delivery_minutes,
  min_order: row.min_order,
  polygons: row.polygons && JSON.stringify(row.polygons),
  area_m2: row.area_m2,
  west: row.west,
  south: row.south,
  east: row.east,
  north: row.north,
});

/** Converts columns to the data of a database write. */
export function toData({ names, polygons, ...rest }: StoredColumns) {
  const drawing: unknown = typeof polygons === 'string' ? JSON.parse(polygons) : polygons;
  return {
    ...rest,
    names: names as Prisma.InputJsonValue,
    polygons: drawing === null ? Prisma.DbNull : (drawing as Prisma.InputJsonValue),
  };
}

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
  const { names, drawing } = place;
  return {
    names: { ar: names.ar || stored.ar, en: names.en || stored.en, de: names.de || stored.de },
    delivery_charge: place.delivery_charge ?? before.delivery_charge,
    delivery_minutes: place.delivery_minutes ?? before.delivery_minutes,
    min_order: place.min_order ?? before.min_order,
    polygons: drawing?.polygons ?? before.polygons,
    area_m2: drawing?.area_m2 ?? before.area_m2,
    west: drawing?.box.west ?? before.west,
    south: drawing?.box.south ?? before.south,
    east: drawing?.box.east ?? before.east,
    north: drawing?.box.north ?? before.north,
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

type Sibling = { readonly id: number; readonly names: unknown };

/** Returns the places of a type under a parent that are not deleted, and locks them until the transaction ends. */
export const lockSiblings = (ctx: Ctx, type: number, parent_id: number | null): Promise<Sibling[]> =>
  fetchRows(
    ctx,
    tables
      .selectFrom('location')
      .select(['id', 'names'])
      .where('type', '=', type)
      .where('parent_id', 'is not distinct from', parent_id)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .forUpdate(),
  );

/** Drawings are read and written by so many places at once: more would keep the event loop from other requests. */
const AT_ONCE = 20;

export const inParts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, part) =>
    all.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  );

/** Loads places with their drawings and converts each. */
export async function loadLocations<T>(
  ctx: Ctx,
  ids: readonly number[],
  convert: (row: LocationRecord) => T,
): Promise<T[]> {
  const loaded: T[] = [];
  for (const part of inParts(ids.toSorted((a, b) => a - b))) {
    const rows = await fetchRows(
      ctx,
      selectLocationRecords(ctx).where('l.id', '=', anyIdSql(part)).orderBy('l.id'),
    );
    loaded.push(...rows.map(convert));
  }
  return loaded;
}

/** Matches features with the existing places of the same names; a feature that repeats a name is refused. */
function matchPlaces(places: readonly ReadFeature[], siblings: readonly Sibling[]) {
  const idsByName = new Map<string, number>();
  for (const { id, names } of siblings.toReversed())
    for (const key of nameKeys(names)) idsByName.set(key, id);
  const used = new Map<string, number>();
  const usedIds = new Map<number, number>();
  return places.map((place): { place: ReadFeature; id: number | null } => {
    if (place.refusal) return { place, id: null };
    const keys = nameKeys(place.names);
    const id = keys.map((key) => idsByName.get(key)).find((one) => one !== undefined) ?? null;
    const first =
      keys.map((key) => used.get(key)).find((one) => one !== undefined) ??
      (id === null ? undefined : usedIds.get(id));
    if (first !== undefined) {
      const { lat = null, lng = null } = place.drawing ?? {};
      const refusal: FeatureRefusal = {
        code: 'location.name_repeated',
        params: { feature: first },
        lat,
        lng,
      };
      return { place: { ...place, refusal }, id: null };
    }
    for (const key of keys) used.set(key, place.feature);
    if (id !== null) usedIds.set(id, place.feature);
    return { place, id };
  });
}

/** Plans what each feature creates or changes. */
export async function planPlaces(
  ctx: Ctx,
  places: readonly ReadFeature[],
  siblings: readonly Sibling[],
): Promise<Planned[]> {
  const matches = matchPlaces(places, siblings);
  const loaded = await loadLocations(
    ctx,
    matches.flatMap(({ id }) => (id === null ? [] : [id])),
    (row): KnownPlace => ({
      id: row.id,
      version: row.version,
      columns: toColumns(row),
      audited: auditView(row),
    }),
  );
  const byId = new Map(loaded.map((known) => [known.id, known]));
  return matches.map(({ place, id }) => {
    const known = id === null ? null : (byId.get(id) ?? null);
    if (place.refusal) return { ...place, known, columns: null };
    const before = known?.columns ?? EMPTY;
    const columns = columnsAfter(before, place);
    return { ...place, known, columns: known && isSame(before, columns) ? null : columns };
  });
}
