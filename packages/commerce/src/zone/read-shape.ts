import booleanPointInPolygon from '@turf/boolean-point-in-polygon';
import { cutOut, uniteParts, uniteRing } from './clip.ts';
import {
  findBoundingBox,
  isCounterClockwise,
  measureArea,
  measurePolygonArea,
  toGeometry,
} from './measure.ts';
import {
  createEdgeIndex,
  type Edge,
  findMeeting,
  findSelfMeeting,
  listEdges,
  measureFlatArea,
} from './meetings.ts';
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
const roundCoordinate = (degrees: number): number => Math.round(degrees * SCALE) / SCALE + 0;

const isSamePosition = (a: Position, b: Position): boolean => a[0] === b[0] && a[1] === b[1];

/** Rounds a ring and drops positions that repeat the one before. */
function roundRing(ring: Ring): Position[] {
  const keptPositions: Position[] = [];
  for (const [lng, lat] of ring) {
    const next: Position = [roundCoordinate(lng), roundCoordinate(lat)];
    const last = keptPositions.at(-1);
    if (!last || !isSamePosition(last, next)) keptPositions.push(next);
  }
  return keptPositions;
}

/**
 * Checks that every position is two finite degrees within bounds, and that the ring does not cross the far side of
 * the earth.
 */
function checkPositions(positions: Ring, part: number, ring: number): void {
  positions.forEach(([lng, lat], index) => {
    const where = { part, ring, point: index + 1 };
    if (!Number.isFinite(lng) || !Number.isFinite(lat)) failShape({ code: 'polygon.not_a_number', ...where });
    if (Math.abs(lat) > 90) failShape({ code: 'polygon.latitude', ...where, value: lat });
    if (Math.abs(lng) > 180) failShape({ code: 'polygon.longitude', ...where, value: lng });
    const before = positions[index - 1];
    if (before && Math.abs(lng - before[0]) > 180) failShape({ code: 'polygon.antimeridian', ...where });
  });
}

/** The position where a closed ring meets itself, apart from consecutive edges; null for a simple ring. */
export const findSelfTouchingPoint = (ring: Ring): Position | null => findSelfMeeting(ring)?.at ?? null;

/** Creates a search for a position of a hole outside of its outer ring; touching it is allowed. */
function createStrayFinder(outer: Ring): (hole: Ring) => Position | null {
  const around = toGeometry([[outer]]);
  const edges = listEdges(outer);
  const near = createEdgeIndex(edges);
  return (hole) => {
    const stray = hole.find((one) => !booleanPointInPolygon([...one], around));
    if (stray) return stray;
    for (const edge of listEdges(hole))
      for (const other of near(edge)) {
        const met = findMeeting(edge, edges[other] as Edge);
        if (met?.crosses) return met.at;
      }
    return null;
  };
}

/** Outer rings run counter-clockwise, holes clockwise (RFC 7946, 3.1.6). */
const orientRing = (ring: Ring, isOuter: boolean): Ring =>
  isCounterClockwise(ring) === isOuter ? ring : ring.toReversed();

const isSimple = (polygons: MultiPolygon): boolean =>
  polygons.every((polygon) => polygon.every((ring) => findSelfTouchingPoint(ring) === null));

/** Rounds a union: keeps the rings with an area, in the right direction. */
const roundUnion = (united: MultiPolygon): MultiPolygon =>
  united
    .map((polygon) =>
      polygon.map(roundRing).filter((ring) => ring.length >= 4 && measurePolygonArea([ring]) >= PART_MIN_M2),
    )
    .filter(([outer]) => outer !== undefined)
    .map((polygon) => polygon.map((ring, index) => orientRing(ring, index === 0)));

/** The area of the parts on the flat map, in square degrees. */
const sumFlatAreas = (polygons: MultiPolygon): number =>
  polygons.flat().reduce((sum, ring) => sum + measureFlatArea(ring), 0);

/**
 * Returns the areas that a ring encloses. Where it touches itself or turns back it is split, and crossing loops below 1
 * m² are dropped, because both result from rounding. A ring that crosses itself elsewhere is refused: before it is
 * split, or after, when it encloses some ground twice or in both directions.
 */
function checkRing(positions: Ring, part: number, ring: number): MultiPolygon {
  checkPositions(positions, part, ring);
  const [first] = positions;
  const last = positions.at(-1);
  if (first && last && !isSamePosition(first, last) && positions.length >= 3)
    failShape({ code: 'polygon.open', part, ring });
  const clean = roundRing(positions);
  if (clean.length < 4) failShape({ code: 'polygon.too_few_points', part, ring });
  const met = findSelfMeeting(clean);
  if (!met) return [[orientRing(clean, ring === 1)]];
  const pieces = met.crosses ? [] : roundUnion(uniteRing(clean, met.meetsAtEnds));
  const difference = Math.abs(Math.abs(measureFlatArea(clean)) - sumFlatAreas(pieces));
  if (met.crosses || difference > met.slack || !isSimple(pieces))
    failShape({
      code: 'polygon.crosses_itself',
      part,
      ring,
      lng: roundCoordinate(met.at[0]),
      lat: roundCoordinate(met.at[1]),
    });
  return pieces;
}

/** True for a hole that disappears when rounded: thinner than 0.1 m. */
const isSpeck = (ring: Ring): boolean => ring.length >= 4 && roundRing(ring).length < 4;

function checkPolygon(rings: readonly Ring[], part: number): MultiPolygon {
  const keptRings = rings.filter((ring, index) => index === 0 || !isSpeck(ring));
  const [areas = [], ...cuts] = keptRings.map((ring, index) => checkRing(ring, part, index + 1));
  const isWhole = [areas, ...cuts].every(
    ([first = []], at, all) => all[at]?.length === 1 && first.length === 1,
  );
  if (!isWhole) return areas.length === 0 ? [] : roundUnion(cutOut(areas, cuts));
  const [outer = [], ...holes] = [areas, ...cuts].map(([[ring = []] = []]) => ring);
  const findStray = createStrayFinder(outer);
  for (const [index, hole] of holes.entries()) {
    const stray = findStray(hole);
    if (stray)
      failShape({
        code: 'polygon.hole_outside',
        part,
        ring: index + 2,
        lng: roundCoordinate(stray[0]),
        lat: roundCoordinate(stray[1]),
      });
  }
  return [[outer, ...holes]];
}

/** Unites overlapping parts and holes; parts that only touch stay as they are. */
function united(polygons: MultiPolygon): MultiPolygon {
  if (polygons.length === 1 && (polygons[0]?.length ?? 0) <= 2) return polygons;
  let result = roundUnion(uniteParts(polygons));
  for (let again = 1; again < UNIONS_MAX && !isSimple(result); again += 1)
    result = roundUnion(uniteParts(result));
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
