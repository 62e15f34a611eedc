import { resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { fail } from '@dukkan/contract';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type * as z from 'zod';
import { type Ctx, requireAccount } from '../../../core/ctx.ts';
import { fetchRow, tables } from '../../../core/db/tables.ts';
import { pictureUrl } from '../../../core/file/pictures.ts';
import { toTexts } from '../../../core/list/localized-columns.ts';
import { VERSION } from '../../../env.ts';
import type { Handler } from '../../../http/serve.ts';
import { getShopDays, type Settings } from '../../setting/index.ts';
import { getServerIpAddress } from './replica.ts';

type Auth = typeof api.auth;
export type Profile = z.output<Auth['profile']['output']>;

const MAX_BRANCHES = 200;

/** Selects account, role, permissions and branches in one statement. */
const readProfiles = tables
  .selectFrom('account as a')
  .leftJoin('role as r', (join) => join.onRef('r.id', '=', 'a.role_id').on('r.deleted_at', 'is', null))
  .crossJoinLateral(
    tables
      .selectNoFrom([
        sql<string[]>`CASE WHEN r.status = 1 THEN r.permissions ELSE '{}' END`.as('permissions'),
        sql<boolean | null>`r.status = 1 AND (r.global = 1 OR 'admin' = any(r.permissions))`.as('sees_all'),
      ])
      .as('rights'),
  )
  .select(['a.id', 'a.name', 'a.email', 'a.phone', 'a.email_verified_at', 'a.phone_verified_at'])
  .select(['a.pending_email', 'a.pending_phone', 'a.avatar', 'a.tour_version', 'a.must_change_password'])
  .select(['a.version', 'r.id as role_id', 'r.titles', 'rights.permissions', 'rights.sees_all'])
  .select((eb) => {
    const pin = eb
      .selectFrom('account_pin as n')
      .select('n.account_id')
      .whereRef('n.account_id', '=', 'a.id');
    const managed = eb
      .selectFrom('branch_manager as m')
      .select('m.branch_id')
      .whereRef('m.account_id', '=', 'a.id');
    const branches = eb
      .selectFrom('branch as b')
      .select(['b.id', 'b.names', sql<string | null>`b.settings->>'timezone'`.as('timezone')])
      .where('b.deleted_at', 'is', null)
      .where(sql<boolean>`cardinality(rights.permissions) > 0`)
      .where((branch) =>
        branch.or([
          sql<boolean>`rights.sees_all`,
          branch('b.id', '=', branch.ref('a.branch_id')),
          branch('b.id', 'in', managed),
        ]),
      )
      .orderBy('b.id')
      .limit(MAX_BRANCHES);
    const shop = eb.selectFrom('setting').select('data').where('id', '=', 1);
    return [
      eb.ref('a.locale').$castTo<Profile['locale']>().as('locale'),
      eb.ref('a.preferences').$castTo<Profile['preferences']>().as('preferences'),
      eb('a.password_hash', 'is not', null).$castTo<boolean>().as('has_password'),
      eb.exists(pin).$castTo<boolean>().as('has_pin'),
      jsonArrayFrom(branches).as('branches'),
      sql<Partial<Settings> | null>`(${shop})`.as('shop'),
    ];
  })
  .where('a.deleted_at', 'is', null);

/** Loads the account's own profile; `verify` is the code request for a changed identity. */
export async function loadProfile(ctx: Ctx, id: number, verify: Profile['verify'] = null): Promise<Profile> {
  const row = await fetchRow(ctx, readProfiles.where('a.id', '=', id));
  if (!row) return fail('auth.unauthorized');
  const isStaff = row.permissions.length > 0;
  const { COMMIT } = ctx.services.env;
  const shop = getShopDays(row.shop ?? {});
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    email_verified: row.email_verified_at !== null,
    phone_verified: row.phone_verified_at !== null,
    pending_email: row.pending_email,
    pending_phone: row.pending_phone,
    avatar_url: pictureUrl(row.avatar),
    locale: row.locale,
    preferences: row.preferences,
    tour_version: row.tour_version,
    has_password: row.has_password,
    has_pin: row.has_pin,
    must_change_password: row.must_change_password,
    role:
      row.role_id === null ? null : { id: row.role_id, title: resolveText(toTexts(row.titles), ctx.locale) },
    permissions: row.permissions,
    all_branches: row.sees_all === true,
    branches: row.branches.map(({ id, names, timezone }) => ({
      id,
      name: resolveText(toTexts(names), ctx.locale),
      timezone: timezone ?? shop.timezone,
    })),
    ...shop,
    version: row.version,
    build: isStaff ? { version: VERSION, commit: COMMIT, ip: getServerIpAddress() } : null,
    verify,
  };
}

export const showProfile: Handler<Auth['profile']> = (ctx) => loadProfile(ctx, requireAccount(ctx).id);
