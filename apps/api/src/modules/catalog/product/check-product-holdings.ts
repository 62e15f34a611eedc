import { fail } from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';

type Holdings = { readonly units: number; readonly reserved: number };

/**
 * Refuses to delete items with units in stock or reserved, and locks them against new use until the transaction ends.
 * Rule: docs/rules/deleting.md#products
 * @param stay ids of the items that remain
 * @throws product.in_use with the units in all branches
 */
export async function checkRemovedItemsHaveNoStock(
  ctx: Ctx,
  product_id: number,
  stay: readonly number[],
  field?: string,
): Promise<void> {
  const items = await ctx.db.$queryRaw<{ id: number }[]>`
    SELECT id FROM product_item
     WHERE product_id = ${product_id} AND deleted_at IS NULL AND id <> ALL(${[...stay]}::int[])
     ORDER BY id FOR UPDATE`;
  if (items.length === 0) return;
  const ids = items.map(({ id }) => id);
  const [held] = await ctx.db.$queryRaw<Holdings[]>`
    SELECT coalesce(sum(greatest(on_hand, 0)), 0)::float8 AS units,
           coalesce(sum(greatest(reserved, 0)), 0)::float8 AS reserved
      FROM stock_level WHERE item_id = ANY(${ids}::int[])`;
  if (held && held.units + held.reserved > 0) fail('product.in_use', held, field);
}

/**
 * True when units of a deleted product, or of deleted items of an existing one, are in stock or reserved in any branch.
 */
export async function hasStockOfDeletedItems(ctx: Ctx, product_id: number): Promise<boolean> {
  const [held] = await ctx.db.$queryRaw<{ yes: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM stock_level l JOIN product_item i ON i.id = l.item_id JOIN product p ON p.id = i.product_id
                    WHERE p.id = ${product_id} AND (i.deleted_at IS NOT NULL OR p.deleted_at IS NOT NULL)
                      AND (l.on_hand > 0 OR l.reserved > 0)) AS yes`;
  return held?.yes ?? false;
}
