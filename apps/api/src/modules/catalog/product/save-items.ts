import { toBarcodeKey } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { failField } from '../../../core/fail-field.ts';
import { checkRemovedItemsHaveNoStock } from './check-product-holdings.ts';
import type { ItemRecord } from './product.view.ts';

export type ProductItemsInput = NonNullable<z.output<typeof api.product.save.input>['items']>;

/** Returns the barcodes of a request with their field paths. */
export const listBarcodesWithFields = (items: ProductItemsInput | undefined) =>
  (items ?? []).flatMap(({ barcode }, index) =>
    barcode ? [{ barcode, field: `items.${index}.barcode` }] : [],
  );

/** Refuses duplicate values, on the field of the second one. */
function refuseTwice(values: readonly (string | number | null | undefined)[], field: string): void {
  const second = values.findIndex((value, index) => value != null && values.indexOf(value) < index);
  if (second >= 0) failField(`items.${second}.${field}`, 'distinct');
}

/**
 * Merges the request's items with the stored ones, in the request's order; absent fields keep their values.
 * @throws request.invalid for a duplicate barcode or item, reference.missing for an item of another product
 */
export function mergeProductItems(stored: readonly ItemRecord[], input: ProductItemsInput) {
  refuseTwice(
    input.map(({ item_id }) => item_id),
    'item_id',
  );
  const after = input.map((item, index) => {
    const before = stored.find(({ item_id }) => item_id === item.item_id);
    if (item.item_id !== undefined && !before)
      fail('reference.missing', { field: 'item_id' }, `items.${index}.item_id`);
    return {
      item_id: before?.item_id ?? null,
      barcode: item.barcode === undefined ? (before?.barcode ?? null) : item.barcode,
      option: item.option === undefined ? (before?.option ?? null) : item.option,
      price: item.price === undefined ? (before?.price ?? null) : item.price,
      pack_quantity: item.pack_quantity ?? before?.pack_quantity ?? 1,
    };
  });
  refuseTwice(
    after.map(({ barcode }) => barcode && toBarcodeKey(barcode)),
    'barcode',
  );
  return after;
}

/**
 * Sets a product's items to exactly these; others are soft-deleted, because old documents refer to them. The caller has
 * locked the product. @throws product.in_use when a deleted one has stock
 */
export async function replaceProductItems(
  ctx: Ctx,
  product_id: number,
  after: ReturnType<typeof mergeProductItems>,
) {
  const kept = after.flatMap(({ item_id }) => item_id ?? []);
  await checkRemovedItemsHaveNoStock(ctx, product_id, kept, 'items');
  await ctx.db.$executeRaw`
    UPDATE product_item SET deleted_at = ${ctx.now}
     WHERE product_id = ${product_id} AND deleted_at IS NULL AND id <> ALL(${kept}::int[])`;
  const rows = JSON.stringify(after.map((item, ord) => ({ ...item, ord })));
  if (kept.length > 0) {
    // clear both barcodes first, because two items may swap theirs
    await ctx.db.$executeRaw`
      UPDATE product_item i SET barcode = NULL, shares_code = FALSE
        FROM jsonb_to_recordset(${rows}::jsonb) AS r(item_id int, barcode text)
       WHERE i.id = r.item_id AND i.barcode IS DISTINCT FROM r.barcode AND i.barcode IS NOT NULL`;
    await ctx.db.$executeRaw`
      UPDATE product_item i SET barcode = r.barcode, option = r.option, price = r.price, pack_quantity = r.pack_quantity, ord = r.ord
        FROM jsonb_to_recordset(${rows}::jsonb)
          AS r(item_id int, barcode text, option text, price numeric, pack_quantity numeric, ord smallint)
       WHERE i.id = r.item_id`;
  }
  if (kept.length < after.length)
    await ctx.db.$executeRaw`
      INSERT INTO product_item (product_id, barcode, option, price, pack_quantity, ord, created_at)
      SELECT ${product_id}::int, r.barcode, r.option, r.price, r.pack_quantity, r.ord, ${ctx.now}::timestamptz
        FROM jsonb_to_recordset(${rows}::jsonb)
          AS r(item_id int, barcode text, option text, price numeric, pack_quantity numeric, ord smallint)
       WHERE r.item_id IS NULL ORDER BY r.ord`;
}
