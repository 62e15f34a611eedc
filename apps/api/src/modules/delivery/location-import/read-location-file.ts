import { readFile } from 'node:fs/promises';
import {
  type BoundingBox,
  countDecimalPlaces,
  isPinOrLine,
  isRecord,
  parseDrawnShape,
  resolveText,
  type Shape,
  toLatinDigits,
} from '@dukkan/commerce';
import {
  fail,
  LOCATION_FEATURES_MAX,
  LOCATION_IMPORT_FIELDS,
  type LocationImportField,
  MAX_MONEY,
  NAME_MAX,
  name as nameScalar,
} from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';
import { isJsonNestedTooDeep } from '../../../core/json-depth.ts';
import type { Texts } from '../../../core/list/localized-columns.ts';

// Rule: docs/rules/imports.md#zones-by-file

type Properties = Readonly<Record<string, unknown>>;
type Feature = { readonly properties: Properties; readonly geometry: unknown };

type LocationMapping = Readonly<Partial<Record<LocationImportField, string | null | undefined>>>;

/** Why a feature is refused: the failure's code and parameters, and the position of the problem on the map. */
export type FeatureRefusal = {
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly lat: number | null;
  readonly lng: number | null;
};

/** A drawing as JSON text, because arrays of a whole file would take long on their way between threads. */
export type ReadDrawing = {
  readonly polygons: string;
  readonly box: BoundingBox;
  readonly area_m2: number;
  /** Its first position. */
  readonly lat: number | null;
  readonly lng: number | null;
};

/** A place read from a feature; null for values that the file does not have and that the import does not change. */
export type ReadFeature = {
  /** The feature's number in the file, from 1. */
  readonly feature: number;
  readonly name: string;
  readonly names: Texts;
  readonly drawing: ReadDrawing | null;
  readonly delivery_charge: number | null;
  readonly delivery_minutes: number | null;
  readonly min_order: number | null;
  readonly refusal: FeatureRefusal | null;
};

/** The deepest nesting of a file; its positions are eight deep, its properties are not read. */
const LEVELS_MAX = 32;

/** Reads the features of a GeoJSON FeatureCollection. @throws location.file_unreadable, location.too_many_features */
async function readFeatures(path: string): Promise<Feature[]> {
  const text = (await readFile(path, 'utf8')).replace(/^\ufeff/, '');
  if (isJsonNestedTooDeep(text, LEVELS_MAX)) return fail('location.file_unreadable', undefined, 'file');
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return fail('location.file_unreadable', undefined, 'file');
  }
  if (!isRecord(read) || read.type !== 'FeatureCollection' || !Array.isArray(read.features))
    return fail('location.file_unreadable', undefined, 'file');
  if (read.features.length > LOCATION_FEATURES_MAX)
    fail('location.too_many_features', { max: LOCATION_FEATURES_MAX }, 'file');
  return read.features.map((feature: unknown) => {
    const { properties, geometry } = isRecord(feature) ? feature : {};
    return { properties: isRecord(properties) ? properties : {}, geometry: geometry ?? null };
  });
}

/** Lists the properties that hold a text or a number in at least one feature. */
const listProperties = (features: readonly Feature[]): string[] => [
  ...new Set(
    features.flatMap(({ properties }) =>
      Object.entries(properties)
        .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
        .map(([property]) => property),
    ),
  ),
];

/** Common names of the property of each field, as `toWord` returns them, the most likely first. */
const WORDS: Readonly<Record<LocationImportField, readonly string[]>> = {
  name: ['name', 'title', 'label', 'bezeichnung', 'stadtteil', 'bezirk', 'الاسم', 'اسم'],
  name_ar: ['name_ar', 'label_ar', 'title_ar', 'ar'],
  name_en: ['name_en', 'label_en', 'title_en', 'en'],
  name_de: ['name_de', 'label_de', 'title_de', 'de'],
  charge: ['delivery_charge', 'charge', 'delivery_fee', 'fee'],
  minutes: ['delivery_minutes', 'minutes'],
  min_order: ['min_order', 'minimum_order'],
};

const toWord = (property: string): string =>
  property
    .trim()
    .toLowerCase()
    .replace(/[\s:.-]+/g, '_');

/**
 * Returns the property of each field: from the given mapping, or guessed from the property names when there is none.
 * @throws location.property_missing for a mapped property that no feature has
 */
function resolveLocationMapping(
  properties: readonly string[],
  mapping: LocationMapping | null | undefined,
): Record<LocationImportField, string | null> {
  const byWord = new Map(properties.map((property) => [toWord(property), property]));
  const guess = (field: LocationImportField): string | null =>
    WORDS[field].map((word) => byWord.get(word)).find((property) => property !== undefined) ?? null;
  const choose = (field: LocationImportField): string | null => {
    if (!mapping) return guess(field);
    const property = mapping[field] ?? null;
    if (property !== null && !properties.includes(property))
      fail('location.property_missing', { property }, 'mapping');
    return property;
  };
  return Object.fromEntries(LOCATION_IMPORT_FIELDS.map((field) => [field, choose(field)])) as Record<
    LocationImportField,
    string | null
  >;
}

/** Returns the first position of a geometry; nulls when it has none. */
function firstPosition(geometry: unknown): { lat: number | null; lng: number | null } {
  let at: unknown = isRecord(geometry) ? geometry.coordinates : null;
  while (Array.isArray(at) && Array.isArray(at[0])) at = at[0];
  const [lng, lat] = Array.isArray(at) ? (at as unknown[]) : [];
  return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : { lat: null, lng: null };
}

const readTextProperty = (properties: Properties, property: string | null): string => {
  const value = property === null ? null : properties[property];
  return typeof value === 'string' || typeof value === 'number' ? String(value).normalize('NFC').trim() : '';
};

/** Guesses the language of a name: Arabic by its letters, else the reader's, or English for an Arabic reader. */
const guessNameLanguage = (name: string, locale: Ctx['locale']): keyof Texts =>
  /\p{Script=Arabic}/u.test(name) ? 'ar' : locale === 'ar' ? 'en' : locale;

type Mapping = ReturnType<typeof resolveLocationMapping>;

function readNames(properties: Properties, mapping: Mapping, locale: Ctx['locale']): Texts {
  const names = {
    ar: readTextProperty(properties, mapping.name_ar),
    en: readTextProperty(properties, mapping.name_en),
    de: readTextProperty(properties, mapping.name_de),
  };
  const name = readTextProperty(properties, mapping.name);
  const language = guessNameLanguage(name, locale);
  return names[language] === '' ? { ...names, [language]: name } : names;
}

/** Returns the names as they are stored; null when all are empty or one is invalid. */
function cleanNames(names: Texts): Texts | null {
  const clean = (text: string) => (text === '' ? '' : nameScalar.safeParse(text).data);
  const [ar, en, de] = [clean(names.ar), clean(names.en), clean(names.de)];
  if (ar === undefined || en === undefined || de === undefined) return null;
  return ar + en + de === '' ? null : { ar, en, de };
}

/** Reads a property as a number from 0 to `max` with at most `decimals` decimals; null when empty, NaN when invalid. */
function readNumberProperty(properties: Properties, property: string | null, max: number, decimals: number) {
  const text = toLatinDigits(readTextProperty(properties, property)).replace(',', '.');
  if (text === '') return null;
  const value = /^\d{1,12}(\.\d{1,10})?$/.test(text) ? Number(text) : Number.NaN;
  return value <= max && countDecimalPlaces(value) <= decimals ? value : Number.NaN;
}

/** The longest delivery time: 60 days. */
const MINUTES_MAX = 86_400;

const AMOUNTS = [
  ['delivery_charge', 'charge'],
  ['delivery_minutes', 'minutes'],
  ['min_order', 'min_order'],
] as const;

type Reading = {
  /** True for zones, which have a drawing; false for areas. */
  readonly hasShapes: boolean;
  /** The number of decimals of the shop's currency. */
  readonly scale: number;
  readonly locale: Ctx['locale'];
};

function toDrawing({ polygons, box, area_m2 }: Shape): ReadDrawing {
  const [lng = null, lat = null] = polygons[0]?.[0]?.[0] ?? [];
  return { polygons: JSON.stringify(polygons), box, area_m2, lat, lng };
}

function readPlace(
  { properties, geometry }: Feature,
  mapping: Mapping,
  { hasShapes, scale, locale }: Reading,
): Omit<ReadFeature, 'feature'> {
  const rawNames = readNames(properties, mapping, locale);
  const names = cleanNames(rawNames);
  const amounts = {
    delivery_charge: readNumberProperty(properties, mapping.charge, MAX_MONEY, scale),
    delivery_minutes: readNumberProperty(properties, mapping.minutes, MINUTES_MAX, 0),
    min_order: readNumberProperty(properties, mapping.min_order, MAX_MONEY, scale),
  };
  const { shape, refusal } = hasShapes ? parseDrawnShape(geometry) : { shape: null, refusal: null };
  const at = firstPosition(geometry);
  const wrong = AMOUNTS.find(([field]) => Number.isNaN(amounts[field]));
  const property = wrong && (mapping[wrong[1]] ?? '');
  const refused = (): FeatureRefusal | null => {
    if (!names) return { code: 'location.name_needed', params: {}, ...at };
    if (property !== undefined)
      return {
        code: 'location.wrong_amount',
        params: { property, value: readTextProperty(properties, property).slice(0, 60) },
        ...at,
      };
    if (!refusal) return null;
    const { code, ...params } = refusal;
    return { code, params, ...at, ...('lat' in params ? { lat: params.lat, lng: params.lng } : {}) };
  };
  return {
    name: resolveText(rawNames, locale).slice(0, NAME_MAX),
    names: names ?? rawNames,
    drawing: shape && toDrawing(shape),
    ...amounts,
    refusal: refused(),
  };
}

export type LocationFileTask = {
  readonly path: string;
  readonly mapping: LocationMapping | null | undefined;
  readonly reading: Reading;
};

export type LocationFile = {
  /** The number of features, including pins and lines among zones, which are left out. */
  readonly features: number;
  readonly properties: string[];
  readonly mapping: Mapping;
  readonly places: ReadFeature[];
};

/**
 * Reads each feature of a file as a place or as a refusal; for zones, leaves out pins and lines.
 * @throws location.file_unreadable, location.too_many_features, location.property_missing
 */
export async function readLocationFile({ path, mapping, reading }: LocationFileTask): Promise<LocationFile> {
  const features = await readFeatures(path);
  const properties = listProperties(features);
  const resolved = resolveLocationMapping(properties, mapping);
  const places = features.flatMap((feature, index) =>
    reading.hasShapes && isPinOrLine(feature)
      ? []
      : [{ feature: index + 1, ...readPlace(feature, resolved, reading) }],
  );
  return { features: features.length, properties, mapping: resolved, places };
}
