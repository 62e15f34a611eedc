import area from '@turf/area';
import bbox from '@turf/bbox';
import booleanClockwise from '@turf/boolean-clockwise';
import distance from '@turf/distance';
import type { BoundingBox, MultiPolygon, Polygon, Ring } from './shape.ts';

/** GeoJSON's types are writable, although turf writes into none of them. */
type Coordinates = [number, number][];

/** The parts as a GeoJSON geometry; nothing is copied. */
export const toGeometry = (polygons: MultiPolygon) => ({
  type: 'MultiPolygon' as const,
  coordinates: polygons as unknown as Coordinates[][],
});

/** True when a closed ring runs counter-clockwise, as the outer ring of a stored drawing does (RFC 7946, 3.1.6). */
export const isCounterClockwise = (ring: Ring): boolean => !booleanClockwise(ring as unknown as Coordinates);

/** The spherical area of all parts in square metres: outer rings minus their holes. */
export const measureArea = (polygons: MultiPolygon): number => area(toGeometry(polygons));

/** The spherical area of a polygon in square metres: its outer ring minus its holes. */
export const measurePolygonArea = (polygon: Polygon): number => measureArea([polygon]);

/** The bounding box of the parts, in degrees. */
export function findBoundingBox(polygons: MultiPolygon): BoundingBox {
  const [west, south, east, north] = bbox(toGeometry(polygons)) as [number, number, number, number];
  return { west, south, east, north };
}

/** The great-circle distance of two points in metres. */
export const measureDistance = (
  from: { lat: number; lng: number },
  to: { lat: number; lng: number },
): number => distance([from.lng, from.lat], [to.lng, to.lat], { units: 'meters' });
