import { parseDrawnShape } from '@dukkan/commerce';
import { expect, it } from 'vitest';
import { readDrawingText } from './read-drawing-file.ts';

const ring = (east: number) =>
  [
    [east, 25.28],
    [east + 0.02, 25.28],
    [east + 0.02, 25.3],
    [east, 25.3],
    [east, 25.28],
  ] as const;
const polygon = (east: number) => ({ type: 'Polygon', coordinates: [ring(east)] });
const feature = (properties: object | null, geometry: object | null) => ({
  type: 'Feature',
  properties,
  geometry,
});
const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });
const outline = (east: number, tag = '') =>
  `<${tag}Polygon><${tag}outerBoundaryIs><${tag}LinearRing><${tag}coordinates>\n${ring(east)
    .map(([lng, lat]) => `   ${lng},${lat},0`)
    .join('\n')}\n</${tag}coordinates></${tag}LinearRing></${tag}outerBoundaryIs></${tag}Polygon>`;

/** Returns the areas of a file and the number of skipped features; every area must be a valid shape. */
async function areasOf(text: string) {
  const read = await readDrawingText(text);
  for (const area of read?.areas ?? [])
    expect(parseDrawnShape(area.text).refusal, area.name ?? '').toBeNull();
  return { names: (read?.areas ?? []).map(({ name }) => name), skipped: read?.skipped };
}

it.each([
  [
    'two zones whose names are Arabic',
    collection(
      feature({ name: 'توصيل مجاني' }, polygon(51.5)),
      feature({ name: 'توصيل بعشرة' }, polygon(51.51)),
    ),
    { names: ['توصيل مجاني', 'توصيل بعشرة'], skipped: 0 },
  ],
  [
    'zones of several parts',
    collection(
      feature({ Name: 'Both banks' }, { type: 'MultiPolygon', coordinates: [[ring(51.5)], [ring(51.6)]] }),
      feature({ Name: 'One' }, polygon(51.7)),
    ),
    { names: ['Both banks', 'One'], skipped: 0 },
  ],
  [
    'three zones, one of which says nothing of itself',
    collection(
      feature({ Name: 'A' }, polygon(51.5)),
      feature(null, polygon(51.6)),
      feature({ Name: 'C' }, polygon(51.7)),
    ),
    { names: ['A', '', 'C'], skipped: 0 },
  ],
])('a drawing file of %s lists each of them', async (_, text, expected) => {
  const read = await areasOf(text);
  expect(read.names).toHaveLength(expected.names.length);
  expect(read).toMatchObject(expected);
});

it.each([
  [
    'a pin before it',
    collection(
      feature({ Name: 'Shop' }, { type: 'Point', coordinates: [51.5, 25.2] }),
      feature({ Name: 'Inner' }, polygon(51.5)),
    ),
    1,
  ],
  [
    'pins and a road around it',
    collection(
      feature(
        { Name: 'Pins' },
        {
          type: 'MultiPoint',
          coordinates: [
            [51.5, 25.2],
            [51.6, 25.2],
          ],
        },
      ),
      feature({ Name: 'Inner' }, polygon(51.5)),
      feature(
        { Name: 'Road' },
        {
          type: 'LineString',
          coordinates: [
            [51.5, 25.2],
            [51.6, 25.2],
          ],
        },
      ),
    ),
    2,
  ],
  [
    'a place without a geometry',
    collection(feature({ Name: 'Inner' }, polygon(51.5)), feature({ Name: 'Nowhere' }, null)),
    0,
  ],
])('a zone with %s is the one area of its file', async (_, text, skipped) => {
  expect(await areasOf(text)).toEqual({ names: ['Inner'], skipped });
});

it.each([
  [
    'folders of My Maps',
    `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Where we deliver</name><Style id="s"><PolyStyle><color>7f0000ff</color></PolyStyle></Style><Folder><name>Zones</name><Placemark><name>Near</name><styleUrl>#s</styleUrl>${outline(51.5)}</Placemark></Folder><Folder><Placemark><name>Shop</name><Point><coordinates>51.5,25.2,0</coordinates></Point></Placemark></Folder></Document></kml>`,
    { names: ['Near'], skipped: 1 },
  ],
  [
    'a byte order mark and a description in CDATA',
    `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name><![CDATA[Near & far]]></name><description><![CDATA[<b>10 QAR</b>]]></description>${outline(51.5)}</Placemark></Document></kml>`,
    { names: ['Near & far'], skipped: 0 },
  ],
  [
    'two areas in one placemark',
    `<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>Both</name><MultiGeometry>${outline(51.5)}${outline(51.6)}</MultiGeometry></Placemark></kml>`,
    { names: ['Both'], skipped: 0 },
  ],
])('KML with %s is read', async (_, text, expected) => {
  const read = await areasOf(text);
  expect(read.skipped).toBe(expected.skipped);
  expect([...new Set(read.names)]).toEqual(expected.names);
});
