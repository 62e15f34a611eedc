import { fail } from '@dukkan/contract';
import { recordAudit } from '../../core/audit.ts';
import { type Ctx, getActorId } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';
import { fetchRows, runStatement, tables } from '../../core/db/tables.ts';
import type { JobRef } from '../../core/job/job-tries.ts';
import { type ImportRecord, isSetAside, type Show } from './import.view.ts';
import { show } from './list-imports.ts';
import { checkImportPermissions, checkKindVisible } from './start/check-target.ts';
import { lockImport, publishImportChanged } from './stored-import.ts';

/** An import's own job, and the job of its undo (docs/rules/jobs.md#imports). */
const IMPORT_JOBS = ['product-import.work', 'product-import.undo'] as const;

/** Returns the job that an import in this state is worked on by. */
export const toImportJob = ({ id, state }: Pick<ImportRecord, 'id' | 'state'>): JobRef => ({
  queue: state === 'undoing' ? 'product-import.undo' : 'product-import.work',
  noun: 'product-import',
  record_id: id,
});

/** Deletes the failures of an import and of its undo in the caller's transaction. @returns its state before them */
export async function forgetImportFailures(ctx: Ctx, id: number): Promise<string | null> {
  const isOfImport = tables
    .selectFrom('job_try')
    .select(['id', 'state', 'failed_at'])
    .where('queue', 'in', IMPORT_JOBS)
    .where('record_id', '=', id);
  const tries = await fetchRows(ctx, isOfImport.forUpdate());
  for (const one of tries) await runStatement(ctx, tables.deleteFrom('job_try').where('id', '=', one.id));
  return tries.find(({ failed_at, state }) => failed_at !== null && state !== null)?.state ?? null;
}

/** Puts a failed import back to its earlier state in the caller's transaction, so that its next step is tried again. */
export async function requeueFailedImport(ctx: Ctx, id: number, state: string | null): Promise<void> {
  const row = await lockImport(ctx, id);
  if (row.state !== 'failed') return;
  const version = row.version + 1;
  const data = {
    // a file that was never run is read again
    state: state ?? (row.started_at === null ? 'reading' : 'running'),
    failure: Prisma.DbNull,
    attempts: 0,
    finished_at: null,
    version,
  };
  await ctx.db.product_import.update({ where: { id }, data, select: { id: true } });
  await publishImportChanged(ctx, id, version);
}

/** Cancels a failed import in the caller's transaction; what it has written remains and can be undone. */
export async function cancelFailedImport(ctx: Ctx, id: number): Promise<void> {
  const row = await lockImport(ctx, id);
  if (row.state !== 'failed') return;
  const version = row.version + 1;
  const data = { state: 'cancelled', failure: Prisma.DbNull, version };
  await ctx.db.product_import.update({ where: { id }, data, select: { id: true } });
  await publishImportChanged(ctx, id, version);
}

/** Decides about an import that was set aside, with the permissions for what it does. */
const decideSetAsideImport = (
  ctx: Ctx,
  id: number,
  action: 'retry' | 'drop',
  apply: (ctx: Ctx, id: number, state: string | null) => Promise<void>,
): Promise<Show> =>
  ctx.tx(async (ctx) => {
    const row = await lockImport(ctx, id);
    checkKindVisible(ctx, row.kind);
    if (!isSetAside(row)) fail('import.state', { state: row.state });
    await checkImportPermissions(ctx, row);
    const state = await forgetImportFailures(ctx, id);
    await apply(ctx, id, state);
    if (action === 'retry')
      await ctx.db.product_import.update({ where: { id }, data: { run_by: getActorId(ctx) } });
    const shown = await show(ctx, { id });
    const change = { before: { state: row.state }, after: { state: shown.state }, version: shown.version };
    await recordAudit(ctx, { noun: 'product-import', id, action, ...change });
    return shown;
  });

/**
 * Tries an import or undo that was set aside again, from where it was (docs/rules/jobs.md#imports).
 * @throws record.missing, import.state, permission.denied, branch.forbidden
 */
export const retryImport = (ctx: Ctx, { id }: { id: number }): Promise<Show> =>
  decideSetAsideImport(ctx, id, 'retry', requeueFailedImport);

/**
 * Gives up an import or undo that was set aside; what it has written remains and can be undone.
 * @throws record.missing, import.state, permission.denied, branch.forbidden
 */
export const giveUpImport = (ctx: Ctx, { id }: { id: number }): Promise<Show> =>
  decideSetAsideImport(ctx, id, 'drop', cancelFailedImport);
