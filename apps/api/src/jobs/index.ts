import { setTimeout as sleep } from 'node:timers/promises';
import type { JobQueue } from '@dukkan/contract';
import { releaseTries, tryJob } from '../core/job-tries.ts';
import { SEND_MESSAGE } from '../core/outbox.ts';
import type { Services } from '../core/services.ts';
import { cancelUnpaidOrders, createRecurringOrders, updateDailyTotals } from '../modules/ordering/index.ts';
import { checkIdleDiscounts } from '../modules/pricing/index.ts';
import { expireBatches, paceLevels } from '../modules/stock/index.ts';
import { cleanFiles, cleanTables } from './cleaning.ts';
import { startImports } from './imports.ts';
import {
  blankSecrets,
  createTransports,
  type MessageTransports,
  processMessages,
  RETRY_POLICY,
} from './message.ts';
import { startSealing } from './sealing.ts';

type Work = (services: Services) => Promise<unknown>;

/** Rests so many times as long as it took. */
const REST = 19;

/** Work that takes the longer the larger the shop is: this process rests after it, so that it takes a twentieth of its time at most. */
function resting(run: Work): Work {
  let until = 0;
  return async (services) => {
    const from = performance.now();
    if (from < until) return;
    try {
      await run(services);
    } finally {
      until = performance.now() + (performance.now() - from) * REST;
    }
  };
}

type Clocked = {
  readonly name: JobQueue;
  readonly cron: string;
  readonly run: Work;
  /** Whether it tries each of its records for itself, so that one that fails does not set the whole aside. */
  readonly isByRecord?: boolean;
};

/** Clocked work: its queue, when (UTC), and what is done. One process of all does each. */
const CLOCKED: readonly Clocked[] = [
  { name: 'message.blank', cron: '* * * * *', run: blankSecrets },
  { name: 'clean.tables', cron: '*/10 * * * *', run: cleanTables },
  { name: 'stock.expire', cron: '3,33 * * * *', run: expireBatches },
  { name: 'order.expire', cron: '* * * * *', run: cancelUnpaidOrders, isByRecord: true },
  { name: 'order.repeat', cron: '* * * * *', run: createRecurringOrders, isByRecord: true },
  { name: 'order.sum', cron: '* * * * *', run: updateDailyTotals },
  { name: 'stock.pace', cron: '* * * * *', run: resting(paceLevels) },
  { name: 'discount.check', cron: '37 1 * * *', run: resting(checkIdleDiscounts) },
  { name: 'clean.files', cron: '17 * * * *', run: cleanFiles },
];

/** So long, in milliseconds, what is under way at the end is waited for; what is not done then is done by another process. */
const LAST_WAIT = 8_000;

/** Makes the queue that any process may put work into, whether or not it works itself. */
export async function prepareQueues({ jobs: { boss } }: Services): Promise<void> {
  await boss.createQueue(SEND_MESSAGE, RETRY_POLICY);
}

/**
 * Starts the queued and clocked work of a process whose role has any: sending messages, imports, sealing the audit
 * log, cleaning. @returns what stops it
 */
export async function startJobs(
  services: Services,
  carriers: MessageTransports = createTransports(services),
): Promise<() => Promise<void>> {
  const { boss } = services.jobs;
  await processMessages(services, carriers);
  for (const { name, cron, run, isByRecord = false } of CLOCKED) {
    const work = isByRecord
      ? () => run(services)
      : () => tryJob(services, { queue: name, noun: null, record_id: 0 }, () => run(services));
    // what a minute missed the next one does
    await boss.createQueue(name, {
      policy: 'stately',
      retryLimit: 0,
      expireInSeconds: 300,
      retentionSeconds: 3_600,
    });
    // what a shop that was away lacks is not waited for
    await boss.send(name);
    await boss.work(name, { pollingIntervalSeconds: 15 }, async () => void (await work()));
    await boss.schedule(name, cron);
  }
  const stopSealing = startSealing(services);
  const stopImports = startImports(services);
  const names = [SEND_MESSAGE, ...CLOCKED.map(({ name }) => name)];
  return async () => {
    await Promise.race([
      Promise.all(names.map((name) => boss.offWork(name))),
      sleep(LAST_WAIT, undefined, { ref: false }),
    ]);
    await stopImports();
    await stopSealing();
    await releaseTries(services);
    carriers.email?.close();
  };
}
