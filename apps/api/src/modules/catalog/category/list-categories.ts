import { toNameKey } from '@dukkan/commerce';
import { type api, CATEGORY_LEVELS, ROOT_CATEGORY } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { requireFound } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { countRows, fetchRow, fetchRows, tables } from '../../../core/db/tables.ts';
import { hasKeywords, matchesKeywords } from '../../../core/list/keywords.ts';
import { isTextMissing, localizedSort } from '../../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../../core/list/page.ts';
import { hasNameKeysSql } from '../../../core/text/equal-names.ts';
import {
  type CategoryListRow,
  formatAncestorPath,
  formatChildPath,
  readCategories,
  readCategoryRows,
  rowView,
  showView,
} from './category.view.ts';

type List = z.output<typeof api.category.list.input>;
type Row = z.output<typeof api.category.list.output>;

/** Maximum number of children of one category in a response. */
const CHILDS_MAX = 100;

/** Selects the ids of categories hidden from the public: disabled ones and all their descendants. */
const readHiddenIds = tables
  .withRecursive('hidden(id)', (db) =>
    db
      .selectFrom('category')
      .select('id')
      .where((eb) => eb.or([eb('status', '=', eb.lit(0)), eb('deleted_at', 'is not', null)]))
      .union(db.selectFrom('hidden').innerJoin('category as k', 'k.parent_id', 'hidden.id').select('k.id')),
  )
  .selectFrom('hidden')
  .select('id');

/** Selects the ids of a category and all its descendants. */
const readIdsBelow = (id: number) =>
  tables
    .withRecursive('below(id)', (db) =>
      db
        .selectNoFrom(sql<number>`${id}::int`.as('id'))
        .union(db.selectFrom('below').innerJoin('category as k', 'k.parent_id', 'below.id').select('k.id')),
    )
    .selectFrom('below')
    .select('id');

const readAll = tables.selectFrom('category as c').selectAll();

type Query = typeof readAll;

function filterByParent(ctx: Ctx, query: Query, input: List): Query {
  const isPublic = ctx.reach === 'public';
  const isOne = !isPublic && input.id !== undefined;
  // a search covers the whole tree, not one level
  const isSearch =
    hasKeywords(input.keywords) ||
    input.named !== undefined ||
    (!isPublic && input.missing_translation !== undefined);
  const parent = input.parent ?? (isOne || isSearch ? 0 : ROOT_CATEGORY);
  if (parent !== 0) return query.where('c.parent_id', '=', parent);
  return isOne ? query : query.where('c.id', '<>', ROOT_CATEGORY);
}

function filterCategories(ctx: Ctx, input: List): Query {
  const { id, status, named, outside, featured, missing_translation } = input;
  let query = readAll
    .where('c.deleted_at', 'is', null)
    .where(matchesKeywords(input.keywords, sql.ref('c.search')));
  if (named !== undefined) query = query.where(hasNameKeysSql('c.titles', [toNameKey(named)]));
  if (ctx.reach === 'public') query = query.where('c.id', 'not in', readHiddenIds);
  else {
    if (id !== undefined) query = query.where('c.id', '=', id);
    if (status !== undefined) query = query.where('c.status', '=', status);
    if (outside !== undefined) query = query.where('c.id', 'not in', readIdsBelow(outside));
    if (missing_translation) query = query.where(isTextMissing(sql.ref('c.titles'), missing_translation));
  }
  if (featured !== undefined) query = query.where('c.featured', '=', featured);
  return filterByParent(ctx, query, input);
}

function findSortColumn(ctx: Ctx, { sort_by }: List): RawBuilder<unknown> {
  if (sort_by === 'title') return localizedSort(ctx, sql.ref('c.titles'));
  return sort_by === 'id' && ctx.reach !== 'public' ? sql.ref('c.id') : sql.ref('c.ord');
}

/** Loads the descendants of the rows by parent, down to `levels`, in one statement. */
async function loadDescendants(ctx: Ctx, ids: readonly number[], levels: number, status: number | undefined) {
  const childsOf = (parent: 'top.id' | 'down.id') => {
    const childs = tables
      .selectFrom('category as k')
      .select('k.id')
      .where('k.parent_id', '=', sql.ref<number>(parent))
      .where('k.deleted_at', 'is', null)
      .orderBy('k.ord')
      .orderBy('k.id')
      .limit(CHILDS_MAX);
    return (ctx.reach === 'public' || status === 1 ? childs.where('k.status', '=', 1) : childs).as('child');
  };
  const descendants = tables
    .withRecursive('down(id, level)', (db) =>
      db
        .selectFrom(sql<{ id: number }>`unnest(${[...ids]}::int[])`.as<'top'>(sql`top(id)`))
        .crossJoinLateral(childsOf('top.id'))
        .select(['child.id', sql<number>`1`.as('level')])
        .union(
          db
            .selectFrom('down')
            .crossJoinLateral(childsOf('down.id'))
            .select(['child.id', sql<number>`down.level + 1`.as('level')])
            .where('down.level', '<', levels),
        ),
    )
    .selectFrom('category as c')
    .selectAll('c')
    .where('c.id', 'in', ({ selectFrom }) => selectFrom('down').select('down.id'));
  const rows = await fetchRows(ctx, readCategoryRows(ctx, descendants).orderBy('c.ord').orderBy('c.id'));
  return Map.groupBy(rows, (row) => row.parent_id);
}

/**
 * Lists the children of a category, by default of the root, with their descendants when requested.
 */
export async function list(ctx: Ctx, input: List) {
  const query = filterCategories(ctx, input);
  const { skip, take } = toSkipTake(input);
  const column = findSortColumn(ctx, input);
  // the page is selected first, so that counts are computed for its rows only
  const page = query.orderBy(column, input.sort_as).orderBy('c.id', input.sort_as).limit(take).offset(skip);
  const [rows, total] = await Promise.all([
    fetchRows(ctx, readCategories(ctx, page).orderBy(column, input.sort_as).orderBy('c.id', input.sort_as)),
    countRows(ctx, query),
  ]);
  const levels = input.limitedBy ?? CATEGORY_LEVELS;
  const below = input.childs
    ? await loadDescendants(
        ctx,
        rows.map(({ id }) => id),
        levels,
        input.status,
      )
    : null;
  const nested = (row: CategoryListRow, path: string, left: number): Row => {
    const own = rowView(ctx, row, path, input.all_locale ?? false);
    if (!below || left === 0) return own;
    const under = formatChildPath(ctx, row, path);
    return { ...own, childs: (below.get(row.id) ?? []).map((child) => nested(child, under, left - 1)) };
  };
  return toPage(
    rows.map((row) => nested(row, formatAncestorPath(ctx, row), levels)),
    total,
    input,
  );
}

/** Returns a category; disabled ones and their descendants do not exist for the public. @throws record.missing */
export async function show(ctx: Ctx, { id }: { id: number }) {
  const query = readCategories(ctx).where('c.id', '=', id).where('c.deleted_at', 'is', null);
  const row = await fetchRow(
    ctx,
    ctx.reach === 'public' ? query.where('c.id', 'not in', readHiddenIds) : query,
  );
  return showView(ctx, requireFound(row));
}
