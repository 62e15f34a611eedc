import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Db } from '../db/database.ts';
import { createOutageLogger } from '../process/log.ts';

export type JobQueueClient = {
  /** Queues a job in the caller's transaction, so that it exists exactly when the change is committed. */
  queue(tx: { readonly db: Db }, name: string, data: object): Promise<void>;
  readonly boss: PgBoss;
  close(): Promise<void>;
};

/** Runs pg-boss's SQL with numbered parameters in the open transaction. */
const createTransactionAdapter = (db: Db) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({
    rows: await db.$queryRawUnsafe<Record<string, unknown>[]>(text, ...values),
  }),
});

/** After this many milliseconds without an error the queue counts as working again. */
const QUIET_MS = 20_000;

/**
 * Starts the job queue (schema `pgboss`, maintained by the library). It polls every two seconds and survives an
 * outage of the database. `works` is false where this process only queues jobs.
 */
export async function openJobQueue(url: string, works: boolean, log: Logger): Promise<JobQueueClient> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'dukkan-jobs',
    max: works ? 4 : 2,
    supervise: works,
    schedule: works,
  });
  // the library does not report recovery
  const outage = createOutageLogger(log, 'jobs: the queue cannot be asked');
  const quiet = setTimeout(outage.worked, QUIET_MS).unref();
  boss.on('error', (error: Error) => {
    outage.failed(error);
    quiet.refresh();
  });
  await boss.start();
  return {
    boss,
    queue: async ({ db }, name, data) => {
      await boss.send(name, data, { db: createTransactionAdapter(db) });
    },
    close: async () => {
      clearTimeout(quiet);
      // the workers have already finished; a graceful stop would poll for them every half second
      await boss.stop({ graceful: false });
    },
  };
}
