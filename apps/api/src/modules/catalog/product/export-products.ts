import { foldForSearch, LOCALES, type Localized, resolveText } from '@dukkan/commerce';
import { getFieldLabel, ROOT_CATEGORY } from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';
import { toTexts } from '../../../core/list/localized-columns.ts';
import type { Column } from '../../../core/list/page.ts';
import type { ProductRow } from './product.view.ts';

/** What an import reads again comes first; the rest is for people. */
const COLUMNS = [
  ...['id', 'names.ar', 'names.en', 'names.de', 'barcode', 'category', 'price', 'compare_at', 'status'],
  ...['quantity', 'featured', 'pack_quantity', 'brand_name', 'tax_name', 'stepper', 'ord'],
] as const;

/** The columns of products as a file: each text says its language (docs/rules/imports.md#our-own-export). */
export const listProductFileColumns = (ctx: Ctx): Column[] => [
  ...COLUMNS.map((name) => ({
    name,
    label: getFieldLabel([name], ctx.locale),
    isMoney: name === 'price' || name === 'compare_at',
  })),
  ...(['created_at', 'updated_at'] as const).map((name) => ({
    name,
    label: getFieldLabel([name], ctx.locale),
    time: 'instant' as const,
  })),
];

/** What an import would read as something else than a title. */
const UNSAFE = /[,،;|>›<&\n]|\s\/\s|^[\s'’\d٠-٩۰-۹\-–—=+@]|\s$/;

type Node = { readonly id: number; readonly parent_id: number | null; readonly titles: Localized };

/** Categories as an import finds them again: by their titles from the top, else by their number. */
async function loadCategoryPaths(ctx: Ctx): Promise<(id: number) => string> {
  const nodes = (await ctx.db.category.findMany({
    where: { deleted_at: null },
    select: { id: true, parent_id: true, titles: true },
    orderBy: { id: 'asc' },
  })) as unknown as Node[];
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const first = new Map<string, number>();
  for (const { id, parent_id, titles } of nodes)
    for (const title of Object.values(titles)) {
      const key = `${parent_id} ${foldForSearch(title ?? '')}`;
      if (title && !first.has(key)) first.set(key, id);
    }
  return (id) => {
    const path: string[] = [];
    for (let node = byId.get(id); node && node.id !== ROOT_CATEGORY; node = byId.get(node.parent_id ?? 0)) {
      const title = resolveText(node.titles, ctx.locale);
      const isFound = first.get(`${node.parent_id} ${foldForSearch(title)}`) === node.id;
      if (title === '' || UNSAFE.test(title) || !isFound || path.length === 10) return String(id);
      path.unshift(title);
    }
    return path.length === 0 ? String(id) : path.join(' > ');
  };
}

/**
 * Products as rows of a file, one for each item with its own code and price: imported unedited, it changes nothing in any
 * language (docs/rules/imports.md#our-own-export).
 */
export async function toProductFileRows(
  ctx: Ctx,
  rows: readonly ProductRow[],
): Promise<Record<string, unknown>[]> {
  const pathOf = await loadCategoryPaths(ctx);
  return rows.flatMap((row) => {
    const titles = toTexts(row.titles);
    const product = {
      id: row.id,
      ...Object.fromEntries(LOCALES.map((locale) => [`names.${locale}`, titles[locale]])),
      category: row.categories.map(({ id }) => pathOf(id)).join(', '),
      compare_at: row.compare_at,
      status: row.status,
      featured: row.featured,
      brand_name: row.brand_names && resolveText(row.brand_names, ctx.locale),
      tax_name: row.tax_names && resolveText(row.tax_names, ctx.locale),
      stepper: row.stepper,
      ord: row.ord,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
    return row.items.map(({ item_id, barcode, price, pack_quantity }) => ({
      ...product,
      barcode,
      price: price ?? row.price,
      quantity: row.available[item_id] ?? 0,
      pack_quantity,
    }));
  });
}
