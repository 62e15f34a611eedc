import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db.ts';
import { customerUses } from './coupon.ts';

/** What prices are asked for. */
export type RulesAsked = {
  readonly branch_id: number;
  readonly items: readonly { readonly product_id: number; readonly item_id: number }[];
  /** Bundles in the cart. */
  readonly offers_ids?: readonly number[] | undefined;
  readonly coupon_code?: string | null | undefined;
  /** E.164; for customers the verified one only. */
  readonly phone: string | null;
  readonly client_id?: number | null | undefined;
};

type TargetJson = readonly [product_id: number, item_id: number | null];
type Dates = readonly [start_date: string | null, end_date: string | null];
type Kind = 'fixed' | 'percent';

/** The rules as the statement answers them: amounts in the currency, nothing judged yet. */
export type RulesRead = {
  readonly currency: string | null;
  readonly categories: readonly TargetJson[] | null;
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
  readonly bundles:
    | readonly {
        readonly id: number;
        readonly status: number;
        readonly titles: { readonly ar?: string; readonly en?: string; readonly de?: string };
        readonly bundle_price: number;
        readonly drink_share: number | null;
        readonly dates: Dates;
        readonly categories: readonly number[] | null;
        readonly parts:
          | readonly (readonly [
              product_id: number,
              item_id: number,
              quantity: number,
              base: number,
              tax: number | null,
              drink: boolean,
            ])[]
          | null;
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
  } | null;
};

/**
 * Rules of days that are over everywhere, or not begun anywhere, are left in the database; which local day it is the
 * engine says. A year's old campaigns would otherwise be read with every cart.
 */
const about = (rule: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (${rule}.start_date IS NULL OR ${rule}.start_date <= asked.today + 1)
  AND (${rule}.end_date IS NULL OR ${rule}.end_date >= asked.today - 1)`;

const dates = (rule: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`'dates', json_build_array(${rule}.start_date, ${rule}.end_date)`;

const [l, d, o] = [Prisma.sql`l`, Prisma.sql`d`, Prisma.sql`o`];

/** Whose rules `x` names an asked item, or every item of its product. */
const NAMED = Prisma.sql`x.product_id = ANY(asked.products) AND (x.item_id IS NULL OR x.item_id = ANY(asked.items))`;

/**
 * The row of a table by its key, looked up for each hit: a table of a few thousand rules is otherwise read as a whole,
 * because the planner expects many more hits than a cart has.
 */
const one = (table: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`LATERAL (SELECT * FROM ${table} row WHERE row.id = ${id} OFFSET 0)`;

/**
 * Everything that can matter to the price of these items, in one statement: each table is entered by item, by product
 * or by their categories and all above them, never as a whole.
 */
export function rulesStatement(ctx: Ctx, asked: RulesAsked): Prisma.Sql {
  const code = asked.coupon_code?.normalize('NFC').trim().toUpperCase() || null;
  const isKnown = asked.client_id != null || asked.phone !== null;
  return Prisma.sql`
  WITH RECURSIVE asked AS MATERIALIZED (
    SELECT ${asked.items.map(({ product_id }) => product_id)}::int[] AS products,
           ${asked.items.map(({ item_id }) => item_id)}::int[] AS items, ${[...(asked.offers_ids ?? [])]}::int[] AS offers,
           ${asked.branch_id}::int AS branch_id, ${asked.phone}::text AS phone, ${code}::text AS code,
           (${ctx.now.toISOString()}::timestamptz AT TIME ZONE 'UTC')::date AS today
  ), up AS (
    SELECT c.product_id AS owner, c.category_id AS id FROM asked, product_category c WHERE c.product_id = ANY(asked.products)
    UNION
    SELECT up.owner, c.parent_id FROM up JOIN category c ON c.id = up.id WHERE c.parent_id IS NOT NULL
  ), part AS MATERIALIZED (
    SELECT x.* FROM asked, offer_product x WHERE x.offer_id = ANY(asked.offers)
  ), listed AS (
    SELECT i.price_list_id, json_agg(json_build_array(i.product_id, i.item_id, i.price)) AS items
      FROM asked, price_list_item i
     WHERE i.item_id = ANY(asked.items || ARRAY(SELECT item_id FROM part WHERE item_id IS NOT NULL)) AND i.status = 1
     GROUP BY i.price_list_id
  ), cut AS (
    SELECT x.discount_id AS id, json_agg(json_build_array(x.product_id, x.item_id)) AS products, min(x.product_id) AS one
      FROM asked, discount_product x WHERE ${NAMED} GROUP BY x.discount_id
  ), cut_category AS (
    SELECT k.discount_id AS id, json_agg(DISTINCT k.category_id) AS categories
      FROM discount_category k WHERE k.category_id IN (SELECT id FROM up) GROUP BY k.discount_id
  ), bulk AS (
    SELECT x.offer_id AS id, json_agg(json_build_array(x.product_id, x.item_id)) AS products
      FROM asked, offer_product x WHERE ${NAMED} GROUP BY x.offer_id
  ), bulk_category AS (
    SELECT k.offer_id AS id, json_agg(DISTINCT k.category_id) AS categories
      FROM offer_category k WHERE k.category_id IN (SELECT id FROM up) GROUP BY k.offer_id
  )
  SELECT (SELECT data->>'Currency' FROM setting WHERE id = 1) AS currency,
    (SELECT json_agg(json_build_array(up.owner, up.id)) FROM up) AS categories,
    (SELECT json_agg(json_build_object('id', l.id, 'ord', l.ord, 'bound', cardinality(l.phones) > 0, ${dates(l)},
              'items', listed.items))
       FROM asked, listed, ${one(Prisma.sql`price_list`, Prisma.sql`listed.price_list_id`)} l
      WHERE l.status = 1 AND l.deleted_at IS NULL AND ${about(l)}
        AND (cardinality(l.phones) = 0 OR asked.phone = ANY(l.phones))
        AND EXISTS (SELECT 1 FROM price_list_branch b WHERE b.price_list_id = l.id AND b.branch_id = asked.branch_id)
    ) AS price_lists,
    (SELECT json_agg(json_build_object('id', d.id, 'type', d.type, 'value', d.value, ${dates(d)}, 'days', d.days,
              'slots', d.slots, 'products', cut.products,
              'other', (SELECT y.product_id FROM discount_product y
                         WHERE y.discount_id = d.id AND y.product_id <> cut.one LIMIT 1),
              'categories', coalesce(cut_category.categories,
                (SELECT json_build_array(k.category_id) FROM discount_category k WHERE k.discount_id = d.id LIMIT 1))))
       FROM asked, cut FULL JOIN cut_category USING (id)
            CROSS JOIN ${one(Prisma.sql`discount`, Prisma.sql`coalesce(cut.id, cut_category.id)`)} d
      WHERE d.status = 1 AND d.deleted_at IS NULL AND ${about(d)}
        AND (EXISTS (SELECT 1 FROM discount_branch b WHERE b.discount_id = d.id AND b.branch_id = asked.branch_id)
             OR NOT EXISTS (SELECT 1 FROM discount_branch b WHERE b.discount_id = d.id))
    ) AS discounts,
    (SELECT json_agg(json_build_object('id', o.id, 'discount', o.discount, 'discount_type', o.discount_type,
              'quantity', o.quantity, 'tiers', o.tiers, ${dates(o)}, 'products', bulk.products,
              'categories', bulk_category.categories))
       FROM asked, bulk FULL JOIN bulk_category USING (id)
            CROSS JOIN ${one(Prisma.sql`offer`, Prisma.sql`coalesce(bulk.id, bulk_category.id)`)} o
      WHERE o.type = 'wholesale' AND o.status = 1 AND o.deleted_at IS NULL AND ${about(o)}) AS wholesales,
    (SELECT json_agg(json_build_object('id', o.id, 'status', o.status, 'titles', o.titles,
              'bundle_price', o.bundle_price, 'drink_share', o.drink_share, ${dates(o)},
              'categories', (WITH RECURSIVE above AS (
                  SELECT k.category_id AS id FROM offer_category k WHERE k.offer_id = o.id
                  UNION
                  SELECT c.parent_id FROM above JOIN category c ON c.id = above.id WHERE c.parent_id IS NOT NULL
                ) SELECT json_agg(above.id) FROM above),
              'parts', (SELECT json_agg(json_build_array(p.id, i.id, part.quantity, coalesce(i.price, p.price), t.value,
                                  coalesce(t.value_name = 'NORMAL', FALSE)) ORDER BY part.ord, part.id)
                          FROM part JOIN product p ON p.id = part.product_id JOIN product_item i ON i.id = part.item_id
                          LEFT JOIN tax_type t ON t.id = p.tax_type_id WHERE part.offer_id = o.id)))
       FROM asked, offer o
      WHERE o.id = ANY(asked.offers) AND o.type = 'bundle' AND o.deleted_at IS NULL) AS bundles,
    (SELECT json_build_object('id', o.id, 'code', o.code, 'status', o.status, 'discount', o.discount,
              'discount_type', o.discount_type, 'min_order', o.min_order, 'max_discount', o.max_discount,
              'usage_limit', o.usage_limit, 'per_customer_limit', o.per_customer_limit, 'uses', o.uses,
              'customer_uses', CASE WHEN o.per_customer_limit IS NULL OR NOT ${isKnown} THEN 0
                ELSE ${customerUses(Prisma.sql`coupon.id`, asked)} END, ${dates(o)},
              'products', (SELECT json_agg(json_build_array(x.product_id, x.item_id)) FROM offer_product x
                WHERE x.offer_id = o.id AND (${NAMED}
                  OR x.id = (SELECT f.id FROM offer_product f WHERE f.offer_id = o.id LIMIT 1))),
              'categories', (SELECT json_agg(k.category_id) FROM offer_category k WHERE k.offer_id = o.id))
       FROM asked, offer o, LATERAL (SELECT o.id) AS coupon(id)
      WHERE asked.code IS NOT NULL AND lower(o.code) = lower(asked.code) AND o.type = 'coupon'
        AND o.deleted_at IS NULL) AS coupon
  FROM asked`;
}
