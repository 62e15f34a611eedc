import { foldCouponCode } from '@dukkan/commerce';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { compileStatement } from '../../../core/db/tables.ts';
import { couponUsesSql } from '../discount/redeem-coupon.ts';

/** Tells for each kind of rule whether the shop has active ones. */
export type ActiveRuleKinds = {
  readonly price_lists: boolean;
  readonly discounts: boolean;
  readonly wholesales: boolean;
};

/** The items and customer to price. */
export type PriceRulesQuery = {
  readonly branch_id: number;
  /** The items in the cart and in its bundles, with their categories and all ancestors. */
  readonly items: readonly {
    readonly product_id: number;
    readonly item_id: number;
    readonly categorys_ids: readonly number[];
  }[];
  /** The kinds of rules that the shop has; others are not queried. */
  readonly kinds: ActiveRuleKinds;
  readonly coupon_code?: string | null | undefined;
  /** E.164; for customers only the verified number. */
  readonly phone: string | null;
  readonly client_id?: number | null | undefined;
  /** The days on which the rules must be valid; by default today. */
  readonly days?: readonly [from_date: string, to_date: string];
};

type TargetJson = readonly [product_id: number, item_id: number | null];
type Dates = readonly [start_date: string | null, end_date: string | null];
type Kind = 'fixed' | 'percent';

/** The rules as returned by the statement: amounts in the currency, validity not checked yet. */
export type PriceRulesRow = {
  readonly price_lists:
    | readonly {
        readonly id: number;
        readonly ord: number;
        readonly bound: boolean;
        readonly dates: Dates;
        readonly items: readonly (readonly [product_id: number, item_id: number, price: number])[];
      }[]
    | null;
  readonly discounts:
    | readonly {
        readonly id: number;
        readonly type: Kind;
        readonly value: number;
        readonly dates: Dates;
        readonly days: readonly number[];
        readonly slots: readonly ('midday' | 'afternoon' | 'evening')[];
        readonly products: readonly TargetJson[] | null;
        readonly other: number | null;
        readonly categories: readonly number[] | null;
      }[]
    | null;
  readonly wholesales:
    | readonly {
        readonly id: number;
        readonly discount: number | null;
        readonly discount_type: Kind | null;
        readonly quantity: number | null;
        readonly tiers: readonly { min_quantity: number; discount: number; discount_type: Kind }[];
        readonly dates: Dates;
        readonly products: readonly TargetJson[] | null;
        readonly categories: readonly number[] | null;
      }[]
    | null;
  readonly coupon: {
    readonly id: number;
    readonly code: string;
    readonly status: number;
    readonly discount: number;
    readonly discount_type: Kind;
    readonly min_order: number | null;
    readonly max_discount: number | null;
    readonly usage_limit: number | null;
    readonly per_customer_limit: number | null;
    readonly uses: number;
    readonly customer_uses: number;
    readonly dates: Dates;
    readonly products: readonly TargetJson[] | null;
    readonly categories: readonly number[] | null;
    readonly branches: readonly number[] | null;
  } | null;
};

/**
 * Condition that skips rules that have ended or not begun in every time zone, so that old campaigns are not read with
 * every cart; the engine checks the exact local day.
 */
const isCurrentSql = (rule: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (${rule}.start_date IS NULL OR ${rule}.start_date <= asked.last_day + 1)
  AND (${rule}.end_date IS NULL OR ${rule}.end_date >= asked.first_day - 1)`;

const datesSql = (rule: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`'dates', json_build_array(${rule}.start_date, ${rule}.end_date)`;

const [l, d, o] = [sql`l`, sql`d`, sql`o`];

/** Compiles a part without values once, because the statement is compiled again with every cart. */
const compileOnce = (part: RawBuilder<unknown>): RawBuilder<unknown> => sql.raw(compileStatement(part).sql);

/** Condition for rules whose row `x` names a requested item, or every item of its product. */
const NAMED = sql`x.product_id = ANY(asked.products) AND (x.item_id IS NULL OR x.item_id = ANY(asked.items))`;

/**
 * SQL that looks a row up by its key for each match; otherwise the planner expects many matches and reads a table of
 * thousands of rules as a whole.
 */
const lookUpRowSql = (table: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`LATERAL (SELECT * FROM ${table} row WHERE row.id = ${id} OFFSET 0)`;

const PRICE_LISTS = compileOnce(sql`
  (SELECT json_agg(json_build_object('id', l.id, 'ord', l.ord, 'bound', cardinality(l.phones) > 0, ${datesSql(l)},
            'items', listed.items))
     FROM asked, (SELECT i.price_list_id, json_agg(json_build_array(i.product_id, i.item_id, i.price)) AS items
                    FROM asked, price_list_item i
                   WHERE i.item_id = ANY(asked.items) AND i.status = 1 GROUP BY i.price_list_id) listed,
          ${lookUpRowSql(sql`price_list`, sql`listed.price_list_id`)} l
    WHERE l.status = 1 AND l.deleted_at IS NULL AND ${isCurrentSql(l)}
      AND (cardinality(l.phones) = 0 OR asked.phone = ANY(l.phones))
      AND EXISTS (SELECT 1 FROM price_list_branch b WHERE b.price_list_id = l.id AND b.branch_id = asked.branch_id))`);

const DISCOUNTS = compileOnce(sql`
  (SELECT json_agg(json_build_object('id', d.id, 'type', d.type, 'value', d.value, ${datesSql(d)}, 'days', d.days,
            'slots', d.slots, 'products', cut.products,
            'other', (SELECT y.product_id FROM discount_product y
                       WHERE y.discount_id = d.id AND y.product_id <> cut.one LIMIT 1),
            'categories', coalesce(cut_category.categories,
              (SELECT json_build_array(k.category_id) FROM discount_category k WHERE k.discount_id = d.id LIMIT 1))))
     FROM asked,
          (SELECT x.discount_id AS id, json_agg(json_build_array(x.product_id, x.item_id)) AS products, min(x.product_id) AS one
             FROM asked, discount_product x WHERE ${NAMED} GROUP BY x.discount_id) cut
     FULL JOIN (SELECT k.discount_id AS id, json_agg(DISTINCT k.category_id) AS categories
                  FROM asked, discount_category k WHERE k.category_id = ANY(asked.categories)
                 GROUP BY k.discount_id) cut_category USING (id)
    CROSS JOIN ${lookUpRowSql(sql`discount`, sql`coalesce(cut.id, cut_category.id)`)} d
    WHERE d.status = 1 AND d.deleted_at IS NULL AND ${isCurrentSql(d)}
      AND (EXISTS (SELECT 1 FROM discount_branch b WHERE b.discount_id = d.id AND b.branch_id = asked.branch_id)
           OR NOT EXISTS (SELECT 1 FROM discount_branch b WHERE b.discount_id = d.id)))`);

const WHOLESALES = compileOnce(sql`
  (SELECT json_agg(json_build_object('id', o.id, 'discount', o.discount, 'discount_type', o.discount_type,
            'quantity', o.quantity, 'tiers', o.tiers, ${datesSql(o)}, 'products', bulk.products,
            'categories', bulk_category.categories))
     FROM asked,
          (SELECT x.offer_id AS id, json_agg(json_build_array(x.product_id, x.item_id)) AS products
             FROM asked, offer_product x WHERE ${NAMED} GROUP BY x.offer_id) bulk
     FULL JOIN (SELECT k.offer_id AS id, json_agg(DISTINCT k.category_id) AS categories
                  FROM asked, offer_category k WHERE k.category_id = ANY(asked.categories)
                 GROUP BY k.offer_id) bulk_category USING (id)
    CROSS JOIN ${lookUpRowSql(sql`offer`, sql`coalesce(bulk.id, bulk_category.id)`)} o
    WHERE o.type = 'wholesale' AND o.status = 1 AND o.deleted_at IS NULL AND ${isCurrentSql(o)}
      AND (EXISTS (SELECT 1 FROM offer_branch b WHERE b.offer_id = o.id AND b.branch_id = asked.branch_id)
           OR NOT EXISTS (SELECT 1 FROM offer_branch b WHERE b.offer_id = o.id)))`);

const couponSql = (asked: PriceRulesQuery): RawBuilder<unknown> => sql`
  (SELECT json_build_object('id', o.id, 'code', o.code, 'status', o.status, 'discount', o.discount,
            'discount_type', o.discount_type, 'min_order', o.min_order, 'max_discount', o.max_discount,
            'usage_limit', o.usage_limit, 'per_customer_limit', o.per_customer_limit, 'uses', o.uses,
            'customer_uses', CASE WHEN o.per_customer_limit IS NULL OR NOT ${asked.client_id != null || asked.phone !== null} THEN 0
              ELSE ${couponUsesSql(sql.ref<number>('coupon.id'), asked)} END, ${datesSql(o)},
            'products', (SELECT json_agg(json_build_array(x.product_id, x.item_id)) FROM offer_product x
              WHERE x.offer_id = o.id AND (${NAMED}
                OR x.id = (SELECT f.id FROM offer_product f WHERE f.offer_id = o.id LIMIT 1))),
            'categories', (SELECT json_agg(k.category_id) FROM offer_category k WHERE k.offer_id = o.id),
            'branches', (SELECT json_agg(b.branch_id) FROM offer_branch b WHERE b.offer_id = o.id))
     FROM asked, offer o, LATERAL (SELECT o.id) AS coupon(id)
    WHERE coupon_code_key(o.code) = asked.code AND o.type = 'coupon' AND o.deleted_at IS NULL)`;

/** Returns a coupon code normalized for lookup; null without one. */
export const getCouponCode = ({ coupon_code }: PriceRulesQuery): string | null =>
  (coupon_code && foldCouponCode(coupon_code)) || null;

/**
 * Builds one statement for all rules that can affect the price of these items. Each table is queried by item, product
 * or category, never as a whole; kinds that the shop does not have are skipped.
 */
export function priceRulesSql(ctx: Ctx, query: PriceRulesQuery): RawBuilder<PriceRulesRow> {
  const { items, kinds } = query;
  const code = getCouponCode(query);
  const NONE = sql`NULL`;
  return sql<PriceRulesRow>`
  WITH asked AS MATERIALIZED (
    SELECT ${items.map(({ product_id }) => product_id)}::int[] AS products,
           ${items.map(({ item_id }) => item_id)}::int[] AS items,
           ${[...new Set(items.flatMap(({ categorys_ids }) => categorys_ids))]}::int[] AS categories,
           ${query.branch_id}::int AS branch_id, ${query.phone}::text AS phone, ${code}::text AS code,
           coalesce(${query.days?.[0] ?? null}::date, (${ctx.now}::timestamptz AT TIME ZONE 'UTC')::date) AS first_day,
           coalesce(${query.days?.[1] ?? null}::date, (${ctx.now}::timestamptz AT TIME ZONE 'UTC')::date) AS last_day
  )
  SELECT ${kinds.price_lists ? PRICE_LISTS : NONE} AS price_lists, ${kinds.discounts ? DISCOUNTS : NONE} AS discounts,
         ${kinds.wholesales ? WHOLESALES : NONE} AS wholesales, ${code === null ? NONE : couponSql(query)} AS coupon`;
}
