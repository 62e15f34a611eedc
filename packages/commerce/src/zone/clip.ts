import clipping from 'polygon-clipping';
import { checkMeetings } from './meetings.ts';
import { failShape, type MultiPolygon, type Position, type Ring } from './shape.ts';

type Clip = [number, number][][][];

const MILLIONTHS = 1e6;

const convertPositions = (polygons: MultiPolygon, by: (position: Position) => [number, number]): Clip =>
  polygons.map((polygon) => polygon.map((ring) => ring.map(by)));

type Run = (drawings: Clip[]) => MultiPolygon;

/**
 * Runs a function of the library. Lines that meet at their ends only are given in degrees. Others are given in whole
 * millionths of a degree from the first position: in degrees the library may try for seconds to connect lines that lie
 * on one another, because their common positions are rounded.
 * @throws refusal polygon.not_united
 */
function runClip(drawings: readonly MultiPolygon[], meetsAtEnds: boolean, run: Run): MultiPolygon {
  const [lng, lat] = drawings[0]?.[0]?.[0]?.[0] ?? [0, 0];
  try {
    if (meetsAtEnds) return run(drawings as Clip[]);
    const whole = drawings.map((polygons) =>
      convertPositions(polygons, ([x, y]) => [
        Math.round((x - lng) * MILLIONTHS),
        Math.round((y - lat) * MILLIONTHS),
      ]),
    );
    return convertPositions(run(whole), ([x, y]) => [lng + x / MILLIONTHS, lat + y / MILLIONTHS]);
  } catch {
    return failShape({ code: 'polygon.not_united' });
  }
}

const toPolygonPerRing = (drawings: readonly MultiPolygon[]) => drawings.flat(2).map((ring) => [ring]);

/** The areas of a ring that meets itself. @throws refusal polygon.not_united */
export const uniteRing = (ring: Ring, meetsAtEnds: boolean): MultiPolygon =>
  runClip([[[ring]]], meetsAtEnds, ([first = []]) => clipping.union(first));

/** Unites the parts of a drawing. @throws refusal polygon.too_many_crossings, polygon.not_united */
export const uniteParts = (parts: MultiPolygon): MultiPolygon =>
  runClip([parts], checkMeetings(toPolygonPerRing([parts])).meetsAtEnds, ([first = []]) =>
    clipping.union(first),
  );

/** Unites several drawings. @throws refusal polygon.too_many_crossings, polygon.not_united */
export function uniteDrawings(drawings: readonly MultiPolygon[]): MultiPolygon {
  checkMeetings(drawings.map((polygons) => polygons.flat()));
  return runClip(drawings, false, ([first = [], ...others]) => clipping.union(first, ...others));
}

/** Cuts drawings out of another. @throws refusal polygon.too_many_crossings, polygon.not_united */
export function cutOut(from: MultiPolygon, cuts: readonly MultiPolygon[]): MultiPolygon {
  const drawings = [from, ...cuts];
  const { meetsAtEnds } = checkMeetings(toPolygonPerRing(drawings));
  return runClip(drawings, meetsAtEnds, ([first = [], ...others]) => clipping.difference(first, ...others));
}

/** The common ground of two drawings. @throws refusal polygon.too_many_crossings, polygon.not_united */
export function intersect(a: MultiPolygon, b: MultiPolygon): MultiPolygon {
  checkMeetings([a.flat(), b.flat()]);
  return runClip([a, b], false, ([first = [], ...others]) => clipping.intersection(first, ...others));
}
