import type { api } from '@dukkan/contract';
import { fail } from '@dukkan/contract';
import type * as z from 'zod';
import { checkVersion } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import { type Ctx, requireAccount } from '../../../core/ctx.ts';
import type { Prisma } from '../../../core/db/database.ts';
import { failField } from '../../../core/fail-field.ts';
import { storePicture } from '../../../core/file/pictures.ts';
import type { Handler } from '../../../http/serve.ts';
import { hashPin, storePin } from '../account/account-pin.ts';
import { sendIdentityChangeCode } from '../code/change.ts';
import { requirePhone } from '../parse-phone.ts';
import { endSessionsAndCodes, lockOwnSession } from '../session/session.service.ts';
import { checkNotPublicDemoPassword } from './known-password.ts';
import { notifyPasswordChange } from './notify-password-change.ts';
import { loadProfile, type Profile } from './profile.ts';
import { verifyPasswordOrCode } from './proof.ts';

type Auth = typeof api.auth;
type Input = z.output<Auth['updateProfile']['input']>;
type Row = NonNullable<Awaited<ReturnType<Ctx['db']['account']['findUnique']>>>;
type Change = Prisma.accountUncheckedUpdateInput;

export const AVATAR_PIXELS = 512;

/** Returns the change of the fields that need no proof; absent ones keep their value, null clears them. */
async function freeChange(ctx: Ctx, row: Row, input: Input): Promise<Change> {
  const change: Change = {};
  if (input.name !== undefined) change.name = input.name;
  if (input.locale_choice !== undefined) change.locale = input.locale_choice;
  if (input.tour_version !== undefined) change.tour_version = input.tour_version;
  if (input.preferences)
    change.preferences = {
      ...(row.preferences as Prisma.JsonObject),
      ...input.preferences,
    } as Prisma.InputJsonObject;
  const picture = input.avatar_base64;
  if (picture !== undefined)
    change.avatar =
      picture && (await storePicture(ctx, picture, { size: AVATAR_PIXELS, field: 'avatar_base64' }));
  return change;
}

/**
 * Returns the change of e-mail and phone: a new one is pending until its code is verified, the current one cancels a
 * pending change, null clears it.
 */
async function identityChange(ctx: Ctx, row: Row, input: Input): Promise<Change> {
  const change: Change = {};
  if (input.email !== undefined) {
    const isNew = input.email !== null && input.email !== row.email;
    if (isNew) change.pending_email = input.email;
    else if (row.pending_email) change.pending_email = null;
    if (input.email === null && row.email) Object.assign(change, { email: null, email_verified_at: null });
  }
  if (input.phone !== undefined) {
    const phone = input.phone === null ? null : await requirePhone(ctx, input.phone);
    const isNew = phone !== null && phone.number !== row.phone;
    if (isNew && !phone.mobile) fail('otp.not_mobile', undefined, 'phone');
    if (isNew) change.pending_phone = phone.number;
    else if (row.pending_phone) change.pending_phone = null;
    if (phone === null && row.phone) Object.assign(change, { phone: null, phone_verified_at: null });
  }
  const keeps = (name: 'email' | 'phone') => (name in change ? null : row[name]);
  if (!keeps('email') && !keeps('phone')) failField('email' in change ? 'email' : 'phone', 'required');
  return change;
}

/** True when e-mail, phone or password change, which requires proof; canceling a pending change does not. */
const isGuarded = (change: Change, input: Input): boolean =>
  Boolean(input.password) ||
  'email' in change ||
  'phone' in change ||
  typeof change.pending_email === 'string' ||
  typeof change.pending_phone === 'string';

function checkNewPassword(ctx: Ctx, input: Input): void {
  if (!input.password) return;
  if (input.password_confirmation !== input.password)
    failField('password_confirmation', 'confirmed', { other: 'password' });
  // a password set by somebody else must really be changed
  if (input.password === input.current_password) failField('password', 'invalid');
  checkNotPublicDemoPassword(ctx, input.password);
}

/** Sends the code for the pending e-mail, or else for the pending phone. */
async function sendFor(ctx: Ctx, id: number, change: Change): Promise<Profile['verify']> {
  if (typeof change.pending_email === 'string')
    return sendIdentityChangeCode(ctx, id, { channel: 'email', value: change.pending_email });
  if (typeof change.pending_phone === 'string')
    return sendIdentityChangeCode(ctx, id, { channel: 'sms', value: change.pending_phone });
  return null;
}

/**
 * Changes the caller's own account, which the session determines, never the body. E-mail, phone and password
 * require proof and end the other sessions, a PIN requires proof. A new e-mail or phone is pending until
 * its code is verified, the e-mail first.
 */
export const updateProfile: Handler<Auth['updateProfile']> = async (ctx, input) => {
  const me = requireAccount(ctx);
  const row = await ctx.db.account.findUniqueOrThrow({ where: { id: me.id } });
  checkVersion(row.version, input.version);
  checkNewPassword(ctx, input);
  const identities = await identityChange(ctx, row, input);
  const guarded = isGuarded(identities, input);
  const setsPin = input.pin !== undefined;
  if (guarded || setsPin) await verifyPasswordOrCode(ctx, row, input);
  const free = await freeChange(ctx, row, input);
  const change: Change = { ...free, ...identities };
  if (input.password) {
    change.password_hash = await ctx.services.passwords.hash(input.password);
    change.must_change_password = false;
  }
  const pin = setsPin ? await hashPin(ctx, input.pin ?? null) : null;
  // sent first, so that nothing is changed when another code must wait
  const verify = await sendFor(ctx, me.id, identities);

  await ctx.tx(async (ctx) => {
    if (guarded || setsPin) await lockOwnSession(ctx);
    if (input.password) await notifyPasswordChange(ctx, me.id);
    const [saved] = await ctx.db.account.updateManyAndReturn({
      where: { id: me.id, deleted_at: null, ...(input.version ? { version: input.version } : {}) },
      data: {
        ...change,
        version: { increment: 1 },
        updated_at: ctx.now,
      } as Prisma.accountUncheckedUpdateManyInput,
      select: { version: true },
    });
    if (!saved) return fail('record.stale', { version: row.version + 1 });
    const sessions_ended = guarded ? await endSessionsAndCodes(ctx, row, me.session_id) : 0;
    const pins = setsPin ? await storePin(ctx, me.id, pin) : { before: {}, after: {} };
    const before = Object.fromEntries(Object.keys(change).map((name) => [name, row[name as keyof Row]]));
    await recordAudit(ctx, {
      noun: 'account',
      id: me.id,
      action: 'update',
      before: { ...before, ...pins.before },
      after: {
        ...(change as Record<string, unknown>),
        ...pins.after,
        ...(sessions_ended ? { sessions_ended } : {}),
      },
      branch_id: row.branch_id,
      version: saved.version,
    });
  });
  return loadProfile(ctx, me.id, verify);
};
