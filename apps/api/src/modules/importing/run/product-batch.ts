import type { Ctx } from '../../../core/ctx.ts';
import type { CategoryPart } from '../file/category-cell.ts';
import type { ParsedImportRow } from '../file/parsed-row.ts';
import type { CreatedBrand, CreatedCategory, FilledCategory, ImportRecord, Mapping } from '../import.view.ts';
import type { ImportPorts } from '../ports.ts';
import { lockImport, publishImportChanged, publishProductsChanged } from '../stored-import.ts';
import { BatchConflict } from './batch-conflict.ts';
import { type BrandIndex, createBrands, lockBrands } from './brands.ts';
import { type CategoryTree, createCategoryPaths, lockAndFindMissingCategories } from './category-paths.ts';
import { fillCategoryTitles } from './category-titles.ts';
import { countOutcomes, countResults } from './count-outcomes.ts';
import {
  type CurrentProduct,
  type CurrentProducts,
  findNamedProducts,
  findProduct,
  listProductReferences,
  listProducts,
  loadCurrentProducts,
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
import type { PictureZip } from './pictures.ts';
import { lockPriceList, writePriceList } from './price-list-rows.ts';
import { insertCreatedProducts, insertImportRowResults, updateChangedProducts } from './write-products.ts';

/** What the batches of a product or price import share. */
export type ProductRun = {
  readonly row: ImportRecord;
  readonly dry: boolean;
  readonly tree: CategoryTree;
  readonly brands: BrandIndex;
  readonly album: PictureZip | null;
  readonly ports: ImportPorts;
  /** In a check the rows that would have created the product of their group; a run finds the product itself. */
  readonly leads: Map<string, RowOutcome>;
};

/** The stored pictures of a batch. */
export type BatchPictures = {
  readonly pictures: ReadonlyMap<string, StoredZipPicture>;
  readonly broken: ReadonlySet<string>;
};

/** Removes an unreadable picture from its row with a notice, like a missing picture. */
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

/** Copies a product before the rows of a batch change it; by hand for speed, because a batch copies hundreds. */
const copyProduct = (product: CurrentProduct): CurrentProduct => ({
  ...product,
  titles: { ...product.titles },
  descriptions: { ...product.descriptions },
  categories: [...product.categories],
  sources: [...product.sources],
  items: product.items.map((item) => ({ ...item })),
});

/** The categories and brands that a batch creates. */
type Made = {
  readonly categories: readonly CreatedCategory[];
  readonly category_titles: readonly FilledCategory[];
  readonly brands: readonly CreatedBrand[];
};

/** Decides the results of a batch and creates the categories and brands that its rows need. */
async function decideBatch(
  ctx: Ctx,
  { row, dry, tree, brands, leads: earlierLeads }: ProductRun,
  rows: readonly ParsedImportRow[],
  found: CurrentProducts,
  drawn: BatchPictures,
) {
  const judged = rows.map((one) => {
    const read = withBroken(one, drawn.broken, row.mapping as Mapping);
    return { read, reasons: findRowErrors(ctx, read, row, tree, found) };
  });
  const paths = judged.flatMap(({ read, reasons }) =>
    reasons.length === 0
      ? (read.wanted.categories ?? []).filter((one): one is CategoryPart[] => Array.isArray(one))
      : [],
  );
  const names = judged.flatMap(({ read, reasons }) =>
    reasons.length === 0 ? (read.wanted.brand ?? []) : [],
  );
  const made: Made = {
    categories: await createCategoryPaths(ctx, tree, paths, dry),
    category_titles: await fillCategoryTitles(ctx, tree, paths, dry),
    brands: await createBrands(ctx, brands, names, dry),
  };
  const leads = new Map<string, RowOutcome>();
  const decisions: RowOutcome[] = judged.map(({ read, reasons }) => {
    if (reasons.length === 0)
      return decideRow(ctx, read, {
        ...{ tree, brands, found, pictures: drawn.pictures, dry, row, leads, earlierLeads },
      });
    const product = findProduct(found, read, tree);
    return refused(read, reasons, product === 'unsure' ? null : (product ?? null));
  });
  return { made, decisions, leads };
}

/** Notices of rows whose quantity is not received. */
const NOT_RECEIVED: readonly string[] = ['import.row_quantity_part', 'import.row_quantity_uncoded'];

const isTaken = ({ result, read }: RowOutcome): boolean =>
  result !== 'refused' && (read.wanted.quantity ?? 0) > 0;

const bringsStock = (outcome: RowOutcome): boolean => isTaken(outcome) && !hasLeftQuantity(outcome);

const hasLeftQuantity = ({ notices }: RowOutcome): boolean =>
  notices.some(({ code }) => NOT_RECEIVED.includes(code));

/** Adds the quantities of rows, in thousandths so that no sum is off by a rounding. */
const sumUnits = (start: number, rows: readonly RowOutcome[]): number =>
  rows.reduce(
    (sum, { read }) => sum + Math.round((read.wanted.quantity ?? 0) * 1000),
    Math.round(start * 1000),
  ) / 1000;

/** Returns the import's records of this kind with those of a batch; {} when the batch created none. */
const addMade = (noun: keyof Made, row: ImportRecord, made: readonly object[]) =>
  made.length === 0 ? {} : { [noun]: [...(row[noun] as object[]), ...made] };

/** Returns the import's counts after a batch. */
const addBatchCounts = (row: ImportRecord, decisions: readonly RowOutcome[], made: Made) => ({
  ...countOutcomes(row, decisions),
  arriving: row.arriving + (row.receive ? decisions.filter(bringsStock).length : 0),
  file_units: sumUnits(Number(row.file_units), decisions.filter(isTaken)),
  arriving_units: sumUnits(Number(row.arriving_units), row.receive ? decisions.filter(bringsStock) : []),
  unpriced: row.unpriced + decisions.filter(remainsInactive).length,
  own_codes: row.own_codes + decisions.filter(hasInvalidBarcode).length,
  items: row.items + countResults(decisions, 'item'),
  pictures: row.pictures + countResults(decisions, 'picture'),
  uncoded:
    row.uncoded +
    decisions.filter(({ result, read }) => result === 'created' && read.barcode === null).length,
  ...addMade('categories', row, made.categories),
  ...addMade('category_titles', row, made.category_titles),
  ...addMade('brands', row, made.brands),
});

/**
 * Writes one batch and its checkpoint in one transaction.
 * @returns the import with its new checkpoint; null when it was cancelled meanwhile
 */
export async function writeProductBatch(
  ctx: Ctx,
  run: ProductRun,
  rows: readonly ParsedImportRow[],
  pictures: BatchPictures,
): Promise<ImportRecord | null> {
  return ctx.tx(async (ctx) => {
    const row = await lockImport(ctx, run.row.id);
    if (row.state !== run.row.state) return null;
    // another process has continued this import
    if (row.checkpoint !== run.row.checkpoint) return null;
    const named = listProductReferences(rows);
    if (row.price_list_id !== null && !run.dry) await lockPriceList(ctx, row.price_list_id);
    const ids = await findNamedProducts(ctx, named, !run.dry);
    const found = await loadCurrentProducts(ctx, ids, named.names.length > 0, row.price_list_id);
    const stood = new Map(listProducts(found).map((product) => [product.id, copyProduct(product)]));
    const { made, decisions, leads } = await decideBatch(ctx, { ...run, row }, rows, found, pictures);
    const isMade = ({ result, lead }: RowOutcome) => !run.dry && (result === 'created' || lead !== null);
    if (!run.dry) {
      const categories = decisions.flatMap(({ result, categories }) =>
        result === 'created' || result === 'updated' ? categories : [],
      );
      const gone = await lockAndFindMissingCategories(
        ctx,
        [...new Set(categories)].toSorted((a, b) => a - b),
      );
      const chosen = new Set(
        decisions.flatMap(({ result, brand_id }) =>
          (result === 'created' || result === 'updated') && brand_id !== null ? brand_id : [],
        ),
      );
      if (gone.length > 0 || !(await lockBrands(ctx, [...chosen]))) throw new BatchConflict();
      const changed = decisions.filter(
        ({ result, lead }) => result === 'updated' || (result === 'item' && lead === null),
      );
      if (row.price_list_id === null) await updateChangedProducts(ctx, changed, stood);
      else await writePriceList(ctx, run.ports, row.price_list_id, changed);
      const created = decisions.filter(isMade);
      await insertCreatedProducts(ctx, row.id, created);
      // changed products already publish their own events
      if (created.length > 0 && changed.length === 0) await publishProductsChanged(ctx);
    }
    await insertImportRowResults(
      ctx,
      row.id,
      decisions.filter((one) => !isMade(one)),
    );
    const data = addBatchCounts(row, decisions, made);
    const { checkpoint, version } = data;
    // the people and places of the record were read when it was locked
    await ctx.db.product_import.update({ where: { id: row.id }, data, select: { id: true } });
    await publishImportChanged(ctx, row.id, version);
    if (run.dry) for (const [key, lead] of leads) run.leads.set(key, lead);
    return { ...row, checkpoint, version };
  });
}
