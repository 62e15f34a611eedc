import { listBarcodeVariants } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import { requireFound } from '../../../core/access.ts';
import { idsAsTable, loadByIdsInOrder } from '../../../core/cache/single-flight.ts';
import { normalizedItemCodeSql } from '../../../core/code-sql.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma, queryRows } from '../../../core/db/database.ts';
import {
  HIDDEN,
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
export function visibleProductsSql(ctx: Ctx): Prisma.Sql {
  if (ctx.reach === 'full') return Prisma.sql`p.deleted_at IS NULL`;
  return Prisma.sql`p.deleted_at IS NULL AND p.status = 1 AND p.id NOT IN (
    ${HIDDEN}
    SELECT pc.product_id FROM product_category pc JOIN hidden h ON h.id = pc.category_id
     WHERE NOT EXISTS (SELECT 1 FROM product_category o WHERE o.product_id = pc.product_id
                          AND o.category_id NOT IN (SELECT id FROM hidden)))`;
}

/** SQL for full products: the ids in `u` that meet a condition on `p`. */
const select = (ctx: Ctx, u: Prisma.Sql, where: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`SELECT ${productRecordColumnsSql(ctx)} FROM ${u} JOIN product p ON p.id = u.id ${PRODUCT_JOINS_SQL} WHERE ${where}`;

/** Finds a full product by id that meets a condition on `p`. */
async function find(ctx: Ctx, id: number, where: Prisma.Sql): Promise<ProductRecord | undefined> {
  const [found] = await loadByIdsInOrder<ProductRecord>(ctx, [id], (ids) =>
    select(ctx, idsAsTable(ids), where),
  );
  return found;
}

/** Finds a product by id, even if it is deleted. */
export const findProductById = (ctx: Ctx, id: number): Promise<ProductRecord | undefined> =>
  find(ctx, id, Prisma.sql`TRUE`);

/** Returns a product; one that the caller may not see looks missing. @throws record.missing */
export async function show(ctx: Ctx, { id }: { id: number }): Promise<Show> {
  return showView(ctx, requireFound(await find(ctx, id, visibleProductsSql(ctx))));
}

/**
 * Returns the product of an item with this barcode in any case. UPC-A and EAN-13 forms match each other; the exact code
 * wins. @throws record.missing
 */
export async function showByBarcode(ctx: Ctx, input: { barcode: string }): Promise<Show> {
  const codes = listBarcodeVariants(input.barcode);
  const [row] = await queryRows<ProductRecord>(
    ctx,
    select(
      ctx,
      Prisma.sql`(SELECT i.product_id FROM product_item i
        WHERE i.deleted_at IS NULL AND ${normalizedItemCodeSql('i.barcode')} = ANY(${codes}::text[])
        ORDER BY i.barcode = ${input.barcode} DESC LIMIT 1) AS u(id)`,
      visibleProductsSql(ctx),
    ),
  );
  return showView(ctx, requireFound(row));
}
