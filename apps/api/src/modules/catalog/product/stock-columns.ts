import { CANCELED } from '@dukkan/commerce';
import { type api, COUNTED_MAX } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { getEffectiveScope, getPermissions, hasPermission } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRow } from '../../../core/db/tables.ts';
import { availableQuantitySql, expiredUnmarkedBatchesSql } from './available-sql.ts';
import { recentBatchMovementsJsonSql } from './batch-movements.ts';
import { receiptOpensSql } from './receipt-opens-sql.ts';

type Show = z.output<typeof api.product.show.output>;

/** Number of latest batches in a product's response; the list of batches contains all. */
const BATCHES_SHOWN = 50;
/** Number of latest movements of each batch: together at most 1,000, about 7 ms and 140 kB. */
const MOVEMENTS_SHOWN = 20;
/** Costs are visible with the permission for stock, not for sellers. */
const SEES_COSTS = { resource: ['products', 'reciepts', 'reports'], action: 'view' } as const;

/** True when the caller may see costs. */
export const canSeeItemCosts = (ctx: Ctx): boolean =>
  ctx.reach === 'full' && hasPermission(getPermissions(ctx), SEES_COSTS);

/** Condition for the caller's branches, narrowed by the branch-id header. */
function isInScope(ctx: Ctx, column: string): RawBuilder<boolean> {
  const scope = getEffectiveScope(ctx);
  return scope === 'all' ? sql<boolean>`TRUE` : sql<boolean>`${sql.ref(column)} = ${anyIdSql(scope)}`;
}

/** Available units by item, in the branches that the caller may see. */
export type AvailableByItem = Readonly<Record<string, number>>;

type Part = RawBuilder<unknown>;

/**
 * SQL for available units by item as a JSON object, in the branches that the caller may see; `these` is a condition on
 * product ids.
 */
const sumAvailableByItem = (ctx: Ctx, these: Part): Part => {
  const level = isInScope(ctx, 'branch_id');
  return sql`(SELECT json_object_agg(l.item_id, l.available)
    FROM (SELECT item_id, sum(available) AS available
            FROM (SELECT item_id, available FROM stock_level WHERE product_id ${these} AND ${level}
                   UNION ALL
                  SELECT item_id, -quantity FROM ${expiredUnmarkedBatchesSql(ctx)} u WHERE product_id ${these} AND ${level}) x
           GROUP BY item_id) l)`;
};

/**
 * SQL for the available units of each item of a product `p`, computed for the rows of a page only; null without the
 * permission.
 */
export const availableColumnSql = (ctx: Ctx): Part =>
  ctx.reach === 'full'
    ? sql`coalesce(${sumAvailableByItem(ctx, sql`= p.id`)}, '{}') AS available`
    : sql`'{}'::json AS available`;

/**
 * SQL for the available units of all items of several products, null without the permission; `itemsSql` is a condition on
 * product ids.
 */
export const availableByItemSql = (ctx: Ctx, itemsSql: Part): Part =>
  ctx.reach === 'full' ? sumAvailableByItem(ctx, itemsSql) : sql`NULL::json`;

/** Condition that product `a` has no stock, not counting expiry, in the branches that the caller may see. */
const isEmpty = (ctx: Ctx): RawBuilder<boolean> => {
  const scope = getEffectiveScope(ctx);
  return scope === 'all'
    ? sql<boolean>`a.branch_ids = '{}'`
    : sql<boolean>`NOT a.branch_ids && ${[...scope]}::int[]`;
};

/** SQL for the ids of products whose remaining stock in the caller's branches is expired but not marked yet. */
const spoiledSql = (ctx: Ctx): RawBuilder<number> => sql<number>`
  SELECT u.product_id FROM ${expiredUnmarkedBatchesSql(ctx)} u
   WHERE NOT EXISTS (SELECT 1 FROM stock_level l WHERE l.product_id = u.product_id AND l.stocked
                        AND ${isInScope(ctx, 'l.branch_id')} AND ${availableQuantitySql(ctx)} > 0)`;

/**
 * Condition that a product `p` is available in one of the caller's branches, or (0) in none. A lookup per product keeps
 * plans from reading all stock levels; with `isFew` the matching ids are listed instead.
 */
export function inStockConditionSql(ctx: Ctx, in_stock: number, isFew: boolean): RawBuilder<boolean> {
  const none = isEmpty(ctx);
  if (isFew)
    return in_stock === 1
      ? sql<boolean>`p.id = ANY(ARRAY(SELECT a.product_id FROM product_availability a WHERE NOT (${none})
          EXCEPT ${spoiledSql(ctx)}))`
      : sql<boolean>`p.id = ANY(ARRAY(SELECT a.product_id FROM product_availability a WHERE ${none}
          UNION ALL ${spoiledSql(ctx)}))`;
  const isOut = sql<boolean>`(SELECT ${none} FROM product_availability a WHERE a.product_id = p.id)`;
  return in_stock === 1
    ? sql<boolean>`(NOT ${isOut} AND p.id NOT IN (${spoiledSql(ctx)}))`
    : sql<boolean>`(${isOut} OR p.id IN (${spoiledSql(ctx)}))`;
}

/** Condition that an item of `p` is low on stock in one of the caller's branches, or (0) that none is. */
export const lowStockConditionSql = (ctx: Ctx, low_stock: number): RawBuilder<boolean> =>
  sql<boolean>`p.id ${low_stock === 1 ? sql`= ANY` : sql`<> ALL`}(ARRAY(
    SELECT l.product_id FROM stock_level l WHERE l.low AND ${isInScope(ctx, 'l.branch_id')}))`;

/**
 * Estimates from a sample of ids how many products `inStockConditionSql` matches; some of the ids may have no product.
 */
export async function estimateInStockCount(
  ctx: Ctx,
  in_stock: number,
  sampleIdsSql: RawBuilder<number[]>,
  count: number,
): Promise<number> {
  const row = await fetchRow(
    ctx,
    sql<{ total: number }>`SELECT (count(*) * (SELECT max(id) FROM product) / ${count}::int)::int AS total
      FROM product_availability a
     WHERE a.product_id = ANY(${sampleIdsSql}) AND ${in_stock === 1 ? sql`NOT` : sql``} (${isEmpty(ctx)})`,
  );
  return row?.total ?? 0;
}

/** The sales and purchase columns of a product. */
export type ProductActivityColumns = {
  readonly orders_count: number;
  readonly receipts_count: number;
  readonly quantities: Show['quantities'];
};

/**
 * SQL for the number of orders with a product `p` that are not canceled, of accepted receipts with it in the caller's
 * branches, and its latest batches. Orders are counted up to the limit of lists.
 */
export function productActivityColumnsSql(ctx: Ctx): Part {
  if (ctx.reach !== 'full') return sql`0 AS orders_count, 0 AS receipts_count, '[]'::json AS quantities`;
  const scope = getEffectiveScope(ctx);
  const isWholeInScope = scope === 'all' ? sql`TRUE` : sql`r.branch_ids <@ ${[...scope]}::int[]`;
  return sql`
    (SELECT count(*)::int FROM (
      SELECT DISTINCT l.order_id FROM order_line l JOIN "order" o ON o.id = l.order_id
       WHERE l.product_id = p.id AND o.status_value <> ${sql.lit(CANCELED)} AND ${isInScope(ctx, 'o.branch_id')}
       LIMIT ${COUNTED_MAX}::int) sold) AS orders_count,
    (SELECT count(DISTINCT r.id)::int FROM receipt_line rl JOIN receipt r ON r.id = rl.receipt_id
      WHERE rl.item_id IN (SELECT id FROM product_item WHERE product_id = p.id)
        AND r.status >= 1 AND r.deleted_at IS NULL AND ${isWholeInScope}) AS receipts_count,
    ${
      canSeeItemCosts(ctx)
        ? sql`coalesce((SELECT json_agg(json_build_object('id', s.id, 'item_id', s.item_id,
              'cost_value', s.cost_value, 'quantity', s.quantity, 'remaining_quantity', s.remaining_quantity,
              'reciept_id', s.reciept_id, 'receipt_opens', ${receiptOpensSql(ctx, 's')}, 'order_id', s.order_id,
              'created_at', to_char(s.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'movements', ${recentBatchMovementsJsonSql(sql.ref('s.id'), MOVEMENTS_SHOWN)}) ORDER BY s.id DESC)
            FROM (SELECT * FROM stock_batch WHERE product_id = p.id AND ${isInScope(ctx, 'branch_id')}
                   ORDER BY id DESC LIMIT ${BATCHES_SHOWN}::int) s), '[]')`
        : sql`'[]'::json`
    } AS quantities`;
}
