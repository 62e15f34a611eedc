import type { api } from '@dukkan/contract';
import { fail } from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';
import type { Handler } from '../../../http/serve.ts';
import { findAccountByIdentity, type Identity } from '../auth/sign-in-account.ts';
import { requirePhone } from '../parse-phone.ts';
import { createAndSendCode } from './send-code.ts';

type Auth = typeof api.auth;
type Facts = { skipExistsUser: boolean; restore_deleted: boolean; source: string };

/**
 * Requests a sign-in code; every identity gets the same response. The dashboard sends no code to unknown identities;
 * elsewhere verifying the code creates a customer.
 */
async function requestSignInCode(ctx: Ctx, identity: Identity, facts: Facts) {
  const account = await findAccountByIdentity(ctx, identity);
  return createAndSendCode(ctx, {
    purpose: 'sign_in',
    identity,
    sends: account !== null || facts.source !== 'dashboard',
    skip_exists: facts.skipExistsUser,
    restore: facts.restore_deleted,
    source: facts.source,
  });
}

export const registerPhone: Handler<Auth['registerPhone']> = async (ctx, input) => {
  const { number, mobile } = await requirePhone(ctx, input.phone);
  if (!mobile) fail('otp.not_mobile', undefined, 'phone');
  return requestSignInCode(ctx, { channel: 'sms', value: number }, input);
};

export const registerEmail: Handler<Auth['registerEmail']> = (ctx, input) =>
  requestSignInCode(ctx, { channel: 'email', value: input.email }, input);
