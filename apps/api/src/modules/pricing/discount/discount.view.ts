import {
  computeReductionAmount,
  fromMinor,
  getCurrencyScale,
  resolveText,
  toMinorRounded,
} from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { tables } from '../../../core/db/tables.ts';
import { type Texts, toTexts } from '../../../core/list/localized-columns.ts';
import { readSettings } from '../../setting/index.ts';
import { shopDaySql } from '../rule/price-settings.ts';
import { toReduction } from '../rule/read-price-rules.ts';
import { findReadOnlyReason, getVisibleBranches, ruleActions } from '../rule/rule-branches.ts';
import { getRuleStateOn, LIVING } from '../rule/rule-scope.ts';

type Row = z.output<typeof api.discount.list.output>;
type Show = z.output<typeof api.discount.show.output>;

type TargetRow = {
  readonly id: number;
  readonly item_id: number | null;
  readonly titles: Texts;
  readonly barcode: string | null;
  readonly price: number;
};

export const discounts = tables.selectFrom('discount as d');
export type DiscountQuery = typeof discounts;

/** Condition for a discount `d` for several products or for categories. */
export const IS_FOR_MANY = sql<boolean>`
  (EXISTS (SELECT 1 FROM discount_category k WHERE k.discount_id = d.id)
   OR EXISTS (SELECT 1 FROM discount_product a WHERE a.discount_id = d.id AND a.product_id <>
        (SELECT f.product_id FROM discount_product f WHERE f.discount_id = d.id ORDER BY f.id LIMIT 1)))`;

/**
 * Selects what discounts show, with at most `productsLimit` of their products and the number of all; `today` is the
 * current day in the shop's time zone.
 */
export const selectDiscountRows = (ctx: Ctx, query: DiscountQuery, productsLimit: number) =>
  query
    .select([
      'd.id',
      'd.start_date',
      'd.end_date',
      'd.days',
      'd.status',
      'd.idle',
      'd.version',
      'd.created_at',
      'd.updated_at',
      'd.deleted_at',
      IS_FOR_MANY.as('multi'),
      shopDaySql(ctx).as('today'),
    ])
    .select((eb) => [
      eb.ref('d.titles').$castTo<Texts>().as('titles'),
      eb.ref('d.type').$castTo<Row['type']>().as('type'),
      eb.ref('d.slots').$castTo<Row['slots']>().as('slots'),
      eb.cast<number>('d.value', 'float8').as('value'),
      sql<number[]>`array(${eb
        .selectFrom('discount_category as k')
        .select('k.category_id')
        .whereRef('k.discount_id', '=', 'd.id')
        .orderBy('k.category_id')})`.as('categorys_id'),
      sql<number[]>`array(${eb
        .selectFrom('discount_branch as b')
        .select('b.branch_id')
        .whereRef('b.discount_id', '=', 'd.id')
        .orderBy('b.branch_id')})`.as('branches_ids'),
      sql<number>`(SELECT count(*) FROM discount_product x ${LIVING} AND x.discount_id = d.id)`.as(
        'products_count',
      ),
      sql<
        TargetRow[]
      >`coalesce((SELECT json_agg(json_build_object('id', t.id, 'item_id', t.item_id, 'titles', t.titles,
                     'barcode', t.barcode, 'price', t.price) ORDER BY t.at)
           FROM (SELECT x.product_id AS id, x.item_id, item_titles(p.titles, i.option) AS titles, i.barcode,
                        coalesce(i.price, p.price) AS price, x.id AS at
                   FROM discount_product x ${LIVING} AND x.discount_id = d.id ORDER BY x.id LIMIT ${productsLimit}::int) t),
           '[]')`.as('products'),
    ]);

export type DiscountRow = InferResult<ReturnType<typeof selectDiscountRows>>[number];

/** Returns a price after a discount, in the same currency. */
function computeReducedPrice(
  price: number,
  { type, value }: Pick<DiscountRow, 'type' | 'value'>,
  scale: number,
): number {
  const before = toMinorRounded(price, scale);
  return fromMinor(
    before -
      computeReductionAmount(
        before,
        toReduction((amount) => toMinorRounded(amount, scale), type, value),
      ),
    scale,
  );
}

const readCurrencyScale = async (ctx: Ctx): Promise<number> =>
  getCurrencyScale((await readSettings(ctx)).settings.Currency);

function toDiscountView(ctx: Ctx, row: DiscountRow, scale: number, all_locale: boolean): Row {
  const only = row.multi ? undefined : row.products[0];
  return {
    id: row.id,
    title: resolveText(row.titles, ctx.locale),
    ...(all_locale ? { titles: toTexts(row.titles) } : {}),
    type: row.type,
    value: row.value,
    multi: row.multi ? 1 : 0,
    product_id: only?.id ?? null,
    product_title: only ? resolveText(only.titles, ctx.locale) : null,
    price: only?.price ?? null,
    price_after: only ? computeReducedPrice(only.price, row, scale) : null,
    products_count: row.products_count,
    categorys_id: row.categorys_id,
    branches_ids: getVisibleBranches(ctx, row),
    start_date: row.start_date,
    end_date: row.end_date,
    days: row.days,
    slots: row.slots,
    status: row.status,
    holds: getRuleStateOn(row, row.today),
    idle: row.status === 1 ? row.idle : 0,
    version: row.version,
    read_only: findReadOnlyReason(ctx, row),
    actions: ruleActions(ctx, row),
  };
}

/** Converts discounts to list rows; those for one product with its price before and after. */
export async function toDiscountRows(
  ctx: Ctx,
  rows: readonly DiscountRow[],
  all_locale: boolean,
): Promise<Row[]> {
  const scale = await readCurrencyScale(ctx);
  return rows.map((row) => toDiscountView(ctx, row, scale, all_locale));
}

/** Converts a discount to the full response, each product with its price before and after. */
export async function showView(ctx: Ctx, row: DiscountRow): Promise<Show> {
  const scale = await readCurrencyScale(ctx);
  return {
    ...toDiscountView(ctx, row, scale, true),
    titles: toTexts(row.titles),
    products: row.products.map(({ titles, ...target }) => ({
      ...target,
      title: resolveText(titles, ctx.locale),
      price_after: computeReducedPrice(target.price, row, scale),
    })),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The fields that the audit log compares. */
export const auditView = (row: DiscountRow) => ({
  titles: toTexts(row.titles),
  type: row.type,
  value: row.value,
  products: row.products.map(({ id, item_id }) => ({ id, item_id })),
  categorys_id: row.categorys_id,
  branches_ids: row.branches_ids,
  start_date: row.start_date,
  end_date: row.end_date,
  days: row.days,
  slots: row.slots,
  status: row.status,
});
