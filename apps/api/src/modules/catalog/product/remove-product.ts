import { resolveText } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { type ExpressionBuilder, sql } from 'kysely';
import { checkVersion, requireFound } from '../../../core/access.ts';
import { recordAudit, recordAudits } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRow, fetchRows, runStatement, tables } from '../../../core/db/tables.ts';
import { toTexts } from '../../../core/list/localized-columns.ts';
import type { RecordVersion } from '../../../core/record/define-record.ts';
import { UNDO_MS } from '../../../core/soft-delete.ts';
import type { Tables } from '../../../generated/tables.ts';
import { checkBarcodesFree, explainBarcodeConflict } from './barcode-conflicts.ts';
import { checkRemovedItemsHaveNoStock, hasStockOfDeletedItems } from './check-product-holdings.ts';
import { auditView, type ProductRecord, showView } from './product.view.ts';
import { lockExistingProduct, lockProduct, lockReferencedRows } from './save-product.ts';
import { findProductById } from './show-product.ts';

/**
 * Deletes a product and its items; their barcodes may be used again.
 * @throws record.missing, record.stale, product.in_use with the units in stock and reserved
 */
export async function remove(ctx: Ctx, { id, version }: RecordVersion) {
  return ctx.tx(async (ctx) => {
    const before = await lockExistingProduct(ctx, id);
    checkVersion(before.version, version);
    await checkRemovedItemsHaveNoStock(ctx, id, []);
    // a unique timestamp, so that items deleted earlier are not restored with the product
    const earlier = await fetchRow(
      ctx,
      tables
        .selectFrom('product_item')
        .select(({ fn }) =>
          sql<Date>`greatest(${ctx.now}::timestamptz, ${fn.max('deleted_at')} + interval '1 millisecond')`.as(
            'unused_at',
          ),
        )
        .where('product_id', '=', id),
    );
    const deleted_at = earlier?.unused_at ?? ctx.now;
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
const isBroughtBack = (eb: ExpressionBuilder<Tables & ItemOfProduct, 'i' | 'p'>) =>
  eb.or([
    eb('p.deleted_at', '=', eb.ref('i.deleted_at')),
    eb.and([
      eb('i.deleted_at', 'is not', null),
      eb.exists(
        eb
          .selectFrom('stock_level as l')
          .select('l.item_id')
          .whereRef('l.item_id', '=', 'i.id')
          .where((level) => level.or([level('l.on_hand', '>', '0'), level('l.reserved', '>', '0')])),
      ),
    ]),
  ]);

type ItemOfProduct = { i: Tables['product_item']; p: Tables['product'] };

/** Loads the barcodes of the items that a restore brings back. */
const loadBarcodes = async (ctx: Ctx, id: number) => {
  const rows = await fetchRows(
    { ...ctx, db: ctx.services.database.prisma },
    tables
      .selectFrom('product_item as i')
      .innerJoin('product as p', 'p.id', 'i.product_id')
      .select('i.barcode')
      .where('p.id', '=', id)
      .where(isBroughtBack),
  );
  return rows.flatMap(({ barcode }) => (barcode === null ? [] : [{ barcode, field: null }]));
};

/** Checks that the product's categories, brand and tax type still exist. @throws reference.missing */
async function lockStoredReferences(ctx: Ctx, row: ProductRecord): Promise<void> {
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
    await lockStoredReferences(ctx, row);
    await checkBarcodesFree(ctx, id, await loadBarcodes(ctx, id));
    await runStatement(
      ctx,
      tables
        .updateTable('product_item as i')
        .from('product as p')
        .set({ deleted_at: null })
        .where('p.id', '=', id)
        .whereRef('i.product_id', '=', 'p.id')
        .where(isBroughtBack),
    );
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
    () => loadBarcodes(ctx, id),
    () => ctx.tx(write),
  );
}

/** Number of refused products named in the error; the others are counted. */
const NAMED = 5;

/** Refuses to activate products without a price. @throws product.price_missing with their titles */
async function refuseUnpriced(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom('product as p')
      .select('p.titles')
      .where('p.id', '=', anyIdSql(ids))
      .where('p.free', '=', 0)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('product_item as i')
            .select('i.id')
            .whereRef('i.product_id', '=', 'p.id')
            .where('i.deleted_at', 'is', null)
            .where(({ fn }) => sql<boolean>`${fn.coalesce('i.price', 'p.price')} = 0`),
        ),
      )
      .orderBy('p.id'),
  );
  if (rows.length === 0) return;
  const named = rows.slice(0, NAMED).map(({ titles }) => resolveText(toTexts(titles), ctx.locale));
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
    const rows = await fetchRows(
      ctx,
      tables
        .with('wanted', (db) =>
          db
            .selectFrom('product')
            .select('id')
            .where('id', '=', anyIdSql(ids))
            .where('deleted_at', 'is', null)
            .orderBy('id')
            .forUpdate(),
        )
        .with('changed', (db) =>
          db
            .updateTable('product as p')
            .from('wanted')
            .set((eb) => ({ status, version: eb('p.version', '+', 1), updated_at: ctx.now }))
            .whereRef('p.id', '=', 'wanted.id')
            .where('p.status', '<>', status)
            .returning(['p.id', 'p.version']),
        )
        .selectFrom('wanted')
        .leftJoin('changed', 'changed.id', 'wanted.id')
        .select(['wanted.id', 'changed.version']),
    );
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
