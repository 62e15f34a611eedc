import type { Ctx } from '../../core/ctx.ts';
import { failField } from '../../core/fail-field.ts';
import { DEMO_PASSWORD } from './account.seed.ts';

/** Whether a password is refused by every sign-in because everyone may read it; a demo lets it in. */
export const isPublicDemoPassword = (ctx: Ctx, password: string): boolean =>
  password === DEMO_PASSWORD && !ctx.services.env.DEMO;

/**
 * Refuses to set a password that no sign-in would take: who chose it would be locked out
 * (docs/rules/sessions.md#passwords). @throws request.invalid on `password`
 */
export function checkNotPublicDemoPassword(ctx: Ctx, password: string | null | undefined): void {
  if (password && isPublicDemoPassword(ctx, password)) failField('password', 'password_known');
}
