import { type Localized, resolveText } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { checkVersion, requireFound } from '../../../core/access.ts';
import { recordAudit, recordAudits } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { UNDO_MS } from '../../../core/soft-delete.ts';
import { checkBarcodesFree, explainBarcodeConflict } from './barcode-conflicts.ts';
import { checkRemovedItemsHaveNoStock, hasStockOfDeletedItems } from './check-product-holdings.ts';
import { auditView, type ProductRecord, showView } from './product.view.ts';
import { lockExistingProduct, lockProduct, lockReferencedRows } from './save-product.ts';
import { findProductById } from './show-product.ts';

/**
 * Deletes a product and its items; their barcodes may be used again.
 * @throws record.missing, record.stale, product.in_use with the units in stock and reserved
 */
export async function remove(ctx: Ctx, { id, version }: { id: number; version?: number | undefined }) {
  return ctx.tx(async (ctx) => {
    const before = await lockExistingProduct(ctx, id);
    checkVersion(before.version, version);
    await checkRemovedItemsHaveNoStock(ctx, id, []);
    // a unique timestamp, so that items deleted earlier are not restored with the product
    const [gone] = await ctx.db.$queryRaw<{ at: Date }[]>`
      SELECT greatest(${ctx.now}::timestamptz, max(deleted_at) + interval '1 millisecond') AS at
        FROM product_item WHERE product_id = ${id}`;
    const deleted_at = gone?.at ?? ctx.now;
    const data = { deleted_at, updated_at: ctx.now, version: { increment: 1 } };
    await ctx.db.product_item.updateMany({
      where: { product_id: id, deleted_at: null },
      data: { deleted_at },
    });
    await ctx.db.product.update({ where: { id }, data, select: { id: true } });
    const change = { noun: 'product', id, action: 'delete', before: auditView(before), after: null } as const;
    await recordAudit(ctx, { ...change, version: before.version + 1 });
    return { deleted: 1 as const };
  });
}

/**
 * Condition for items `i` of a product `p` that a restore brings back: those deleted with it, and those that still have
 * stock.
 */
const COMES_BACK = Prisma.sql`
  (p.deleted_at = i.deleted_at OR i.deleted_at IS NOT NULL AND EXISTS (
     SELECT 1 FROM stock_level l WHERE l.item_id = i.id AND (l.on_hand > 0 OR l.reserved > 0)))`;

/** Returns the barcodes of the items that a restore brings back. */
const barcodesOf = async (ctx: Ctx, id: number) => {
  const rows = await ctx.services.database.prisma.$queryRaw<{ barcode: string }[]>`
    SELECT i.barcode FROM product_item i JOIN product p ON p.id = i.product_id
     WHERE p.id = ${id} AND i.barcode IS NOT NULL AND ${COMES_BACK}`;
  return rows.map(({ barcode }) => ({ barcode, field: null }));
};

/** Checks that the product's categories, brand and tax type still exist. @throws reference.missing */
async function checkHeld(ctx: Ctx, row: ProductRecord): Promise<void> {
  const ids = (id: number | null) => (id === null ? [] : [id]);
  const categories = row.categories.map(({ id }) => id);
  await lockReferencedRows(ctx, 'category', categories, { field: 'categorys_id', active: false });
  await lockReferencedRows(ctx, 'brand', ids(row.brand_id), { field: 'brand_id', active: false });
  await lockReferencedRows(ctx, 'tax_type', ids(row.tax_type_id), { field: 'tax_type_id', active: false });
}

/**
 * Restores a product deleted in the last 24 hours with exactly the items deleted with it. Deleted items that still have
 * stock can be restored at any time, with their product, so that the stock can be moved.
 * Rule: docs/rules/deleting.md#stock-of-deleted-records
 * @throws record.missing, barcode.taken when another product uses one of the barcodes now, reference.missing
 */
export async function restore(ctx: Ctx, { id }: { id: number }) {
  const write = async (ctx: Ctx) => {
    const row = requireFound(await lockProduct(ctx, id));
    const isLate = (row.deleted_at?.getTime() ?? 0) <= ctx.now.getTime() - UNDO_MS;
    if (isLate && !(await hasStockOfDeletedItems(ctx, id))) fail('record.missing');
    await checkHeld(ctx, row);
    await checkBarcodesFree(ctx, id, await barcodesOf(ctx, id));
    await ctx.db.$executeRaw`
      UPDATE product_item i SET deleted_at = NULL FROM product p
       WHERE p.id = ${id} AND i.product_id = p.id AND ${COMES_BACK}`;
    const data = { deleted_at: null, updated_at: ctx.now, version: { increment: 1 } };
    await ctx.db.product.update({ where: { id }, data, select: { id: true } });
    const after = requireFound(await findProductById(ctx, id));
    const change = { noun: 'product', id, action: 'restore', before: null, after: auditView(after) } as const;
    await recordAudit(ctx, { ...change, version: after.version });
    return showView(ctx, after);
  };
  return explainBarcodeConflict(
    ctx,
    id,
    () => barcodesOf(ctx, id),
    () => ctx.tx(write),
  );
}

/** Number of refused products named in the error; the others are counted. */
const NAMED = 5;

/** Refuses to activate products without a price. @throws product.price_missing with their titles */
async function refuseUnpriced(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const rows = await ctx.db.$queryRaw<{ titles: Localized }[]>`
    SELECT p.titles FROM product p
     WHERE p.id = ANY(${[...ids]}::int[]) AND p.free = 0
       AND EXISTS (SELECT 1 FROM product_item i WHERE i.product_id = p.id AND i.deleted_at IS NULL
                    AND coalesce(i.price, p.price) = 0)
     ORDER BY p.id`;
  if (rows.length === 0) return;
  const named = rows.slice(0, NAMED).map(({ titles }) => resolveText(titles, ctx.locale));
  const more = rows.length > NAMED ? [`+${rows.length - NAMED}`] : [];
  const titles = [...named, ...more].join(ctx.locale === 'ar' ? '، ' : ', ');
  fail('product.price_missing', { count: rows.length, titles }, 'ids');
}

/**
 * Activates or disables many products in one statement, with an audit row for each that changed.
 * @throws record.missing when one does not exist; then nothing is changed
 */
export async function setProductsStatus(ctx: Ctx, { ids, status }: { ids: number[]; status: 0 | 1 }) {
  return ctx.tx(async (ctx) => {
    const rows = await ctx.db.$queryRaw<{ id: number; version: number | null }[]>`
      WITH wanted AS (
        SELECT id FROM product WHERE id = ANY(${ids}::int[]) AND deleted_at IS NULL ORDER BY id FOR UPDATE
      ), changed AS (
        UPDATE product p SET status = ${status}, version = p.version + 1, updated_at = ${ctx.now}
          FROM wanted WHERE p.id = wanted.id AND p.status <> ${status} RETURNING p.id, p.version
      )
      SELECT wanted.id, changed.version FROM wanted LEFT JOIN changed ON changed.id = wanted.id`;
    if (rows.length < ids.length) fail('record.missing');
    if (status === 1) await refuseUnpriced(ctx, ids);
    const changed = rows.filter(({ version }) => version !== null);
    await recordAudits(
      ctx,
      changed.map(({ id }) => ({
        noun: 'product',
        id,
        action: 'update',
        before: { status: 1 - status },
        after: { status },
      })),
    );
    return { changed: changed.length };
  });
}
