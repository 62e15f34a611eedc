import { listMissingLocales, resolveText } from '@dukkan/commerce';
import { type api, ROOT_CATEGORY } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { allowedActions, type Texts, toTexts } from '../../../core/list/localized-columns.ts';
import { pictureUrl } from '../../../core/pictures.ts';

type Row = z.output<typeof api.category.list.output>;
type Show = z.output<typeof api.category.show.output>;

/** Separator in the path of a category: 'Food › Drinks'. */
const STEP = ' › ';

export type CategoryRow = {
  readonly id: number;
  readonly parent_id: number | null;
  readonly titles: Texts;
  readonly descriptions: Texts;
  readonly status: number;
  readonly featured: number;
  readonly ord: number;
  readonly icon: string | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
  readonly childs_count: number;
  readonly products_count: number;
  /** Titles of the ancestors, from the top, without the root. */
  readonly above: readonly Texts[];
};

/** SQL for the columns and counts of `category c`; counts for the public include visible records only. */
export function categoryColumnsSql(ctx: Ctx): Prisma.Sql {
  const isSeen = ctx.reach === 'public' ? Prisma.sql`AND k.status = 1` : Prisma.empty;
  const products =
    ctx.reach === 'full'
      ? Prisma.sql`(SELECT count(*)::int FROM product_category l JOIN product p ON p.id = l.product_id
                     WHERE l.category_id = c.id AND p.deleted_at IS NULL)`
      : Prisma.sql`0`;
  return Prisma.sql`c.id, c.parent_id, c.titles, c.descriptions, c.status, c.featured, c.ord, c.icon, c.version,
    c.created_at, c.updated_at, c.deleted_at, ${products} AS products_count,
    (SELECT count(*)::int FROM category k
      WHERE k.parent_id = c.id AND k.deleted_at IS NULL ${isSeen}) AS childs_count`;
}

/** SQL for the rows of `source`, with the alias `c`, and the titles of their ancestors. */
export const selectCategoriesSql = (ctx: Ctx, source = Prisma.sql`category c`): Prisma.Sql => Prisma.sql`
  SELECT ${categoryColumnsSql(ctx)},
         (WITH RECURSIVE up AS (
            SELECT p.id, p.parent_id, p.titles, 1 AS height FROM category p WHERE p.id = c.parent_id
            UNION ALL
            SELECT p.id, p.parent_id, p.titles, up.height + 1 FROM up JOIN category p ON p.id = up.parent_id
          ) CYCLE id SET is_cycle USING path SELECT coalesce(jsonb_agg(titles ORDER BY height DESC), '[]') FROM up WHERE NOT is_cycle AND id <> ${ROOT_CATEGORY}) AS above
    FROM ${source}`;

/** Returns the titles of a row's ancestors in the caller's language. */
export const formatAncestorPath = (ctx: Ctx, { above }: CategoryRow): string =>
  above.map((titles) => resolveText(titles, ctx.locale)).join(STEP);

/** Returns the path for the children of a row. */
export const formatChildPath = (ctx: Ctx, row: CategoryRow, path: string): string =>
  [path, resolveText(row.titles, ctx.locale)].filter((part) => part !== '').join(STEP);

/** Converts a category to a list row; texts of all languages only when requested. */
export const rowView = (ctx: Ctx, row: CategoryRow, path: string, all_locale: boolean): Row => ({
  id: row.id,
  parent_id: row.parent_id,
  title: resolveText(row.titles, ctx.locale),
  description: resolveText(row.descriptions, ctx.locale),
  ...(all_locale ? { titles: toTexts(row.titles), descriptions: toTexts(row.descriptions) } : {}),
  status: row.status,
  featured: row.featured,
  ord: row.ord,
  icon_url: pictureUrl(row.icon),
  childs_count: row.childs_count,
  path,
  products_count: row.products_count,
  missing: listMissingLocales(row.titles),
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
