import { parsePhonePart } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { getFieldLabel } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { requireFound } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { escapeLike, type Prisma } from '../../core/db/database.ts';
import { countRows, fetchRow, fetchRows, tables } from '../../core/db/tables.ts';
import { matchesKeywords } from '../../core/list/keywords.ts';
import { readJsonColumn } from '../../core/list/localized-columns.ts';
import { type Page, toPage, toSkipTake } from '../../core/list/page.ts';
import { toColumnLetters } from '../../core/spreadsheet/table.ts';
import { findHiddenColumns } from './hide-costs.ts';
import {
  formatImportRowError,
  type ImportRecord,
  type ImportRowError,
  type ImportRowView,
  type Row,
  rowSelect,
  rowShowView,
  rowView,
  type Show,
  select,
  showView,
} from './import.view.ts';
import { checkKindVisible, listVisibleKinds } from './start/check-target.ts';
import { getImport } from './stored-import.ts';

type List = z.output<typeof api.productImport.list.input>;
type Rows = z.output<typeof api.productImport.rows.input>;

/** Rows of each result in the preview. */
const PREVIEW = 5;

/** Returns those of the receipts that are not cancelled; an undo cancels only those that it can. */
async function loadUncancelledReceiptIds(ctx: Ctx, receipts: number[]): Promise<number[]> {
  if (receipts.length === 0) return [];
  const rows = await ctx.db.receipt.findMany({
    where: { id: { in: receipts }, status: { in: [1, 2] } },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ id }) => id);
}

/**
 * Whether receiving the quantities is proposed: the shop has never had stock, so that these are its first
 * (docs/rules/imports.md#quantities).
 */
async function suggestsReceiving(ctx: Ctx, { kind, state }: ImportRecord): Promise<boolean> {
  if (kind !== 'product' || state !== 'mapping') return false;
  const batch = await fetchRow(ctx, tables.selectFrom('stock_batch').select('id').limit(1));
  return batch === undefined;
}

/** Counts the rows whose quantity has been received. */
async function countArrivedRows(
  ctx: Ctx,
  { id, receive, state, arriving, received_row }: ImportRecord,
): Promise<number> {
  if (!receive || received_row === 0) return 0;
  if (state === 'done') return arriving;
  return ctx.db.product_import_row.count({
    where: { import_id: id, row: { lte: received_row }, result: { not: 'refused' }, quantity: { gt: 0 } },
  });
}

/** Returns an import with the first rows of each result. @throws record.missing */
export async function show(ctx: Ctx, { id }: { id: number }): Promise<Show> {
  const row = await getImport(ctx, id);
  checkKindVisible(ctx, row.kind);
  const { state, refused, updated, created, unchanged } = row;
  const isBack = state === 'undoing' || state === 'undone';
  const results = [
    ['refused', refused] as const,
    ...(state === 'undone' ? [] : [['updated', updated] as const, ['created', created] as const]),
    ['unchanged', unchanged] as const,
    // an undo starts with the last rows, so until it ends a search for undone rows from the first row on is slow
    ...(state === 'undone' ? [['undone', 1] as const] : []),
    ...(isBack ? [['kept', 1] as const] : []),
  ];
  const shown = await Promise.all(
    results.map(([result, count]) =>
      // a result without rows is not queried, because the query would scan the whole import
      count === 0
        ? []
        : ctx.db.product_import_row.findMany({
            where: { import_id: id, result },
            select: rowSelect,
            orderBy: { row: 'asc' },
            take: PREVIEW,
          }),
    ),
  );
  return showView(
    ctx,
    row,
    shown.flat().map((one) => rowShowView(ctx, one)),
    {
      receipts_ids: await loadUncancelledReceiptIds(ctx, row.receipts),
      arrived: await countArrivedRows(ctx, row),
      suggests_receive: await suggestsReceiving(ctx, row),
    },
  );
}

/** Returns the ids of the imports whose file name has every word. */
async function findNamedFiles(ctx: Ctx, keywords: string): Promise<number[]> {
  const named = tables.selectFrom('product_import').select('id');
  const rows = await fetchRows(ctx, named.where(matchesKeywords(keywords, sql`fold(file_name)`)));
  return rows.map(({ id }) => id);
}

/** Lists past and running imports; the search looks at file names. */
export async function list(ctx: Ctx, input: List): Promise<Page<Row>> {
  const where: Prisma.product_importWhereInput = {
    AND: [
      input.id === undefined ? {} : { id: input.id },
      input.keywords ? { id: { in: await findNamedFiles(ctx, input.keywords) } } : {},
    ],
    kind: { in: listVisibleKinds(ctx).filter((kind) => input.kind === undefined || kind === input.kind) },
    ...(input.state === undefined ? {} : { state: input.state }),
  };
  const orderBy = [{ [input.sort_by]: input.sort_as }, { id: input.sort_as }];
  const [rows, total] = await Promise.all([
    ctx.db.product_import.findMany({ where, select, orderBy, ...toSkipTake(input) }),
    ctx.db.product_import.count({ where }),
  ]);
  return toPage(rows.map(rowView), total, input);
}

const REASON = 'reason';

/** Names a file of rows after the file that they were in. */
const namedAfter = ({ file_name }: Pick<ImportRecord, 'file_name'>) => ({
  file: { about: file_name.replace(/\.[^.]*$/, ''), facts: [], totals: [] },
});

/**
 * Returns the refused rows in their original columns plus one for the errors, so that the corrected file can be
 * uploaded.
 */
async function refusedFile(ctx: Ctx, input: Rows): Promise<Page<ImportRowView>> {
  const file = await getImport(ctx, input.import_id);
  const known = file.columns;
  const hidden = findHiddenColumns(ctx, file);
  const headers = new Map((known as Show['columns']).map(({ key, header }) => [key, header]));
  const where = { import_id: input.import_id, result: 'refused' };
  const stored = await ctx.db.product_import_row.findMany({
    where,
    select: { row: true, cells: true, reasons: true },
    orderBy: { row: 'asc' },
    ...toSkipTake(input),
  });
  // the first page sets the columns of all pages: those that the file has
  const width = Math.max(
    headers.size,
    ...stored.map(({ cells }) => readJsonColumn<readonly string[] | null>(cells)?.length ?? 0),
  );
  const keys = Array.from({ length: width }, (_, at) => toColumnLetters(at));
  const rows = stored.map(({ cells, reasons }) => ({
    ...Object.fromEntries(
      (readJsonColumn<readonly string[] | null>(cells) ?? [])
        .map((cell, at) => [toColumnLetters(at), cell] as const)
        .filter(([key]) => !hidden.has(key)),
    ),
    [REASON]: readJsonColumn<readonly ImportRowError[]>(reasons)
      .map((reason) => formatImportRowError(reason, ctx.locale))
      .join(' '),
  }));
  const columns = [
    ...keys.map((key) => ({ name: key, label: headers.get(key) ?? '' })),
    { name: REASON, label: getFieldLabel([REASON], ctx.locale) },
  ];
  // a file contains the original cells; the row's own shape is for screens
  return {
    ...toPage(rows as readonly object[] as ImportRowView[], stored.length, input),
    columns,
    ...namedAfter(file),
  };
}

const readRows = tables
  .selectFrom('product_import_row')
  .select(Object.keys(rowSelect) as (keyof typeof rowSelect)[]);

/** Condition for rows with this title, the start of this barcode, or a part of this phone number. */
const matchesRow = (keywords: string) =>
  sql<boolean>`(${matchesKeywords(keywords, sql`fold(title)`)} OR barcode LIKE ${`${escapeLike(keywords)}%`}
    OR phone LIKE ${`%${escapeLike(parsePhonePart(keywords) ?? keywords)}%`})`;

/** Lists the rows of an import; as a file, the refused rows in their original columns. @throws record.missing */
export async function listImportRows(ctx: Ctx, input: Rows): Promise<Page<ImportRowView>> {
  const file = requireFound(
    await ctx.db.product_import.findUnique({
      where: { id: input.import_id },
      select: { kind: true, file_name: true },
    }),
  );
  checkKindVisible(ctx, file.kind);
  if (input.export && input.result === 'refused') return refusedFile(ctx, input);
  let query = readRows.where('import_id', '=', input.import_id);
  if (input.result !== undefined) query = query.where('result', '=', input.result);
  if (input.id !== undefined) query = query.where('id', '=', input.id);
  if (input.keywords) query = query.where(matchesRow(input.keywords));
  const { skip, take } = toSkipTake(input);
  const [stored, total] = await Promise.all([
    fetchRows(ctx, query.orderBy(input.sort_by, input.sort_as).limit(take).offset(skip)),
    countRows(ctx, query),
  ]);
  const page = toPage(
    stored.map((row) => rowShowView(ctx, row)),
    total,
    input,
  );
  return input.export ? { ...page, ...namedAfter(file) } : page;
}
