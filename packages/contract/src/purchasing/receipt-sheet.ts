import * as z from 'zod';
import { defineCommand } from '../kit/endpoint.ts';
import { count, id, text } from '../kit/scalars.ts';

/** Possible columns of a supplier's list; all others are ignored. */
export const RECEIPT_SHEET_FIELDS = [
  'barcode',
  'title',
  'quantity',
  'cost_value_before_discount',
  'discount',
  'cost_value',
  'expire_date',
] as const;
export type ReceiptSheetField = (typeof RECEIPT_SHEET_FIELDS)[number];

/** Maximum number of rows read from a supplier's list, the maximum of a receipt. */
export const RECEIPT_SHEET_ROWS_MAX = 1_000;

/** A column by its letter (`A`) or by the text of its header. */
const column = text(200);

/** The parsed values of the mapped cells; null for empty cells. */
const cells = {
  quantity: z.number().nullable(),
  cost_value_before_discount: z.number().nullable(),
  /** Percent of the price before discount. */
  discount: z.number().nullable(),
  cost_value: z.number().nullable(),
  expire_date: z.string().nullable(),
};

const line = z.object({
  /** The row's number in the file, counted as in a spreadsheet. */
  row: z.number().int(),
  product_id: z.number().int(),
  item_id: z.number().int(),
  title: z.string(),
  barcode: z.string().nullable(),
  pack_quantity: z.number(),
  /** Unit cost on the latest receipt that the caller may see. */
  last_cost: z.number().nullable(),
  ...cells,
});

const refused = z.object({
  row: z.number().int(),
  /** The value in the file; '' when empty. */
  barcode: z.string(),
  title: z.string(),
  ...cells,
  reasons: z.array(
    z.object({
      field: z.string(),
      /** The column's letter; null when not mapped. */
      column: z.string().nullable(),
      /** The text of the cell in the file, shortened. */
      cell: z.string(),
      code: z.string(),
      message: z.string(),
    }),
  ),
});

/** Parses a supplier's workbook into lines of a receipt; stores nothing except the column mapping. */
export const receiptSheet = {
  ...defineCommand({
    path: '/admin/products/receipts/sheet',
    summary: "Read a supplier's xlsx or csv as lines of a receipt that is being entered; nothing is saved",
    audience: 'staff',
    permission: { resource: 'reciepts', action: 'save' },
    input: {
      /** The supplier of the list: its columns are known from the last list, and stored when `mapping` gives them. */
      supplier_id: id.nullish(),
      sheet: text(200).nullish(),
      /** The first row with data, counted as in a spreadsheet; the row above it contains the headers. */
      start_row: count.min(1).max(1_000_000).nullish(),
      mapping: z.partialRecord(z.enum(RECEIPT_SHEET_FIELDS), column.nullable()).nullish(),
    },
    output: z.object({
      file_name: z.string(),
      sheets: z.array(z.object({ name: z.string(), rows: z.number().int(), hidden: z.boolean() })),
      sheet: z.string().nullable(),
      start_row: z.number().int(),
      total_rows: z.number().int(),
      columns: z.array(
        z.object({ key: z.string(), header: z.string().nullable(), samples: z.array(z.string()) }),
      ),
      mapping: z.record(z.string(), z.string().nullable()),
      /** The source of the mapping: the caller, the supplier's last list, or a guess. */
      mapped_by: z.enum(['caller', 'supplier', 'guess']),
      lines: z.array(line),
      refused: z.array(refused),
    }),
    fails: [
      'reference.missing',
      'import.file_missing',
      'import.unreadable',
      'import.old_format',
      'import.encrypted',
      'import.too_large',
      'import.too_many_rows',
      'import.too_many_columns',
      'import.cell_too_long',
      'import.empty',
      'import.sheet_missing',
      'import.column_missing',
      'upload.unavailable',
      'request.too_large',
      'service.busy',
    ],
    invalidates: [],
    // computed on every request, because the matches depend on the current products
    storesAnswer: false,
  }),
  uploads: ['file'] as const,
};
