import type { Localized } from '@dukkan/commerce';
import { type api, PACK_PAGE } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, fetchRows, tables } from '../../../core/db/tables.ts';
import { pictureUrl } from '../../../core/file/pictures.ts';
import { getById, type ShopSnapshot } from '../order/record/shop-snapshot.ts';
import { changedSinceSql, type PackVersion } from './pack-version.ts';

// Rule: docs/rules/till-sales.md#pack

type PackItem = z.output<typeof api.tillPack.show.output>['items'][number];

/** What is read: everything, or what is not in a version. */
export type ItemsQuery = {
  readonly branch_id: number;
  readonly since: PackVersion | null;
  /** The last item of the page before. */
  readonly after: number;
};

/** Condition for items `i` of products that changed; the products are an array, so that their items are found by the index. */
const isOfChangedProduct = (since: PackVersion): RawBuilder<boolean> => sql<boolean>`i.product_id = ANY(
  ARRAY(SELECT DISTINCT product_id FROM pack_change WHERE product_id IS NOT NULL AND ${changedSinceSql(since)}))`;

/** The ids of a page of items that are sold, in order. */
function readPageIds({ since, after }: ItemsQuery) {
  const sold = tables
    .selectFrom('product_item as i')
    .innerJoin('product as p', 'p.id', 'i.product_id')
    .select('i.id')
    .where('i.id', '>', after)
    .where('i.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .where('p.status', '=', 1);
  const page = since ? sold.where(isOfChangedProduct(since)) : sold;
  return page.orderBy('i.id').limit(PACK_PAGE);
}

const readItems = (query: ItemsQuery) =>
  tables
    .selectFrom(readPageIds(query).as('page'))
    .innerJoin('product_item as i', 'i.id', 'page.id')
    .innerJoin('product as p', 'p.id', 'i.product_id')
    .select(({ cast, ref }) => [
      'i.id as item_id',
      'i.product_id',
      sql<Localized>`item_titles(p.titles, i.option)`.as('titles'),
      'i.barcode',
      sql<number>`coalesce(i.price, p.price)::float8`.as('price'),
      'p.tax_type_id',
      cast<number>('p.stepper', 'float8').as('stepper'),
      ref('p.free').as('free'),
      sql<
        string | null
      >`(SELECT g.thumb FROM product_image g WHERE g.product_id = p.id ORDER BY g.ord, g.id LIMIT 1)`.as(
        'image',
      ),
      sql<
        number[]
      >`ARRAY(SELECT k.category_id FROM product_category k WHERE k.product_id = p.id ORDER BY 1)`.as(
        'categorys_ids',
      ),
      sql<number[]>`ARRAY(SELECT x.extra_id FROM extra_product x WHERE x.product_id = p.id ORDER BY 1)`.as(
        'extras_ids',
      ),
      sql<number>`coalesce((SELECT l.available FROM stock_level l
        WHERE l.item_id = i.id AND l.branch_id = ${query.branch_id}::int), 0)::float8`.as('available'),
    ])
    .orderBy('i.id');

/** Reads a page of items as a till of the branch sells them. */
export async function readPackItems(ctx: Ctx, shop: ShopSnapshot, query: ItemsQuery): Promise<PackItem[]> {
  const as_of = ctx.now.toISOString();
  const rows = await fetchRows(ctx, readItems(query));
  return rows.map(({ barcode, tax_type_id, ...row }) => ({
    ...row,
    titles: row.titles as PackItem['titles'],
    codes: barcode === null ? [] : [barcode],
    tax: tax_type_id === null ? null : Number(getById(withValue(shop), tax_type_id).value),
    free: row.free === 1,
    image: pictureUrl(row.image),
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
    tables
      .selectFrom('product_item as i')
      .innerJoin('product as p', 'p.id', 'i.product_id')
      .select('i.id')
      .where(isOfChangedProduct(since))
      .where(({ eb, or }) =>
        or([eb('i.deleted_at', 'is not', null), eb('p.deleted_at', 'is not', null), eb('p.status', '<>', 1)]),
      )
      .orderBy('i.id'),
  );
  return rows.map(({ id }) => id);
}

/** Returns the version of what this transaction or statement reads now, or later. */
export async function readPackVersion(ctx: Ctx): Promise<PackVersion> {
  const row = await fetchRow(
    ctx,
    tables.selectNoFrom(sql<string>`pg_current_snapshot()::text`.as('snapshot')),
  );
  return { at: Math.floor(ctx.now.getTime() / 1_000), snapshot: row?.snapshot ?? '' };
}
