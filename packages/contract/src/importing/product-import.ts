import * as z from 'zod';
import { defineCommand, list, show } from '../kit/endpoint.ts';
import { count, flag, id, text } from '../kit/scalars.ts';
import {
  CUSTOMER_IMPORT_FIELDS,
  IMPORT_FIELDS,
  IMPORT_KINDS,
  IMPORT_RESULTS,
  IMPORT_STATES,
  PRICE_IMPORT_FIELDS,
} from './import-fields.ts';

/** A column by its letter (`A`) or by the text of its header. */
const column = text(200);

/** Position of the rows in the file. */
const place = {
  /** The first row with data, counted as in a spreadsheet; the row above it contains the headers. */
  start_row: count.min(1).max(1_000_000).optional(),
  /** The name of a sheet; null or undefined keeps the current one, or for a new file uses the first visible one. */
  sheet: text(200).nullish(),
};

const columnInput = column.nullish();
/** The column of the code, or several, of which the first non-empty one is used. */
const codeColumnInput = z.union([column, z.strictObject({ first: z.array(column).min(1).max(3) })]).nullish();

/**
 * The column of each field, the sheet and the first row; sheet and first row may also be given outside of the mapping.
 */
const createMappingSchema = <const F extends string>(fields: readonly F[]) =>
  z.strictObject({
    ...(Object.fromEntries(fields.map((field) => [field, columnInput])) as Record<F, typeof columnInput>),
    ...place,
  });
/** The mapping for files whose rows are identified by codes. */
const createCodedMappingSchema = <const F extends string>(fields: readonly F[]) =>
  createMappingSchema(fields).extend({ barcode: codeColumnInput });

const change = z.object({
  field: z.string(),
  from: z.union([z.string(), z.number(), z.null()]),
  to: z.union([z.string(), z.number(), z.null()]),
});

const reason = z.object({
  /** The mapped field with the error; null for the whole row. */
  field: z.string().nullable(),
  /** The column's letter in the file; null when no column is concerned. */
  column: z.string().nullable(),
  code: z.string(),
  message: z.string(),
});

const rowShow = z.object({
  id: z.number().int(),
  import_id: z.number().int(),
  /** The row's number in the file, counted as in a spreadsheet. */
  row: z.number().int(),
  result: z.enum(IMPORT_RESULTS),
  barcode: z.string().nullable(),
  title: z.string().nullable(),
  product_id: z.number().int().nullable(),
  /** The customer of a row and the phone number that identifies them; null in other imports. */
  account_id: z.number().int().nullable(),
  phone: z.string().nullable(),
  /** Text of the first reason; `reasons` contains all. */
  reason: z.string().nullable(),
  reasons: z.array(reason),
  /** Values that were ignored in an accepted row. */
  notices: z.array(reason),
  changes: z.array(change),
});

const counts = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  refused: z.number().int(),
});

const importRow = z.object({
  id: z.number().int(),
  kind: z.enum(IMPORT_KINDS),
  state: z.enum(IMPORT_STATES),
  file_name: z.string(),
  bytes: z.number().int(),
  /** Number of rows below the header; null until the file has been read. */
  total_rows: z.number().int().nullable(),
  done_rows: z.number().int(),
  ...counts.shape,
  account_name: z.string().nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  version: z.number().int(),
  actions: z.array(z.enum(['map', 'run', 'cancel', 'retry', 'give_up', 'undo', 'refused'])),
});

export const importShow = importRow.extend({
  message: z.string(),
  /** The zip of pictures uploaded with the file. */
  images_name: z.string().nullable(),
  images_count: z.number().int(),
  sheets: z.array(z.object({ name: z.string(), rows: z.number().int(), hidden: z.boolean() })),
  sheet: z.string().nullable(),
  start_row: z.number().int(),
  columns: z.array(
    z.object({ key: z.string(), header: z.string().nullable(), samples: z.array(z.string()) }),
  ),
  mapping: z.record(z.string(), z.string().nullable()),
  /** The mapping guessed from headers and values. */
  guess: z.record(z.string(), z.string().nullable()),
  mode: z.enum(['create', 'update', 'both']),
  receive: z.boolean(),
  /** The branch that receives the quantities; null without quantities. */
  branch_id: z.number().int().nullable(),
  branch_name: z.string().nullable(),
  /** Number of rows whose quantity is received, or in a check would be, and of those already received. */
  arriving: z.number().int(),
  arrived: z.number().int(),
  /** True while the columns are chosen in a shop that has never had stock: receiving the quantities is proposed. */
  suggests_receive: z.boolean(),
  /** Units of all rows that are not refused; those of them that are received, or in a check would be; those that were. */
  file_units: z.number(),
  arriving_units: z.number(),
  received_units: z.number(),
  /** The receipts of the quantities that still exist; undoing the import cancels those it can. */
  receipts_ids: z.array(z.number().int()),
  /** The list whose prices change; null for base prices. */
  price_list: z.object({ id: z.number().int(), title: z.string() }).nullable(),
  /** Categories created from the file's paths, or to be created in a dry run. */
  categories: z.array(z.string()),
  /** Titles added to categories that had none in a language, or to be added in a dry run: `Bakery: مخبز`. */
  category_titles: z.array(z.string()),
  /** Brands created from their names, or to be created in a dry run. */
  brands: z.array(z.string()),
  /** Reason of the failure; null otherwise. */
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** The first rows of each result, with their changes. */
  preview: z.array(rowShow),
  /** True when a price of 0 means that the product is free. */
  free: z.boolean(),
  /** New products that stay inactive, or in a check would, because they have no price. */
  unpriced: z.number().int(),
  /** Codes with a wrong check digit, accepted as the shop's own. */
  own_codes: z.number().int(),
  /** Rows that are additional items of a product, and rows that only add a picture. */
  items: z.number().int(),
  pictures: z.number().int(),
  /** New products without a code. */
  uncoded: z.number().int(),
  /** Reasons for refused rows and ignored values, each once with its first row. */
  sums: z.array(reason.extend({ refused: z.boolean(), row: z.number().int(), count: z.number().int() })),
});

const shared = {
  /** An earlier upload to map, check or run; without it a file is required. */
  id: id.optional(),
  ...place,
  /** 1: only checks and reports, without changes. */
  dry_run: flag.optional(),
};

const savePermission = { resource: 'products', action: 'save' } as const;
/** Endpoints common to all imports require any of these permissions; each account sees the kinds it may import. */
const anyPermission = { resource: ['products', 'users'], action: 'save' } as const;

const fails = [
  'record.missing',
  'import.file_missing',
  'import.unreadable',
  'import.old_format',
  'import.encrypted',
  'import.too_large',
  'import.too_many_columns',
  'import.cell_too_long',
  'import.images_unreadable',
  'import.mapping_missing',
  'import.column_missing',
  'import.state',
  'import.expired',
  'permission.denied',
  'branch.required',
  'branch.forbidden',
  'reference.missing',
  'upload.unavailable',
  'upload.quota',
  'request.too_large',
] as const;

export const productImport = {
  /**
   * With a file: reads it, then checks or runs at once if `mapping` names the barcode column, else waits in `mapping`.
   * With an `id`: another `sheet` or `start_row` reads the columns again (and continues as above with a `mapping`);
   * otherwise checks with `dry_run`, runs without.
   */
  start: {
    ...defineCommand({
      path: '/admin/products/import',
      summary:
        'Import products from xlsx or csv in the background: upload, then map, check (dry_run) and run by id',
      audience: 'staff',
      permission: savePermission,
      input: {
        ...shared,
        mapping: createCodedMappingSchema(IMPORT_FIELDS).optional(),
        mode: z.enum(['create', 'update', 'both']).optional(),
        /**
         * 1: after all rows are written, the quantities become accepted receipts of the supplier 'Import', at the cost
         * in the file or else 0, with at most RECEIPT_LINES_MAX lines each.
         */
        receive: flag.optional(),
        /** 1: a price of 0 means that the product is free; otherwise it counts as missing. */
        free: flag.optional(),
        /** The receiving branch; by default the header's, or the caller's only one. */
        branch_id: id.optional(),
      },
      output: importShow,
      fails,
      invalidates: ['product-import'],
    }),
    uploads: ['file', 'images'] as const,
  },
  startPrices: {
    ...defineCommand({
      path: '/admin/products/prices/import',
      summary:
        'Import prices by barcode from xlsx or csv in the background: base prices, or those of a price list',
      audience: 'staff',
      permission: savePermission,
      input: {
        ...shared,
        mapping: createCodedMappingSchema(PRICE_IMPORT_FIELDS).optional(),
        /** The specification's name for start_row. */
        start: count.min(1).max(1_000_000).optional(),
        /** The id of the list whose prices change; null for base prices. */
        price_list: id.nullish(),
        /** 1: a price of 0 means that the product is free; otherwise it counts as missing. */
        free: flag.optional(),
      },
      output: importShow,
      fails,
      invalidates: ['product-import'],
    }),
    uploads: ['file'] as const,
  },
  startCustomers: {
    ...defineCommand({
      path: '/admin/accounts/import',
      summary: 'Import customers by phone from xlsx or csv in the background: names, e-mails and addresses',
      audience: 'staff',
      permission: { resource: 'users', action: 'save' },
      input: {
        ...shared,
        mapping: createMappingSchema(CUSTOMER_IMPORT_FIELDS).optional(),
        mode: z.enum(['create', 'update', 'both']).optional(),
      },
      output: importShow,
      fails: [...fails, 'import.phone_column_missing'],
      invalidates: ['product-import'],
    }),
    uploads: ['file'] as const,
  },
  show: show({
    path: '/admin/products/import/show/{id}',
    summary: 'One import: state, columns, counts and preview',
    audience: 'staff',
    permission: anyPermission,
    input: { id },
    output: importShow,
    fails: ['record.missing'],
    invalidates: [],
  }),
  list: list({
    path: '/admin/products/imports',
    summary: 'Past and running imports',
    audience: 'staff',
    permission: anyPermission,
    list: {
      filters: { kind: z.enum(IMPORT_KINDS).optional(), state: z.enum(IMPORT_STATES).optional() },
      sorts: ['id', 'created_at'],
      defaultAs: 'desc',
    },
    row: importRow,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  rows: list({
    path: '/admin/products/import/rows',
    summary:
      "An import's rows; as a file with result=refused: the original columns with the reason in one more, ready to be mended and imported again",
    audience: 'staff',
    permission: anyPermission,
    list: {
      filters: { import_id: id, result: z.enum(IMPORT_RESULTS).optional() },
      sorts: ['row', 'id'],
    },
    row: rowShow,
    exports: true,
    fails: ['record.missing'],
    invalidates: [],
  }),
  cancel: defineCommand({
    path: '/admin/products/import/cancel/{id}',
    summary: 'Stop an import; rows written before stay, and can be undone',
    audience: 'staff',
    permission: anyPermission,
    input: { id },
    output: importShow,
    fails: ['record.missing', 'import.state', 'permission.denied', 'branch.forbidden'],
    invalidates: ['product-import'],
  }),
  undo: defineCommand({
    path: '/admin/products/import/undo/{id}',
    summary:
      'Put back every field the import changed, delete what it created and cancel its receipts; later changes are kept and told',
    audience: 'staff',
    permission: anyPermission,
    input: { id },
    output: importShow,
    fails: ['record.missing', 'import.state', 'permission.denied', 'branch.forbidden'],
    invalidates: ['product-import', 'product', 'category', 'receipt', 'price-list', 'account', 'address'],
  }),
  retry: defineCommand({
    path: '/admin/products/import/retry/{id}',
    summary: 'Try an import or undo that was set aside again, from where it was',
    audience: 'staff',
    permission: anyPermission,
    input: { id },
    output: importShow,
    fails: ['record.missing', 'import.state', 'permission.denied', 'branch.forbidden'],
    invalidates: ['product-import', 'job'],
  }),
  giveUp: defineCommand({
    path: '/admin/products/import/give_up/{id}',
    summary: 'Give up an import or undo that was set aside; what it wrote stays, and can be undone',
    audience: 'staff',
    permission: anyPermission,
    input: { id },
    output: importShow,
    fails: ['record.missing', 'import.state', 'permission.denied', 'branch.forbidden'],
    invalidates: ['product-import', 'job'],
  }),
};
