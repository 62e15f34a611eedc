import type { Box, MultiPolygon, Polygon, Position, Ring } from './shape.ts';

/** The mean radius of the earth in metres, as in the usual libraries. */
const EARTH_M = 6_371_008.8;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The spherical area of a ring in square metres; positive when it runs counter-clockwise. */
export function ringArea(ring: Ring): number {
  let sum = 0;
  for (let at = 0; at < ring.length - 1; at += 1) {
    const [lng1, lat1] = ring[at] as Position;
    const [lng2, lat2] = ring[at + 1] as Position;
    sum += radians(lng2 - lng1) * (2 + Math.sin(radians(lat1)) + Math.sin(radians(lat2)));
  }
  return (-sum * EARTH_M * EARTH_M) / 2;
}

/** The spherical area of a polygon in square metres: its outer ring minus its holes. */
export const polygonArea = ([outer, ...holes]: Polygon): number =>
  holes.reduce((area, hole) => area - Math.abs(ringArea(hole)), Math.abs(ringArea(outer ?? [])));

/** The spherical area of all parts in square metres. */
export const areaOf = (polygons: MultiPolygon): number =>
  polygons.reduce((area, polygon) => area + polygonArea(polygon), 0);

/** The bounding box of the parts. */
export function boxOf(polygons: MultiPolygon): Box {
  let west = 180;
  let south = 90;
  let east = -180;
  let north = -90;
  for (const [outer = []] of polygons)
    for (const [lng, lat] of outer) {
      if (lng < west) west = lng;
      if (lng > east) east = lng;
      if (lat < south) south = lat;
      if (lat > north) north = lat;
    }
  return { west, south, east, north };
}

/** The great-circle distance of two points in metres. */
export function haversine(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const half = (from: number, to: number): number => Math.sin(radians(to - from) / 2) ** 2;
  const h = half(a.lat, b.lat) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(a.lng, b.lng);
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(h)));
}
