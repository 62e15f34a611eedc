import { getCurrencyScale, resolveText, toItemTitle } from '@dukkan/commerce';
import { type api, fail, RECEIPT_SHEET_FIELDS, RECEIPT_SHEET_ROWS_MAX } from '@dukkan/contract';
import type * as z from 'zod';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, tables } from '../../../core/db/tables.ts';
import { detectTableFormat } from '../../../core/spreadsheet/open.ts';
import { formatImportRowError, readSheetInThread, resolveColumnMapping } from '../../importing/index.ts';
import { readSettings } from '../../setting/index.ts';
import { SHEET_WORDS } from './header-words.ts';
import { createItemMatcher, type SheetItem } from './match-items.ts';
import { readSheetRow, type SheetCellError, type SheetMapping, type SheetRow } from './read-row.ts';

type Input = z.output<typeof api.receipt.sheet.input>;
type Answer = z.output<typeof api.receipt.sheet.output>;
type Columns = Answer['columns'];

/** Number of files that a process parses at a time, because each uses a thread with its own memory. */
const AT_ONCE = 2;
const WAITING_MAX = 20;
let reading = 0;
const waiting: (() => void)[] = [];

/** Limits how many files are parsed at the same time. @throws service.busy when too many wait */
async function inTurn<T>(run: () => Promise<T>): Promise<T> {
  if (reading >= AT_ONCE) {
    if (waiting.length >= WAITING_MAX) fail('service.busy', { seconds: 2 });
    await new Promise<void>((wake) => waiting.push(wake));
  } else reading += 1;
  try {
    return await run();
  } finally {
    const next = waiting.shift();
    // pass the slot on to the next in line, so that no newer request takes it
    if (next) next();
    else reading -= 1;
  }
}

const completeMapping = (mapping: SheetMapping): Record<string, string | null> =>
  Object.fromEntries(RECEIPT_SHEET_FIELDS.map((field) => [field, mapping[field] ?? null]));

/** Returns the column mapping by header text, or by column letter where a column has no header. */
const toHeaderTexts = (mapping: SheetMapping, columns: Columns): SheetMapping =>
  Object.fromEntries(
    Object.entries(mapping).map(([field, key]) => [
      field,
      key === null ? null : (columns.find((column) => column.key === key)?.header ?? key),
    ]),
  );

const readColumns = (supplier_id: number) =>
  tables
    .selectFrom('supplier')
    .select(({ ref }) => ref('sheet_columns').$castTo<SheetMapping | null>().as('sheet_columns'))
    .where('id', '=', supplier_id)
    .where('deleted_at', 'is', null);

/** Finds the column mapping of the supplier's last list. @throws reference.missing */
async function findRememberedMapping(ctx: Ctx, supplier_id: number): Promise<SheetMapping | null> {
  const row = await fetchRow(ctx, readColumns(supplier_id));
  return row ? row.sheet_columns : fail('reference.missing', { field: 'supplier_id' }, 'supplier_id');
}

/** Stores the column mapping for the supplier's next list, without changing the supplier's version. */
async function rememberMapping(ctx: Ctx, supplier_id: number, spoken: SheetMapping): Promise<void> {
  await ctx.tx(async (ctx) => {
    const row = await fetchRow(ctx, readColumns(supplier_id).forUpdate());
    const before = row?.sheet_columns ?? null;
    const known = before && JSON.stringify(completeMapping(before));
    if (!row || known === JSON.stringify(completeMapping(spoken))) return;
    await ctx.db.supplier.update({
      where: { id: supplier_id },
      data: { sheet_columns: { ...spoken } },
      select: { id: true },
    });
    await recordAudit(ctx, {
      noun: 'supplier',
      id: supplier_id,
      action: 'update',
      before: { columns: before && formatMapping(before) },
      after: { columns: formatMapping(spoken) },
    });
  });
}

const formatMapping = (mapping: SheetMapping): string =>
  Object.entries(completeMapping(mapping))
    .flatMap(([field, column]) => (column === null ? [] : [`${field}: ${column}`]))
    .join(', ');

/** Returns the stored mapping if this file still has its barcode or title column, else null. */
function reuseMapping(remembered: SheetMapping | null, columns: Columns): SheetMapping | null {
  if (!remembered) return null;
  const present = Object.fromEntries(
    Object.entries(remembered).map(([field, said]) => {
      const found = columns.some(
        ({ key, header }) =>
          said !== null && (header === null ? key === said : header.trim() === said.trim()),
      );
      return [field, found ? said : null];
    }),
  );
  return present.barcode || present.title ? resolveColumnMapping(present, columns) : null;
}

const reasonView = (ctx: Ctx, reason: SheetCellError) => ({
  field: reason.field,
  column: reason.column,
  cell: reason.cell,
  code: reason.code,
  message: formatImportRowError(reason, ctx.locale),
});

/** Returns the error of a row that matches no item. */
function createUnmatchedError({ barcode, title }: SheetRow, mapping: SheetMapping): SheetCellError {
  if (barcode === '')
    return {
      field: title === '' || mapping.barcode ? 'barcode' : 'title',
      column: mapping.barcode ?? mapping.title ?? null,
      code: 'import.row_barcode_missing',
      params: {},
      cell: title,
    };
  return {
    field: 'barcode',
    column: mapping.barcode ?? null,
    code: 'import.row_unknown',
    params: {},
    cell: barcode,
  };
}

const lineView = (ctx: Ctx, { row, figures }: SheetRow, item: SheetItem): Answer['lines'][number] => ({
  row,
  product_id: item.product_id,
  item_id: item.item_id,
  title: toItemTitle(resolveText(item.titles, ctx.locale), item.option),
  barcode: item.barcode,
  pack_quantity: item.pack_quantity,
  last_cost: item.last_cost,
  ...figures,
});

/**
 * Parses a supplier's workbook or CSV file into lines of a receipt, and lists the rows that match no item with their
 * cells. Stores nothing except the column mapping, when the caller confirmed it for a supplier.
 * @throws import.* for unreadable files, reference.missing, service.busy
 */
export async function readSupplierSheet(ctx: Ctx, input: Input): Promise<Answer> {
  const file = ctx.uploads?.file ?? fail('import.file_missing', undefined, 'file');
  const remembered = input.supplier_id ? await findRememberedMapping(ctx, input.supplier_id) : null;
  const format = await detectTableFormat(file.path, file.name);
  const { looked, rows } = await inTurn(() =>
    readSheetInThread({
      path: file.path,
      format,
      sheet: input.sheet ?? null,
      start_row: input.start_row ?? null,
      fields: RECEIPT_SHEET_FIELDS,
      words: SHEET_WORDS,
      max: RECEIPT_SHEET_ROWS_MAX,
    }),
  );
  const columns = looked.columns.map(({ key, header, samples }) => ({ key, header, samples: [...samples] }));
  const requestedMapping = input.mapping
    ? resolveColumnMapping(completeMapping(input.mapping as SheetMapping), columns)
    : null;
  const rememberedMapping = requestedMapping ? null : reuseMapping(remembered, columns);
  const mapping = completeMapping(requestedMapping ?? rememberedMapping ?? looked.guess);
  if (requestedMapping && input.supplier_id && (mapping.barcode || mapping.title))
    await rememberMapping(ctx, input.supplier_id, toHeaderTexts(mapping, columns));

  const lines: Answer['lines'] = [];
  const refused: Answer['refused'] = [];
  // without a barcode or title column no row can be matched or refused yet
  if (mapping.barcode || mapping.title) {
    const scale = getCurrencyScale((await readSettings(ctx)).settings.Currency);
    const read = rows.map((row) => readSheetRow(row, mapping, scale));
    const itemOf = await createItemMatcher(ctx, input.supplier_id ?? null, read);
    for (const one of read) {
      const item = itemOf(one);
      const isWrong = one.reasons.some(({ field }) => field === 'barcode');
      const reasons = item || isWrong ? one.reasons : [createUnmatchedError(one, mapping), ...one.reasons];
      if (item && reasons.length === 0) lines.push(lineView(ctx, one, item));
      else
        refused.push({
          row: one.row,
          barcode: one.barcode,
          title: one.title,
          ...one.figures,
          reasons: reasons.map((reason) => reasonView(ctx, reason)),
        });
    }
  }
  return {
    file_name: file.name,
    sheets: [...looked.sheets],
    sheet: format === 'csv' ? null : looked.sheet,
    start_row: looked.start_row,
    total_rows: looked.total_rows,
    columns,
    mapping,
    mapped_by: requestedMapping ? 'caller' : rememberedMapping ? 'supplier' : 'guess',
    lines,
    refused,
  };
}
