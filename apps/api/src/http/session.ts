import { type Endpoint, fail, type Locale } from '@dukkan/contract';
import type { FastifyRequest } from 'fastify';
import { findReach } from '../core/access.ts';
import { createBatcher } from '../core/cache/batcher.ts';
import type { Services } from '../core/ctx.ts';
import {
  type Account,
  type Actor,
  type BranchScope,
  type Ctx,
  createCtx,
  type Reach,
  type Upload,
} from '../core/ctx.ts';
import { memoizePerProcess } from '../core/process/memoize-per-process.ts';
import { resolveRequestLocale } from './language.ts';

/** Idle time after which a session ends. */
const STAFF_IDLE = '12 hours';
const CUSTOMER_IDLE = '30 days';
const TOUCH_EVERY_MS = 60_000;

/**
 * Reads session, account, role, permissions and branches in one statement on every request, so that none of them is
 * outdated.
 */
const SESSION_SQL = `
  SELECT s.id AS session_id, s.last_seen_at, s.wrote_at, a.id, a.name, a.role_id, a.must_change_password, a.locale,
         coalesce(r.permissions, '{}') AS permissions, coalesce(r.global, 0) AS global,
         ARRAY(SELECT m.branch_id FROM branch_manager m JOIN branch b ON b.id = m.branch_id
                WHERE m.account_id = a.id AND b.deleted_at IS NULL
               UNION SELECT b.id FROM branch b WHERE b.id = a.branch_id AND b.deleted_at IS NULL) AS branch_ids
    FROM session s
    JOIN account a ON a.id = s.account_id AND a.deleted_at IS NULL AND a.status = 1
    LEFT JOIN role r ON r.id = a.role_id AND r.deleted_at IS NULL AND r.status = 1
   WHERE s.id = ANY ($1::uuid[]) AND s.revoked_at IS NULL AND s.expires_at > $2::timestamptz
     AND s.last_seen_at > $2::timestamptz - CASE WHEN cardinality(coalesce(r.permissions, '{}')) > 0
                                             THEN interval '${STAFF_IDLE}' ELSE interval '${CUSTOMER_IDLE}' END`;

type Row = Omit<Account, 'kind' | 'global'> & { readonly global: number; readonly last_seen_at: Date };

/** This statement is half the cost of a small request, so concurrent requests share it. */
const livingSessions = memoizePerProcess((services) =>
  createBatcher(async (ids: readonly string[]) => {
    const { rows } = await services.database.pool.query<Row>({
      name: 'session',
      text: SESSION_SQL,
      values: [ids, services.now()],
    });
    return new Map(rows.map((row) => [row.session_id, row]));
  }),
);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const toAccount = (row: Row): Account => ({
  kind: 'account',
  id: row.id,
  name: row.name,
  session_id: row.session_id,
  wrote_at: row.wrote_at,
  role_id: row.role_id,
  permissions: row.permissions,
  global: row.global === 1 || row.permissions.includes('admin'),
  branch_ids: row.branch_ids,
  must_change_password: row.must_change_password,
  locale: row.locale,
});

const findSession = async (services: Services, session_id: string): Promise<Row | null> =>
  UUID.test(session_id) ? ((await livingSessions({ services })([session_id])).get(session_id) ?? null) : null;

/**
 * Returns the account of an active session, or null. Open streams repeat this check, so it does not count as use of the
 * session. Rule: docs/rules/sessions.md#ending
 */
export async function findSessionAccount(services: Services, session_id: string): Promise<Account | null> {
  const row = await findSession(services, session_id);
  return row && toAccount(row);
}

/**
 * Returns the account of an active session that sends a request, or null. Updates last_seen at most once a minute.
 * Rule: docs/rules/sessions.md#ending
 */
export async function touchSession(services: Services, session_id: string): Promise<Account | null> {
  const row = await findSession(services, session_id);
  if (!row) return null;
  const now = services.now();
  if (now.getTime() - row.last_seen_at.getTime() > TOUCH_EVERY_MS)
    await updateLastSeen(services, session_id, row.id, now);
  return toAccount(row);
}

/** Returns the permissions and branches of an account as a text for comparison. */
const reachKey = ({ permissions, global, branch_ids }: Account): string =>
  JSON.stringify([permissions.toSorted(), global, global ? [] : branch_ids.toSorted((a, b) => a - b)]);

/** True when the account has the same permissions in the same branches as before. */
export const hasSamePermissionsAndBranches = (earlier: Account, current: Account): boolean =>
  reachKey(earlier) === reachKey(current);

async function updateLastSeen(
  services: Services,
  session_id: string,
  account_id: number,
  now: Date,
): Promise<void> {
  await services.database.pool.query({
    name: 'session_touch',
    // the account's row is locked first, as everywhere (docs/adr/0012)
    text: `WITH holder AS (UPDATE account SET last_seen_at = $2 WHERE id = $3 RETURNING id)
           UPDATE session s SET last_seen_at = $2 FROM holder WHERE s.id = $1`,
    values: [session_id, now, account_id],
  });
}

/**
 * Marks the session as having just written, so that its reads use the primary until the replica has caught up. It
 * runs after the write, at most once a second, and stores the database's time plus a second.
 */
export async function markSessionWrite(services: Services, actor: Actor | null): Promise<void> {
  if (actor?.kind !== 'account') return;
  await services.database.pool
    .query({
      name: 'session_wrote',
      text: `UPDATE session SET wrote_at = clock_timestamp() + interval '1 second'
              WHERE id = $1 AND (wrote_at IS NULL OR wrote_at < clock_timestamp())`,
      values: [actor.session_id],
    })
    .catch(() => undefined);
}

/** True when the replica has everything that this caller wrote; callers without a session may always use it. */
export function canReadReplica({ replica }: Services, actor: Actor): boolean {
  const fresh = replica?.replicatedUpTo() ?? null;
  if (fresh === null) return false;
  const wrote = actor.kind === 'account' ? (actor.wrote_at?.getTime() ?? 0) : 0;
  return fresh >= wrote;
}

const bearer = (request: FastifyRequest): string | null => {
  const header = request.headers.authorization;
  return header && /^bearer /i.test(header) ? header.slice(7).trim() : null;
};

/** Public requests that a browser with an expired token must still be able to send. */
const DEAD_TOKEN_PASSES =
  /^\/(user\/auth|register\/.*|settings|demo\/.*|orders\/pay\/show\/.*|payments\/soft\/.*|admin\/pos\/(pair|sync))$/;

/** Identifies the caller. @throws 401 for a missing or expired token when one is needed */
export async function authenticate(
  services: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Actor> {
  const token = bearer(request);
  if (token === null) {
    if (endpoint.audience !== 'public') fail('auth.unauthorized');
    return { kind: 'anonymous' };
  }
  const claims = services.tokens.verify(token);
  const sessionAccount = claims ? await touchSession(services, claims.sid) : null;
  const actor = sessionAccount && String(sessionAccount.id) === claims?.sub ? sessionAccount : null;
  if (!actor) {
    if (DEAD_TOKEN_PASSES.test(endpoint.path)) return { kind: 'anonymous' };
    return fail('auth.unauthorized');
  }
  return actor;
}

/** Decides how much the actor may read from this endpoint. @throws 403 when the actor may not call it */
export const authorize = (endpoint: Endpoint, actor: Actor): Reach =>
  findReach(endpoint, actor) ?? fail('permission.denied');

function actorScope(actor: Actor): BranchScope {
  if (actor.kind === 'system') return 'all';
  if (actor.kind === 'anonymous') return [];
  return actor.global ? 'all' : actor.branch_ids;
}

/** Returns the branch of the branch-id header. @throws branch.required, branch.forbidden */
function readHeaderBranch(
  endpoint: Endpoint,
  actor: Actor,
  scope: BranchScope,
  header: unknown,
): number | null {
  if (actor.kind !== 'account' || actor.permissions.length === 0) return null;
  const needed = /^\/admin\/(manager|branch)\//.test(endpoint.path);
  if (header === undefined || header === '') {
    if (!needed || scope === 'all') return null;
    const [only, ...others] = scope;
    if (only === undefined) return fail('branch.forbidden');
    return others.length === 0 ? only : fail('branch.required');
  }
  if (typeof header !== 'string' || !/^[1-9]\d{0,9}$/.test(header)) return fail('branch.required');
  const branch_id = Number(header);
  if (branch_id > 2_147_483_647) return fail('branch.required');
  return scope === 'all' || scope.includes(branch_id) ? branch_id : fail('branch.forbidden');
}

/** Creates the ctx of a request with its actor, reach, scope, branch and language; `uploads` are its files. */
export function createRequestCtx(
  services: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
  actor: Actor,
  uploads: Readonly<Record<string, Upload>> = {},
): Ctx {
  const scope = actorScope(actor);
  const locale: Locale = resolveRequestLocale(request);
  return createCtx({
    actor,
    reach: authorize(endpoint, actor),
    scope,
    branch_id: readHeaderBranch(endpoint, actor, scope, request.headers['branch-id']),
    locale,
    now: services.now(),
    ip: request.ip,
    user_agent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    request_id: request.id,
    services,
    uploads,
  });
}
