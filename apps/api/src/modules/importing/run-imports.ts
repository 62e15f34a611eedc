import { Failure } from '@dukkan/contract';
import type { Services } from '../../core/ctx.ts';
import { type Actor, type Ctx, createCtx } from '../../core/ctx.ts';
import { type JobRef, resetJobAttempts, runJobAttempt } from '../../core/job/job-tries.ts';
import { tryAdvisoryLock } from '../../core/lock/try-advisory-lock.ts';
import { withCompactHeap } from '../../core/process/garbage-collection.ts';
import { type ImportRecord, type ImportState, select } from './import.view.ts';
import type { ImportPorts } from './ports.ts';
import { isPermanentFailure } from './run/batch-conflict.ts';
import { markImportRunning, runImportBatches } from './run/run-batches.ts';
import { toImportJob } from './set-aside.ts';
import { readImportColumns } from './start/read-columns.ts';
import { getImport, lockImport, publishImportChanged } from './stored-import.ts';
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

/** Marks an import as failed because it, or its undo, was set aside. @returns its state before */
async function markSetAside(ctx: Ctx, id: number): Promise<string> {
  const { state } = await lockImport(ctx, id);
  const code = state === 'undoing' ? 'import.undo_interrupted' : 'import.interrupted';
  await markFailed(ctx, id, new Failure(code));
  return state;
}

/**
 * Tries the next step of an import; after too many failures the import is marked as failed
 * (docs/rules/jobs.md#imports).
 * @returns the error of a step that is tried again later; null when the import can go on
 */
async function workOn(
  services: Services,
  row: ImportRecord,
  stopping: StopSignal,
  ports: ImportPorts,
): Promise<unknown> {
  const ctx = importCtx(services, row);
  const job = toImportJob(row);
  await countStart(services, row, job);
  const outcome = await runJobAttempt(services, job, () => takeStep(ctx, row, stopping, ports), {
    isSerial: true,
    onSetAside: (ctx) => markSetAside(ctx, row.id),
  });
  if (outcome.result === 'failed') return outcome.error;
  if (outcome.result === 'held') return new Error(`another process is at import ${row.id}`);
  if (outcome.result === 'set_aside') {
    const { state } = await getImport(ctx, row.id);
    // it was set aside before this step, so nothing has marked it
    if (state === row.state) await ctx.tx((ctx) => markSetAside(ctx, row.id));
  }
  return null;
}

/**
 * Works through the imports of a queue, oldest first, until none is left or the process ends. One that fails holds up
 * none behind it: the pass goes on with the others.
 * @returns false when another process works on this queue
 * @throws the error of the first import that failed, and the database's error while it is unavailable; the caller tries
 * again later
 */
export async function processImportQueue(
  services: Services,
  queue: ImportQueue,
  stopping: StopSignal,
  ports: ImportPorts,
): Promise<boolean> {
  const { key, states } = IMPORT_QUEUES[queue];
  const { prisma } = services.database;
  const passedOver = new Set<number>();
  const next = () =>
    prisma.product_import.findFirst({
      where: { state: { in: [...states] }, id: { notIn: [...passedOver] } },
      select,
      orderBy: { id: 'asc' },
    });
  // most passes have nothing to do and then need no lock
  if (!(await next())) return true;
  return tryAdvisoryLock(services, key, async () => {
    let failure: unknown = null;
    const versions = new Map<number, number>();
    for (let step = 0; step < STEPS_MAX && !stopping(); step += 1) {
      const row = await next();
      if (!row && failure !== null) throw failure;
      if (!row) return;
      const isStill = versions.get(row.id) === row.version;
      versions.set(row.id, row.version);
      const work = () => workOn(services, row, stopping, ports);
      // the rows are counted in the reading thread, so only steps after it make garbage here
      const error = isStill
        ? new Error(`a step of import ${row.id} changed nothing`)
        : await ((row.total_rows ?? 0) < COMPACT_FROM_ROWS ? work() : withCompactHeap(work));
      if (error === null) continue;
      failure ??= error;
      passedOver.add(row.id);
    }
    if (failure !== null && !stopping()) throw failure;
    if (!stopping())
      services.log.error({ lane: queue, steps: STEPS_MAX }, 'imports: too many steps in one pass');
  });
}
