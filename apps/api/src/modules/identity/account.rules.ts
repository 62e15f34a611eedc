import { fail } from '@dukkan/contract';
import { canSeeBranch, findMissingPermission, getEffectiveScope } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';
import {
  accountKindSql,
  accountScopeSql,
  canSeeAllBranches,
  hasMoreRightsThanCaller,
  listManageableAccountKinds,
} from './account-visibility.ts';

type Action = 'save' | 'delete';

/** An account locked for a change, with its secrets, which must never be returned. */
export type LockedAccount = {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly email_verified_at: Date | null;
  readonly phone: string | null;
  readonly phone_verified_at: Date | null;
  readonly password_hash: string | null;
  readonly must_change_password: boolean;
  readonly role_id: number | null;
  readonly status: number;
  readonly branch_id: number | null;
  readonly pos: number[];
  readonly avatar: string | null;
  readonly version: number;
  readonly deleted_at: Date | null;
  readonly permissions: readonly string[];
  readonly global: number;
};

export type LockedRole = {
  readonly id: number;
  readonly permissions: readonly string[];
  readonly global: number;
};

const STORED = Prisma.sql`
  SELECT a.id, a.name, a.email, a.email_verified_at, a.phone, a.phone_verified_at, a.password_hash,
         a.must_change_password, a.role_id, a.status, a.branch_id, a.pos, a.avatar, a.version, a.deleted_at,
         coalesce(r.permissions, '{}') AS permissions, coalesce(r.global, 0) AS global
    FROM account a LEFT JOIN role r ON r.id = a.role_id`;

const isOwn = (ctx: Ctx, id: number): boolean => ctx.actor.kind === 'account' && ctx.actor.id === id;

/**
 * Locks an existing account (or, with `since`, one deleted after that) that the caller may see until the transaction
 * ends. @throws record.missing when it is missing or not visible; account.outranked
 */
export async function lockAccount(
  ctx: Ctx,
  id: number,
  action: Action,
  since?: Date,
): Promise<LockedAccount> {
  const state = since ? Prisma.sql`a.deleted_at > ${since}` : Prisma.sql`a.deleted_at IS NULL`;
  const [row] = await ctx.db.$queryRaw<LockedAccount[]>`
    ${STORED} WHERE a.id = ${id} AND ${state} AND ${accountKindSql(ctx, action)} AND ${accountScopeSql(ctx)} FOR UPDATE OF a`;
  if (!row) return fail('record.missing');
  if (hasMoreRightsThanCaller(ctx, row)) fail('account.outranked');
  return row;
}

/** Returns an existing, active role and locks it against deletion. @throws reference.missing */
export async function lockActiveRole(ctx: Ctx, id: number): Promise<LockedRole> {
  const [row] = await ctx.db.$queryRaw<LockedRole[]>`
    SELECT id, permissions, global FROM role WHERE id = ${id} AND deleted_at IS NULL AND status = 1 FOR SHARE`;
  return row ?? fail('reference.missing', { field: 'role_id' }, 'role_id');
}

/** Refuses to assign a role with permissions that the caller lacks. @throws permission.not_held */
export function checkCanAssignRole(ctx: Ctx, role: LockedRole): void {
  const permission = findMissingPermission(ctx, role.permissions);
  if (permission) fail('permission.not_held', { permission }, 'role_id');
  if (role.global === 1 && !canSeeAllBranches(ctx))
    fail('permission.not_held', { permission: 'global' }, 'role_id');
}

/** Locks an existing branch that the caller may see against deletion; other branches look missing. */
export async function lockAssignedBranch(ctx: Ctx, id: number): Promise<void> {
  const field = 'info.branch_id';
  const found = canSeeBranch(ctx, id)
    ? await ctx.db.$queryRaw<{ id: number }[]>`
    SELECT id FROM branch WHERE id = ${id} AND deleted_at IS NULL FOR SHARE`
    : [];
  if (found.length === 0) fail('reference.missing', { field }, field);
}

/**
 * Checks that newly assigned tills belong to existing branches of the caller, and locks them. Tills assigned before may
 * have been removed since (docs/rules/sessions.md#tills).
 * @throws reference.missing, also for a till of another branch
 */
export async function lockAssignedTills(
  ctx: Ctx,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const field = 'pos';
  const added = after.filter((id) => !before.includes(id));
  if (added.length === 0) return;
  const scope = getEffectiveScope(ctx);
  const inSight = scope === 'all' ? Prisma.sql`TRUE` : Prisma.sql`b.id = ANY(${[...scope]}::int[])`;
  const tills = await ctx.db.$queryRaw<{ id: number }[]>`
    SELECT d.id FROM branch b JOIN pos_device d ON d.branch_id = b.id AND d.deleted_at IS NULL
     WHERE b.deleted_at IS NULL AND ${inSight} AND d.id = ANY(${added}::int[])
     ORDER BY b.id, d.id FOR SHARE`;
  const standing = new Set(tills.map(({ id }) => id));
  if (!added.every((id) => standing.has(id))) fail('reference.missing', { field }, field);
}

/** Checks that the role and branch of a restored account still exist. @throws reference.missing */
export async function checkRoleAndBranchExist(
  ctx: Ctx,
  { role_id, branch_id }: LockedAccount,
): Promise<void> {
  const roles = await ctx.db.$queryRaw<{ id: number }[]>`
    SELECT id FROM role WHERE id = ${role_id} AND deleted_at IS NULL FOR SHARE`;
  if (role_id !== null && roles.length === 0) fail('reference.missing', { field: 'role_id' });
  if (branch_id !== null) await lockAssignedBranch(ctx, branch_id);
}

type Outcome = {
  readonly id: number;
  readonly branch_id: number | null;
  readonly permissions: readonly string[];
};

/**
 * Checks that the caller may still manage the saved account: its kind, and for staff its branch.
 * @throws permission.denied, branch.required
 */
export async function checkStillManageable(ctx: Ctx, { id, branch_id, permissions }: Outcome): Promise<void> {
  const kinds = listManageableAccountKinds(ctx, 'save');
  if (kinds && !kinds.some((kind) => permissions.includes(kind)))
    fail('permission.denied', undefined, 'role_id');
  const scope = getEffectiveScope(ctx);
  if (scope === 'all' || permissions.length === 0) return;
  if (branch_id !== null && scope.includes(branch_id)) return;
  const manages = await ctx.db.branch_manager.findFirst({
    where: { account_id: id, branch_id: { in: [...scope] } },
  });
  if (!manages) fail('branch.required', undefined, 'info.branch_id');
}

type Wishes = {
  readonly role_id?: number | null | undefined;
  readonly status?: number | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly branch_id?: number | null | undefined;
  readonly pos?: readonly number[] | undefined;
  readonly password: boolean;
};

/**
 * Refuses changes of the caller's own role, status, sign-in and branches, which need another account, or proof in the
 * profile. Sending back the stored values is no change. @throws account.own
 */
export function checkOwnAccountUnchanged(ctx: Ctx, stored: LockedAccount, wishes: Wishes): void {
  if (!isOwn(ctx, stored.id)) return;
  const differs = (name: 'role_id' | 'status' | 'email' | 'phone' | 'branch_id') =>
    wishes[name] !== undefined && wishes[name] !== stored[name];
  const moves = differs('branch_id') || (wishes.pos && wishes.pos.join() !== stored.pos.join());
  if (wishes.password || differs('role_id') || differs('status') || differs('email') || differs('phone'))
    fail('account.own');
  if (moves && !canSeeAllBranches(ctx)) fail('account.own');
}

/** @throws account.own */
export function checkNotOwnAccount(ctx: Ctx, id: number): void {
  if (isOwn(ctx, id)) fail('account.own');
}
