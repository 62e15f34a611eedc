import { setTimeout as pause } from 'node:timers/promises';
import { getCurrencyScale } from '@dukkan/commerce';
import { createLoopLimit } from '../../../core/bounded.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { ROWS_MAX } from '../../../core/spreadsheet/limits.ts';
import type { TableFormat } from '../../../core/spreadsheet/open.ts';
import { readSettings } from '../../setting/index.ts';
import type { ParsedImportRow } from '../file/parse-row.ts';
import { readRowsInThread } from '../file/read-in-thread.ts';
import {
  fetchImportFiles,
  lockImport,
  publishImportChanged,
  publishProductsChanged,
} from '../import.store.ts';
import {
  type CreatedCategory,
  type ImportRecord,
  type Mapping,
  type ReasonSum,
  select,
} from '../import.view.ts';
import type { ImportPorts } from '../ports.ts';
import { BatchConflict } from './batch-conflict.ts';
import {
  type CategoryTree,
  createCategoryPaths,
  loadCategoryTree,
  lockAndFindMissingCategories,
} from './category-paths.ts';
import {
  type CurrentProduct,
  type CurrentProducts,
  findProduct,
  listProductReferences,
  listProducts,
  loadNamedProducts,
  lockNamedProducts,
  NO_PRODUCTS,
} from './current-products.ts';
import {
  decideRow,
  findRowErrors,
  hasInvalidBarcode,
  type RowOutcome,
  refused,
  remainsInactive,
  type StoredZipPicture,
} from './decide-row.ts';
import { openPictureZip, type PictureZip, storeNewZipPictures } from './pictures.ts';
import { lockPriceList, writePriceList } from './price-list-rows.ts';
import { receiveImportedRows } from './receive-stock.ts';
import { insertCreatedProducts, insertImportRowResults, updateChangedProducts } from './write-products.ts';

/** Rows of one transaction, with its checkpoint inside (promises F7). */
const BATCH = 500;
/** So often a batch is done again because others took its barcodes meanwhile. */
const TRIES = 5;

type BatchRun = {
  readonly row: ImportRecord;
  readonly dry: boolean;
  readonly tree: CategoryTree;
  readonly album: PictureZip | null;
  readonly ports: ImportPorts;
};

type Drawn = {
  readonly pictures: ReadonlyMap<string, StoredZipPicture>;
  readonly broken: ReadonlySet<string>;
};

/** Rows whose picture turned out to be none are taken without it, like those whose picture is missing. */
function withBroken(read: ParsedImportRow, broken: ReadonlySet<string>, mapping: Mapping): ParsedImportRow {
  const name = read.wanted.image;
  if (name === undefined || !broken.has(name)) return read;
  const notice = {
    field: 'image_path',
    column: mapping.image_path ?? null,
    code: 'import.row_image_unreadable',
    params: { name },
  };
  const { image: _, ...wanted } = read.wanted;
  return { ...read, wanted, notices: [...read.notices, notice] };
}

const copyOf = (product: CurrentProduct): CurrentProduct => structuredClone(product);

/** Judges a batch against what stands; categories that its rows need are made on the way. */
async function judge(
  ctx: Ctx,
  { row, dry, tree }: BatchRun,
  rows: readonly ParsedImportRow[],
  found: CurrentProducts,
  drawn: Drawn,
) {
  const judged = rows.map((one) => {
    const read = withBroken(one, drawn.broken, row.mapping as Mapping);
    return { read, reasons: findRowErrors(ctx, read, row, tree, found) };
  });
  const paths = judged.flatMap(({ read, reasons }) =>
    reasons.length === 0
      ? (read.wanted.categories ?? []).filter((one): one is string[] => Array.isArray(one))
      : [],
  );
  const made = await createCategoryPaths(ctx, tree, paths, dry);
  const leads = new Map<string, RowOutcome>();
  const decisions: RowOutcome[] = judged.map(({ read, reasons }) => {
    if (reasons.length === 0)
      return decideRow(ctx, read, { tree, found, pictures: drawn.pictures, dry, row, leads });
    const product = findProduct(found, read, tree);
    return refused(read, reasons, product === 'unsure' ? null : (product ?? null));
  });
  return { made, decisions };
}

const countOf = (decisions: readonly RowOutcome[], result: RowOutcome['result']): number =>
  decisions.filter((one) => one.result === result).length;

const arrives = ({ result, read, notices }: RowOutcome): boolean =>
  result !== 'refused' &&
  read.barcode !== null &&
  (read.wanted.quantity ?? 0) > 0 &&
  !notices.some(({ code }) => code === 'import.row_quantity_part');

/** Why rows are refused, and what is left out of others, counted by reason; each with the first row as its example. */
function addReasonSums(row: ImportRecord, decisions: readonly RowOutcome[]): ReasonSum[] {
  const sums = new Map(
    (row.sums as unknown as readonly ReasonSum[]).map((sum) => [
      `${sum.refused} ${sum.code} ${sum.field}`,
      sum,
    ]),
  );
  for (const { read, reasons, notices } of decisions)
    for (const [list, refused] of [[reasons.slice(0, 1), true] as const, [notices, false] as const])
      for (const { code, field, column, params } of list) {
        const key = `${refused} ${code} ${field}`;
        const sum = sums.get(key);
        if (sum) sums.set(key, { ...sum, count: sum.count + 1 });
        else if (sums.size < REASONS_MAX)
          sums.set(key, { refused, code, field, column, params, row: read.row, count: 1 });
      }
  return [...sums.values()];
}

/** Different reasons that an import sums up. */
const REASONS_MAX = 100;

/** The import's next counts, after a batch. */
const counted = (row: ImportRecord, decisions: readonly RowOutcome[], made: readonly CreatedCategory[]) => ({
  done_rows: row.done_rows + decisions.length,
  checkpoint: decisions.at(-1)?.read.row ?? row.checkpoint,
  created: row.created + countOf(decisions, 'created'),
  updated: row.updated + countOf(decisions, 'updated'),
  unchanged: row.unchanged + countOf(decisions, 'unchanged'),
  refused: row.refused + countOf(decisions, 'refused'),
  arriving: row.arriving + (row.receive ? decisions.filter(arrives).length : 0),
  unpriced: row.unpriced + decisions.filter(remainsInactive).length,
  own_codes: row.own_codes + decisions.filter(hasInvalidBarcode).length,
  items: row.items + countOf(decisions, 'item'),
  pictures: row.pictures + countOf(decisions, 'picture'),
  uncoded:
    row.uncoded +
    decisions.filter(({ result, read }) => result === 'created' && read.barcode === null).length,
  sums: addReasonSums(row, decisions) as unknown as object[],
  attempts: 0,
  version: row.version + 1,
  ...(made.length === 0
    ? {}
    : { categories: [...(row.categories as unknown as CreatedCategory[]), ...made] as unknown as object[] }),
});

/**
 * One batch in one transaction with its checkpoint: all of it happened, or nothing.
 * @returns the import after it; null where it was cancelled meanwhile
 */
async function writeBatch(
  ctx: Ctx,
  pass: BatchRun,
  rows: readonly ParsedImportRow[],
  drawn: Drawn,
): Promise<ImportRecord | null> {
  return ctx.tx(async (ctx) => {
    const row = await lockImport(ctx, pass.row.id);
    if (row.state !== pass.row.state) return null;
    // another process has been here: that one goes on
    if (row.checkpoint !== pass.row.checkpoint) return null;
    const named = listProductReferences(rows);
    if (row.price_list_id !== null && !pass.dry) await lockPriceList(ctx, row.price_list_id);
    const carriers = pass.dry ? 1 : await lockNamedProducts(ctx, named);
    const found = carriers > 0 ? await loadNamedProducts(ctx, named, row.price_list_id) : NO_PRODUCTS;
    const stood = new Map(listProducts(found).map((product) => [product.id, copyOf(product)]));
    const { made, decisions } = await judge(ctx, { ...pass, row }, rows, found, drawn);
    const isMade = ({ result, lead }: RowOutcome) => !pass.dry && (result === 'created' || lead !== null);
    if (!pass.dry) {
      const categories = decisions.flatMap(({ result, categories }) =>
        result === 'created' || result === 'updated' ? categories : [],
      );
      const gone = await lockAndFindMissingCategories(
        ctx,
        [...new Set(categories)].toSorted((a, b) => a - b),
      );
      if (gone.length > 0) throw new BatchConflict();
      const changed = decisions.filter(
        ({ result, lead }) => result === 'updated' || (result === 'item' && lead === null),
      );
      if (row.price_list_id === null) await updateChangedProducts(ctx, changed, stood);
      else await writePriceList(ctx, pass.ports, row.price_list_id, changed);
      const created = decisions.filter(isMade);
      await insertCreatedProducts(ctx, row.id, created);
      // changed ones tell the open lists themselves
      if (created.length > 0 && changed.length === 0) await publishProductsChanged(ctx);
    }
    await insertImportRowResults(
      ctx,
      row.id,
      decisions.filter((one) => !isMade(one)),
    );
    const data = counted(row, decisions, made);
    const next = await ctx.db.product_import.update({ where: { id: row.id }, data, select });
    await publishImportChanged(ctx, row.id, next.version);
    return next;
  });
}

/** The same, done again where others took barcodes or categories of it between the look and the write. */
async function writeSurely(ctx: Ctx, pass: BatchRun, rows: readonly ParsedImportRow[], drawn: Drawn) {
  for (let attempt = 1; ; attempt += 1) {
    // what a rolled back attempt made is not there: the tree is read anew
    const tree = attempt === 1 ? pass.tree : await loadCategoryTree(ctx);
    try {
      return { tree, row: await writeBatch(ctx, { ...pass, tree }, rows, drawn) };
    } catch (error) {
      if (!(error instanceof BatchConflict) || attempt === TRIES) throw error;
      await pause(20 * attempt);
    }
  }
}

const CLEARED_AT_ONCE = 10_000;

/** What an earlier check left behind, in pieces that no statement is long over. */
async function clearRows(ctx: Ctx, id: number): Promise<void> {
  const countRound = createLoopLimit('clearing the rows of an import', ROWS_MAX / CLEARED_AT_ONCE + 100);
  for (;;) {
    countRound();
    const gone = await ctx.db.$executeRaw`
      DELETE FROM product_import_row WHERE id IN (SELECT id FROM product_import_row WHERE import_id = ${id} LIMIT ${CLEARED_AT_ONCE})`;
    if (gone === 0) return;
  }
}

/** Everything is through: the check stands, or the run is done. */
async function finish(ctx: Ctx, row: ImportRecord, dry: boolean): Promise<void> {
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

/**
 * Goes through the rows of an import from its checkpoint: writes them, or with `dry` says what would be written.
 * Stops between two batches where it was cancelled or the process ends; safe to be killed and begun again anywhere.
 * @throws import.* where the file cannot be read
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
    let pass: BatchRun = { row: start, dry, album, ports, tree: await loadCategoryTree(ctx) };
    const { settings } = await readSettings(ctx);
    const batches = readRowsInThread({
      task: 'rows',
      path: files.table,
      format: start.format as TableFormat,
      sheet: start.sheet ?? '',
      start_row: start.start_row ?? 2,
      after: start.checkpoint,
      batch: BATCH,
      rules: {
        mapping: start.mapping as Mapping,
        scale: getCurrencyScale(settings.Currency),
        currency: settings.Currency,
        free: start.free,
        images: album?.names ?? null,
        kind: start.kind as 'product' | 'price',
      },
    });
    for await (const rows of batches) {
      if (stopping()) return;
      const drawn = await storeNewZipPictures(ctx, album, rows, dry);
      const { row, tree } = await writeSurely(ctx, pass, rows, drawn);
      if (!row) return;
      pass = { ...pass, row, tree };
    }
    const isWhole = dry || !start.receive || (await receiveImportedRows(ctx, start, ports, stopping));
    if (isWhole) await finish(ctx, pass.row, dry);
  } finally {
    album?.close();
    await files.remove();
  }
}

/** A run that waited begins: from here on undo can put back what it writes. */
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
