import type { Localized } from '@dukkan/commerce';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, tables } from '../../../core/db/tables.ts';

// Rule: docs/rules/till-sales.md#pack

type Dates = { readonly start_date: string | null; readonly end_date: string | null };
type Reduction = { readonly discount_type: 'fixed' | 'percent'; readonly discount: number };
type Targets = [product_id: number, item_id: number | null][];

/** The rules of a branch as they stand in the database. */
export type PackRules = {
  readonly price_lists: readonly (Dates & {
    readonly id: number;
    readonly ord: number;
    readonly phones: readonly string[];
  })[];
  readonly discounts: readonly (Dates &
    Reduction & {
      readonly id: number;
      readonly days: number[];
      readonly slots: ('midday' | 'afternoon' | 'evening')[];
      readonly products: Targets;
      readonly categorys_ids: number[];
    })[];
  readonly wholesales: readonly (Dates & {
    readonly id: number;
    readonly discount: number | null;
    readonly discount_type: Reduction['discount_type'] | null;
    readonly quantity: number | null;
    readonly tiers: readonly (Reduction & { readonly min_quantity: number })[];
    readonly products: Targets;
    readonly categorys_ids: number[];
  })[];
  readonly bundles: readonly (Dates & {
    readonly id: number;
    readonly titles: Localized;
    readonly image: string | null;
    readonly bundle_price: number;
    readonly drink_share: number | null;
    readonly categorys_ids: number[];
    readonly parts: { item_id: number; quantity: number }[];
  })[];
  readonly extras: readonly { readonly id: number; readonly titles: Localized; readonly price: number }[];
  readonly categories: readonly {
    readonly id: number;
    readonly titles: Localized;
    readonly parent_id: number | null;
    readonly icon: string | null;
  }[];
};

/** Condition that a rule holds in the branch: it names none, or this one. */
const holdsIn = (table: string, column: string, branch_id: number): RawBuilder<boolean> => sql<boolean>`(
  NOT EXISTS (SELECT 1 FROM ${sql.table(table)} b WHERE ${sql.ref(`b.${column}`)} = r.id)
  OR EXISTS (SELECT 1 FROM ${sql.table(table)} b WHERE ${sql.ref(`b.${column}`)} = r.id AND b.branch_id = ${branch_id}::int))`;

/** Condition for a rule that is switched on and has not ended in any time zone; the till judges the local day. */
const isCurrent = ({ now }: Ctx): RawBuilder<boolean> => sql<boolean>`(
  r.status = 1 AND r.deleted_at IS NULL
  AND (r.end_date IS NULL OR r.end_date >= (${now}::timestamptz AT TIME ZONE 'UTC')::date - 1))`;

/** SQL for rows as a JSON list; `rows` are the columns with where they come from. */
const all = (rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(SELECT coalesce(json_agg(x ORDER BY x.id), '[]') FROM (SELECT ${rows}) x)`;

const targets = (table: string, column: string): RawBuilder<unknown> => sql`
  (SELECT coalesce(json_agg(json_build_array(t.product_id, t.item_id) ORDER BY t.id), '[]')
     FROM ${sql.table(table)} t WHERE ${sql.ref(`t.${column}`)} = r.id) AS products`;

const categories = (table: string, column: string): RawBuilder<unknown> => sql`
  ARRAY(SELECT k.category_id FROM ${sql.table(table)} k WHERE ${sql.ref(`k.${column}`)} = r.id ORDER BY 1) AS categorys_ids`;

/** Reads the rules, extras and categories of a branch in one statement. Coupons are none of them: they are the server's. */
export async function readPackRules(ctx: Ctx, branch_id: number): Promise<PackRules> {
  const row = await fetchRow(
    ctx,
    tables.selectNoFrom([
      sql<
        PackRules['price_lists']
      >`${all(sql`r.id, r.ord, r.phones, r.start_date, r.end_date FROM price_list r
                 WHERE ${isCurrent(ctx)}
                   AND EXISTS (SELECT 1 FROM price_list_branch b WHERE b.price_list_id = r.id AND b.branch_id = ${branch_id}::int)`)}`.as(
        'price_lists',
      ),
      sql<
        PackRules['discounts']
      >`${all(sql`r.id, r.start_date, r.end_date, r.type AS discount_type, r.value AS discount, r.days, r.slots,
                       ${targets('discount_product', 'discount_id')}, ${categories('discount_category', 'discount_id')}
                  FROM discount r WHERE ${isCurrent(ctx)} AND ${holdsIn('discount_branch', 'discount_id', branch_id)}`)}`.as(
        'discounts',
      ),
      sql<
        PackRules['wholesales']
      >`${all(sql`r.id, r.start_date, r.end_date, r.discount, r.discount_type, r.quantity, r.tiers,
                       ${targets('offer_product', 'offer_id')}, ${categories('offer_category', 'offer_id')}
                  FROM offer r WHERE r.type = 'wholesale' AND ${isCurrent(ctx)}
                   AND ${holdsIn('offer_branch', 'offer_id', branch_id)}`)}`.as('wholesales'),
      sql<
        PackRules['bundles']
      >`${all(sql`r.id, r.titles, r.image, r.start_date, r.end_date, r.bundle_price, r.drink_share,
                       ${categories('offer_category', 'offer_id')},
                       (SELECT coalesce(json_agg(json_build_object('item_id', coalesce(t.item_id,
                                 (SELECT f.id FROM product_item f WHERE f.product_id = t.product_id AND f.deleted_at IS NULL
                                   ORDER BY f.ord, f.id LIMIT 1)), 'quantity', t.quantity) ORDER BY t.ord, t.id), '[]')
                          FROM offer_product t WHERE t.offer_id = r.id) AS parts
                  FROM offer r WHERE r.type = 'bundle' AND ${isCurrent(ctx)}
                   AND ${holdsIn('offer_branch', 'offer_id', branch_id)}`)}`.as('bundles'),
      sql<PackRules['extras']>`${all(sql`e.id, e.titles, coalesce(ep.price, e.price) AS price FROM extra e
                  LEFT JOIN extra_price ep ON ep.extra_id = e.id AND ep.branch_id = ${branch_id}::int
                 WHERE e.deleted_at IS NULL AND e.status = 1`)}`.as('extras'),
      sql<
        PackRules['categories']
      >`${all(sql`c.id, c.titles, c.parent_id, c.icon FROM category c WHERE c.deleted_at IS NULL AND c.status = 1`)}`.as(
        'categories',
      ),
    ]),
  );
  if (!row) throw new Error('a statement over one row answered none');
  return row;
}
