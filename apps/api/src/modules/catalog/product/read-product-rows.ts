import type { Localized } from '@dukkan/commerce';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { loadByIdsShared } from '../../../core/cache/single-flight.ts';
import type { Ctx } from '../../../core/ctx.ts';
import type { Tables } from '../../../generated/tables.ts';
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
type StoredItem = Selectable<Tables['product_item']>;
type Item = [
  item_id: StoredItem['id'],
  barcode: StoredItem['barcode'],
  option: StoredItem['option'],
  price: number | null,
  pack_quantity: number,
  minimum_quantity: number,
];
type StoredProduct = Selectable<Tables['product']>;
type Product = readonly [
  id: StoredProduct['id'],
  titles: Localized,
  status: StoredProduct['status'],
  featured: StoredProduct['featured'],
  price: number,
  compare_at: number | null,
  brand_id: StoredProduct['brand_id'],
  tax_type_id: StoredProduct['tax_type_id'],
  stepper: number,
  ord: StoredProduct['ord'],
  missing: number,
  version: StoredProduct['version'],
  created_at: number,
  updated_at: number,
  free: StoredProduct['free'],
];

/** Milliseconds since 1970. */
const toMilliseconds = (column: string) => sql`(extract(epoch FROM ${sql.ref(column)}) * 1000)::bigint`;

/** Condition that limits callers without the permission to active products and brands. */
const activeConditionSql = (ctx: Ctx, column: 'p.status' | 'b.status') =>
  ctx.reach === 'full' ? sql`` : sql`AND ${sql.ref(column)} = 1`;

function selectPage(ctx: Ctx, ids: readonly number[], clock: RawBuilder<string>): RawBuilder<Read> {
  const these = sql`= ANY((SELECT ids FROM asked)::int[])`;
  return sql<Read>`
    WITH asked AS MATERIALIZED (SELECT ${[...ids]}::int[] AS ids),
      product AS MATERIALIZED (SELECT * FROM product p WHERE p.id ${these} ${activeConditionSql(ctx, 'p.status')})
    SELECT ${clock} AS clock,
      (SELECT json_agg(json_build_array(p.id, p.titles, p.status, p.featured, p.price, p.compare_at, p.brand_id,
                p.tax_type_id, p.stepper, p.ord, p.missing, p.version, ${toMilliseconds('p.created_at')},
                ${toMilliseconds('p.updated_at')}, p.free)) FROM product p) AS products,
      (SELECT json_agg(json_build_array(i.product_id, i.id, i.barcode, i.option, i.price, i.pack_quantity,
                i.minimum_quantity) ORDER BY i.ord, i.id)
         FROM product_item i WHERE i.product_id ${these} AND i.deleted_at IS NULL) AS items,
      (SELECT json_agg(json_build_array(pc.product_id, pc.category_id) ORDER BY pc.category_id)
         FROM product_category pc WHERE pc.product_id ${these}) AS categories,
      (SELECT json_agg(json_build_array(g.product_id, g.thumb) ORDER BY g.ord DESC, g.id DESC)
         FROM product_image g WHERE g.product_id ${these}) AS thumbs,
      (SELECT json_object_agg(b.id, b.names) FROM brand b
        WHERE b.id IN (SELECT brand_id FROM product) ${activeConditionSql(ctx, 'b.status')}) AS brand_names,
      (SELECT json_object_agg(t.id, t.names) FROM tax_type t
        WHERE t.id IN (SELECT tax_type_id FROM product)) AS tax_names,
      (SELECT json_object_agg(c.id, c.titles) FROM category c
        WHERE c.id IN (SELECT pc.category_id FROM product_category pc WHERE pc.product_id ${these})
          ${visibleCategoryConditionSql(ctx)}) AS category_titles,
      ${availableByItemSql(ctx, these)} AS available`;
}

/** Groups related rows by product. */
function groupByProduct<R extends readonly [number, ...unknown[]]>(
  rows: readonly R[] | null,
): Map<number, R[]> {
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
function toRows([found]: readonly Read[]): Rows {
  if (!found) return { clock: '', byId: new Map() };
  const items = groupByProduct(found.items);
  const categories = groupByProduct(found.categories);
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
        ([, item_id, barcode, option, own, pack_quantity, minimum_quantity]): ItemRecord => ({
          item_id,
          barcode,
          option,
          price: own,
          pack_quantity,
          minimum_quantity,
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
  clock: RawBuilder<string>,
): Promise<{ clock: string; rows: ProductRow[] }> {
  const read = await loadByIdsShared(ctx, ids, (all) => selectPage(ctx, all, clock), toRows);
  return { clock: read.clock, rows: ids.flatMap((id) => read.byId.get(id) ?? []) };
}
