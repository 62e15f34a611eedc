import { foldForSearch, listBarcodeVariants, toBarcodeKey } from '@dukkan/commerce';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma, queryRows } from '../../../core/db/database.ts';
import type { Texts } from '../../../core/list/localized-columns.ts';
import { normalizedItemCodeSql } from '../../../core/sql/code-sql.ts';
import type { CategoryReference } from '../file/category-cell.ts';
import { toSingleLinePlainText } from '../file/html-to-text.ts';
import type { ParsedImportRow } from '../file/parsed-row.ts';
import type { CategoryTree } from './category-paths.ts';

/** An item's price in a price list. */
export type PriceListEntry = { readonly price: number; readonly status: 0 | 1 };

/** A product with the fields that an import changes; all rows of a batch about it share one object. */
export type CurrentProduct = {
  readonly id: number;
  readonly version: number;
  titles: Texts;
  descriptions: Texts;
  price: number;
  compare_at: number | null;
  free: 0 | 1;
  status: 0 | 1;
  brand_id: number | null;
  /** The unit is sold in multiples of this. */
  stepper: number;
  categories: number[];
  readonly items: {
    readonly id: number;
    readonly barcode: string | null;
    option: string | null;
    price: number | null;
    /** The price in the price list of the import; null when it has none. */
    readonly listed: PriceListEntry | null;
  }[];
  /** SHA-256 hashes of the original pictures that imports added. */
  readonly sources: string[];
};

/** Returns the item with this exact code, else the one whose code means the same number. */
const findItemByBarcode = (
  product: CurrentProduct,
  barcode: string | null,
): CurrentProduct['items'][number] | undefined =>
  barcode === null
    ? undefined
    : (product.items.find((item) => item.barcode === barcode) ??
      product.items.find(
        (item) => item.barcode !== null && toBarcodeKey(item.barcode) === toBarcodeKey(barcode),
      ));

/** The products that the rows of a batch may refer to, by code, by id and by folded name. */
export type CurrentProducts = {
  /** Several products may share a code from before codes were unique; oldest first. */
  readonly byCode: ReadonlyMap<string, readonly CurrentProduct[]>;
  readonly byId: ReadonlyMap<number, CurrentProduct>;
  readonly byName: ReadonlyMap<string, readonly CurrentProduct[]>;
};

const NO_PRODUCTS: CurrentProducts = { byCode: new Map(), byId: new Map(), byName: new Map() };

/** What the rows of a batch refer to: codes, ids of our own export, and names of rows without a code. */
export type ProductReferences = {
  readonly codes: readonly string[];
  readonly ids: readonly number[];
  readonly names: readonly string[];
};

/**
 * The number of leading characters of a folded name that the database stores for sorting and that products are searched
 * by.
 */
const SORTED = 80;

const foldedNames = (texts: Partial<Texts> | undefined): string[] =>
  Object.values(texts ?? {}).flatMap((text) => (text ? [foldForSearch(toSingleLinePlainText(text))] : []));

export function listProductReferences(rows: readonly ParsedImportRow[]): ProductReferences {
  const taken = rows.filter(({ reasons }) => reasons.length === 0);
  const codes = taken.flatMap(({ barcode, group }) => [barcode ?? [], group?.code ?? []].flat());
  return {
    codes: [...new Set(codes)],
    ids: [...new Set(taken.flatMap(({ wanted }) => wanted.id ?? []))],
    names: [
      ...new Set(
        taken.flatMap(({ barcode, wanted }) =>
          barcode === null ? foldedNames(wanted.names).map((name) => name.slice(0, SORTED)) : [],
        ),
      ),
    ],
  };
}

/**
 * Finds the products that a batch refers to by code, id or name, ordered by id, because all transactions lock products
 * in this order.
 * @param isLocked true locks the products until the transaction ends
 * @returns the ids of the products
 */
export async function findNamedProducts(
  ctx: Ctx,
  { codes, ids, names }: ProductReferences,
  isLocked: boolean,
): Promise<number[]> {
  // most files identify products only by code, so the search by name is left out
  const called =
    names.length === 0
      ? Prisma.empty
      : Prisma.sql`
        UNION SELECT id FROM product WHERE deleted_at IS NULL AND sort_en = ANY(${[...names]}::text[])
        UNION SELECT id FROM product WHERE deleted_at IS NULL AND sort_ar = ANY(${[...names]}::text[])
        UNION SELECT id FROM product WHERE deleted_at IS NULL AND sort_de = ANY(${[...names]}::text[])`;
  const rows = await queryRows<{ id: number }>(
    ctx,
    Prisma.sql`
    SELECT id FROM product WHERE id IN (
      SELECT product_id FROM product_item
       WHERE ${normalizedItemCodeSql('barcode')} = ANY(${codes.flatMap(listBarcodeVariants)}::text[]) AND deleted_at IS NULL
      UNION SELECT id FROM product WHERE id = ANY(${[...ids]}::int[]) ${called})
    ORDER BY id ${isLocked ? Prisma.raw('FOR UPDATE') : Prisma.empty}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Loads the current values of products and their prices in a price list, with one statement for a whole batch.
 * @param isNamed true when rows of the batch identify their products by name
 */
export async function loadCurrentProducts(
  ctx: Ctx,
  ids: readonly number[],
  isNamed: boolean,
  price_list_id: number | null,
): Promise<CurrentProducts> {
  if (ids.length === 0) return NO_PRODUCTS;
  const listed =
    price_list_id === null
      ? Prisma.sql`NULL`
      : Prisma.sql`(SELECT json_build_object('price', x.price, 'status', x.status) FROM price_list_item x
          WHERE x.price_list_id = ${price_list_id} AND x.item_id = i.id)`;
  // items are read in one subquery: one per product scans the whole table each time, after the import has grown it
  const rows = await queryRows<CurrentProduct>(
    ctx,
    Prisma.sql`
    SELECT p.id, p.version, p.titles, p.descriptions, p.price::float8 AS price, p.compare_at::float8 AS compare_at, p.stepper::float8 AS stepper,
           p.free, p.status, p.brand_id,
           ARRAY(SELECT category_id FROM product_category c WHERE c.product_id = p.id ORDER BY 1) AS categories,
           coalesce(items.list, '[]') AS items,
           ARRAY(SELECT source FROM product_image g WHERE g.product_id = p.id AND source IS NOT NULL) AS sources
      FROM product p
      LEFT JOIN (SELECT i.product_id, json_agg(json_build_object('id', i.id, 'barcode', i.barcode, 'option', i.option,
                          'price', i.price, 'listed', ${listed}) ORDER BY i.ord, i.id) AS list
                   FROM product_item i WHERE i.product_id = ANY(${[...ids]}::int[]) AND i.deleted_at IS NULL
                  GROUP BY i.product_id) AS items ON items.product_id = p.id
     WHERE p.deleted_at IS NULL AND p.id = ANY(${[...ids]}::int[]) ORDER BY p.id`,
  );
  const byCode = new Map<string, CurrentProduct[]>();
  const byId = new Map<number, CurrentProduct>();
  const byName = new Map<string, CurrentProduct[]>();
  for (const row of rows) {
    byId.set(row.id, row);
    const codes = row.items.flatMap(({ barcode }) => (barcode === null ? [] : toBarcodeKey(barcode)));
    for (const code of new Set(codes)) byCode.set(code, [...(byCode.get(code) ?? []), row]);
    if (!isNamed) continue;
    for (const name of new Set(foldedNames(row.titles))) byName.set(name, [...(byName.get(name) ?? []), row]);
  }
  return { byCode, byId, byName };
}

/** Lists each of the products once. */
export const listProducts = ({ byId }: CurrentProducts): CurrentProduct[] => [...byId.values()];

const isCalled = (product: CurrentProduct, names: readonly string[]): boolean =>
  foldedNames(product.titles).some((name) => names.includes(name));

/** Whether the product has this code or none at all. */
const hasNoOtherCode = (product: CurrentProduct, barcode: string | null): boolean =>
  barcode === null ||
  findItemByBarcode(product, barcode) !== undefined ||
  product.items.every((item) => item.barcode === null);

/** Picks among products with the same code by the row's id, else its name, else the exact code, else the oldest. */
const pickCoded = (
  all: readonly CurrentProduct[] = [],
  code: string,
  { id, names: texts }: ParsedImportRow['wanted'],
): CurrentProduct | undefined => {
  const [oldest] = all;
  if (all.length < 2) return oldest;
  const names = foldedNames(texts);
  return (
    all.find((one) => one.id === id) ??
    all.find((one) => isCalled(one, names)) ??
    all.find(({ items }) => items.some(({ barcode }) => barcode === code)) ??
    oldest
  );
};

/**
 * Finds the product of a row: by code, else by the id of our own export if name and code agree, else without a code by
 * the same name in the same category (docs/rules/imports.md#no-code-needed).
 * @returns 'unsure' when two products have the name
 */
export function findProduct(
  { byCode, byId, byName }: CurrentProducts,
  { barcode, wanted, group }: ParsedImportRow,
  tree: CategoryTree,
): CurrentProduct | 'unsure' | undefined {
  if (byId.size === 0) return undefined;
  const isCoded = barcode !== null || (group?.code ?? null) !== null;
  for (const code of [barcode, group?.code ?? null]) {
    const coded = code === null ? undefined : pickCoded(byCode.get(toBarcodeKey(code)), code, wanted);
    if (coded) return coded;
  }
  const numbered = wanted.id === undefined ? undefined : byId.get(wanted.id);
  // names are folded only when needed: most rows are found by code or are new
  if (isCoded && !numbered) return undefined;
  const names = foldedNames(wanted.names);
  if (numbered && (isCalled(numbered, names) || names.length === 0) && hasNoOtherCode(numbered, barcode))
    return numbered;
  if (isCoded) return undefined;
  const called = [...new Set(names.flatMap((name) => byName.get(name) ?? []))];
  const category = findCategoryIds(wanted.categories ?? [], tree);
  const there =
    wanted.categories === undefined
      ? called
      : called.filter(({ categories }) => categories.some((id) => category.includes(id)));
  return there.length > 1 ? 'unsure' : there[0];
}

/** Returns the ids of the existing categories that a cell names. */
export const findCategoryIds = (categories: readonly CategoryReference[], tree: CategoryTree): number[] => [
  ...new Set(
    categories.flatMap((one) =>
      typeof one === 'number' ? (tree.ids.has(one) ? one : []) : (tree.find(one) ?? []),
    ),
  ),
];

/** Finds the only item of a product with this option. */
function findItemByOption(
  product: CurrentProduct,
  option: string,
): CurrentProduct['items'][number] | undefined {
  const [item, ...others] = product.items.filter(
    (one) => one.option !== null && foldForSearch(one.option) === foldForSearch(option),
  );
  return others.length === 0 ? item : undefined;
}

/**
 * Finds the item of a row in its product: by code, or for a row without one the only item or the one with its option.
 */
export function findItem(
  product: CurrentProduct,
  { barcode, group, wanted: { option } }: Pick<ParsedImportRow, 'barcode' | 'group' | 'wanted'>,
): CurrentProduct['items'][number] | undefined {
  if (barcode !== null) return findItemByBarcode(product, barcode);
  const [only, ...others] = product.items;
  const isOnly = others.length === 0 && (group === null || option === undefined || only?.option === null);
  return isOnly ? only : option === undefined ? undefined : findItemByOption(product, option);
}
