import { setTimeout as sleep } from 'node:timers/promises';
import type { JobQueue } from '@dukkan/contract';
import type { Services } from '../core/ctx.ts';
import { releaseInterruptedAttempts, runJobAttempt } from '../core/job/job-tries.ts';
import { SEND_MESSAGE } from '../core/job/outbox.ts';
import { signWaitingDocuments } from '../modules/fiscal/index.ts';
import {
  bookKeptLetters,
  cancelUnpaidOrders,
  checkPayments,
  createRecurringOrders,
  queueOrderMails,
  updateDaySums,
} from '../modules/ordering/index.ts';
import { flagAllDiscountsWithoutEffect } from '../modules/pricing/index.ts';
import { expireBatches, updateSalesPace, updateSortKeys } from '../modules/stock/index.ts';
import { deleteExpiredRows, deleteUnusedFiles } from './cleaning.ts';
import { startImportWorker } from './imports.ts';
import {
  createTransports,
  eraseSentSecrets,
  type MessageTransports,
  RETRY_POLICY,
  startMessageWorker,
} from './message.ts';
import { startAuditSealing } from './sealing.ts';

type Work = (services: Services) => Promise<unknown>;

/** A job pauses for this many times its own duration. */
const PAUSE_FACTOR = 19;

/** Pauses after work that grows with the shop, so that it takes at most a twentieth of this process's time. */
function withPauses(run: Work): Work {
  let until = 0;
  return async (services) => {
    const from = performance.now();
    if (from < until) return;
    try {
      await run(services);
    } finally {
      until = performance.now() + (performance.now() - from) * PAUSE_FACTOR;
    }
  };
}

type ScheduledJob = {
  readonly name: JobQueue;
  readonly cron: string;
  readonly run: Work;
  /** True when each record is tried separately, so that one failure does not set the whole job aside. */
  readonly isByRecord?: boolean;
};

/** Scheduled work: its queue, schedule (UTC) and function. One of all processes runs it. */
const SCHEDULED_JOBS: readonly ScheduledJob[] = [
  { name: 'message.blank', cron: '* * * * *', run: eraseSentSecrets },
  { name: 'clean.tables', cron: '*/10 * * * *', run: deleteExpiredRows },
  { name: 'stock.expire', cron: '3,33 * * * *', run: expireBatches, isByRecord: true },
  { name: 'order.expire', cron: '* * * * *', run: cancelUnpaidOrders, isByRecord: true },
  { name: 'order.repeat', cron: '* * * * *', run: createRecurringOrders, isByRecord: true },
  { name: 'order.mail', cron: '* * * * *', run: queueOrderMails, isByRecord: true },
  { name: 'payment.check', cron: '* * * * *', run: checkPayments },
  { name: 'fiscal.sign', cron: '* * * * *', run: signWaitingDocuments, isByRecord: true },
  { name: 'till.book', cron: '* * * * *', run: bookKeptLetters },
  { name: 'order.sum', cron: '* * * * *', run: updateDaySums },
  { name: 'stock.pace', cron: '* * * * *', run: withPauses(updateSalesPace) },
  { name: 'stock.sort', cron: '* * * * *', run: updateSortKeys },
  { name: 'discount.check', cron: '37 1 * * *', run: withPauses(flagAllDiscountsWithoutEffect) },
  { name: 'clean.files', cron: '17 * * * *', run: deleteUnusedFiles },
];

/** How long to wait for running jobs at the end, in milliseconds; another process does the rest. */
const SHUTDOWN_WAIT_MS = 8_000;

/** Creates the queues, so that any process can put work into them. */
export async function createMessageQueue({ jobs: { boss } }: Services): Promise<void> {
  await boss.createQueue(SEND_MESSAGE, RETRY_POLICY);
}

/**
 * Starts the queued and scheduled work of a process whose role includes jobs: messages, imports, sealing the audit
 * log, cleaning. @returns a function that stops it
 */
export async function startJobs(
  services: Services,
  carriers: MessageTransports = createTransports(services),
): Promise<() => Promise<void>> {
  const { boss } = services.jobs;
  await startMessageWorker(services, carriers);
  for (const { name, cron, run, isByRecord = false } of SCHEDULED_JOBS) {
    const work = isByRecord
      ? () => run(services)
      : () => runJobAttempt(services, { queue: name, noun: null, record_id: 0 }, () => run(services));
    // a run that is missed is not repeated; the next minute does its work
    await boss.createQueue(name, {
      policy: 'stately',
      retryLimit: 0,
      expireInSeconds: 300,
      retentionSeconds: 3_600,
    });
    // a shop that was offline catches up at once
    await boss.send(name);
    await boss.work(name, { pollingIntervalSeconds: 15 }, async () => void (await work()));
    await boss.schedule(name, cron);
  }
  const stopSealing = startAuditSealing(services);
  const stopImports = startImportWorker(services);
  const names = [SEND_MESSAGE, ...SCHEDULED_JOBS.map(({ name }) => name)];
  return async () => {
    await Promise.race([
      Promise.all(names.map((name) => boss.offWork(name))),
      sleep(SHUTDOWN_WAIT_MS, undefined, { ref: false }),
    ]);
    await stopImports();
    await stopSealing();
    await releaseInterruptedAttempts(services);
    carriers.email?.close();
  };
}
