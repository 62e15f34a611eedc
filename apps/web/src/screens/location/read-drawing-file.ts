import { loadChunk } from '../../lib/server/lazy-chunk.ts';

/** An area from a file, as the text that a zone's drawing accepts. */
export type DrawnArea = { readonly name: string; readonly text: string };

export type DrawingFile = {
  readonly areas: readonly DrawnArea[];
  /** The number of pins and lines, which are not areas. */
  readonly skipped: number;
};

type Feature = {
  readonly properties?: { readonly name?: unknown; readonly Name?: unknown } | null;
  readonly geometry?: Geometry | null;
};
type Geometry = { readonly type?: unknown; readonly geometries?: readonly Geometry[] };

const isArea = ({ type }: Geometry): boolean => type === 'Polygon' || type === 'MultiPolygon';
/** Returns the geometries of a feature; those of a collection one by one. */
const listGeometries = ({ geometry }: Feature): readonly Geometry[] =>
  geometry ? (geometry.geometries ?? [geometry]) : [];

const readFeatureName = ({ properties }: Feature): string => {
  const name = properties?.name ?? properties?.Name;
  return typeof name === 'string' ? name.trim() : '';
};

const importKmlReader = () => import('@tmcw/togeojson');
const importUnzip = () => import('fflate');

/** Converts KML to GeoJSON; null for other text. */
async function readKml(text: string): Promise<unknown> {
  const { kml } = await loadChunk(importKmlReader);
  const document = new DOMParser().parseFromString(text, 'text/xml');
  return document.querySelector('parsererror') ? null : kml(document);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/**
 * Returns the areas of a GeoJSON or KML text. Pins and lines are skipped and counted.
 * Rule: docs/rules/imports.md#drawings
 * @returns null for text that is neither KML nor a GeoJSON collection; it is parsed as a single drawing
 */
export async function readDrawingText(text: string): Promise<DrawingFile | null> {
  const isKml = text.trimStart().startsWith('<');
  const read = isKml ? await readKml(text) : readJson(text);
  const features = (read as { readonly features?: unknown } | null)?.features;
  if (!Array.isArray(features)) return isKml ? { areas: [], skipped: 0 } : null;
  const areas: DrawnArea[] = [];
  let skipped = 0;
  for (const feature of features as readonly Feature[])
    for (const geometry of listGeometries(feature))
      if (isArea(geometry)) areas.push({ name: readFeatureName(feature), text: JSON.stringify(geometry) });
      else skipped += 1;
  return { areas, skipped };
}

/** The most bytes that a KMZ may hold when unpacked; a real drawing has a few kilobytes. */
const UNPACKED_MAX = 20 * 1024 * 1024;

/**
 * Returns the text of a drawing's file; for a KMZ, that of the KML inside.
 * @throws Error for a KMZ that cannot be unpacked, has no KML, or is too large
 */
export async function readDrawingFile(file: File): Promise<string> {
  if (!file.name.toLowerCase().endsWith('.kmz')) return await file.text();
  const { unzipSync, strFromU8 } = await loadChunk(importUnzip);
  const files = unzipSync(new Uint8Array(await file.arrayBuffer()), {
    filter: ({ name, originalSize }) => name.toLowerCase().endsWith('.kml') && originalSize <= UNPACKED_MAX,
  });
  const [first] = Object.values(files);
  if (!first) throw new Error('a KMZ without a KML');
  return strFromU8(first);
}

/**
 * Converts a KML or KMZ file to GeoJSON, the only format that the server reads; returns other files unchanged.
 * @throws Error for a KML or KMZ that cannot be read
 */
export async function toGeoJsonFile(file: File): Promise<File> {
  const name = file.name.toLowerCase();
  if (!name.endsWith('.kml') && !name.endsWith('.kmz')) return file;
  const read = await readKml(await readDrawingFile(file));
  if (read === null) throw new Error('a KML that cannot be read');
  return new File([JSON.stringify(read)], `${file.name}.geojson`, { lastModified: file.lastModified });
}
