import { type api, formatFailure, isFailureCode, type JobQueue, type Noun } from '@dukkan/contract';
import type * as z from 'zod';
import { getPermissions, hasPermission, requireFound } from '../../core/access.ts';
import { recordAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/ctx.ts';
import type { Prisma } from '../../core/db/database.ts';
import { fetchRow, tables } from '../../core/db/tables.ts';
import { resendMessage } from '../../core/job/outbox.ts';
import { toPage, toSkipTake } from '../../core/list/page.ts';
import { cancelFailedImport, requeueFailedImport } from '../importing/index.ts';
import { clearOrderExpiry, interruptFailedSeries, skipOrderMails } from '../ordering/index.ts';

type Endpoints = typeof api.job;
type List = z.output<Endpoints['list']['input']>;
type Row = z.output<Endpoints['list']['output']>;

type Decide = (ctx: Ctx, id: number, state: string | null) => Promise<void>;

/**
 * Makes a record due again, for queues where resetting the failures is not enough.
 * Rule: docs/rules/jobs.md#retry-and-drop
 */
const RETRY: Partial<Record<JobQueue, Decide>> = {
  'message.send': resendMessage,
  'product-import.work': requeueFailedImport,
  'product-import.undo': requeueFailedImport,
};

/** Makes a record no longer due, for queues where it otherwise would be. */
const DROP: Partial<Record<JobQueue, Decide>> = {
  'order.repeat': interruptFailedSeries,
  'order.expire': clearOrderExpiry,
  'order.mail': skipOrderMails,
  'product-import.work': cancelFailedImport,
  'product-import.undo': cancelFailedImport,
};

/**
 * Lists jobs that were set aside after failures, latest first. @returns instants in UTC, messages in the caller's
 * language
 */
export async function list(ctx: Ctx, input: List) {
  const where: Prisma.job_tryWhereInput = {
    failed_at: { not: null },
    ...(input.id === undefined ? {} : { id: input.id }),
  };
  const orderBy = [{ [input.sort_by]: input.sort_as }, { id: input.sort_as }];
  const [rows, total] = await Promise.all([
    ctx.db.job_try.findMany({ where, orderBy, ...toSkipTake(input) }),
    ctx.db.job_try.count({ where }),
  ]);
  const permission = { resource: 'settings', action: 'save' } as const;
  const actions: Row['actions'] = hasPermission(getPermissions(ctx), permission) ? ['retry', 'drop'] : [];
  const shown = rows.map((row): Row => {
    const { message } = row;
    return {
      id: row.id,
      queue: row.queue as JobQueue,
      noun: row.noun as Noun | null,
      record_id: row.record_id === 0n ? null : Number(row.record_id),
      tries: row.tries,
      failed_at: (row.failed_at ?? row.tried_at).toISOString(),
      message: isFailureCode(message)
        ? formatFailure(message, row.params as Record<string, unknown>, ctx.locale)
        : message,
      actions,
    };
  });
  return toPage(shown, total, input);
}

/** Retries or drops a job that was set aside, in one transaction. @throws record.missing when it no longer is */
const decideSetAsideJob = (
  ctx: Ctx,
  id: number,
  action: 'retry' | 'drop',
  ways: Partial<Record<JobQueue, Decide>>,
) =>
  ctx.tx(async (ctx) => {
    const stored = await fetchRow(
      ctx,
      tables
        .selectFrom('job_try')
        .select(({ ref }) => [
          'id',
          ref('queue').$castTo<JobQueue>().as('queue'),
          'noun',
          'record_id',
          'tries',
          'message',
          'state',
        ])
        .where('id', '=', id)
        .where('failed_at', 'is not', null)
        .forUpdate(),
    );
    const { state, id: _, ...job } = requireFound(stored);
    await ways[job.queue]?.(ctx, job.record_id, state);
    await ctx.db.job_try.delete({ where: { id } });
    await recordAudit(ctx, { noun: 'job', id, action, before: job, after: null });
    return { id };
  });

/** Resets the failures of a job that was set aside, so that it is tried again. @throws record.missing */
export const retryJob = (ctx: Ctx, { id }: { id: number }) => decideSetAsideJob(ctx, id, 'retry', RETRY);

/** Drops a job that was set aside, without doing its work. @throws record.missing */
export const dropJob = (ctx: Ctx, { id }: { id: number }) => decideSetAsideJob(ctx, id, 'drop', DROP);
