import { toBarcodeKey } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import { type Selectable, sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { runStatement, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import type { Tables } from '../../../generated/tables.ts';
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
      minimum_quantity: item.minimum_quantity ?? before?.minimum_quantity ?? 0,
    };
  });
  refuseTwice(
    after.map(({ barcode }) => barcode && toBarcodeKey(barcode)),
    'barcode',
  );
  return after;
}

type Row = Pick<
  Selectable<Tables['product_item']>,
  'barcode' | 'option' | 'price' | 'pack_quantity' | 'minimum_quantity' | 'ord'
> & { item_id: number | null };

/** The items of a product as a table `r`, numbered in their order. */
const itemsAsTable = (items: ReturnType<typeof mergeProductItems>) =>
  sql<Row>`jsonb_to_recordset(${JSON.stringify(items.map((item, ord) => ({ ...item, ord })))}::jsonb)`.as<'r'>(
    sql`r(item_id int, barcode text, option text, price numeric, pack_quantity numeric, minimum_quantity numeric, ord smallint)`,
  );

/**
 * Sets a product's items to exactly these; others are soft-deleted, because old documents refer to them. The caller has
 * locked the product. @throws product.in_use when a deleted one has stock
 */
export async function replaceProductItems(
  ctx: Ctx,
  product_id: number,
  after: ReturnType<typeof mergeProductItems>,
) {
  const keptIds = after.flatMap(({ item_id }) => item_id ?? []);
  await checkRemovedItemsHaveNoStock(ctx, product_id, keptIds, 'items');
  await runStatement(
    ctx,
    tables
      .updateTable('product_item')
      .set({ deleted_at: ctx.now })
      .where('product_id', '=', product_id)
      .where('deleted_at', 'is', null)
      .where(sql<boolean>`id <> all(${keptIds}::int[])`),
  );
  const items = itemsAsTable(after);
  if (keptIds.length > 0) {
    // clear both barcodes first, because two items may swap theirs
    await runStatement(
      ctx,
      tables
        .updateTable('product_item as i')
        .from(items)
        .set({ barcode: null, shares_code: false })
        .whereRef('i.id', '=', 'r.item_id')
        .whereRef('i.barcode', 'is distinct from', 'r.barcode')
        .where('i.barcode', 'is not', null),
    );
    await runStatement(
      ctx,
      tables
        .updateTable('product_item as i')
        .from(items)
        .set(({ ref }) => ({
          barcode: ref('r.barcode'),
          option: ref('r.option'),
          price: ref('r.price'),
          pack_quantity: ref('r.pack_quantity'),
          minimum_quantity: ref('r.minimum_quantity'),
          ord: ref('r.ord'),
        }))
        .whereRef('i.id', '=', 'r.item_id'),
    );
  }
  if (keptIds.length < after.length)
    await runStatement(
      ctx,
      tables
        .insertInto('product_item')
        .columns([
          'product_id',
          'barcode',
          'option',
          'price',
          'pack_quantity',
          'minimum_quantity',
          'ord',
          'created_at',
        ])
        .expression(({ selectFrom }) =>
          selectFrom(items)
            .select(sql<number>`${product_id}::int`.as('product_id'))
            .select(['r.barcode', 'r.option', 'r.price', 'r.pack_quantity', 'r.minimum_quantity', 'r.ord'])
            .select(sql<Date>`${ctx.now}::timestamptz`.as('created_at'))
            .where('r.item_id', 'is', null)
            .orderBy('r.ord'),
        ),
    );
}
