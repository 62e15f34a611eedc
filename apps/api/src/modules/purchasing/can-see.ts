import type { Ctx } from '../../core/ctx.ts';
import { fetchRow, tables } from '../../core/db/tables.ts';
import { visibleReceiptsSql } from './receipt-visibility.ts';

/** True when the caller may see this receipt; its change history checks this. */
export const canSeeReceipt = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await fetchRow(
    ctx,
    tables.selectFrom('receipt as r').select('r.id').where('r.id', '=', id).where(visibleReceiptsSql(ctx)),
  )) !== undefined;

/** True when the caller may see this supplier payment, because they may see its receipt. */
export const canSeeSupplierPayment = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await fetchRow(
    ctx,
    tables
      .selectFrom('receipt_transaction as t')
      .innerJoin('receipt as r', 'r.id', 't.receipt_id')
      .select('t.id')
      .where('t.id', '=', id)
      .where(visibleReceiptsSql(ctx)),
  )) !== undefined;
