import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Ctx } from './ctx.ts';
import type { Db } from './db.ts';

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
  boss.on('error', (error: Error) => log.warn({ err: error }, 'jobs'));
  await boss.start();
  return {
    boss,
    queue: async (ctx, name, data) => {
      await boss.send(name, data, { db: through(ctx.db) });
    },
    close: () => boss.stop({ graceful: true, timeout: 8_000 }),
  };
}
