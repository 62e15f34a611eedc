import { LOCALES, type Localized, resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { allowedActions, type Texts, toTexts } from '../../../core/list/localized-columns.ts';
import { pictureUrl } from '../../../core/pictures.ts';
import {
  type AvailableByItem,
  availableColumnSql,
  type ProductActivityColumns,
  productActivityColumnsSql,
} from './stock-columns.ts';

type Row = z.output<typeof api.product.list.output>;
type Show = z.output<typeof api.product.show.output>;

export type ItemRecord = {
  readonly item_id: number;
  readonly barcode: string | null;
  readonly option: string | null;
  readonly price: number | null;
  readonly pack_quantity: number;
};

export type ImageRecord = { readonly id: number; readonly file: string; readonly thumb: string };

export type ProductRow = {
  readonly id: number;
  readonly titles: Localized;
  readonly status: number;
  readonly featured: number;
  readonly price: number;
  readonly compare_at: number | null;
  readonly free: number;
  readonly brand_id: number | null;
  readonly brand_names: Localized | null;
  readonly tax_type_id: number | null;
  readonly tax_names: Localized | null;
  readonly stepper: number;
  readonly ord: number;
  readonly missing: number;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly items: readonly ItemRecord[];
  readonly categories: readonly { readonly id: number; readonly titles: Localized }[];
  readonly thumb: string | null;
  readonly available: AvailableByItem;
};

export type ProductRecord = ProductRow &
  ProductActivityColumns & {
    readonly deleted_at: Date | null;
    readonly descriptions: Localized;
    readonly images: readonly ImageRecord[];
    readonly extras: readonly { readonly id: number; readonly titles: Localized; readonly price: number }[];
  };

/** Categories hidden from the public: disabled ones and all their descendants. */
export const HIDDEN = Prisma.sql`
  WITH RECURSIVE hidden AS (
    SELECT id FROM category WHERE status = 0 AND deleted_at IS NULL
    UNION
    SELECT c.id FROM category c JOIN hidden h ON c.parent_id = h.id)`;

/** Hides the names of disabled brands from callers who may see active ones only. */
const brandColumns = (ctx: Ctx): Prisma.Sql =>
  ctx.reach === 'full'
    ? Prisma.sql`p.brand_id, b.names AS brand_names`
    : Prisma.sql`CASE WHEN b.status = 1 THEN p.brand_id END AS brand_id,
        CASE WHEN b.status = 1 THEN b.names END AS brand_names`;

/** Condition that excludes hidden categories `c` for the same callers. */
export const visibleCategoryConditionSql = (ctx: Ctx): Prisma.Sql =>
  ctx.reach === 'full' ? Prisma.empty : Prisma.sql`AND c.id NOT IN (${HIDDEN} SELECT id FROM hidden)`;

/** Columns of a list row of a product `p`. */
const rowColumns = (ctx: Ctx): Prisma.Sql => Prisma.sql`
  p.id, p.titles, p.status, p.featured, p.price::float8 AS price, p.compare_at::float8 AS compare_at, p.free,
  ${brandColumns(ctx)}, p.tax_type_id, t.names AS tax_names, p.stepper::float8 AS stepper, p.ord,
  p.missing, p.version, p.created_at, p.updated_at,
  coalesce((SELECT json_agg(json_build_object('item_id', i.id, 'barcode', i.barcode, 'option', i.option,
                                              'price', i.price, 'pack_quantity', i.pack_quantity) ORDER BY i.ord, i.id)
              FROM product_item i WHERE i.product_id = p.id AND i.deleted_at IS NULL), '[]') AS items,
  coalesce((SELECT json_agg(json_build_object('id', c.id, 'titles', c.titles) ORDER BY c.id)
              FROM product_category pc JOIN category c ON c.id = pc.category_id
             WHERE pc.product_id = p.id ${visibleCategoryConditionSql(ctx)}), '[]') AS categories,
  (SELECT g.thumb FROM product_image g WHERE g.product_id = p.id ORDER BY g.ord, g.id LIMIT 1) AS thumb,
  ${availableColumnSql(ctx)}`;

/** The other columns of a full product; extras are the active ones. */
export const productRecordColumnsSql = (
  ctx: Ctx,
): Prisma.Sql => Prisma.sql`${rowColumns(ctx)}, p.descriptions, p.deleted_at,
  coalesce((SELECT json_agg(json_build_object('id', g.id, 'file', g.file, 'thumb', g.thumb) ORDER BY g.ord, g.id)
              FROM product_image g WHERE g.product_id = p.id), '[]') AS images,
  coalesce((SELECT json_agg(json_build_object('id', e.id, 'titles', e.titles, 'price', e.price) ORDER BY e.id)
              FROM extra_product ep JOIN extra e ON e.id = ep.extra_id
             WHERE ep.product_id = p.id AND e.status = 1 AND e.deleted_at IS NULL), '[]') AS extras,
  ${productActivityColumnsSql(ctx)}`;

/** Joins brand and tax type of a product `p`. */
export const PRODUCT_JOINS_SQL = Prisma.sql`LEFT JOIN brand b ON b.id = p.brand_id LEFT JOIN tax_type t ON t.id = p.tax_type_id`;

const missingOf = (bits: number): string[] => LOCALES.filter((_, index) => (bits & (1 << index)) > 0);

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
    missing: missingOf(row.missing),
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
