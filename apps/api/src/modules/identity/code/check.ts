import { fail } from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';
import { isEqualHmac } from '../../../core/secret/encryption.ts';
import { refundAttempt, resetAttempts } from '../auth/count-attempts.ts';
import { buildLockoutKey, countCodeGuess, getLockoutSeconds } from './code-lockout.ts';
import { type CodePurpose, hmacCode } from './send-code.ts';

const MAX_TRIES = 5;

type CodeAttempt = {
  readonly user_id: string;
  readonly code: string;
  readonly purposes: readonly CodePurpose[];
  /** The account whose session sent the request; codes requested by a session are valid for that account only. */
  readonly account_id: number | null;
};

/**
 * Refuses a code that was ended after it was verified; call after locking the account's row, as ending codes does
 * (docs/rules/sessions.md#codes). @throws otp.expired
 */
export async function checkCodeStillOpen(
  ctx: Ctx,
  { handle, expires_at }: VerifiedCodeRequest,
): Promise<void> {
  const now = await ctx.db.code_request.findUnique({ where: { handle }, select: { expires_at: true } });
  if (now?.expires_at.getTime() !== expires_at.getTime()) fail('otp.expired');
}

export type VerifiedCodeRequest = Awaited<ReturnType<typeof verifyAndConsumeCode>>;

/**
 * Checks a code: counts the attempt before comparing, and consumes a right code, so that only one of several parallel
 * callers succeeds. Runs outside of any transaction, so that no rollback undoes the count.
 * @throws otp.expired, otp.locked, otp.invalid
 */
export async function verifyAndConsumeCode(ctx: Ctx, { user_id, code, purposes, account_id }: CodeAttempt) {
  const { prisma } = ctx.services.database;
  const request = await prisma.code_request.findUnique({ where: { handle: user_id } });
  const isMeant =
    request !== null &&
    purposes.some((purpose) => purpose === request.purpose) &&
    (request.account_id === null || request.account_id === account_id);
  if (!isMeant || request.used_at || request.expires_at <= ctx.now) return fail('otp.expired');

  const locked = await getLockoutSeconds(ctx.services, request.identity);
  if (locked) fail('otp.locked', { seconds: locked });
  const open = { handle: user_id, used_at: null, expires_at: { gt: ctx.now } };
  const [tried] = await prisma.code_request.updateManyAndReturn({
    where: { ...open, tries: { lt: MAX_TRIES } },
    data: { tries: { increment: 1 } },
    select: { tries: true },
  });
  if (!tried) return fail('otp.expired');
  const full = await countCodeGuess(ctx.services, request.identity);
  if (full) fail('otp.locked', { seconds: full });
  const expected = request.code_hmac ?? '0'.repeat(64);
  const same = isEqualHmac(expected, hmacCode(ctx, user_id, request.purpose, code));
  if (!same || request.code_hmac === null) fail('otp.invalid', { left: MAX_TRIES - tried.tries });
  const used = await prisma.code_request.updateMany({ where: open, data: { used_at: ctx.now } });
  if (used.count === 0) {
    // the code was right but already used, so it does not count as a wrong guess
    await refundAttempt(ctx.services, [{ key: buildLockoutKey(request.identity) }]);
    return fail('otp.expired');
  }
  await resetAttempts(ctx.services, buildLockoutKey(request.identity));
  return request;
}
