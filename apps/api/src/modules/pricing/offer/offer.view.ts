import { CANCELED, resolveText } from '@dukkan/commerce';
import { type api, MAX_OFFER_PRODUCTS } from '@dukkan/contract';
import { type InferResult, type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { getEffectiveScope } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { tables } from '../../../core/db/tables.ts';
import { pictureUrl } from '../../../core/file/pictures.ts';
import { type Texts, toTexts } from '../../../core/list/localized-columns.ts';
import { availableQuantitySql } from '../../catalog/index.ts';
import { shopDaySql } from '../rule/price-settings.ts';
import { findReadOnlyReason, getVisibleBranches, ruleActions } from '../rule/rule-branches.ts';
import { getRuleStateOn, LIVING } from '../rule/rule-scope.ts';
import type { OfferTerms } from './check-offer-terms.ts';

type Row = z.output<typeof api.offer.list.output>;
type Show = z.output<typeof api.offer.show.output>;

type PartRow = {
  readonly id: number;
  readonly item_id: number | null;
  readonly quantity: number;
  readonly titles: Texts;
  readonly barcode: string | null;
  readonly price: number;
};

export const offers = tables.selectFrom('offer as o');
export type OfferQuery = typeof offers;

/** The part of a bundle that limits how many can be packed. */
type LimitedBy = { readonly product_id: number; readonly titles: Texts; readonly is_lost: boolean };

/** Condition that a part `x` of an offer, with its item `i` and product `p`, is deleted or disabled. */
const IS_LOST = sql`(p.deleted_at IS NOT NULL OR p.status <> 1 OR i.deleted_at IS NOT NULL)`;

/**
 * Condition for a bundle `o` with a deleted or disabled part, which cannot be sold until the part is replaced.
 * Rule: docs/rules/offers.md#lost-parts
 */
const HAS_LOST_PART = sql`EXISTS (SELECT 1 FROM offer_product x JOIN product p ON p.id = x.product_id
  LEFT JOIN product_item i ON i.id = x.item_id WHERE x.offer_id = o.id AND ${IS_LOST})`;

/** Joins the existing products of an offer `o`; for bundles also deleted ones, so that they can be replaced. */
const NAMED = sql`JOIN product p ON p.id = x.product_id LEFT JOIN product_item i ON i.id = x.item_id
  WHERE (o.type = 'bundle' OR (p.deleted_at IS NULL AND (x.item_id IS NULL OR i.deleted_at IS NULL)))`;

/**
 * SQL for the number of bundles `o` that the stock in the caller's branches can make; a bundle is packed in one branch
 * and limited by its scarcest part.
 */
function availableBundlesSql(ctx: Ctx): RawBuilder<number | null> {
  if (ctx.reach !== 'full') return sql`NULL::float8`;
  const scope = getEffectiveScope(ctx);
  const mine = scope === 'all' ? sql`` : sql`AND l.branch_id = ANY(${[...scope]}::int[])`;
  return sql`CASE WHEN o.type <> 'bundle' THEN NULL WHEN ${HAS_LOST_PART} THEN 0 ELSE
    (SELECT coalesce(sum(b.made), 0)::float8 FROM (
       SELECT min(floor(greatest(${availableQuantitySql(ctx)}, 0) / x.quantity)) AS made
         FROM offer_product x JOIN stock_level l ON l.item_id = x.item_id ${mine}
        WHERE x.offer_id = o.id GROUP BY l.branch_id
       HAVING count(*) = (SELECT count(*) FROM offer_product y WHERE y.offer_id = o.id)) b) END`;
}

/** SQL for the part that limits a bundle `o` in the caller's branches; a deleted or disabled part comes first. */
function limitedBy(ctx: Ctx): RawBuilder<LimitedBy | null> {
  if (ctx.reach !== 'full') return sql`NULL::json`;
  const scope = getEffectiveScope(ctx);
  const mine = scope === 'all' ? sql`` : sql`AND l.branch_id = ANY(${[...scope]}::int[])`;
  return sql`CASE WHEN o.type = 'bundle' THEN
    (SELECT json_build_object('product_id', x.product_id, 'titles', p.titles, 'is_lost', bool_or(${IS_LOST}))
       FROM offer_product x JOIN product p ON p.id = x.product_id LEFT JOIN product_item i ON i.id = x.item_id
       LEFT JOIN stock_level l ON l.item_id = x.item_id ${mine}
      WHERE x.offer_id = o.id GROUP BY x.id, x.product_id, p.titles, x.quantity
      ORDER BY bool_or(${IS_LOST}) DESC, sum(floor(greatest(coalesce(${availableQuantitySql(ctx)}, 0), 0) / x.quantity)), x.id LIMIT 1) END`;
}

type CouponSum = Row['cost_so_far'][number] & { readonly uses: number };

/** SQL for the orders `u` with a coupon `o` in the caller's branches, without canceled ones. */
function ownCouponOrdersSql(ctx: Ctx): RawBuilder<unknown> {
  const scope = getEffectiveScope(ctx);
  const mine = scope === 'all' ? sql`` : sql`AND u.branch_id = ANY(${[...scope]}::int[])`;
  return sql`"order" u WHERE o.type = 'coupon' AND u.coupon_id = o.id AND u.status_value <> ${sql.lit(CANCELED)} ${mine}`;
}

/** SQL for the total discount and the orders of a coupon `o`, by currency, in the caller's branches. */
const costSoFar = (ctx: Ctx): RawBuilder<readonly CouponSum[]> =>
  ctx.reach === 'full'
    ? sql`coalesce((SELECT json_agg(json_build_object('currency', s.currency, 'total', s.total, 'uses', s.uses) ORDER BY s.currency)
        FROM (SELECT u.currency, sum(u.coupon_discount) AS total, count(*) AS uses
                FROM ${ownCouponOrdersSql(ctx)} GROUP BY u.currency) s), '[]')`
    : sql`'[]'::json`;

/** SQL for the uses of an offer `o` by which a list is sorted; the caller's branches count. */
export const usesSortSql = (ctx: Ctx): RawBuilder<number> =>
  ctx.scope === 'all'
    ? sql.ref<number>('o.uses')
    : sql<number>`(SELECT count(*) FROM ${ownCouponOrdersSql(ctx)})`;

/**
 * Selects what offers show, with at most `productsLimit` of their products; the public gets active products only. `today`
 * is the current day in the shop's time zone.
 */
export function selectOfferRows(ctx: Ctx, query: OfferQuery, productsLimit: number) {
  const seen =
    ctx.reach === 'full'
      ? sql`${NAMED} AND x.offer_id = o.id`
      : sql`${LIVING} AND x.offer_id = o.id AND p.status = 1`;
  return query
    .select([
      'o.id',
      'o.status',
      'o.ord',
      'o.image',
      'o.uses',
      'o.code',
      'o.usage_limit',
      'o.per_customer_limit',
      'o.start_date',
      'o.end_date',
      'o.version',
      'o.created_at',
      'o.updated_at',
      'o.deleted_at',
      availableBundlesSql(ctx).as('available'),
      limitedBy(ctx).as('limited_by'),
      costSoFar(ctx).as('cost_so_far'),
      shopDaySql(ctx).as('today'),
    ])
    .select((eb) => [
      eb.ref('o.type').$castTo<OfferTerms['type']>().as('type'),
      eb.ref('o.titles').$castTo<Texts>().as('titles'),
      eb.ref('o.descriptions').$castTo<Texts>().as('descriptions'),
      eb.ref('o.tiers').$castTo<OfferTerms['tiers']>().as('tiers'),
      eb.ref('o.discount_type').$castTo<OfferTerms['discount_type']>().as('discount_type'),
      eb.cast<number | null>('o.discount', 'float8').as('discount'),
      eb.cast<number | null>('o.quantity', 'float8').as('quantity'),
      eb.cast<number | null>('o.bundle_price', 'float8').as('bundle_price'),
      eb.cast<number | null>('o.drink_share', 'float8').as('drink_share'),
      eb.cast<number | null>('o.min_order', 'float8').as('min_order'),
      eb.cast<number | null>('o.max_discount', 'float8').as('max_discount'),
      sql<number[]>`array(${eb
        .selectFrom('offer_branch as b')
        .select('b.branch_id')
        .whereRef('b.offer_id', '=', 'o.id')
        .orderBy('b.branch_id')})`.as('branches_ids'),
      sql<number[]>`array(${eb
        .selectFrom('offer_category as k')
        .select('k.category_id')
        .whereRef('k.offer_id', '=', 'o.id')
        .orderBy('k.category_id')})`.as('categorys_id'),
      sql<number>`(SELECT count(*) FROM offer_product x ${seen})`.as('products_count'),
      sql<
        PartRow[]
      >`coalesce((SELECT json_agg(json_build_object('id', t.id, 'item_id', t.item_id, 'quantity', t.quantity,
                       'titles', t.titles, 'barcode', t.barcode, 'price', t.price) ORDER BY t.ord, t.at)
             FROM (SELECT x.product_id AS id, x.item_id, x.quantity, item_titles(p.titles, i.option) AS titles, i.barcode,
                          coalesce(i.price, p.price) AS price, x.ord, x.id AS at
                     FROM offer_product x ${seen} ORDER BY x.ord, x.id LIMIT ${productsLimit}::int) t),
             '[]')`.as('products'),
    ]);
}

export type OfferRow = InferResult<ReturnType<typeof selectOfferRows>>[number];

/** Returns the terms of a stored offer. */
export const toOfferTerms = (row: OfferRow): OfferTerms => ({
  type: row.type,
  discount: row.discount,
  discount_type: row.discount_type,
  quantity: row.quantity,
  tiers: row.tiers,
  bundle_price: row.bundle_price,
  drink_share: row.drink_share,
  code: row.code,
  min_order: row.min_order,
  max_discount: row.max_discount,
  usage_limit: row.usage_limit,
  per_customer_limit: row.per_customer_limit,
  start_date: row.start_date,
  end_date: row.end_date,
});

const toPartView = ({ id, item_id, quantity }: PartRow) => ({ id, item_id, quantity });

/** Converts an offer to a list row with its first products. */
export const rowView = (ctx: Ctx, row: OfferRow, all_locale: boolean): Row => ({
  id: row.id,
  title: resolveText(row.titles, ctx.locale),
  ...(all_locale ? { titles: toTexts(row.titles), descriptions: toTexts(row.descriptions) } : {}),
  description: resolveText(row.descriptions, ctx.locale),
  type: row.type,
  ord: row.ord,
  image_url: pictureUrl(row.image),
  categorys_id: row.categorys_id,
  status: row.status,
  info: {
    ...toOfferTerms(row),
    branches_ids: getVisibleBranches(ctx, row),
    products: row.products.slice(0, MAX_OFFER_PRODUCTS).map(toPartView),
  },
  products_count: row.products_count,
  uses: ctx.scope === 'all' ? row.uses : row.cost_so_far.reduce((sum, { uses }) => sum + uses, 0),
  uses_left: row.usage_limit === null ? null : Math.max(0, row.usage_limit - row.uses),
  cost_so_far: row.cost_so_far.map(({ currency, total }) => ({ currency, total })),
  holds: getRuleStateOn(row, row.today),
  available: row.available,
  limited_by: row.limited_by && {
    product_id: row.limited_by.product_id,
    title: resolveText(row.limited_by.titles, ctx.locale),
    is_lost: row.limited_by.is_lost,
  },
  version: row.version,
  read_only: findReadOnlyReason(ctx, row),
  actions: ruleActions(ctx, row),
});

/** Converts an offer to the full response with product names. */
export const showView = (ctx: Ctx, row: OfferRow): Show => ({
  ...rowView(ctx, row, true),
  titles: toTexts(row.titles),
  descriptions: toTexts(row.descriptions),
  info: {
    ...toOfferTerms(row),
    branches_ids: getVisibleBranches(ctx, row),
    products: row.products.map((one) => ({
      ...toPartView(one),
      title: resolveText(one.titles, ctx.locale),
      barcode: one.barcode,
      price: one.price,
    })),
  },
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** The fields that the audit log compares, without a coupon's uses, which change with orders. */
export const auditView = (row: OfferRow) => ({
  titles: toTexts(row.titles),
  descriptions: toTexts(row.descriptions),
  status: row.status,
  ord: row.ord,
  image: row.image,
  ...toOfferTerms(row),
  branches_ids: row.branches_ids,
  products: row.products.map(toPartView),
  categorys_id: row.categorys_id,
});
