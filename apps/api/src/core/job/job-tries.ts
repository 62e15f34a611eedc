import { Failure, type JobQueue, type Noun } from '@dukkan/contract';
import { recordAudit } from '../audit.ts';
import type { Services } from '../ctx.ts';
import { type Ctx, createSystemCtx } from '../ctx.ts';
import { execute, Prisma, queryRows } from '../db/database.ts';
import { RUNNER_LOCK } from '../process/live-events.ts';
import { memoizePerProcess } from '../process/memoize-per-process.ts';
import { classifyError } from '../process/outage.ts';

/** A job that fails in the same way this many times in a row is set aside. */
const SAME_FAILURES = 2;
/** A job that ends its process this many times is set aside. */
const DEATHS = 2;
/** A job that fails in different ways, or finds the machine busy, this many times is set aside. */
const TRIES = 20;
const MESSAGE_MAX = 300;
/** The failure stored for a try whose process died. */
const PROCESS_ENDED = 'job.process_ended';

/** A job as the table of tries stores it. */
export type JobRef = {
  readonly queue: JobQueue;
  readonly noun: Noun | null;
  /** 0 for a job without a record. */
  readonly record_id: number;
};

export type JobAttemptOptions = {
  /**
   * Runs in the transaction that sets the job aside and marks the record as failed. @returns the record's status
   * before
   */
  readonly onSetAside?: (ctx: Ctx) => Promise<string | null>;
  /** True when this is the last try. */
  readonly isLast?: boolean;
  /** True when the caller runs its jobs one after another, so that no other job can have ended the process. */
  readonly isSerial?: boolean;
  /** Classifies an error where the caller knows more than the database's message says. */
  readonly classifyFault?: (error: unknown) => 'away' | 'busy' | 'failed';
};

/**
 * `done`; `failed`: it is tried again; `set_aside`: it is not tried again by itself; `held`: another process is
 * running it.
 */
export type JobAttemptResult =
  | { readonly result: 'done' | 'set_aside' | 'held' }
  | { readonly result: 'failed'; readonly error: unknown };

type Row = {
  readonly id: number;
  readonly tries: number;
  readonly repeated: number;
  readonly deaths: number;
  readonly message: string;
  readonly runner: number | null;
  readonly is_aside: boolean;
  readonly is_alive: boolean;
};

/** The jobs this process is running, and the queue of jobs that may have ended a process before. */
const runningJobs = memoizePerProcess(() => ({ running: new Set<string>(), turn: Promise.resolve() }));

const jobKey = ({ queue, record_id }: JobRef): string => `${queue} ${record_id}`;

/** SQL condition: no job of this queue and record was set aside. Queries for due records use it. */
export const jobNotSetAsideSql = (queue: JobQueue, record_id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`NOT EXISTS (SELECT 1 FROM job_try t
    WHERE t.queue = ${queue} AND t.record_id = ${record_id} AND t.failed_at IS NOT NULL)`;

async function lockTry(ctx: Ctx, { queue, record_id }: JobRef): Promise<Row | null> {
  const [row] = await queryRows<Row>(
    ctx,
    Prisma.sql`SELECT t.id, t.tries, t.repeated, t.deaths, t.message, t.runner, t.failed_at IS NOT NULL AS is_aside,
        EXISTS (SELECT 1 FROM pg_locks l WHERE l.locktype = 'advisory' AND l.objsubid = 2
          AND l.classid = ${RUNNER_LOCK}::int::oid AND l.objid = t.runner::oid
          AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())) AS is_alive
      FROM job_try t WHERE t.queue = ${queue} AND t.record_id = ${record_id}::bigint FOR UPDATE OF t`,
  );
  return row ?? null;
}

/** The failure in one line: the code of a refusal, or the first line of any other error. */
function describeFailure(error: unknown): { message: string; params: Record<string, unknown> } {
  if (error instanceof Failure) return { message: error.code, params: error.params };
  const { name = 'Error', code, message = String(error) } = error as Error & { code?: unknown };
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  // Prisma prints the call first and the reason last
  const line = (error instanceof Prisma.PrismaClientKnownRequestError ? lines.at(-1) : lines[0]) ?? '';
  // PostgreSQL refuses control characters in texts
  const clean = `${code ?? name}: ${line.trim()}`.replace(/\p{Cc}/gu, ' ');
  return { message: clean.slice(0, MESSAGE_MAX), params: {} };
}

/** Compares two failures without their digits, because numbers and ids differ from try to try. */
const isSameFailure = (first: string, second: string): boolean =>
  first.replace(/\d+/g, '#') === second.replace(/\d+/g, '#');

/** Stores a failed try. @returns true when the job was set aside */
async function countFailure(
  ctx: Ctx,
  job: JobRef,
  row: Row,
  failure: ReturnType<typeof describeFailure> & { readonly isBusy: boolean },
  { onSetAside, isLast = false }: JobAttemptOptions,
): Promise<boolean> {
  const { message, params, isBusy } = failure;
  const tries = row.tries + 1;
  const again = isSameFailure(row.message, message) ? row.repeated + 1 : 1;
  const repeated = isBusy ? row.repeated : again;
  const deaths = message === PROCESS_ENDED ? row.deaths + 1 : row.deaths;
  const isAside = repeated >= SAME_FAILURES || deaths >= DEATHS || tries >= TRIES || isLast;
  const state = isAside && onSetAside ? await onSetAside(ctx) : null;
  await execute(
    ctx,
    Prisma.sql`UPDATE job_try SET runner = NULL, tries = ${tries}::int, repeated = ${repeated}::int,
        deaths = ${deaths}::int,
        message = ${isBusy && !isAside ? row.message : message}, params = ${JSON.stringify(params)}::jsonb,
        tried_at = ${ctx.now}::timestamptz, state = ${state},
        failed_at = ${isAside ? ctx.now : null}::timestamptz WHERE id = ${row.id}::int`,
  );
  const { queue, noun, record_id } = job;
  const facts = { queue, noun, record_id, tries, message };
  if (!isAside) {
    ctx.services.log.warn({ job: facts }, 'a job failed');
    return false;
  }
  ctx.services.log.error({ job: facts }, 'a job is set aside');
  await recordAudit(ctx, { noun: 'job', id: row.id, action: 'set_aside', before: null, after: facts });
  return true;
}

/** Stores that this process starts the job; an earlier process that died during it counts as a failure first. */
async function beginTry(
  services: Services,
  job: JobRef,
  options: JobAttemptOptions,
  hasTurn: boolean,
): Promise<'begun' | 'held' | 'set_aside' | 'wait_for_turn'> {
  const { runner } = services.live;
  const { queue, noun, record_id } = job;
  const ctx = createSystemCtx(services, queue);
  const inserted = await execute(
    ctx,
    Prisma.sql`INSERT INTO job_try (queue, noun, record_id, runner, tried_at)
      VALUES (${queue}, ${noun}, ${record_id}::bigint, ${runner}::int, ${ctx.now}::timestamptz)
      ON CONFLICT (queue, record_id) DO NOTHING`,
  );
  if (inserted === 1) return 'begun';
  return ctx.tx(async (ctx) => {
    const row = await lockTry(ctx, job);
    // the job was just finished or forgotten, so the next caller starts a new one
    if (!row) return 'held';
    if (row.is_aside) return 'set_aside';
    const isMine = row.runner === runner;
    if (row.runner !== null && !isMine && row.is_alive) return 'held';
    const isDead = row.runner !== null && !isMine;
    if (isDead) {
      const death = { message: PROCESS_ENDED, params: {}, isBusy: false };
      if (await countFailure(ctx, job, row, death, options)) return 'set_aside';
    }
    if ((isDead || row.deaths > 0) && !hasTurn && !options.isSerial) return 'wait_for_turn';
    await execute(ctx, Prisma.sql`UPDATE job_try SET runner = ${runner}::int WHERE id = ${row.id}::int`);
    return 'begun';
  });
}

/** Releases a job whose result is unknown: it counts neither as done nor as failed. */
const releaseTry = (services: Services, { queue, record_id }: JobRef) =>
  services.database.pool
    .query('UPDATE job_try SET runner = NULL WHERE queue = $1 AND record_id = $2 AND runner = $3', [
      queue,
      record_id,
      services.live.runner,
    ])
    // when the database is away, a job that this process no longer runs counts as released
    .catch(() => undefined);

/** Deletes the failures of a job that has made progress since. */
export async function resetJobAttempts(services: Services, { queue, record_id }: JobRef): Promise<void> {
  await services.database.pool.query(
    'DELETE FROM job_try WHERE queue = $1 AND record_id = $2 AND failed_at IS NULL',
    [queue, record_id],
  );
}

/** Releases all running jobs of this process, so that a restart never sets a job aside. */
export async function releaseInterruptedAttempts(services: Services): Promise<void> {
  await services.database.pool.query('UPDATE job_try SET runner = NULL WHERE runner = $1', [
    services.live.runner,
  ]);
}

async function runTry(
  services: Services,
  job: JobRef,
  run: () => Promise<unknown>,
  options: JobAttemptOptions,
): Promise<JobAttemptResult> {
  try {
    await run();
  } catch (error) {
    const fault = (options.classifyFault ?? classifyError)(error);
    if (fault === 'away') {
      await releaseTry(services, job);
      throw error;
    }
    const isAside = await createSystemCtx(services, job.queue).tx(async (ctx) => {
      const row = await lockTry(ctx, job);
      if (!row || row.is_aside) return row !== null;
      return countFailure(ctx, job, row, { ...describeFailure(error), isBusy: fault === 'busy' }, options);
    });
    return isAside ? { result: 'set_aside' } : { result: 'failed', error };
  }
  await resetJobAttempts(services, job);
  return { result: 'done' };
}

/**
 * Runs a job once and remembers the result across processes and restarts. A job that fails twice in the same way, or
 * ends its process twice, is set aside until a user starts it again. Rule: docs/rules/jobs.md#set-aside
 * @param run the job; it must be safe to run twice
 * @throws the error of `run` when the database or a carrier is away, which is not counted as a failure
 */
export async function runJobAttempt(
  services: Services,
  job: JobRef,
  run: () => Promise<unknown>,
  options: JobAttemptOptions = {},
): Promise<JobAttemptResult> {
  const processJobs = runningJobs({ services });
  const key = jobKey(job);
  if (processJobs.running.has(key)) return { result: 'held' };
  processJobs.running.add(key);
  const tryOnce = async (hasTurn: boolean): Promise<JobAttemptResult | 'wait_for_turn'> => {
    const attempt = await beginTry(services, job, options, hasTurn);
    if (attempt === 'begun') return runTry(services, job, run, options);
    return attempt === 'wait_for_turn' ? attempt : { result: attempt };
  };
  try {
    const first = await tryOnce(false);
    if (first !== 'wait_for_turn') return first;
    // jobs suspected of ending a process run one at a time, so that the next death names the culprit
    const turn = processJobs.turn.then(() => tryOnce(true));
    processJobs.turn = turn.then(
      () => undefined,
      () => undefined,
    );
    const second = await turn;
    return second === 'wait_for_turn' ? { result: 'held' } : second;
  } finally {
    processJobs.running.delete(key);
  }
}
