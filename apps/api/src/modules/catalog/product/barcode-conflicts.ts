import {
  hasWrongCheckDigit,
  type Localized,
  listBarcodeVariants,
  resolveText,
  toBarcodeKey,
} from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { codeSql } from '../../../core/code-sql.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { isConstraintViolation } from '../../../core/db/database.ts';

/** A barcode and where in the request it stands; null where it comes from the record itself. */
type Wanted = { readonly barcode: string; readonly field: string | null };

type Holder = { readonly barcode: string; readonly product_id: number; readonly titles: Localized };

/** Refuses a barcode that a living item of another product carries. @throws barcode.taken with that product */
async function refuseTaken(
  ctx: Ctx,
  db: Pick<Ctx['db'], '$queryRaw'>,
  product_id: number,
  wanted: readonly Wanted[],
): Promise<void> {
  if (wanted.length === 0) return;
  const holders = await db.$queryRaw<Holder[]>`
    SELECT i.barcode, i.product_id, p.titles FROM product_item i JOIN product p ON p.id = i.product_id
     WHERE i.deleted_at IS NULL AND ${codeSql('i.barcode')} = ANY(${wanted.flatMap(({ barcode }) => listBarcodeVariants(barcode))}::text[])
       AND i.product_id <> ${product_id}`;
  for (const { barcode, field } of wanted) {
    const holder = holders.find((one) => toBarcodeKey(one.barcode) === toBarcodeKey(barcode));
    if (!holder) continue;
    const title = resolveText(holder.titles, ctx.locale);
    fail('barcode.taken', { barcode, title, product_id: holder.product_id }, field ?? undefined);
  }
}

/**
 * Asks once about numbers whose check digit does not fit: a slip of the hand, or the shop's own. One that the product
 * carries already is not asked about. @throws barcode.own_code
 */
export function requireInvalidBarcodesConfirmed(
  before: { readonly items: readonly { readonly barcode: string | null }[] } | null,
  wanted: readonly Wanted[],
): void {
  for (const { barcode, field } of wanted)
    if (hasWrongCheckDigit(barcode) && !before?.items.some((item) => item.barcode === barcode))
      fail('barcode.own_code', { barcode }, field ?? undefined);
}

/** The same inside the transaction that is about to write. @throws barcode.taken */
export const checkBarcodesFree = (ctx: Ctx, product_id: number, wanted: readonly Wanted[]): Promise<void> =>
  refuseTaken(ctx, ctx.db, product_id, wanted);

/**
 * Runs a write and names who won where another took a barcode at the same time: the unique index is the arbiter (M6),
 * and its transaction is over, so the winner is read beside it. @throws barcode.taken
 */
export async function explainBarcodeConflict<T>(
  ctx: Ctx,
  product_id: number,
  wanted: () => Promise<readonly Wanted[]> | readonly Wanted[],
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (
      isConstraintViolation(error, 'product_item_barcode_live') ||
      isConstraintViolation(error, 'product_item_key_live')
    )
      await refuseTaken(ctx, ctx.services.database.prisma, product_id, await wanted());
    throw error;
  }
}
