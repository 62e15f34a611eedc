import { findDiscountProblem } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRows } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { checkCurrencyScale } from '../../setting/index.ts';

/** Joins the existing products of a discount or offer, one row per item; `x` is the row that names them. */
export const LIVING = sql`
  JOIN product p ON p.id = x.product_id AND p.deleted_at IS NULL
  LEFT JOIN product_item i ON i.id = x.item_id
 WHERE (x.item_id IS NULL OR i.deleted_at IS NULL)`;

/** A product or one of its items that a rule names. */
export type RuleTarget = { readonly id: number; readonly item_id?: number | null | undefined };

/** The products and categories of a rule, as they will be stored. */
export type RuleScope = {
  readonly products: readonly RuleTarget[];
  readonly categorys_id: readonly number[];
};

/** Returns products and items as two parallel arrays for a statement; 0 stands for every item. */
export const toTargetColumns = (targets: readonly RuleTarget[]) => ({
  products: targets.map(({ id }) => id),
  items: targets.map(({ item_id }) => item_id ?? 0),
});

/**
 * Checks that every product exists, that every item belongs to its product, and that nothing is named twice. @throws
 * reference.missing
 */
export async function checkRuleProducts(
  ctx: Ctx,
  targets: readonly RuleTarget[],
  field: string,
  before: readonly RuleTarget[] = [],
): Promise<void> {
  const keys = new Set(targets.map(({ id, item_id }) => `${id}/${item_id ?? 0}`));
  if (keys.size < targets.length) failField(field, 'distinct');
  const { products, items } = toTargetColumns(targets);
  const missing = await fetchRows(
    ctx,
    sql<{ at: number }>`
    SELECT t.at::int - 1 AS at
      FROM unnest(${products}::int[], ${items}::int[]) WITH ORDINALITY AS t(product_id, item_id, at)
      LEFT JOIN product p ON p.id = t.product_id AND p.deleted_at IS NULL
      LEFT JOIN product_item i ON i.id = t.item_id AND i.product_id = t.product_id AND i.deleted_at IS NULL
     WHERE p.id IS NULL OR (t.item_id > 0 AND i.id IS NULL) ORDER BY t.at`,
  );
  const isKept = ({ at }: { at: number }) =>
    before.some(({ id, item_id }) => id === products[at] && (item_id ?? 0) === items[at]);
  const wrong = missing.find((one) => !isKept(one));
  if (wrong) fail('reference.missing', { field }, `${field}.${wrong.at}`);
}

/** Checks that every category exists. @throws reference.missing */
export async function checkRuleCategories(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const field = 'categorys_id';
  const found = await ctx.db.category.count({ where: { id: { in: [...ids] }, deleted_at: null } });
  if (found < ids.length) fail('reference.missing', { field }, field);
}

type Span = { readonly low: number | null; readonly high: number | null; readonly products: number };

/**
 * Returns the lowest and highest base price of a rule's products. In categories, products without a price are left out,
 * because they cannot be sold anyway.
 */
async function priceSpan(ctx: Ctx, scope: RuleScope): Promise<Span> {
  const { products, items } = toTargetColumns(scope.products);
  const [span] = await fetchRows(
    ctx,
    sql<Span>`
    WITH RECURSIVE below AS (
      SELECT unnest(${[...scope.categorys_id]}::int[]) AS id
      UNION
      SELECT k.id FROM below JOIN category k ON k.parent_id = below.id
    ), priced AS (
      SELECT p.id, coalesce(i.price, p.price) AS price
        FROM unnest(${products}::int[], ${items}::int[]) AS t(product_id, item_id)
        JOIN product p ON p.id = t.product_id
        LEFT JOIN product_item i
          ON i.product_id = p.id AND i.deleted_at IS NULL AND (t.item_id = 0 OR i.id = t.item_id)
      UNION ALL
      SELECT p.id, coalesce(i.price, p.price)
        FROM below b JOIN product_category c ON c.category_id = b.id
        JOIN product p ON p.id = c.product_id AND p.deleted_at IS NULL
        LEFT JOIN product_item i ON i.product_id = p.id AND i.deleted_at IS NULL
       WHERE coalesce(i.price, p.price) > 0
    )
    SELECT min(price)::float8 AS low, max(price)::float8 AS high, count(DISTINCT id)::int AS products FROM priced`,
  );
  return span ?? { low: null, high: null, products: 0 };
}

type Reduction = {
  readonly type: 'fixed' | 'percent';
  readonly value: number | null | undefined;
  /** The input field of the value, named in errors. */
  readonly field: string;
};

const RULE = { missing: 'discount_required', too_low: 'discount_low', too_high: 'discount_high' } as const;

/**
 * Checks that a reduction is between 0.5 % and 99.5 % of every base price it applies to.
 * Pricing checks again, because price lists change.
 * @throws request.invalid on the field, with the specification's messages
 */
export async function checkReductionBounds(
  ctx: Ctx,
  reductions: readonly Reduction[],
  scope: RuleScope | null,
): Promise<void> {
  const isFixed = reductions.some(({ type }) => type === 'fixed');
  const span = scope && isFixed ? await priceSpan(ctx, scope) : null;
  for (const { type, value, field } of reductions) {
    if (type === 'fixed') await checkCurrencyScale(ctx, { [field]: value });
    else if (value != null && Math.round(value * 100) / 100 !== value)
      failField(field, 'decimals', { max: 2 });
    // without a price to compare with, any amount above 0 is allowed
    const prices = type === 'percent' || !span || span.low === null ? [] : [span.low, span.high ?? span.low];
    if (prices.length === 0 && type === 'fixed' && value === 0) failField(field, 'discount_low');
    const judged = prices.length > 0 ? prices : [type === 'percent' ? 100 : (value ?? 0) * 2];
    const problem = judged
      .map((price) => findDiscountProblem(type, value, price))
      .find((one) => one !== null);
    if (!problem) continue;
    const isMany = type === 'fixed' && (span?.products ?? 0) > 1 && problem !== 'missing';
    failField(field, isMany ? 'discount_products' : RULE[problem]);
  }
}

/**
 * Checks that the end date is not before the start date; both may be open. @throws request.invalid on the second one
 */
export function checkDateOrder(
  { start_date, end_date }: { start_date: string | null; end_date: string | null },
  under = '',
): void {
  if (start_date !== null && end_date !== null && end_date < start_date)
    failField(`${under}end_date`, 'not_before', { other: 'start_date' });
}

/** Converts a local day for the database. */
export const toDbDate = (day: string | null): Date | null => (day === null ? null : new Date(day));

/**
 * Tells whether a rule is valid on a day; `off` when it is disabled, whatever its dates.
 * Source: docs/rules/offers.md#holds
 */
export function getRuleStateOn(
  rule: { readonly status: number; readonly start_date: string | null; readonly end_date: string | null },
  day: string,
): 'now' | 'later' | 'over' | 'off' {
  if (rule.status !== 1) return 'off';
  if (rule.start_date !== null && day < rule.start_date) return 'later';
  return rule.end_date !== null && day > rule.end_date ? 'over' : 'now';
}
