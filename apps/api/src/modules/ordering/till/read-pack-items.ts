import type { Localized } from '@dukkan/commerce';
import { type api, PACK_PAGE } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, fetchRows } from '../../../core/db/tables.ts';
import { pictureUrl } from '../../../core/file/pictures.ts';
import { getById, type ShopSnapshot } from '../order/record/shop-snapshot.ts';
import { changedSinceSql, type PackVersion } from './pack-version.ts';

// Rule: docs/rules/till-sales.md#pack

type PackItem = z.output<typeof api.tillPack.show.output>['items'][number];

type ItemRow = Pick<PackItem, 'item_id' | 'product_id' | 'categorys_ids' | 'extras_ids'> & {
  readonly titles: Localized;
  readonly barcode: string | null;
  readonly price: string;
  readonly tax_type_id: number | null;
  readonly stepper: string;
  readonly free: number;
  readonly image: string | null;
  readonly available: string;
};

/** What is read: everything, or what is not in a version. */
export type ItemsQuery = {
  readonly branch_id: number;
  readonly since: PackVersion | null;
  /** The last item of the page before. */
  readonly after: number;
};

/** The products that changed, as an array, so that their items are found by the index. */
const changedProducts = (since: PackVersion): RawBuilder<unknown> =>
  sql`ARRAY(SELECT DISTINCT product_id FROM pack_change WHERE product_id IS NOT NULL AND ${changedSinceSql(since)})`;

/** The ids of a page of items that are sold, in order. */
const pageOf = ({ since, after }: ItemsQuery): RawBuilder<unknown> => sql`
  SELECT i.id FROM product_item i JOIN product p ON p.id = i.product_id
   WHERE i.id > ${after}::int AND i.deleted_at IS NULL AND p.deleted_at IS NULL AND p.status = 1
     ${since ? sql`AND i.product_id = ANY(${changedProducts(since)})` : sql``}
   ORDER BY i.id LIMIT ${PACK_PAGE}::int`;

const itemsSql = (query: ItemsQuery) => sql<ItemRow>`
  WITH page AS MATERIALIZED (${pageOf(query)})
  SELECT i.id AS item_id, i.product_id, item_titles(p.titles, i.option) AS titles, i.barcode,
         coalesce(i.price, p.price)::text AS price, p.tax_type_id, p.stepper::text AS stepper, p.free,
         (SELECT g.thumb FROM product_image g WHERE g.product_id = p.id ORDER BY g.ord, g.id LIMIT 1) AS image,
         ARRAY(SELECT k.category_id FROM product_category k WHERE k.product_id = p.id ORDER BY 1) AS categorys_ids,
         ARRAY(SELECT x.extra_id FROM extra_product x WHERE x.product_id = p.id ORDER BY 1) AS extras_ids,
         coalesce((SELECT l.available FROM stock_level l
                    WHERE l.item_id = i.id AND l.branch_id = ${query.branch_id}::int), 0)::text AS available
    FROM page JOIN product_item i ON i.id = page.id JOIN product p ON p.id = i.product_id
   ORDER BY i.id`;

/** Reads a page of items as a till of the branch sells them. */
export async function readPackItems(ctx: Ctx, shop: ShopSnapshot, query: ItemsQuery): Promise<PackItem[]> {
  const as_of = ctx.now.toISOString();
  const rows = await fetchRows(ctx, itemsSql(query));
  return rows.map(({ barcode, tax_type_id, ...row }) => ({
    ...row,
    titles: row.titles as PackItem['titles'],
    codes: barcode === null ? [] : [barcode],
    price: Number(row.price),
    tax: tax_type_id === null ? null : Number(getById(withValue(shop), tax_type_id).value),
    stepper: Number(row.stepper),
    free: row.free === 1,
    image: pictureUrl(row.image),
    available: Number(row.available),
    as_of,
  }));
}

/** The tax types by id, in the form that `getById` reads. */
const withValue = ({ taxes }: ShopSnapshot) =>
  new Map([...taxes].map(([id, value]) => [id, { value }] as const));

/** Reads which items of changed products are no longer sold. */
export async function readRemovedItems(ctx: Ctx, since: PackVersion): Promise<number[]> {
  const rows = await fetchRows(
    ctx,
    sql<{ id: number }>`
      SELECT i.id FROM product_item i JOIN product p ON p.id = i.product_id
       WHERE i.product_id = ANY(${changedProducts(since)})
         AND (i.deleted_at IS NOT NULL OR p.deleted_at IS NOT NULL OR p.status <> 1)
       ORDER BY i.id`,
  );
  return rows.map(({ id }) => id);
}

/** Returns the version of what this transaction or statement reads now, or later. */
export async function readPackVersion(ctx: Ctx): Promise<PackVersion> {
  const row = await fetchRow(ctx, sql<{ snapshot: string }>`SELECT pg_current_snapshot()::text AS snapshot`);
  return { at: Math.floor(ctx.now.getTime() / 1_000), snapshot: row?.snapshot ?? '' };
}
