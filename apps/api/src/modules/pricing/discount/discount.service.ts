import { type api, OFFER_PRODUCTS_MAX } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { countRows, fetchRow, fetchRows, lockRow, runStatement, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { localizedSort, omitUndefined } from '../../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../../core/list/page.ts';
import { defineRestorableRecord } from '../../../core/record/define-restorable-record.ts';
import { requireNotDeleted } from '../../../core/soft-delete.ts';
import { shopDaySql } from '../rule/price-settings.ts';
import {
  checkRuleBranches,
  holdOwnBranches,
  holdsInBranchSql,
  isVisibleRuleSql,
  requireChangeableRule,
  requireNamedBranch,
  requireVisibleRule,
} from '../rule/rule-branches.ts';
import {
  checkDateOrder,
  checkReductionBounds,
  checkRuleCategories,
  checkRuleProducts,
  toDbDate,
  toTargetColumns,
} from '../rule/rule-scope.ts';
import {
  auditView,
  type DiscountQuery,
  type DiscountRow,
  discounts,
  IS_FOR_MANY,
  selectDiscountRows,
  showView,
  toDiscountRows,
} from './discount.view.ts';
import { flagDiscountsWithoutEffect } from './flag-idle-discounts.ts';

type List = z.output<typeof api.discount.list.input>;
type Save = z.output<typeof api.discount.save.input>;

function filterDiscounts(ctx: Ctx, input: List): DiscountQuery {
  const { id, status, multi, product_id, branch_id, idle } = input;
  let query = discounts
    .where('d.deleted_at', 'is', null)
    .where(matchesKeywords(input.keywords, sql.ref('d.search')));
  if (id !== undefined) query = query.where('d.id', '=', id);
  if (status !== undefined) query = query.where('d.status', '=', status);
  if (idle !== undefined)
    query = query.where((eb) =>
      eb(
        eb.and([
          eb('d.idle', '=', 1),
          eb('d.status', '=', 1),
          sql<boolean>`coalesce(${eb.ref('d.end_date')}, 'infinity') >= ${shopDaySql(ctx)}`,
        ]),
        '=',
        idle === 1,
      ),
    );
  if (multi !== undefined) query = query.where(multi === 1 ? IS_FOR_MANY : sql<boolean>`NOT ${IS_FOR_MANY}`);
  if (product_id !== undefined)
    query = query.where('d.id', 'in', (eb) =>
      eb.selectFrom('discount_product').select('discount_id').where('product_id', '=', product_id),
    );
  if (branch_id !== undefined) query = query.where(holdsInBranchSql(ctx, 'discount', branch_id));
  const isVisible = isVisibleRuleSql(ctx, 'discount');
  return isVisible ? query.where(isVisible) : query;
}

function sortDiscounts(ctx: Ctx, query: DiscountQuery, { sort_by, sort_as }: List): DiscountQuery {
  const title = localizedSort(ctx, sql.ref('d.titles'));
  const sorted = sort_by === 'title' ? query.orderBy(title, sort_as) : query.orderBy(`d.${sort_by}`, sort_as);
  return sorted.orderBy('d.id', sort_as);
}

/** Lists discounts; those for one product with its price before and after. */
export async function list(ctx: Ctx, input: List) {
  const query = filterDiscounts(ctx, input);
  const { skip, take } = toSkipTake(input);
  const page = sortDiscounts(ctx, query, input).select('d.id').limit(take).offset(skip);
  const onPage = discounts.where('d.id', '=', sql<number>`any(array(${page}))`);
  const [rows, total] = await Promise.all([
    fetchRows(ctx, selectDiscountRows(ctx, sortDiscounts(ctx, onPage, input), 1)),
    countRows(ctx, query),
  ]);
  return toPage(await toDiscountRows(ctx, rows, input.all_locale ?? false), total, input);
}

/** Finds a discount by id, even if it is deleted. */
const findDiscount = (ctx: Ctx, id: number): Promise<DiscountRow | undefined> =>
  fetchRow(ctx, selectDiscountRows(ctx, discounts.where('d.id', '=', id), OFFER_PRODUCTS_MAX));

type Checked = { type: 'fixed' | 'percent'; value: number };

/** Checks that the discount is consistent after the save. */
async function checkDiscount(ctx: Ctx, before: DiscountRow | null, input: Save): Promise<Checked> {
  const type = input.type ?? before?.type ?? failField('type', 'required');
  const value = input.value === undefined ? before?.value : input.value;
  const products = input.products === undefined ? (before?.products ?? []) : (input.products ?? []);
  const categorys_id =
    input.categorys_id === undefined ? (before?.categorys_id ?? []) : (input.categorys_id ?? []);
  if (value == null) return failField('value', 'discount_required');
  if (products.length + categorys_id.length === 0) return failField('products', 'required');
  if (input.products) await checkRuleProducts(ctx, input.products, 'products');
  if (input.categorys_id) await checkRuleCategories(ctx, input.categorys_id);
  checkDateOrder({
    start_date: input.start_date === undefined ? (before?.start_date ?? null) : input.start_date,
    end_date: input.end_date === undefined ? (before?.end_date ?? null) : input.end_date,
  });
  // renaming or disabling a discount must not fail because prices have changed since
  const isJudged = [input.type, input.value, input.products, input.categorys_id].some(
    (one) => one !== undefined,
  );
  if (isJudged)
    await checkReductionBounds(ctx, [{ type, value, field: 'value' }], { products, categorys_id });
  return { type, value };
}

/**
 * Replaces the products, categories and branches of a discount; deleted products keep their assignment in case they are
 * restored.
 */
async function replaceDiscountScope(
  ctx: Ctx,
  discount_id: number,
  { products, categorys_id, branches_ids }: Save,
) {
  if (products !== undefined) {
    const rows = toTargetColumns(products ?? []);
    await runStatement(
      ctx,
      tables
        .deleteFrom('discount_product as x')
        .using('product as p')
        .where('x.discount_id', '=', discount_id)
        .whereRef('p.id', '=', 'x.product_id')
        .where('p.deleted_at', 'is', null),
    );
    await runStatement(
      ctx,
      tables
        .insertInto('discount_product')
        .columns(['discount_id', 'product_id', 'item_id'])
        .expression(
          tables
            .selectFrom(
              sql<{
                product_id: number;
                item_id: number;
                at: number;
              }>`unnest(${rows.products}::int[], ${rows.items}::int[])
                WITH ORDINALITY`.as<'t'>(sql`t(product_id, item_id, at)`),
            )
            .select([
              sql<number>`${discount_id}::int`.as('discount_id'),
              't.product_id',
              sql<number | null>`nullif(t.item_id, 0)`.as('item_id'),
            ])
            .orderBy('t.at'),
        ),
    );
  }
  if (categorys_id !== undefined) {
    await ctx.db.discount_category.deleteMany({ where: { discount_id } });
    const data = (categorys_id ?? []).map((category_id) => ({ discount_id, category_id }));
    await ctx.db.discount_category.createMany({ data });
  }
  if (branches_ids !== undefined) await assignBranches(ctx, discount_id, branches_ids ?? []);
}

/** Replaces the branches of a discount. @throws branch.required, reference.missing */
async function assignBranches(ctx: Ctx, discount_id: number, branches_ids: readonly number[]): Promise<void> {
  const ids = await checkRuleBranches(ctx, branches_ids, 'branches_ids');
  await ctx.db.discount_branch.deleteMany({ where: { discount_id } });
  await ctx.db.discount_branch.createMany({ data: ids.map((branch_id) => ({ discount_id, branch_id })) });
}

const toDiscountFields = ({ titles, status, days, slots, start_date, end_date }: Save) =>
  omitUndefined({
    titles,
    status,
    days: days === null ? [] : days,
    slots: slots === null ? [] : slots,
    start_date: start_date === undefined ? undefined : toDbDate(start_date),
    end_date: end_date === undefined ? undefined : toDbDate(end_date),
  });

async function insertDiscount(ctx: Ctx, input: Save) {
  const titles = input.titles ?? failField('titles', 'required');
  await holdOwnBranches(ctx);
  requireNamedBranch(ctx, input.branches_ids ?? [], 'branches_ids');
  const checked = await checkDiscount(ctx, null, input);
  const { id } = await ctx.db.discount.create({
    data: { ...toDiscountFields(input), ...checked, titles, created_at: ctx.now, updated_at: ctx.now },
    select: { id: true },
  });
  await replaceDiscountScope(ctx, id, input);
  await flagDiscountsWithoutEffect(ctx, id);
  return { id };
}

async function updateDiscount(ctx: Ctx, before: DiscountRow, input: Save) {
  const { id } = before;
  const checked = await checkDiscount(ctx, before, input);
  const data = { ...toDiscountFields(input), ...checked, version: { increment: 1 }, updated_at: ctx.now };
  await ctx.db.discount.update({ where: { id }, data, select: { id: true } });
  await replaceDiscountScope(ctx, id, input);
  await flagDiscountsWithoutEffect(ctx, id);
}

/** Locks a discount that the caller may change. @throws record.missing, offer.read_only, branch.forbidden */
async function lockDiscount(
  ctx: Ctx,
  { id }: { readonly id: number },
  requireState: (row: DiscountRow | undefined) => DiscountRow,
): Promise<DiscountRow> {
  await holdOwnBranches(ctx);
  await lockRow(ctx, 'discount', id);
  return requireChangeableRule(ctx, requireState(await findDiscount(ctx, id)), 'branches_ids');
}

/** Returns a discount with all its products. @throws record.missing */
export const show = async (ctx: Ctx, { id }: { id: number }) =>
  showView(ctx, requireVisibleRule(ctx, requireNotDeleted(await findDiscount(ctx, id))));

/**
 * Saves, deletes and restores discounts. Given products, categories and branches replace the stored ones; orders keep a
 * deleted discount.
 * @throws record.missing, record.stale, reference.missing; offer.read_only, branch.required and branch.forbidden for a
 * caller of some branches (docs/rules/offers.md#whose-offers); request.invalid when a price leaves its bounds
 */
export const { save, remove, restore } = defineRestorableRecord({
  noun: 'discount',
  lock: lockDiscount,
  find: findDiscount,
  view: showView,
  audit: auditView,
  insert: insertDiscount,
  update: updateDiscount,
});
