import type { FailureCode } from '@dukkan/contract';
import { recordAudits } from '../../../core/audit.ts';
import { createLoopLimit } from '../../../core/bounded.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { toTexts } from '../../../core/list/localized-columns.ts';
import { ROWS_MAX } from '../../../core/spreadsheet/limits.ts';
import { lockImport, publishImportChanged } from '../import.store.ts';
import type { CreatedCategory, ImportRecord } from '../import.view.ts';
import type { ImportPorts } from '../ports.ts';
import type { CategoryMove, ProductUndoValues } from '../run/decide-row.ts';
import { lockPriceList, restorePriceList } from '../run/price-list-rows.ts';
import { cancelImportReceipts, findReceivedProducts } from '../run/receive-stock.ts';

const BATCH = 500;
/** Categories of one transaction: each is looked at by itself. */
const CATEGORIES = 100;

type Written = {
  readonly id: number;
  readonly row: number;
  readonly result: 'created' | 'updated' | 'item';
  readonly product_id: number;
  readonly version: number;
  readonly before: ProductUndoValues | null;
};

type Product = {
  readonly id: number;
  readonly version: number;
  readonly titles: unknown;
  readonly descriptions: unknown;
  readonly price: number;
  readonly compare_at: number | null;
  readonly free: number;
  readonly status: number;
};

const json = JSON.stringify;

/** What is to be put back of one product: of several rows about it the earliest value holds. */
type Plan = {
  readonly product: Product;
  readonly rows: Written[];
  delete: boolean;
  fields: ProductUndoValues;
  moves: CategoryMove[];
  items: NonNullable<ProductUndoValues['item']>[];
  sources: string[];
  /** Items that were put to it. */
  added: number[];
};

/** The last rows first: what a later row changed again goes back through the same steps. */
function planOf(product: Product, rows: Written[]): Plan {
  const plan: Plan = {
    product,
    rows,
    delete: false,
    fields: {},
    moves: [],
    items: [],
    sources: [],
    added: [],
  };
  for (const { result, before } of rows) {
    if (result === 'created') plan.delete = true;
    const { item, categories, source, added_item, listed: _, ...fields } = before ?? {};
    plan.fields = { ...plan.fields, ...fields };
    if (item) plan.items.push(item);
    if (categories) plan.moves.push(...[categories].flat().toReversed());
    if (added_item) plan.added.push(added_item);
    if (source) plan.sources.push(source);
  }
  return plan;
}

async function deleteProducts(ctx: Ctx, plans: readonly Plan[]): Promise<void> {
  if (plans.length === 0) return;
  const ids = plans.map(({ product }) => product.id);
  await ctx.db.$executeRaw`
    UPDATE product_item SET deleted_at = ${ctx.now} WHERE product_id = ANY(${ids}::int[]) AND deleted_at IS NULL`;
  await ctx.db.$executeRaw`
    UPDATE product SET deleted_at = ${ctx.now}, updated_at = ${ctx.now}, version = version + 1
     WHERE id = ANY(${ids}::int[])`;
  await recordAudits(
    ctx,
    plans.map(({ product }) => ({
      noun: 'product' as const,
      id: product.id,
      action: 'delete',
      before: { titles: toTexts(product.titles), price: product.price, status: product.status },
      after: null,
      version: product.version + 1,
    })),
  );
}

async function restoreProducts(ctx: Ctx, plans: readonly Plan[]): Promise<void> {
  if (plans.length === 0) return;
  const rows = plans.map(({ product, fields }) => ({ ...product, ...fields }));
  await ctx.db.$executeRaw`
    UPDATE product p
       SET titles = r.titles, descriptions = r.descriptions, price = r.price, compare_at = r.compare_at,
           free = r.free, status = r.status, version = p.version + 1, updated_at = ${ctx.now}
      FROM jsonb_to_recordset(${json(rows)}::jsonb)
        AS r(id int, titles jsonb, descriptions jsonb, price numeric, compare_at numeric, free smallint,
             status smallint)
     WHERE p.id = r.id`;
  const items = plans.flatMap((plan) => plan.items);
  if (items.length > 0)
    await ctx.db.$executeRaw`
      UPDATE product_item i SET price = r.price
        FROM jsonb_to_recordset(${json(items)}::jsonb) AS r(id int, price numeric) WHERE i.id = r.id`;
  const added = plans.flatMap((plan) => plan.added);
  if (added.length > 0)
    await ctx.db.product_item.updateMany({ where: { id: { in: added } }, data: { deleted_at: ctx.now } });
  for (const { product, moves } of plans)
    for (const { added, removed } of moves) {
      await ctx.db
        .$executeRaw`DELETE FROM product_category WHERE product_id = ${product.id} AND category_id = ${added}`;
      if (removed !== null)
        // one that was deleted since stays empty
        await ctx.db.$executeRaw`
          INSERT INTO product_category (product_id, category_id)
          SELECT ${product.id}::int, id FROM category WHERE id = ${removed} AND deleted_at IS NULL FOR SHARE
          ON CONFLICT DO NOTHING`;
    }
  const sources = plans.flatMap((plan) =>
    plan.sources.map((source) => ({ product_id: plan.product.id, source })),
  );
  if (sources.length > 0)
    await ctx.db.$executeRaw`
      DELETE FROM product_image g USING jsonb_to_recordset(${json(sources)}::jsonb) AS r(product_id int, source text)
       WHERE g.product_id = r.product_id AND g.source = r.source`;
  await recordAudits(
    ctx,
    plans.map(({ product, fields }) => ({
      noun: 'product' as const,
      id: product.id,
      action: 'update',
      before: { ...product },
      after: { ...product, ...fields },
      version: product.version + 1,
    })),
  );
}

async function markUndone(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await ctx.db.product_import_row.updateMany({
      where: { id: { in: [...ids] } },
      data: { result: 'undone' },
    });
}

async function markKept(
  ctx: Ctx,
  ids: readonly number[],
  code: FailureCode = 'import.row_changed_since',
): Promise<void> {
  if (ids.length === 0) return;
  const reason = [{ field: null, column: null, code, params: {} }];
  await ctx.db.$executeRaw`
    UPDATE product_import_row SET result = 'kept', reasons = ${json(reason)}::jsonb
     WHERE id = ANY(${[...ids]}::bigint[])`;
}

/** Marks what became of the rows; the version stays true for earlier rows about the same products. */
async function markRows(ctx: Ctx, undone: readonly Plan[], kept: readonly Written[]): Promise<void> {
  const done = undone.flatMap(({ rows }) => rows.map(({ id }) => id));
  await markUndone(ctx, done);
  // the product is again as it stood before these rows: rows that left it so, of this import or another, may be undone too
  const stood = undone.map(({ product, rows }) => ({
    id: product.id,
    version: (rows.at(-1)?.version ?? 1) - 1,
  }));
  if (stood.length > 0)
    await ctx.db.$executeRaw`
      UPDATE product_import_row r SET version = p.version
        FROM product p JOIN jsonb_to_recordset(${json(stood)}::jsonb) AS s(id int, version int) ON s.id = p.id
       WHERE r.product_id = p.id AND r.version = s.version AND r.result IN ('created', 'updated', 'item')`;
  await markKept(
    ctx,
    kept.map(({ id }) => id),
  );
}

/** Puts back what rows changed in products, and deletes those that they made. */
async function restoreWritten(ctx: Ctx, rows: readonly Written[]): Promise<void> {
  const ids = [...new Set(rows.map(({ product_id }) => product_id))];
  const products = await ctx.db.$queryRaw<Product[]>`
    SELECT id, version, titles, descriptions, price::float8 AS price, compare_at::float8 AS compare_at, free, status
      FROM product WHERE id = ANY(${ids}::int[]) AND deleted_at IS NULL ORDER BY id FOR UPDATE`;
  const received = await findReceivedProducts(ctx, ids);
  const plans: Plan[] = [];
  const kept: Written[] = [];
  const stocked: number[] = [];
  for (const id of ids) {
    const own = rows.filter(({ product_id }) => product_id === id);
    const product = products.find((one) => one.id === id);
    // the version that the last row left behind; earlier rows' changes are put back below it
    const isAsLeft = product && own[0]?.version === product.version;
    const plan = isAsLeft ? planOf(product, own) : null;
    if (plan?.delete && received.has(id)) stocked.push(...own.map((row) => row.id));
    else if (plan) plans.push(plan);
    else kept.push(...own);
  }
  await deleteProducts(
    ctx,
    plans.filter((plan) => plan.delete),
  );
  await restoreProducts(
    ctx,
    plans.filter((plan) => !plan.delete),
  );
  await markRows(ctx, plans, kept);
  await markKept(ctx, stocked, 'import.row_received');
}

/** Puts back the last rows that stand written. @returns false where there are none left, or others took over */
async function restoreBatch(ctx: Ctx, import_id: number, ports: ImportPorts): Promise<boolean> {
  return ctx.tx(async (ctx) => {
    const { state, version, price_list_id } = await lockImport(ctx, import_id);
    if (state !== 'undoing') return false;
    const rows = await ctx.db.$queryRaw<Written[]>`
      SELECT id::float8 AS id, row, result, product_id, version, before FROM product_import_row
       WHERE import_id = ${import_id} AND result IN ('created', 'updated', 'item') ORDER BY row DESC LIMIT ${BATCH}`;
    if (rows.length === 0) return false;
    if (price_list_id === null) await restoreWritten(ctx, rows);
    else {
      await lockPriceList(ctx, price_list_id);
      const { undone, kept } = await restorePriceList(ctx, ports, price_list_id, rows);
      await markUndone(ctx, undone);
      await markKept(ctx, kept);
    }
    const data = { attempts: 0, version: version + 1 };
    await ctx.db.product_import.update({ where: { id: import_id }, data, select: { id: true } });
    await publishImportChanged(ctx, import_id, version + 1);
    return true;
  });
}

/** Deletes those of the categories that the import made that nobody uses; the deepest come first. */
async function removeCategories(ctx: Ctx, made: readonly CreatedCategory[]): Promise<void> {
  for (const { id } of made) {
    if (id === null) continue;
    await ctx.db.$executeRaw`SELECT 1 FROM category WHERE id = ${id} FOR UPDATE`;
    const gone = await ctx.db.$queryRaw<{ titles: unknown; version: number }[]>`
      UPDATE category c SET deleted_at = ${ctx.now}, updated_at = ${ctx.now}, version = version + 1
       WHERE id = ${id} AND deleted_at IS NULL AND version = 1
         AND NOT EXISTS (SELECT 1 FROM category k WHERE k.parent_id = c.id AND k.deleted_at IS NULL)
         AND NOT EXISTS (SELECT 1 FROM product_category pc JOIN product p ON p.id = pc.product_id
                          WHERE pc.category_id = c.id AND p.deleted_at IS NULL)
      RETURNING titles, version`;
    const [row] = gone;
    if (row)
      await recordAudits(ctx, [
        {
          noun: 'category',
          id,
          action: 'delete',
          before: { titles: toTexts(row.titles) },
          after: null,
          version: row.version,
        },
      ]);
  }
}

/** Undoes an import in batches, the last rows first; safe to be killed and begun again anywhere. */
export async function runImportUndo(
  ctx: Ctx,
  row: ImportRecord,
  stopping: () => boolean,
  ports: ImportPorts,
): Promise<void> {
  await cancelImportReceipts(ctx, row, ports, stopping);
  if (stopping()) return;
  // each batch puts at least one row back
  const countRound = createLoopLimit('undoing an import', ROWS_MAX);
  while (await restoreBatch(ctx, row.id, ports)) {
    if (stopping()) return;
    countRound();
  }
  const made = (row.categories as unknown as readonly CreatedCategory[]).toReversed();
  for (let at = 0; at < made.length; at += CATEGORIES) {
    if (stopping()) return;
    await ctx.tx(async (ctx) => {
      const { state } = await lockImport(ctx, row.id);
      if (state === 'undoing') await removeCategories(ctx, made.slice(at, at + CATEGORIES));
    });
  }
  await ctx.tx(async (ctx) => {
    const { state, version } = await lockImport(ctx, row.id);
    if (state !== 'undoing') return;
    const data = { state: 'undone', finished_at: ctx.services.now(), version: version + 1 };
    await ctx.db.product_import.update({ where: { id: row.id }, data, select: { id: true } });
    await publishImportChanged(ctx, row.id, version + 1);
  });
}
