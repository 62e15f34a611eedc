import type { api } from '@dukkan/contract';
import { fail } from '@dukkan/contract';
import type * as z from 'zod';
import { type Ctx, requireAccount } from '../../../core/ctx.ts';
import { failField } from '../../../core/fail-field.ts';
import type { Handler } from '../../../http/serve.ts';
import { verifyAndConsumeCode } from '../code/check.ts';
import { createAndSendCode } from '../code/send-code.ts';
import { verifyPassword } from './sign-in.ts';
import type { Identity } from './sign-in-account.ts';

type Auth = typeof api.auth;
type OwnershipProof = Pick<z.output<Auth['updateProfile']['input']>, 'current_password' | 'current_code'>;
type Holder = { readonly id: number; readonly password_hash: string | null };

/**
 * Requires proof of ownership before a change of e-mail, phone or password: the current password, or a code to the
 * current identity when there is no password.
 * @throws auth.password_wrong, auth.limited, otp.*
 */
export async function verifyPasswordOrCode(
  ctx: Ctx,
  { id, password_hash }: Holder,
  proof: OwnershipProof,
): Promise<void> {
  if (password_hash) {
    if (!proof.current_password) return failField('current_password', 'required');
    // limited like a sign-in, so that a stolen session cannot be used to guess the password
    const right = await verifyPassword(ctx, `account ${id}`, proof.current_password, password_hash);
    return right ? undefined : fail('auth.password_wrong', undefined, 'current_password');
  }
  if (!proof.current_code) return failField('current_code', 'required');
  await verifyAndConsumeCode(ctx, { ...proof.current_code, purposes: ['confirm'], account_id: id });
}

/** Returns the verified identities of an account, the requested one first. */
function findVerifiedIdentity(
  row: {
    email: string | null;
    phone: string | null;
    email_verified_at: Date | null;
    phone_verified_at: Date | null;
  },
  preferredChannel: Identity['channel'],
): Identity | null {
  const all: Identity[] = [];
  if (row.email && row.email_verified_at) all.push({ channel: 'email', value: row.email });
  if (row.phone && row.phone_verified_at) all.push({ channel: 'sms', value: row.phone });
  return all.find(({ channel }) => channel === preferredChannel) ?? all[0] ?? null;
}

/** Sends the code for `current_code`. @throws record.missing without a verified identity */
export const sendConfirmationCode: Handler<Auth['confirmCode']> = async (ctx, input) => {
  const { id } = requireAccount(ctx);
  const row = await ctx.db.account.findUniqueOrThrow({ where: { id } });
  const identity = findVerifiedIdentity(row, input.channel ?? 'sms');
  if (!identity) return fail('record.missing');
  return createAndSendCode(ctx, { purpose: 'confirm', identity, account_id: id });
};
