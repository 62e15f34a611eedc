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
import { queryCoalesced } from '../../core/cache/single-flight.ts';
import { createVersionedSnapshot } from '../../core/cache/versioned-snapshot.ts';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';

export type Texts = { ar: string; en: string; de: string };

/** Returns a stored text in all languages, with '' for missing ones. */
export const toTexts = (stored: unknown): Texts => {
  const { ar, en, de } = (stored ?? {}) as Localized;
  return { ar: ar ?? '', en: en ?? '', de: de ?? '' };
};

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

export type DeliveringBranch = {
  readonly id: number;
  readonly names: Texts;
  readonly at: Point | null;
  /** True when the branch delivers orders itself. */
  readonly delivers: boolean;
};

/** Places, drawn zones and delivering branches in one version. */
type Drawn = {
  readonly version: string;
  readonly places: ReadonlyMap<number, DeliveryLocation>;
  /** Drawn zones by id, including disabled ones. */
  readonly zones: readonly DeliveryZoneRecord[];
  /** Existing, active branches. */
  readonly branches: ReadonlyMap<number, DeliveringBranch>;
  /** The branches assigned to each place, active or not. */
  readonly servedBy: ReadonlyMap<number, readonly number[]>;
  /** Returns the active zones that contain a point. */
  readonly around: (point: Point) => readonly DeliveryZoneRecord[];
};

/** All data for a delivery quote. */
export type DeliverySnapshot = Drawn & {
  /** The amount from which delivery is free unless a place has its own, in the shop's currency; null: never. */
  readonly free_after: number | null;
};

type PlaceRow = Omit<DeliveryLocation, 'names' | 'rates'> &
  DeliveryRates & {
    readonly names: Localized;
    readonly polygons: MultiPolygon | null;
    readonly west: number;
    readonly south: number;
    readonly east: number;
    readonly north: number;
    readonly area_m2: number;
  };

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

const EVERYTHING = Prisma.sql`
  SELECT (SELECT version::text FROM zone_version WHERE id = 1) AS version,
         (SELECT coalesce(json_agg(l ORDER BY l.id), '[]') FROM (
           SELECT id, type, parent_id, names, status, min_order::float8, delivery_charge::float8, delivery_minutes,
                  free_after_amount::float8, polygons, west, south, east, north, area_m2
             FROM location WHERE deleted_at IS NULL AND type > -2) l) AS places,
         (SELECT coalesce(json_agg(b ORDER BY b.id), '[]') FROM (
           SELECT id, names, (settings->'coordinates'->>'lat')::float8 AS lat, (settings->'coordinates'->>'lng')::float8 AS lng,
                  coalesce(settings->>'fullfillment', '1') <> '0' AS delivers
             FROM branch WHERE deleted_at IS NULL AND status = 1 AND warehouse = 0) b) AS branches,
         (SELECT coalesce(json_agg(z ORDER BY z.branch_id), '[]') FROM branch_zone z) AS served`;

const placeOf = (row: PlaceRow): DeliveryLocation => ({
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

function made({ version, places, branches, served }: Read): Drawn {
  const all = new Map(places.map((row) => [row.id, placeOf(row)]));
  const servedBy = new Map<number, number[]>();
  for (const { location_id, branch_id } of served)
    servedBy.set(location_id, [...(servedBy.get(location_id) ?? []), branch_id]);
  const zones = places.flatMap((row) => {
    const place = all.get(row.id);
    if (!place || row.type !== 2 || !row.polygons) return [];
    const { west, south, east, north, area_m2, polygons } = row;
    return [{ ...place, shape: { polygons, area_m2, box: { west, south, east, north } } }];
  });
  const sites = branches.map(({ id, names, lat, lng, delivers }): [number, DeliveringBranch] => [
    id,
    { id, names: toTexts(names), at: lat === null || lng === null ? null : { lat, lng }, delivers },
  ]);
  return replaceSnapshotZones({ version, places: all, branches: new Map(sites), servedBy }, zones);
}

/** Cached in memory; every change of its data increases the version in the same transaction. */
const readDrawn = createVersionedSnapshot<Read, Drawn>(
  Prisma.sql`SELECT version::text AS version FROM zone_version WHERE id = 1`,
  EVERYTHING,
  made,
);

const NOW = Prisma.sql`
  SELECT version::text AS version,
         (SELECT (data->>'free_after_amount')::float8 FROM setting WHERE id = 1) AS free_after
    FROM zone_version WHERE id = 1`;

/** Returns the current zones in the caller's transaction, with the shop's limit for free delivery. */
export async function readDeliverySnapshot(ctx: Pick<Ctx, 'db' | 'services'>): Promise<DeliverySnapshot> {
  // one statement reads the version and the limit, to save a query for the settings
  const [now] = await queryCoalesced<{ version: string; free_after: number | null }>(ctx, NOW);
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
): readonly DeliveringBranch[] =>
  (servedBy.get(id) ?? []).flatMap((branch_id) => {
    const site = branches.get(branch_id);
    return site?.delivers ? [site] : [];
  });
