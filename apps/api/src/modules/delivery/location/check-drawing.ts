import { type BoundingBox, findNeighbours, type Point, resolveText, type Shape } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import { QATAR_POINTS } from '../../../../../../prisma/seed/qatar-points.ts';
import { getPermissions, hasPermission } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRows, tables } from '../../../core/db/tables.ts';
import {
  type DeliveryLocation,
  type DeliverySnapshot,
  type DeliveryZoneRecord,
  listServingBranches,
  readDeliverySnapshot,
  replaceSnapshotZones,
  resolveLocationCharge,
} from '../quote/delivery-snapshot.ts';
import { computeQuote } from '../quote/quote.ts';
import { toWire } from './location.view.ts';
import { compareShapes, parseShape } from './shape-threads.ts';

type Check = z.output<typeof api.location.check.input>;
type Checked = z.output<typeof api.location.check.output>;

/** Maximum number of addresses checked; with more, the count is a lower bound. */
const ADDRESSES_MAX = 20_000;
/** Maximum number of addresses listed. */
const NAMED_MAX = 50;

/** Returns the coordinates of a place if known, by its English name in Qatar. */
const findPlaceCoordinates = ({ names }: DeliveryLocation): Point | null => {
  const [lng, lat] = QATAR_POINTS[names.en] ?? [];
  return lat === undefined || lng === undefined ? null : { lat, lng };
};

const ZONE = 2;

/** Lists all drawn zones, and the places and branches with known coordinates, for the map. */
export async function listZoneShapes(ctx: Ctx) {
  const snapshot = await readDeliverySnapshot(ctx);
  const places = [...snapshot.places.values()].flatMap((place) => {
    const point = place.type === ZONE || place.status !== 1 ? null : findPlaceCoordinates(place);
    return point
      ? [{ id: place.id, name: resolveText(place.names, ctx.locale), type: place.type, ...point }]
      : [];
  });
  const branches = [...snapshot.branches.values()].flatMap(({ id, names, at }) =>
    at ? [{ id, name: resolveText(names, ctx.locale), ...at }] : [],
  );
  return {
    places,
    branches,
    zones: snapshot.zones.map((zone) => ({
      id: zone.id,
      name: resolveText(zone.names, ctx.locale),
      status: zone.status,
      parent_id: zone.parent_id,
      area_m2: zone.shape.area_m2,
      box: zone.shape.box,
      polygons: toWire(zone.shape.polygons),
      delivery_charge: resolveLocationCharge(snapshot, zone),
      branches_ids: listServingBranches(snapshot, zone.id).map(({ id }) => id),
    })),
  };
}

/** Returns the zones as they would be with the new drawing. */
function withNewDrawing(
  snapshot: DeliverySnapshot,
  id: number | undefined,
  shape: Shape,
  input: Check,
): DeliverySnapshot {
  const before =
    snapshot.zones.find((zone) => zone.id === id) ?? (id === undefined ? undefined : snapshot.places.get(id));
  const drawn: DeliveryZoneRecord = {
    id: id ?? Number.MAX_SAFE_INTEGER,
    type: 2,
    parent_id: before?.parent_id ?? null,
    names: before?.names ?? { ar: '', en: '', de: '' },
    status: input.status ?? before?.status ?? 1,
    rates: {
      min_order: null,
      delivery_minutes: null,
      free_after_amount: null,
      ...before?.rates,
      delivery_charge: input.delivery_charge ?? before?.rates.delivery_charge ?? (before ? null : 0),
    },
    shape,
  };
  return replaceSnapshotZones(snapshot, [...snapshot.zones.filter((zone) => zone.id !== id), drawn]);
}

const joinBoxes = (a: BoundingBox, b: BoundingBox | undefined): BoundingBox =>
  b
    ? {
        west: Math.min(a.west, b.west),
        south: Math.min(a.south, b.south),
        east: Math.max(a.east, b.east),
        north: Math.max(a.north, b.north),
      }
    : a;

type Address = { id: number; name: string; lat: number; lng: number; area_id: number | null };

/** Finds the first addresses inside a box; a box has both coordinates, so they have them too. */
const findAddressesWithin = (ctx: Ctx, box: BoundingBox): Promise<Address[]> =>
  fetchRows(
    ctx,
    tables
      .selectFrom('address')
      .select(['id', 'name', 'lat', 'lng', 'area_id'])
      .where('deleted_at', 'is', null)
      .where((eb) => eb.between('lng', box.west, box.east))
      .where((eb) => eb.between('lat', box.south, box.north))
      .orderBy('id')
      .limit(ADDRESSES_MAX)
      .$narrowType<{ lat: number; lng: number }>(),
  );

/** Finds the addresses whose zone would change. */
async function movedBy(
  ctx: Ctx,
  snapshot: DeliverySnapshot,
  then: DeliverySnapshot,
  box: BoundingBox,
): Promise<Checked['moved']> {
  const place = (zones: DeliverySnapshot, { lat, lng, area_id }: Address) => {
    const { quote, ranked } = computeQuote(zones, { point: { lat, lng }, area_id }, ctx.locale);
    const id = ranked[0]?.id ?? quote?.area_id ?? null;
    const name = id === null ? undefined : (ranked[0]?.zone.names ?? zones.places.get(id)?.names);
    // a zone that is being drawn has no id and no name yet
    const isNew = id === Number.MAX_SAFE_INTEGER;
    return { key: id, id: isNew ? null : id, name: isNew ? '' : name ? resolveText(name, ctx.locale) : null };
  };
  return (await findAddressesWithin(ctx, box)).flatMap((address) => {
    const [from, to] = [place(snapshot, address), place(then, address)];
    if (from.key === to.key) return [];
    const { id, name } = address;
    return [{ id, name, from_id: from.id, from_name: from.name, to_id: to.id, to_name: to.name }];
  });
}

/**
 * Previews a drawing: overlaps with other zones and their size, gaps enclosed by it and its neighbours, and addresses
 * that would change their zone. Stores nothing.
 * @throws polygon.… for a drawing that saving would refuse
 */
export async function previewZoneDrawing(ctx: Ctx, input: Check): Promise<Checked> {
  const shape = await parseShape(ctx, input.polygons);
  const snapshot = await readDeliverySnapshot(ctx);
  const others = findNeighbours(
    shape.box,
    snapshot.zones.filter(({ id }) => id !== input.id).map((zone) => ({ zone, box: zone.shape.box })),
  ).map(({ zone }) => zone);
  const compared = await compareShapes(
    ctx,
    shape,
    others.map(({ id, status, shape: { polygons, box } }) => ({
      id,
      isActive: status === 1,
      shape: { polygons, box },
    })),
  );
  const overlaps = compared.overlaps
    .flatMap(({ id, area_m2 }) => {
      const zone = others.find((other) => other.id === id);
      if (!zone) return [];
      return [{ id, name: resolveText(zone.names, ctx.locale), status: zone.status, area_m2 }];
    })
    .sort((a, b) => b.area_m2 - a.area_m2);
  const before = snapshot.zones.find(({ id }) => id === input.id);
  const then = withNewDrawing(snapshot, input.id, shape, input);
  const moved = await movedBy(ctx, snapshot, then, joinBoxes(shape.box, before?.shape.box));
  const mayName = hasPermission(getPermissions(ctx), { resource: 'Addresses', action: 'view' });
  return {
    polygons: toWire(shape.polygons),
    box: shape.box,
    area_m2: shape.area_m2,
    overlaps,
    gaps: compared.gaps.map(({ area_m2, polygons }) => ({ area_m2, polygons: toWire(polygons) })),
    moved_count: moved.length,
    moved: mayName ? moved.slice(0, NAMED_MAX) : [],
  };
}
