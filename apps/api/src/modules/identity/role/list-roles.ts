import { resolveText } from '@dukkan/commerce';
import { type api, getPermissionTitle, PERMISSIONS, parsePermissionKey } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import { findMissingPermission, getPermissions, hasPermission, requireFound } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, tables } from '../../../core/db/tables.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { toTexts } from '../../../core/list/localized-columns.ts';
import { fetchPage, toPage } from '../../../core/list/page.ts';
import type { Handler } from '../../../http/serve.ts';
import { hasMoreRightsThanCaller, selectRoleTitle } from '../account/account-visibility.ts';

type Role = typeof api.role;
type ListRow = z.output<Role['list']['output']>;
type Input = z.output<Role['list']['input']>;

const readRoles = tables
  .selectFrom('role as r')
  .select(['r.id', 'r.key', 'r.titles', 'r.permissions', 'r.icon', 'r.global', 'r.status', 'r.version'])
  .select(['r.created_at', 'r.updated_at'])
  .select(({ selectFrom, fn }) =>
    sql<number>`${selectFrom('account as a')
      .select(fn.countAll().as('count'))
      .whereRef('a.role_id', '=', 'r.id')
      .where('a.deleted_at', 'is', null)}`.as('accounts_count'),
  );

type RoleQuery = typeof readRoles;
type RoleRow = InferResult<RoleQuery>[number];

/**
 * The actions on a role; nobody may change their own role or one with more permissions than they have.
 */
function listActions(ctx: Ctx, row: RoleRow): ListRow['actions'] {
  const isOwn = ctx.actor.kind === 'account' && ctx.actor.role_id === row.id;
  if (isOwn || hasMoreRightsThanCaller(ctx, row)) return [];
  return (['save', 'delete'] as const).filter((action) =>
    hasPermission(getPermissions(ctx), { resource: 'roles', action }),
  );
}

const toListRow = (ctx: Ctx, row: RoleRow, all: boolean): ListRow => ({
  id: row.id,
  key: row.key,
  title: resolveText(toTexts(row.titles), ctx.locale),
  ...(all ? { titles: toTexts(row.titles) } : {}),
  permissions: row.permissions,
  icon: row.icon,
  global: row.global,
  status: row.status,
  accounts_count: row.accounts_count,
  version: row.version,
  actions: listActions(ctx, row),
});

/** Returns a role just saved, without checking visibility again. */
export async function getRoleById(ctx: Ctx, id: number) {
  const row = requireFound(await fetchRow(ctx, readRoles.where('r.id', '=', id)));
  return {
    ...toListRow(ctx, row, true),
    titles: toTexts(row.titles),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function filterRoles({ keywords, id, status }: Input): RoleQuery {
  let query = readRoles
    .where('r.deleted_at', 'is', null)
    .where(matchesKeywords(keywords, sql.ref('r.search')));
  if (id !== undefined) query = query.where('r.id', '=', id);
  return status === undefined ? query : query.where('r.status', '=', status);
}

function sortRoles(ctx: Ctx, query: RoleQuery, { sort_by, sort_as }: Input): RoleQuery {
  const sorts = {
    id: sql.ref('r.id'),
    title: selectRoleTitle(ctx.locale),
    accounts_count: ctx.reach === 'pick' ? sql.ref('r.id') : sql.ref('accounts_count'),
    status: sql.ref('r.status'),
  };
  return query.orderBy(sorts[sort_by], sort_as).orderBy('r.id', sort_as);
}

export const list: Handler<Role['list']> = async (ctx, input) => {
  const query = filterRoles(input);
  const [rows, total] = await fetchPage(ctx, sortRoles(ctx, query, input), query, input);
  return toPage(
    rows.map((row) => toListRow(ctx, row, input.all_locale ?? false)),
    total,
    input,
  );
};

/** Lists all permissions; `grantable` for those that the caller has. */
export const listAllPermissions: Handler<Role['permissions']> = async (ctx) =>
  PERMISSIONS.map((key) => {
    const parts = parsePermissionKey(key);
    return {
      key,
      resource: parts?.resource ?? key,
      action: parts?.action ?? null,
      title: getPermissionTitle(key, ctx.locale),
      grantable: findMissingPermission(ctx, [key]) === null,
    };
  });
