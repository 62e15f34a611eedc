import { foldForSearch, listBarcodeVariants, toBarcodeKey } from '@dukkan/commerce';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRows, tables } from '../../../core/db/tables.ts';
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
  const coded = tables
    .selectFrom('product_item')
    .select('product_id as id')
    .where(
      normalizedItemCodeSql('barcode'),
      '=',
      sql<string>`any(${codes.flatMap(listBarcodeVariants)}::text[])`,
    )
    .where('deleted_at', 'is', null);
  const numbered = tables.selectFrom('product').select('id').where('id', '=', anyIdSql(ids));
  const called = (column: 'sort_en' | 'sort_ar' | 'sort_de') =>
    tables
      .selectFrom('product')
      .select('id')
      .where('deleted_at', 'is', null)
      .where(column, '=', sql<string>`any(${[...names]}::text[])`);
  const named = coded.union(numbered);
  const query = tables
    .selectFrom('product')
    .select('id')
    .where(
      'id',
      'in',
      names.length === 0
        ? named
        : named.union(called('sort_en')).union(called('sort_ar')).union(called('sort_de')),
    )
    .orderBy('id');
  const rows = await fetchRows(ctx, isLocked ? query.forUpdate() : query);
  return rows.map(({ id }) => id);
}

/** Selects the current values of products and their prices in a price list. */
function selectProducts(ids: readonly number[], price_list_id: number | null) {
  const listed =
    price_list_id === null
      ? sql`NULL`
      : sql`(SELECT json_build_object('price', x.price, 'status', x.status) FROM price_list_item x
          WHERE x.price_list_id = ${price_list_id} AND x.item_id = i.id)`;
  // items are read in one subquery: one per product scans the whole table each time, after the import has grown it
  const items = tables
    .selectFrom('product_item as i')
    .select(({ ref }) => [
      'i.product_id',
      sql<
        CurrentProduct['items']
      >`json_agg(json_build_object('id', ${ref('i.id')}, 'barcode', ${ref('i.barcode')},
        'option', ${ref('i.option')}, 'price', ${ref('i.price')}, 'listed', ${listed})
        ORDER BY ${ref('i.ord')}, ${ref('i.id')})`.as('list'),
    ])
    .where('i.product_id', '=', anyIdSql(ids))
    .where('i.deleted_at', 'is', null)
    .groupBy('i.product_id');
  return tables
    .selectFrom('product as p')
    .leftJoin(items.as('items'), 'items.product_id', 'p.id')
    .select(({ cast, ref, selectFrom }) => [
      'p.id',
      'p.version',
      ref('p.titles').$castTo<Texts>().as('titles'),
      ref('p.descriptions').$castTo<Texts>().as('descriptions'),
      cast<number>('p.price', 'float8').as('price'),
      cast<number | null>('p.compare_at', 'float8').as('compare_at'),
      cast<number>('p.stepper', 'float8').as('stepper'),
      ref('p.free').$castTo<0 | 1>().as('free'),
      ref('p.status').$castTo<0 | 1>().as('status'),
      'p.brand_id',
      sql<number[]>`ARRAY${selectFrom('product_category as c')
        .select('c.category_id')
        .whereRef('c.product_id', '=', 'p.id')
        .orderBy('c.category_id')}`.as('categories'),
      sql<CurrentProduct['items']>`coalesce(${ref('items.list')}, '[]')`.as('items'),
      sql<string[]>`ARRAY${selectFrom('product_image as g')
        .select('g.source')
        .whereRef('g.product_id', '=', 'p.id')
        .where('g.source', 'is not', null)}`.as('sources'),
    ])
    .where('p.deleted_at', 'is', null)
    .where('p.id', '=', anyIdSql(ids))
    .orderBy('p.id');
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
  const rows = await fetchRows(ctx, selectProducts(ids, price_list_id));
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
