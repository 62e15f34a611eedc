import { isRecord } from '../is-record.ts';
import { isDeeperThan } from '../text/is-deeper-than.ts';
import { isCounterClockwise } from './measure.ts';
import { failShape, type Position } from './shape.ts';

type Rings = Position[][];

/** The most levels of a drawing: a collection of features with parts, rings and positions has eight. */
const LEVELS_MAX = 16;

const failUnreadable = (where: string): never =>
  failShape({ code: 'polygon.unreadable', where: where === '' ? '$' : where });

const isLatLng = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && 'lat' in value && 'lng' in value;

/** A number as given; anything else becomes NaN, so that the check can name its position. */
const toNumber = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);

function parsePosition(value: unknown, where: string): Position {
  if (!Array.isArray(value) || value.length < 2) return failUnreadable(where);
  return [toNumber(value[0]), toNumber(value[1])];
}

const parseRings = (value: unknown, where: string): Rings =>
  Array.isArray(value) && value.length > 0
    ? value.map((ring: unknown, r) =>
        Array.isArray(ring)
          ? ring.map((one: unknown, p) => parsePosition(one, `${where}[${r}][${p}]`))
          : failUnreadable(`${where}[${r}]`),
      )
    : failUnreadable(where);

const parsePolygons = (value: unknown, where: string): Rings[] =>
  Array.isArray(value) && value.length > 0
    ? value.map((polygon: unknown, at) => parseRings(polygon, `${where}[${at}]`))
    : failUnreadable(where);

/** Parses a path of Google Maps, `[{ lat, lng }]`, which is closed implicitly. */
function parsePath(value: readonly unknown[], where: string): Position[] {
  const ring = value.map((one, at): Position => {
    if (!isLatLng(one)) return failUnreadable(`${where}[${at}]`);
    return [toNumber(one.lng), toNumber(one.lat)];
  });
  const [first] = ring;
  const last = ring.at(-1);
  if (first && last && (first[0] !== last[0] || first[1] !== last[1])) ring.push(first);
  return ring;
}

/**
 * Parses several paths: one in the opposite direction of the first is a hole in it, as in Google Maps, otherwise a
 * separate part.
 */
function parsePaths(value: readonly unknown[], where: string): Rings[] {
  const [outer = [], ...others] = value.map((one, at) =>
    Array.isArray(one) ? parsePath(one, `${where}[${at}]`) : failUnreadable(`${where}[${at}]`),
  );
  const isHole = (ring: Position[]): boolean => isCounterClockwise(ring) !== isCounterClockwise(outer);
  return [[outer, ...others.filter(isHole)], ...others.filter((ring) => !isHole(ring)).map((ring) => [ring])];
}

/** Parses untyped arrays: a path, several paths, or the coordinates of a GeoJSON polygon or multipolygon. */
function readCoordinates(value: readonly unknown[], where: string): Rings[] {
  const [first] = value;
  if (isLatLng(first)) return [[parsePath(value, where)]];
  if (!Array.isArray(first)) return failUnreadable(where);
  const [second] = first as unknown[];
  if (isLatLng(second)) return parsePaths(value, where);
  if (!Array.isArray(second)) return failUnreadable(where);
  const [third] = second as unknown[];
  return Array.isArray(third) ? parsePolygons(value, where) : [parseRings(value, where)];
}

const PINS_AND_LINES = new Set<unknown>(['Point', 'MultiPoint', 'LineString', 'MultiLineString']);

/** Returns whether a feature is a pin or a line, which cannot be a zone. */
export const isPinOrLine = (feature: unknown): boolean =>
  isRecord(feature) && isRecord(feature.geometry) && PINS_AND_LINES.has(feature.geometry.type);

function parseGeometry(value: unknown, where: string): Rings[] {
  if (Array.isArray(value)) return readCoordinates(value, where);
  if (!isRecord(value)) return failUnreadable(where);
  const at = where === '' ? '' : `${where}.`;
  if (value.type === 'Polygon') return [parseRings(value.coordinates, `${at}coordinates`)];
  if (value.type === 'MultiPolygon') return parsePolygons(value.coordinates, `${at}coordinates`);
  if (value.type === 'Feature') return parseGeometry(value.geometry, `${at}geometry`);
  if (value.type !== 'FeatureCollection' || !Array.isArray(value.features)) return failUnreadable(where);
  if (value.features.length === 0) return failUnreadable(`${at}features`);
  const areas = value.features.filter((feature: unknown) => !isPinOrLine(feature));
  return value.features.flatMap((feature: unknown, index) => {
    const place = `${at}features[${index}]`;
    // pins and lines, such as the shop and the road to it, are ignored if the drawing also contains an area
    if (areas.length > 0 && isPinOrLine(feature)) return [];
    return isRecord(feature) && feature.type === 'Feature'
      ? parseGeometry(feature, place)
      : failUnreadable(place);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return failUnreadable('');
  }
}

/**
 * Parses the rings of a drawing: a GeoJSON Polygon, MultiPolygon, Feature or FeatureCollection, bare coordinates, `[{
 * lat, lng }]` of Google Maps or several of these, or any of it as JSON text.
 * @returns the parts with their rings as given, unchecked
 * @throws refusal polygon.unreadable
 */
export function parsePolygonRings(input: unknown): Rings[] {
  const value = typeof input === 'string' ? parseJson(input) : input;
  if (isDeeperThan(value, LEVELS_MAX)) return failUnreadable('');
  return parseGeometry(value, '');
}
