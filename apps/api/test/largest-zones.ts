import { api } from '@dukkan/contract';
import { unique } from './actors.ts';
import type { TestApp } from './app.ts';
import { always, type Caller, type LargestCall, type Sent, type Shop } from './largest-shop.ts';
import { sendFile, type Uploaded } from './workbooks.ts';

const STANDING_ZONES = 4_000;

const ring = (points: number, step = 1): [number, number][] =>
  Array.from({ length: points + 1 }, (_, at) => {
    const angle = (2 * Math.PI * ((at * step) % points)) / points;
    return [51.2 + Math.cos(angle) / 10, 25.1 + Math.sin(angle) / 10].map((value) =>
      Number(value.toFixed(6)),
    );
  }) as [number, number][];
const polygonOf = (points: number, step = 1) => ({ type: 'Polygon', coordinates: [ring(points, step)] });

/** Ten megabytes of zones, each with 360 corners. */
const zonesFile = (features: number, points: number, step = 1, name = `Zone ${unique()}`): Uploaded => ({
  name: 'zones.geojson',
  bytes: new TextEncoder().encode(
    JSON.stringify({
      type: 'FeatureCollection',
      features: Array.from({ length: features }, (_, at) => ({
        type: 'Feature',
        properties: { name: `${name} ${at}`, charge: 5 },
        geometry: {
          type: 'Polygon',
          coordinates: [
            ring(points, step).map(([lng, lat]) => [lng - 100 + (at % 40), lat + Math.floor(at / 40)]),
          ],
        },
      })),
    }),
  ),
});

/** Calls with zones of many corners, and with many zones. */
export const listZoneCalls = ({ app, shop, send, upload }: Caller): LargestCall[] => [
  [
    'areas/check: a star of 4,999 corners',
    always(() => send(api.location.check, { polygons: polygonOf(4_999, 2_499) })),
  ],
  [
    'areas/check: 5,000 corners over many zones',
    always(() => send(api.location.check, { polygons: polygonOf(5_000) })),
  ],
  [
    'areas/check: 100,000 levels as text',
    always(() => send(api.location.check, { polygons: '['.repeat(100_000) })),
  ],
  [
    'areas/save: 5,000 corners',
    always(() =>
      send(api.location.save, { type: 2, names: { en: `Z${unique()}` }, polygons: polygonOf(5_000) }),
    ),
  ],
  [
    'areas/save: a star of 1,201 corners',
    always(() =>
      send(api.location.save, { type: 2, names: { en: 'Star' }, polygons: polygonOf(1_201, 600) }),
    ),
  ],
  [
    'areas/import: 1,000 zones of 360 corners',
    always(() => upload(api.location.importFile.path, zonesFile(1_000, 360))),
  ],
  [
    'areas/import: 80 stars of 4,999 corners',
    always(() => upload(api.location.importFile.path, zonesFile(80, 4_999, 2_499))),
  ],
  [
    'areas/import: ten million levels',
    always(() =>
      upload(api.location.importFile.path, {
        name: 'deep.geojson',
        bytes: new Uint8Array(10_000_000).fill(91),
      }),
    ),
  ],
  [
    'areas/import: 1,000 zones of 360 corners that change',
    async () => {
      const name = `Zone ${unique()}`;
      await upload(api.location.importFile.path, zonesFile(1_000, 359, 1, name))();
      return upload(api.location.importFile.path, zonesFile(1_000, 360, 1, name));
    },
  ],
  [
    'areas/import/undo: 1,000 zones of 360 corners',
    async () => {
      const file = zonesFile(1_000, 360);
      const path = api.location.importFile.path;
      const importFile = () => sendFile(app().url, shop().admin.token, file, {}, { path });
      let imported = await importFile();
      // on a busy machine the thread may take longer than its limit
      for (let attempt = 1; attempt < 3 && imported.status === 503; attempt += 1)
        imported = await importFile();
      const { status, results } = imported;
      if (status !== 200) throw new Error(`areas/import: ${status} ${JSON.stringify(results).slice(0, 300)}`);
      return send(api.location.undoImport, { id: results.id });
    },
  ],
  [
    'areas/quote: 1,000 points',
    always(() =>
      send(api.location.quote, {
        points: Array.from({ length: 1_000 }, (_, at) => ({
          lat: 25 + (at % 25) / 100,
          lng: 51 + (at % 40) / 100,
        })),
      }),
    ),
  ],
  ['areas/shapes: 1,000 zones', always(() => send(api.location.shapes, {}))],
  [
    'manager/area/assign: 1,000 ids',
    always(() => send(api.location.assign, { ids: shop().zones }, { 'branch-id': String(shop().branch_id) })),
  ],
];

/** Draws zones of 360 corners side by side, as several imports of 10 MB leave them. */
async function drawManyZones(app: TestApp): Promise<void> {
  for (let first = 0; first < STANDING_ZONES; first += 200)
    await app.services.database.pool.query(
      `INSERT INTO location (type, names, polygons, west, south, east, north, area_m2, delivery_charge)
     SELECT 2, jsonb_build_object('en', 'Standing ' || n),
            (SELECT jsonb_build_array(jsonb_build_array(jsonb_agg(jsonb_build_array(
               round((-20 + n % 40 * 0.2 + 0.09 * cos(a * pi() / 180))::numeric, 6),
               round((-40 + n / 40 * 0.2 + 0.09 * sin(a * pi() / 180))::numeric, 6)) ORDER BY i)))
               FROM (SELECT i, i % 360 AS a FROM generate_series(0, 360) i) corner),
            -20 + n % 40 * 0.2 - 0.09, -40 + n / 40 * 0.2 - 0.09, -20 + n % 40 * 0.2 + 0.09, -40 + n / 40 * 0.2 + 0.09,
            300000000, 10
       FROM generate_series(${first}, ${first + 199}) n`,
    );
}

/** Calls that read or compare all zones, in a shop that imported 10 MB of them several times. */
export function listCallsAmongManyZones(app: () => TestApp, shop: () => Shop): LargestCall[] {
  let drawn: Promise<void> | undefined;
  /** Sends a call whose answer is not parsed, because that would delay the event loop of the test's process. */
  const send = (endpoint: { readonly path: string }, input: object) => async (): Promise<Sent> => {
    const response = await fetch(app().url + endpoint.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${shop().admin.token}` },
      body: JSON.stringify(input),
    });
    let bytes = 0;
    let text = '';
    for await (const part of response.body ?? []) {
      bytes += part.byteLength;
      if (text.length < 1_000) text += new TextDecoder().decode(part.subarray(0, 1_000));
    }
    return { status: response.status, bytes, text };
  };
  /** A circle over a share of the zones. */
  const over = (degrees: number) => ({
    type: 'Polygon',
    coordinates: [
      ring(4_000).map(([lng, lat]) => [(lng - 51.2) * 10 * degrees - 17, (lat - 25.1) * 10 * degrees - 31]),
    ],
  });
  const calls: [string, () => () => Promise<Sent>][] = [
    ['areas/shapes', () => send(api.location.shapes, {})],
    ['areas/check over all of them', () => send(api.location.check, { polygons: over(30) })],
    ['areas/check over some of them', () => send(api.location.check, { polygons: over(1) })],
    [
      'areas/save',
      () => send(api.location.save, { type: 2, names: { en: `Z${unique()}` }, polygons: over(0.5) }),
    ],
    ['areas/quote', () => send(api.location.quote, { points: [{ lat: -31, lng: -17 }] })],
  ];
  return calls.map(([name, call]) => [
    `${name}, ${STANDING_ZONES} zones of 360 corners stand`,
    async () => {
      drawn ??= drawManyZones(app());
      await drawn;
      // the first call reads all zones, as after a start; a change makes each process read one again
      await app().services.database.pool.query(
        'UPDATE location SET version = version + 1 WHERE id = (SELECT max(id) FROM location WHERE type = 2)',
      );
      return call();
    },
  ]);
}
