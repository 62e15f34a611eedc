import type { stock } from '@dukkan/contract';
import { fail } from '@dukkan/contract';
import { type Expression, sql } from 'kysely';
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
import { anyIdSql, fetchRow, fetchRows, tables } from '../../../core/db/tables.ts';
import { availableQuantitySql, expiredUnmarkedQuantitySql, receiptOpensSql } from '../../catalog/index.ts';
import { BRANCH_NAMES, ITEM_COLUMNS, ITEM_TITLES, itemView, localizeName } from '../stock-item.ts';

type Answer = z.output<typeof stock.explain.output>;

/** Maximum number of other branches in an explanation. */
const ELSEWHERE_MAX = 50;

/** An instant as text in UTC, for JSON that the database builds. */
const utcText = (instant: Expression<Date>) =>
  sql<string>`to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** Selects a branch's level of an item, with its batches and what holds its units. */
const selectLevel = (ctx: Ctx, item_id: number, branch_id: number) =>
  tables
    .selectFrom('product_item as i')
    .innerJoin('product as p', 'p.id', 'i.product_id')
    .innerJoin('branch as b', (join) => join.on('b.id', '=', branch_id))
    .leftJoin('stock_level as l', (join) =>
      join.onRef('l.item_id', '=', 'i.id').onRef('l.branch_id', '=', 'b.id'),
    )
    .select(ITEM_COLUMNS)
    .select(({ ref, selectFrom }) => [
      ITEM_TITLES,
      BRANCH_NAMES,
      sql<number>`coalesce(${ref('l.on_hand')}, 0)::float8`.as('on_hand'),
      sql<number>`coalesce(${ref('l.expired')} + ${expiredUnmarkedQuantitySql(ctx)}, 0)::float8`.as(
        'expired',
      ),
      sql<number>`coalesce(${ref('l.reserved')}, 0)::float8`.as('reserved'),
      sql<number>`coalesce(${ref('l.deficit')}, 0)::float8`.as('deficit'),
      sql<number>`coalesce(${availableQuantitySql(ctx)}, 0)::float8`.as('available'),
      selectFrom('stock_batch as s')
        .select(({ ref }) =>
          sql<Answer['batches']>`json_agg(json_build_object('id', ${ref('s.id')},
            'remaining_quantity', ${ref('s.remaining_quantity')}, 'cost_value', ${ref('s.cost_value')},
            'expire_date', ${ref('s.expire_date')}, 'expired', ${ref('s.expired')},
            'created_at', ${utcText(ref('s.created_at'))}, 'reciept_id', ${ref('s.reciept_id')},
            'receipt_opens', ${receiptOpensSql(ctx, 's')})
            ORDER BY ${ref('s.expired')} DESC, ${ref('s.expire_date')}, ${ref('s.created_at')}, ${ref('s.id')})`.as(
            'list',
          ),
        )
        .whereRef('s.item_id', '=', 'i.id')
        .whereRef('s.branch_id', '=', 'b.id')
        .where('s.remaining_quantity', '>', sql<string>`0`)
        .as('batches'),
      selectFrom('stock_reservation as r')
        .select(({ ref }) =>
          sql<Answer['holds']>`json_agg(json_build_object('ref_type', ${ref('r.ref_type')},
            'ref_id', ${ref('r.ref_id')}, 'quantity', ${ref('r.quantity')},
            'created_at', ${utcText(ref('r.created_at'))}) ORDER BY ${ref('r.created_at')}, ${ref('r.ref_id')})`.as(
            'list',
          ),
        )
        .whereRef('r.item_id', '=', 'i.id')
        .whereRef('r.branch_id', '=', 'b.id')
        .as('holds'),
    ])
    .where('i.id', '=', item_id)
    .where('i.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .where('b.deleted_at', 'is', null);

/** Selects an item's stock in the caller's other branches, most first. */
function selectElsewhere(ctx: Ctx, item_id: number, branch_id: number) {
  const scope = ctx.branch_id === null ? getEffectiveScope(ctx) : ctx.scope;
  const query = tables
    .selectFrom('stock_level as l')
    .innerJoin('branch as b', 'b.id', 'l.branch_id')
    .select([
      'b.id as branch_id',
      BRANCH_NAMES,
      sql<number>`${availableQuantitySql(ctx)}::float8`.as('available'),
    ])
    .where('l.item_id', '=', item_id)
    .where('l.branch_id', '<>', branch_id)
    .where('l.available', '>', sql<string>`0`)
    .where(availableQuantitySql(ctx), '>', sql<string>`0`)
    .where('b.deleted_at', 'is', null)
    .orderBy('available', 'desc')
    .limit(ELSEWHERE_MAX);
  return scope === 'all' ? query : query.where('b.id', '=', anyIdSql(scope));
}

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
  const found = requireFound(await fetchRow(ctx, selectLevel(ctx, item_id, branch_id)));
  const elsewhere = await fetchRows(ctx, selectElsewhere(ctx, item_id, branch_id));
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
    batches: (found.batches ?? []).map((one) => ({ ...one, cost_value: seesCost ? one.cost_value : null })),
    holds: found.holds ?? [],
    elsewhere: elsewhere.map((one) => ({
      branch_id: one.branch_id,
      branch_name: localizeName(ctx, one.branch_names),
      available: one.available,
    })),
  };
}
