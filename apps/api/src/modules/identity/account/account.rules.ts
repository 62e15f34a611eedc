import { fail } from '@dukkan/contract';
import { type InferResult, type Selectable, sql } from 'kysely';
import { canSeeBranch, findMissingPermission, getEffectiveScope } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRow, fetchRows, tables } from '../../../core/db/tables.ts';
import type { Tables } from '../../../generated/tables.ts';
import {
  canSeeAllBranches,
  hasMoreRightsThanCaller,
  isAccountInScope,
  isAccountKindManageable,
  listManageableAccountKinds,
} from './account-visibility.ts';

type Action = 'save' | 'delete';

const readLockable = tables
  .selectFrom('account as a')
  .leftJoin('role as r', 'r.id', 'a.role_id')
  .select(['a.id', 'a.name', 'a.email', 'a.email_verified_at', 'a.phone', 'a.phone_verified_at'])
  .select(['a.password_hash', 'a.must_change_password', 'a.role_id', 'a.status', 'a.branch_id', 'a.pos'])
  .select(['a.avatar', 'a.version', 'a.deleted_at'])
  .select(({ ref }) => [
    sql<string[]>`coalesce(${ref('r.permissions')}, '{}')`.as('permissions'),
    sql<number>`coalesce(${ref('r.global')}, 0)`.as('global'),
  ]);

/** An account locked for a change, with its secrets, which must never be returned. */
export type LockedAccount = Readonly<InferResult<typeof readLockable>[number]>;

export type LockedRole = Readonly<Pick<Selectable<Tables['role']>, 'id' | 'permissions' | 'global'>>;

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
  const query = readLockable
    .where('a.id', '=', id)
    .where(isAccountKindManageable(ctx, action))
    .where(isAccountInScope(ctx))
    .forUpdate('a');
  const row = await fetchRow(
    ctx,
    since ? query.where('a.deleted_at', '>', since) : query.where('a.deleted_at', 'is', null),
  );
  if (!row) return fail('record.missing');
  if (hasMoreRightsThanCaller(ctx, row)) fail('account.outranked');
  return row;
}

/** Returns an existing, active role and locks it against deletion. @throws reference.missing */
export async function lockActiveRole(ctx: Ctx, id: number): Promise<LockedRole> {
  const row = await fetchRow(
    ctx,
    tables
      .selectFrom('role')
      .select(['id', 'permissions', 'global'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where('status', '=', 1)
      .forShare(),
  );
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
  const branch = tables
    .selectFrom('branch')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare();
  if (!canSeeBranch(ctx, id) || !(await fetchRow(ctx, branch))) fail('reference.missing', { field }, field);
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
  const query = tables
    .selectFrom('branch as b')
    .innerJoin('pos_device as d', 'd.branch_id', 'b.id')
    .select('d.id')
    .where('d.deleted_at', 'is', null)
    .where('b.deleted_at', 'is', null)
    .where('d.id', '=', anyIdSql(added))
    .orderBy('b.id')
    .orderBy('d.id')
    .forShare();
  const tills = await fetchRows(ctx, scope === 'all' ? query : query.where('b.id', '=', anyIdSql(scope)));
  const standing = new Set(tills.map(({ id }) => id));
  if (!added.every((id) => standing.has(id))) fail('reference.missing', { field }, field);
}

/** Checks that the role and branch of a restored account still exist. @throws reference.missing */
export async function checkRoleAndBranchExist(
  ctx: Ctx,
  { role_id, branch_id }: LockedAccount,
): Promise<void> {
  if (role_id !== null) {
    const role = tables
      .selectFrom('role')
      .select('id')
      .where('id', '=', role_id)
      .where('deleted_at', 'is', null)
      .forShare();
    if (!(await fetchRow(ctx, role))) fail('reference.missing', { field: 'role_id' });
  }
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
