import type { Ctx } from '../../../core/ctx.ts';

/** What an import writes into a product and its undo puts back; amounts in major units of the shop's currency. */
export type ProductValues = {
  readonly id: number;
  readonly titles: object;
  readonly descriptions: object;
  readonly price: number;
  readonly compare_at: number | null;
  readonly free: number;
  readonly status: number;
};

/** Writes these values into locked products, each with its next version. */
export const updateProductValues = (ctx: Ctx, rows: readonly ProductValues[]) => ctx.db.$executeRaw`
    UPDATE product p
       SET titles = r.titles, descriptions = r.descriptions, price = r.price, compare_at = r.compare_at,
           free = r.free, status = r.status, version = p.version + 1, updated_at = ${ctx.now}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS r(id int, titles jsonb, descriptions jsonb, price numeric, compare_at numeric, free smallint,
             status smallint)
     WHERE p.id = r.id`;

/** Writes the own prices of items; null takes the product's. */
export async function updateItemPrices(
  ctx: Ctx,
  items: readonly { readonly id: number; readonly price: number | null }[],
): Promise<void> {
  if (items.length > 0)
    await ctx.db.$executeRaw`
      UPDATE product_item i SET price = r.price
        FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb) AS r(id int, price numeric) WHERE i.id = r.id`;
}
