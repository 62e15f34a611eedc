import { listBarcodeVariants } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { requireFound } from '../../../core/access.ts';
import { loadByIdsInOrder } from '../../../core/cache/single-flight.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, unnestIds } from '../../../core/db/tables.ts';
import { isItemCodeOneOf } from './item-code.ts';
import {
  HIDDEN_CATEGORIES_SQL,
  PRODUCT_JOINS_SQL,
  type ProductRecord,
  productRecordColumnsSql,
  showView,
} from './product.view.ts';

type Show = z.output<typeof api.product.show.output>;

/**
 * Condition for the products `p` that a caller may see: without the permission only active ones that have no category
 * or at least one that is not hidden.
 */
export function visibleProductsSql(ctx: Ctx): RawBuilder<boolean> {
  if (ctx.reach === 'full') return sql<boolean>`p.deleted_at IS NULL`;
  return sql<boolean>`p.deleted_at IS NULL AND p.status = 1 AND p.id NOT IN (
    ${HIDDEN_CATEGORIES_SQL}
    SELECT pc.product_id FROM product_category pc JOIN hidden h ON h.id = pc.category_id
     WHERE NOT EXISTS (SELECT 1 FROM product_category o WHERE o.product_id = pc.product_id
                          AND o.category_id NOT IN (SELECT id FROM hidden)))`;
}

/** Selects full products: the ids in `u` that meet a condition on `p`. */
const selectProducts = (
  ctx: Ctx,
  u: RawBuilder<unknown>,
  where: RawBuilder<boolean>,
): RawBuilder<ProductRecord> =>
  sql<ProductRecord>`SELECT ${productRecordColumnsSql(ctx)} FROM ${u} JOIN product p ON p.id = u.id ${PRODUCT_JOINS_SQL} WHERE ${where}`;

/** Finds a full product by id that meets a condition on `p`. */
async function findProduct(
  ctx: Ctx,
  id: number,
  where: RawBuilder<boolean>,
): Promise<ProductRecord | undefined> {
  const [product] = await loadByIdsInOrder<ProductRecord>(ctx, [id], (ids) =>
    selectProducts(ctx, sql`${unnestIds(ids)}`, where),
  );
  return product;
}

/** Finds a product by id, even if it is deleted. */
export const findProductById = (ctx: Ctx, id: number): Promise<ProductRecord | undefined> =>
  findProduct(ctx, id, sql<boolean>`TRUE`);

/** Returns a product; one that the caller may not see looks missing. @throws record.missing */
export async function show(ctx: Ctx, { id }: { id: number }): Promise<Show> {
  return showView(ctx, requireFound(await findProduct(ctx, id, visibleProductsSql(ctx))));
}

/**
 * Returns the product of an item with this barcode in any case. UPC-A and EAN-13 forms match each other; the exact code
 * wins. @throws record.missing
 */
export async function showByBarcode(ctx: Ctx, input: { barcode: string }): Promise<Show> {
  const codes = listBarcodeVariants(input.barcode);
  const item = sql`(SELECT i.product_id FROM product_item i
        WHERE i.deleted_at IS NULL AND ${isItemCodeOneOf(codes)}
        ORDER BY i.barcode = ${input.barcode} DESC LIMIT 1) AS u(id)`;
  const row = await fetchRow(ctx, selectProducts(ctx, item, visibleProductsSql(ctx)));
  return showView(ctx, requireFound(row));
}
