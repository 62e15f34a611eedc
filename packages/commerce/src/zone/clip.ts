import clipping from 'polygon-clipping';
import { checkMeetings } from './meetings.ts';
import { failShape, type MultiPolygon, type Position } from './shape.ts';

type Clip = [number, number][][][];

const MILLIONTHS = 1e6;

const convert = (polygons: MultiPolygon, by: (position: Position) => [number, number]): Clip =>
  polygons.map((polygon) => polygon.map((ring) => ring.map(by)));

/**
 * Runs a function of the library. Where lines lie on one another it may fail to connect them, because their common
 * positions are rounded; it is tried again in whole millionths of a degree from the first position.
 * @throws refusal polygon.not_united
 */
function clip(run: (drawings: Clip[]) => MultiPolygon, drawings: readonly MultiPolygon[]): MultiPolygon {
  try {
    return run(drawings as Clip[]);
  } catch {
    const [lng, lat] = drawings[0]?.[0]?.[0]?.[0] ?? [0, 0];
    try {
      const whole = drawings.map((polygons) =>
        convert(polygons, ([x, y]) => [
          Math.round((x - lng) * MILLIONTHS),
          Math.round((y - lat) * MILLIONTHS),
        ]),
      );
      return convert(run(whole), ([x, y]) => [lng + x / MILLIONTHS, lat + y / MILLIONTHS]);
    } catch {
      return failShape({ code: 'polygon.not_united' });
    }
  }
}

/** Unites the parts of one or several drawings. @throws refusal polygon.not_united */
export const unite = (...drawings: readonly MultiPolygon[]): MultiPolygon =>
  clip(([first = [], ...others]) => clipping.union(first, ...others), drawings);

/** Cuts drawings out of another. @throws refusal polygon.not_united */
export const cutOut = (from: MultiPolygon, cuts: readonly MultiPolygon[]): MultiPolygon =>
  clip(([first = [], ...others]) => clipping.difference(first, ...others), [from, ...cuts]);

/** The common ground of two drawings. @throws refusal polygon.too_many_crossings, polygon.not_united */
export function intersect(a: MultiPolygon, b: MultiPolygon): MultiPolygon {
  checkMeetings([a.flat(), b.flat()]);
  return clip(([first = [], ...others]) => clipping.intersection(first, ...others), [a, b]);
}
