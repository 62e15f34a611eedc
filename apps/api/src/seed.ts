import { createSystemCtx } from './core/ctx.ts';
import type { Services } from './core/services.ts';
import { createFirstAdmin } from './modules/identity/index.ts';
import { seedDemo } from './seed/demo.ts';
import { seedReference } from './seed/reference.ts';

/**
 * Creates the missing start data: always the reference data, the demo business in demo mode, else the first
 * administrator, whose password is printed only once. Later starts change nothing.
 */
export async function seedShop(services: Services): Promise<void> {
  const ctx = createSystemCtx(services, 'seed');
  await seedReference(ctx);
  if (services.env.DEMO) return seedDemo(ctx);
  const admin = await createFirstAdmin(ctx);
  if (admin)
    process.stdout.write(
      `First administrator: ${admin.email}, password ${admin.password} (shown once, to be changed at sign-in)\n`,
    );
}
