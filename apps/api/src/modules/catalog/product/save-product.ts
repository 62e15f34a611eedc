import { resolveText } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { checkVersion, requireFound } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRows, lockRow, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { omitUndefined } from '../../../core/list/localized-columns.ts';
import { checkCurrencyScale } from '../../setting/index.ts';
import {
  checkBarcodesFree,
  explainBarcodeConflict,
  requireInvalidBarcodesConfirmed,
} from './barcode-conflicts.ts';
import { auditView, type ProductRecord, showView } from './product.view.ts';
import { type ImageInput, replaceProductImages, storeNewImages } from './save-images.ts';
import { listBarcodesWithFields, mergeProductItems, replaceProductItems } from './save-items.ts';
import { findProductById } from './show-product.ts';

type Input = z.output<typeof api.product.save.input>;

/** A product without items is sold as a single item. */
const ONE_ITEM = [{}];

/** Finds a product, even if it is deleted, and locks it until the transaction ends. */
export async function lockProduct(ctx: Ctx, id: number): Promise<ProductRecord | undefined> {
  await lockRow(ctx, 'product', id);
  return findProductById(ctx, id);
}

/** Returns a product that is not deleted and locks it. @throws record.missing */
export async function lockExistingProduct(ctx: Ctx, id: number): Promise<ProductRecord> {
  const row = requireFound(await lockProduct(ctx, id));
  return row.deleted_at === null ? row : fail('record.missing');
}

/**
 * Checks that these rows exist and locks them against deletion until the transaction ends. With `active`
 * they must also be active. @throws reference.missing
 */
export async function lockReferencedRows(
  ctx: Ctx,
  table: 'category' | 'brand' | 'tax_type',
  ids: readonly number[],
  { field, active }: { field: string; active: boolean },
): Promise<void> {
  if (ids.length === 0) return;
  const query = tables
    .selectFrom(table)
    .select('id')
    .where('id', '=', anyIdSql(ids))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forShare();
  const rows = await fetchRows(ctx, active ? query.where('status', '=', 1) : query);
  if (rows.length < ids.length) fail('reference.missing', { field }, field);
}

/** Checks that newly selected references exist and are active; those already stored may have been disabled. */
async function checkReferences(ctx: Ctx, before: ProductRecord | null, input: Input): Promise<void> {
  const stood = before?.categories.map(({ id }) => id) ?? [];
  const categories = (input.categorys_id ?? []).filter((id) => !stood.includes(id));
  await lockReferencedRows(ctx, 'category', categories, { field: 'categorys_id', active: true });
  if (input.brand_id && input.brand_id !== before?.brand_id)
    await lockReferencedRows(ctx, 'brand', [input.brand_id], { field: 'brand_id', active: true });
  if (input.tax_type_id && input.tax_type_id !== before?.tax_type_id)
    await lockReferencedRows(ctx, 'tax_type', [input.tax_type_id], { field: 'tax_type_id', active: true });
}

/** Checks that amounts fit the shop's currency and that the compare-at price is above the price. */
async function checkMoney(ctx: Ctx, before: ProductRecord | null, { pricing, items }: Input): Promise<void> {
  await checkCurrencyScale(ctx, {
    'pricing.price': pricing?.price,
    'pricing.compare_at': pricing?.compare_at,
    ...Object.fromEntries((items ?? []).map(({ price }, index) => [`items.${index}.price`, price])),
  });
  if (!pricing) return;
  const price = pricing.price ?? before?.price ?? 0;
  const compare_at = pricing.compare_at === undefined ? (before?.compare_at ?? null) : pricing.compare_at;
  if (compare_at !== null && compare_at <= price) failField('pricing.compare_at', 'above', { min: price });
}

/**
 * Returns the status of a product: an active one needs a price above 0 for each item, or must be free. An older product
 * that is active without a price stays so until its price or status changes.
 * @returns 1, 0, or undefined to leave it unchanged (docs/rules/imports.md#no-price-no-sale)
 * @throws product.price_missing when it would become active without a price
 */
function findStatusAfter(
  ctx: Ctx,
  before: ProductRecord | null,
  input: Input,
  items: readonly { readonly price: number | null }[],
): 0 | 1 | undefined {
  const price = input.pricing?.price ?? before?.price ?? 0;
  const isFree = (input.pricing?.free ?? before?.free ?? 0) === 1;
  const isPriced = isFree || items.every((item) => (item.price ?? price) > 0);
  const requestedStatus = input.status as 0 | 1 | undefined;
  if (isPriced || requestedStatus === 0 || (requestedStatus === undefined && before?.status === 0))
    return requestedStatus;
  const isSameGift = (input.pricing?.free ?? before?.free ?? 0) === (before?.free ?? 0);
  const isAsItStood =
    isSameGift &&
    before?.status === 1 &&
    before.price === price &&
    !input.items?.some((item) => item.price === 0);
  if (requestedStatus === 1 && isAsItStood) return requestedStatus;
  if (requestedStatus === 1) {
    const titles = resolveText(input.titles ?? before?.titles ?? {}, ctx.locale);
    fail('product.price_missing', { count: 1, titles }, 'pricing.price');
  }
  return before && !input.pricing && !input.items ? undefined : 0;
}

/** Returns the columns to write: absent fields keep their value, null clears them. */
const toColumns = (ctx: Ctx, input: Input) => ({
  ...omitUndefined({
    titles: input.titles,
    descriptions: input.descriptions === null ? {} : input.descriptions,
    status: input.status,
    featured: input.featured,
    price: input.pricing?.price,
    compare_at: input.pricing?.compare_at,
    free: input.pricing?.free,
    brand_id: input.brand_id,
    tax_type_id: input.tax_type_id,
    stepper: input.stepper,
    ord: input.ord,
  }),
  updated_at: ctx.now,
});

/** Sets the categories of a product to exactly these. */
async function writeCategories(ctx: Ctx, product_id: number, ids: readonly number[]): Promise<void> {
  await ctx.db.product_category.deleteMany({ where: { product_id, category_id: { notIn: [...ids] } } });
  await ctx.db.product_category.createMany({
    data: ids.map((category_id) => ({ product_id, category_id })),
    skipDuplicates: true,
  });
}

/** Writes the columns of a new product or one that the caller has locked. @returns its id */
async function writeProduct(ctx: Ctx, before: ProductRecord | null, input: Input): Promise<number> {
  const columns = toColumns(ctx, input);
  if (before) {
    const data = { ...columns, version: { increment: 1 } };
    await ctx.db.product.update({ where: { id: before.id }, data, select: { id: true } });
    return before.id;
  }
  const titles = input.titles ?? failField('titles', 'required');
  const data = { ...columns, titles, created_at: ctx.now };
  return (await ctx.db.product.create({ data, select: { id: true } })).id;
}

async function checkAndWriteProduct(ctx: Ctx, input: Input, images: readonly ImageInput[] | undefined) {
  const before = input.id === undefined ? null : await lockExistingProduct(ctx, input.id);
  if (before) checkVersion(before.version, input.version);
  await checkMoney(ctx, before, input);
  await checkReferences(ctx, before, input);
  const items = input.items ?? (before ? undefined : ONE_ITEM);
  const after = items && mergeProductItems(before?.items ?? [], items);
  if (!input.force) requireInvalidBarcodesConfirmed(before, listBarcodesWithFields(items));
  await checkBarcodesFree(ctx, before?.id ?? 0, listBarcodesWithFields(items));
  const status = findStatusAfter(ctx, before, input, after ?? before?.items ?? []);

  const id = await writeProduct(ctx, before, { ...input, status });
  if (input.categorys_id) await writeCategories(ctx, id, input.categorys_id);
  if (after) await replaceProductItems(ctx, id, after);
  if (images) await replaceProductImages(ctx, id, before?.images ?? [], images);

  const row = requireFound(await findProductById(ctx, id));
  const change = { noun: 'product', id, action: before ? 'update' : 'create' } as const;
  const diff = { before: before && auditView(before), after: auditView(row) };
  await recordAudit(ctx, { ...change, ...diff, version: row.version });
  return showView(ctx, row);
}

/**
 * Creates or changes a product with its items and pictures.
 * @throws record.missing, record.stale, reference.missing, barcode.taken, barcode.own_code, product.price_missing,
 * request.invalid, image.*, upload.*
 */
export async function save(ctx: Ctx, input: Input) {
  const images = input.images && (await storeNewImages(ctx, input.images));
  return explainBarcodeConflict(
    ctx,
    input.id ?? 0,
    () => listBarcodesWithFields(input.items),
    () => ctx.tx((ctx) => checkAndWriteProduct(ctx, input, images)),
  );
}
