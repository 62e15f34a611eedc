import type { Ctx } from '../../../core/ctx.ts';
import { failField } from '../../../core/fail-field.ts';
import { DEMO_PASSWORD } from '../account/seed-accounts.ts';

/** True for the public demo password outside of a demo, which no sign-in accepts. */
export const isPublicDemoPassword = (ctx: Ctx, password: string): boolean =>
  password === DEMO_PASSWORD && !ctx.services.env.DEMO;

/**
 * Refuses to set the public demo password, with which nobody could sign in (docs/rules/sessions.md#passwords). @throws
 * request.invalid on `password`
 */
export function checkNotPublicDemoPassword(ctx: Ctx, password: string | null | undefined): void {
  if (password && isPublicDemoPassword(ctx, password)) failField('password', 'password_known');
}
