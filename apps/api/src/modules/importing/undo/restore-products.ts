import { sql } from 'kysely';
import { recordAudits } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRows, runStatement, tables } from '../../../core/db/tables.ts';
import { toTexts } from '../../../core/list/localized-columns.ts';
import {
  type CategoryReplacement,
  decideFieldsToRestore,
  isChangedByPeople,
  type LaterRow,
  letNextRowDeleteRecord,
  letNextRowRestoreField,
} from '../row-undo.ts';
import { lockBrands } from '../run/brands.ts';
import { updateItemValues, updateProductValues } from '../run/product-values.ts';
import { findReceivedProducts } from '../run/receive-stock.ts';
import {
  loadHistories,
  markNotUndone,
  markUndone,
  type RecordHistory,
  saveChangedUndoValues,
  type WrittenRow,
} from './row-history.ts';

type Texts = Record<string, string>;

/** A product that undo changes in memory. */
type Product = {
  readonly id: number;
  readonly version: number;
  titles: Texts;
  descriptions: Texts;
  price: number;
  compare_at: number | null;
  free: number;
  status: number;
  brand_id: number | null;
  stepper: number;
  categories: number[];
  readonly items: { readonly id: number; price: number | null; option: string | null }[];
};

/** The planned undo of one product and its rows. */
type Plan = {
  readonly product: Product;
  readonly stood: Product;
  readonly undone: WrittenRow[];
  readonly kept: WrittenRow[];
  isDeleted: boolean;
  isWritten: boolean;
  readonly removedItems: number[];
  readonly sources: string[];
};

const json = JSON.stringify;

/** Locks the existing products of these ids until the transaction ends. */
async function lockProducts(ctx: Ctx, ids: readonly number[]): Promise<Product[]> {
  await runStatement(
    ctx,
    tables.selectFrom('product').select('id').where('id', '=', anyIdSql(ids)).orderBy('id').forUpdate(),
  );
  const rows = await fetchRows(
    ctx,
    sql<Product>`
    SELECT p.id, p.version, p.titles, p.descriptions, p.price::float8 AS price, p.compare_at::float8 AS compare_at,
           p.free, p.status, p.brand_id, p.stepper::float8 AS stepper,
           ARRAY(SELECT category_id FROM product_category c WHERE c.product_id = p.id ORDER BY 1) AS categories,
           coalesce(items.list, '[]') AS items
      FROM product p
      LEFT JOIN (SELECT i.product_id,
                        json_agg(json_build_object('id', i.id, 'price', i.price, 'option', i.option) ORDER BY i.id) AS list
                   FROM product_item i WHERE i.product_id = ANY(${[...ids]}::int[]) AND i.deleted_at IS NULL
                  GROUP BY i.product_id) AS items ON items.product_id = p.id
     WHERE p.id = ANY(${[...ids]}::int[]) AND p.deleted_at IS NULL ORDER BY p.id`,
  );
  return rows.map((row) => ({
    ...row,
    titles: toTexts(row.titles),
    descriptions: toTexts(row.descriptions),
  }));
}

/** Returns the fields of a product under the names that import rows use. */
const toValues = (product: Product): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(product.titles).map(([locale, text]) => [`names.${locale}`, text])),
  ...Object.fromEntries(
    Object.entries(product.descriptions).map(([locale, text]) => [`descriptions.${locale}`, text]),
  ),
  ...Object.fromEntries(product.items.map(({ id, price }) => [`item.${id}`, price])),
  ...Object.fromEntries(product.items.map(({ id, option }) => [`option.${id}`, option])),
  price: product.price,
  compare_at: product.compare_at,
  free: product.free,
  status: product.status,
  brand_id: product.brand_id,
  stepper: product.stepper,
  categories: product.categories,
});

/** Whether a key belongs to an item: its price or option. */
const isOfItem = (key: string): boolean => key.startsWith('item.') || key.startsWith('option.');

/** Sets values on the product in memory. */
function setValues(product: Product, values: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(values)) {
    const [noun = '', part = ''] = key.split('.');
    if (noun === 'names') product.titles = { ...product.titles, [part]: value as string };
    else if (noun === 'descriptions')
      product.descriptions = { ...product.descriptions, [part]: value as string };
    else if (noun === 'item') {
      const item = product.items.find(({ id }) => id === Number(part));
      if (item) item.price = value as number | null;
    } else if (noun === 'option') {
      const item = product.items.find(({ id }) => id === Number(part));
      if (item) item.option = value as string | null;
    } else Object.assign(product, { [key]: value });
  }
}

/** Reverts categories as rows before November 2026 stored them, one move after the other. */
function undoMoves(product: Product, moves: readonly CategoryReplacement[]): void {
  for (const { added, removed } of moves.toReversed())
    if (product.categories.includes(added)) {
      const others = product.categories.filter((id) => id !== added && id !== removed);
      product.categories = [...others, ...(removed === null ? [] : [removed])].toSorted((a, b) => a - b);
    }
}

/** Clears a compare-at price that is not above the price, and deactivates a product without a price. */
function correctPriceAndStatus(product: Product): void {
  if (product.compare_at !== null && product.compare_at <= product.price) product.compare_at = null;
  const isPriced = product.free === 1 || product.items.every(({ price }) => (price ?? product.price) > 0);
  if (!isPriced) product.status = 0;
}

/** Copies a product with its texts, categories and items; field by field for speed, because a batch copies hundreds. */
const copyProduct = (product: Product): Product => ({
  ...product,
  titles: { ...product.titles },
  descriptions: { ...product.descriptions },
  categories: [...product.categories],
  items: product.items.map((item) => ({ ...item })),
});

/** Restores the fields of a row in the loaded product, without writing. @returns the fields that are not restored */
function undoRow(
  product: Product,
  { undo: { fields = {} } }: WrittenRow,
  after: readonly LaterRow[],
): string[] {
  if (Object.keys(fields).length === 0) return [];
  const current = toValues(product);
  // a deleted item has no values to restore
  const standing = Object.entries(fields).filter(([key]) => !isOfItem(key) || key in current);
  const { values, kept } = decideFieldsToRestore(Object.fromEntries(standing), current, after);
  setValues(product, values);
  return kept;
}

/** Plans the undo of a product, whose rows are sorted last first. */
function planProduct(
  product: Product,
  rows: readonly WrittenRow[],
  { later, versions }: RecordHistory,
  isReceived: boolean,
): Plan {
  const plan: Plan = {
    product,
    stood: copyProduct(product),
    undone: [],
    kept: [],
    isDeleted: false,
    isWritten: false,
    removedItems: [],
    sources: [],
  };
  // additional items of a new product are undone with the row that created it
  const made = rows.find(({ result }) => result === 'created');
  const isChanged = (since: number | null) => isChangedByPeople(product, since ?? product.version, versions);
  for (const row of rows) {
    const after = later.filter(({ id }) => id > row.id);
    const { added_item, source, categories } = row.undo;
    const kept = undoRow(product, row, after);
    if (categories) undoMoves(product, [categories].flat());
    const isMaking = row.result === 'created' || row.undo.made === true;
    const isPart = row.result === 'item' && added_item === undefined && made !== undefined;
    const isKept =
      kept.length > 0 ||
      (added_item !== undefined && isChanged(row.version)) ||
      ((isMaking || isPart) &&
        (isChanged((isPart ? made : row).version) || (isReceived && after.length === 0)));
    if (added_item !== undefined && !isKept) plan.removedItems.push(added_item);
    if (source) plan.sources.push(source);
    if (isMaking && !isKept && after.length > 0) letNextRowDeleteRecord(after);
    else if (isMaking && !isKept) plan.isDeleted = true;
    (isKept ? plan.kept : plan.undone).push(row);
  }
  const { compare_at } = product;
  correctPriceAndStatus(product);
  // a compare-at price cleared here is restored when the later import is undone
  if (compare_at !== product.compare_at)
    letNextRowRestoreField(later, rows[0]?.id ?? 0, 'compare_at', { from: compare_at, to: null });
  // a product that is deleted is not updated before
  const isMoved = () => json(toValues(product)) !== json(toValues(plan.stood));
  plan.isWritten = !plan.isDeleted && (plan.removedItems.length + plan.sources.length > 0 || isMoved());
  return plan;
}

async function deleteProducts(ctx: Ctx, plans: readonly Plan[]): Promise<void> {
  if (plans.length === 0) return;
  const ids = plans.map(({ product }) => product.id);
  await runStatement(
    ctx,
    tables
      .updateTable('product_item')
      .set({ deleted_at: ctx.now })
      .where('product_id', '=', anyIdSql(ids))
      .where('deleted_at', 'is', null),
  );
  await runStatement(
    ctx,
    tables
      .updateTable('product')
      .set((eb) => ({ deleted_at: ctx.now, updated_at: ctx.now, version: eb('version', '+', 1) }))
      .where('id', '=', anyIdSql(ids)),
  );
  await recordAudits(
    ctx,
    plans.map(({ stood }) => ({
      noun: 'product' as const,
      id: stood.id,
      action: 'delete',
      before: { titles: stood.titles, price: stood.price, status: stood.status },
      after: null,
      version: stood.version + 1,
    })),
  );
}

/** Writes the categories of products, without those deleted since. */
async function writeCategories(ctx: Ctx, plans: readonly Plan[]): Promise<void> {
  const moved = plans.filter(({ product, stood }) => json(product.categories) !== json(stood.categories));
  if (moved.length === 0) return;
  const ids = moved.map(({ product }) => product.id);
  const rows = moved.flatMap(({ product }) =>
    product.categories.map((category_id) => ({ product_id: product.id, category_id })),
  );
  await runStatement(ctx, sql`DELETE FROM product_category WHERE product_id = ANY(${ids}::int[])`);
  await runStatement(
    ctx,
    sql`
    INSERT INTO product_category (product_id, category_id)
    SELECT r.product_id, c.id
      FROM jsonb_to_recordset(${json(rows)}::jsonb) AS r(product_id int, category_id int)
      JOIN (SELECT id FROM category WHERE deleted_at IS NULL
              AND id = ANY(${rows.map(({ category_id }) => category_id)}::int[]) ORDER BY id FOR SHARE) AS c
        ON c.id = r.category_id
    ON CONFLICT DO NOTHING`,
  );
}

/** Removes brands deleted since from the plan and locks the others until the transaction ends. */
async function dropDeletedBrands(ctx: Ctx, plans: readonly Plan[]): Promise<void> {
  const moved = plans.filter(({ product, stood }) => product.brand_id !== stood.brand_id);
  for (const { product } of moved)
    if (product.brand_id !== null && !(await lockBrands(ctx, [product.brand_id]))) product.brand_id = null;
}

async function writeProducts(ctx: Ctx, plans: readonly Plan[]): Promise<void> {
  if (plans.length === 0) return;
  await dropDeletedBrands(ctx, plans);
  const rows = plans.map(({ product }) => product);
  await updateProductValues(ctx, rows);
  const items = plans.flatMap(({ product, stood }) =>
    product.items.filter((item, at) => json(item) !== json(stood.items[at])),
  );
  await updateItemValues(ctx, items);
  const removed = plans.flatMap(({ removedItems }) => removedItems);
  if (removed.length > 0)
    await ctx.db.product_item.updateMany({
      where: { id: { in: removed }, deleted_at: null },
      data: { deleted_at: ctx.now },
    });
  await writeCategories(ctx, plans);
  const sources = plans.flatMap(({ product, sources }) =>
    sources.map((source) => ({ product_id: product.id, source })),
  );
  if (sources.length > 0)
    await runStatement(
      ctx,
      sql`
      DELETE FROM product_image g USING jsonb_to_recordset(${json(sources)}::jsonb) AS r(product_id int, source text)
       WHERE g.product_id = r.product_id AND g.source = r.source`,
    );
  await recordAudits(
    ctx,
    plans.map(({ product, stood }) => ({
      noun: 'product' as const,
      id: product.id,
      action: 'update',
      before: { ...stood },
      after: { ...product },
      version: stood.version + 1,
    })),
  );
}

/** Restores the products that rows changed and deletes those that they created (docs/rules/imports.md#undo). */
export async function restoreProducts(
  ctx: Ctx,
  import_id: number,
  rows: readonly WrittenRow[],
): Promise<void> {
  const ids = [...new Set(rows.map(({ record_id }) => record_id))];
  const products = new Map((await lockProducts(ctx, ids)).map((product) => [product.id, product]));
  const received = await findReceivedProducts(ctx, ids);
  const historyOf = await loadHistories(ctx, 'product', import_id, ids);
  const plans: Plan[] = [];
  const gone: WrittenRow[] = [];
  for (const [id, own] of Map.groupBy(rows, ({ record_id }) => record_id)) {
    const product = products.get(id);
    if (product) plans.push(planProduct(product, own, historyOf(id), received.has(id)));
    else gone.push(...own);
  }
  const written = plans.filter(({ isDeleted, isWritten }) => isWritten && !isDeleted);
  await deleteProducts(
    ctx,
    plans.filter(({ isDeleted }) => isDeleted),
  );
  await writeProducts(ctx, written);
  await saveChangedUndoValues(
    ctx,
    ids.flatMap((id) => historyOf(id).later),
  );
  const versionOf = ({ stood, isWritten, isDeleted }: Plan) =>
    isWritten || isDeleted ? stood.version + 1 : null;
  const marked = (plan: Plan, of: 'undone' | 'kept') =>
    plan[of].map(({ id }) => ({ id, undone_version: versionOf(plan) }));
  await markUndone(
    ctx,
    plans.flatMap((plan) => marked(plan, 'undone')),
  );
  const isStocked = ({ product, kept }: Plan) =>
    received.has(product.id) && kept.some(({ result }) => result === 'created');
  await markNotUndone(
    ctx,
    plans.filter((plan) => !isStocked(plan)).flatMap((plan) => marked(plan, 'kept')),
  );
  await markNotUndone(
    ctx,
    plans.filter(isStocked).flatMap((plan) => marked(plan, 'kept')),
    'import.row_received',
  );
  await markNotUndone(
    ctx,
    gone.map(({ id }) => ({ id, undone_version: null })),
  );
}
