import { canDeleteReceipt } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { checkVersion } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import type { RecordVersion } from '../../../core/record/define-record.ts';
import { lockReceipt } from './stored-receipt.ts';

/**
 * Deletes a receipt that has no effect on stock: a draft or a canceled one, without payments.
 * @throws receipt.locked, receipt.bad_transition, receipt.has_transactions
 */
export const remove = (ctx: Ctx, { id, version }: RecordVersion) =>
  ctx.tx(async (ctx) => {
    const before = await lockReceipt(ctx, id);
    checkVersion(before.version, version);
    if (!canDeleteReceipt(before.status))
      fail(before.status === 2 ? 'receipt.locked' : 'receipt.bad_transition');
    const count = await ctx.db.receipt_transaction.count({ where: { receipt_id: id, deleted_at: null } });
    if (count > 0) fail('receipt.has_transactions', { count });
    await ctx.db.receipt.update({
      where: { id },
      data: { deleted_at: ctx.now, updated_at: ctx.now, version: { increment: 1 } },
      select: { id: true },
    });
    const { supplier_id, status, on_date, invoice_date, invoice_number } = before;
    await recordAudit(ctx, {
      noun: 'receipt',
      id,
      action: 'delete',
      before: { supplier_id, status, on_date, invoice_date, invoice_number },
      after: null,
      version: before.version + 1,
    });
    return { deleted: 1 as const };
  });
