import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { measureLoopDelay } from '../../../../test/loop-delay.ts';
import { squareOf } from '../../../../test/places.ts';
import { sendFile } from '../../../../test/workbooks.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

type Position = [number, number];

const ring = (corners: number, step: number): Position[] =>
  Array.from({ length: corners + 1 }, (_, at): Position => {
    const angle = (2 * Math.PI * ((at * step) % corners)) / corners;
    return [51.5 + Math.cos(angle) / 10, 25.3 + Math.sin(angle) / 10];
  });
const polygon = (...coordinates: Position[][]) => ({ type: 'Polygon', coordinates });
const pentagram = polygon(ring(5, 2));
const star = polygon(ring(1_201, 600));

/** A ring with many narrow teeth. */
const comb = (teeth: number, isAcross: boolean): Position[] => {
  const corners = Array.from({ length: teeth }, (_, at) => [
    [at / teeth, 0.1],
    [(at + 0.25) / teeth, 1],
    [(at + 0.5) / teeth, 1],
    [(at + 0.75) / teeth, 0.1],
  ]).flat() as Position[];
  return [...corners, [1, 0] as Position, [0, 0] as Position, corners[0] as Position].map(
    ([x, y]): Position =>
      isAcross ? [61 + (y - 0.01) / 10, 25 + (x + 0.001) / 10] : [61 + x / 10, 25 + y / 10],
  );
};

const call = (endpoint: typeof api.location.check | typeof api.location.save, input: object) =>
  app.call(endpoint, input, { token: admin.token });
const zone = (polygons: unknown) => ({
  type: 2,
  names: { en: `Zone ${unique()}` },
  delivery_charge: 5,
  polygons,
});
const count = () => app.services.database.prisma.location.count();

describe('drawings that cross themselves', () => {
  test.each([
    ['a pentagram', pentagram],
    ['a star of 1,201 corners', star],
    ['a star of 4,999 corners', polygon(ring(4_999, 2_499))],
    [
      'a star as one of two parts',
      { type: 'MultiPolygon', coordinates: [[ring(1_201, 600)], squareOf(53, 25, 0.1).coordinates] },
    ],
    ['a star as a hole', polygon(squareOf(51, 25, 1).coordinates[0] as Position[], ring(1_201, 600))],
    ['a star as text', JSON.stringify(star)],
  ])('check and save refuse %s at its first crossing, and the stored drawing stays', async (_, polygons) => {
    const before = await count();
    for (const [endpoint, input] of [
      [api.location.check, { polygons }],
      [api.location.save, zone(polygons)],
    ] as const) {
      const { delayMs, limitMs, reply } = await measureLoopDelay(() => call(endpoint, input));
      expect([reply.status, reply.failure.code], reply.text).toEqual([422, 'polygon.crosses_itself']);
      expect(Object.keys(reply.failure.errors)).toEqual(['polygons']);
      expect(delayMs).toBeLessThan(limitMs);
    }
    expect(await count()).toBe(before);
  });

  test('a file of zones refuses each zone that crosses itself and creates the others', async () => {
    const features = [star, pentagram, squareOf(70, 25, 0.1), '['.repeat(9_000), { type: 'Feature' }].map(
      (geometry, at) => ({
        type: 'Feature',
        properties: { name: `Filed ${at} ${unique()}` },
        geometry,
      }),
    );
    const bytes = new TextEncoder().encode(JSON.stringify({ type: 'FeatureCollection', features }));
    const { status, results } = await sendFile(
      app.url,
      admin.token,
      { name: 'zones.geojson', bytes },
      {},
      { path: api.location.importFile.path },
    );
    const { rows } = results as unknown as typeof api.location.importFile.output._output;
    expect([status, rows.map(({ code, result }) => code ?? result)]).toEqual([
      200,
      [
        'polygon.crosses_itself',
        'polygon.crosses_itself',
        'created',
        'polygon.unreadable',
        'polygon.unreadable',
      ],
    ]);
  });
});

describe('drawings whose lines cross thousands of times', () => {
  test('two parts that cross thousands of times are refused by check and save', async () => {
    const polygons = { type: 'MultiPolygon', coordinates: [[comb(600, false)], [comb(600, true)]] };
    for (const [endpoint, input] of [
      [api.location.check, { polygons }],
      [api.location.save, zone(polygons)],
    ] as const)
      expect((await call(endpoint, input)).failure.code).toBe('polygon.too_many_crossings');
  });

  test('a drawing that crosses a stored zone thousands of times is refused by check but can be saved', async () => {
    const stored = await call(api.location.save, zone(polygon(comb(600, false))));
    expect(stored.status, stored.text).toBe(200);
    const reply = await call(api.location.check, { polygons: polygon(comb(600, true)) });
    expect([reply.status, reply.failure.code]).toEqual([422, 'polygon.too_many_crossings']);
  });
});

describe('deeply nested drawings', () => {
  const nested = (opening: string, closing: string, levels: number) =>
    opening.repeat(levels) + closing.repeat(levels);
  test.each([
    ['lists', nested('[', ']', 50_000)],
    ['features', `${'{"type":"Feature","geometry":'.repeat(4_000)}null${'}'.repeat(4_000)}`],
    ['collections of geometries', nested('{"type":"GeometryCollection","geometries":[', ']}', 2_000)],
    ['collections of features', nested('{"type":"FeatureCollection","features":[', ']}', 2_000)],
  ])('a drawing of %s as text is unreadable', async (_, polygons) => {
    const reply = await call(api.location.check, { polygons });
    expect([reply.status, reply.failure.code]).toEqual([422, 'polygon.unreadable']);
  });

  test.each([
    ['lists', nested('[', ']', 500_000)],
    [
      'a geometry',
      `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":${nested('[', ']', 500_000)}}]}`,
    ],
    [
      'a property',
      `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"a":${nested('[', ']', 500_000)}}}]}`,
    ],
  ])('a zone file with %s of half a million levels is unreadable', async (_, text) => {
    const { status, results } = await sendFile(
      app.url,
      admin.token,
      { name: 'deep.geojson', bytes: new TextEncoder().encode(text) },
      {},
      { path: api.location.importFile.path },
    );
    expect([status, (results as unknown as { code: string }).code]).toEqual([
      422,
      'location.file_unreadable',
    ]);
  });
});

test('a drawing with overlapping lines, on which the geometry library fails, is not answered with a server error', async () => {
  const corners: Position[] = [
    [2, 2],
    [1, 0],
    [3, 4],
    [0, 0],
    [0, 0],
    [1, 1],
    [2, 2],
  ];
  const polygons = polygon(corners.map(([x, y]): Position => [51 + x / 100, 25 + y / 100]));
  expect((await call(api.location.check, { polygons })).status).toBeLessThan(500);
});
