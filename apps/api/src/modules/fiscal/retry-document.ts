import { fail } from '@dukkan/contract';
import { getEffectiveScope, requireFound } from '../../core/access.ts';
import { recordAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/ctx.ts';
import { anyIdSql, fetchRow, tables } from '../../core/db/tables.ts';
import { signAfterCommit } from './sign-document.ts';

/**
 * Signs a waiting receipt now instead of in the scheduled job; a receipt that was printed without a signature stays
 * unsigned.
 * Rule: docs/rules/taxes.md#signing. @throws record.missing, fiscal.not_waiting
 */
export const retryDocument = (ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> =>
  ctx.tx(async (ctx) => {
    const scope = getEffectiveScope(ctx);
    let query = tables
      .selectFrom('fiscal_document')
      .select(['branch_id', 'tss_id', 'order_id', 'state'])
      .where('id', '=', id);
    if (scope !== 'all') query = query.where('branch_id', '=', anyIdSql(scope));
    const { branch_id, tss_id, order_id, state } = requireFound(await fetchRow(ctx, query));
    if (tss_id === null || (state !== 'waiting' && state !== 'signing')) fail('fiscal.not_waiting');
    await recordAudit(ctx, {
      noun: 'tss',
      id: tss_id,
      action: 'retry',
      before: {},
      after: { order_id },
      branch_id,
    });
    signAfterCommit(ctx, id);
    return { id };
  });
