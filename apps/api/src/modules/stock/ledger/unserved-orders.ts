import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRows, tables } from '../../../core/db/tables.ts';
import { formatQuantity, type ItemBranch } from './ledger.ts';

/** Maximum number of orders named in a confirmation. */
const NAMED_MAX = 20;

/**
 * Finds the open orders whose reservations cannot be met; older orders are served first.
 * @param places the sellable quantity of each item and branch, in thousandths
 * @returns order ids, oldest first, at most 20
 * Source: docs/rules/stock.md#orders-left-short
 */
export async function findUnservedOrders(
  ctx: Ctx,
  places: readonly (ItemBranch & { readonly sellable: bigint })[],
): Promise<number[]> {
  if (places.length === 0) return [];
  const json = JSON.stringify(places.map((one) => ({ ...one, sellable: formatQuantity(one.sellable) })));
  const held = tables
    .selectFrom(
      sql<ItemBranch & { sellable: string }>`jsonb_to_recordset(${json}::jsonb)`.as<'w'>(
        sql`w(item_id int, branch_id int, sellable numeric)`,
      ),
    )
    .innerJoin('stock_reservation as r', (join) =>
      join.onRef('r.item_id', '=', 'w.item_id').onRef('r.branch_id', '=', 'w.branch_id'),
    )
    .where('r.ref_type', '=', sql.lit('order'))
    .select(({ fn }) => [
      'r.ref_id',
      'w.sellable',
      fn
        .sum<string>('r.quantity')
        .over((over) => over.partitionBy(['r.item_id', 'r.branch_id']).orderBy('r.ref_id'))
        .as('held'),
    ]);
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom(held.as('h'))
      .distinct()
      .select('h.ref_id as id')
      .whereRef('h.held', '>', 'h.sellable')
      .orderBy('id')
      .limit(NAMED_MAX),
  );
  return rows.map(({ id }) => id);
}

/**
 * True for an order that holds units which are no longer there, in a branch that sells only what it has; older orders
 * are served first. The levels are read in a subquery: as a join they would be scanned for those below zero, for each
 * order.
 * @param id the column with the order's id
 * Rule: docs/rules/stock.md#orders-left-short
 */
export const isOrderShortOfStockSql = (id: string): RawBuilder<boolean> => sql<boolean>`EXISTS (
  SELECT 1 FROM stock_reservation r
   WHERE r.ref_type = 'order' AND r.ref_id = ${sql.ref(id)}
     AND (SELECT CASE WHEN l.available < 0 THEN
                 (SELECT coalesce((h.settings->>'product_check_availability')::boolean, TRUE)
                    FROM branch h WHERE h.id = l.branch_id)
                 AND l.on_hand - l.expired - l.deficit < (SELECT sum(e.quantity) FROM stock_reservation e
                   WHERE e.item_id = l.item_id AND e.branch_id = l.branch_id AND e.ref_type = 'order'
                     AND e.ref_id <= r.ref_id) END
            FROM stock_level l WHERE l.item_id = r.item_id AND l.branch_id = r.branch_id))`;
