import type { stock } from '@dukkan/contract';
import { fail } from '@dukkan/contract';
import type * as z from 'zod';
import {
  canSeeBranch,
  getEffectiveScope,
  getPermissions,
  hasPermission,
  matchesHeaderBranch,
  requireFound,
} from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { availableQuantitySql, expiredUnmarkedQuantitySql, receiptOpensSql } from '../../catalog/index.ts';
import { BRANCH_COLUMNS, ITEM_COLUMNS, type ItemFacts, itemView, localizeName } from '../stock-item.ts';

type Answer = z.output<typeof stock.explain.output>;
type Names = Record<string, string>;

type Head = ItemFacts & { readonly branch_id: number; readonly branch_names: Names } & Pick<
    Answer,
    'on_hand' | 'expired' | 'reserved' | 'deficit' | 'available' | 'batches' | 'holds'
  >;
type Elsewhere = { readonly branch_id: number; readonly branch_names: Names; readonly available: number };

/**
 * Explains an item's stock in a branch: units on hand, what reserves or blocks the others (orders, batches, expiry),
 * and stock in the caller's other branches. Costs only for callers who may see stock. @throws record.missing,
 * branch.forbidden
 */
export async function explainLevel(
  ctx: Ctx,
  { item_id, branch_id }: { item_id: number; branch_id: number },
): Promise<Answer> {
  if (!canSeeBranch(ctx, branch_id) || !matchesHeaderBranch(ctx, [branch_id]))
    fail('branch.forbidden', undefined, 'branch_id');
  const [head] = await ctx.db.$queryRaw<Head[]>`
    SELECT ${ITEM_COLUMNS}, ${BRANCH_COLUMNS}, coalesce(l.on_hand, 0)::float8 AS on_hand,
           coalesce(l.expired + ${expiredUnmarkedQuantitySql(ctx)}, 0)::float8 AS expired, coalesce(l.reserved, 0)::float8 AS reserved,
           coalesce(l.deficit, 0)::float8 AS deficit, coalesce(${availableQuantitySql(ctx)}, 0)::float8 AS available,
           coalesce((SELECT json_agg(json_build_object('id', s.id, 'remaining_quantity', s.remaining_quantity,
               'cost_value', s.cost_value, 'expire_date', s.expire_date, 'expired', s.expired,
               'created_at', to_char(s.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
               'reciept_id', s.reciept_id, 'receipt_opens', ${receiptOpensSql(ctx, 's')}) ORDER BY s.expired DESC, s.expire_date, s.created_at, s.id)
             FROM stock_batch s WHERE s.item_id = i.id AND s.branch_id = b.id AND s.remaining_quantity > 0), '[]') AS batches,
           coalesce((SELECT json_agg(json_build_object('ref_type', r.ref_type, 'ref_id', r.ref_id,
               'quantity', r.quantity,
               'created_at', to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
               ORDER BY r.created_at, r.ref_id)
             FROM stock_reservation r WHERE r.item_id = i.id AND r.branch_id = b.id), '[]') AS holds
      FROM product_item i JOIN product p ON p.id = i.product_id CROSS JOIN branch b
      LEFT JOIN stock_level l ON l.item_id = i.id AND l.branch_id = b.id
     WHERE i.id = ${item_id} AND b.id = ${branch_id} AND i.deleted_at IS NULL AND p.deleted_at IS NULL
       AND b.deleted_at IS NULL`;
  const found = requireFound(head);
  const scope = ctx.branch_id === null ? getEffectiveScope(ctx) : ctx.scope;
  const elsewhere = await ctx.db.$queryRaw<Elsewhere[]>`
    SELECT ${BRANCH_COLUMNS}, ${availableQuantitySql(ctx)}::float8 AS available FROM stock_level l JOIN branch b ON b.id = l.branch_id
     WHERE l.item_id = ${item_id} AND l.branch_id <> ${branch_id} AND l.available > 0 AND ${availableQuantitySql(ctx)} > 0 AND b.deleted_at IS NULL
       AND (${scope === 'all'} OR b.id = ANY(${scope === 'all' ? [] : [...scope]}::int[]))
     ORDER BY available DESC LIMIT 50`;
  const seesCost = hasPermission(getPermissions(ctx), {
    resource: ['products', 'reciepts', 'reports'],
    action: 'view',
  });
  return {
    ...itemView(ctx, found),
    branch_id,
    branch_name: localizeName(ctx, found.branch_names),
    on_hand: found.on_hand,
    expired: found.expired,
    reserved: found.reserved,
    deficit: found.deficit,
    available: found.available,
    batches: found.batches.map((one) => ({ ...one, cost_value: seesCost ? one.cost_value : null })),
    holds: found.holds,
    elsewhere: elsewhere.map((one) => ({
      branch_id: one.branch_id,
      branch_name: localizeName(ctx, one.branch_names),
      available: one.available,
    })),
  };
}
