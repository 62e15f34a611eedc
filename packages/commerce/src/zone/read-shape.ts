import booleanPointInPolygon from '@turf/boolean-point-in-polygon';
import Flatbush from 'flatbush';
import clipping from 'polygon-clipping';
import { orient2d } from 'robust-predicates';
import {
  findBoundingBox,
  isCounterClockwise,
  measureArea,
  measurePolygonArea,
  toGeometry,
} from './measure.ts';
import { parsePolygonRings } from './parse.ts';
import {
  failShape,
  type MultiPolygon,
  type Position,
  type Ring,
  type ShapeResult,
  toShapeRefusal,
} from './shape.ts';

/** Decimals of stored positions: 0.1 m on the ground. */
const DECIMALS = 6;
/** Maximum number of positions in a drawing. */
export const POINTS_MAX = 5_000;
/** Minimum area of a delivery zone. */
export const AREA_MIN_M2 = 100;
/** Smaller parts and rings result from rounding and are dropped. */
const PART_MIN_M2 = 1;
/** Rounding a union may make two edges cross again slightly; the union is repeated at most this often. */
const UNIONS_MAX = 5;

const SCALE = 10 ** DECIMALS;
// turns -0 into 0, because -0 is formatted differently
const rounded = (degrees: number): number => Math.round(degrees * SCALE) / SCALE + 0;

const isSamePosition = (a: Position, b: Position): boolean => a[0] === b[0] && a[1] === b[1];

/** Rounds a ring and drops positions that repeat the one before. */
function roundRing(ring: Ring): Position[] {
  const keptPositions: Position[] = [];
  for (const [lng, lat] of ring) {
    const next: Position = [rounded(lng), rounded(lat)];
    const last = keptPositions.at(-1);
    if (!last || !isSamePosition(last, next)) keptPositions.push(next);
  }
  return keptPositions;
}

/**
 * Checks that every position is two finite degrees within bounds, and that the ring does not cross the far side of
 * the earth.
 */
function checkPositions(given: Ring, part: number, ring: number): void {
  given.forEach(([lng, lat], index) => {
    const where = { part, ring, point: index + 1 };
    if (!Number.isFinite(lng) || !Number.isFinite(lat)) failShape({ code: 'polygon.not_a_number', ...where });
    if (Math.abs(lat) > 90) failShape({ code: 'polygon.latitude', ...where, value: lat });
    if (Math.abs(lng) > 180) failShape({ code: 'polygon.longitude', ...where, value: lng });
    const before = given[index - 1];
    if (before && Math.abs(lng - before[0]) > 180) failShape({ code: 'polygon.antimeridian', ...where });
  });
}

const side = (a: Position, b: Position, c: Position): number =>
  Math.sign(orient2d(a[0], a[1], b[0], b[1], c[0], c[1]));

const within = (value: number, a: number, b: number): boolean =>
  value >= Math.min(a, b) && value <= Math.max(a, b);

/** True when a position in line with an edge is on the edge. */
const isOnEdge = ([lng, lat]: Position, [a, b]: readonly [Position, Position]): boolean =>
  within(lng, a[0], b[0]) && within(lat, a[1], b[1]);

type Edge = readonly [Position, Position];

/** The position where two edges cross, or any common position when they touch; null without one. */
function findMeetingPoint(
  first: Edge,
  second: Edge,
): { readonly at: Position; readonly crosses: boolean } | null {
  const [a, b] = first;
  const [c, d] = second;
  const [sc, sd, sa, sb] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
  if (sc * sd < 0 && sa * sb < 0) {
    const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
    const share = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / (ux * vy - uy * vx);
    return { at: [a[0] + share * ux, a[1] + share * uy], crosses: true };
  }
  if (sc === 0 && isOnEdge(c, first)) return { at: c, crosses: false };
  if (sd === 0 && isOnEdge(d, first)) return { at: d, crosses: false };
  if (sa === 0 && isOnEdge(a, second)) return { at: a, crosses: false };
  if (sb === 0 && isOnEdge(b, second)) return { at: b, crosses: false };
  return null;
}

const listEdges = (ring: Ring): Edge[] =>
  ring.slice(1).map((to, index): Edge => [ring[index] as Position, to]);

function indexOf(edges: readonly Edge[]): Flatbush {
  const index = new Flatbush(edges.length);
  for (const [a, b] of edges)
    index.add(Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1]));
  index.finish();
  return index;
}

const near = (index: Flatbush, [a, b]: Edge): number[] =>
  index.search(Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1]));

type Meeting = { readonly at: Position; readonly crosses: boolean };

/**
 * Finds where a closed ring meets itself, apart from consecutive edges: the first crossing, else the first point of
 * contact; null for a simple ring.
 */
function findSelfMeeting(ring: Ring): Meeting | null {
  let touch: Meeting | null = null;
  const edges = listEdges(ring);
  const index = indexOf(edges);
  for (const [at, edge] of edges.entries())
    for (const other of near(index, edge)) {
      if (other <= at) continue;
      const against = edges[other] as Edge;
      const follows = other === at + 1;
      const closes = at === 0 && other === edges.length - 1;
      if (follows || closes) {
        // consecutive edges share one position; a longer contact means that the ring turns back on itself
        const [pivot, from, to] = follows ? [edge[1], edge[0], against[1]] : [edge[0], edge[1], against[0]];
        const goesBack = side(from, pivot, to) === 0 && (isOnEdge(to, edge) || isOnEdge(from, against));
        if (goesBack) touch ??= { at: pivot, crosses: false };
        continue;
      }
      const met = findMeetingPoint(edge, against);
      if (met?.crosses) return met;
      touch ??= met;
    }
  return touch;
}

/** The position where a closed ring meets itself, apart from consecutive edges; null for a simple ring. */
export const findSelfTouchingPoint = (ring: Ring): Position | null => findSelfMeeting(ring)?.at ?? null;

/** Finds a position of the hole outside of its outer ring; touching it is allowed. */
function findStrayPosition(hole: Ring, outer: Ring): Position | null {
  const around = toGeometry([[outer]]);
  const stray = hole.find((one) => !booleanPointInPolygon([...one], around));
  if (stray) return stray;
  const edges = listEdges(outer);
  const index = indexOf(edges);
  for (const edge of listEdges(hole))
    for (const other of near(index, edge)) {
      const met = findMeetingPoint(edge, edges[other] as Edge);
      if (met?.crosses) return met.at;
    }
  return null;
}

/** Outer rings run counter-clockwise, holes clockwise (RFC 7946, 3.1.6). */
const wind = (ring: Ring, isOuter: boolean): Ring =>
  isCounterClockwise(ring) === isOuter ? ring : ring.toReversed();

type Clip = [number, number][][][];

const isSimple = (polygons: MultiPolygon): boolean =>
  polygons.every((polygon) => polygon.every((ring) => findSelfTouchingPoint(ring) === null));

/** Rounds a union: keeps the rings with an area, in the right direction. */
const roundUnion = (united: MultiPolygon): MultiPolygon =>
  united
    .map((polygon) =>
      polygon.map(roundRing).filter((ring) => ring.length >= 4 && measurePolygonArea([ring]) >= PART_MIN_M2),
    )
    .filter(([outer]) => outer !== undefined)
    .map((polygon) => polygon.map((ring, index) => wind(ring, index === 0)));

/**
 * Returns the areas that a ring encloses. Where it touches itself or turns back it is split, and crossing loops below 1
 * m² are dropped, because both result from rounding. A ring that crosses itself elsewhere is refused.
 */
function checkRing(given: Ring, part: number, ring: number): MultiPolygon {
  checkPositions(given, part, ring);
  const [first] = given;
  const last = given.at(-1);
  if (first && last && !isSamePosition(first, last) && given.length >= 3)
    failShape({ code: 'polygon.open', part, ring });
  const clean = roundRing(given);
  if (clean.length < 4) failShape({ code: 'polygon.too_few_points', part, ring });
  const met = findSelfMeeting(clean);
  if (!met) return [[wind(clean, ring === 1)]];
  const pieces = roundUnion(clipping.union([[clean]] as Clip));
  const isMended = met.crosses ? pieces.length === 1 && pieces[0]?.length === 1 : pieces.length > 0;
  if (!isMended || !isSimple(pieces))
    failShape({
      code: 'polygon.crosses_itself',
      part,
      ring,
      lng: rounded(met.at[0]),
      lat: rounded(met.at[1]),
    });
  return pieces;
}

/** True for a hole that disappears when rounded: thinner than 0.1 m. */
const isSpeck = (ring: Ring): boolean => ring.length >= 4 && roundRing(ring).length < 4;

function checkPolygon(rings: readonly Ring[], part: number): MultiPolygon {
  const given = rings.filter((ring, index) => index === 0 || !isSpeck(ring));
  const [areas = [], ...cuts] = given.map((ring, index) => checkRing(ring, part, index + 1));
  const isWhole = [areas, ...cuts].every(
    ([first = []], at, all) => all[at]?.length === 1 && first.length === 1,
  );
  if (!isWhole) return roundUnion(clipping.difference(areas as Clip, ...(cuts as Clip[])));
  const [outer = [], ...holes] = [areas, ...cuts].map(([[ring = []] = []]) => ring);
  for (const [index, hole] of holes.entries()) {
    const stray = findStrayPosition(hole, outer);
    if (stray)
      failShape({
        code: 'polygon.hole_outside',
        part,
        ring: index + 2,
        lng: rounded(stray[0]),
        lat: rounded(stray[1]),
      });
  }
  return [[outer, ...holes]];
}

/** Unites overlapping parts and holes; parts that only touch stay as they are. */
function united(polygons: MultiPolygon): MultiPolygon {
  if (polygons.length === 1 && (polygons[0]?.length ?? 0) <= 2) return polygons;
  let result = roundUnion(clipping.union(polygons as Clip));
  for (let again = 1; again < UNIONS_MAX && !isSimple(result); again += 1)
    result = roundUnion(clipping.union(result as Clip));
  return result;
}

/**
 * Parses and checks a drawing and returns the shape to store: one MultiPolygon with six decimals, in the directions of
 * RFC 7946, overlapping parts united, with its box and spherical area. A stored shape stays unchanged.
 */
export function parseDrawnShape(input: unknown): ShapeResult {
  try {
    const parts = parsePolygonRings(input);
    const points = parts.flat().reduce((sum, ring) => sum + Math.max(0, ring.length - 1), 0);
    if (points > POINTS_MAX) failShape({ code: 'polygon.too_many_points', points, max: POINTS_MAX });
    const drawn = parts.flatMap((rings, index) => checkPolygon(rings, index + 1));
    const polygons = united(drawn.filter((polygon) => measurePolygonArea(polygon) >= PART_MIN_M2));
    const area_m2 = measureArea(polygons);
    if (area_m2 < AREA_MIN_M2)
      failShape({ code: 'polygon.too_small', part: 1, area_m2: Math.round(area_m2), min: AREA_MIN_M2 });
    return { shape: { polygons, box: findBoundingBox(polygons), area_m2 }, refusal: null };
  } catch (error) {
    const refusal = toShapeRefusal(error);
    if (refusal) return { shape: null, refusal };
    throw error;
  }
}
