import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findOverlap, type Position, parseDrawnShape, type ShapeRefusal } from './index.ts';

const codeOf = (input: unknown): ShapeRefusal['code'] | null => parseDrawnShape(input).refusal?.code ?? null;
const polygon = (...coordinates: unknown[]) => ({ type: 'Polygon', coordinates });
const close = (corners: readonly Position[]): Position[] => [...corners, corners[0] as Position];

/** Corners on a circle, each joined with the one `step` further: a star whose lines all cross. */
const starOf = (corners: number, step: number): Position[] =>
  close(
    Array.from({ length: corners }, (_, at): Position => {
      const angle = (2 * Math.PI * ((at * step) % corners)) / corners;
      return [51.5 + Math.cos(angle) / 10, 25.3 + Math.sin(angle) / 10];
    }),
  );

/** Triangles around one position, which the ring comes back to after each of them. */
const flowerOf = (petals: number): Position[] =>
  close(
    Array.from({ length: petals }, (_, at): Position[] => {
      const tip = (share: number): Position => {
        const angle = (2 * Math.PI * (at + share)) / petals;
        return [51.5 + Math.cos(angle) / 10, 25.3 + Math.sin(angle) / 10];
      };
      return [[51.5, 25.3], tip(0), tip(0.5)];
    }).flat(),
  );

/** Millionths of a degree, in which positions are stored and compared here without rounding. */
const units = ([lng, lat]: Position): readonly [bigint, bigint] => [
  BigInt(Math.round(lng * 1e6)),
  BigInt(Math.round(lat * 1e6)),
];

/** Compares every edge with every other in whole numbers: `crosses`, `touches` or `apart`. */
function compareAllEdges(ring: readonly Position[]): 'crosses' | 'touches' | 'apart' {
  const at = ring.map(units);
  const side = (a: number, b: number, c: number): number => {
    const [[ax, ay], [bx, by], [cx, cy]] = [at[a], at[b], at[c]] as [
      [bigint, bigint],
      [bigint, bigint],
      [bigint, bigint],
    ];
    const value = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    return value > 0n ? 1 : value < 0n ? -1 : 0;
  };
  const isBetween = (a: number, b: number, c: number): boolean =>
    [0, 1].every((axis) => {
      const [first, second, third] = [at[a]?.[axis], at[b]?.[axis], at[c]?.[axis]] as [
        bigint,
        bigint,
        bigint,
      ];
      return (third >= first && third <= second) || (third <= first && third >= second);
    });
  let touches = false;
  const count = ring.length - 1;
  for (let i = 0; i < count; i += 1)
    for (let j = i + 1; j < count; j += 1) {
      const [sc, sd, sa, sb] = [
        side(i, i + 1, j),
        side(i, i + 1, j + 1),
        side(j, j + 1, i),
        side(j, j + 1, i + 1),
      ];
      if (sc * sd < 0 && sa * sb < 0) return 'crosses';
      const common = [
        sc === 0 && isBetween(i, i + 1, j),
        sd === 0 && isBetween(i, i + 1, j + 1),
        sa === 0 && isBetween(j, j + 1, i),
        sb === 0 && isBetween(j, j + 1, i + 1),
      ].filter(Boolean).length;
      // consecutive edges have their corner in common, which is found twice
      const isNeighbour = j === i + 1 || (i === 0 && j === count - 1);
      if (common > (isNeighbour ? 2 : 0)) touches = true;
    }
  return touches ? 'touches' : 'apart';
}

/** How often the ring of a small grid runs around a position, counter-clockwise. */
function windingOf(ring: readonly Position[], x: number, y: number): number {
  let winding = 0;
  for (const [index, to] of ring.slice(1).entries()) {
    const from = ring[index] as Position;
    const cross = (to[0] - from[0]) * (y - from[1]) - (x - from[0]) * (to[1] - from[1]);
    if (from[1] <= y && to[1] > y && cross > 0) winding += 1;
    if (from[1] > y && to[1] <= y && cross < 0) winding -= 1;
  }
  return winding;
}

/** True when a ring encloses no ground twice and all of it in one direction, by 3,600 positions. */
function enclosesOnce(ring: readonly Position[], size: number): boolean {
  const windings = new Set<number>();
  for (let row = 0; row < 60; row += 1)
    for (let column = 0; column < 60; column += 1)
      windings.add(windingOf(ring, ((column + 0.4831) / 60) * size, ((row + 0.5177) / 60) * size));
  windings.delete(0);
  return windings.size === 0 || (windings.size === 1 && (windings.has(1) || windings.has(-1)));
}

/** True when two edges of a ring on a small grid have a stretch in common. */
const turnsBack = (ring: readonly Position[]): boolean =>
  ring.slice(1).some((to, i) =>
    ring.slice(1, i + 1).some((otherTo, j) => {
      const [from, otherFrom] = [ring[i] as Position, ring[j] as Position];
      const [x, y] = [to[0] - from[0], to[1] - from[1]];
      const along = (p: Position) => (p[0] - from[0]) * x + (p[1] - from[1]) * y;
      const across = (p: Position) => (p[0] - from[0]) * y - (p[1] - from[1]) * x;
      const reach = [along(otherFrom), along(otherTo)];
      return (
        across(otherFrom) === 0 &&
        across(otherTo) === 0 &&
        Math.max(...reach) > 0 &&
        Math.min(...reach) < x * x + y * y
      );
    }),
  );

const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });

describe('checking a ring equals comparing every edge with every other', () => {
  const position = fc
    .tuple(degrees(51, 51.5), degrees(25, 25.5))
    .map(([lng, lat]): Position => [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6]);
  const anyRing = fc.array(position, { minLength: 3, maxLength: 12 }).map(close);

  test('a ring whose edges cross is refused, and one whose edges stay apart is accepted', () => {
    const counts = { crosses: 0, apart: 0, touches: 0 };
    fc.assert(
      fc.property(anyRing, (ring) => {
        const expected = compareAllEdges(ring);
        counts[expected] += 1;
        const code = codeOf(polygon(ring));
        if (expected === 'crosses') expect(code).toBe('polygon.crosses_itself');
        if (expected === 'apart') expect([null, 'polygon.too_small']).toContain(code);
      }),
      { numRuns: 3_000, seed: 7 },
    );
    expect(counts.crosses).toBeGreaterThan(500);
    expect(counts.apart).toBeGreaterThan(200);
  });

  test('a ring with up to 300 corners around its middle is accepted, and refused once two corners are swapped', () => {
    const around = fc.tuple(
      position,
      fc.array(degrees(0.05, 0.4), { minLength: 8, maxLength: 300 }),
      fc.nat(1_000),
    );
    fc.assert(
      fc.property(around, ([[lng, lat], reaches, choice]) => {
        const corners = reaches.map((reach, at): Position => {
          const angle = (at / reaches.length) * 2 * Math.PI;
          return [lng + Math.cos(angle) * reach, lat + Math.sin(angle) * reach];
        });
        expect(codeOf(polygon(close(corners)))).toBeNull();
        const at = choice % (corners.length - 1);
        const swapped = corners.toSpliced(at, 2, corners[at + 1] as Position, corners[at] as Position);
        const rounded = close(swapped).map(
          ([x, y]): Position => [Math.round(x * 1e6) / 1e6, Math.round(y * 1e6) / 1e6],
        );
        if (compareAllEdges(rounded) === 'crosses')
          expect(codeOf(polygon(close(swapped)))).toBe('polygon.crosses_itself');
      }),
      { numRuns: 200, seed: 11 },
    );
  });

  test('a ring on a small grid with shared corners and edges is refused exactly when edges cross or it encloses ground twice or in both directions', () => {
    const size = 4;
    const corner = fc.tuple(fc.nat(size), fc.nat(size));
    const counts = { once: 0, more: 0 };
    fc.assert(
      fc.property(fc.array(corner, { minLength: 3, maxLength: 9 }), (corners) => {
        const ring = close(corners as Position[]);
        const code = codeOf(polygon(ring.map(([x, y]): Position => [51 + x / 100, 25 + y / 100])));
        if (code === 'polygon.too_few_points') return;
        const isOnce = compareAllEdges(ring) !== 'crosses' && enclosesOnce(ring, size);
        counts[isOnce ? 'once' : 'more'] += 1;
        if (!isOnce) expect(code).toBe('polygon.crosses_itself');
        // lines that turn back enclose nothing, but may cross others on their way
        else if (!turnsBack(ring)) expect([null, 'polygon.too_small']).toContain(code);
      }),
      { numRuns: 1_000, seed: 13 },
    );
    expect(Math.min(counts.once, counts.more)).toBeGreaterThan(200);
  });
});

describe('a ring that crosses itself is refused at its first crossing', () => {
  test.each([
    ['a pentagram', starOf(5, 2)],
    ['a star of 601 corners', starOf(601, 300)],
    ['a star of 1,201 corners', starOf(1_201, 600)],
    ['a star of 4,999 corners', starOf(4_999, 2_499)],
    [
      'a bow-tie with a corner at its crossing',
      [
        [0, 0],
        [0.5, 0.5],
        [1, 1],
        [1, 0],
        [0.5, 0.5],
        [0, 1],
        [0, 0],
      ],
    ],
    [
      'a bow-tie with a corner within the rounding of its crossing',
      [
        [51, 25],
        [51.5000003, 25.4999996],
        [52, 26],
        [52, 25],
        [51, 26],
        [51, 25],
      ],
    ],
    [
      'a loop of 2 m by 2 m',
      [
        [51.5, 25.25],
        [51.6, 25.25],
        [51.6, 25.35],
        [51.55, 25.35],
        [51.55, 25.35002],
        [51.55002, 25.35002],
        [51.55002, 25.34998],
        [51.5, 25.34998],
        [51.5, 25.25],
      ],
    ],
  ])('%s is refused as a ring that crosses itself', (_, ring) =>
    expect(codeOf(polygon(ring))).toBe('polygon.crosses_itself'),
  );

  test('a ring that crosses itself is refused as one of several parts and as a hole', () => {
    const square = close([
      [51, 25],
      [52, 25],
      [52, 26],
      [51, 26],
    ]);
    const parts = { type: 'MultiPolygon', coordinates: [[square], [starOf(5, 2)]] };
    expect(parseDrawnShape(parts).refusal).toMatchObject({
      code: 'polygon.crosses_itself',
      part: 2,
      ring: 1,
    });
    expect(parseDrawnShape(polygon(square, starOf(5, 2))).refusal).toMatchObject({ part: 1, ring: 2 });
  });
});

describe('a ring that touches itself without crossing is accepted', () => {
  test.each<[string, readonly Position[], number]>([
    ['sixty triangles around one position', flowerOf(60), 60],
    [
      'a line into the area and back on itself to a hole',
      close([
        [51, 25],
        [52, 25],
        [52, 26],
        [51.5, 26],
        [51.5, 25.7],
        [51.6, 25.7],
        [51.6, 25.5],
        [51.4, 25.5],
        [51.4, 25.7],
        [51.5, 25.7],
        [51.5, 26],
        [51, 26],
      ]),
      1,
    ],
    [
      'two squares joined by a line',
      close([
        [51, 25],
        [51.1, 25],
        [51.2, 25],
        [51.3, 25],
        [51.3, 25.1],
        [51.2, 25.1],
        [51.2, 25],
        [51.1, 25],
        [51.1, 25.1],
        [51, 25.1],
      ]),
      2,
    ],
  ])('%s is accepted as a ring without a crossing', (_, ring, parts) => {
    expect(parseDrawnShape(polygon(ring)).shape?.polygons).toHaveLength(parts);
  });

  test('a ring with partly overlapping lines that the library cannot connect in degrees is accepted', () => {
    const ring = close([
      [51.02, 25.02],
      [51.01, 25],
      [51.03, 25.04],
      [51, 25],
      [51.01, 25.01],
    ]);
    expect(parseDrawnShape(polygon(ring)).shape?.polygons).toHaveLength(1);
  });

  test('a ring with two lines within the rounding of each other is accepted', () => {
    const road = Array.from({ length: 40 }, (_, at): Position => [51 - at / 1_000, 25 + Math.sin(at) / 100]);
    const back = road.toReversed().map(([lng, lat], at): Position => [lng + ((at % 3) - 1) / 5e6, lat]);
    const ring = close([...road, ...back, [51.1, 25], [51.1, 25.1], [51, 25.1]]);
    expect(codeOf(polygon(ring))).toBeNull();
  });
});

describe('drawings whose lines meet too often are refused before they are united', () => {
  const comb = (teeth: number, isAcross: boolean): Position[] => {
    const corners = Array.from({ length: teeth }, (_, at): Position[] =>
      [0, 0.25, 0.5, 0.75].map((part, index) => [(at + part) / teeth, index === 0 || index === 3 ? 0.1 : 1]),
    ).flat();
    const ring = close([...corners, [1, 0], [0, 0]]);
    return ring.map(
      ([x, y]): Position =>
        isAcross ? [51 + (y - 0.01) / 10, 25 + (x + 0.001) / 10] : [51 + x / 10, 25 + y / 10],
    );
  };
  test('a drawing of two crossing combs is refused as too complex', () => {
    const both = { type: 'MultiPolygon', coordinates: [[comb(600, false)], [comb(600, true)]] };
    expect(codeOf(both)).toBe('polygon.too_many_crossings');
    const [first, second] = [comb(600, false), comb(600, true)].map(
      (ring) => parseDrawnShape(polygon(ring)).shape,
    );
    if (!first || !second) throw new Error('a comb alone is a valid drawing');
    expect(() => findOverlap(first, second)).toThrow('polygon.too_many_crossings');
  });
  test('a drawing of 1,600 triangles around one position is refused as too complex', () => {
    expect(codeOf(polygon(flowerOf(1_600)))).toBe('polygon.too_many_crossings');
  });
  test('a drawing of 1,250 parts in the same place is refused as too complex', () => {
    const square = close([
      [51, 25],
      [51.1, 25],
      [51.1, 25.1],
      [51, 25.1],
    ]);
    const same = { type: 'MultiPolygon', coordinates: Array.from({ length: 1_250 }, () => [square]) };
    expect(codeOf(same)).toBe('polygon.too_many_crossings');
  });
});

describe('a drawing that is nested thousands of levels deep is unreadable', () => {
  test.each<[string, unknown]>([
    ['lists as text', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['lists', JSON.parse('['.repeat(50_000) + ']'.repeat(50_000))],
    ['features', JSON.parse(`${'{"type":"Feature","geometry":'.repeat(50_000)}null${'}'.repeat(50_000)}`)],
    [
      'collections of geometries',
      `${'{"type":"GeometryCollection","geometries":['.repeat(5_000)}${']}'.repeat(5_000)}`,
    ],
    [
      'collections of features',
      `${'{"type":"FeatureCollection","features":['.repeat(5_000)}${']}'.repeat(5_000)}`,
    ],
  ])('a drawing nested thousands of levels deep is unreadable: %s', (_, input) =>
    expect(codeOf(input)).toBe('polygon.unreadable'),
  );
});
