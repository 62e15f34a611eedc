import { type Action, isActionAllowed } from '@dukkan/commerce';
import { findMissingPermission, getEffectiveScope, getPermissions, isAdmin } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';

// Which callers may see which accounts. For statements over `account a LEFT JOIN role r ON r.id =
// a.role_id`.

/** Condition for staff, who have at least one permission; all others are customers. */
export const IS_STAFF = Prisma.sql`cardinality(coalesce(r.permissions, '{}')) > 0`;

const NOTHING = Prisma.sql`FALSE`;
const EVERYTHING = Prisma.sql`TRUE`;

/** Lists the role permissions whose accounts the caller may manage; null: all. */
export function listManageableAccountKinds(ctx: Ctx, action: Action): readonly string[] | null {
  const held = getPermissions(ctx);
  if (isActionAllowed(held, 'users', action)) return null;
  return ['driver', 'seller'].filter((kind) => isActionAllowed(held, `users.${kind}`, action));
}

/** Condition for the accounts that the caller may manage: all, drivers, sellers or none. */
export function accountKindSql(ctx: Ctx, action: Action): Prisma.Sql {
  const kinds = listManageableAccountKinds(ctx, action);
  if (kinds === null) return EVERYTHING;
  return kinds.length === 0 ? NOTHING : Prisma.sql`coalesce(r.permissions, '{}') && ${kinds}::text[]`;
}

/** Condition for staff who work at or manage one of these branches. */
export const staffOfBranchesSql = (branch_ids: readonly number[]): Prisma.Sql => Prisma.sql`(
  a.branch_id = ANY(${branch_ids}::int[])
  OR EXISTS (SELECT 1 FROM branch_manager m WHERE m.account_id = a.id AND m.branch_id = ANY(${branch_ids}::int[])))`;

/** Condition for staff of the caller's branches, and all customers, who have no branch. */
export function accountScopeSql(ctx: Ctx): Prisma.Sql {
  const scope = getEffectiveScope(ctx);
  return scope === 'all' ? EVERYTHING : Prisma.sql`(NOT (${IS_STAFF}) OR ${staffOfBranchesSql(scope)})`;
}

type Ranked = { readonly permissions: readonly string[]; readonly global: number };

/**
 * True when an account or role has a permission that the caller lacks, or sees every branch while the caller does not.
 */
export const hasMoreRightsThanCaller = (ctx: Ctx, { permissions, global }: Ranked): boolean =>
  findMissingPermission(ctx, permissions) !== null ||
  (global === 1 && permissions.length > 0 && !canSeeAllBranches(ctx));

/** True when the caller sees every branch. */
export const canSeeAllBranches = (ctx: Ctx): boolean => ctx.scope === 'all' || isAdmin(ctx);

/** Finds an account that the caller may manage with this action, and whether it has more rights; null otherwise. */
export async function findManageableAccount(ctx: Ctx, id: number, action: Action) {
  const [row] = await ctx.db.$queryRaw<{ id: number; permissions: string[]; global: number }[]>`
    SELECT a.id, coalesce(r.permissions, '{}') AS permissions, coalesce(r.global, 0) AS global
      FROM account a LEFT JOIN role r ON r.id = a.role_id
     WHERE a.id = ${id} AND a.deleted_at IS NULL AND ${accountKindSql(ctx, action)} AND ${accountScopeSql(ctx)}`;
  return row ? { ...row, outranks: hasMoreRightsThanCaller(ctx, row) } : null;
}
