import { type Localized, resolveText } from '@dukkan/commerce';
import { type api, getPermissionTitle, PERMISSIONS, parsePermissionKey } from '@dukkan/contract';
import type * as z from 'zod';
import { findMissingPermission, getPermissions, hasPermission, requireFound } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';
import { keywordConditions } from '../../core/list/keywords.ts';
import { toPage, toSkipTake } from '../../core/list/page.ts';
import type { Handler } from '../../http/serve.ts';
import { hasMoreRightsThanCaller } from './account-visibility.ts';

type Role = typeof api.role;
type Shown = z.output<Role['list']['output']>;
type Input = z.output<Role['list']['input']>;
type Titles = z.output<Role['save']['output']>['titles'];

type RoleRow = {
  readonly id: number;
  readonly key: string | null;
  readonly titles: Localized;
  readonly permissions: string[];
  readonly icon: string | null;
  readonly global: number;
  readonly status: number;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly accounts_count: number;
};

const SELECT = Prisma.sql`
  SELECT r.id, r.key, r.titles, r.permissions, r.icon, r.global, r.status, r.version, r.created_at, r.updated_at,
         (SELECT count(*)::int FROM account a WHERE a.role_id = r.id AND a.deleted_at IS NULL) AS accounts_count
    FROM role r`;

const whole = (titles: Localized): Titles => ({
  ar: titles.ar ?? '',
  en: titles.en ?? '',
  de: titles.de ?? '',
});

/**
 * The actions on a role; nobody may change their own role or one with more permissions than they have.
 */
function actionsOn(ctx: Ctx, row: RoleRow): Shown['actions'] {
  const isOwn = ctx.actor.kind === 'account' && ctx.actor.role_id === row.id;
  if (isOwn || hasMoreRightsThanCaller(ctx, row)) return [];
  return (['save', 'delete'] as const).filter((action) =>
    hasPermission(getPermissions(ctx), { resource: 'roles', action }),
  );
}

const shownRow = (ctx: Ctx, row: RoleRow, all: boolean): Shown => ({
  id: row.id,
  key: row.key,
  title: resolveText(row.titles, ctx.locale),
  ...(all ? { titles: whole(row.titles) } : {}),
  permissions: row.permissions,
  icon: row.icon,
  global: row.global,
  status: row.status,
  accounts_count: row.accounts_count,
  version: row.version,
  actions: actionsOn(ctx, row),
});

/** Returns a role just saved, without checking visibility again. */
export async function getRoleById(ctx: Ctx, id: number) {
  const [found] = await ctx.db.$queryRaw<RoleRow[]>`${SELECT} WHERE r.id = ${id}`;
  const row = requireFound(found);
  return {
    ...shownRow(ctx, row, true),
    titles: whole(row.titles),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function ordered(ctx: Ctx, input: Input): Prisma.Sql {
  const title = Prisma.sql`coalesce(nullif(r.titles->>${ctx.locale}, ''), nullif(r.titles->>'ar', ''),
    nullif(r.titles->>'en', ''), r.titles->>'de')`;
  const columns: Record<Input['sort_by'], Prisma.Sql> = {
    id: Prisma.sql`r.id`,
    title,
    accounts_count: ctx.reach === 'pick' ? Prisma.sql`r.id` : Prisma.sql`accounts_count`,
    status: Prisma.sql`r.status`,
  };
  const way = input.sort_as === 'desc' ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  return Prisma.sql`${columns[input.sort_by]} ${way}, r.id ${way}`;
}

export const list: Handler<Role['list']> = async (ctx, input) => {
  const filters = [
    Prisma.sql`r.deleted_at IS NULL`,
    ...keywordConditions(input.keywords, Prisma.sql`r.search`),
  ];
  if (input.id !== undefined) filters.push(Prisma.sql`r.id = ${input.id}`);
  if (input.status !== undefined) filters.push(Prisma.sql`r.status = ${input.status}`);
  const where = Prisma.join(filters, ' AND ');
  const { skip, take } = toSkipTake(input);
  const [counted] = await ctx.db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM role r WHERE ${where}`;
  const rows = await ctx.db.$queryRaw<RoleRow[]>`
    ${SELECT} WHERE ${where} ORDER BY ${ordered(ctx, input)} LIMIT ${take} OFFSET ${skip}`;
  return toPage(
    rows.map((row) => shownRow(ctx, row, input.all_locale ?? false)),
    counted?.total ?? 0,
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
