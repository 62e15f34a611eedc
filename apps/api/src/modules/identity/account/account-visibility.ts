import { type Action, isActionAllowed, LOCALES, type Locale } from '@dukkan/commerce';
import { type RawBuilder, sql } from 'kysely';
import { findMissingPermission, getEffectiveScope, getPermissions, isAdmin } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRow, tables } from '../../../core/db/tables.ts';

// Which callers may see which accounts. For statements over `account a LEFT JOIN role r ON r.id =
// a.role_id`.

/** Condition for staff, who have at least one permission; all others are customers. */
export const IS_STAFF = sql<boolean>`cardinality(coalesce(r.permissions, '{}')) > 0`;

const NOTHING = sql<boolean>`FALSE`;
export const EVERYTHING = sql<boolean>`TRUE`;

/** Lists the role permissions whose accounts the caller may manage; null: all. */
export function listManageableAccountKinds(ctx: Ctx, action: Action): readonly string[] | null {
  const held = getPermissions(ctx);
  if (isActionAllowed(held, 'users', action)) return null;
  return ['driver', 'seller'].filter((kind) => isActionAllowed(held, `users.${kind}`, action));
}

/** Condition for the accounts that the caller may manage: all, drivers, sellers or none. */
export function isAccountKindManageable(ctx: Ctx, action: Action): RawBuilder<boolean> {
  const kinds = listManageableAccountKinds(ctx, action);
  if (kinds === null) return EVERYTHING;
  return kinds.length === 0 ? NOTHING : sql<boolean>`coalesce(r.permissions, '{}') && ${kinds}::text[]`;
}

/** Condition for staff who work at or manage one of these branches. */
export const worksAtBranches = (branch_ids: readonly number[]): RawBuilder<boolean> => {
  const manages = tables
    .selectFrom('branch_manager as m')
    .select('m.account_id')
    .where('m.account_id', '=', sql.ref<number>('a.id'))
    .where('m.branch_id', '=', anyIdSql(branch_ids));
  return sql<boolean>`(a.branch_id = ${anyIdSql(branch_ids)} OR EXISTS ${manages})`;
};

/** Condition for staff of the caller's branches, and all customers, who have no branch. */
export function isAccountInScope(ctx: Ctx): RawBuilder<boolean> {
  const scope = getEffectiveScope(ctx);
  return scope === 'all' ? EVERYTHING : sql<boolean>`(NOT (${IS_STAFF}) OR ${worksAtBranches(scope)})`;
}

/** SQL for the title of role `r` in a language or its fallback, to sort by; null without any. */
export const selectRoleTitle = (locale: Locale): RawBuilder<string | null> => {
  const titles = [locale, ...LOCALES].map((one) => sql`nullif(r.titles->>${sql.lit(one)}, '')`);
  return sql<string | null>`coalesce(${sql.join(titles)})`;
};

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
  const row = await fetchRow(
    ctx,
    tables
      .selectFrom('account as a')
      .leftJoin('role as r', 'r.id', 'a.role_id')
      .select(({ ref }) => [
        'a.id',
        sql<string[]>`coalesce(${ref('r.permissions')}, '{}')`.as('permissions'),
        sql<number>`coalesce(${ref('r.global')}, 0)`.as('global'),
      ])
      .where('a.id', '=', id)
      .where('a.deleted_at', 'is', null)
      .where(isAccountKindManageable(ctx, action))
      .where(isAccountInScope(ctx)),
  );
  return row ? { ...row, outranks: hasMoreRightsThanCaller(ctx, row) } : null;
}
