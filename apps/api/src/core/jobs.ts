import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Ctx } from './ctx.ts';
import type { Db } from './db/database.ts';
import { createOutageLogger } from './log.ts';

export type Jobs = {
  /** Queues work in the caller's transaction: it exists exactly when the change that wants it exists. */
  queue(ctx: Ctx, name: string, data: object): Promise<void>;
  readonly boss: PgBoss;
  close(): Promise<void>;
};

/** pg-boss speaks SQL text with numbered parameters; this hands it to the open transaction. */
const through = (db: Db) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({
    rows: await db.$queryRawUnsafe<Record<string, unknown>[]>(text, ...values),
  }),
});

/** Without an error for so long the queue is asked again; it is asked more often. */
const QUIET_MS = 20_000;

/**
 * Starts the job queue (schema `pgboss`, kept by the library itself). It polls every two seconds and survives a
 * database that goes away. `works` is false where this process only queues.
 */
export async function openJobs(url: string, works: boolean, log: Logger): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'dukkan-jobs',
    max: works ? 4 : 2,
    supervise: works,
    schedule: works,
  });
  // of what works again the library says nothing
  const outage = createOutageLogger(log, 'jobs: the queue cannot be asked');
  const quiet = setTimeout(outage.worked, QUIET_MS).unref();
  boss.on('error', (error: Error) => {
    outage.failed(error);
    quiet.refresh();
  });
  await boss.start();
  return {
    boss,
    queue: async (ctx, name, data) => {
      await boss.send(name, data, { db: through(ctx.db) });
    },
    close: async () => {
      clearTimeout(quiet);
      // whoever works was waited for; asked to, the library would look every half second whether they are done
      await boss.stop({ graceful: false });
    },
  };
}
