import { hasWrongCheckDigit, listBarcodeVariants, resolveText, toBarcodeKey } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';
import { isConstraintViolation } from '../../../core/db/database.ts';
import { fetchRows, tables } from '../../../core/db/tables.ts';
import { toTexts } from '../../../core/list/localized-columns.ts';
import { isItemCodeOneOf } from './item-code.ts';

/** A barcode and its field in the request; null for the record's own barcode. */
type BarcodeClaim = { readonly barcode: string; readonly field: string | null };

/** Refuses a barcode that an existing item of another product has. @throws barcode.taken with that product */
async function refuseTaken(ctx: Ctx, product_id: number, claims: readonly BarcodeClaim[]): Promise<void> {
  if (claims.length === 0) return;
  const codes = claims.flatMap(({ barcode }) => listBarcodeVariants(barcode));
  const holders = await fetchRows(
    ctx,
    tables
      .selectFrom('product_item as i')
      .innerJoin('product as p', 'p.id', 'i.product_id')
      .select(['i.barcode', 'i.product_id', 'p.titles'])
      .where('i.deleted_at', 'is', null)
      .where(isItemCodeOneOf(codes))
      .where('i.product_id', '<>', product_id),
  );
  for (const { barcode, field } of claims) {
    const holder = holders.find((one) => toBarcodeKey(one.barcode ?? '') === toBarcodeKey(barcode));
    if (!holder) continue;
    const title = resolveText(toTexts(holder.titles), ctx.locale);
    fail('barcode.taken', { barcode, title, product_id: holder.product_id }, field ?? undefined);
  }
}

/**
 * Asks for confirmation of barcodes with a wrong check digit, which are typing errors or the shop's own codes; barcodes
 * that the product already has are not asked about. @throws barcode.own_code
 */
export function requireInvalidBarcodesConfirmed(
  before: { readonly items: readonly { readonly barcode: string | null }[] } | null,
  barcodes: readonly BarcodeClaim[],
): void {
  for (const { barcode, field } of barcodes)
    if (hasWrongCheckDigit(barcode) && !before?.items.some((item) => item.barcode === barcode))
      fail('barcode.own_code', { barcode }, field ?? undefined);
}

/** Checks barcodes inside the transaction that is about to write them. @throws barcode.taken */
export const checkBarcodesFree = (
  ctx: Ctx,
  product_id: number,
  barcodes: readonly BarcodeClaim[],
): Promise<void> => refuseTaken(ctx, product_id, barcodes);

/**
 * Runs a write, and names the other product if the unique index rejects a barcode that was taken at the same time.
 * The failed transaction is over, so that product is read outside of it. @throws barcode.taken
 */
export async function explainBarcodeConflict<T>(
  ctx: Ctx,
  product_id: number,
  readBarcodes: () => Promise<readonly BarcodeClaim[]> | readonly BarcodeClaim[],
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (
      isConstraintViolation(error, 'product_item_barcode_live') ||
      isConstraintViolation(error, 'product_item_key_live')
    )
      await refuseTaken({ ...ctx, db: ctx.services.database.prisma }, product_id, await readBarcodes());
    throw error;
  }
}
