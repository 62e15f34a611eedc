import { listBarcodeVariants, toBarcodeKey } from '@dukkan/commerce';
import { codeSql } from '../../../core/code-sql.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import type { Texts } from '../../../core/list/localized-columns.ts';

/** An item's price in a price list. */
export type PriceListEntry = { readonly price: number; readonly status: 0 | 1 };

/** A living product as far as an import changes it; one object for all of a batch's rows about it. */
export type CurrentProduct = {
  readonly id: number;
  readonly version: number;
  titles: Texts;
  descriptions: Texts;
  price: number;
  compare_at: number | null;
  free: 0 | 1;
  status: 0 | 1;
  categories: number[];
  readonly items: {
    readonly id: number;
    readonly barcode: string | null;
    price: number | null;
    /** In the list that is imported into; null where it has none there. */
    readonly listed: PriceListEntry | null;
  }[];
  /** The pictures' origins: SHA-256 of those that imports brought. */
  readonly sources: string[];
};

/** The item that a row names: the one with that spelling, else the one with that number. */
export const findItemByBarcode = (
  product: CurrentProduct,
  barcode: string | null,
): CurrentProduct['items'][number] | undefined =>
  barcode === null
    ? undefined
    : (product.items.find((item) => item.barcode === barcode) ??
      product.items.find(
        (item) => item.barcode !== null && toBarcodeKey(item.barcode) === toBarcodeKey(barcode),
      ));

/** The living products that carry one of these barcodes, by the barcode's key. */
export type ProductsByBarcode = ReadonlyMap<string, CurrentProduct>;

/**
 * Locks the products that carry one of these barcodes, in the order of their ids like everyone does.
 * @returns how many there are
 */
export async function lockProductsByBarcode(ctx: Ctx, barcodes: readonly string[]): Promise<number> {
  const rows = await ctx.db.$queryRaw<unknown[]>`
    SELECT id FROM product
     WHERE id IN (SELECT product_id FROM product_item WHERE ${codeSql('barcode')} = ANY(${barcodes.flatMap(listBarcodeVariants)}::text[]) AND deleted_at IS NULL)
     ORDER BY id FOR UPDATE`;
  return rows.length;
}

/** What stands now under these barcodes, with their prices in a list: one statement for a whole batch. */
export async function loadProductsByBarcodeKey(
  ctx: Ctx,
  barcodes: readonly string[],
  price_list_id: number | null,
): Promise<ProductsByBarcode> {
  const listed =
    price_list_id === null
      ? Prisma.sql`NULL`
      : Prisma.sql`(SELECT json_build_object('price', x.price, 'status', x.status) FROM price_list_item x
          WHERE x.price_list_id = ${price_list_id} AND x.item_id = i.id)`;
  const rows = await ctx.db.$queryRaw<CurrentProduct[]>`
    SELECT p.id, p.version, p.titles, p.descriptions, p.price::float8 AS price, p.compare_at::float8 AS compare_at,
           p.free, p.status,
           ARRAY(SELECT category_id FROM product_category c WHERE c.product_id = p.id ORDER BY 1) AS categories,
           (SELECT json_agg(json_build_object('id', i.id, 'barcode', i.barcode, 'price', i.price, 'listed', ${listed}) ORDER BY i.ord, i.id)
              FROM product_item i WHERE i.product_id = p.id AND i.deleted_at IS NULL) AS items,
           ARRAY(SELECT source FROM product_image g WHERE g.product_id = p.id AND source IS NOT NULL) AS sources
      FROM product p
     WHERE p.deleted_at IS NULL
       AND p.id IN (SELECT product_id FROM product_item WHERE ${codeSql('barcode')} = ANY(${barcodes.flatMap(listBarcodeVariants)}::text[]) AND deleted_at IS NULL)`;
  const found = new Map<string, CurrentProduct>();
  for (const row of rows)
    for (const { barcode } of row.items ?? []) if (barcode !== null) found.set(toBarcodeKey(barcode), row);
  return found;
}
