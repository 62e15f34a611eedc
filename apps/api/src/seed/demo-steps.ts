import { Failure } from '@dukkan/contract';
import { sql } from 'kysely';
import { type Ctx, createSystemCtx, type Services } from '../core/ctx.ts';
import { fetchRow, runStatement, tables } from '../core/db/tables.ts';
import { readSettings, storeDemoProgress } from '../modules/setting/index.ts';

/** A step of creating the demo data; it runs completely or not at all. */
export type DemoStep = {
  /** Steps run in the order of their keys. */
  readonly key: string;
  readonly take: (ctx: Ctx) => Promise<void>;
};

/** 'a' for the recent days, 'b' for the months before. */
type Chapter = 'a' | 'b';

export const buildStepKey = (chapter: Chapter, day: string, n: number): string =>
  `${chapter} ${day} ${String(n).padStart(4, '0')}`;

/** The key after the last step. */
export const ALL_DONE = 'z';

const REQUEST = 'demo';

/** Takes the lock of this name until the transaction ends. @returns false when another process has it */
export async function tryLockTransaction(ctx: Ctx, name: string): Promise<boolean> {
  const isFree = sql<boolean>`pg_try_advisory_xact_lock(hashtext(${name}))`;
  return (await fetchRow(ctx, tables.selectNoFrom(isFree.as('isFree'))))?.isFree ?? false;
}

/** Deletes the events of a step about the past, so that open browsers do not get them. */
async function withoutEvents(ctx: Ctx, run: () => Promise<void>): Promise<void> {
  const last = await fetchRow(
    ctx,
    tables.selectFrom('event').select(({ fn }) => fn.max<number | null>('id').as('id')),
  );
  await run();
  await runStatement(
    ctx,
    tables
      .deleteFrom('event')
      .where('id', '>', last?.id ?? 0)
      .where('xid', '=', sql<number>`pg_current_xact_id()::text::bigint`),
  );
}

/** 'taken': the step ran now; 'known': it ran before; 'busy': another process is running a step. */
type Taken = 'taken' | 'known' | 'busy';

/**
 * Runs a step once, in one transaction with the record of it; processes take turns. A step that the shop refuses (goods
 * are short, somebody has closed a branch) is skipped.
 */
export async function runStepOnce(services: Services, step: DemoStep, isQuiet: boolean): Promise<Taken> {
  const attempt = (run: (ctx: Ctx) => Promise<void>): Promise<Taken> =>
    createSystemCtx(services, REQUEST).tx(async (ctx) => {
      if (!(await tryLockTransaction(ctx, 'seed demo step'))) return 'busy';
      const { demo_step } = (await readSettings(ctx)).settings;
      if (demo_step !== null && demo_step >= step.key) return 'known';
      await run(ctx);
      await storeDemoProgress(ctx, { demo_step: step.key });
      return 'taken';
    });
  try {
    return await attempt((ctx) => (isQuiet ? withoutEvents(ctx, () => step.take(ctx)) : step.take(ctx)));
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'service.busy') throw error;
    services.log.info(
      { step: step.key, code: error.code, params: error.params },
      'a step of the demo was refused',
    );
    return attempt(async () => undefined);
  }
}
