import { intersect, uniteDrawings } from './clip.ts';
import { measureArea, measurePolygonArea } from './measure.ts';
import { METRES_PER_DEGREE } from './meetings.ts';
import type { BoundingBox, MultiPolygon } from './shape.ts';

type ShapeWithBox = { readonly polygons: MultiPolygon; readonly box: BoundingBox };

/**
 * Neighbouring shapes with rounded positions may overlap by less than this many square metres, which does not count.
 */
const SPECK_M2 = 20;

/** True when two boxes intersect. */
export const doBoxesIntersect = (a: BoundingBox, b: BoundingBox): boolean =>
  a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north;

/** A box expanded by a number of metres. */
export function expandBox({ west, south, east, north }: BoundingBox, metres: number): BoundingBox {
  const lat = metres / METRES_PER_DEGREE;
  const lng = lat / Math.max(0.01, Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180));
  return { west: west - lng, south: south - lat, east: east + lng, north: north + lat };
}

/**
 * The intersection of two drawings with its spherical area in square metres; null when it is empty.
 * @throws refusal polygon.too_many_crossings, polygon.not_united
 */
export function findOverlap(
  a: ShapeWithBox,
  b: ShapeWithBox,
): { polygons: MultiPolygon; area_m2: number } | null {
  if (!doBoxesIntersect(a.box, b.box)) return null;
  const polygons = intersect(a.polygons, b.polygons);
  const area_m2 = measureArea(polygons);
  return area_m2 < SPECK_M2 ? null : { polygons, area_m2 };
}

/** How far around a drawing the ground is compared, in metres. */
const REACH_M = 500;

/** Finds what is beside a box, and what is beside that: it may be on the far side of enclosed ground. */
export function findNeighbours<T extends { readonly box: BoundingBox }>(
  box: BoundingBox,
  others: readonly T[],
): T[] {
  const reach = expandBox(box, REACH_M);
  const neighbours = others.filter((other) => doBoxesIntersect(other.box, reach));
  return others.filter((other) => neighbours.some((neighbour) => doBoxesIntersect(other.box, neighbour.box)));
}

/**
 * Finds ground that a drawing and its neighbours enclose without covering it, where nobody gets a zone. Holes drawn
 * on purpose within one drawing do not count.
 * @throws refusal polygon.too_many_crossings, polygon.not_united
 */
export function findGaps(
  shape: ShapeWithBox,
  others: readonly ShapeWithBox[],
): { polygons: MultiPolygon; area_m2: number }[] {
  const reach = expandBox(shape.box, REACH_M);
  const near = findNeighbours(shape.box, others);
  if (near.length === 0) return [];
  const allPolygons = uniteDrawings([shape, ...near].map(({ polygons }) => polygons));
  const ownRings = new Set(
    [shape, ...near].flatMap(({ polygons }) => polygons.flatMap(([, ...holes]) => holes.map(ringKey))),
  );
  return allPolygons
    .flatMap(([, ...holes]) => holes)
    .filter((hole) => !ownRings.has(ringKey(hole)) && isRingTouchingBox(hole, reach))
    .map((hole) => ({ polygons: [[hole.toReversed()]], area_m2: measurePolygonArea([hole]) }))
    .filter(({ area_m2 }) => area_m2 >= SPECK_M2)
    .sort((a, b) => b.area_m2 - a.area_m2);
}

/** Returns the same key for the same ring, regardless of its first position and direction. */
const ringKey = (ring: readonly (readonly [number, number])[]): string =>
  `${ring.length}:${measurePolygonArea([ring]).toFixed(0)}:${Math.min(...ring.map(([lng]) => lng))}`;

const isRingTouchingBox = (ring: readonly (readonly [number, number])[], box: BoundingBox): boolean =>
  ring.some(([lng, lat]) => lng >= box.west && lng <= box.east && lat >= box.south && lat <= box.north);
