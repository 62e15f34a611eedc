import { type api, fail } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { getEffectiveScope } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { countRows, fetchRow, fetchRows, lockRow, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { localizedSort, omitUndefined } from '../../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../../core/list/page.ts';
import type { LogMore } from '../../../core/record/define-record.ts';
import { defineRestorableRecord } from '../../../core/record/define-restorable-record.ts';
import { requireNotDeleted } from '../../../core/soft-delete.ts';
import { readSettings, requireBusinessPhone } from '../../setting/index.ts';
import { checkDateOrder, toDbDate } from '../rule/rule-scope.ts';
import { getShopToday } from './build-price-sheet.ts';
import { mergePriceListItems, type PriceListItemChanges } from './merge-price-list-items.ts';
import {
  auditView,
  canSeeAllListBranches,
  FIRST_PAGE,
  type ItemsPageInput,
  loadAveragePriceChanges,
  type PriceListQuery,
  type PriceListRow,
  priceLists,
  rowView,
  selectPriceListRows,
  showView,
} from './price-list.view.ts';

type List = z.output<typeof api.priceList.list.input>;
type BranchList = z.output<typeof api.priceList.branchList.input>;
type Save = z.output<typeof api.priceList.save.input>;

/** Condition for lists assigned to a branch; null: to any branch. */
const isAssignedSql = (branch_id: number | null): RawBuilder<boolean> => {
  const branches = tables
    .selectFrom('price_list_branch as b')
    .select('b.branch_id')
    .where('b.price_list_id', '=', sql.ref<number>('l.id'));
  return sql<boolean>`EXISTS ${branch_id === null ? branches : branches.where('b.branch_id', '=', branch_id)}`;
};

function filterPriceLists(input: List | BranchList): PriceListQuery {
  const { id, status, product_id } = input;
  let query = priceLists
    .where('l.deleted_at', 'is', null)
    .where(matchesKeywords(input.keywords, sql.ref('l.search')));
  if (id !== undefined) query = query.where('l.id', '=', id);
  if (status !== undefined) query = query.where('l.status', '=', status);
  if (product_id !== undefined)
    query = query.where('l.id', 'in', (eb) =>
      eb.selectFrom('price_list_item').select('price_list_id').where('product_id', '=', product_id),
    );
  return query;
}

function sortPriceLists(
  ctx: Ctx,
  query: PriceListQuery,
  { sort_by, sort_as }: List | BranchList,
): PriceListQuery {
  // when two lists have the same order number the newer one wins, so it is listed first
  if (sort_by === 'ord')
    return query.orderBy('l.ord', sort_as).orderBy('l.id', sort_as === 'desc' ? 'asc' : 'desc');
  const title = localizedSort(ctx, sql.ref('l.titles'));
  const sorted = sort_by === 'title' ? query.orderBy(title, sort_as) : query.orderBy(`l.${sort_by}`, sort_as);
  return sorted.orderBy('l.id', sort_as);
}

async function readPriceListPage(ctx: Ctx, input: List | BranchList, query: PriceListQuery) {
  const { skip, take } = toSkipTake(input);
  const today = await getShopToday(ctx);
  const page = sortPriceLists(ctx, query, input).select('l.id').limit(take).offset(skip);
  const onPage = priceLists.where('l.id', '=', sql<number>`any(array(${page}))`);
  const [rows, total] = await Promise.all([
    fetchRows(ctx, selectPriceListRows(sortPriceLists(ctx, onPage, input), today)),
    countRows(ctx, query),
  ]);
  return { rows, shown: rows.map((row) => rowView(ctx, row, input.all_locale ?? false)), total };
}

/** Adds the average price change, which reads all prices of these lists. */
async function withAverageChange<R extends { readonly id: number }>(ctx: Ctx, rows: readonly R[]) {
  const changes = await loadAveragePriceChanges(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, average_change: changes.get(row.id) ?? null }));
}

/** Finds price lists by name or id, for the global search. */
export async function findPriceLists(ctx: Ctx, input: List) {
  const { shown, total } = await readPriceListPage(ctx, input, filterPriceLists(input));
  return toPage(shown, total, input);
}

/**
 * Lists the price lists of every branch; a caller with the permission sees all lists, but only the assignments of their
 * own branches.
 */
export async function list(ctx: Ctx, input: List) {
  const { branch_id } = input;
  let query = filterPriceLists(input);
  // a branch that the caller may not see has no lists for them
  if (branch_id !== undefined) {
    const scope = getEffectiveScope(ctx);
    const isVisible = scope === 'all' || scope.includes(branch_id);
    query = query.where(isVisible ? isAssignedSql(branch_id) : sql<boolean>`FALSE`);
  }
  const { shown, total } = await readPriceListPage(ctx, input, query);
  return toPage(await withAverageChange(ctx, shown), total, input);
}

/**
 * Lists active price lists and whether each is assigned to the header's branch; without a header, for callers of all
 * branches, whether it is assigned to any.
 * @throws branch.required
 */
export async function listBranchPriceLists(ctx: Ctx, input: BranchList) {
  const { branch_id } = ctx;
  if (branch_id === null && getEffectiveScope(ctx) !== 'all') fail('branch.required');
  let query = filterPriceLists(input).where('l.status', '=', 1);
  if (input.assigned !== undefined) {
    const isIn = isAssignedSql(branch_id);
    query = query.where(input.assigned === 1 ? isIn : sql<boolean>`NOT ${isIn}`);
  }
  const { rows, shown, total } = await readPriceListPage(ctx, input, query);
  const isAssigned = ({ branches }: PriceListRow) =>
    branch_id === null ? branches.length > 0 : branches.includes(branch_id);
  const assigned = new Set(rows.filter(isAssigned).map(({ id }) => id));
  return toPage(
    (await withAverageChange(ctx, shown)).map((row) => ({ ...row, assigned: assigned.has(row.id) ? 1 : 0 })),
    total,
    input,
  );
}

/** Finds a price list by id, even if it is deleted. */
export async function findPriceList(ctx: Ctx, id: number): Promise<PriceListRow | undefined> {
  const today = await getShopToday(ctx);
  return fetchRow(ctx, selectPriceListRows(priceLists.where('l.id', '=', id), today));
}

/** Finds and locks a price list until the transaction ends, even if it is deleted. */
export async function lockPriceListRow(ctx: Ctx, id: number): Promise<PriceListRow | undefined> {
  await lockRow(ctx, 'price_list', id);
  return findPriceList(ctx, id);
}

/** Locks a list and checks that the caller may change it. @throws record.missing, branch.forbidden */
const lockChangeableList = async (
  ctx: Ctx,
  { id }: { readonly id: number },
  requireState: (row: PriceListRow | undefined) => PriceListRow,
): Promise<PriceListRow> => requireChangeableList(ctx, requireState(await lockPriceListRow(ctx, id)));

/** Returns the list if the caller may change it: all its branches are visible to them. @throws branch.forbidden */
export function requireChangeableList(ctx: Ctx, row: PriceListRow): PriceListRow {
  if (!canSeeAllListBranches(ctx, row.branches)) fail('branch.forbidden');
  return row;
}

/** Returns a price list with the requested page of its prices. @throws record.missing */
export const show = async (ctx: Ctx, { id, ...asked }: { id: number } & ItemsPageInput) =>
  showView(ctx, requireNotDeleted(await findPriceList(ctx, id)), asked);

async function toPriceListFields(ctx: Ctx, before: PriceListRow | null, input: Save) {
  const { titles, descriptions, status, ord, phones, start_date, end_date } = input;
  checkDateOrder({
    start_date: start_date === undefined ? (before?.start_date ?? null) : start_date,
    end_date: end_date === undefined ? (before?.end_date ?? null) : end_date,
  });
  const { country } = (await readSettings(ctx)).settings;
  const numbers = phones?.map((phone, at) => requireBusinessPhone(phone, country, `phones.${at}`));
  const isOpened = phones !== undefined && (phones ?? []).length === 0 && (before?.phones.length ?? 0) > 0;
  if (isOpened && !input.force) fail('pricelist.no_phones', undefined, 'phones');
  return omitUndefined({
    titles,
    status,
    ord,
    descriptions: descriptions === null ? {} : descriptions,
    phones: phones === null ? [] : numbers && [...new Set(numbers)],
    start_date: start_date === undefined ? undefined : toDbDate(start_date),
    end_date: end_date === undefined ? undefined : toDbDate(end_date),
  });
}

/** Logs the prices that were changed with a list. */
const logItems = (logMore: LogMore, { before, after }: PriceListItemChanges): void =>
  logMore({ before: { items: before }, after: { items: after } });

async function insertPriceList(ctx: Ctx, input: Save, logMore: LogMore) {
  const titles = input.titles ?? failField('titles', 'required');
  const fields = await toPriceListFields(ctx, null, input);
  const data = { ...fields, titles, created_at: ctx.now, updated_at: ctx.now };
  const { id } = await ctx.db.price_list.create({ data, select: { id: true } });
  logItems(logMore, await mergePriceListItems(ctx, id, input));
  return { id };
}

async function updatePriceList(ctx: Ctx, before: PriceListRow, input: Save, logMore: LogMore) {
  const { id } = before;
  const fields = await toPriceListFields(ctx, before, input);
  const data = { ...fields, version: { increment: 1 }, updated_at: ctx.now };
  await ctx.db.price_list.update({ where: { id }, data, select: { id: true } });
  logItems(logMore, await mergePriceListItems(ctx, id, input));
}

/**
 * Creates, changes, deletes and restores price lists. Given prices are merged; a new list has no effect until it is
 * assigned to branches, and orders keep the prices of a deleted one.
 * @throws record.missing, record.stale, reference.missing, branch.forbidden
 */
export const {
  create: createPriceList,
  change: changePriceList,
  save,
  remove,
  restore,
} = defineRestorableRecord({
  noun: 'price-list',
  lock: lockChangeableList,
  find: findPriceList,
  view: (ctx, row) => showView(ctx, row, FIRST_PAGE),
  audit: auditView,
  insert: insertPriceList,
  update: updatePriceList,
});
