import { type api, fail, OFFER_PRODUCTS_MAX } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { checkVersion, matchesBranchFilter, requireFound } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { countRows, fetchRow, fetchRows, lockRow, runStatement } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { localizedSort, omitUndefined } from '../../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../../core/list/page.ts';
import { requireNotDeleted, requireRestorable, setDeleted } from '../../../core/soft-delete.ts';
import { shopDaySql } from '../rule/price-settings.ts';
import {
  checkDateOrder,
  checkReductionBounds,
  checkRuleCategories,
  checkRuleProducts,
  resolveRuleBranches,
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
type Known = { id: number; version?: number | undefined };

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
  if (branch_id !== undefined)
    query = query.where((eb) => {
      const branches = eb
        .selectFrom('discount_branch as b')
        .select('b.branch_id')
        .whereRef('b.discount_id', '=', 'd.id');
      return eb.or([
        eb.not(eb.exists(branches)),
        eb.and([
          eb.val(matchesBranchFilter(ctx, branch_id)),
          eb.exists(branches.where('b.branch_id', '=', branch_id)),
        ]),
      ]);
    });
  return query;
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

/** Finds and locks a discount until the transaction ends, even if it is deleted. */
async function lockDiscount(ctx: Ctx, id: number): Promise<DiscountRow | undefined> {
  await lockRow(ctx, 'discount', id);
  return findDiscount(ctx, id);
}

/** Returns a discount with its products. @throws record.missing */
export const show = async (ctx: Ctx, { id }: { id: number }) =>
  showView(ctx, requireNotDeleted(await findDiscount(ctx, id)));

type Checked = { type: 'fixed' | 'percent'; value: number };

/** Checks that the discount is consistent after the save. */
async function check(ctx: Ctx, before: DiscountRow | null, input: Save): Promise<Checked> {
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
async function assign(ctx: Ctx, discount_id: number, { products, categorys_id, branches_ids }: Save) {
  if (products !== undefined) {
    const rows = toTargetColumns(products ?? []);
    await runStatement(
      ctx,
      sql`
      DELETE FROM discount_product x USING product p
       WHERE x.discount_id = ${discount_id} AND p.id = x.product_id AND p.deleted_at IS NULL`,
    );
    await runStatement(
      ctx,
      sql`
      INSERT INTO discount_product (discount_id, product_id, item_id)
      SELECT ${discount_id}::int, t.product_id, nullif(t.item_id, 0)
        FROM unnest(${rows.products}::int[], ${rows.items}::int[]) WITH ORDINALITY AS t(product_id, item_id, at)
       ORDER BY t.at`,
    );
  }
  if (categorys_id !== undefined) {
    await ctx.db.discount_category.deleteMany({ where: { discount_id } });
    const data = (categorys_id ?? []).map((category_id) => ({ discount_id, category_id }));
    await ctx.db.discount_category.createMany({ data });
  }
  if (branches_ids !== undefined) await assignBranches(ctx, discount_id, branches_ids ?? []);
}

/** Replaces the branches of a discount; none means all. @throws reference.missing */
async function assignBranches(ctx: Ctx, discount_id: number, branches_ids: readonly number[]): Promise<void> {
  const stored = await ctx.db.discount_branch.findMany({ where: { discount_id } });
  const before = stored.map(({ branch_id }) => branch_id);
  const ids = await resolveRuleBranches(ctx, branches_ids, before, 'branches_ids');
  await ctx.db.discount_branch.deleteMany({ where: { discount_id } });
  await ctx.db.discount_branch.createMany({ data: ids.map((branch_id) => ({ discount_id, branch_id })) });
}

const fieldsOf = ({ titles, status, days, slots, start_date, end_date }: Save) =>
  omitUndefined({
    titles,
    status,
    days: days === null ? [] : days,
    slots: slots === null ? [] : slots,
    start_date: start_date === undefined ? undefined : toDbDate(start_date),
    end_date: end_date === undefined ? undefined : toDbDate(end_date),
  });

async function create(ctx: Ctx, input: Save) {
  const titles = input.titles ?? failField('titles', 'required');
  const checked = await check(ctx, null, input);
  const { id } = await ctx.db.discount.create({
    data: { ...fieldsOf(input), ...checked, titles, created_at: ctx.now, updated_at: ctx.now },
    select: { id: true },
  });
  await assign(ctx, id, input);
  await flagDiscountsWithoutEffect(ctx, id);
  const row = requireFound(await findDiscount(ctx, id));
  await recordAudit(ctx, {
    noun: 'discount',
    id,
    action: 'create',
    before: null,
    after: auditView(row),
    version: 1,
  });
  return showView(ctx, row);
}

async function change(ctx: Ctx, id: number, input: Save) {
  const before = requireNotDeleted(await lockDiscount(ctx, id));
  checkVersion(before.version, input.version);
  if (before.branches_ids.length === 0 && input.branches_ids?.length && ctx.scope !== 'all')
    fail('branch.forbidden', undefined, 'branches_ids');
  const checked = await check(ctx, before, input);
  const data = { ...fieldsOf(input), ...checked, version: { increment: 1 }, updated_at: ctx.now };
  await ctx.db.discount.update({ where: { id }, data, select: { id: true } });
  await assign(ctx, id, input);
  await flagDiscountsWithoutEffect(ctx, id);
  const row = requireFound(await findDiscount(ctx, id));
  const change = { before: auditView(before), after: auditView(row), version: row.version };
  await recordAudit(ctx, { noun: 'discount', id, action: 'update', ...change });
  return showView(ctx, row);
}

/**
 * Creates or changes a discount; given products, categories and branches replace the stored ones.
 * @throws record.missing, record.stale, reference.missing; branch.forbidden when a caller who does not see every branch
 * would remove a discount for all branches from the others (docs/rules/sessions.md#discounts); request.invalid when a
 * price leaves its bounds
 */
export const save = (ctx: Ctx, input: Save) =>
  ctx.tx((ctx) => (input.id === undefined ? create(ctx, input) : change(ctx, input.id, input)));

/** Deletes a discount; existing orders keep it. @throws record.missing, record.stale */
export const remove = (ctx: Ctx, { id, version }: Known) =>
  ctx.tx(async (ctx) => {
    const row = requireNotDeleted(await lockDiscount(ctx, id));
    checkVersion(row.version, version);
    await setDeleted(ctx, 'discount', row, 'delete', auditView(row));
    return { deleted: 1 as const };
  });

/** Undoes a delete of the last 24 hours. @throws record.missing */
export const restore = (ctx: Ctx, { id }: Known) =>
  ctx.tx(async (ctx) => {
    const row = requireRestorable(ctx, await lockDiscount(ctx, id));
    await setDeleted(ctx, 'discount', row, 'restore', auditView(row));
    return showView(ctx, requireFound(await findDiscount(ctx, id)));
  });
