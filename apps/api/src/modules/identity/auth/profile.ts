import { type Localized, resolveText } from '@dukkan/commerce';
import type { api, preferences } from '@dukkan/contract';
import { fail } from '@dukkan/contract';
import type * as z from 'zod';
import { type Ctx, requireAccount } from '../../../core/ctx.ts';
import { pictureUrl } from '../../../core/pictures.ts';
import { VERSION } from '../../../env.ts';
import type { Handler } from '../../../http/serve.ts';
import { DEFAULTS } from '../../setting/index.ts';
import { getServerIpAddress } from './replica.ts';

type Auth = typeof api.auth;
export type Profile = z.output<Auth['profile']['output']>;

type Row = {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly email_verified_at: Date | null;
  readonly phone_verified_at: Date | null;
  readonly pending_email: string | null;
  readonly pending_phone: string | null;
  readonly avatar: string | null;
  readonly locale: Profile['locale'];
  readonly preferences: z.output<typeof preferences>;
  readonly tour_version: number;
  readonly has_password: boolean;
  readonly has_pin: boolean;
  readonly must_change_password: boolean;
  readonly version: number;
  readonly role_id: number | null;
  readonly titles: Localized | null;
  readonly permissions: string[];
  readonly sees_all: boolean;
  readonly branches: { id: number; names: Localized; timezone: string | null }[];
  readonly timezone: string;
};

const MAX_BRANCHES = 200;

/** Reads account, role, permissions and branches in one statement. */
const read = (ctx: Ctx, id: number) => ctx.db.$queryRaw<Row[]>`
  SELECT a.id, a.name, a.email, a.phone, a.email_verified_at, a.phone_verified_at, a.pending_email, a.pending_phone,
         a.avatar, a.locale, a.preferences, a.tour_version, a.password_hash IS NOT NULL AS has_password,
         EXISTS (SELECT 1 FROM account_pin n WHERE n.account_id = a.id) AS has_pin,
         a.must_change_password, a.version, r.id AS role_id, r.titles, rights.permissions, rights.sees_all,
         (SELECT coalesce(json_agg(json_build_object('id', b.id, 'names', b.names, 'timezone', b.timezone) ORDER BY b.id), '[]')
            FROM (SELECT b.id, b.names, b.settings->>'timezone' AS timezone FROM branch b
                   WHERE b.deleted_at IS NULL AND cardinality(rights.permissions) > 0
                     AND (rights.sees_all OR b.id = a.branch_id OR EXISTS (
                          SELECT 1 FROM branch_manager m WHERE m.branch_id = b.id AND m.account_id = a.id))
                   ORDER BY b.id LIMIT ${MAX_BRANCHES}) b) AS branches,
         coalesce((SELECT data->>'timezone' FROM setting WHERE id = 1), ${DEFAULTS.timezone}) AS timezone
    FROM account a
    LEFT JOIN role r ON r.id = a.role_id AND r.deleted_at IS NULL
    CROSS JOIN LATERAL (SELECT CASE WHEN r.status = 1 THEN r.permissions ELSE '{}' END AS permissions,
                               r.status = 1 AND (r.global = 1 OR 'admin' = ANY(r.permissions)) AS sees_all) rights
   WHERE a.id = ${id} AND a.deleted_at IS NULL`;

/** Loads the account's own profile; `verify` is the code request for a changed identity. */
export async function loadProfile(ctx: Ctx, id: number, verify: Profile['verify'] = null): Promise<Profile> {
  const [row] = await read(ctx, id);
  if (!row) return fail('auth.unauthorized');
  const isStaff = row.permissions.length > 0;
  const { COMMIT } = ctx.services.env;
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
    role: row.role_id === null ? null : { id: row.role_id, title: resolveText(row.titles, ctx.locale) },
    permissions: row.permissions,
    all_branches: row.sees_all === true,
    branches: row.branches.map(({ id, names, timezone }) => ({
      id,
      name: resolveText(names, ctx.locale),
      timezone: timezone ?? row.timezone,
    })),
    timezone: row.timezone,
    version: row.version,
    build: isStaff ? { version: VERSION, commit: COMMIT, ip: getServerIpAddress() } : null,
    verify,
  };
}

export const showProfile: Handler<Auth['profile']> = (ctx) => loadProfile(ctx, requireAccount(ctx).id);
