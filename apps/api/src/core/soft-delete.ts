import { fail } from '@dukkan/contract';
import { orNotFound } from './access.ts';
import { audit } from './audit.ts';
import type { Ctx } from './ctx.ts';

/** How long a deleted record can be brought back by the same people. */
export const UNDO_MS = 86_400_000;

type Deletable = { readonly deleted_at: Date | null };

/** The record where it lives; a deleted one is as absent as none. @throws record.missing */
export const requireNotDeleted = <R extends Deletable>(row: R | null | undefined): R =>
  orNotFound(row?.deleted_at === null ? row : undefined);

/** The record where it was deleted in the last 24 hours, so that this can be undone. @throws record.missing */
export const requireRestorable = <R extends Deletable>(ctx: Ctx, row: R | null | undefined): R =>
  row?.deleted_at && row.deleted_at.getTime() > ctx.now.getTime() - UNDO_MS ? row : fail('record.missing');

/** The nouns whose rows are kept when they are deleted, each in the table of its name. */
type Kept =
  | 'brand'
  | 'category'
  | 'delivery-method'
  | 'discount'
  | 'extra'
  | 'location'
  | 'offer'
  | 'order-status'
  | 'payment-method'
  | 'price-list'
  | 'supplier'
  | 'tax-type';

/**
 * Deletes a locked record or brings it back, and writes that down once (decisions 0.5, 0.7).
 * @param shown the record as the log tells it
 */
export async function setDeleted(
  ctx: Ctx,
  noun: Kept,
  {
    id,
    version,
    branch_id = null,
  }: { readonly id: number; readonly version: number; readonly branch_id?: number | null },
  action: 'delete' | 'restore',
  shown: Readonly<Record<string, unknown>>,
): Promise<void> {
  const isGone = action === 'delete';
  // the delegates differ in their rows only; these columns all of them have
  const table = ctx.db[noun.replaceAll('-', '_') as 'brand'];
  const data = { deleted_at: isGone ? ctx.now : null, version: { increment: 1 }, updated_at: ctx.now };
  await table.update({ where: { id }, data, select: { id: true } });
  const change = isGone ? { before: shown, after: null } : { before: null, after: shown };
  await audit(ctx, { noun, id, action, ...change, branch_id, version: version + 1 });
}
