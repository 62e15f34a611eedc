import { fail } from '@dukkan/contract';
import { recordAudit } from '../../../core/audit.ts';
import { type Ctx, getActorId } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { canUndo, type Show } from '../import.view.ts';
import { show } from '../list-imports.ts';
import { forgetImportFailures } from '../set-aside.ts';
import { checkImportPermissions, checkKindVisible } from '../start/check-target.ts';
import { lockImport } from '../stored-import.ts';

/**
 * Starts to restore in the background what an import changed, and to delete what it created; needs the permissions for
 * what the import did.
 * @throws import.state, permission.denied, branch.forbidden
 */
export async function startImportUndo(ctx: Ctx, { id }: { id: number }): Promise<Show> {
  return ctx.tx(async (ctx) => {
    const row = await lockImport(ctx, id);
    checkKindVisible(ctx, row.kind);
    if (!canUndo(row)) fail('import.state', { state: row.state });
    await checkImportPermissions(ctx, { ...row, receive: row.receipts.length > 0 });
    await forgetImportFailures(ctx, id);
    const data = {
      state: 'undoing',
      failure: Prisma.DbNull,
      attempts: 0,
      finished_at: null,
      run_by: getActorId(ctx),
      version: { increment: 1 },
    };
    await ctx.db.product_import.update({ where: { id }, data, select: { id: true } });
    const change = { before: { state: row.state }, after: { state: 'undoing' }, version: row.version + 1 };
    await recordAudit(ctx, { noun: 'product-import', id, action: 'undo', ...change });
    return show(ctx, { id });
  });
}
