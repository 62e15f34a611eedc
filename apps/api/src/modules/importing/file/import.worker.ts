import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { foldForSearch, toBarcodeKey, toNameKey } from '@dukkan/commerce';
import { Failure, fail } from '@dukkan/contract';
import { ROWS_MAX } from '../../../core/spreadsheet/limits.ts';
import { openSpreadsheet, type TableFormat } from '../../../core/spreadsheet/open.ts';
import type { TableRow } from '../../../core/spreadsheet/table.ts';
import type { CategoryReference } from './category-cell.ts';
import { truncateCell } from './cell-text.ts';
import {
  type CustomerParserOptions,
  createCustomerParser,
  type ParsedCustomerRow,
} from './parse-customer.ts';
import { createRowParser, type RowParserOptions } from './parse-row.ts';
import type { ParsedImportRow, RowGroup } from './parsed-row.ts';
import { type FilePreview, type FullPreviewTask, type PreviewTask, previewFile } from './preview-file.ts';

export type RowsTask = {
  readonly task: 'rows';
  readonly path: string;
  readonly format: TableFormat;
  readonly sheet: string;
  readonly start_row: number;
  /** Rows up to this one are already done. */
  readonly after: number;
  readonly batch: number;
  readonly rules: RowParserOptions | CustomerParserOptions;
};

/** A parsed row of a product or customer file. */
export type AnyParsedRow = ParsedImportRow | ParsedCustomerRow;

/**
 * Messages of the worker thread; it waits for acknowledgements. While one batch is written it reads the next, which
 * stays in the thread, so that the rows of only one batch are in the memory of the process.
 */
export type WorkerMessage =
  | { readonly kind: 'looked'; readonly looked: FilePreview }
  /** A short table as a whole: its preview and its rows. */
  | { readonly kind: 'sheet'; readonly looked: FilePreview; readonly rows: readonly TableRow[] }
  | { readonly kind: 'rows'; readonly rows: readonly AnyParsedRow[] }
  | { readonly kind: 'end' }
  | {
      readonly kind: 'failed';
      readonly code: string;
      readonly params: Record<string, unknown>;
      readonly stack: string;
    };

const AHEAD = 1;
/** The most characters of one batch: long rows come in smaller batches, so that no message or statement gets large. */
const BATCH_TEXT = 8_000_000;

/** The most rows of a batch that is extended by the rows of one product. */
const GROUP_MAX = 2_000;

const port = parentPort;
if (!port) throw new Error('runs in a thread only');

// runs below requests in priority; on Linux each thread has its own priority
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

const postMessageToParent = (said: WorkerMessage) => port.postMessage(said);

let credit = AHEAD;
let wake: (() => void) | null = null;
port.on('message', () => {
  credit += 1;
  wake?.();
});

async function sendRows(rows: readonly AnyParsedRow[]): Promise<void> {
  // each acknowledgement adds one credit
  if (credit === 0)
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  credit -= 1;
  postMessageToParent({ kind: 'rows', rows });
}

/** The codes, names and groups of earlier rows. */
type EarlierRows = {
  readonly codes: Map<string, number>;
  readonly names: Map<string, number>;
  readonly groups: Map<string, RowGroup>;
};

const toCategoryKey = (category: CategoryReference) =>
  typeof category === 'number'
    ? category
    : category.map((part) => toNameKey(typeof part === 'string' ? part : part.title));

/** Identifies a row without a code by its names and categories. */
const nameKey = ({ wanted: { names, categories } }: ParsedImportRow): string =>
  JSON.stringify([foldForSearch(JSON.stringify(names)), (categories ?? []).map(toCategoryKey)]);

/**
 * Marks a repeated code, or a repeated name without a code: the first row has it, even if that row is refused later.
 */
function markRepeated(read: ParsedImportRow, seen: EarlierRows): ParsedImportRow {
  const { names, id } = read.wanted;
  const isNamed = read.barcode === null && read.group === null && names !== undefined && id === undefined;
  if (read.barcode === null && !isNamed) return read;
  const [known, key, code] =
    read.barcode === null
      ? ([seen.names, nameKey(read), 'import.row_name_repeated'] as const)
      : ([seen.codes, toBarcodeKey(read.barcode), 'import.row_barcode_repeated'] as const);
  const first = known.get(key);
  if (first === undefined) {
    known.set(key, read.row);
    return read;
  }
  const reason = {
    field: read.barcode === null ? 'names' : 'barcode',
    column: null,
    code,
    params: { row: first },
  };
  return { ...read, reasons: [...read.reasons, reason] };
}

/** Connects a row to its group: product fields of the first rows apply to all rows of the group. */
function applyGroupFields(read: ParsedImportRow, { groups }: EarlierRows): ParsedImportRow {
  if (read.group === null) return read;
  const key = foldForSearch(read.group.key);
  const group = groups.get(key) ?? { key, code: null, values: {} };
  if (!groups.has(key)) groups.set(key, group);
  const { values } = group;
  const { names, descriptions, categories, brand, status, stepper, isWeighed } = read.wanted;
  const notices = [...read.notices];
  const isOther = (one: unknown, held: unknown) =>
    one !== undefined && held !== undefined && JSON.stringify(one) !== JSON.stringify(held);
  if (isOther(names, values.names))
    notices.push({
      field: 'names',
      column: null,
      code: 'import.row_name_differs',
      params: { value: truncateCell(read.title ?? '') },
    });
  const groupValues: RowGroup['values'] = {
    ...(names && { names }),
    ...(descriptions && { descriptions }),
    ...(categories && { categories }),
    ...(brand !== undefined && { brand }),
    ...(status !== undefined && { status }),
    ...(stepper !== undefined && { stepper }),
    ...(isWeighed && { isWeighed }),
  };
  // values of earlier rows win
  Object.assign(values, { ...groupValues, ...values });
  group.code ??= read.reasons.length === 0 ? read.barcode : null;
  const { ar, en, de } = values.names ?? {};
  const title = read.title ?? ar ?? en ?? de ?? null;
  return { ...read, title, group, notices, wanted: { ...read.wanted, ...values } };
}

/** Marks a repeated phone number or e-mail address, which belongs to its first row. */
function markRepeatedCustomer(read: ParsedCustomerRow, seen: EarlierRows): ParsedCustomerRow {
  const { phone, wanted } = read;
  const first = phone === null ? undefined : seen.codes.get(phone);
  if (first !== undefined) {
    const reason = {
      field: 'phone',
      column: null,
      code: 'import.row_phone_repeated',
      params: { row: first },
    };
    return { ...read, reasons: [...read.reasons, reason] };
  }
  if (phone !== null) seen.codes.set(phone, read.row);
  const other = wanted.email === undefined ? undefined : seen.names.get(wanted.email);
  if (other !== undefined) {
    const notice = {
      field: 'email',
      column: null,
      code: 'import.row_email_repeated',
      params: { row: other },
    };
    const { email: _, ...rest } = wanted;
    return { ...read, wanted: rest, notices: [...read.notices, notice] };
  }
  if (wanted.email !== undefined && read.reasons.length === 0) seen.names.set(wanted.email, read.row);
  return read;
}

/** Returns a reader that parses rows in order, each with the codes and names of earlier rows. */
function createReader({ rules }: RowsTask): (row: TableRow) => AnyParsedRow {
  const seen: EarlierRows = { codes: new Map(), names: new Map(), groups: new Map() };
  if (rules.kind === 'customer') {
    const parse = createCustomerParser(rules);
    return (row) => markRepeatedCustomer(parse(row), seen);
  }
  const parse = createRowParser(rules);
  return (row) => markRepeated(applyGroupFields(parse(row), seen), seen);
}

/** The group of a row; customers have none. */
const getRowGroup = (row: AnyParsedRow | undefined): RowGroup | null =>
  row && 'group' in row ? row.group : null;

async function readRows(task: RowsTask): Promise<void> {
  const table = await openSpreadsheet(task.path, task.format);
  try {
    const read = createReader(task);
    let batch: AnyParsedRow[] = [];
    let count = 0;
    let length = 0;
    for await (const rows of table.rows(task.sheet)) {
      for (const row of rows) {
        if (row.row < task.start_row) continue;
        count += 1;
        if (count > ROWS_MAX) fail('import.too_many_rows', { max: ROWS_MAX });
        const one = read(row);
        if (one.row <= task.after) continue;
        // the rows of one product stay in one batch, so that it is created with all its items
        const group = getRowGroup(one);
        const isTied = group !== null && group === getRowGroup(batch.at(-1)) && batch.length < GROUP_MAX;
        if (!isTied && batch.length > 0 && (batch.length >= task.batch || length >= BATCH_TEXT)) {
          await sendRows(batch);
          batch = [];
          length = 0;
        }
        batch.push(one);
        length += one.cells.length;
      }
    }
    if (batch.length > 0) await sendRows(batch);
    postMessageToParent({ kind: 'end' });
  } finally {
    table.close();
  }
}

/** Reads a short table as a whole, with limits on rows and text so that it fits on a screen. */
async function readSheet(task: FullPreviewTask): Promise<void> {
  const looked = await previewFile(task);
  if (looked.total_rows > task.max) fail('import.too_many_rows', { max: task.max });
  const table = await openSpreadsheet(task.path, task.format);
  try {
    const all: TableRow[] = [];
    let length = 0;
    for await (const rows of table.rows(looked.sheet))
      for (const row of rows) {
        if (row.row < looked.start_row) continue;
        all.push(row);
        for (const cell of row.cells) length += cell.length;
        if (length > BATCH_TEXT) fail('import.too_large', { megabytes: BATCH_TEXT / 1_000_000 });
      }
    postMessageToParent({ kind: 'sheet', looked, rows: all });
  } finally {
    table.close();
  }
}

try {
  const task = workerData as PreviewTask | RowsTask | FullPreviewTask;
  if (task.task === 'look') postMessageToParent({ kind: 'looked', looked: await previewFile(task) });
  else if (task.task === 'sheet') await readSheet(task);
  else await readRows(task);
} catch (error) {
  const code = error instanceof Failure ? error.code : 'import.unreadable';
  const params = error instanceof Failure ? error.params : {};
  postMessageToParent({ kind: 'failed', code, params, stack: String((error as Error).stack ?? error) });
}
port.close();
