import turfInside from '@turf/boolean-point-in-polygon';
import turfKinks from '@turf/kinks';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  containsPoint,
  createZoneIndex,
  findGaps,
  findOverlap,
  findSelfTouchingPoint,
  type Position,
  parseDrawnShape,
  type Shape,
} from './index.ts';

const square = (west: number, south: number, side: number): Position[] => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];

const shapeOf = (input: unknown): Shape => {
  const { shape, refusal } = parseDrawnShape(input);
  if (!shape) throw new Error(JSON.stringify(refusal));
  return shape;
};
const refusalOf = (input: unknown) => parseDrawnShape(input).refusal;
const polygon = (...coordinates: unknown[]) => ({ type: 'Polygon', coordinates });

const OUTER = square(51.5, 25.25, 0.1);
const HOLE = square(51.54, 25.29, 0.02);

describe('a drawing with a hole (vector V8.1)', () => {
  const shape = shapeOf(polygon(OUTER, HOLE));
  test.each([
    [51.52, 25.28, true],
    [51.55, 25.3, false],
    [51.5, 25.3, true],
    [51.54, 25.3, true],
    [51.65, 25.3, false],
  ])('the point %f, %f is inside a zone with a hole: %s', (lng, lat, inside) =>
    expect(containsPoint(shape, { lng, lat })).toBe(inside),
  );

  test('the area of a drawing is measured on the round earth', () => {
    expect(shapeOf(polygon(OUTER)).area_m2 / 1e6).toBeCloseTo(111.78, 2);
    expect(shapeOf(polygon(HOLE)).area_m2 / 1e6).toBeCloseTo(4.47, 2);
    expect(shape.area_m2 / 1e6).toBeCloseTo(111.78 - 4.47, 1);
    expect(shape.box).toEqual({ west: 51.5, south: 25.25, east: 51.6, north: 25.35 });
  });
});

describe('accepted drawings become one multipolygon', () => {
  const stored = [[OUTER]];
  const google = OUTER.map(([lng, lat]) => ({ lat, lng }));
  test.each<[string, unknown]>([
    ['a Polygon', polygon(OUTER)],
    ['a MultiPolygon', { type: 'MultiPolygon', coordinates: [[OUTER]] }],
    ['a Feature', { type: 'Feature', properties: {}, geometry: polygon(OUTER) }],
    [
      'a FeatureCollection',
      { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: polygon(OUTER) }] },
    ],
    [
      'a pin and a road beside a zone',
      {
        type: 'FeatureCollection',
        features: [
          { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] } },
          { type: 'Feature', geometry: polygon(OUTER) },
          { type: 'Feature', geometry: { type: 'LineString', coordinates: OUTER } },
        ],
      },
    ],
    ['bare coordinates', [OUTER]],
    ['bare coordinates of several parts', [[OUTER]]],
    ['a Google Maps path', google],
    ['an unclosed Google Maps path', google.slice(0, -1)],
    ['several Google Maps paths', [google]],
    ['a clockwise polygon', polygon(OUTER.toReversed())],
    ['repeated positions', polygon([OUTER[0], OUTER[0], ...OUTER.slice(1)])],
    ['more decimals than are useful', polygon(OUTER.map(([lng, lat]) => [lng + 1e-8, lat - 1e-8]))],
    ['heights', polygon(OUTER.map(([lng, lat]) => [lng, lat, 12]))],
    ['GeoJSON text', JSON.stringify(polygon(OUTER))],
  ])('a drawing of %s becomes one multipolygon', (_, input) =>
    expect(shapeOf(input).polygons).toEqual(stored),
  );

  test('in a Google Maps drawing a path in the opposite direction to the first is a hole', () => {
    const hole = HOLE.toReversed().map(([lng, lat]) => ({ lat, lng }));
    expect(shapeOf([google, hole]).polygons).toEqual([[OUTER, HOLE.toReversed()]]);
  });

  test('holes run clockwise', () => {
    expect(shapeOf(polygon(OUTER, HOLE)).polygons).toEqual([[OUTER, HOLE.toReversed()]]);
  });

  test('overlapping parts are united, and separate parts stay two', () => {
    const both = (other: Position[]) => ({ type: 'MultiPolygon', coordinates: [[OUTER], [other]] });
    const joined = shapeOf(both(square(51.55, 25.25, 0.1)));
    expect(joined.polygons).toHaveLength(1);
    expect(joined.area_m2 / 1e6).toBeCloseTo(111.78 * 1.5, 0);
    expect(shapeOf(both(square(51.7, 25.25, 0.1))).polygons).toHaveLength(2);
    expect(shapeOf(both(HOLE)).polygons).toEqual([[OUTER]]);
  });

  test('a spike, a doubly touched point and a sliver are repaired, and a small part is kept with the rest', () => {
    const [corner, ...others] = OUTER;
    const spike = shapeOf(polygon([corner as Position, [51.4, 25.2], ...OUTER.slice(0, 1), ...others]));
    expect(spike.polygons).toEqual([[OUTER]]);
    const touching = shapeOf(
      polygon([
        [51.5, 25.25],
        [51.55, 25.3],
        [51.6, 25.25],
        [51.6, 25.35],
        [51.55, 25.3],
        [51.5, 25.35],
        [51.5, 25.25],
      ]),
    );
    expect(touching.polygons).toHaveLength(2);
    const sliver = shapeOf(
      polygon([
        [51.5, 25.25],
        [51.6, 25.25],
        [51.6, 25.35],
        [51.500002, 25.35],
        [51.499999, 25.350001],
        [51.5, 25.349999],
        [51.500001, 25.350001],
        [51.5, 25.25],
      ]),
    );
    expect(sliver.polygons).toHaveLength(1);
    const both = { type: 'MultiPolygon', coordinates: [[OUTER], [square(51.7, 25.25, 0.00003)]] };
    expect(shapeOf(both).polygons).toHaveLength(2);
  });

  test('a hole may touch the edge', () => {
    expect(refusalOf(polygon(OUTER, square(51.5, 25.29, 0.02)))).toBeNull();
  });
});

describe('refused drawings say why and where', () => {
  const at = (index: number, position: unknown) => polygon(OUTER.toSpliced(index, 1, position as Position));
  test.each<[string, unknown, object]>([
    [
      'bow-tie (V8.2)',
      polygon([
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
        [0, 0],
      ]),
      { code: 'polygon.crosses_itself', part: 1, ring: 1, lat: 0.5, lng: 0.5 },
    ],
    ['latitude 95', at(2, [51.6, 95]), { code: 'polygon.latitude', part: 1, ring: 1, point: 3, value: 95 }],
    [
      'longitude 190',
      at(1, [190, 25.25]),
      { code: 'polygon.longitude', part: 1, ring: 1, point: 2, value: 190 },
    ],
    [
      'a text for a number',
      at(1, ['51.6', 25.25]),
      { code: 'polygon.not_a_number', part: 1, ring: 1, point: 2 },
    ],
    ['no number', at(1, [Number.NaN, 25.25]), { code: 'polygon.not_a_number' }],
    ['an infinite number', at(1, [Number.POSITIVE_INFINITY, 25.25]), { code: 'polygon.not_a_number' }],
    ['an unclosed ring', polygon(OUTER.slice(0, -1)), { code: 'polygon.open', part: 1, ring: 1 }],
    [
      'two corners',
      polygon([
        [51.5, 25.25],
        [51.6, 25.25],
        [51.5, 25.25],
      ]),
      { code: 'polygon.too_few_points', part: 1, ring: 1 },
    ],
    [
      'a polygon across the date line',
      polygon([
        [-179, 0],
        [179, 0],
        [179, 1],
        [-179, 1],
        [-179, 0],
      ]),
      { code: 'polygon.antimeridian', point: 2 },
    ],
    [
      'a hole outside',
      polygon(OUTER, square(51.7, 25.29, 0.02)),
      { code: 'polygon.hole_outside', part: 1, ring: 2 },
    ],
    [
      'a hole that sticks out',
      polygon(OUTER, square(51.59, 25.29, 0.02)),
      { code: 'polygon.hole_outside', ring: 2 },
    ],
    [
      'an area smaller than 100 m²',
      polygon(square(51.5, 25.25, 0.00005)),
      { code: 'polygon.too_small', part: 1, min: 100 },
    ],
    ['a line', { type: 'LineString', coordinates: OUTER }, { code: 'polygon.unreadable', where: '$' }],
    [
      'a point alone among features',
      {
        type: 'FeatureCollection',
        features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] } }],
      },
      { code: 'polygon.unreadable', where: 'features[0].geometry' },
    ],
    ['an empty object', {}, { code: 'polygon.unreadable' }],
    ['null', null, { code: 'polygon.unreadable' }],
    ['no parts', [], { code: 'polygon.unreadable' }],
    ['text in another format', 'POLYGON((1 2))', { code: 'polygon.unreadable' }],
    [
      'a corner that is not a position',
      polygon([OUTER[0], 7, ...OUTER.slice(2)]),
      { code: 'polygon.unreadable', where: 'coordinates[0][1]' },
    ],
  ])('a drawing is refused with its fault and position: %s', (_, input, refusal) =>
    expect(refusalOf(input)).toMatchObject(refusal),
  );

  test('I12 a drawing of more than 5,000 positions is refused', () => {
    const circle = (points: number) =>
      Array.from({ length: points + 1 }, (_, at): Position => {
        const angle = ((at % points) / points) * 2 * Math.PI;
        return [51.5 + Math.cos(angle) / 10, 25.3 + Math.sin(angle) / 10];
      });
    expect(refusalOf(polygon(circle(5_001)))).toEqual({
      code: 'polygon.too_many_points',
      points: 5_001,
      max: 5_000,
    });
    expect(refusalOf(polygon(circle(5_000)))).toBeNull();
  });
});

const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const position = fc.tuple(degrees(51, 52), degrees(25, 26));
const ring = fc.array(position, { minLength: 4, maxLength: 9 }).map((all) => [...all, all[0] as Position]);
/** Simple by making: its corners stand around a middle in order. */
const star = fc
  .tuple(position, fc.array(degrees(0.05, 0.5), { minLength: 4, maxLength: 60 }))
  .map(([[lng, lat], reach]): Position[] => {
    const corners = reach.map((far, at): Position => {
      const angle = (at / reach.length) * 2 * Math.PI;
      return [lng + Math.cos(angle) * far, lat + Math.sin(angle) * far];
    });
    return [...corners, corners[0] as Position];
  });

describe('comparison with other geometry libraries', () => {
  test('a crossing is found wherever turf finds one', () => {
    fc.assert(
      fc.property(ring, (given) => {
        const rounded = given.map(
          ([lng, lat]): Position => [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6],
        );
        const kinks = turfKinks({ type: 'Polygon', coordinates: [rounded as [number, number][]] }).features
          .length;
        if (kinks > 0) expect(findSelfTouchingPoint(rounded)).not.toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });

  test('simple rings are accepted, have the area that a sum over their edges gives, and are stored again unchanged', () => {
    fc.assert(
      fc.property(star, (given) => {
        const shape = shapeOf(polygon(given));
        const [[outer = []] = []] = shape.polygons;
        expect(shape.area_m2 / sphericalArea(outer)).toBeCloseTo(1, 6);
        expect(shapeOf(shape.polygons)).toEqual(shape);
      }),
      { numRuns: 500 },
    );
  });

  test('several united overlapping parts are stored again unchanged', () => {
    fc.assert(
      fc.property(fc.array(star, { minLength: 2, maxLength: 5 }), (rings) => {
        const shape = shapeOf({ type: 'MultiPolygon', coordinates: rings.map((one) => [one]) });
        const again = shapeOf(shape.polygons);
        expect(again.area_m2 / shape.area_m2).toBeCloseTo(1, 6);
        expect(again.polygons).toHaveLength(shape.polygons.length);
      }),
      { numRuns: 300 },
    );
  });

  test('100,000 points are in the same of 1,000 zones as turf finds one by one', () => {
    const random = mulberry(8);
    const shapes = Array.from({ length: 1_000 }, () => {
      const [lng, lat, size] = [51 + random(), 25 + random(), 0.01 + random() * 0.05];
      const corners = Array.from({ length: 12 }, (_, at): Position => {
        const [angle, far] = [(at / 12) * 2 * Math.PI, size * (0.4 + random() * 0.6)];
        return [lng + Math.cos(angle) * far, lat + Math.sin(angle) * far];
      });
      return shapeOf(polygon([...corners, corners[0]]));
    });
    const find = createZoneIndex(shapes);
    let found = 0;
    for (let at = 0; at < 100_000; at += 1) {
      const point = { lng: 50.95 + random() * 1.1, lat: 24.95 + random() * 1.1 };
      const mine = find(point);
      found += mine.length;
      // all thousand for each of 100,000 would be the other library's day: those whose box holds the point
      const theirs = shapes.flatMap(({ polygons, box }, index) => {
        if (point.lng < box.west || point.lng > box.east || point.lat < box.south || point.lat > box.north)
          return [];
        const shape = { type: 'MultiPolygon' as const, coordinates: polygons as [number, number][][][] };
        return turfInside([point.lng, point.lat], shape) ? [index] : [];
      });
      if (mine.join() !== theirs.join()) expect(mine).toEqual(theirs);
    }
    expect(found).toBeGreaterThan(100_000);
  }, 60_000);
});

/** Area of a ring on the sphere in square metres, edge by edge: an own sum beside the library's. */
function sphericalArea(ring: readonly Position[]): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  let sum = 0;
  for (const [index, [lng, lat]] of ring.slice(1).entries()) {
    const [lngBefore, latBefore] = ring[index] as Position;
    sum += radians(lng - lngBefore) * (2 + Math.sin(radians(latBefore)) + Math.sin(radians(lat)));
  }
  return (Math.abs(sum) * 6_371_008.8 ** 2) / 2;
}

/** A small seeded source of chance. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

test('overlaps of zones are measured, and neighbours that only share an edge do not overlap', () => {
  const left = shapeOf([square(51.5, 25.25, 0.1)]);
  expect(findOverlap(left, shapeOf([square(51.6, 25.25, 0.1)]))).toBeNull();
  expect((findOverlap(left, shapeOf([square(51.55, 25.25, 0.1)]))?.area_m2 ?? 0) / 1e6).toBeCloseTo(55.9, 0);
});

test('ground enclosed between zones is a gap, and an intended hole is not', () => {
  // four rectangles around a square that none of them covers
  const rectangle = (west: number, south: number, east: number, north: number) =>
    shapeOf([
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ]);
  const around = [
    rectangle(51.4, 25.4, 51.6, 25.5),
    rectangle(51.4, 25.2, 51.45, 25.4),
    rectangle(51.55, 25.2, 51.6, 25.4),
  ];
  const [gap, ...more] = findGaps(rectangle(51.4, 25.1, 51.6, 25.2), around);
  expect(more).toEqual([]);
  expect(containsPoint(shapeOf(gap?.polygons), { lng: 51.5, lat: 25.3 })).toBe(true);
  expect(findGaps(shapeOf(polygon(OUTER, HOLE)), [])).toEqual([]);
  expect(findGaps(shapeOf(polygon(OUTER, HOLE)), [rectangle(51.6, 25.25, 51.7, 25.35)])).toEqual([]);
});
