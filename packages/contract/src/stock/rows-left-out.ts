import * as z from 'zod';
import { text } from '../kit/scalars.ts';

/** Rows left out of one document at most. */
export const ROWS_LEFT_OUT_MAX = 1_000;

/** A row of a pasted table, a file or a scan that no product was found for (docs/rules/rows-left-out.md). */
export const rowLeftOut = z.object({
  /** Where it stands in its table, from 1; null for a scan. */
  row: z.number().int().nullable(),
  /** What it was looked up by: its barcode, else its name. */
  code: z.string(),
  /** Units; null where the row says none that can be read. */
  quantity: z.number().nullable(),
});

export type RowLeftOut = z.output<typeof rowLeftOut>;

/** The same as it is sent: replaces what was kept, an empty list says that all are decided about. */
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
