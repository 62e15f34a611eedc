import { LOCALES, type Localized, resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { pictureUrl } from '../../../core/file/pictures.ts';
import { allowedActions, type Texts, toTexts } from '../../../core/list/localized-columns.ts';
import type { Tables } from '../../../generated/tables.ts';
import {
  type AvailableByItem,
  availableColumnSql,
  type ProductActivityColumns,
  productActivityColumnsSql,
} from './stock-columns.ts';

type Row = z.output<typeof api.product.list.output>;
type Show = z.output<typeof api.product.show.output>;

type RowOfTable<Table extends keyof Tables> = Readonly<Selectable<Tables[Table]>>;

export type ItemRecord = Pick<RowOfTable<'product_item'>, 'barcode' | 'option'> & {
  readonly item_id: number;
  readonly price: number | null;
  readonly pack_quantity: number;
  readonly minimum_quantity: number;
};

export type ImageRecord = Pick<RowOfTable<'product_image'>, 'id' | 'file' | 'thumb'>;

type Titled = { readonly id: number; readonly titles: Localized };

export type ProductRow = Pick<
  RowOfTable<'product'>,
  | 'id'
  | 'status'
  | 'featured'
  | 'free'
  | 'brand_id'
  | 'tax_type_id'
  | 'ord'
  | 'version'
  | 'created_at'
  | 'updated_at'
> & {
  readonly titles: Localized;
  readonly price: number;
  readonly compare_at: number | null;
  readonly brand_names: Localized | null;
  readonly tax_names: Localized | null;
  readonly stepper: number;
  readonly missing: number;
  readonly items: readonly ItemRecord[];
  readonly categories: readonly Titled[];
  readonly thumb: string | null;
  readonly available: AvailableByItem;
};

export type ProductRecord = ProductRow &
  ProductActivityColumns &
  Pick<RowOfTable<'product'>, 'deleted_at'> & {
    readonly descriptions: Localized;
    readonly images: readonly ImageRecord[];
    readonly extras: readonly (Titled & { readonly price: number })[];
  };

/** Categories hidden from the public: disabled ones and all their descendants. */
export const HIDDEN_CATEGORIES_SQL = sql`
  WITH RECURSIVE hidden AS (
    SELECT id FROM category WHERE status = 0 AND deleted_at IS NULL
    UNION
    SELECT c.id FROM category c JOIN hidden h ON c.parent_id = h.id)`;

/** Hides the names of disabled brands from callers who may see active ones only. */
const selectBrandSql = (ctx: Ctx): RawBuilder<unknown> =>
  ctx.reach === 'full'
    ? sql`p.brand_id, b.names AS brand_names`
    : sql`CASE WHEN b.status = 1 THEN p.brand_id END AS brand_id,
        CASE WHEN b.status = 1 THEN b.names END AS brand_names`;

/** Condition that excludes hidden categories `c` for the same callers. */
export const visibleCategoryConditionSql = (ctx: Ctx): RawBuilder<unknown> =>
  ctx.reach === 'full' ? sql`` : sql`AND c.id NOT IN (${HIDDEN_CATEGORIES_SQL} SELECT id FROM hidden)`;

/** Columns of a list row of a product `p`. */
const selectRowSql = (ctx: Ctx): RawBuilder<unknown> => sql`
  p.id, p.titles, p.status, p.featured, p.price::float8 AS price, p.compare_at::float8 AS compare_at, p.free,
  ${selectBrandSql(ctx)}, p.tax_type_id, t.names AS tax_names, p.stepper::float8 AS stepper, p.ord,
  p.missing, p.version, p.created_at, p.updated_at,
  coalesce((SELECT json_agg(json_build_object('item_id', i.id, 'barcode', i.barcode, 'option', i.option,
                                              'price', i.price, 'pack_quantity', i.pack_quantity,
                                              'minimum_quantity', i.minimum_quantity) ORDER BY i.ord, i.id)
              FROM product_item i WHERE i.product_id = p.id AND i.deleted_at IS NULL), '[]') AS items,
  coalesce((SELECT json_agg(json_build_object('id', c.id, 'titles', c.titles) ORDER BY c.id)
              FROM product_category pc JOIN category c ON c.id = pc.category_id
             WHERE pc.product_id = p.id ${visibleCategoryConditionSql(ctx)}), '[]') AS categories,
  (SELECT g.thumb FROM product_image g WHERE g.product_id = p.id ORDER BY g.ord, g.id LIMIT 1) AS thumb,
  ${availableColumnSql(ctx)}`;

/** The other columns of a full product; extras are the active ones. */
export const productRecordColumnsSql = (
  ctx: Ctx,
): RawBuilder<unknown> => sql`${selectRowSql(ctx)}, p.descriptions, p.deleted_at,
  coalesce((SELECT json_agg(json_build_object('id', g.id, 'file', g.file, 'thumb', g.thumb) ORDER BY g.ord, g.id)
              FROM product_image g WHERE g.product_id = p.id), '[]') AS images,
  coalesce((SELECT json_agg(json_build_object('id', e.id, 'titles', e.titles, 'price', e.price) ORDER BY e.id)
              FROM extra_product ep JOIN extra e ON e.id = ep.extra_id
             WHERE ep.product_id = p.id AND e.status = 1 AND e.deleted_at IS NULL), '[]') AS extras,
  ${productActivityColumnsSql(ctx)}`;

/** Joins brand and tax type of a product `p`. */
export const PRODUCT_JOINS_SQL = sql`LEFT JOIN brand b ON b.id = p.brand_id LEFT JOIN tax_type t ON t.id = p.tax_type_id`;

const listMissing = (bits: number): string[] => LOCALES.filter((_, index) => (bits & (1 << index)) > 0);

/** Converts a product to a list row; `titles` only when all languages are requested. */
export function rowView(ctx: Ctx, row: ProductRow, all_locale: boolean): Row {
  const items = row.items.map((item) => ({ ...item, quantity: row.available[item.item_id] ?? 0 }));
  const [category] = row.categories;
  return {
    id: row.id,
    title: resolveText(row.titles, ctx.locale),
    ...(all_locale ? { titles: toTexts(row.titles) } : {}),
    featured: row.featured,
    price: row.price,
    compare_at: row.compare_at,
    pricing: { price: row.price, compare_at: row.compare_at, free: row.free },
    barcode: items[0]?.barcode ?? null,
    categorys_id: row.categories.map(({ id }) => id),
    category_title: category ? resolveText(category.titles, ctx.locale) : null,
    brand_id: row.brand_id,
    brand_name: row.brand_names && resolveText(row.brand_names, ctx.locale),
    tax_type_id: row.tax_type_id,
    tax_name: row.tax_names && resolveText(row.tax_names, ctx.locale),
    stepper: row.stepper,
    ord: row.ord,
    image_url: pictureUrl(row.thumb),
    status: row.status,
    items,
    quantity: items.reduce((all, { quantity }) => all + quantity, 0),
    missing: listMissing(row.missing),
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    actions: allowedActions(ctx, 'products'),
  };
}

/** Converts a product to the full response. */
export function showView(ctx: Ctx, row: ProductRecord): Show {
  return {
    ...rowView(ctx, row, true),
    titles: toTexts(row.titles),
    description: resolveText(row.descriptions, ctx.locale),
    descriptions: toTexts(row.descriptions),
    images: row.images.map(({ id, file, thumb }) => ({
      id,
      url: pictureUrl(file) ?? '',
      thumb_url: pictureUrl(thumb) ?? '',
    })),
    categories: row.categories.map(({ id, titles }) => ({ id, title: resolveText(titles, ctx.locale) })),
    extras: row.extras.map(({ id, titles, price }) => ({
      id,
      title: resolveText(titles, ctx.locale),
      price,
    })),
    orders_count: row.orders_count,
    receipts_count: row.receipts_count,
    quantities: [...row.quantities],
  };
}

/** The fields that the audit log compares: those that a save can change. */
export const auditView = (row: ProductRecord) => ({
  titles: toTexts(row.titles) satisfies Texts,
  descriptions: toTexts(row.descriptions) satisfies Texts,
  status: row.status,
  featured: row.featured,
  price: row.price,
  compare_at: row.compare_at,
  free: row.free,
  categorys_id: row.categories.map(({ id }) => id),
  brand_id: row.brand_id,
  tax_type_id: row.tax_type_id,
  stepper: row.stepper,
  ord: row.ord,
  items: row.items,
  images: row.images.map(({ file }) => file),
});
