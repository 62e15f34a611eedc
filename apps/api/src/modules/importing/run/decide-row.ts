import { hasWrongCheckDigit, resolveText, toBarcodeKey } from '@dukkan/commerce';
import type { Ctx } from '../../../core/ctx.ts';
import { toTexts } from '../../../core/list/localized-columns.ts';
import type { ParsedImportRow } from '../file/parse-row.ts';
import type { ImportFieldChange, ImportRecord, ImportRowError } from '../import.view.ts';
import type { CategoryTree } from './category-paths.ts';
import { type CurrentProduct, findItemByBarcode, type ProductsByBarcode } from './current-products.ts';
import { decidePriceListChange, type PriceListUndo } from './price-list-rows.ts';

/** A picture of the zip, by what it is. */
export type StoredZipPicture = { readonly source: string; readonly file: string; readonly thumb: string };

/** What undo puts back, in ids and whole values; only what the row changed stands in it. */
export type ProductUndoValues = {
  titles?: CurrentProduct['titles'];
  descriptions?: CurrentProduct['descriptions'];
  price?: number;
  free?: 0 | 1;
  compare_at?: number | null;
  status?: 0 | 1;
  item?: { id: number; price: number | null };
  categories?: { added: number; removed: number | null };
  source?: string;
  listed?: PriceListUndo;
};

/** What becomes of a row. `product` is the standing one it changes; `category` and `picture` are what it gets. */
export type RowOutcome = {
  readonly read: ParsedImportRow;
  readonly result: 'created' | 'updated' | 'unchanged' | 'refused';
  readonly reasons: readonly ImportRowError[];
  readonly product: CurrentProduct | null;
  readonly changes: readonly ImportFieldChange[];
  readonly before: ProductUndoValues | null;
  readonly category: number | null;
  readonly picture: StoredZipPicture | null;
};

const refused = (
  read: ParsedImportRow,
  reasons: readonly ImportRowError[],
  product: CurrentProduct | null,
): RowOutcome => ({
  read,
  result: 'refused',
  reasons,
  product,
  changes: [],
  before: null,
  category: null,
  picture: null,
});

type Rules = Pick<ImportRecord, 'mode' | 'kind' | 'mapping' | 'price_list_id'>;

/** Why a row cannot be taken, where it is not for what stands in it alone. */
export function findRowErrors(
  ctx: Ctx,
  read: ParsedImportRow,
  rules: Rules,
  tree: CategoryTree,
  found: ProductsByBarcode,
): ImportRowError[] {
  const columns = rules.mapping as Record<string, string | null>;
  const because = (field: string, code: string, params: ImportRowError['params'] = {}): ImportRowError[] => [
    { field, column: columns[field] ?? null, code, params },
  ];
  if (read.reasons.length > 0 || read.barcode === null) return [...read.reasons];
  const product = found.get(toBarcodeKey(read.barcode));
  if (product && rules.mode === 'create') {
    const title = resolveText(product.titles, ctx.locale);
    return because('barcode', 'import.row_exists', { title, product_id: product.id });
  }
  if (!product && (rules.mode === 'update' || rules.kind === 'price'))
    return because('barcode', 'import.row_unknown');
  if (!product && !read.wanted.names)
    return [{ field: null, column: null, code: 'import.row_title_missing', params: {} }];
  if (product && rules.price_list_id !== null && read.wanted.price === undefined) {
    const item = findItemByBarcode(product, read.barcode);
    if (!item?.listed) return because('price', 'import.row_price_missing');
  }
  const { category } = read.wanted;
  if (typeof category === 'number' && !tree.ids.has(category))
    return because('category', 'import.row_category', { value: String(category) });
  return [];
}

/** Puts what the row says into the standing product. @returns what differs, for people and for undo */
function apply(
  ctx: Ctx,
  product: CurrentProduct,
  read: ParsedImportRow,
  tree: CategoryTree,
  category: number | null,
  source: string | null,
) {
  const { wanted } = read;
  const changes: ImportFieldChange[] = [];
  const before: ProductUndoValues = {};
  for (const noun of ['names', 'descriptions'] as const) {
    const field = noun === 'names' ? 'titles' : 'descriptions';
    const stood = toTexts(product[field]);
    const next = { ...stood, ...wanted[noun] };
    for (const locale of ['ar', 'en', 'de'] as const)
      if (next[locale] !== stood[locale]) {
        changes.push({ field: `${noun}.${locale}`, from: stood[locale] || null, to: next[locale] });
        before[field] = stood;
      }
    product[field] = next;
  }
  const item = findItemByBarcode(product, read.barcode);
  if (wanted.price !== undefined && item && wanted.price !== (item.price ?? product.price)) {
    changes.push({ field: 'price', from: item.price ?? product.price, to: wanted.price });
    // the base price is one for all items: where there are several, or this one has its own, the item's changes
    if (item.price !== null || product.items.length > 1) {
      before.item = { id: item.id, price: item.price };
      item.price = wanted.price;
    } else {
      before.price = product.price;
      product.price = wanted.price;
      if (product.compare_at !== null && product.compare_at <= wanted.price) {
        changes.push({ field: 'compare_at', from: product.compare_at, to: null });
        before.compare_at = product.compare_at;
        product.compare_at = null;
      }
    }
  }
  if (wanted.free === 1 && product.free === 0) {
    changes.push({ field: 'free', from: 0, to: 1 });
    before.free = product.free;
    product.free = 1;
  }
  const isPriced = product.free === 1 || product.items.every((one) => (one.price ?? product.price) > 0);
  if (wanted.status !== undefined && wanted.status !== product.status && (wanted.status === 0 || isPriced)) {
    changes.push({ field: 'status', from: product.status, to: wanted.status });
    before.status = product.status;
    product.status = wanted.status;
  }
  if (category !== null && !product.categories.includes(category)) {
    // a product in one category moves; one in several is put there too
    const [only = null] = product.categories.length === 1 ? product.categories : [];
    changes.push({
      field: 'category',
      from: only === null ? null : tree.pathOf(only, ctx.locale),
      to: tree.pathOf(category, ctx.locale),
    });
    before.categories = { added: category, removed: only };
    product.categories = [...product.categories.filter((id) => id !== only), category];
  }
  if (source !== null && !product.sources.includes(source)) {
    changes.push({ field: 'image_path', from: null, to: wanted.image ?? null });
    before.source = source;
    product.sources.push(source);
  }
  return { changes, before };
}

/** What a new product starts with, for people. */
function firstFacts(
  ctx: Ctx,
  read: ParsedImportRow,
  tree: CategoryTree,
  category: number | null,
): ImportFieldChange[] {
  const { names = {}, descriptions = {}, price, image } = read.wanted;
  const given = (field: string, to: string | number | null | undefined): ImportFieldChange[] =>
    to === undefined || to === null ? [] : [{ field, from: null, to }];
  return [
    ...Object.entries(names).flatMap(([locale, text]) => given(`names.${locale}`, text)),
    ...Object.entries(descriptions).flatMap(([locale, text]) => given(`descriptions.${locale}`, text)),
    ...given('price', price),
    ...given('category', category === null ? null : tree.pathOf(category, ctx.locale)),
    ...given('image_path', image),
  ];
}

/** Decides a row that nothing speaks against; the standing product is changed in memory, for later rows about it. */
export function decideRow(
  ctx: Ctx,
  read: ParsedImportRow,
  {
    tree,
    found,
    pictures,
    dry,
    row,
  }: {
    tree: CategoryTree;
    found: ProductsByBarcode;
    pictures: ReadonlyMap<string, StoredZipPicture>;
    dry: boolean;
    row: Pick<ImportRecord, 'receive' | 'price_list_id'>;
  },
): RowOutcome {
  const wanted = read.wanted.category;
  const category = typeof wanted === 'number' || wanted === undefined ? (wanted ?? null) : tree.find(wanted);
  const picture = pictures.get(read.wanted.image ?? '') ?? null;
  const base = { read, reasons: [], category, picture };
  const { quantity = 0 } = read.wanted;
  // units are no field of the product: they come on top of what is there
  const arrival: ImportFieldChange[] =
    row.receive && quantity > 0 ? [{ field: 'received', from: null, to: quantity }] : [];
  const product = found.get(toBarcodeKey(read.barcode ?? ''));
  if (!product) {
    // what a run made stands in the product itself; only a dry run has to tell it
    const changes = dry ? [...firstFacts(ctx, read, tree, category), ...arrival] : [];
    return { ...base, result: 'created', product: null, changes, before: null };
  }
  const { changes, before } =
    row.price_list_id === null
      ? apply(ctx, product, read, tree, category, picture?.source ?? null)
      : decidePriceListChange(product, read);
  const result = changes.length > 0 ? 'updated' : 'unchanged';
  return {
    ...base,
    result,
    product,
    changes: [...changes, ...arrival],
    before: result === 'updated' ? before : null,
  };
}

/** Whether a row's product stays off because nobody has given it a price (docs/rules/imports.md#no-price-no-sale). */
export function remainsInactive({ result, product, read: { wanted } }: RowOutcome): boolean {
  if (result === 'refused') return false;
  return product
    ? wanted.status === 1 && product.status === 0
    : result === 'created' && !wanted.price && wanted.free !== 1;
}

/** Whether a row brings a number whose check digit does not fit: taken as the shop's own, and counted. */
export const hasInvalidBarcode = ({ result, read }: RowOutcome): boolean =>
  result === 'created' && read.barcode !== null && hasWrongCheckDigit(read.barcode);

export { refused };
