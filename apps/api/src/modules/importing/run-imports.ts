import { Failure } from '@dukkan/contract';
import { type Actor, type Ctx, createCtx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';
import { withCompactHeap } from '../../core/garbage-collection.ts';
import { type JobRef, resetJobAttempts, runJobAttempt } from '../../core/job-tries.ts';
import { tryAdvisoryLock } from '../../core/lock/try-advisory-lock.ts';
import type { Services } from '../../core/services.ts';
import { lockImport, publishImportChanged } from './import.store.ts';
import { type ImportRecord, type ImportState, select } from './import.view.ts';
import type { ImportPorts } from './ports.ts';
import { isPermanentFailure } from './run/batch-conflict.ts';
import { markImportRunning, runImportBatches } from './run/run-batches.ts';
import { readImportColumns } from './start/read-columns.ts';
import { runImportUndo } from './undo/restore-rows.ts';

/** Two queues, so that checks do not wait for runs; each works on one import at a time. */
export const IMPORT_QUEUES = {
  look: { key: 7_340_031, states: ['reading', 'checking'] },
  write: { key: 7_340_032, states: ['waiting', 'running', 'undoing'] },
} as const satisfies Record<string, { key: number; states: readonly ImportState[] }>;

export type ImportQueue = keyof typeof IMPORT_QUEUES;

/** The most steps of one pass, as a guard against endless loops; an import has six. */
const STEPS_MAX = 10_000;

/** From this many rows on, the heap stays small while an import runs; a collection before it takes 50 ms or more. */
const COMPACT_FROM_ROWS = 5_000;

/** Returns true when the process is about to end; work then stops after the batch and continues later or elsewhere. */
export type StopSignal = () => boolean;

/** Returns the context of the account that ran or undid the import, else of its uploader, for the audit log. */
function importCtx(services: Services, row: ImportRecord): Ctx {
  const id = row.run_by ?? row.account_id;
  const actor: Actor =
    id === null
      ? { kind: 'system' }
      : {
          kind: 'account',
          id,
          name: (row.runner ?? row.account)?.name ?? '',
          session_id: '',
          role_id: null,
          permissions: [],
          global: true,
          branch_ids: [],
          must_change_password: false,
          locale: null,
        };
  return createCtx({
    actor,
    reach: 'full',
    scope: 'all',
    branch_id: null,
    locale: row.locale as Ctx['locale'],
    now: services.now(),
    ip: row.ip ?? '',
    user_agent: '',
    request_id: `import-${row.id}`,
    services,
  });
}

/** Marks an import as failed, with the reason; what it has written remains and can be undone. */
async function markFailed(ctx: Ctx, id: number, { code, params }: Failure): Promise<void> {
  await ctx.tx(async (ctx) => {
    const { version } = await lockImport(ctx, id);
    const failure = { code, params: params as Record<string, string | number> };
    const data = { state: 'failed', next: null, failure, finished_at: ctx.now, version: version + 1 };
    await ctx.db.product_import.update({ where: { id }, data, select: { id: true } });
    await publishImportChanged(ctx, id, version + 1);
  });
}

/** Goes back to the column mapping, because the file is readable but the requested sheet or row is wrong. */
async function backToColumns(ctx: Ctx, id: number, { code, params }: Failure): Promise<void> {
  await ctx.tx(async (ctx) => {
    const { state, version } = await lockImport(ctx, id);
    if (state !== 'reading') return;
    const failure = { code, params: params as Record<string, string | number> };
    const nothing = { columns: [], guess: {}, mapping: {} };
    const data = { state: 'mapping', next: null, attempts: 0, failure, ...nothing, version: version + 1 };
    await ctx.db.product_import.update({ where: { id }, data, select: { id: true } });
    await publishImportChanged(ctx, id, version + 1);
  });
}

/** Counts a start and resets the failed attempts of an import that has progressed since the last start. */
async function countStart(services: Services, row: ImportRecord, job: JobRef): Promise<void> {
  if (row.attempts === 0) await resetJobAttempts(services, job);
  await services.database.prisma.product_import.update({
    where: { id: row.id },
    data: { attempts: { increment: 1 } },
    select: { id: true },
  });
}

/** Runs the next step of an import. @throws any error that is not a refusal of the file */
async function takeStep(
  ctx: Ctx,
  row: ImportRecord,
  stopping: StopSignal,
  ports: ImportPorts,
): Promise<void> {
  try {
    if (row.state === 'reading') await readImportColumns(ctx, row);
    else if (row.state === 'checking' || row.state === 'running')
      await runImportBatches(ctx, row, stopping, ports);
    else if (row.state === 'undoing') await runImportUndo(ctx, row, stopping, ports);
    else {
      const begun = await markImportRunning(ctx, row.id);
      if (begun) await runImportBatches(ctx, begun, stopping, ports);
    }
  } catch (error) {
    if (!isPermanentFailure(error)) throw error;
    ctx.services.log.info({ import: row.id, code: error.code }, 'import refused');
    const wasRead = row.state === 'reading' && row.total_rows !== null;
    await (wasRead && error.code !== 'import.expired' ? backToColumns : markFailed)(ctx, row.id, error);
  }
}

/**
 * Tries the next step of an import; after too many failures the import is marked as failed
 * (docs/rules/jobs.md#imports).
 */
async function workOn(
  services: Services,
  row: ImportRecord,
  stopping: StopSignal,
  ports: ImportPorts,
): Promise<void> {
  const ctx = importCtx(services, row);
  const job: JobRef = { queue: 'product-import.work', noun: 'product-import', record_id: row.id };
  await countStart(services, row, job);
  const outcome = await runJobAttempt(services, job, () => takeStep(ctx, row, stopping, ports), {
    isSerial: true,
    onSetAside: async (ctx) => {
      const { state } = await lockImport(ctx, row.id);
      await markFailed(ctx, row.id, new Failure('import.interrupted'));
      return state;
    },
  });
  if (outcome.result === 'failed') throw outcome.error;
  if (outcome.result === 'held') throw new Error(`another process is at import ${row.id}`);
}

/** Puts a failed import back to its earlier state in the caller's transaction, so that its next step is tried again. */
export async function requeueFailedImport(ctx: Ctx, id: number, state: string | null): Promise<void> {
  const { count } = await ctx.db.product_import.updateMany({
    where: { id, state: 'failed' },
    data: {
      state: state ?? 'failed',
      failure: Prisma.DbNull,
      attempts: 0,
      finished_at: null,
      version: { increment: 1 },
    },
  });
  if (count === 0) return;
  const { version } = await lockImport(ctx, id);
  await publishImportChanged(ctx, id, version);
}

/**
 * Works through the imports of a queue, oldest first, until none is left or the process ends.
 * @returns false when another process works on this queue
 * @throws the database's error while it is unavailable; the caller tries again later
 */
export async function processImportQueue(
  services: Services,
  queue: ImportQueue,
  stopping: StopSignal,
  ports: ImportPorts,
): Promise<boolean> {
  const { key, states } = IMPORT_QUEUES[queue];
  const { prisma } = services.database;
  const next = () =>
    prisma.product_import.findFirst({
      where: { state: { in: [...states] } },
      select,
      orderBy: { id: 'asc' },
    });
  // most passes have nothing to do and then need no lock
  if (!(await next())) return true;
  return tryAdvisoryLock(services, key, async () => {
    for (let step = 0; step < STEPS_MAX && !stopping(); step += 1) {
      const row = await next();
      if (!row) return;
      const work = () => workOn(services, row, stopping, ports);
      // the rows are counted in the reading thread, so only steps after it make garbage here
      await ((row.total_rows ?? 0) < COMPACT_FROM_ROWS ? work() : withCompactHeap(work));
    }
    if (!stopping())
      services.log.error({ lane: queue, steps: STEPS_MAX }, 'imports: too many steps in one pass');
  });
}
