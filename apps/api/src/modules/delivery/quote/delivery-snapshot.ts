import {
  createZoneIndex,
  type DeliveryRates,
  type DeliveryTerms,
  type Localized,
  type MultiPolygon,
  type Point,
  resolveDeliveryTerms,
  type Shape,
} from '@dukkan/commerce';
import { sql } from 'kysely';
import { queryCoalesced } from '../../../core/cache/single-flight.ts';
import { createVersionedSnapshot } from '../../../core/cache/versioned-snapshot.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, tables } from '../../../core/db/tables.ts';
import { type Texts, toTexts } from '../../../core/list/localized-columns.ts';
import { memoizePerProcess } from '../../../core/process/memoize-per-process.ts';

/** An existing state, city, area or zone. */
export type DeliveryLocation = {
  readonly id: number;
  readonly type: number;
  readonly parent_id: number | null;
  readonly names: Texts;
  readonly status: number;
  readonly rates: DeliveryRates;
};

export type DeliveryZoneRecord = DeliveryLocation & { readonly shape: Shape };

export type ActiveBranch = {
  readonly id: number;
  readonly names: Texts;
  readonly at: Point | null;
  /** True when the branch delivers orders itself. */
  readonly delivers: boolean;
};

type Reader = Pick<Ctx, 'db' | 'services'>;

/** Places, drawn zones and active branches in one version. */
type Drawn = {
  readonly version: string;
  readonly places: ReadonlyMap<number, DeliveryLocation>;
  /** Drawn zones by id, including disabled ones. */
  readonly zones: readonly DeliveryZoneRecord[];
  /** Existing, active branches. */
  readonly branches: ReadonlyMap<number, ActiveBranch>;
  /** The branches assigned to each place, active or not. */
  readonly servedBy: ReadonlyMap<number, readonly number[]>;
  /** Returns the active zones that contain a point. */
  readonly around: (point: Point) => readonly DeliveryZoneRecord[];
};

/** The destination, and the branch if one is selected. */
export type QuoteRequest = {
  readonly point?: Point | null | undefined;
  readonly area_id?: number | null | undefined;
  readonly branch_id?: number | null | undefined;
};

/** All data for a delivery quote. */
export type DeliverySnapshot = Drawn & {
  /** The amount from which delivery is free unless a place has its own, in the shop's currency; null: never. */
  readonly free_after: number | null;
};

type PlaceRow = Omit<DeliveryLocation, 'names' | 'rates'> &
  DeliveryRates & {
    readonly names: Localized;
    /** Names the stored version of the drawing; null for a place without one. */
    readonly stamp: string | null;
    readonly bytes: number;
    readonly west: number;
    readonly south: number;
    readonly east: number;
    readonly north: number;
    readonly area_m2: number;
  };

/** A drawing as it is stored, with the stamp of its row. */
type StoredDrawing = { readonly stamp: string; readonly polygons: MultiPolygon };

type Read = {
  readonly version: string;
  readonly places: readonly PlaceRow[];
  readonly branches: readonly {
    id: number;
    names: Localized;
    lat: number | null;
    lng: number | null;
    delivers: boolean;
  }[];
  readonly served: readonly { branch_id: number; location_id: number }[];
};

/** Differs whenever the row was written, also by a transaction that is rolled back later. */
const STAMP = 'xmin::text || ctid::text';

const EVERYTHING = sql<Read>`
  SELECT (SELECT version::text FROM zone_version WHERE id = 1) AS version,
         (SELECT coalesce(json_agg(l ORDER BY l.id), '[]') FROM (
           SELECT id, type, parent_id, names, status, min_order::float8, delivery_charge::float8, delivery_minutes,
                  free_after_amount::float8, west, south, east, north, area_m2,
                  CASE WHEN type = 2 AND polygons IS NOT NULL THEN ${sql.raw(STAMP)} END AS stamp,
                  coalesce(pg_column_size(polygons), 0) AS bytes
             FROM location WHERE deleted_at IS NULL AND type > -2) l) AS places,
         (SELECT coalesce(json_agg(b ORDER BY b.id), '[]') FROM (
           SELECT id, names, (settings->'coordinates'->>'lat')::float8 AS lat, (settings->'coordinates'->>'lng')::float8 AS lng,
                  coalesce(settings->>'fullfillment', '1') <> '0' AS delivers
             FROM branch WHERE deleted_at IS NULL AND status = 1 AND warehouse = 0) b) AS branches,
         (SELECT coalesce(json_agg(z ORDER BY z.branch_id), '[]') FROM branch_zone z) AS served`;

const toDeliveryLocation = (row: PlaceRow): DeliveryLocation => ({
  id: row.id,
  type: row.type,
  parent_id: row.parent_id,
  names: toTexts(row.names),
  status: row.status,
  rates: {
    min_order: row.min_order,
    delivery_charge: row.delivery_charge,
    delivery_minutes: row.delivery_minutes,
    free_after_amount: row.free_after_amount,
  },
});

/** Returns the snapshot with other zones, to preview a changed drawing. */
export function replaceSnapshotZones<T extends Omit<Drawn, 'around' | 'zones'>>(
  snapshot: T,
  zones: readonly DeliveryZoneRecord[],
): T & Pick<Drawn, 'around' | 'zones'> {
  const active = zones.filter(({ status }) => status === 1);
  const find = createZoneIndex(active.map(({ shape }) => shape));
  return { ...snapshot, zones, around: (point) => find(point).flatMap((index) => active[index] ?? []) };
}

/** Drawings of about so many bytes are read by one statement, because a larger answer delays the process. */
const PART_BYTES = 512 * 1024;

/** The drawings of each process by their zones; the places say which of them are current. */
const knownDrawings = memoizePerProcess(() => new Map<number, StoredDrawing>());

/** Splits zones into parts whose drawings have about `PART_BYTES`. */
function* splitZonesByBytes(rows: readonly PlaceRow[]): Generator<readonly number[]> {
  let ids: number[] = [];
  let bytes = 0;
  for (const row of rows) {
    ids.push(row.id);
    bytes += row.bytes;
    if (bytes < PART_BYTES) continue;
    yield ids;
    [ids, bytes] = [[], 0];
  }
  if (ids.length > 0) yield ids;
}

/**
 * Loads the drawings that are new or changed, in parts, and forgets those of deleted zones.
 * @returns false when a drawing has been changed since its place was read
 */
async function loadDrawings(ctx: Reader, places: readonly PlaceRow[]): Promise<boolean> {
  const known = knownDrawings(ctx);
  const drawn = places.filter(({ stamp }) => stamp !== null);
  const isKnown = ({ id, stamp }: PlaceRow) => known.get(id)?.stamp === stamp;
  for (const ids of splitZonesByBytes(drawn.filter((row) => !isKnown(row)))) {
    const drawings = tables
      .selectFrom('location')
      .select(({ ref }) => [
        'id',
        sql.raw<string>(STAMP).as('stamp'),
        ref('polygons').$castTo<StoredDrawing['polygons']>().as('polygons'),
      ])
      .where('id', '=', anyIdSql(ids))
      .where('polygons', 'is not', null);
    const rows = await queryCoalesced(ctx, drawings);
    for (const { id, stamp, polygons } of rows)
      if (known.get(id)?.stamp !== stamp) known.set(id, { stamp, polygons });
  }
  const current = new Set(drawn.map(({ id }) => id));
  for (const id of known.keys()) if (!current.has(id)) known.delete(id);
  return drawn.every(isKnown);
}

async function toDrawn({ version, places, branches, served }: Read, ctx: Reader): Promise<Drawn | null> {
  if (!(await loadDrawings(ctx, places))) return null;
  const known = knownDrawings(ctx);
  const all = new Map(places.map((row) => [row.id, toDeliveryLocation(row)]));
  const servedBy = new Map<number, number[]>();
  for (const { location_id, branch_id } of served)
    servedBy.set(location_id, [...(servedBy.get(location_id) ?? []), branch_id]);
  const zones = places.flatMap((row) => {
    const place = all.get(row.id);
    const drawing = row.stamp === null ? undefined : known.get(row.id);
    if (!place || !drawing) return [];
    const { west, south, east, north, area_m2 } = row;
    return [{ ...place, shape: { polygons: drawing.polygons, area_m2, box: { west, south, east, north } } }];
  });
  const sites = branches.map(({ id, names, lat, lng, delivers }): [number, ActiveBranch] => [
    id,
    { id, names: toTexts(names), at: lat === null || lng === null ? null : { lat, lng }, delivers },
  ]);
  return replaceSnapshotZones({ version, places: all, branches: new Map(sites), servedBy }, zones);
}

/** Cached in memory; every change of its data increases the version in the same transaction. */
const readDrawn = createVersionedSnapshot<Read, Drawn>(
  tables
    .selectFrom('zone_version')
    .select(({ cast }) => cast<string>('version', 'text').as('version'))
    .where('id', '=', 1)
    .compile(),
  EVERYTHING,
  toDrawn,
);

const NOW = tables
  .selectFrom('zone_version')
  .select(({ cast, selectFrom }) => [
    cast<string>('version', 'text').as('version'),
    selectFrom('setting')
      .select(sql<number | null>`(data->>'free_after_amount')::float8`.as('amount'))
      .where('id', '=', 1)
      .as('free_after'),
  ])
  .where('id', '=', 1)
  .compile();

/** Returns the current zones in the caller's transaction, with the shop's limit for free delivery. */
export async function readDeliverySnapshot(ctx: Reader): Promise<DeliverySnapshot> {
  // one statement reads the version and the limit, to save a query for the settings
  const [now] = await queryCoalesced(ctx, NOW);
  const drawn = await readDrawn.at(ctx, now?.version ?? '');
  return { ...drawn, free_after: now?.free_after ?? null };
}

/** Returns a place and its ancestors, nearest first; without the country, which has no rates. */
export function listWithAncestors(
  { places }: Pick<DeliverySnapshot, 'places'>,
  id: number | null,
): readonly DeliveryLocation[] {
  const chain: DeliveryLocation[] = [];
  for (let at = id === null ? undefined : places.get(id); at && chain.length < 5; ) {
    chain.push(at);
    at = at.parent_id === null ? undefined : places.get(at.parent_id);
  }
  return chain;
}

/** Returns the delivery terms of a place; null when there is no delivery. */
export const resolveLocationTerms = (
  snapshot: Pick<DeliverySnapshot, 'places' | 'free_after'>,
  place: Pick<DeliveryLocation, 'parent_id' | 'rates'>,
): DeliveryTerms | null =>
  resolveDeliveryTerms(
    [place.rates, ...listWithAncestors(snapshot, place.parent_id).map(({ rates }) => rates)],
    snapshot.free_after,
  );

/** Returns the delivery charge of a place, inherited if it has none. */
export const resolveLocationCharge = (
  snapshot: Pick<DeliverySnapshot, 'places' | 'free_after'>,
  place: Pick<DeliveryLocation, 'parent_id' | 'rates'>,
): number | null => resolveLocationTerms(snapshot, place)?.delivery_charge ?? null;

/** Returns the active branches that deliver to a place. */
export const listServingBranches = (
  { servedBy, branches }: DeliverySnapshot,
  id: number,
): readonly ActiveBranch[] =>
  (servedBy.get(id) ?? []).flatMap((branch_id) => {
    const site = branches.get(branch_id);
    return site?.delivers ? [site] : [];
  });
