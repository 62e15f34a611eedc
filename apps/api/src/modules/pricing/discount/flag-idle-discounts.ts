import { addDays, toLocalDate } from '@dukkan/commerce';
import { sql } from 'kysely';
import type { Services } from '../../../core/ctx.ts';
import { type Ctx, createSystemCtx } from '../../../core/ctx.ts';
import { fetchRows, runStatement, tables } from '../../../core/db/tables.ts';
import { ruleSetsAnyPrice } from '../effect/compute-effect.ts';
import { toDiscountRule } from './show-discount-effect.ts';

/** Number of discounts checked per transaction. */
const AT_ONCE = 50;
/** Maximum number of branches checked during a save; the nightly check covers all. */
const BRANCHES_AT_SAVE = 5;

type Row = {
  readonly id: number;
  readonly type: 'fixed' | 'percent';
  readonly value: number;
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly days: number[];
  readonly slots: ('midday' | 'afternoon' | 'evening')[];
  readonly products: { id: number; item_id: number | null }[];
  readonly categorys_id: number[];
  /** The discount's own branches, or else all selling branches. */
  readonly branches: readonly number[];
  readonly idle: number;
};

/** Loads active discounts valid on this day or later, by id. */
const liveDiscounts = (ctx: Ctx, day: string, after: number, only: number | null): Promise<Row[]> =>
  fetchRows(
    ctx,
    sql<Row>`
    SELECT d.id, d.type, d.value::float8 AS value, d.start_date::text AS start_date, d.end_date::text AS end_date,
           d.days, d.slots, d.idle,
           coalesce((SELECT json_agg(json_build_object('id', x.product_id, 'item_id', x.item_id))
                       FROM discount_product x WHERE x.discount_id = d.id), '[]') AS products,
           ARRAY(SELECT k.category_id FROM discount_category k WHERE k.discount_id = d.id) AS categorys_id,
           ARRAY(SELECT b.id FROM branch b
                  WHERE b.deleted_at IS NULL AND b.status = 1 AND b.warehouse = 0
                    AND (NOT EXISTS (SELECT 1 FROM discount_branch o WHERE o.discount_id = d.id)
                         OR EXISTS (SELECT 1 FROM discount_branch o WHERE o.discount_id = d.id AND o.branch_id = b.id))
                  ORDER BY b.id) AS branches
      FROM discount d
     WHERE d.deleted_at IS NULL AND d.status = 1 AND (d.end_date IS NULL OR d.end_date >= ${day}::date)
       AND d.id > ${after}::int AND (${only}::int IS NULL OR d.id = ${only}::int)
     ORDER BY d.id LIMIT ${AT_ONCE}::int`,
  );

/**
 * True when a discount sets no price in any of its branches over the coming weeks.
 * @param most maximum number of branches to check; a discount with more branches counts as not idle
 */
async function isIdle(ctx: Ctx, row: Row, most: number): Promise<boolean> {
  for (const branch_id of row.branches.slice(0, most)) {
    const scope = { products: row.products, categorys_id: row.categorys_id };
    const input = { ...row, branches_ids: [] };
    const wins = await ruleSetsAnyPrice(ctx, branch_id, scope, ({ scale }) => ({
      kind: 'discount',
      rule: toDiscountRule(input, scale),
    }));
    if (wins) return false;
  }
  return row.branches.length <= most;
}

/**
 * Stores which discounts set no price at any time of the coming weeks, for all valid discounts or for one.
 * Source: docs/rules/offers.md#without-effect
 */
export async function flagDiscountsWithoutEffect(caller: Ctx, only: number | null = null): Promise<void> {
  // the result must not depend on the branches that the editor may see
  const ctx: Ctx = { ...caller, scope: 'all', branch_id: null };
  // one day earlier, because a branch may be in a time zone behind UTC
  const day = addDays(toLocalDate(ctx.now, 'UTC'), -1);
  let after = 0;
  for (;;) {
    const rows = await liveDiscounts(ctx, day, after, only);
    const last = rows.at(-1);
    if (!last) return;
    for (const row of rows) {
      const idle = (await isIdle(ctx, row, only === null ? row.branches.length : BRANCHES_AT_SAVE)) ? 1 : 0;
      if (idle !== row.idle)
        await runStatement(ctx, tables.updateTable('discount').set({ idle }).where('id', '=', row.id));
    }
    after = last.id;
  }
}

/** Checks all valid discounts; called by the scheduler. */
export const flagAllDiscountsWithoutEffect = (services: Services): Promise<void> =>
  flagDiscountsWithoutEffect(createSystemCtx(services, 'discount.check'));
