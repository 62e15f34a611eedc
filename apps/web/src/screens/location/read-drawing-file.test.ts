import { parseDrawnShape } from '@dukkan/commerce';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readDrawingFile, readDrawingText } from './read-drawing-file.ts';

const ring = (east: number) =>
  [
    [east, 25.28],
    [east + 0.02, 25.28],
    [east + 0.02, 25.3],
    [east, 25.3],
    [east, 25.28],
  ] as const;
const feature = (name: string, geometry: object) => ({
  type: 'Feature',
  properties: { Name: name },
  geometry,
});
const polygon = (east: number) => ({ type: 'Polygon', coordinates: [ring(east)] });
const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });

const placemark = (name: string, east: number) =>
  `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring(east)
    .map(([lng, lat]) => `${lng},${lat},0`)
    .join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
const pin = '<Placemark><name>Shop</name><Point><coordinates>51.5,25.2,0</coordinates></Point></Placemark>';
const kml = (...marks: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${marks.join('')}</Document></kml>`;

it('a drawing file lists the areas of a collection by name and counts pins and lines', async () => {
  const read = await readDrawingText(
    collection(
      feature('Free', polygon(51.5)),
      feature('Shop', { type: 'Point', coordinates: [51.5, 25.2] }),
      feature('For 10', polygon(51.6)),
      feature('Road', { type: 'LineString', coordinates: [] }),
    ),
  );
  expect(read?.areas.map(({ name }) => name)).toEqual(['Free', 'For 10']);
  expect(read?.skipped).toBe(2);
  expect(read?.areas.map(({ text }) => parseDrawnShape(text).refusal)).toEqual([null, null]);
});

it('a KML file is read like a GeoJSON file', async () => {
  const read = await readDrawingText(kml(placemark('بالقرب', 51.5), pin, placemark('Far', 51.6)));
  expect(read?.areas.map(({ name }) => name)).toEqual(['بالقرب', 'Far']);
  expect(read?.skipped).toBe(1);
  const { shape } = parseDrawnShape(read?.areas[0]?.text ?? '');
  expect(shape).toEqual(parseDrawnShape(JSON.stringify(polygon(51.5))).shape);
});

it('a KMZ file is read by the KML inside it and refused without one', async () => {
  const zip = (files: Record<string, string>) =>
    new File(
      [zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))],
      'zones.KMZ',
    );
  const text = await readDrawingFile(zip({ 'files/icon.txt': 'x', 'doc.kml': kml(placemark('Near', 51.5)) }));
  expect((await readDrawingText(text))?.areas).toHaveLength(1);
  await expect(readDrawingFile(zip({ 'a.txt': 'x' }))).rejects.toThrow();
  await expect(readDrawingFile(new File(['no zip'], 'a.kmz'))).rejects.toThrow();
});

it('a file of bare coordinates or a single geometry is read as one drawing', async () => {
  for (const text of [
    '[{"lat":25,"lng":51}]',
    JSON.stringify(polygon(51.5)),
    'nonsense',
    '{"type":"Feature"}',
  ])
    expect(await readDrawingText(text)).toBeNull();
});

it('broken KML and a file of pins have no area', async () => {
  expect(await readDrawingText('<kml><Placemark>')).toEqual({ areas: [], skipped: 0 });
  expect(await readDrawingText(kml(pin))).toEqual({ areas: [], skipped: 1 });
  expect(await readDrawingText(collection())).toEqual({ areas: [], skipped: 0 });
});

it('a drawing file of 10,000 points is read', async () => {
  const points = Array.from({ length: 10_000 }, (_, at) => {
    const angle = (at / 10_000) * 2 * Math.PI;
    return `${51.5 + Math.cos(angle) / 10},${25.3 + Math.sin(angle) / 10},0`;
  });
  const text = kml(
    `<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${[...points, points[0]].join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`,
  );
  const [area] = (await readDrawingText(text))?.areas ?? [];
  expect((JSON.parse(area?.text ?? '{}') as { coordinates: unknown[][] }).coordinates[0]).toHaveLength(
    10_001,
  );
});
