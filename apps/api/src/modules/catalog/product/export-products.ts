import { LOCALES, type Locale, type Localized, resolveText, toNameKey } from '@dukkan/commerce';
import { getFieldLabel, PRODUCT_FILE_COLUMNS, ROOT_CATEGORY } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import { getEffectiveScope } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRows, tables } from '../../../core/db/tables.ts';
import { toTexts } from '../../../core/list/localized-columns.ts';
import type { Column } from '../../../core/list/page.ts';
import type { ProductRow } from './product.view.ts';
import { canSeeItemCosts } from './stock-columns.ts';

const MONEY: readonly string[] = ['price', 'compare_at', 'cost'];
const INSTANTS: readonly string[] = ['created_at', 'updated_at'];

/**
 * Returns the columns of the product export; each text column names its language
 * (docs/rules/imports.md#our-own-export).
 */
export const listProductFileColumns = (ctx: Ctx): Column[] =>
  Object.keys(PRODUCT_FILE_COLUMNS)
    .filter((name) => name !== 'cost' || canSeeItemCosts(ctx))
    .map((name) => ({
      name,
      label: getFieldLabel([name], ctx.locale),
      isMoney: MONEY.includes(name),
      ...(INSTANTS.includes(name) ? { time: 'instant' as const } : {}),
    }));

/** Titles that an import could not read back as one title. */
const UNSAFE = /[,،;|>›<&\n]|\s\/\s|^[\s'’\d٠-٩۰-۹\-–—=+@]|\s$/;

const selectNodes = tables
  .selectFrom('category')
  .select(({ ref }) => ['id', 'parent_id', ref('titles').$castTo<Localized>().as('titles')])
  .where('deleted_at', 'is', null)
  .orderBy('id');

type Node = Readonly<InferResult<typeof selectNodes>[number]>;

type CategoryPaths = {
  /** Returns a category in a form that an import finds again: its titles from the top, or its id. */
  pathOf(id: number): string;
  /** Returns the path in one language; null when a title is missing in that language. */
  pathIn(id: number, locale: Locale): string | null;
};

async function loadCategoryPaths(ctx: Ctx): Promise<CategoryPaths> {
  const nodes = await fetchRows(ctx, selectNodes);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const first = new Map<string, number>();
  for (const { id, parent_id, titles } of nodes)
    for (const title of Object.values(titles)) {
      const key = `${parent_id} ${toNameKey(title ?? '')}`;
      if (title && !first.has(key)) first.set(key, id);
    }
  const find = (id: number, titleOf: (node: Node) => string): string | null => {
    const path: string[] = [];
    for (let node = byId.get(id); node && node.id !== ROOT_CATEGORY; node = byId.get(node.parent_id ?? 0)) {
      const title = titleOf(node);
      const isFound = first.get(`${node.parent_id} ${toNameKey(title)}`) === node.id;
      if (title === '' || UNSAFE.test(title) || !isFound || path.length === 10) return null;
      path.unshift(title);
    }
    return path.length === 0 ? null : path.join(' > ');
  };
  return {
    pathOf: (id) => find(id, ({ titles }) => resolveText(titles, ctx.locale)) ?? String(id),
    pathIn: (id, locale) => find(id, ({ titles }) => titles[locale] ?? ''),
  };
}

/** Loads the last unit cost of each item in the caller's branches; empty for callers who may not see costs. */
async function loadLastCosts(ctx: Ctx, items_ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (!canSeeItemCosts(ctx)) return new Map();
  const scope = getEffectiveScope(ctx);
  const query = tables
    .selectFrom('stock_batch')
    .distinctOn('item_id')
    .select(['item_id', sql<number>`cost_value::float8`.as('cost')])
    .where('item_id', '=', anyIdSql(items_ids))
    .where('cost_value', '>', '0')
    .orderBy('item_id')
    .orderBy('id', 'desc');
  const rows = await fetchRows(
    ctx,
    scope === 'all' ? query : query.where('branch_id', '=', anyIdSql([...scope])),
  );
  return new Map(rows.map(({ item_id, cost }) => [item_id, cost]));
}

/** Joins the paths of all categories in one language; '' when a title is missing in that language. */
function joinPathsIn({ pathIn }: CategoryPaths, ids: readonly number[], locale: Locale): string {
  const paths = ids.map((id) => pathIn(id, locale));
  return paths.includes(null) ? '' : paths.join(', ');
}

/**
 * Converts products to rows of the export, one per item with its own code and price; importing the unedited file
 * changes nothing (docs/rules/imports.md#our-own-export).
 */
export async function toProductFileRows(
  ctx: Ctx,
  rows: readonly ProductRow[],
): Promise<Record<string, unknown>[]> {
  const paths = await loadCategoryPaths(ctx);
  const costs = await loadLastCosts(
    ctx,
    rows.flatMap(({ items }) => items.map(({ item_id }) => item_id)),
  );
  return rows.flatMap((row) => {
    const titles = toTexts(row.titles);
    const categories = row.categories.map(({ id }) => id);
    const product = {
      id: row.id,
      ...Object.fromEntries(LOCALES.map((locale) => [`names.${locale}`, titles[locale]])),
      category: categories.map(paths.pathOf).join(', '),
      ...Object.fromEntries(
        LOCALES.map((locale) => [`category.${locale}`, joinPathsIn(paths, categories, locale)]),
      ),
      compare_at: row.compare_at,
      status: row.status,
      featured: row.featured,
      brand: row.brand_names && resolveText(row.brand_names, ctx.locale),
      tax_name: row.tax_names && resolveText(row.tax_names, ctx.locale),
      stepper: row.stepper,
      ord: row.ord,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
    return row.items.map(({ item_id, barcode, option, price, pack_quantity }) => ({
      ...product,
      barcode,
      option,
      cost: costs.get(item_id) ?? null,
      price: price ?? row.price,
      quantity: row.available[item_id] ?? 0,
      pack_quantity,
    }));
  });
}
