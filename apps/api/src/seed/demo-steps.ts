import { Failure } from '@dukkan/contract';
import type { Services } from '../core/ctx.ts';
import { type Ctx, createSystemCtx } from '../core/ctx.ts';
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

/** Deletes the events of a step about the past, so that open browsers do not get them. */
async function quietly(ctx: Ctx, run: () => Promise<void>): Promise<void> {
  const [last] = await ctx.db.$queryRaw<{ id: bigint }[]>`SELECT coalesce(max(id), 0) AS id FROM event`;
  await run();
  await ctx.db.$executeRaw`
    DELETE FROM event WHERE id > ${last?.id ?? 0n} AND xid = pg_current_xact_id()::text::bigint`;
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
