import * as z from 'zod';
import { defineCommand, list, show } from '../kit/endpoint.ts';
import { count, flag, id, text } from '../kit/scalars.ts';

/** Products with their texts, prices of products that stand already (specification section 5), or customers. */
export const IMPORT_KINDS = ['product', 'price', 'customer'] as const;

/**
 * `reading`: the file is looked through · `mapping`: waits for columns to be chosen · `checking`: dry run ·
 * `checked`: the preview stands · `waiting`, `running`: rows are written · `done` · `cancelled`: rows written before
 * stay · `failed`: the file or the run broke · `undoing`, `undone`.
 */
export const IMPORT_STATES = [
  'reading',
  'mapping',
  'checking',
  'checked',
  'waiting',
  'running',
  'done',
  'cancelled',
  'failed',
  'undoing',
  'undone',
] as const;

/** What became, or in a dry run would become, of a row. */
export const IMPORT_RESULTS = [
  'created',
  'updated',
  'unchanged',
  'refused',
  /** A further item of the product of another row. */
  'item',
  /** A row that only brings a picture of another row's product. */
  'picture',
  'undone',
  'kept',
] as const;

/** The fields a column can be mapped to. */
export const IMPORT_FIELDS = [
  'barcode',
  'barcode_2',
  'barcode_3',
  'id',
  'category',
  'category.ar',
  'category.en',
  'category.de',
  'brand',
  'names.ar',
  'names.en',
  'names.de',
  'descriptions.ar',
  'descriptions.en',
  'descriptions.de',
  'image_path',
  'price',
  'compare_at',
  'sale_price',
  'quantity',
  'cost',
  'stepper',
  'status',
  'group',
  'size',
  'option',
  'option_2',
  'option_3',
] as const;
export const PRICE_IMPORT_FIELDS = ['barcode', 'price', 'status'] as const;

/** A customer is found by phone; where the first phone of a row is empty the second one counts. */
export const CUSTOMER_IMPORT_FIELDS = [
  'phone',
  'phone_2',
  'name',
  'last_name',
  'email',
  'area_no',
  'street',
  'street_2',
  'home_no',
] as const;

export type ImportField =
  | (typeof IMPORT_FIELDS)[number]
  | (typeof PRICE_IMPORT_FIELDS)[number]
  | (typeof CUSTOMER_IMPORT_FIELDS)[number];

/** The largest import file in bytes (decisions 0.1). */
export const IMPORT_MAX_BYTES = 50 * 1024 * 1024;

/** A column by its letter (`A`) or by the text of its header. */
const column = text(200);

/** Where the rows stand in the file. */
const place = {
  /** The first row with data, as a spreadsheet counts; the row above it holds the headers. */
  start_row: count.min(1).max(1_000_000).optional(),
  /** A sheet by its name; null or absent keeps it, of a new file the first that is shown. */
  sheet: text(200).nullish(),
};

const columnSaid = column.nullish();
/** The code's column, or several of which the first filled one counts. */
const codeSaid = z.union([column, z.strictObject({ first: z.array(column).min(1).max(3) })]).nullish();

/** Columns by field, and where the rows stand (decisions 10); both may stand beside it too. */
const mappingOf = <const F extends string>(fields: readonly F[]) =>
  z.strictObject({
    ...(Object.fromEntries(fields.map((field) => [field, columnSaid])) as Record<F, typeof columnSaid>),
    ...place,
  });
/** The same for files whose rows are told apart by codes. */
const codedMappingOf = <const F extends string>(fields: readonly F[]) =>
  mappingOf(fields).extend({ barcode: codeSaid });

const change = z.object({
  field: z.string(),
  from: z.union([z.string(), z.number(), z.null()]),
  to: z.union([z.string(), z.number(), z.null()]),
});

const reason = z.object({
  /** The mapped field it is about; null for the whole row. */
  field: z.string().nullable(),
  /** The column's letter in the file; null where none is meant. */
  column: z.string().nullable(),
  code: z.string(),
  message: z.string(),
});

const rowShow = z.object({
  id: z.number().int(),
  import_id: z.number().int(),
  /** The row's number in the file, as a spreadsheet counts it. */
  row: z.number().int(),
  result: z.enum(IMPORT_RESULTS),
  barcode: z.string().nullable(),
  title: z.string().nullable(),
  product_id: z.number().int().nullable(),
  /** The customer of a row and the phone that names them; null in other imports. */
  account_id: z.number().int().nullable(),
  phone: z.string().nullable(),
  /** The first reason in words; all of them in `reasons`. */
  reason: z.string().nullable(),
  reasons: z.array(reason),
  /** What was left out of a row that is taken. */
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
  /** Rows below the header; null until the file was read through. */
  total_rows: z.number().int().nullable(),
  done_rows: z.number().int(),
  ...counts.shape,
  account_name: z.string().nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  version: z.number().int(),
  actions: z.array(z.enum(['map', 'run', 'cancel', 'undo', 'refused'])),
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
  /** What the headers and values look like. */
  guess: z.record(z.string(), z.string().nullable()),
  mode: z.enum(['create', 'update', 'both']),
  receive: z.boolean(),
  /** Where the quantities arrive; null where they do not. */
  branch_id: z.number().int().nullable(),
  branch_name: z.string().nullable(),
  /** Rows whose quantity arrives, or in a check would; and those of them whose quantity has. */
  arriving: z.number().int(),
  arrived: z.number().int(),
  /** The receipts that the quantities came by, those that stand: an undo cancels what it can. */
  receipts_ids: z.array(z.number().int()),
  /** The list whose prices change; null where base prices do. */
  price_list: z.object({ id: z.number().int(), title: z.string() }).nullable(),
  /** Categories made, or in a dry run to be made, by the file's paths. */
  categories: z.array(z.string()),
  /** Titles given, or in a dry run to be given, to categories that have none in a language: `Bakery: مخبز`. */
  category_titles: z.array(z.string()),
  /** Brands made, or in a dry run to be made, by their names. */
  brands: z.array(z.string()),
  /** Why it failed; null otherwise. */
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** The first rows of each result, with what would change. */
  preview: z.array(rowShow),
  /** A cell of 0 means that it is given away. */
  free: z.boolean(),
  /** New products that stay off, or in a check would, because they have no price. */
  unpriced: z.number().int(),
  /** Numbers whose check digit does not fit, taken as the shop's own. */
  own_codes: z.number().int(),
  /** Rows that are further items of a product, and rows that only bring a picture. */
  items: z.number().int(),
  pictures: z.number().int(),
  /** New products without a code. */
  uncoded: z.number().int(),
  /** Why rows are refused, and what is left out of others: each reason once, with the first row that it is about. */
  sums: z.array(reason.extend({ refused: z.boolean(), row: z.number().int(), count: z.number().int() })),
});

const shared = {
  /** An earlier upload to map, check or run; without it a file must come along. */
  id: id.optional(),
  ...place,
  /** 1: look and report, change nothing. */
  dry_run: flag.optional(),
};

const savePermission = { resource: 'products', action: 'save' } as const;
/** What is common to all imports is open to who may bring any of them in; each sees the kinds that they may. */
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
   * With a file: reads it, then checks or runs at once where `mapping` names the barcode's column, else waits in
   * `mapping`. With an `id`: another `sheet` or `start_row` reads the columns anew (and goes on as above with a
   * `mapping`); else checks with `dry_run`, runs without.
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
        mapping: codedMappingOf(IMPORT_FIELDS).optional(),
        mode: z.enum(['create', 'update', 'both']).optional(),
        /**
         * 1: the quantities become accepted receipts of the supplier 'Import' at the cost that the file says, else 0, once all rows are written, of at
         * most RECEIPT_LINES_MAX lines each (decisions 10).
         */
        receive: flag.optional(),
        /** 1: a price of 0 in a cell means that the product is given away; else it counts as missing. */
        free: flag.optional(),
        /** Where they arrive; without it the branch of the header, or the only one of the caller. */
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
        mapping: codedMappingOf(PRICE_IMPORT_FIELDS).optional(),
        /** The specification's name of start_row. */
        start: count.min(1).max(1_000_000).optional(),
        /** The list whose prices change, by its number; null for base prices. */
        price_list: id.nullish(),
        /** 1: a price of 0 in a cell means that the product is given away; else it counts as missing. */
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
        mapping: mappingOf(CUSTOMER_IMPORT_FIELDS).optional(),
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
};
