import {
  getCurrencyScale,
  getMinuteOfDayIn,
  type LocalDate,
  type PriceContext,
  resolveText,
  toDayOfWeek,
  toLocalDate,
} from '@dukkan/commerce';
import { EFFECT_ITEMS_MAX, fail } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import { canSeeBranch, getPermissions, hasPermission } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fromPrismaSql } from '../../../core/db/from-prisma-sql.ts';
import { fetchRows } from '../../../core/db/tables.ts';
import type { Texts } from '../../../core/list/localized-columns.ts';
import { BRANCH_TIME_ZONE_SQL } from '../../branch/index.ts';
import { availableQuantitySql } from '../../catalog/index.ts';
import { readSettings, type Settings } from '../../setting/index.ts';
import {
  type BranchPriceSettings,
  getSlotMinutes,
  parseMinuteOfDay,
  toPriceSettings,
} from '../rule/price-settings.ts';
import { type RuleScope, toTargetColumns } from '../rule/rule-scope.ts';

/** The branch and the local time for which a rule is evaluated. */
export type EffectContext = {
  readonly branch_id: number;
  readonly date: LocalDate;
  readonly minute: number;
  readonly settings: Settings;
  readonly scale: number;
  readonly branch: BranchPriceSettings;
};

type MomentInput = {
  readonly branch_id: number;
  readonly date?: string | undefined;
  readonly time?: string | undefined;
};

type BranchRow = { readonly zone: string; readonly settings: BranchPriceSettings };

/**
 * Loads the branch and the requested local time, by default now.
 * @throws branch.forbidden, reference.missing on `branch_id`
 */
export async function loadEffectContext(ctx: Ctx, input: MomentInput): Promise<EffectContext> {
  const { branch_id } = input;
  if (!canSeeBranch(ctx, branch_id)) fail('branch.forbidden', undefined, 'branch_id');
  const [row] = await fetchRows(
    ctx,
    sql<BranchRow>`SELECT ${fromPrismaSql(BRANCH_TIME_ZONE_SQL)} AS zone, b.settings FROM branch b
                WHERE b.id = ${branch_id}::int AND b.deleted_at IS NULL`,
  );
  if (!row) return fail('reference.missing', { field: 'branch_id' }, 'branch_id');
  const { settings } = await readSettings(ctx);
  return {
    branch_id,
    date: input.date ?? toLocalDate(ctx.now, row.zone),
    minute: input.time === undefined ? getMinuteOfDayIn(ctx.now, row.zone) : parseMinuteOfDay(input.time),
    settings,
    scale: getCurrencyScale(settings.Currency),
    branch: row.settings,
  };
}

/** Builds the context for pricing in a branch at a given time. */
export const createPriceContextAt = (
  { branch_id, settings, branch }: EffectContext,
  { date, minute }: { readonly date: LocalDate; readonly minute: number },
  rules: Pick<PriceContext, 'price_lists' | 'discounts' | 'wholesales'>,
): PriceContext => ({
  currency: settings.Currency,
  branch_id,
  today: date,
  weekday: toDayOfWeek(date),
  minute,
  slots: getSlotMinutes(settings),
  phone: null,
  source: 'dashboard',
  ...rules,
  settings: toPriceSettings(settings, branch),
});

export type EffectItem = {
  readonly product_id: number;
  readonly item_id: number;
  readonly title: string;
  readonly barcode: string | null;
  /** In the shop's currency. */
  readonly price: number;
  /** Percent: of the product's tax type, else of the branch; null when neither has one. */
  readonly tax: number | null;
  /** The last unit cost in the branch; null without one, and for callers who may not see costs. */
  readonly cost: number | null;
  readonly available: number;
  /** The item's categories and all their ancestors. */
  readonly categorys_ids: readonly number[];
};

type ItemRow = Omit<EffectItem, 'title'> & { readonly titles: Texts; readonly total: number };

/** True for callers who receive goods or read reports, who may see costs. */
const seesCosts = (ctx: Ctx): boolean =>
  hasPermission(getPermissions(ctx), { resource: ['products', 'reciepts', 'reports'], action: 'view' });

const ITEMS = (ctx: Ctx, branch_id: number): RawBuilder<unknown> => sql`
  SELECT i.product_id, i.id AS item_id, item_titles(p.titles, i.option) AS titles, i.barcode, coalesce(i.price, p.price)::float8 AS price,
         coalesce(t.value, (SELECT (b.settings->'tax'->>'value')::numeric FROM branch b WHERE b.id = ${branch_id}::int))::float8 AS tax, coalesce(${fromPrismaSql(availableQuantitySql(ctx))}, 0)::float8 AS available,
         ${seesCosts(ctx) ? sql`nullif(l.last_cost, 0)::float8` : sql`NULL::float8`} AS cost,
         ARRAY(WITH RECURSIVE above AS (
                 SELECT k.id, k.parent_id FROM product_category c JOIN category k ON k.id = c.category_id
                  WHERE c.product_id = p.id
                 UNION SELECT k.id, k.parent_id FROM above a JOIN category k ON k.id = a.parent_id)
               SELECT id FROM above) AS categorys_ids,
         chosen.total
    FROM chosen JOIN product_item i ON i.id = chosen.id JOIN product p ON p.id = i.product_id
    LEFT JOIN tax_type t ON t.id = p.tax_type_id
    LEFT JOIN stock_level l ON l.item_id = i.id AND l.branch_id = ${branch_id}::int`;

const toItem = (ctx: Ctx, { titles, total, ...row }: ItemRow): EffectItem => ({
  ...row,
  title: resolveText(titles, ctx.locale),
});

/**
 * Loads the items on sale that a rule applies to, by product, at most EFFECT_ITEMS_MAX, and their total number.
 * @param isForAll a rule that names nothing applies to everything (coupons)
 */
export async function loadItemsInScope(
  ctx: Ctx,
  scope: RuleScope,
  branch_id: number,
  isForAll: boolean,
): Promise<{ readonly items: readonly EffectItem[]; readonly count: number }> {
  const { products, items } = toTargetColumns(scope.products);
  const isAll = isForAll && products.length + scope.categorys_id.length === 0;
  const rows = await fetchRows(
    ctx,
    sql<ItemRow>`
    WITH RECURSIVE below AS (
      SELECT unnest(${[...scope.categorys_id]}::int[]) AS id
      UNION SELECT k.id FROM below JOIN category k ON k.parent_id = below.id
    ), named AS (
      SELECT i.id FROM unnest(${products}::int[], ${items}::int[]) AS t(product_id, item_id)
        JOIN product_item i ON i.product_id = t.product_id AND (t.item_id = 0 OR i.id = t.item_id)
      UNION
      SELECT i.id FROM below b JOIN product_category c ON c.category_id = b.id
        JOIN product_item i ON i.product_id = c.product_id
    ), chosen AS (
      SELECT i.id, p.id AS product_id, count(*) OVER ()::int AS total
        FROM product_item i JOIN product p ON p.id = i.product_id
       WHERE p.deleted_at IS NULL AND i.deleted_at IS NULL AND p.status = 1 AND coalesce(i.price, p.price) > 0
         ${isAll ? sql`` : sql`AND i.id = ANY(ARRAY(SELECT id FROM named))`}
       ORDER BY p.id, i.ord, i.id LIMIT ${EFFECT_ITEMS_MAX}::int
    ) ${ITEMS(ctx, branch_id)} ORDER BY i.product_id, i.ord, i.id`,
  );
  return { items: rows.map((row) => toItem(ctx, row)), count: rows[0]?.total ?? 0 };
}

/** Loads existing items by id, in any order. */
export async function loadEffectItems(
  ctx: Ctx,
  item_ids: readonly number[],
  branch_id: number,
): Promise<readonly EffectItem[]> {
  const rows = await fetchRows(
    ctx,
    sql<ItemRow>`WITH chosen AS (SELECT id, 0 AS total FROM product_item
                WHERE id = ANY(${[...item_ids]}::int[]) AND deleted_at IS NULL) ${ITEMS(ctx, branch_id)}`,
  );
  return rows.map((row) => toItem(ctx, row));
}

/** Loads the current titles of rules, by kind and id. */
export async function loadPriceRuleTitles(
  ctx: Ctx,
  rules: readonly { readonly kind: string; readonly id: number }[],
): Promise<(kind: string, id: number) => string> {
  const idsOf = (kinds: readonly string[]) =>
    rules.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
  const rows = await fetchRows(
    ctx,
    sql<{ kind: string; id: number; titles: Texts }>`
    SELECT 'discount' AS kind, id, titles FROM discount WHERE id = ANY(${idsOf(['discount', 'multi_discount'])}::int[])
    UNION ALL SELECT 'offer', id, titles FROM offer WHERE id = ANY(${idsOf(['wholesale'])}::int[])
    UNION ALL SELECT 'price_list', id, titles FROM price_list WHERE id = ANY(${idsOf(['price_list'])}::int[])`,
  );
  const table = (kind: string) =>
    kind === 'wholesale' ? 'offer' : kind === 'multi_discount' ? 'discount' : kind;
  return (kind, id) => {
    const row = rows.find((one) => one.kind === table(kind) && one.id === id);
    return row ? resolveText(row.titles, ctx.locale) : '';
  };
}
