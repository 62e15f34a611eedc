import { setTimeout as pause } from 'node:timers/promises';
import { getCurrencyScale } from '@dukkan/commerce';
import { createLoopLimit } from '../../../core/bounded.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { runStatement, tables } from '../../../core/db/tables.ts';
import { ROWS_MAX } from '../../../core/spreadsheet/limits.ts';
import type { TableFormat } from '../../../core/spreadsheet/open.ts';
import { readSettings } from '../../setting/index.ts';
import type { AnyParsedRow } from '../file/import.worker.ts';
import type { ParsedCustomerRow } from '../file/parse-customer.ts';
import type { ParsedImportRow } from '../file/parsed-row.ts';
import { readRowsInThread } from '../file/read-in-thread.ts';
import { type ImportRecord, type Mapping, type StoredColumn, select } from '../import.view.ts';
import type { ImportPorts } from '../ports.ts';
import { fetchImportFiles, lockImport, publishImportChanged } from '../stored-import.ts';
import { BatchConflict } from './batch-conflict.ts';
import { loadBrands } from './brands.ts';
import { loadCategoryTree } from './category-paths.ts';
import { writeCustomerBatch } from './customer-batch.ts';
import type { RowOutcome } from './decide-row.ts';
import { halveOnTimeout } from './halve-batches.ts';
import { openPictureZip, type PictureZip, storeNewZipPictures } from './pictures.ts';
import { writeProductBatch } from './product-batch.ts';
import { receiveImportedRows } from './receive-stock.ts';

/** Rows of one transaction, which includes the checkpoint. */
const BATCH = 500;
/** The most attempts to write a batch after conflicts. */
const TRIES = 5;

/** Retries a batch after a conflict with another transaction. */
async function retryConflicts<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof BatchConflict) || attempt === TRIES) throw error;
      await pause(20 * attempt);
    }
  }
}

/** Writes one batch; null when the import was cancelled or another process continued it. */
type BatchWriter = (row: ImportRecord, rows: readonly AnyParsedRow[]) => Promise<ImportRecord | null>;

/** Creates the writer for products or prices, with the existing categories and the pictures of the ZIP file. */
async function createProductWriter(
  ctx: Ctx,
  dry: boolean,
  album: PictureZip | null,
  ports: ImportPorts,
): Promise<BatchWriter> {
  let tree = await loadCategoryTree(ctx);
  let brands = await loadBrands(ctx);
  let isStale = false;
  const leads = new Map<string, RowOutcome>();
  return async (row, read) => {
    const rows = read as readonly ParsedImportRow[];
    const drawn = await storeNewZipPictures(ctx, album, rows, dry);
    return retryConflicts(async () => {
      // a rollback removed what the last attempt created, so the tree is loaded again
      if (isStale) {
        tree = await loadCategoryTree(ctx);
        brands = await loadBrands(ctx);
      }
      isStale = true;
      const next = await writeProductBatch(ctx, { row, dry, album, ports, tree, brands, leads }, rows, drawn);
      isStale = false;
      return next;
    });
  };
}

const CLEARED_AT_ONCE = 10_000;

/** Deletes the rows of an earlier check, in chunks so that no statement runs long. */
async function clearRows(ctx: Ctx, id: number): Promise<void> {
  const countRound = createLoopLimit('clearing the rows of an import', ROWS_MAX / CLEARED_AT_ONCE + 100);
  for (;;) {
    countRound();
    const some = tables
      .selectFrom('product_import_row')
      .select('id')
      .where('import_id', '=', id)
      .limit(CLEARED_AT_ONCE);
    const gone = await runStatement(ctx, tables.deleteFrom('product_import_row').where('id', 'in', some));
    if (gone === 0) return;
  }
}

/** Whether two rows are about one product, which is written with all its items. */
const isOneProduct = (row: AnyParsedRow, next: AnyParsedRow): boolean =>
  'group' in row && 'group' in next && row.group !== null && row.group === next.group;

/** Sets the import to checked or done after its last batch. */
async function finishImport(ctx: Ctx, row: ImportRecord, dry: boolean): Promise<void> {
  await ctx.tx(async (ctx) => {
    const { state, version, done_rows } = await lockImport(ctx, row.id);
    if (state !== row.state) return;
    const data = {
      state: dry ? 'checked' : 'done',
      total_rows: done_rows,
      finished_at: ctx.services.now(),
      version: version + 1,
    };
    await ctx.db.product_import.update({ where: { id: row.id }, data, select: { id: true } });
    await publishImportChanged(ctx, row.id, version + 1);
  });
}

/** The header of the column with a product's only category in files from Shopify, Odoo and Vend. */
const ONE_CATEGORY = /^product[ _]category$/i;

/** Whether each category cell names one category, whose titles may contain commas. */
const namesOneCategory = ({ columns }: ImportRecord, { category }: Mapping): boolean =>
  (columns as StoredColumn[]).some(
    ({ key, header }) => key === category && ONE_CATEGORY.test(header?.trim() ?? ''),
  );

/** Returns the decimal mark of the price column; null when it shows none. */
const findPriceDecimalMark = ({ columns }: ImportRecord, mapping: Mapping): StoredColumn['mark'] =>
  (columns as StoredColumn[]).find(({ key }) => key === (mapping.price ?? mapping.sale_price))?.mark ?? null;

/**
 * Processes the rows of an import from its checkpoint and writes them; with `dry` it only records what would be
 * written. Stops between batches when the import is cancelled or the process ends, and can be restarted at any point.
 * @throws import.* when the file cannot be read
 */
export async function runImportBatches(
  ctx: Ctx,
  start: ImportRecord,
  stopping: () => boolean,
  ports: ImportPorts,
): Promise<void> {
  const dry = start.state === 'checking';
  const files = await fetchImportFiles(ctx, start, true);
  let album: PictureZip | null = null;
  try {
    album = files.images ? await openPictureZip(files.images) : null;
    if (start.checkpoint === 0) await clearRows(ctx, start.id);
    const { settings } = await readSettings(ctx);
    const mapping = start.mapping as Mapping;
    const isCustomers = start.kind === 'customer';
    const write: BatchWriter = isCustomers
      ? (row, read) =>
          retryConflicts(() => writeCustomerBatch(ctx, { row, dry, ports }, read as ParsedCustomerRow[]))
      : await createProductWriter(ctx, dry, album, ports);
    const batches = readRowsInThread({
      task: 'rows',
      path: files.table,
      format: start.format as TableFormat,
      sheet: start.sheet ?? '',
      start_row: start.start_row ?? 2,
      after: start.checkpoint,
      batch: BATCH,
      rules: isCustomers
        ? { kind: 'customer', mapping, country: settings.country }
        : {
            mapping,
            scale: getCurrencyScale(settings.Currency),
            currency: settings.Currency,
            free: start.free,
            mark: findPriceDecimalMark(start, mapping),
            isOneCategory: namesOneCategory(start, mapping),
            images: album?.names ?? null,
            kind: start.kind as 'product' | 'price',
          },
    });
    const writeInParts = halveOnTimeout(write, isOneProduct);
    let row = start;
    for await (const rows of batches) {
      if (stopping()) return;
      const next = await writeInParts(row, rows);
      if (!next) return;
      row = next;
    }
    const isAllReceived = dry || !start.receive || (await receiveImportedRows(ctx, start, ports, stopping));
    if (isAllReceived) await finishImport(ctx, row, dry);
  } finally {
    album?.close();
    await files.remove();
  }
}

/** Marks a waiting import as running; from then on it can be undone. */
export async function markImportRunning(ctx: Ctx, id: number): Promise<ImportRecord | null> {
  return ctx.tx(async (ctx) => {
    const { state, version } = await lockImport(ctx, id);
    if (state !== 'waiting') return null;
    const data = { state: 'running', started_at: ctx.now, version: version + 1 };
    const row = await ctx.db.product_import.update({ where: { id }, data, select });
    await publishImportChanged(ctx, id, row.version);
    return row;
  });
}
