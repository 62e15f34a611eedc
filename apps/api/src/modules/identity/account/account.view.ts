import { resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import { requireFound } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, tables } from '../../../core/db/tables.ts';
import { pictureUrl } from '../../../core/file/pictures.ts';
import { toTexts } from '../../../core/list/localized-columns.ts';
import type { Handler } from '../../../http/serve.ts';
import {
  hasMoreRightsThanCaller,
  isAccountInScope,
  isAccountKindManageable,
  listManageableAccountKinds,
} from './account-visibility.ts';

type Account = typeof api.account;
type BranchAccountRow = z.output<Account['listOfBranch']['output']>;

/** Selects accounts `a` with their role `r` and branch, for every response. */
export const readAccounts = tables
  .selectFrom('account as a')
  .leftJoin('role as r', 'r.id', 'a.role_id')
  .leftJoin('branch as b', 'b.id', 'a.branch_id')
  .select(['a.id', 'a.name', 'a.email', 'a.email_verified_at', 'a.phone', 'a.phone_verified_at'])
  .select(['a.must_change_password', 'a.role_id', 'a.status', 'a.branch_id', 'a.pos', 'a.avatar'])
  .select(['a.last_seen_at', 'a.created_at', 'a.updated_at', 'a.version'])
  .select(['r.titles as role_titles', 'b.names as branch_names'])
  .select((eb) => [
    eb('a.password_hash', 'is not', null).$castTo<boolean>().as('has_password'),
    sql<string[]>`coalesce(${eb.ref('r.permissions')}, '{}')`.as('permissions'),
    sql<number>`coalesce(${eb.ref('r.global')}, 0)`.as('global'),
  ]);

export type AccountQuery = typeof readAccounts;
export type AccountRow = InferResult<AccountQuery>[number];

/** The actions that the caller may take on an account; each action enforces the same rules. */
function actionsOn(ctx: Ctx, row: AccountRow): BranchAccountRow['actions'] {
  if (hasMoreRightsThanCaller(ctx, row)) return [];
  const may = (action: 'save' | 'delete') => {
    const kinds = listManageableAccountKinds(ctx, action);
    return kinds === null || kinds.some((kind) => row.permissions.includes(kind));
  };
  const isOwn = ctx.actor.kind === 'account' && ctx.actor.id === row.id;
  const actions: BranchAccountRow['actions'] = [];
  if (may('save')) actions.push('save');
  if (may('delete') && !isOwn) actions.push('delete');
  if (may('save') && !isOwn) actions.push('sign_out');
  return actions;
}

/**
 * Converts an account to a list row. Pick-lists show phone numbers of customers only; callers who do not manage a
 * customer see only the fields of a pick-list.
 */
export function toAccountListRow(ctx: Ctx, row: AccountRow): BranchAccountRow {
  const hidesPhone = ctx.reach === 'pick' && row.permissions.length > 0;
  const isPicked = row.permissions.length === 0 && listManageableAccountKinds(ctx, 'view') !== null;
  return {
    id: row.id,
    name: row.name,
    email: isPicked ? null : row.email,
    phone: hidesPhone ? null : row.phone,
    avatar_url: pictureUrl(row.avatar),
    role_id: row.role_id,
    role_title: row.role_id === null ? null : resolveText(toTexts(row.role_titles), ctx.locale),
    branch_id: row.branch_id,
    branch_name: row.branch_id === null ? null : resolveText(toTexts(row.branch_names), ctx.locale),
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
  const query = readAccounts
    .where('a.id', '=', id)
    .where('a.deleted_at', 'is', null)
    .where(isAccountKindManageable(ctx, action))
    .where(isAccountInScope(ctx));
  return (await fetchRow(ctx, query)) ?? null;
}

export const show: Handler<Account['show']> = async (ctx, input) =>
  accountView(ctx, requireFound(await findVisibleAccount(ctx, input.id, 'view')));

/** Loads an account just saved, without checking visibility again. */
export async function loadSavedAccount(ctx: Ctx, id: number) {
  const row = await fetchRow(ctx, readAccounts.where('a.id', '=', id));
  return accountView(ctx, requireFound(row));
}
