import { resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import { canSeeBranch } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma, queryRows } from '../../core/db/database.ts';
import { allowedActions, type Texts, toTexts } from '../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../core/list/page.ts';
import { buildProductSearchConditions } from '../catalog/index.ts';
import { buildSheetRows } from './price-list.sheet.ts';

type Row = z.output<typeof api.priceList.list.output>;
type Show = z.output<typeof api.priceList.show.output>;

export type PriceListRow = Pick<
  Row,
  'id' | 'status' | 'ord' | 'start_date' | 'end_date' | 'holds' | 'version'
> & {
  readonly titles: Texts;
  readonly descriptions: Texts;
  readonly phones: string[];
  /** All branches, including those that the caller may not see. */
  readonly branches: number[];
  readonly items_count: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
};

/**
 * SQL for stored price lists.
 * @param today the current day in the shop's time zone
 */
export const selectPriceListsSql = (today: string): Prisma.Sql => Prisma.sql`
  SELECT l.id, l.titles, l.descriptions, l.status, l.ord, l.phones, l.start_date::text AS start_date,
         l.end_date::text AS end_date, l.version, l.created_at, l.updated_at, l.deleted_at, held.branches,
         CASE WHEN l.status = 0 OR cardinality(held.branches) = 0 THEN 'off'
              WHEN l.start_date > ${today}::date THEN 'later'
              WHEN l.end_date < ${today}::date THEN 'over' ELSE 'now' END AS holds,
         (SELECT count(*)::int FROM price_list_item i WHERE i.price_list_id = l.id) AS items_count
    FROM price_list l, LATERAL (
      SELECT ARRAY(SELECT b.branch_id FROM price_list_branch b JOIN branch n ON n.id = b.branch_id
                    WHERE b.price_list_id = l.id AND n.deleted_at IS NULL ORDER BY 1) AS branches) held`;

/** Computes the average change of active prices against base prices, in percent, by list. */
export async function loadAveragePriceChanges(
  ctx: Ctx,
  lists: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await queryRows<{ id: number; change: number }>(
    ctx,
    Prisma.sql`
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
async function itemsOf(ctx: Ctx, list: PriceListRow, asked: ItemsPageInput) {
  const at = { page: asked.items_page, limit: asked.limit };
  const words = await buildProductSearchConditions(ctx, { keywords: asked.keywords });
  const where = Prisma.join([Prisma.sql`x.price_list_id = ${list.id}`, ...words], ' AND ');
  const { skip, take } = toSkipTake(at);
  const joined = words.length > 0 ? Prisma.sql`JOIN product p ON p.id = x.product_id` : Prisma.empty;
  const [counted] = await ctx.db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM price_list_item x ${joined} WHERE ${where}`;
  const rows = await ctx.db.$queryRaw<{ id: number; item_id: number; price: number; status: number }[]>`
    SELECT x.id, x.item_id, x.price::float8 AS price, x.status
      FROM price_list_item x ${joined} WHERE ${where} ORDER BY x.id DESC LIMIT ${take} OFFSET ${skip}`;
  return toPage(await buildSheetRows(ctx, list, rows, asked), counted?.total ?? 0, at);
}

/** Converts a price list to the full response with a page of its prices. */
export async function showView(ctx: Ctx, row: PriceListRow, asked: ItemsPageInput): Promise<Show> {
  const { rows, meta } = await itemsOf(ctx, row, asked);
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
