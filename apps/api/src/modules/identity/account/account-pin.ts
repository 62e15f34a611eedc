import { fail } from '@dukkan/contract';
import { sql } from 'kysely';
import { getPermissions } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, runStatement, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { hmac } from '../../../core/secret/encryption.ts';
import { countAttempt, refundAttempt, resetAttempts, withConcurrencyLimit } from '../auth/count-attempts.ts';
import { sharesBranchWithAccountSql } from '../branch-reach.ts';

// Rule: docs/rules/approvals.md#pins

const DAY_SECONDS = 86_400;

/**
 * Limits of wrong PINs of an account: at one till in 15 minutes, and at all tills in a day; after that the password is
 * required.
 */
const wrongPins = (till: string, account_id: number) => [
  { key: `pin:till:${till} ${account_id}`, max: 5, seconds: 900 },
  { key: ofAccount(account_id), max: 10, seconds: DAY_SECONDS },
];
const ofAccount = (account_id: number): string => `pin:account:${account_id}`;

/** Limits attempts to choose a PIN that is taken, because each refusal reveals that somebody has that PIN. */
const takenPins = (account_id: number) => [{ key: `pin:taken:${account_id}`, max: 5, seconds: DAY_SECONDS }];

type Pin = { readonly hash: string; readonly fingerprint: string };

/** Hashes a PIN for storage; null removes it. Only staff may have one. @throws request.invalid on pin */
export async function hashPin(ctx: Ctx, pin: string | null): Promise<Pin | null> {
  if (pin === null) return null;
  if (getPermissions(ctx).length === 0) failField('pin', 'invalid');
  const fingerprint = hmac(ctx.services.env.SECRET_KEY, 'account_pin', pin);
  return { hash: await ctx.services.passwords.hash(pin), fingerprint };
}

/** True when another account that can approve in one of this account's branches has the same PIN. */
async function isTaken(ctx: Ctx, account_id: number, fingerprint: string): Promise<boolean> {
  const accountRow = await fetchRow(
    ctx,
    sql<{ id: number }>`
      SELECT n.account_id AS id FROM account_pin n JOIN account a ON a.id = n.account_id AND a.deleted_at IS NULL
       WHERE n.fingerprint = ${fingerprint} AND n.account_id <> ${account_id} AND ${sharesBranchWithAccountSql(account_id)} LIMIT 1`,
  );
  return accountRow !== undefined;
}

/**
 * Stores or removes the PIN of an account in its transaction; two accounts of a branch must not have the same one.
 * @returns the values for the audit log, without the PIN
 * @throws pin.taken, auth.limited
 */
export async function storePin(ctx: Ctx, account_id: number, pin: Pin | null) {
  // one at a time, because two accounts of a branch could choose the same PIN in parallel
  await runStatement(ctx, sql`SELECT pg_advisory_xact_lock(hashtextextended('account_pin', 7))`);
  const before = await fetchRow(
    ctx,
    tables.selectFrom('account_pin').select('hash').where('account_id', '=', account_id),
  );
  if (pin) {
    const limits = takenPins(account_id);
    const seconds = await countAttempt(ctx.services, limits);
    if (seconds !== null) fail('auth.limited', { seconds }, 'pin');
    if (await isTaken(ctx, account_id, pin.fingerprint)) fail('pin.taken', undefined, 'pin');
    await refundAttempt(ctx.services, limits);
    const row = { ...pin, updated_at: ctx.now };
    await runStatement(
      ctx,
      tables
        .insertInto('account_pin')
        .values({ account_id, ...row })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row)),
    );
    await resetAttempts(ctx.services, ofAccount(account_id));
  } else await runStatement(ctx, tables.deleteFrom('account_pin').where('account_id', '=', account_id));
  return { before: { pin: before?.hash ?? null }, after: { pin: pin?.hash ?? null } };
}

/**
 * Checks a PIN within the limits; the attempt is counted before the hash is computed.
 * @param till where it was typed: a device, or the account that is signed in
 * @throws approval.locked, service.busy
 */
export const verifyPin = (ctx: Ctx, till: string, account_id: number, pin: string): Promise<boolean> =>
  withConcurrencyLimit(ofAccount(account_id), async () => {
    const limits = wrongPins(till, account_id);
    const seconds = await countAttempt(ctx.services, limits);
    if (seconds !== null) return fail('approval.locked', { seconds }, 'approval.pin');
    const stored = await fetchRow(
      ctx,
      tables.selectFrom('account_pin').select('hash').where('account_id', '=', account_id),
    );
    const isRight = await ctx.services.passwords.matches(pin, stored?.hash ?? null);
    if (isRight) await refundAttempt(ctx.services, limits);
    return isRight;
  });

/** Resets the count of wrong PINs after a correct password. */
export const resetWrongPinCount = (ctx: Ctx, account_id: number): Promise<void> =>
  resetAttempts(ctx.services, ofAccount(account_id));
