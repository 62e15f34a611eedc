import { Failure } from '@dukkan/contract';
import { type Ctx, createSystemCtx } from '../core/ctx.ts';
import type { Services } from '../core/services.ts';
import { readSettings, storeDemoProgress } from '../modules/setting/index.ts';

/** One thing that is told of the demo business, whole or not at all. */
export type DemoStep = {
  /** Steps are taken in the order of these texts. */
  readonly key: string;
  readonly take: (ctx: Ctx) => Promise<void>;
};

/** Of the last days, and of the months before them. */
type Chapter = 'a' | 'b';

export const buildStepKey = (chapter: Chapter, day: string, n: number): string =>
  `${chapter} ${day} ${String(n).padStart(4, '0')}`;

/** Nothing comes after it. */
export const ALL_DONE = 'z';

const REQUEST = 'demo';

/** Browsers that are open now have no use for what happened long ago. */
async function quietly(ctx: Ctx, run: () => Promise<void>): Promise<void> {
  const [last] = await ctx.db.$queryRaw<{ id: bigint }[]>`SELECT coalesce(max(id), 0) AS id FROM event`;
  await run();
  await ctx.db.$executeRaw`
    DELETE FROM event WHERE id > ${last?.id ?? 0n} AND xid = pg_current_xact_id()::text::bigint`;
}

/** Whether it was taken, had been, or is being taken by another process. */
type Taken = 'taken' | 'known' | 'busy';

/**
 * Takes a step once, whoever tries: what it does and that it was taken are one transaction, and processes take turns. What
 * the shop refuses (goods are short, somebody has closed a branch) did not happen.
 */
export async function runStepOnce(services: Services, step: DemoStep, isQuiet: boolean): Promise<Taken> {
  const attempt = (run: (ctx: Ctx) => Promise<void>): Promise<Taken> =>
    createSystemCtx(services, REQUEST).tx(async (ctx) => {
      const [lock] = await ctx.db.$queryRaw<{ mine: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(hashtext('seed demo step')) AS mine`;
      if (!lock?.mine) return 'busy';
      const { demo_step } = (await readSettings(ctx)).settings;
      if (demo_step !== null && demo_step >= step.key) return 'known';
      await run(ctx);
      await storeDemoProgress(ctx, { demo_step: step.key });
      return 'taken';
    });
  try {
    return await attempt((ctx) => (isQuiet ? quietly(ctx, () => step.take(ctx)) : step.take(ctx)));
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'service.busy') throw error;
    services.log.info(
      { step: step.key, code: error.code, params: error.params },
      'a step of the demo was refused',
    );
    return attempt(async () => undefined);
  }
}
