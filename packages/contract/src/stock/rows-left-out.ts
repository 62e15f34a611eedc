import * as z from 'zod';
import { text } from '../kit/scalars.ts';

/** Maximum number of unresolved rows of a document. */
export const ROWS_LEFT_OUT_MAX = 1_000;

/** A row of a pasted table, file or scan without a matching product (docs/rules/rows-left-out.md). */
export const rowLeftOut = z.object({
  /** Its number in the table, from 1; null for a scan. */
  row: z.number().int().nullable(),
  /** The value it was looked up by: its barcode, or else its name. */
  code: z.string(),
  /** Units; null when the row has no readable quantity. */
  quantity: z.number().nullable(),
});

export type RowLeftOut = z.output<typeof rowLeftOut>;

/** Unresolved rows in a request: replaces the stored ones; an empty list resolves all. */
export const rowsLeftOut = z
  .array(
    z.strictObject({
      row: z.int().min(1).max(1_000_000).nullish(),
      code: text(200),
      quantity: z.number().nullish(),
    }),
  )
  .max(ROWS_LEFT_OUT_MAX)
  .optional();
