import { type api, fail, PERMISSIONS } from '@dukkan/contract';
import type { InferResult } from 'kysely';
import type * as z from 'zod';
import { checkVersion, findMissingPermission, isAdmin } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import type { Texts } from '../../../core/list/localized-columns.ts';
import { UNDO_MS } from '../../../core/soft-delete.ts';
import type { Handler } from '../../../http/serve.ts';
import { hasMoreRightsThanCaller } from '../account/account-visibility.ts';
import { requireAdminLeft } from '../account/require-admin-left.ts';
import { getRoleById } from './list-roles.ts';

type Role = typeof api.role;
type Input = z.output<Role['save']['input']>;

const readRoles = tables
  .selectFrom('role')
  .select(['id', 'permissions', 'icon', 'global', 'status', 'version', 'deleted_at'])
  .select(({ ref }) => ref('titles').$castTo<Texts>().as('titles'));

type RoleRecord = Readonly<InferResult<typeof readRoles>[number]>;

/** Locks a role in the expected state. @throws role.own, account.outranked, record.missing */
async function holdActiveRole(
  ctx: Ctx,
  id: number,
  isMeant: (row: RoleRecord) => boolean,
): Promise<RoleRecord> {
  const row = await fetchRow(ctx, readRoles.where('id', '=', id).forUpdate());
  if (!row || !isMeant(row)) return fail('record.missing');
  if (ctx.actor.kind === 'account' && ctx.actor.role_id === id) fail('role.own');
  if (hasMoreRightsThanCaller(ctx, row)) fail('account.outranked');
  return row;
}

const isLiving = (row: RoleRecord): boolean => row.deleted_at === null;

/** Checks that the permissions exist and that the caller has them. */
function checkGranted(ctx: Ctx, requested: readonly string[]): string[] {
  const chosen = [...new Set(requested)];
  const stranger = chosen.findIndex((permission) => !PERMISSIONS.includes(permission));
  if (stranger >= 0) failField(`permissions.${stranger}`, 'invalid');
  const permission = findMissingPermission(ctx, chosen);
  if (permission) fail('permission.not_held', { permission }, 'permissions');
  return chosen;
}

function toColumns(ctx: Ctx, before: Omit<RoleRecord, 'id' | 'version' | 'deleted_at'> | null, input: Input) {
  const global = input.global ?? before?.global ?? 0;
  if (global !== (before?.global ?? 0) && !isAdmin(ctx)) fail('permission.denied', undefined, 'global');
  return {
    titles: input.titles ?? before?.titles ?? failField('titles', 'required'),
    permissions: input.permissions ? checkGranted(ctx, input.permissions) : (before?.permissions ?? []),
    icon: input.icon === undefined ? (before?.icon ?? null) : input.icon,
    global,
    status: input.status ?? before?.status ?? 1,
  };
}

async function createRole(ctx: Ctx, input: Input): Promise<number> {
  const after = toColumns(ctx, null, input);
  const { id, version } = await ctx.db.role.create({
    data: { ...after, created_at: ctx.now, updated_at: ctx.now },
    select: { id: true, version: true },
  });
  await recordAudit(ctx, { noun: 'role', id, action: 'create', before: null, after, version });
  return id;
}

async function changeRole(ctx: Ctx, id: number, input: Input): Promise<void> {
  const stored = await holdActiveRole(ctx, id, isLiving);
  checkVersion(stored.version, input.version);
  const after = toColumns(ctx, stored, input);
  const { version } = await ctx.db.role.update({
    where: { id },
    data: { ...after, version: { increment: 1 }, updated_at: ctx.now },
    select: { version: true },
  });
  const wasAdmin = stored.permissions.includes('admin') && stored.status === 1;
  if (wasAdmin && !(after.permissions.includes('admin') && after.status === 1)) await requireAdminLeft(ctx);
  const { titles, permissions, icon, global, status } = stored;
  const before = { titles, permissions, icon, global, status };
  await recordAudit(ctx, { noun: 'role', id, action: 'update', before, after, version });
}

/**
 * Creates or changes a role. The change applies to the next request of each account with it and ends no session.
 * @throws role.own, account.outranked, permission.not_held, account.last_admin
 */
export const save: Handler<Role['save']> = (ctx, input) =>
  ctx.tx(async (ctx) => {
    if (input.id !== undefined) await changeRole(ctx, input.id, input);
    return getRoleById(ctx, input.id ?? (await createRole(ctx, input)));
  });

async function setRoleDeleted(
  ctx: Ctx,
  id: number,
  action: 'delete' | 'restore',
  was: Date | null,
): Promise<void> {
  const deleted_at = action === 'delete' ? ctx.now : null;
  const { version } = await ctx.db.role.update({
    where: { id },
    data: { deleted_at, version: { increment: 1 }, updated_at: ctx.now },
    select: { version: true },
  });
  await recordAudit(ctx, {
    noun: 'role',
    id,
    action,
    before: { deleted_at: was },
    after: { deleted_at },
    version,
  });
}

/** @throws role.in_use with the number of its accounts */
export const remove: Handler<Role['remove']> = (ctx, input) =>
  ctx.tx(async (ctx) => {
    const stored = await holdActiveRole(ctx, input.id, isLiving);
    checkVersion(stored.version, input.version);
    const count = await ctx.db.account.count({ where: { role_id: input.id, deleted_at: null } });
    if (count > 0) fail('role.in_use', { count });
    await setRoleDeleted(ctx, input.id, 'delete', null);
    return { deleted: 1 as const };
  });

/** Restores a role deleted in the last 24 hours. */
export const restore: Handler<Role['restore']> = (ctx, input) =>
  ctx.tx(async (ctx) => {
    const since = ctx.now.getTime() - UNDO_MS;
    const stored = await holdActiveRole(ctx, input.id, (row) => (row.deleted_at?.getTime() ?? 0) > since);
    await setRoleDeleted(ctx, input.id, 'restore', stored.deleted_at);
    return getRoleById(ctx, input.id);
  });
