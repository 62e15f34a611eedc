/** Longitude, then latitude, in degrees (RFC 7946). */
export type Position = readonly [lng: number, lat: number];
/** Closed: the last position equals the first. */
export type Ring = readonly Position[];
/** Outer ring, then holes. */
export type Polygon = readonly Ring[];
export type MultiPolygon = readonly Polygon[];

export type BoundingBox = {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
};

/** A stored drawing: valid, in GeoJSON's directions, with its box and spherical area. */
export type Shape = {
  readonly polygons: MultiPolygon;
  readonly box: BoundingBox;
  /** In square metres. */
  readonly area_m2: number;
};

/**
 * Why a drawing is refused, and where. Parts, rings and points are counted from 1; `lat` and `lng` are degrees. Ring 1
 * is the outer one.
 */
export type ShapeRefusal =
  | { readonly code: 'polygon.unreadable'; readonly where: string }
  | { readonly code: 'polygon.too_few_points' | 'polygon.open'; readonly part: number; readonly ring: number }
  | {
      readonly code: 'polygon.not_a_number' | 'polygon.antimeridian';
      readonly part: number;
      readonly ring: number;
      readonly point: number;
    }
  | {
      readonly code: 'polygon.latitude' | 'polygon.longitude';
      readonly part: number;
      readonly ring: number;
      readonly point: number;
      readonly value: number;
    }
  | {
      readonly code: 'polygon.crosses_itself' | 'polygon.hole_outside';
      readonly part: number;
      readonly ring: number;
      readonly lat: number;
      readonly lng: number;
    }
  | {
      readonly code: 'polygon.too_small';
      readonly part: number;
      readonly area_m2: number;
      readonly min: number;
    }
  | { readonly code: 'polygon.too_many_points'; readonly points: number; readonly max: number }
  | { readonly code: 'polygon.too_many_crossings'; readonly max: number }
  | { readonly code: 'polygon.not_united' };

export type ShapeResult =
  | { readonly shape: Shape; readonly refusal: null }
  | { readonly shape: null; readonly refusal: ShapeRefusal };

const REFUSAL = Symbol('refusal');

/** Throws a refusal from deep inside of a drawing; it is caught within this folder. */
export function failShape(refusal: ShapeRefusal): never {
  throw Object.assign(new Error(refusal.code), { [REFUSAL]: refusal });
}

/** Returns the refusal in an error; null for any other error. */
export const toShapeRefusal = (error: unknown): ShapeRefusal | null =>
  (error as { readonly [REFUSAL]?: ShapeRefusal } | null)?.[REFUSAL] ?? null;
