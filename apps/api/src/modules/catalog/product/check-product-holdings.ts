import { fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRow, fetchRows, tables } from '../../../core/db/tables.ts';

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
  const items = await fetchRows(
    ctx,
    tables
      .selectFrom('product_item')
      .select('id')
      .where('product_id', '=', product_id)
      .where('deleted_at', 'is', null)
      .where(sql<boolean>`id <> all(${[...stay]}::int[])`)
      .orderBy('id')
      .forUpdate(),
  );
  if (items.length === 0) return;
  const ids = items.map(({ id }) => id);
  const held = await fetchRow(
    ctx,
    tables
      .selectFrom('stock_level')
      .select(({ ref }) => [
        sql<number>`coalesce(sum(greatest(${ref('on_hand')}, 0)), 0)::float8`.as('units'),
        sql<number>`coalesce(sum(greatest(${ref('reserved')}, 0)), 0)::float8`.as('reserved'),
      ])
      .where('item_id', '=', anyIdSql(ids)),
  );
  if (held && held.units + held.reserved > 0) fail('product.in_use', held, field);
}

/**
 * True when units of a deleted product, or of deleted items of an existing one, are in stock or reserved in any branch.
 */
export async function hasStockOfDeletedItems(ctx: Ctx, product_id: number): Promise<boolean> {
  const held = await fetchRow(
    ctx,
    tables
      .selectFrom('stock_level as l')
      .innerJoin('product_item as i', 'i.id', 'l.item_id')
      .innerJoin('product as p', 'p.id', 'i.product_id')
      .select('l.item_id')
      .where('p.id', '=', product_id)
      .where((eb) => eb.or([eb('i.deleted_at', 'is not', null), eb('p.deleted_at', 'is not', null)]))
      .where((eb) => eb.or([eb('l.on_hand', '>', '0'), eb('l.reserved', '>', '0')]))
      .limit(1),
  );
  return held !== undefined;
}
