import {
  hasWrongCheckDigit,
  type Localized,
  listBarcodeVariants,
  resolveText,
  toBarcodeKey,
} from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { normalizedItemCodeSql } from '../../../core/code-sql.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { isConstraintViolation } from '../../../core/db/database.ts';

/** A barcode and its field in the request; null for the record's own barcode. */
type Wanted = { readonly barcode: string; readonly field: string | null };

type Holder = { readonly barcode: string; readonly product_id: number; readonly titles: Localized };

/** Refuses a barcode that an existing item of another product has. @throws barcode.taken with that product */
async function refuseTaken(
  ctx: Ctx,
  db: Pick<Ctx['db'], '$queryRaw'>,
  product_id: number,
  wanted: readonly Wanted[],
): Promise<void> {
  if (wanted.length === 0) return;
  const holders = await db.$queryRaw<Holder[]>`
    SELECT i.barcode, i.product_id, p.titles FROM product_item i JOIN product p ON p.id = i.product_id
     WHERE i.deleted_at IS NULL AND ${normalizedItemCodeSql('i.barcode')} = ANY(${wanted.flatMap(({ barcode }) => listBarcodeVariants(barcode))}::text[])
       AND i.product_id <> ${product_id}`;
  for (const { barcode, field } of wanted) {
    const holder = holders.find((one) => toBarcodeKey(one.barcode) === toBarcodeKey(barcode));
    if (!holder) continue;
    const title = resolveText(holder.titles, ctx.locale);
    fail('barcode.taken', { barcode, title, product_id: holder.product_id }, field ?? undefined);
  }
}

/**
 * Asks for confirmation of barcodes with a wrong check digit, which are typing errors or the shop's own codes; barcodes
 * that the product already has are not asked about. @throws barcode.own_code
 */
export function requireInvalidBarcodesConfirmed(
  before: { readonly items: readonly { readonly barcode: string | null }[] } | null,
  barcodes: readonly Wanted[],
): void {
  for (const { barcode, field } of barcodes)
    if (hasWrongCheckDigit(barcode) && !before?.items.some((item) => item.barcode === barcode))
      fail('barcode.own_code', { barcode }, field ?? undefined);
}

/** Checks barcodes inside the transaction that is about to write them. @throws barcode.taken */
export const checkBarcodesFree = (ctx: Ctx, product_id: number, barcodes: readonly Wanted[]): Promise<void> =>
  refuseTaken(ctx, ctx.db, product_id, barcodes);

/**
 * Runs a write, and names the other product if the unique index rejects a barcode that was taken at the same time.
 * The failed transaction is over, so that product is read outside of it. @throws barcode.taken
 */
export async function explainBarcodeConflict<T>(
  ctx: Ctx,
  product_id: number,
  readBarcodes: () => Promise<readonly Wanted[]> | readonly Wanted[],
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (
      isConstraintViolation(error, 'product_item_barcode_live') ||
      isConstraintViolation(error, 'product_item_key_live')
    )
      await refuseTaken(ctx, ctx.services.database.prisma, product_id, await readBarcodes());
    throw error;
  }
}
