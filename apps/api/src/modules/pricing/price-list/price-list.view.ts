import { resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import { canSeeBranch } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fromPrismaSql } from '../../../core/db/from-prisma-sql.ts';
import { countRows, fetchRows, tables } from '../../../core/db/tables.ts';
import { allowedActions, type Texts, toTexts } from '../../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../../core/list/page.ts';
import { buildProductSearchConditions } from '../../catalog/index.ts';
import { buildSheetRows } from './build-price-sheet.ts';

type Row = z.output<typeof api.priceList.list.output>;
type Show = z.output<typeof api.priceList.show.output>;

export const priceLists = tables.selectFrom('price_list as l');
export type PriceListQuery = typeof priceLists;

/**
 * Selects what price lists show, with all their branches, also those that the caller may not see.
 * @param today the current day in the shop's time zone
 */
export const selectPriceListRows = (query: PriceListQuery, today: string) =>
  query
    .select([
      'l.id',
      'l.status',
      'l.ord',
      'l.phones',
      'l.start_date',
      'l.end_date',
      'l.version',
      'l.created_at',
      'l.updated_at',
      'l.deleted_at',
    ])
    .select((eb) => {
      const branches = eb
        .selectFrom('price_list_branch as b')
        .innerJoin('branch as n', 'n.id', 'b.branch_id')
        .select('b.branch_id')
        .whereRef('b.price_list_id', '=', 'l.id')
        .where('n.deleted_at', 'is', null);
      const items = eb
        .selectFrom('price_list_item as i')
        .select(sql<number>`count(*)`.as('count'))
        .whereRef('i.price_list_id', '=', 'l.id');
      return [
        eb.ref('l.titles').$castTo<Texts>().as('titles'),
        eb.ref('l.descriptions').$castTo<Texts>().as('descriptions'),
        sql<number[]>`array(${branches.orderBy('b.branch_id')})`.as('branches'),
        sql<Row['holds']>`CASE WHEN ${eb.ref('l.status')} = 0 OR NOT EXISTS ${branches} THEN 'off'
              WHEN ${eb.ref('l.start_date')} > ${today}::date THEN 'later'
              WHEN ${eb.ref('l.end_date')} < ${today}::date THEN 'over' ELSE 'now' END`.as('holds'),
        sql<number>`${items}`.as('items_count'),
      ];
    });

export type PriceListRow = InferResult<ReturnType<typeof selectPriceListRows>>[number];

/** Computes the average change of active prices against base prices, in percent, by list. */
export async function loadAveragePriceChanges(
  ctx: Ctx,
  lists: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await fetchRows(
    ctx,
    sql<{ id: number; change: number }>`
    SELECT x.price_list_id AS id, round(avg(x.price / coalesce(i.price, p.price) - 1) * 100, 1)::float8 AS change
      FROM price_list_item x JOIN product_item i ON i.id = x.item_id JOIN product p ON p.id = i.product_id
     WHERE x.price_list_id = ANY(${[...lists]}::int[]) AND x.status = 1 AND coalesce(i.price, p.price) > 0
     GROUP BY 1`,
  );
  return new Map(rows.map(({ id, change }) => [id, change]));
}

/**
 * True when the caller may see all branches of a list; otherwise the list is read-only for them, because it also sets
 * prices of other branches.
 */
export const canSeeAllListBranches = (ctx: Ctx, branches: readonly number[]): boolean =>
  branches.every((id) => canSeeBranch(ctx, id));

/** Converts a price list to a list row with the branches that the caller may see. */
export const rowView = (ctx: Ctx, row: PriceListRow, all_locale: boolean): Omit<Row, 'average_change'> => {
  const { scope } = ctx;
  return {
    id: row.id,
    title: resolveText(row.titles, ctx.locale),
    ...(all_locale ? { titles: toTexts(row.titles) } : {}),
    status: row.status,
    ord: row.ord,
    start_date: row.start_date,
    end_date: row.end_date,
    phones_count: row.phones.length,
    items_count: row.items_count,
    holds: row.holds,
    branches_ids: scope === 'all' ? row.branches : row.branches.filter((id) => scope.includes(id)),
    version: row.version,
    actions: canSeeAllListBranches(ctx, row.branches) ? allowedActions(ctx, 'pricelist') : [],
  };
};

export type ItemsPageInput = {
  readonly items_page: number;
  readonly limit: number;
  readonly keywords?: string | undefined;
  readonly branch_id?: number | undefined;
  readonly at?: string | undefined;
};

/** The first page, for responses with a full list that did not request a page. */
export const FIRST_PAGE: ItemsPageInput = { items_page: 1, limit: 50 };

/** Loads a page of a list's prices, latest first; keywords match product titles and barcodes. */
async function loadItemsPage(ctx: Ctx, list: PriceListRow, asked: ItemsPageInput) {
  const at = { page: asked.items_page, limit: asked.limit };
  const { skip, take } = toSkipTake(at);
  let query = tables.selectFrom('price_list_item as x').where('x.price_list_id', '=', list.id);
  const words = await buildProductSearchConditions(ctx, { keywords: asked.keywords });
  if (words.length > 0) {
    const found = sql<boolean>`${sql.join(words.map(fromPrismaSql), sql` AND `)}`;
    query = query.where(
      sql<boolean>`EXISTS (SELECT FROM product p WHERE p.id = ${sql.ref('x.product_id')} AND ${found})`,
    );
  }
  const [rows, total] = await Promise.all([
    fetchRows(
      ctx,
      query
        .select((eb) => ['x.id', 'x.item_id', 'x.status', eb.cast<number>('x.price', 'float8').as('price')])
        .orderBy('x.id', 'desc')
        .limit(take)
        .offset(skip),
    ),
    countRows(ctx, query),
  ]);
  return toPage(await buildSheetRows(ctx, list, rows, asked), total, at);
}

/** Converts a price list to the full response with a page of its prices. */
export async function showView(ctx: Ctx, row: PriceListRow, asked: ItemsPageInput): Promise<Show> {
  const { rows, meta } = await loadItemsPage(ctx, row, asked);
  return {
    ...rowView(ctx, row, true),
    titles: toTexts(row.titles),
    description: resolveText(row.descriptions, ctx.locale),
    descriptions: toTexts(row.descriptions),
    phones: row.phones,
    items: [...rows],
    items_meta: meta,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The fields that the audit log compares; changed prices are logged separately. */
export const auditView = (row: PriceListRow) => ({
  titles: toTexts(row.titles),
  descriptions: toTexts(row.descriptions),
  status: row.status,
  ord: row.ord,
  phones: row.phones,
  start_date: row.start_date,
  end_date: row.end_date,
});
