import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import type { TableFormat } from '../../../core/spreadsheet/open.ts';
import { readSettings } from '../../setting/index.ts';
import { CUSTOMER_WORDS } from '../file/customer-words.ts';
import { previewFileInThread } from '../file/read-in-thread.ts';
import {
  FIELDS,
  type ImportKind,
  type ImportRecord,
  type Mapping,
  type Show,
  type StoredColumn,
} from '../import.view.ts';
import { fetchImportFiles, lockImport, publishImportChanged } from '../stored-import.ts';
import { AFRESH, resolveColumnMapping } from './start-import.ts';

/**
 * Reads the sheets and columns of an upload; then it waits for a mapping, or continues if one was sent with the file.
 * @throws import.* for an unreadable file, import.column_missing for a mapping that does not fit
 */
export async function readImportColumns(ctx: Ctx, row: ImportRecord): Promise<void> {
  const files = await fetchImportFiles(ctx, row, false);
  try {
    const { settings } = await readSettings(ctx);
    const looked = await previewFileInThread({
      task: 'look',
      path: files.table,
      format: row.format as TableFormat,
      fields: FIELDS[row.kind as ImportKind],
      ...(row.kind === 'customer' ? { words: CUSTOMER_WORDS } : {}),
      sheet: row.sheet,
      start_row: row.start_row,
      locale: row.locale,
      kind: row.kind as ImportKind,
      currency: settings.Currency,
    });
    const { total_rows, start_row } = looked;
    const columns = looked.columns as StoredColumn[];
    const said = row.mapping as Mapping;
    const mapping = row.next === null ? looked.guess : resolveColumnMapping(said, columns);
    await ctx.tx(async (ctx) => {
      const { state, version } = await lockImport(ctx, row.id);
      // cancelled or read by another process meanwhile
      if (state !== 'reading' || version !== row.version) return;
      await ctx.db.product_import.update({
        where: { id: row.id },
        data: {
          ...AFRESH,
          state: row.next ?? 'mapping',
          next: null,
          sheets: looked.sheets as Show['sheets'],
          sheet: row.format === 'csv' ? null : looked.sheet,
          start_row,
          total_rows,
          columns,
          guess: looked.guess,
          // clears the error of another sheet
          failure: Prisma.DbNull,
          mapping,
          version: version + 1,
        },
        select: { id: true },
      });
      await publishImportChanged(ctx, row.id, version + 1);
    });
  } finally {
    await files.remove();
  }
}
