import type { AuditAction, api } from '@dukkan/contract';
import { fail } from '@dukkan/contract';
import { recordAudit } from '../../../core/audit.ts';
import { type Account, type Ctx, requireAccount } from '../../../core/ctx.ts';
import type { Handler } from '../../../http/serve.ts';
import { buildSignInResponse } from '../auth/sign-in.ts';
import {
  findAccountByIdentity,
  findDeletedAccount,
  type Identity,
  lockIdentity,
  type SignInAccount,
} from '../auth/sign-in-account.ts';
import { createAccountCtx, openSession } from '../session/session.service.ts';
import { applyIdentityChange, sendNextPendingCode } from './change.ts';
import { checkCodeStillOpen, type VerifiedCodeRequest, verifyAndConsumeCode } from './check.ts';

type Auth = typeof api.auth;

/**
 * Verifies a code. One requested by `/register/*` opens a session, as `/user/auth` does. One for a changed e-mail or
 * phone is valid only with that account's session, applies the change and returns the same session; if the other
 * identity is pending too, its code is sent and `user.verify` names it.
 * @throws otp.*, user.exists, auth.access_denied, auth.failed; the last three only after a right code
 */
export const verifySignInCode: Handler<Auth['verify']> = async (ctx, input) => {
  const me = ctx.actor.kind === 'account' ? ctx.actor : null;
  const request = await verifyAndConsumeCode(ctx, {
    ...input,
    purposes: ['sign_in', 'change'],
    account_id: me?.id ?? null,
  });
  if (request.purpose === 'change') return applyVerifiedChange(ctx, requireAccount(ctx), request);
  return ctx.tx(async (ctx) => {
    const standing = await whoSignsIn(ctx, request);
    const session = await openSession(ctx, standing, 'sign_in');
    await checkCodeStillOpen(ctx, request);
    return buildSignInResponse(ctx, standing.id, session);
  });
};

async function applyVerifiedChange(ctx: Ctx, me: Account, request: VerifiedCodeRequest) {
  await ctx.tx((ctx) => applyIdentityChange(ctx, me.id, request));
  const next = await sendNextPendingCode(ctx, me.id);
  const { expires_at } = await ctx.db.session.findUniqueOrThrow({ where: { id: me.session_id } });
  return buildSignInResponse(ctx, me.id, { id: me.session_id, expires_at }, next);
}

/** Returns the account that a right code signs in: the existing one, a restored customer, or a new customer. */
async function whoSignsIn(ctx: Ctx, request: VerifiedCodeRequest): Promise<SignInAccount> {
  const identity: Identity = {
    channel: request.channel === 'sms' ? 'sms' : 'email',
    value: request.identity,
  };
  await lockIdentity(ctx, identity.value);
  const living = await findAccountByIdentity(ctx, identity);
  if (living && !request.skip_exists) fail('user.exists');
  if (living?.status === 0) fail('auth.failed');
  const isDashboard = request.source === 'dashboard';
  if (isDashboard && living?.permissions.length === 0) fail('auth.access_denied');
  if (living) return markIdentityVerified(ctx, living, identity);
  if (isDashboard) return fail('auth.failed');
  const revived = request.restore ? await restoreCustomer(ctx, identity) : null;
  return revived ?? createCustomer(ctx, identity);
}

/** Marks the identity as verified, because the code was right. */
async function markIdentityVerified(
  ctx: Ctx,
  standing: SignInAccount,
  { channel }: Identity,
): Promise<SignInAccount> {
  const field = channel === 'email' ? 'email_verified_at' : 'phone_verified_at';
  if (standing[field]) return standing;
  await ctx.db.account.update({ where: { id: standing.id }, data: { [field]: ctx.now } });
  await recordVerifyAudit(ctx, standing, 'verify', { [field]: null }, { [field]: ctx.now });
  return standing;
}

/** Restores a deleted customer, never an account that had a role. @throws auth.failed */
async function restoreCustomer(ctx: Ctx, identity: Identity): Promise<SignInAccount | null> {
  const customer = await findDeletedAccount(ctx, identity, 'customer');
  if (!customer) return (await findDeletedAccount(ctx, identity, 'staff')) ? fail('auth.failed') : null;
  if (customer.status === 0) fail('auth.failed');
  const { deleted_at } = await freeOther(ctx, customer.id, identity);
  await ctx.db.account.update({
    where: { id: customer.id },
    data: { deleted_at: null, version: { increment: 1 }, updated_at: ctx.now },
  });
  await recordVerifyAudit(ctx, customer, 'restore', { deleted_at }, { deleted_at: null });
  return markIdentityVerified(ctx, customer, identity);
}

/** Clears the restored account's other identity if another account uses it now. */
async function freeOther(ctx: Ctx, id: number, { channel }: Identity) {
  const row = await ctx.db.account.findUniqueOrThrow({ where: { id } });
  const value = channel === 'sms' ? row.email : row.phone;
  const taken =
    value && (await findAccountByIdentity(ctx, { channel: channel === 'sms' ? 'email' : 'sms', value }));
  if (!taken) return row;
  const nobody =
    channel === 'sms' ? { email: null, email_verified_at: null } : { phone: null, phone_verified_at: null };
  return ctx.db.account.update({ where: { id }, data: nobody });
}

/** Creates a customer, named by the identity until a name is given. */
async function createCustomer(ctx: Ctx, { channel, value }: Identity): Promise<SignInAccount> {
  const data =
    channel === 'email'
      ? { name: value, email: value, email_verified_at: ctx.now, locale: ctx.locale }
      : { name: value, phone: value, phone_verified_at: ctx.now, locale: ctx.locale };
  const row = await ctx.db.account.create({ data: { ...data, created_at: ctx.now, updated_at: ctx.now } });
  const standing: SignInAccount = { ...row, permissions: [] };
  await recordVerifyAudit(ctx, standing, 'create', null, data);
  return standing;
}

async function recordVerifyAudit(
  ctx: Ctx,
  standing: SignInAccount,
  action: AuditAction,
  before: Record<string, unknown> | null,
  after: Record<string, unknown>,
): Promise<void> {
  await recordAudit(createAccountCtx(ctx, standing, ''), {
    noun: 'account',
    id: standing.id,
    action,
    before,
    after,
  });
}
