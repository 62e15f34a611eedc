import Flatbush from 'flatbush';
import pointInPolygon from 'point-in-polygon-hao';
import type { Box, MultiPolygon } from './shape.ts';

export type Point = { readonly lat: number; readonly lng: number };

type Drawn = { readonly polygons: MultiPolygon; readonly box: Box };

/** True when a point is in a drawing; a boundary is inside, also that of a hole. */
export function containsPoint({ polygons, box }: Drawn, { lat, lng }: Point): boolean {
  if (lng < box.west || lng > box.east || lat < box.south || lat > box.north) return false;
  const at: [number, number] = [lng, lat];
  // 0 means that the point is on the boundary
  return polygons.some((polygon) => pointInPolygon(at, polygon as unknown as [number, number][][]) !== false);
}

/**
 * Creates a search for the drawings that contain a point, over 100,000 points a second among 1,000 drawings. The
 * drawings must not change.
 * @returns the ascending indexes in `drawn`
 */
export function createZoneIndex(drawn: readonly Drawn[]): (point: Point) => number[] {
  if (drawn.length === 0) return () => [];
  // each part has its own box, because one box around distant parts would contain the ground between them
  const parts = drawn.flatMap(({ polygons }, of) => polygons.map((polygon) => ({ of, polygon })));
  const index = new Flatbush(parts.length);
  for (const { polygon } of parts) {
    let [west, south, east, north] = [180, 90, -180, -90];
    for (const [lng, lat] of polygon[0] ?? []) {
      west = Math.min(west, lng);
      east = Math.max(east, lng);
      south = Math.min(south, lat);
      north = Math.max(north, lat);
    }
    index.add(west, south, east, north);
  }
  index.finish();
  return ({ lat, lng }) => {
    const at: [number, number] = [lng, lat];
    const found = new Set<number>();
    for (const part of index.search(lng, lat, lng, lat)) {
      const one = parts[part];
      if (one && pointInPolygon(at, one.polygon as unknown as [number, number][][]) !== false)
        found.add(one.of);
    }
    return [...found].sort((a, b) => a - b);
  };
}
