import type { api } from '@dukkan/contract';
import { fail } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { failField } from '../../../core/fail-field.ts';
import type { Handler } from '../../../http/serve.ts';
import { parsePhone } from '../parse-phone.ts';
import { openSession } from '../session/session.service.ts';
import { type AttemptLimit, countAttempt, refundAttempt, withConcurrencyLimit } from './count-attempts.ts';
import { isPublicDemoPassword } from './known-password.ts';
import { loadProfile } from './profile.ts';
import { findActiveAccount, type Identity, type SignInAccount } from './sign-in-account.ts';

type Auth = typeof api.auth;
type SignInSecret = Pick<z.output<Auth['signIn']['input']>, 'password' | 'source'>;

const WINDOW_SECONDS = 900;

/**
 * Limits of wrong passwords in 15 minutes: per identity and address, per identity, per address.
 */
export function getWrongPasswordLimits(
  ctx: Ctx,
  identity: string,
): readonly [AttemptLimit, ...AttemptLimit[]] {
  const { env } = ctx.services;
  const seconds = WINDOW_SECONDS;
  return [
    { key: `sign_in:pair:${identity} ${ctx.ip}`, max: env.SIGN_IN_PER_IDENTITY_ADDRESS, seconds },
    { key: `sign_in:identity:${identity}`, max: env.SIGN_IN_PER_IDENTITY, seconds },
    { key: `sign_in:address:${ctx.ip}`, max: env.SIGN_IN_PER_ADDRESS, seconds },
  ];
}

/**
 * Checks a password within the limits: the attempt is counted before the hash is computed and returned when the
 * password is right. @throws auth.limited, service.busy
 */
export async function verifyPassword(
  ctx: Ctx,
  identity: string,
  password: string,
  hash: string | null,
): Promise<boolean> {
  const limits = getWrongPasswordLimits(ctx, identity);
  return withConcurrencyLimit(limits[0].key, async () => {
    const seconds = await countAttempt(ctx.services, limits);
    if (seconds) fail('auth.limited', { seconds });
    const right =
      (await ctx.services.passwords.matches(password, hash)) && !isPublicDemoPassword(ctx, password);
    if (right) await refundAttempt(ctx.services, limits);
    return right;
  });
}

/**
 * Returns the identity to sign in, exactly one of e-mail and phone. An impossible number is kept as
 * typed.
 */
async function requireIdentity(
  ctx: Ctx,
  { email, phone }: { email?: string | null | undefined; phone?: string | null | undefined },
): Promise<Identity> {
  if (email && phone) return failField('phone', 'invalid');
  if (email) return { channel: 'email', value: email };
  if (!phone) return failField('email', 'required');
  return { channel: 'sms', value: (await parsePhone(ctx, phone))?.number ?? phone };
}

/**
 * Hashes the password again with the current cost.
 * @returns the account with the new hash; null when another request stored a different hash in the meantime
 */
async function rehashPassword(
  ctx: Ctx,
  standing: SignInAccount,
  password: string,
): Promise<SignInAccount | null> {
  const { id, password_hash } = standing;
  if (!password_hash || !ctx.services.passwords.isOutdated(password_hash)) return standing;
  const stronger = await ctx.services.passwords.hash(password);
  const { count } = await ctx.db.account.updateMany({
    where: { id, password_hash },
    data: { password_hash: stronger },
  });
  return count > 0 ? { ...standing, password_hash: stronger } : null;
}

/**
 * Returns the account that this password signs in. @throws auth.failed, auth.limited, auth.access_denied, service.busy
 */
async function provePassword(
  ctx: Ctx,
  identity: Identity,
  { password, source }: SignInSecret,
): Promise<SignInAccount> {
  const account = await findActiveAccount(ctx, identity);
  const right = await verifyPassword(ctx, identity.value, password, account?.password_hash ?? null);
  if (!right || !account) return fail('auth.failed');
  if (source === 'dashboard' && account.permissions.length === 0) fail('auth.access_denied');
  // a parallel sign-in may have rehashed the same password; then it is checked against that hash
  return (await rehashPassword(ctx, account, password)) ?? provePassword(ctx, identity, { password, source });
}

/**
 * Signs in with e-mail or phone and password. Unknown, wrong, disabled, deleted and unverified accounts get the same
 * error after the same time. An account that is disabled, deleted or given another role or password
 * in the meantime is not signed in (docs/rules/sessions.md#opening). @throws auth.failed, auth.limited,
 * auth.access_denied
 */
export const signIn: Handler<Auth['signIn']> = async (ctx, input) => {
  const identity = await requireIdentity(ctx, input);
  const account = await provePassword(ctx, identity, input);
  return ctx.tx(async (ctx) => {
    const session = await openSession(ctx, account, 'sign_in');
    return buildSignInResponse(ctx, account.id, session);
  });
};

/** Builds the response that a browser stores after sign-in. */
export async function buildSignInResponse(
  ctx: Ctx,
  account_id: number,
  session: { id: string; expires_at: Date },
  verify: Parameters<typeof loadProfile>[2] = null,
) {
  return {
    user: await loadProfile(ctx, account_id, verify),
    token: ctx.services.tokens.sign({ sub: String(account_id), sid: session.id }, session.expires_at),
    expires_at: session.expires_at.toISOString(),
  };
}
