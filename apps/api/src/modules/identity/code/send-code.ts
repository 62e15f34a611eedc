import { randomBytes, randomInt } from 'node:crypto';
import { DAY_MS, resolveText } from '@dukkan/commerce';
import { fail, formatMessage } from '@dukkan/contract';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { queueMessage } from '../../../core/job/outbox.ts';
import { hmac } from '../../../core/secret/encryption.ts';
import { queueMail } from '../../setting/index.ts';
import { countAttempt, refundAttempt } from '../auth/count-attempts.ts';
import { type Identity, lockIdentity } from '../auth/sign-in-account.ts';
import { readShopCountry } from '../parse-phone.ts';
import { getLockoutSeconds } from './code-lockout.ts';
import { getResendDelaySeconds, getSecondsToWait } from './resend-delay.ts';

/** The purpose of a code: to sign in, to verify a new identity, or to confirm the current one. */
export type CodePurpose = 'sign_in' | 'change' | 'confirm';

const MINUTES = 5;

type CodeOrder = {
  readonly purpose: CodePurpose;
  readonly identity: Identity;
  /** The account whose session requested the code. */
  readonly account_id?: number;
  /** False: the response is the same, but nothing is sent and no code is valid. */
  readonly sends?: boolean;
  readonly skip_exists?: boolean;
  readonly restore?: boolean;
  readonly source?: string;
};

/** Returns the HMAC that binds a code to its request and purpose. */
export const hmacCode = (ctx: Ctx, handle: string, purpose: string, code: string): string =>
  hmac(ctx.services.env.SECRET_KEY, 'otp', `${handle}|${purpose}|${code}`);

const listCodeLimits = (ctx: Ctx) => [
  { key: `code:address:${ctx.ip}`, max: ctx.services.env.CODES_PER_ADDRESS_HOUR, seconds: 3_600 },
  { key: 'code:everyone', max: ctx.services.env.MESSAGES_PER_DAY, seconds: 86_400 },
];

/**
 * Creates and sends a one-time code: six digits, five minutes, five attempts, single use; it
 * replaces the previous one of the same purpose. Known and unknown identities get the same response.
 * @returns the opaque handle of this request, never an account id
 * @throws otp.locked, otp.wait
 */
export async function createAndSendCode(ctx: Ctx, request: CodeOrder) {
  const { value } = request.identity;
  const locked = await getLockoutSeconds(ctx.services, value);
  if (locked) fail('otp.locked', { seconds: locked });
  const limits = listCodeLimits(ctx);
  const full = await countAttempt(ctx.services, limits);
  if (full) {
    ctx.services.log.warn({ ip: ctx.ip }, 'no more one-time codes for this address, or for today');
    fail('otp.wait', { seconds: full });
  }
  try {
    return await ctx.tx((ctx) => createCodeRequest(ctx, request));
  } catch (error) {
    await refundAttempt(ctx.services, limits);
    throw error;
  }
}

async function createCodeRequest(ctx: Ctx, codeRequest: CodeOrder) {
  const { purpose, identity, account_id = null, sends = true } = codeRequest;
  await lockIdentity(ctx, identity.value);
  const sent = await ctx.db.code_request.findMany({
    where: { identity: identity.value, created_at: { gt: new Date(ctx.now.getTime() - DAY_MS) } },
    orderBy: { created_at: 'desc' },
    select: { created_at: true },
    take: 100,
  });
  const { CODES_PER_HOUR: perHour, CODES_PER_DAY: perDay } = ctx.services.env;
  const times = sent.map(({ created_at }) => created_at);
  const seconds = getSecondsToWait(times, ctx.now, { perHour, perDay });
  if (seconds > 0) fail('otp.wait', { seconds });

  await ctx.db.code_request.updateMany({
    where: { identity: identity.value, purpose, account_id, used_at: null, expires_at: { gt: ctx.now } },
    data: { expires_at: ctx.now },
  });
  const handle = randomBytes(16).toString('base64url');
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  await ctx.db.code_request.create({
    data: {
      handle,
      purpose,
      channel: identity.channel,
      identity: identity.value,
      account_id,
      code_hmac: sends ? hmacCode(ctx, handle, purpose, code) : null,
      skip_exists: codeRequest.skip_exists ?? true,
      restore: codeRequest.restore ?? false,
      source: codeRequest.source ?? 'website',
      created_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + MINUTES * 60_000),
    },
  });
  if (sends) await queueCodeMessage(ctx, identity, code);
  const after = { channel: identity.channel, recipient: identity.value, purpose };
  await recordAudit(ctx, { noun: 'message', id: 0, action: 'code', before: null, after });
  const inHour = times.filter((at) => ctx.now.getTime() - at.getTime() < 3_600_000).length;
  return { user_id: handle, expires_in: MINUTES * 60, resend_in: getResendDelaySeconds(inHour + 1) };
}

async function queueCodeMessage(ctx: Ctx, { channel, value }: Identity, code: string): Promise<void> {
  if (channel === 'email') {
    const { locale } = ctx;
    const values = { code, minutes: String(MINUTES) };
    return queueMail(ctx, { key: 'otp', locale, recipient: value, values, secret: true });
  }
  const { AppName } = await readShopCountry(ctx);
  const params = { code, minutes: MINUTES, shop: resolveText(AppName, ctx.locale) };
  const body = formatMessage('code_sms', params, ctx.locale);
  await queueMessage(ctx, { channel, recipient: value, subject: '', body, secret: true });
}
