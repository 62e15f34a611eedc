import { toNameKey } from '@dukkan/commerce';
import { type api, CATEGORY_LEVELS, ROOT_CATEGORY } from '@dukkan/contract';
import type * as z from 'zod';
import { requireFound } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { toPrismaSql } from '../../../core/db/to-prisma-sql.ts';
import { hasNameKeysSql } from '../../../core/equal-names.ts';
import { keywordConditions } from '../../../core/list/keywords.ts';
import { localizedSortSql, missingTextSql, orderBySql } from '../../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../../core/list/page.ts';
import {
  type CategoryRow,
  categoryColumnsSql,
  formatAncestorPath,
  formatChildPath,
  rowView,
  selectCategoriesSql,
  showView,
} from './category.view.ts';

type List = z.output<typeof api.category.list.input>;
type Row = z.output<typeof api.category.list.output>;

/** Maximum number of children of one category in a response. */
const CHILDS_MAX = 100;

/** Categories hidden from the public: disabled ones and all their descendants. */
const HIDDEN_CATEGORIES = Prisma.sql`
  (WITH RECURSIVE hidden AS (
     SELECT id FROM category WHERE status = 0 OR deleted_at IS NOT NULL
     UNION
     SELECT k.id FROM hidden JOIN category k ON k.parent_id = hidden.id
   ) SELECT id FROM hidden)`;

/** SQL for a category and all its descendants. */
const belowOf = (id: number): Prisma.Sql => Prisma.sql`
  (WITH RECURSIVE below AS (
     SELECT ${id}::int AS id
     UNION
     SELECT k.id FROM below JOIN category k ON k.parent_id = below.id
   ) SELECT id FROM below)`;

function filterOf(ctx: Ctx, input: List): Prisma.Sql {
  const isPublic = ctx.reach === 'public';
  const words = keywordConditions(input.keywords, Prisma.sql`c.search`);
  const filters = [Prisma.sql`c.deleted_at IS NULL`, ...words];
  if (input.named !== undefined)
    filters.push(toPrismaSql(hasNameKeysSql('c.titles', [toNameKey(input.named)])));
  if (isPublic) filters.push(Prisma.sql`c.id NOT IN ${HIDDEN_CATEGORIES}`);
  else {
    if (input.id !== undefined) filters.push(Prisma.sql`c.id = ${input.id}`);
    if (input.status !== undefined) filters.push(Prisma.sql`c.status = ${input.status}`);
    if (input.outside !== undefined) filters.push(Prisma.sql`c.id NOT IN ${belowOf(input.outside)}`);
    if (input.missing_translation)
      filters.push(missingTextSql(Prisma.sql`c.titles`, input.missing_translation));
  }
  if (input.featured !== undefined) filters.push(Prisma.sql`c.featured = ${input.featured}`);
  const isOne = !isPublic && input.id !== undefined;
  // a search covers the whole tree, not one level
  const isSearch =
    words.length > 0 || input.named !== undefined || (!isPublic && input.missing_translation !== undefined);
  const parent = input.parent ?? (isOne || isSearch ? 0 : ROOT_CATEGORY);
  if (parent !== 0) filters.push(Prisma.sql`c.parent_id = ${parent}`);
  else if (!isOne) filters.push(Prisma.sql`c.id <> ${ROOT_CATEGORY}`);
  return Prisma.join(filters, ' AND ');
}

function ordered(ctx: Ctx, input: List): Prisma.Sql {
  const ord = Prisma.sql`c.ord`;
  const sorts: Record<List['sort_by'], Prisma.Sql> = {
    ord,
    title: localizedSortSql(ctx, Prisma.sql`c.titles`),
    id: ctx.reach === 'public' ? ord : Prisma.sql`c.id`,
  };
  return orderBySql(sorts[input.sort_by], Prisma.sql`c.id`, input.sort_as);
}

/** Loads the descendants of the rows by parent, down to `levels`, in one statement. */
async function childsOf(ctx: Ctx, ids: readonly number[], levels: number, status: number | undefined) {
  const filter =
    ctx.reach === 'public' || status === 1
      ? Prisma.sql`k.deleted_at IS NULL AND k.status = 1`
      : Prisma.sql`k.deleted_at IS NULL`;
  const childs = (parent: Prisma.Sql) => Prisma.sql`
    SELECT k.id FROM category k WHERE k.parent_id = ${parent} AND ${filter} ORDER BY k.ord, k.id LIMIT ${CHILDS_MAX}`;
  const rows = await ctx.db.$queryRaw<CategoryRow[]>`
    WITH RECURSIVE down AS (
      SELECT child.id, 1 AS level FROM unnest(${[...ids]}::int[]) AS top(id)
       CROSS JOIN LATERAL (${childs(Prisma.sql`top.id`)}) child
      UNION
      SELECT child.id, down.level + 1 FROM down
       CROSS JOIN LATERAL (${childs(Prisma.sql`down.id`)}) child WHERE down.level < ${levels}
    )
    SELECT ${categoryColumnsSql(ctx)} FROM category c WHERE c.id IN (SELECT id FROM down) ORDER BY c.ord, c.id`;
  return Map.groupBy(rows, (row) => row.parent_id);
}

/**
 * Lists the children of a category, by default of the root, with their descendants when requested.
 */
export async function list(ctx: Ctx, input: List) {
  const where = filterOf(ctx, input);
  const { skip, take } = toSkipTake(input);
  const [counted] = await ctx.db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM category c WHERE ${where}`;
  const order = ordered(ctx, input);
  // the page is selected first, so that counts are computed for its rows only
  const cut = Prisma.sql`(SELECT * FROM category c WHERE ${where} ${order} LIMIT ${take} OFFSET ${skip}) c`;
  const rows = await ctx.db.$queryRaw<CategoryRow[]>`${selectCategoriesSql(ctx, cut)} ${order}`;
  const levels = input.limitedBy ?? CATEGORY_LEVELS;
  const below = input.childs
    ? await childsOf(
        ctx,
        rows.map(({ id }) => id),
        levels,
        input.status,
      )
    : null;
  const nested = (row: CategoryRow, path: string, left: number): Row => {
    const own = rowView(ctx, row, path, input.all_locale ?? false);
    if (!below || left === 0) return own;
    const under = formatChildPath(ctx, row, path);
    return { ...own, childs: (below.get(row.id) ?? []).map((child) => nested(child, under, left - 1)) };
  };
  return toPage(
    rows.map((row) => nested(row, formatAncestorPath(ctx, row), levels)),
    counted?.total ?? 0,
    input,
  );
}

/** Returns a category; disabled ones and their descendants do not exist for the public. @throws record.missing */
export async function show(ctx: Ctx, { id }: { id: number }) {
  const seen = ctx.reach === 'public' ? Prisma.sql`AND c.id NOT IN ${HIDDEN_CATEGORIES}` : Prisma.empty;
  const [row] = await ctx.db.$queryRaw<CategoryRow[]>`
    ${selectCategoriesSql(ctx)} WHERE c.id = ${id} AND c.deleted_at IS NULL ${seen}`;
  return showView(ctx, requireFound(row));
}
