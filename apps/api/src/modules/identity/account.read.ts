import { type Localized, resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import { requireFound } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';
import { pictureUrl } from '../../core/pictures.ts';
import type { Handler } from '../../http/serve.ts';
import {
  accountKindSql,
  accountScopeSql,
  hasMoreRightsThanCaller,
  listManageableAccountKinds,
} from './account-visibility.ts';

type Account = typeof api.account;
type Shown = z.output<Account['listOfBranch']['output']>;

/** An account with its role and branches, as loaded for every response and change. */
export type AccountRow = {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly email_verified_at: Date | null;
  readonly phone: string | null;
  readonly phone_verified_at: Date | null;
  readonly has_password: boolean;
  readonly must_change_password: boolean;
  readonly role_id: number | null;
  readonly status: number;
  readonly branch_id: number | null;
  readonly pos: number[];
  readonly avatar: string | null;
  readonly last_seen_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly version: number;
  readonly role_titles: Localized | null;
  readonly branch_names: Localized | null;
  readonly permissions: readonly string[];
  readonly global: number;
};

export const COLUMNS = Prisma.sql`
  a.id, a.name, a.email, a.email_verified_at, a.phone, a.phone_verified_at, a.password_hash IS NOT NULL AS has_password,
  a.must_change_password, a.role_id, a.status, a.branch_id, a.pos, a.avatar, a.last_seen_at, a.created_at, a.updated_at,
  a.version, r.titles AS role_titles, b.names AS branch_names, coalesce(r.permissions, '{}') AS permissions,
  coalesce(r.global, 0) AS global`;

export const TABLES = Prisma.sql`
  account a LEFT JOIN role r ON r.id = a.role_id LEFT JOIN branch b ON b.id = a.branch_id`;

/** The actions that the caller may take on an account; each action enforces the same rules. */
function actionsOn(ctx: Ctx, row: AccountRow): Shown['actions'] {
  if (hasMoreRightsThanCaller(ctx, row)) return [];
  const may = (action: 'save' | 'delete') => {
    const kinds = listManageableAccountKinds(ctx, action);
    return kinds === null || kinds.some((kind) => row.permissions.includes(kind));
  };
  const isOwn = ctx.actor.kind === 'account' && ctx.actor.id === row.id;
  const actions: Shown['actions'] = [];
  if (may('save')) actions.push('save');
  if (may('delete') && !isOwn) actions.push('delete');
  if (may('save') && !isOwn) actions.push('sign_out');
  return actions;
}

/**
 * Converts an account to a list row. Pick-lists show phone numbers of customers only; callers who do not manage a
 * customer see only the fields of a pick-list.
 */
export function toAccountListRow(ctx: Ctx, row: AccountRow): Shown {
  const hidesPhone = ctx.reach === 'pick' && row.permissions.length > 0;
  const isPicked = row.permissions.length === 0 && listManageableAccountKinds(ctx, 'view') !== null;
  return {
    id: row.id,
    name: row.name,
    email: isPicked ? null : row.email,
    phone: hidesPhone ? null : row.phone,
    avatar_url: pictureUrl(row.avatar),
    role_id: row.role_id,
    role_title: row.role_id === null ? null : resolveText(row.role_titles, ctx.locale),
    branch_id: row.branch_id,
    branch_name: row.branch_id === null ? null : resolveText(row.branch_names, ctx.locale),
    status: row.status,
    last_seen_at: isPicked ? null : (row.last_seen_at?.toISOString() ?? null),
    created_at: row.created_at.toISOString(),
    version: row.version,
    actions: actionsOn(ctx, row),
  };
}

/** Converts an account to the full response. */
export const accountView = (ctx: Ctx, row: AccountRow) => ({
  ...toAccountListRow(ctx, row),
  email_verified: row.email_verified_at !== null,
  phone_verified: row.phone_verified_at !== null,
  must_change_password: row.must_change_password,
  has_password: row.has_password,
  info: { branch_id: row.branch_id },
  pos: row.pos,
  updated_at: row.updated_at.toISOString(),
});

/** Finds an existing account that the caller may see, or null. */
export async function findVisibleAccount(
  ctx: Ctx,
  id: number,
  action: 'view' | 'save' | 'delete',
): Promise<AccountRow | null> {
  const [row] = await ctx.db.$queryRaw<AccountRow[]>`
    SELECT ${COLUMNS} FROM ${TABLES}
     WHERE a.id = ${id} AND a.deleted_at IS NULL AND ${accountKindSql(ctx, action)} AND ${accountScopeSql(ctx)}`;
  return row ?? null;
}

export const show: Handler<Account['show']> = async (ctx, input) =>
  accountView(ctx, requireFound(await findVisibleAccount(ctx, input.id, 'view')));

/** Loads an account just saved, without checking visibility again. */
export async function loadSavedAccount(ctx: Ctx, id: number) {
  const [row] = await ctx.db.$queryRaw<AccountRow[]>`SELECT ${COLUMNS} FROM ${TABLES} WHERE a.id = ${id}`;
  return accountView(ctx, requireFound(row));
}
