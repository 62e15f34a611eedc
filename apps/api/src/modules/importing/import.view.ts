import { type Localized, resolveText } from '@dukkan/commerce';
import {
  type api,
  CUSTOMER_IMPORT_FIELDS,
  type FailureCode,
  failures,
  formatFailure,
  formatIssue,
  formatMessage,
  getFieldLabel,
  IMPORT_FIELDS,
  type IMPORT_KINDS,
  type IMPORT_STATES,
  type Locale,
  type MessageKey,
  PRICE_IMPORT_FIELDS,
} from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../core/ctx.ts';
import type { Prisma } from '../../core/db/database.ts';
import { readJsonColumn } from '../../core/list/localized-columns.ts';
import type { DecimalMark } from './file/parse-number.ts';
import { findHiddenColumns, hideCosts } from './hide-costs.ts';

export type Show = z.output<typeof api.productImport.show.output>;
export type Row = z.output<typeof api.productImport.list.output>;
export type ImportRowView = z.output<typeof api.productImport.rows.output>;
export type ImportState = (typeof IMPORT_STATES)[number];
export type ImportKind = (typeof IMPORT_KINDS)[number];
export type Mapping = Readonly<Record<string, string | null>>;

/** The fields that a column can be mapped to, by kind of import. */
export const FIELDS: Readonly<Record<ImportKind, readonly string[]>> = {
  product: IMPORT_FIELDS,
  price: PRICE_IMPORT_FIELDS,
  customer: CUSTOMER_IMPORT_FIELDS,
};

/** A column as stored in the import, with the decimal mark of its cells. */
export type StoredColumn = Show['columns'][number] & { readonly mark: DecimalMark };

/** Why a row or a whole file was refused: the code of a failure, or the name of a rule with its field. */
export type ImportRowError = {
  readonly field: string | null;
  readonly column: string | null;
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
};

/** How many rows have the same error or notice, with the first of them. */
export type ReasonSum = ImportRowError & {
  readonly refused: boolean;
  readonly row: number;
  readonly count: number;
};

export type ImportFieldChange = Show['preview'][number]['changes'][number];

/** A category that an import created; a dry run, which creates none, has no id. */
export type CreatedCategory = { readonly id: number | null; readonly path: string };

/**
 * A category to which an import added titles in languages without one. `version` is the category's version after the
 * import, `undone_version` its version after the undo; null when the undo removed no title.
 */
export type FilledCategory = {
  readonly id: number;
  readonly path: string;
  readonly titles: Partial<Record<Locale, string>>;
  readonly version: number;
  readonly undone_version?: number | null;
};

/** A brand that an import created; a dry run, which creates none, has no id. */
export type CreatedBrand = { readonly id: number | null; readonly name: string };

export const select = {
  id: true,
  kind: true,
  state: true,
  next: true,
  account_id: true,
  account: { select: { name: true } },
  run_by: true,
  runner: { select: { name: true } },
  locale: true,
  ip: true,
  file: true,
  images: true,
  file_name: true,
  images_name: true,
  format: true,
  bytes: true,
  images_count: true,
  sheets: true,
  sheet: true,
  start_row: true,
  columns: true,
  mapping: true,
  guess: true,
  mode: true,
  receive: true,
  free: true,
  unpriced: true,
  own_codes: true,
  items: true,
  pictures: true,
  uncoded: true,
  sums: true,
  branch_id: true,
  branch: { select: { names: true } },
  arriving: true,
  file_units: true,
  arriving_units: true,
  received_units: true,
  received_row: true,
  receipts: true,
  price_list_id: true,
  price_list: { select: { titles: true } },
  total_rows: true,
  done_rows: true,
  checkpoint: true,
  created: true,
  updated: true,
  unchanged: true,
  refused: true,
  categories: true,
  category_titles: true,
  brands: true,
  failure: true,
  attempts: true,
  version: true,
  created_at: true,
  started_at: true,
  finished_at: true,
} as const satisfies Prisma.product_importSelect;

export type ImportRecord = Prisma.product_importGetPayload<{ select: typeof select }>;

/** Fields that identify the record of a row: a product's code, id or name, or a customer's phone number. */
const TELLING = { product: /^(barcode|id$|names\.)/, price: /^(barcode|id$|names\.)/, customer: /^phone/ };

/** Whether the mapping has a column that identifies the record of a row. */
export const hasIdentifyingColumn = (kind: string, mapping: Mapping): boolean =>
  Object.entries(mapping).some(
    ([field, column]) => column !== null && TELLING[kind as ImportKind].test(field),
  );

/** States in which a new mapping, a check or a run may start. */
export const OPEN: readonly ImportState[] = ['mapping', 'checked'];
export const CAN_CANCEL: readonly ImportState[] = [
  'reading',
  'mapping',
  'checking',
  'checked',
  'waiting',
  'running',
];
/** Whether the import or its undo was set aside, and waits for somebody's decision (docs/rules/jobs.md#imports). */
export const isSetAside = ({ state, failure }: Pick<ImportRecord, 'state' | 'failure'>): boolean =>
  state === 'failed' &&
  SET_ASIDE.includes((failure as { code: FailureCode } | null)?.code ?? 'import.unreadable');

const SET_ASIDE: readonly FailureCode[] = ['import.interrupted', 'import.undo_interrupted'];

const ENDED: readonly ImportState[] = ['done', 'cancelled', 'failed'];

/** Whether an import has ended and has written something that can be undone. */
export const canUndo = (
  row: Pick<ImportRecord, 'state' | 'created' | 'updated' | 'started_at' | 'receipts' | 'category_titles'>,
): boolean =>
  ENDED.includes(row.state as ImportState) &&
  row.started_at !== null &&
  row.created + row.updated + row.receipts.length + (row.category_titles as unknown[]).length > 0;

function listAllowedActions(row: ImportRecord): Row['actions'] {
  const state = row.state as ImportState;
  const isOpen = OPEN.includes(state) && row.file !== null;
  return [
    ...(isOpen ? (['map'] as const) : []),
    ...(isOpen && hasIdentifyingColumn(row.kind, row.mapping as Mapping) ? (['run'] as const) : []),
    ...(CAN_CANCEL.includes(state) ? (['cancel'] as const) : []),
    ...(isSetAside(row) ? (['retry', 'give_up'] as const) : []),
    ...(canUndo(row) ? (['undo'] as const) : []),
    ...(row.refused > 0 ? (['refused'] as const) : []),
  ];
}

/** Builds one row of the list of imports. */
export function rowView(row: ImportRecord): Row {
  return {
    id: row.id,
    kind: row.kind as Row['kind'],
    state: row.state as ImportState,
    file_name: row.file_name,
    bytes: row.bytes,
    total_rows: row.total_rows,
    done_rows: row.done_rows,
    created: row.created,
    updated: row.updated,
    unchanged: row.unchanged,
    refused: row.refused,
    account_name: row.account?.name ?? null,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    version: row.version,
    actions: listAllowedActions(row),
  };
}

const isFailure = (code: string): code is FailureCode => Object.hasOwn(failures, code);

/** Formats an error or notice in the reader's language. */
export function formatImportRowError(
  reason: Pick<ImportRowError, 'field' | 'code' | 'params'>,
  locale: Locale,
): string {
  const { field, code, params } = reason;
  if (isFailure(code)) return formatFailure(code, params, locale);
  return formatIssue(
    { code: 'custom', params: { rule: code, ...params } },
    getFieldLabel([field ?? 'row'], locale),
    locale,
  );
}

const MESSAGES: Readonly<Record<ImportState, MessageKey | null>> = {
  reading: 'import_reading',
  mapping: 'import_mapping',
  checking: 'import_reading',
  checked: 'import_checked',
  waiting: 'import_reading',
  running: 'import_reading',
  done: 'import_done',
  cancelled: 'import_cancelled',
  failed: null,
  undoing: 'import_undoing',
  undone: 'import_undone',
};

const toFailureView = (ctx: Ctx, stored: unknown): Show['failure'] => {
  if (stored === null) return null;
  const { code, params } = stored as { code: string; params: Record<string, unknown> };
  return { code, message: formatImportRowError({ field: null, code, params }, ctx.locale) };
};

/**
 * The notices beside the counts: products that stay inactive, codes with a wrong check digit, and rows without a code.
 */
function listNotices(ctx: Ctx, row: ImportRecord): string[] {
  const { state, unpriced, own_codes, uncoded } = row;
  if (state !== 'checked' && state !== 'done') return [];
  const added = Number(state === 'done' ? row.received_units : row.arriving_units);
  const said = (key: MessageKey, count: number) =>
    count === 0 ? [] : [formatMessage(key, { count }, ctx.locale)];
  return [
    ...said('import_unpriced', unpriced),
    ...said('import_own_codes', own_codes),
    ...said('import_uncoded', uncoded),
    ...said(state === 'done' ? 'import_units_received' : 'import_units_arriving', added),
    ...said(state === 'done' ? 'import_units_kept' : 'import_units_left', Number(row.file_units) - added),
  ];
}

/** Builds the full view of an import. */
export function showView(
  ctx: Ctx,
  row: ImportRecord,
  preview: ImportRowView[],
  { receipts_ids, arrived, suggests_receive }: Pick<Show, 'receipts_ids' | 'arrived' | 'suggests_receive'>,
): Show {
  const key = MESSAGES[row.state as ImportState];
  const { created, updated, unchanged, refused } = row;
  const failure = toFailureView(ctx, row.failure);
  const hidden = findHiddenColumns(ctx, row);
  return {
    ...rowView(row),
    message: key
      ? [
          formatMessage(key, { created, updated, unchanged, refused }, ctx.locale),
          ...listNotices(ctx, row),
        ].join(' ')
      : (failure?.message ?? ''),
    images_name: row.images_name,
    images_count: row.images_count,
    sheets: row.sheets as Show['sheets'],
    sheet: row.sheet,
    start_row: row.start_row ?? 2,
    columns: (row.columns as StoredColumn[]).map(({ key, header, samples }) => ({
      key,
      header,
      samples: hidden.has(key) ? [] : samples,
    })),
    mapping: row.mapping as Show['mapping'],
    guess: row.guess as Show['guess'],
    mode: row.mode as Show['mode'],
    receive: row.receive,
    free: row.free,
    unpriced: row.unpriced,
    own_codes: row.own_codes,
    items: row.items,
    pictures: row.pictures,
    uncoded: row.uncoded,
    sums: hideCosts(ctx, readJsonColumn<readonly ReasonSum[]>(row.sums)).map(({ params, ...sum }) => ({
      ...sum,
      message: formatImportRowError({ ...sum, params }, ctx.locale),
    })),
    branch_id: row.branch_id,
    branch_name: row.branch && resolveText(row.branch.names as Localized, ctx.locale),
    arriving: row.arriving,
    arrived,
    suggests_receive,
    file_units: Number(row.file_units),
    arriving_units: Number(row.arriving_units),
    received_units: Number(row.received_units),
    receipts_ids,
    price_list: row.price_list && {
      id: row.price_list_id as number,
      title: resolveText(row.price_list.titles as Localized, ctx.locale),
    },
    categories: readJsonColumn<readonly CreatedCategory[]>(row.categories).map(({ path }) => path),
    category_titles: readJsonColumn<readonly FilledCategory[]>(row.category_titles).map(
      ({ path, titles }) => `${path}: ${Object.values(titles).join(', ')}`,
    ),
    brands: readJsonColumn<readonly CreatedBrand[]>(row.brands).map(({ name }) => name),
    failure,
    preview,
  };
}

export const rowSelect = {
  id: true,
  import_id: true,
  row: true,
  result: true,
  barcode: true,
  title: true,
  product_id: true,
  account_id: true,
  phone: true,
  reasons: true,
  notices: true,
  changes: true,
} as const satisfies Prisma.product_import_rowSelect;

type RowRecord = Omit<
  Prisma.product_import_rowGetPayload<{ select: typeof rowSelect }>,
  'id' | 'reasons' | 'notices' | 'changes'
> & {
  readonly id: bigint | number;
  readonly reasons: unknown;
  readonly notices: unknown;
  readonly changes: unknown;
};

/** Builds the view of one row of the file with its result and its errors in the reader's language. */
export function rowShowView(ctx: Ctx, row: RowRecord): ImportRowView {
  const view = (stored: unknown) =>
    hideCosts(ctx, stored as readonly ImportRowError[]).map((reason) => ({
      field: reason.field,
      column: reason.column,
      code: reason.code,
      message: formatImportRowError(reason, ctx.locale),
    }));
  const reasons = view(row.reasons);
  return {
    id: Number(row.id),
    import_id: row.import_id,
    row: row.row,
    result: row.result as ImportRowView['result'],
    barcode: row.barcode,
    title: row.title,
    product_id: row.product_id,
    account_id: row.account_id,
    phone: row.phone,
    reason: reasons[0]?.message ?? null,
    reasons,
    notices: view(row.notices),
    changes: hideCosts(ctx, row.changes as ImportFieldChange[]),
  };
}
