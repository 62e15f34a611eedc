import * as z from 'zod';
import { text } from '../kit/scalars.ts';

/** The largest file of places, in bytes, and the most features in a file. */
export const LOCATION_FILE_MAX_BYTES = 10 * 1024 * 1024;
export const LOCATION_FEATURES_MAX = 1_000;
/** The fields of a place that a property of a feature can be mapped to. */
export const LOCATION_IMPORT_FIELDS = [
  'name',
  'name_ar',
  'name_en',
  'name_de',
  'charge',
  'minutes',
  'min_order',
] as const;
export type LocationImportField = (typeof LOCATION_IMPORT_FIELDS)[number];

export const featureProperty = text(200).nullish();

export const locationImportOutput = z.object({
  /** The id for undoing the import; null when nothing was written. */
  id: z.number().int().nullable(),
  /** The names of the features' properties; `mapping` has the property of each field. */
  properties: z.array(z.string()),
  mapping: z.record(z.string(), z.string().nullable()),
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  refused: z.number().int(),
  /** The number of pins and lines, which cannot be zones. */
  skipped: z.number().int(),
  rows: z.array(
    z.object({
      /** The feature's number in the file, from 1. */
      feature: z.number().int(),
      result: z.enum(['created', 'updated', 'unchanged', 'refused']),
      name: z.string(),
      /** The created or existing place; null for a refused feature, and in a dry run for a place to be created. */
      location_id: z.number().int().nullable(),
      area_m2: z.number().nullable(),
      /** Why the feature is refused, and the position of the problem, if known; null when it is not refused. */
      code: z.string().nullable(),
      message: z.string().nullable(),
      lat: z.number().nullable(),
      lng: z.number().nullable(),
    }),
  ),
});
