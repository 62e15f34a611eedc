import { Failure, fail } from '@dukkan/contract';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { findAccountByIdentity, type Identity, lockIdentity } from '../auth/sign-in-account.ts';
import { lockOwnSession } from '../session/session.service.ts';
import type { VerifiedCodeRequest } from './check.ts';
import { createAndSendCode } from './send-code.ts';

/** Sends the code for a changed e-mail or phone to the new identity. */
export async function sendIdentityChangeCode(ctx: Ctx, account_id: number, identity: Identity) {
  const { user_id, expires_in } = await createAndSendCode(ctx, { purpose: 'change', identity, account_id });
  return { user_id, expires_in };
}

/** Sends the code for the second pending identity after the first one was verified; null when that must wait. */
export async function sendNextPendingCode(ctx: Ctx, account_id: number) {
  const { pending_email, pending_phone } = await ctx.db.account.findUniqueOrThrow({
    where: { id: account_id },
  });
  try {
    if (pending_email)
      return await sendIdentityChangeCode(ctx, account_id, { channel: 'email', value: pending_email });
    if (pending_phone)
      return await sendIdentityChangeCode(ctx, account_id, { channel: 'sms', value: pending_phone });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
  return null;
}

/**
 * Sets a verified identity on the account. That another account has it is revealed only now, after the code was
 * verified. @throws user.exists; otp.expired after another change request; auth.unauthorized when
 * the session has ended
 */
export async function applyIdentityChange(
  ctx: Ctx,
  account_id: number,
  request: VerifiedCodeRequest,
): Promise<void> {
  const channel: Identity['channel'] = request.channel === 'sms' ? 'sms' : 'email';
  await lockIdentity(ctx, request.identity);
  await lockOwnSession(ctx);
  const before = await ctx.db.account.findUniqueOrThrow({ where: { id: account_id } });
  const pending = channel === 'email' ? before.pending_email : before.pending_phone;
  if (pending !== request.identity) fail('otp.expired');
  if (await findAccountByIdentity(ctx, { channel, value: request.identity })) fail('user.exists');
  const after =
    channel === 'email'
      ? { email: request.identity, email_verified_at: ctx.now, pending_email: null }
      : { phone: request.identity, phone_verified_at: ctx.now, pending_phone: null };
  const { version } = await ctx.db.account.update({
    where: { id: account_id },
    data: { ...after, version: { increment: 1 }, updated_at: ctx.now },
  });
  const was = Object.fromEntries(
    Object.keys(after).map((name) => [name, before[name as keyof typeof before]]),
  );
  await recordAudit(ctx, {
    noun: 'account',
    id: account_id,
    action: 'verify',
    before: was,
    after,
    version,
    branch_id: before.branch_id,
  });
}
