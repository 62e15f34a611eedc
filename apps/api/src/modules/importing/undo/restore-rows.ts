import { recordAudits } from '../../../core/audit.ts';
import { createLoopLimit } from '../../../core/bounded.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, runStatement, tables } from '../../../core/db/tables.ts';
import { isTimeout } from '../../../core/process/outage.ts';
import { ROWS_MAX } from '../../../core/spreadsheet/limits.ts';
import type { CreatedBrand, CreatedCategory, ImportRecord } from '../import.view.ts';
import type { ImportPorts } from '../ports.ts';
import { loadLaterListRows, lockPriceList, restorePriceList } from '../run/price-list-rows.ts';
import { cancelImportReceipts } from '../run/receive-stock.ts';
import { lockImport, publishImportChanged } from '../stored-import.ts';
import {
  deleteUnusedCategories,
  listFormerCategories,
  loadFilledVersions,
  restoreCategoryTitles,
} from './restore-categories.ts';
import { restoreCustomers } from './restore-customers.ts';
import { restoreProducts } from './restore-products.ts';
import { loadWrittenRows, markNotUndone, markUndone, saveChangedUndoValues } from './row-history.ts';

const BATCH = 500;
/** A row number larger than that of any row of a file. */
const LAST_ROW = 2 ** 31 - 1;
/** Categories of one transaction; each is checked separately. */
const CATEGORIES = 100;

/**
 * Undoes one batch: the last rows before a row of the file that are not undone yet.
 * @returns the lowest row number of the batch; null when no row is left or the import is no longer being undone
 */
async function restoreBatch(
  ctx: Ctx,
  import_id: number,
  before: number,
  ports: ImportPorts,
  limit: number,
): Promise<number | null> {
  return ctx.tx(async (ctx) => {
    const { state, version, kind, price_list_id } = await lockImport(ctx, import_id);
    if (state !== 'undoing') return null;
    const rows = await loadWrittenRows(ctx, import_id, before, limit);
    const reached = rows.at(-1);
    if (!reached) return null;
    if (kind === 'customer') await restoreCustomers(ctx, import_id, rows, ports);
    else if (price_list_id === null) await restoreProducts(ctx, import_id, rows);
    else {
      await lockPriceList(ctx, price_list_id);
      const later = await loadLaterListRows(ctx, import_id, price_list_id, rows);
      const { undone, kept } = await restorePriceList(ctx, ports, price_list_id, rows, later);
      await saveChangedUndoValues(ctx, later);
      await markUndone(ctx, undone);
      await markNotUndone(ctx, kept);
    }
    const data = { attempts: 0, version: version + 1 };
    await ctx.db.product_import.update({ where: { id: import_id }, data, select: { id: true } });
    await publishImportChanged(ctx, import_id, version + 1);
    return reached.row;
  });
}

/** Deletes brands of undone imports that no product uses and nobody changed. */
async function removeBrands(ctx: Ctx, row: ImportRecord): Promise<void> {
  const undone = await ctx.db.product_import.findMany({
    where: { state: 'undone', NOT: { brands: { equals: [] } } },
    select: { brands: true },
  });
  const made = [row, ...undone].flatMap(({ brands }) => brands as unknown as readonly CreatedBrand[]);
  const where = {
    id: { in: made.flatMap(({ id }) => id ?? []) },
    deleted_at: null,
    version: 1,
    products: { none: { deleted_at: null } },
  };
  if (made.length === 0) return;
  // locked first, so that no product can take one of them meanwhile
  await runStatement(
    ctx,
    tables.selectFrom('brand').select('id').where('id', '=', anyIdSql(where.id.in)).orderBy('id').forUpdate(),
  );
  const gone = await ctx.db.brand.findMany({ where, select: { id: true, names: true, version: true } });
  await ctx.db.brand.updateMany({
    where: { id: { in: gone.map(({ id }) => id) } },
    data: { deleted_at: ctx.now, updated_at: ctx.now, version: { increment: 1 } },
  });
  await recordAudits(
    ctx,
    gone.map(({ id, names, version }) => ({
      noun: 'brand' as const,
      id,
      action: 'delete',
      before: { names },
      after: null,
      version: version + 1,
    })),
  );
}

/** Undoes an import in batches, last rows first; can be killed and restarted at any point. */
export async function runImportUndo(
  ctx: Ctx,
  row: ImportRecord,
  stopping: () => boolean,
  ports: ImportPorts,
): Promise<void> {
  await cancelImportReceipts(ctx, row, ports, stopping);
  if (stopping()) return;
  // each batch restores at least one row
  const countRound = createLoopLimit('undoing an import', ROWS_MAX);
  // each batch starts before the last one, so that rows that are already undone are not scanned again
  let limit = BATCH;
  const restoreBefore = async (before: number): Promise<number | null> => {
    for (;;)
      try {
        return await restoreBatch(ctx, row.id, before, ports, limit);
      } catch (error) {
        if (!isTimeout(error) || limit === 1) throw error;
        limit = Math.ceil(limit / 2);
      }
  };
  for (let at = await restoreBefore(LAST_ROW); at !== null; at = await restoreBefore(at)) {
    if (stopping()) return;
    countRound();
  }
  await ctx.tx(async (ctx) => {
    const current = await lockImport(ctx, row.id);
    if (current.state === 'undoing') await restoreCategoryTitles(ctx, current);
  });
  const made = [
    ...(row.categories as unknown as readonly CreatedCategory[]),
    ...(await listFormerCategories(ctx)),
  ].toReversed();
  const filledVersionsOf = await loadFilledVersions(ctx);
  for (let at = 0; at < made.length; at += CATEGORIES) {
    if (stopping()) return;
    await ctx.tx(async (ctx) => {
      const { state } = await lockImport(ctx, row.id);
      if (state === 'undoing')
        await deleteUnusedCategories(ctx, made.slice(at, at + CATEGORIES), filledVersionsOf);
    });
  }
  await ctx.tx(async (ctx) => {
    const { state, version } = await lockImport(ctx, row.id);
    if (state !== 'undoing') return;
    await removeBrands(ctx, row);
    const data = { state: 'undone', finished_at: ctx.services.now(), version: version + 1 };
    await ctx.db.product_import.update({ where: { id: row.id }, data, select: { id: true } });
    await publishImportChanged(ctx, row.id, version + 1);
  });
}
