import { type Localized, listMissingLocales, resolveText } from '@dukkan/commerce';
import { type api, ROOT_CATEGORY } from '@dukkan/contract';
import { type AliasableExpression, type InferResult, type Selectable, sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { tables } from '../../../core/db/tables.ts';
import { pictureUrl } from '../../../core/file/pictures.ts';
import { allowedActions, toTexts } from '../../../core/list/localized-columns.ts';
import type { Tables } from '../../../generated/tables.ts';

type Row = z.output<typeof api.category.list.output>;
type Show = z.output<typeof api.category.show.output>;

/** Separator in the path of a category: 'Food › Drinks'. */
const STEP = ' › ';

type CategoryColumns = Selectable<Tables['category']>;

/** Selects the columns and counts of categories `c`; counts for the public include visible records only. */
export function readCategoryRows(ctx: Ctx, source: AliasableExpression<CategoryColumns>) {
  return tables
    .selectFrom(source.as('c'))
    .select([
      'c.id',
      'c.parent_id',
      'c.titles',
      'c.descriptions',
      'c.status',
      'c.featured',
      'c.ord',
      'c.icon',
      'c.version',
      'c.created_at',
      'c.updated_at',
      'c.deleted_at',
    ])
    .select(({ selectFrom, fn }) => {
      const products = selectFrom('product_category as l')
        .innerJoin('product as p', 'p.id', 'l.product_id')
        .select(fn.countAll().as('count'))
        .whereRef('l.category_id', '=', 'c.id')
        .where('p.deleted_at', 'is', null);
      const childs = selectFrom('category as k')
        .select(fn.countAll().as('count'))
        .whereRef('k.parent_id', '=', 'c.id')
        .where('k.deleted_at', 'is', null);
      const visibleChilds = ctx.reach === 'public' ? childs.where('k.status', '=', 1) : childs;
      return [
        sql<number>`${ctx.reach === 'full' ? products : sql.lit(0)}`.as('products_count'),
        sql<number>`${visibleChilds}`.as('childs_count'),
      ];
    });
}

/** Selects categories `c`, and `above`: the titles of their ancestors, from the top, without the root. */
export const readCategories = (
  ctx: Ctx,
  source: AliasableExpression<CategoryColumns> = tables.selectFrom('category').selectAll(),
) =>
  readCategoryRows(ctx, source).select(
    sql<readonly Localized[]>`
      (WITH RECURSIVE up AS (
         SELECT p.id, p.parent_id, p.titles, 1 AS height FROM category p WHERE p.id = c.parent_id
         UNION ALL
         SELECT p.id, p.parent_id, p.titles, up.height + 1 FROM up JOIN category p ON p.id = up.parent_id
       ) CYCLE id SET is_cycle USING path
       SELECT coalesce(jsonb_agg(titles ORDER BY height DESC), '[]') FROM up
        WHERE NOT is_cycle AND id <> ${ROOT_CATEGORY})`.as('above'),
  );

export type CategoryListRow = InferResult<ReturnType<typeof readCategoryRows>>[number];
export type CategoryRow = InferResult<ReturnType<typeof readCategories>>[number];

/** Returns the titles of a row's ancestors in the caller's language. */
export const formatAncestorPath = (ctx: Ctx, { above }: CategoryRow): string =>
  above.map((titles) => resolveText(titles, ctx.locale)).join(STEP);

/** Returns the path for the children of a row. */
export const formatChildPath = (ctx: Ctx, row: CategoryListRow, path: string): string =>
  [path, resolveText(toTexts(row.titles), ctx.locale)].filter((part) => part !== '').join(STEP);

/** Converts a category to a list row; texts of all languages only when requested. */
export const rowView = (ctx: Ctx, row: CategoryListRow, path: string, all_locale: boolean): Row => ({
  id: row.id,
  parent_id: row.parent_id,
  title: resolveText(toTexts(row.titles), ctx.locale),
  description: resolveText(toTexts(row.descriptions), ctx.locale),
  ...(all_locale ? { titles: toTexts(row.titles), descriptions: toTexts(row.descriptions) } : {}),
  status: row.status,
  featured: row.featured,
  ord: row.ord,
  icon_url: pictureUrl(row.icon),
  childs_count: row.childs_count,
  path,
  products_count: row.products_count,
  missing: listMissingLocales(toTexts(row.titles)),
  version: row.version,
  actions: allowedActions(ctx, 'products.categories').filter(
    (action) => action === 'save' || row.id !== ROOT_CATEGORY,
  ),
});

/** Converts a category to the full response. */
export const showView = (ctx: Ctx, row: CategoryRow): Show => ({
  ...rowView(ctx, row, formatAncestorPath(ctx, row), true),
  titles: toTexts(row.titles),
  descriptions: toTexts(row.descriptions),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** The fields that the audit log compares. */
export const auditView = (row: CategoryRow) => ({
  titles: toTexts(row.titles),
  descriptions: toTexts(row.descriptions),
  parent_id: row.parent_id,
  status: row.status,
  featured: row.featured,
  ord: row.ord,
  icon: row.icon,
});
