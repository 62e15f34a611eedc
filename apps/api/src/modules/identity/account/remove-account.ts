import type { api } from '@dukkan/contract';
import { checkVersion } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import { UNDO_MS } from '../../../core/soft-delete.ts';
import type { Handler } from '../../../http/serve.ts';
import { endSessionsAndCodes } from '../session/session.service.ts';
import { checkNotOwnAccount, checkRoleAndBranchExist, lockAccount } from './account.rules.ts';
import { loadSavedAccount } from './account.view.ts';
import { checkAccountHoldsNothing } from './check-account-holdings.ts';
import { requireAdminLeft } from './require-admin-left.ts';

type Account = typeof api.account;

/** Soft-deletes an account: history keeps its name, and its e-mail and phone may be used again. */
export const remove: Handler<Account['remove']> = (ctx, input) =>
  ctx.tx(async (ctx) => {
    const { id } = input;
    checkNotOwnAccount(ctx, id);
    const stored = await lockAccount(ctx, id, 'delete');
    checkVersion(stored.version, input.version);
    await checkAccountHoldsNothing(ctx, id);
    const { version } = await ctx.db.account.update({
      where: { id },
      data: { deleted_at: ctx.now, version: { increment: 1 }, updated_at: ctx.now },
      select: { version: true },
    });
    if (stored.permissions.includes('admin')) await requireAdminLeft(ctx);
    await endSessionsAndCodes(ctx, stored);
    await recordAudit(ctx, {
      noun: 'account',
      id,
      action: 'delete',
      before: { name: stored.name, deleted_at: null },
      after: { name: stored.name, deleted_at: ctx.now },
      version,
      branch_id: stored.branch_id,
    });
    return { deleted: 1 as const };
  });

/**
 * Restores an account deleted in the last 24 hours. If another account uses its e-mail or phone now, the unique index
 * refuses it (record.duplicate); a deleted role or branch must be restored first. @throws reference.missing
 */
export const restore: Handler<Account['restore']> = (ctx, input) =>
  ctx.tx(async (ctx) => {
    const { id } = input;
    const stored = await lockAccount(ctx, id, 'delete', new Date(ctx.now.getTime() - UNDO_MS));
    await checkRoleAndBranchExist(ctx, stored);
    const { version } = await ctx.db.account.update({
      where: { id },
      data: { deleted_at: null, version: { increment: 1 }, updated_at: ctx.now },
      select: { version: true },
    });
    await recordAudit(ctx, {
      noun: 'account',
      id,
      action: 'restore',
      before: { deleted_at: stored.deleted_at },
      after: { deleted_at: null },
      version,
      branch_id: stored.branch_id,
    });
    return loadSavedAccount(ctx, id);
  });
