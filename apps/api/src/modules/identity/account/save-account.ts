import { randomInt } from 'node:crypto';
import { generatePassword } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import { checkVersion, getEffectiveScope } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { failField } from '../../../core/fail-field.ts';
import { storePicture } from '../../../core/file/pictures.ts';
import type { Handler } from '../../../http/serve.ts';
import { checkNotPublicDemoPassword } from '../auth/known-password.ts';
import { notifyPasswordChange } from '../auth/notify-password-change.ts';
import { AVATAR_PIXELS } from '../auth/update-profile.ts';
import { requirePhone } from '../parse-phone.ts';
import { endSessionsAndCodes } from '../session/session.service.ts';
import {
  checkCanAssignRole,
  checkOwnAccountUnchanged,
  checkStillManageable,
  type LockedAccount,
  lockAccount,
  lockActiveRole,
  lockAssignedBranch,
  lockAssignedTills,
} from './account.rules.ts';
import { loadSavedAccount } from './account.view.ts';
import { checkAccountHoldsNothing } from './check-account-holdings.ts';
import { requireAdminLeft } from './require-admin-left.ts';

type Account = typeof api.account;
type Input = z.output<Account['save']['input']>;

/** Values prepared before the transaction because they are slow: parsed phone, password hash and picture. */
type PreparedSecrets = {
  readonly phone: string | null | undefined;
  readonly password: string | null;
  readonly password_hash: string | null;
  readonly avatar: string | null | undefined;
};

async function prepareSecrets(ctx: Ctx, input: Input): Promise<PreparedSecrets> {
  if (input.password && input.generate_password) failField('generate_password', 'invalid');
  checkNotPublicDemoPassword(ctx, input.password);
  const phone = input.phone && (await requirePhone(ctx, input.phone)).number;
  // null and undefined both keep the password, because forms send an empty field when it does not change
  const password = input.generate_password ? generatePassword(randomInt) : (input.password ?? null);
  const picture = input.avatar_base64;
  const avatar =
    picture && (await storePicture(ctx, picture, { size: AVATAR_PIXELS, field: 'avatar_base64' }));
  return {
    phone,
    password,
    password_hash: password && (await ctx.services.passwords.hash(password)),
    avatar,
  };
}

const nobody: Omit<LockedAccount, 'id' | 'name' | 'version' | 'deleted_at'> = {
  email: null,
  email_verified_at: null,
  phone: null,
  phone_verified_at: null,
  password_hash: null,
  must_change_password: false,
  role_id: null,
  status: 1,
  branch_id: null,
  pos: [],
  avatar: null,
  permissions: [],
  global: 0,
};

/**
 * Returns the columns to write. E-mail and phone set by staff count as verified, because the account must be able to
 * sign in with the password it was given.
 */
function buildAccountColumns(
  ctx: Ctx,
  before: typeof nobody & { name?: string },
  input: Input,
  secrets: PreparedSecrets,
) {
  const email = input.email === undefined ? before.email : input.email;
  const phone = secrets.phone === undefined ? before.phone : secrets.phone;
  const vouched = (value: string | null, was: string | null, at: Date | null) =>
    value === null ? null : value === was ? at : ctx.now;
  if (!email && !phone) failField('email', 'required');
  return {
    name: input.name ?? before.name ?? failField('name', 'required'),
    email,
    email_verified_at: vouched(email, before.email, before.email_verified_at),
    phone,
    phone_verified_at: vouched(phone, before.phone, before.phone_verified_at),
    password_hash: secrets.password_hash ?? before.password_hash,
    must_change_password: secrets.password_hash ? true : before.must_change_password,
    role_id: input.role_id === undefined ? before.role_id : input.role_id,
    status: input.status ?? before.status,
    branch_id: input.info?.branch_id === undefined ? before.branch_id : input.info.branch_id,
    pos: input.pos ? [...new Set(input.pos)] : before.pos,
    avatar: secrets.avatar === undefined ? before.avatar : secrets.avatar,
  };
}

type Columns = ReturnType<typeof buildAccountColumns>;

/** Returns the role's permissions after the save. @throws reference.missing, permission.not_held */
async function permissionsAfter(
  ctx: Ctx,
  role_id: number | null,
  before: typeof nobody,
): Promise<readonly string[]> {
  if (role_id === before.role_id) return before.permissions;
  if (role_id === null) return [];
  const role = await lockActiveRole(ctx, role_id);
  checkCanAssignRole(ctx, role);
  return role.permissions;
}

/** Returns the branch of new staff: the given one, or the caller's only branch. */
function branchFor(
  ctx: Ctx,
  after: Columns,
  was: typeof nobody,
  permissions: readonly string[],
): number | null {
  const scope = getEffectiveScope(ctx);
  const becomesStaff = permissions.length > 0 && was.permissions.length === 0;
  if (after.branch_id !== null || scope === 'all' || !becomesStaff) return after.branch_id;
  return scope.length === 1 ? (scope[0] ?? null) : null;
}

async function createAccount(ctx: Ctx, input: Input, secrets: PreparedSecrets): Promise<number> {
  const columns = buildAccountColumns(ctx, nobody, input, secrets);
  const permissions = await permissionsAfter(ctx, columns.role_id, nobody);
  const after = { ...columns, branch_id: branchFor(ctx, columns, nobody, permissions) };
  if (after.branch_id !== null) await lockAssignedBranch(ctx, after.branch_id);
  await lockAssignedTills(ctx, [], after.pos);
  await checkStillManageable(ctx, { id: 0, branch_id: after.branch_id, permissions });
  const { id, version } = await ctx.db.account.create({
    data: { ...after, created_at: ctx.now, updated_at: ctx.now },
    select: { id: true, version: true },
  });
  const { branch_id } = after;
  await recordAudit(ctx, { noun: 'account', id, action: 'create', before: null, after, version, branch_id });
  return id;
}

async function updateAccount(ctx: Ctx, id: number, input: Input, secrets: PreparedSecrets): Promise<void> {
  const stored = await lockAccount(ctx, id, 'save');
  checkVersion(stored.version, input.version);
  const branch_id = input.info?.branch_id;
  checkOwnAccountUnchanged(ctx, stored, {
    ...input,
    phone: secrets.phone,
    branch_id,
    password: secrets.password !== null,
  });
  const columns = buildAccountColumns(ctx, stored, input, secrets);
  const permissions = await permissionsAfter(ctx, columns.role_id, stored);
  const after = { ...columns, branch_id: branchFor(ctx, columns, stored, permissions) };
  if (after.status === 0 && stored.status === 1) await checkAccountHoldsNothing(ctx, id, 'status');
  if (after.branch_id !== null && after.branch_id !== stored.branch_id)
    await lockAssignedBranch(ctx, after.branch_id);
  await lockAssignedTills(ctx, stored.pos, after.pos);
  await checkStillManageable(ctx, { id, branch_id: after.branch_id, permissions });
  if (secrets.password_hash) await notifyPasswordChange(ctx, id);
  const { version } = await ctx.db.account.update({
    where: { id },
    data: { ...after, version: { increment: 1 }, updated_at: ctx.now },
    select: { version: true },
  });
  const isNewRole = after.role_id !== stored.role_id;
  const isDisabled = after.status === 0 && stored.status === 1;
  if (stored.permissions.includes('admin') && (isNewRole || isDisabled)) await requireAdminLeft(ctx);
  const sessions_ended =
    isNewRole || isDisabled || secrets.password_hash ? await endSessionsAndCodes(ctx, stored) : 0;
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, stored[name as keyof Columns]]));
  await recordAudit(ctx, {
    noun: 'account',
    id,
    action: 'update',
    before,
    after: { ...after, ...(sessions_ended ? { sessions_ended } : {}) },
    version,
    branch_id: after.branch_id,
  });
}

/**
 * Creates or changes an account. A password that is set here, or generated and returned once, must be changed at the
 * next sign-in. A new password or role and disabling the account end all its sessions.
 */
export const save: Handler<Account['save']> = async (ctx, input) => {
  const secrets = await prepareSecrets(ctx, input);
  return ctx.tx(async (ctx) => {
    if (input.id !== undefined) await updateAccount(ctx, input.id, input, secrets);
    const id = input.id ?? (await createAccount(ctx, input, secrets));
    const generated_password = input.generate_password ? secrets.password : null;
    return { ...(await loadSavedAccount(ctx, id)), ...(generated_password ? { generated_password } : {}) };
  });
};
