import { hasWrongCheckDigit, resolveText } from '@dukkan/commerce';
import type { Ctx } from '../../../core/ctx.ts';
import { toTexts } from '../../../core/list/localized-columns.ts';
import { toSingleLinePlainText } from '../file/html-to-text.ts';
import type { ParsedImportRow } from '../file/parsed-row.ts';
import type { ImportFieldChange, ImportRecord, ImportRowError } from '../import.view.ts';
import type { RowUndo, UndoField } from '../row-undo.ts';
import type { BrandIndex } from './brands.ts';
import type { CategoryTree } from './category-paths.ts';
import {
  type CurrentProduct,
  type CurrentProducts,
  findCategoryIds,
  findItem,
  findProduct,
} from './current-products.ts';
import { decidePriceListChange } from './price-list-rows.ts';
import { resolveStepper } from './stepper.ts';

/** A picture of the ZIP file: the hash of the original and its stored files. */
export type StoredZipPicture = { readonly source: string; readonly file: string; readonly thumb: string };

/**
 * The result of a row. `product` is the existing product that it changes; `categories`, `brand_id` and `picture` are
 * the new values. The results `item` and `picture` belong to the product of another row.
 */
export type RowOutcome = {
  readonly read: ParsedImportRow;
  readonly result: 'created' | 'updated' | 'unchanged' | 'refused' | 'item' | 'picture';
  readonly notices: readonly ImportRowError[];
  /** The row that creates the product of this one; null for a single row or an existing product. */
  readonly lead: RowOutcome | null;
  readonly reasons: readonly ImportRowError[];
  readonly product: CurrentProduct | null;
  readonly changes: readonly ImportFieldChange[];
  readonly before: RowUndo | null;
  readonly categories: readonly number[];
  readonly brand_id: number | null;
  readonly picture: StoredZipPicture | null;
};

const createRefusedOutcome = (
  read: ParsedImportRow,
  reasons: readonly ImportRowError[],
  product: CurrentProduct | null,
): RowOutcome => ({
  read,
  result: 'refused',
  reasons,
  notices: [],
  lead: null,
  product,
  changes: [],
  before: null,
  categories: [],
  brand_id: null,
  picture: null,
});

type Rules = Pick<ImportRecord, 'mode' | 'kind' | 'mapping' | 'price_list_id'>;

/** Returns the errors of a row that depend on the database or on other rows. */
export function findRowErrors(
  ctx: Ctx,
  read: ParsedImportRow,
  rules: Rules,
  tree: CategoryTree,
  found: CurrentProducts,
): ImportRowError[] {
  const columns = rules.mapping as Record<string, string | null>;
  const because = (field: string, code: string, params: ImportRowError['params'] = {}): ImportRowError[] => [
    { field, column: columns[field] ?? null, code, params },
  ];
  if (read.reasons.length > 0) return [...read.reasons];
  if (read.group !== null && read.isBare) return [];
  const product = findProduct(found, read, tree);
  if (product === 'unsure') return because('names', 'import.row_name_unsure', { value: read.title ?? '' });
  if (product && rules.mode === 'create' && (!read.group || findItem(product, read))) {
    const title = resolveText(product.titles, ctx.locale);
    return because(read.barcode === null ? 'names' : 'barcode', 'import.row_exists', {
      title,
      product_id: product.id,
    });
  }
  if (!product && (rules.mode === 'update' || rules.kind === 'price'))
    return read.barcode === null
      ? because('names', 'import.row_name_unknown')
      : because('barcode', 'import.row_unknown');
  if (!product && !read.wanted.names)
    return [{ field: null, column: null, code: 'import.row_title_missing', params: {} }];
  if (product && rules.price_list_id !== null && read.wanted.price === undefined) {
    const item = findItem(product, read);
    if (!item?.listed) return because('price', 'import.row_price_missing');
  }
  return [];
}

/**
 * Returns the values of an accepted row that are left out because they do not fit this shop.
 * @param isSoldWhole whether its product is sold in whole units
 * @param isItemKnown whether it is known to which item its quantity belongs
 */
export function findRowNotices(
  read: ParsedImportRow,
  { mapping, receive }: Pick<ImportRecord, 'mapping' | 'receive'>,
  tree: CategoryTree,
  isSoldWhole: boolean,
  isItemKnown: boolean,
): ImportRowError[] {
  const columns = mapping as Record<string, string | null>;
  const column = columns.category ?? null;
  const unknown = (read.wanted.categories ?? []).flatMap((one) =>
    typeof one === 'number' && !tree.ids.has(one)
      ? [{ field: 'category', column, code: 'import.row_category_unknown', params: { value: String(one) } }]
      : [],
  );
  const kept =
    receive && !isItemKnown && (read.wanted.quantity ?? 0) > 0
      ? [
          {
            field: 'quantity',
            column: columns.quantity ?? null,
            code: 'import.row_quantity_uncoded',
            params: {},
          },
        ]
      : [];
  const { quantity = 0 } = read.wanted;
  const part =
    receive && isSoldWhole && quantity % 1 !== 0
      ? [
          {
            field: 'quantity',
            column: columns.quantity ?? null,
            code: 'import.row_quantity_part',
            params: { value: String(quantity) },
          },
        ]
      : [];
  return [...read.notices, ...unknown, ...kept, ...part];
}

/**
 * Returns a notice when another product has the row's id: the file comes from another shop, or the product was renamed.
 * The id is ignored.
 */
function findForeignNumber(
  ctx: Ctx,
  { wanted: { id } }: ParsedImportRow,
  { mapping }: Pick<ImportRecord, 'mapping'>,
  { byId }: CurrentProducts,
  product: CurrentProduct | undefined,
): ImportRowError[] {
  const other = id === undefined ? undefined : byId.get(id);
  if (!other || other === product) return [];
  const column = (mapping as Record<string, string | null>).id ?? null;
  const params = { value: String(id), title: resolveText(other.titles, ctx.locale) };
  return [{ field: 'id', column, code: 'import.row_number_foreign', params }];
}

/** Applies the row to the product in memory. @returns the changes, for display and undo */
function applyRowToProduct(
  ctx: Ctx,
  product: CurrentProduct,
  read: ParsedImportRow,
  { tree, brands }: Pick<DecisionContext, 'tree' | 'brands'>,
  categories: readonly number[],
  source: string | null,
) {
  const { wanted } = read;
  const changes: ImportFieldChange[] = [];
  const fields: Record<string, UndoField> = {};
  /** Records a changed field, for display and undo. */
  const note = (field: string, from: number | null, to: number | null): void => {
    changes.push({ field, from, to });
    fields[field] = { from: (fields[field] ?? { from }).from, to };
  };
  for (const noun of ['names', 'descriptions'] as const) {
    const field = noun === 'names' ? 'titles' : 'descriptions';
    const stood = toTexts(product[field]);
    const next = { ...stood, ...wanted[noun] };
    for (const locale of ['ar', 'en', 'de'] as const)
      if (isOtherText(next[locale], stood[locale])) {
        changes.push({ field: `${noun}.${locale}`, from: stood[locale] || null, to: next[locale] });
        fields[`${noun}.${locale}`] = { from: stood[locale], to: next[locale] };
      } else next[locale] = stood[locale];
    product[field] = next;
  }
  const item = findItem(product, read);
  if (wanted.price !== undefined && item && wanted.price !== (item.price ?? product.price)) {
    // the base price is shared by all items, so with several items, or a price of its own, the item's price changes
    if (item.price !== null || product.items.length > 1) {
      changes.push({ field: 'price', from: item.price ?? product.price, to: wanted.price });
      fields[`item.${item.id}`] = { from: item.price, to: wanted.price };
      item.price = wanted.price;
    } else {
      note('price', product.price, wanted.price);
      product.price = wanted.price;
      if (product.compare_at !== null && product.compare_at <= wanted.price) {
        note('compare_at', product.compare_at, null);
        product.compare_at = null;
      }
    }
  }
  if (
    wanted.compare_at !== undefined &&
    wanted.compare_at !== product.compare_at &&
    wanted.compare_at > product.price
  ) {
    note('compare_at', product.compare_at, wanted.compare_at);
    product.compare_at = wanted.compare_at;
  }
  if (wanted.free === 1 && product.free === 0) {
    note('free', 0, 1);
    product.free = 1;
  }
  const isPriced = product.free === 1 || product.items.every((one) => (one.price ?? product.price) > 0);
  if (wanted.status !== undefined && wanted.status !== product.status && (wanted.status === 0 || isPriced)) {
    note('status', product.status, wanted.status);
    product.status = wanted.status;
  }
  const stepper = resolveStepper(wanted, product.stepper);
  if (stepper !== undefined && stepper !== product.stepper) {
    note('stepper', product.stepper, stepper);
    product.stepper = stepper;
  }
  if (wanted.option !== undefined && item && isOtherText(wanted.option, item.option ?? '')) {
    changes.push({ field: 'option', from: item.option, to: wanted.option });
    fields[`option.${item.id}`] = { from: item.option, to: wanted.option };
    item.option = wanted.option;
  }
  const brand_id = findRowBrand(read, brands, product);
  if (brand_id !== null && brand_id !== product.brand_id) {
    const from = product.brand_id === null ? null : brands.nameOf(product.brand_id, ctx.locale);
    changes.push({ field: 'brand', from, to: brands.nameOf(brand_id, ctx.locale) });
    fields.brand_id = { from: product.brand_id, to: brand_id };
    product.brand_id = brand_id;
  }
  const stood = product.categories;
  let isMoved = false;
  for (const category of categories) {
    if (product.categories.includes(category)) continue;
    // a product in one category is moved, unless the row names that one too; in several, the new one is added
    const [one = null] = product.categories.length === 1 ? product.categories : [];
    const removed = one !== null && categories.includes(one) ? null : isMoved ? null : one;
    changes.push({
      field: 'category',
      from: removed === null ? null : tree.pathOf(removed, ctx.locale),
      to: tree.pathOf(category, ctx.locale),
    });
    isMoved = true;
    product.categories = [...product.categories.filter((id) => id !== removed), category];
  }
  if (isMoved) fields.categories = { from: sortIds(stood), to: sortIds(product.categories) };
  const isNewPicture = source !== null && !product.sources.includes(source);
  if (isNewPicture) {
    changes.push({ field: 'image_path', from: null, to: wanted.image ?? null });
    product.sources.push(source);
  }
  return { changes, before: { fields, ...(isNewPicture ? { source } : {}) } satisfies RowUndo };
}

/** Whether a text differs by more than the HTML and spaces that parsing removes. */
const isOtherText = (next: string, stood: string): boolean =>
  next !== stood && toSingleLinePlainText(next) !== toSingleLinePlainText(stood);

/** Returns the brand of a row, preferring the product's own if it has that name; null when the row names none. */
function findRowBrand(
  { wanted: { brand } }: ParsedImportRow,
  brands: BrandIndex,
  product: CurrentProduct | null,
): number | null {
  if (brand === undefined) return null;
  const own = product?.brand_id ?? null;
  return own !== null && brands.isCalled(own, brand) ? own : brands.find(brand);
}

const sortIds = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b);

/** Returns the values of a new product, for display. */
function firstFacts(
  ctx: Ctx,
  read: ParsedImportRow,
  tree: CategoryTree,
  categories: readonly number[],
): ImportFieldChange[] {
  const { names = {}, descriptions = {}, price, compare_at, brand, option, image } = read.wanted;
  const given = (field: string, to: string | number | null | undefined): ImportFieldChange[] =>
    to === undefined || to === null ? [] : [{ field, from: null, to }];
  return [
    ...Object.entries(names).flatMap(([locale, text]) => given(`names.${locale}`, text)),
    ...Object.entries(descriptions).flatMap(([locale, text]) => given(`descriptions.${locale}`, text)),
    ...given('price', price),
    ...given('compare_at', compare_at),
    ...given('stepper', resolveStepper(read.wanted, 1)),
    ...given('option', option),
    ...given('brand', brand),
    ...categories.flatMap((id) => given('category', tree.pathOf(id, ctx.locale))),
    ...given('image_path', image),
  ];
}

export type DecisionContext = {
  readonly tree: CategoryTree;
  readonly brands: BrandIndex;
  readonly found: CurrentProducts;
  readonly pictures: ReadonlyMap<string, StoredZipPicture>;
  readonly dry: boolean;
  readonly row: Pick<ImportRecord, 'receive' | 'price_list_id' | 'mapping'>;
  /** The rows of this batch that create the product of their group, and in a check those of earlier batches. */
  readonly leads: Map<string, RowOutcome>;
  readonly earlierLeads: ReadonlyMap<string, RowOutcome>;
};

/** Decides the result of a row without errors and changes the product in memory, for later rows about it. */
export function decideRow(ctx: Ctx, read: ParsedImportRow, context: DecisionContext): RowOutcome {
  const { tree, brands, found, pictures, dry, row, leads, earlierLeads } = context;
  const categories = findCategoryIds(read.wanted.categories ?? [], tree);
  const picture = pictures.get(read.wanted.image ?? '') ?? null;
  const sought = findProduct(found, read, tree);
  const product = sought === 'unsure' ? undefined : sought;
  const key = read.group?.key;
  const lead = (key === undefined ? undefined : (leads.get(key) ?? earlierLeads.get(key))) ?? null;
  const standing = product?.stepper ?? 1;
  const isSoldWhole = (resolveStepper(read.wanted, standing) ?? standing) % 1 === 0;
  const isItemKnown = read.barcode !== null || !product || findItem(product, read) !== undefined;
  const notices = [
    ...findRowNotices(read, row, tree, isSoldWhole, isItemKnown),
    ...findForeignNumber(ctx, read, row, found, product),
  ];
  const brand_id = findRowBrand(read, brands, product ?? null);
  const base = { read, reasons: [], notices, categories, brand_id, picture, lead: null };
  const { quantity = 0, cost } = read.wanted;
  // units are added to the stock instead of replacing a value of the product
  const arrival: ImportFieldChange[] =
    row.receive && quantity > 0 && isItemKnown && !(isSoldWhole && quantity % 1 !== 0)
      ? [
          { field: 'received', from: null, to: quantity },
          ...(cost === undefined ? [] : [{ field: 'cost', from: null, to: cost }]),
        ]
      : [];
  if (read.group !== null && read.isBare)
    return { ...base, result: 'picture', product: product ?? null, changes: [], before: null, lead };
  if (!product && lead)
    return {
      ...base,
      result: 'item',
      product: null,
      changes: dry ? itemFacts(read, arrival) : [],
      before: null,
      lead,
    };
  if (!product) {
    // the values of a created product are in the product itself; only a dry run must list them
    const changes = dry ? [...firstFacts(ctx, read, tree, categories), ...arrival] : [];
    const made: RowOutcome = { ...base, result: 'created', product: null, changes, before: null };
    if (key !== undefined) leads.set(key, made);
    return made;
  }
  if (read.group !== null && row.price_list_id === null && !findItem(product, read)) {
    // an item without a code cannot be distinguished from the others, so it is never added twice
    if (read.barcode === null)
      return {
        ...base,
        result: 'unchanged',
        product,
        changes: [],
        before: null,
        notices: [...notices, { field: null, column: null, code: 'import.row_item_unsure', params: {} }],
      };
    return { ...base, result: 'item', product, changes: itemFacts(read, arrival), before: {} };
  }
  const { changes, before } =
    row.price_list_id === null
      ? applyRowToProduct(ctx, product, read, context, categories, picture?.source ?? null)
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

/** Returns the values of a new item, for display. */
const itemFacts = (
  { wanted: { price, option } }: ParsedImportRow,
  arrival: ImportFieldChange[],
): ImportFieldChange[] => [
  ...(option === undefined ? [] : [{ field: 'option', from: null, to: option }]),
  ...(price === undefined ? [] : [{ field: 'price', from: null, to: price }]),
  ...arrival,
];

/** Whether the row's product stays inactive for lack of a price (docs/rules/imports.md#no-price-no-sale). */
export function remainsInactive({ result, product, read: { wanted } }: RowOutcome): boolean {
  if (result === 'refused') return false;
  return product
    ? wanted.status === 1 && product.status === 0
    : result === 'created' && !wanted.price && wanted.free !== 1;
}

/** Whether a row creates a code with a wrong check digit; it is accepted as the shop's own code and counted. */
export const hasInvalidBarcode = ({ result, read }: RowOutcome): boolean =>
  result === 'created' && read.barcode !== null && hasWrongCheckDigit(read.barcode);

export { createRefusedOutcome as refused };
