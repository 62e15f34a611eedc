import { setTimeout as pause } from 'node:timers/promises';
import type { Services } from './core/ctx.ts';
import { type Ctx, createSystemCtx } from './core/ctx.ts';
import { classifyError } from './core/process/outage.ts';
import { createFirstAdmin } from './modules/identity/index.ts';
import { seedDemo } from './seed/demo.ts';
import { seedReference } from './seed/reference.ts';

/** How long a transaction of the first try may take, and how much longer those of each further one. */
const LIMIT_MS = 120_000;
const LONGER = 4;
/** How often the start data are tried on a machine that is busy. */
const TRIES = 6;
const PAUSE_MS = 500;

async function putStartData(ctx: Ctx): Promise<void> {
  await seedReference(ctx);
  if (ctx.services.env.DEMO) return seedDemo(ctx);
  const admin = await createFirstAdmin(ctx);
  if (admin)
    process.stdout.write(
      `First administrator: ${admin.email}, password ${admin.password} (shown once, to be changed at sign-in)\n`,
    );
}

/**
 * Creates the missing start data: always the reference data, the demo business in demo mode, else the first
 * administrator, whose password is printed only once. Later starts change nothing. A part that a busy machine stops is
 * rolled back and tried again with more time (docs/rules/jobs.md#first-start).
 */
export async function seedShop(services: Services, firstLimitMs = LIMIT_MS): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const transaction_limit_ms = firstLimitMs * LONGER ** (attempt - 1);
    try {
      return await putStartData(createSystemCtx(services, 'seed', { transaction_limit_ms }));
    } catch (error) {
      if (attempt === TRIES || classifyError(error) === 'failed') throw error;
      services.log.warn({ err: error, attempt }, 'the start data are tried again');
      await pause(PAUSE_MS * attempt);
    }
  }
}
