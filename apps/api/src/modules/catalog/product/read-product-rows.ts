import type { Localized } from '@dukkan/commerce';
import { loadByIdsShared } from '../../../core/cache/single-flight.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { type ItemRecord, type ProductRow, visibleCategoryConditionSql } from './product.view.ts';
import { availableByItemSql } from './stock-columns.ts';

/** The rows of a page with related rows, read by one statement that queries each table once. */
type Read = {
  readonly clock: string;
  readonly products: readonly Product[] | null;
  readonly items: readonly (readonly [product_id: number, ...item: Item])[] | null;
  readonly categories: readonly (readonly [product_id: number, category_id: number])[] | null;
  readonly thumbs: readonly (readonly [product_id: number, thumb: string])[] | null;
  readonly brand_names: Readonly<Record<string, Localized>> | null;
  readonly tax_names: Readonly<Record<string, Localized>> | null;
  readonly category_titles: Readonly<Record<string, Localized>> | null;
  readonly available: Readonly<Record<string, number>> | null;
};
type Item = [
  item_id: number,
  barcode: string | null,
  option: string | null,
  price: number | null,
  pack_quantity: number,
];
type Product = readonly [
  id: number,
  titles: Localized,
  status: number,
  featured: number,
  price: number,
  compare_at: number | null,
  brand_id: number | null,
  tax_type_id: number | null,
  stepper: number,
  ord: number,
  missing: number,
  version: number,
  created_at: number,
  updated_at: number,
  free: number,
];

/** Milliseconds since 1970. */
const instant = (column: Prisma.Sql) => Prisma.sql`(extract(epoch FROM ${column}) * 1000)::bigint`;

/** Condition that limits callers without the permission to active products and brands. */
const active = (ctx: Ctx, table: Prisma.Sql): Prisma.Sql =>
  ctx.reach === 'full' ? Prisma.empty : Prisma.sql`AND ${table}.status = 1`;

function select(ctx: Ctx, ids: readonly number[], clock: Prisma.Sql): Prisma.Sql {
  const these = Prisma.sql`= ANY((SELECT ids FROM asked)::int[])`;
  return Prisma.sql`
    WITH asked AS MATERIALIZED (SELECT ${[...ids]}::int[] AS ids),
      product AS MATERIALIZED (SELECT * FROM product p WHERE p.id ${these} ${active(ctx, Prisma.sql`p`)})
    SELECT ${clock} AS clock,
      (SELECT json_agg(json_build_array(p.id, p.titles, p.status, p.featured, p.price, p.compare_at, p.brand_id,
                p.tax_type_id, p.stepper, p.ord, p.missing, p.version, ${instant(Prisma.sql`p.created_at`)},
                ${instant(Prisma.sql`p.updated_at`)}, p.free)) FROM product p) AS products,
      (SELECT json_agg(json_build_array(i.product_id, i.id, i.barcode, i.option, i.price, i.pack_quantity) ORDER BY i.ord, i.id)
         FROM product_item i WHERE i.product_id ${these} AND i.deleted_at IS NULL) AS items,
      (SELECT json_agg(json_build_array(pc.product_id, pc.category_id) ORDER BY pc.category_id)
         FROM product_category pc WHERE pc.product_id ${these}) AS categories,
      (SELECT json_agg(json_build_array(g.product_id, g.thumb) ORDER BY g.ord DESC, g.id DESC)
         FROM product_image g WHERE g.product_id ${these}) AS thumbs,
      (SELECT json_object_agg(b.id, b.names) FROM brand b
        WHERE b.id IN (SELECT brand_id FROM product) ${active(ctx, Prisma.sql`b`)}) AS brand_names,
      (SELECT json_object_agg(t.id, t.names) FROM tax_type t
        WHERE t.id IN (SELECT tax_type_id FROM product)) AS tax_names,
      (SELECT json_object_agg(c.id, c.titles) FROM category c
        WHERE c.id IN (SELECT pc.category_id FROM product_category pc WHERE pc.product_id ${these})
          ${visibleCategoryConditionSql(ctx)}) AS category_titles,
      ${availableByItemSql(ctx, these)} AS available`;
}

/** Groups related rows by product. */
function byProduct<R extends readonly [number, ...unknown[]]>(rows: readonly R[] | null): Map<number, R[]> {
  const found = new Map<number, R[]>();
  for (const row of rows ?? []) {
    const beside = found.get(row[0]);
    if (beside) beside.push(row);
    else found.set(row[0], [row]);
  }
  return found;
}

type Rows = { readonly clock: string; readonly byId: ReadonlyMap<number, ProductRow> };

/** Combines the rows by product; a brand that was not read is null. */
function rowsOf([found]: readonly Read[]): Rows {
  if (!found) return { clock: '', byId: new Map() };
  const items = byProduct(found.items);
  const categories = byProduct(found.categories);
  const thumbs = new Map(found.thumbs);
  const rows = (found.products ?? []).map((product): ProductRow => {
    const [id, titles, status, featured, price, compare_at, brand_id, tax_type_id, ...rest] = product;
    const [stepper, ord, missing, version, created_at, updated_at, free] = rest;
    const brand_names = (brand_id !== null && found.brand_names?.[brand_id]) || null;
    return {
      id,
      titles,
      status,
      featured,
      price,
      compare_at,
      free,
      brand_id: brand_names ? brand_id : null,
      brand_names,
      tax_type_id,
      tax_names: (tax_type_id !== null && found.tax_names?.[tax_type_id]) || null,
      stepper,
      ord,
      missing,
      version,
      created_at: new Date(created_at),
      updated_at: new Date(updated_at),
      items: (items.get(id) ?? []).map(
        ([, item_id, barcode, option, own, pack_quantity]): ItemRecord => ({
          item_id,
          barcode,
          option,
          price: own,
          pack_quantity,
        }),
      ),
      categories: (categories.get(id) ?? []).flatMap(([, category_id]) => {
        const shown = found.category_titles?.[category_id];
        return shown ? [{ id: category_id, titles: shown }] : [];
      }),
      thumb: thumbs.get(id) ?? null,
      available: found.available ?? {},
    };
  });
  return { clock: found.clock, byId: new Map(rows.map((row) => [row.id, row])) };
}

/**
 * Loads the rows of a page in the order of their ids, with the catalogue version at that moment. Callers without the
 * permission get active products only.
 */
export async function loadProductRows(
  ctx: Ctx,
  ids: readonly number[],
  clock: Prisma.Sql,
): Promise<{ clock: string; rows: ProductRow[] }> {
  const read = await loadByIdsShared(ctx, ids, (all) => select(ctx, all, clock), rowsOf);
  return { clock: read.clock, rows: ids.flatMap((id) => read.byId.get(id) ?? []) };
}
