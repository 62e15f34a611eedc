import { createHash, randomUUID } from 'node:crypto';
import { DAY_MS } from '@dukkan/commerce';
import type { AuditAction, api } from '@dukkan/contract';
import { fail } from '@dukkan/contract';
import { sql } from 'kysely';
import { requireFound } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import { type Ctx, requireAccount } from '../../../core/ctx.ts';
import { countRows, fetchRow, fetchRows, runStatement, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { toPage, toSkipTake } from '../../../core/list/page.ts';
import type { Handler } from '../../../http/serve.ts';
import { findManageableAccount } from '../account/account-visibility.ts';

type Session = typeof api.session;
type Holder = {
  readonly id: number;
  readonly name: string;
  readonly role_id: number | null;
  readonly permissions: readonly string[];
};

/** An account with the password hash at the time it proved its identity. */
type Candidate = Holder & { readonly password_hash: string | null };

/** Maximum age of sessions. */
const STAFF_DAYS = 7;
const CUSTOMER_DAYS = 90;
/** Idle limits of sessions, which http/session.ts checks on every request. */
const STAFF_IDLE_MS = DAY_MS / 2;
const CUSTOMER_IDLE_MS = 30 * DAY_MS;

/** Returns the ctx with an account as actor that has just proved its identity. */
export const createAccountCtx = (ctx: Ctx, holder: Holder, session_id: string): Ctx => ({
  ...ctx,
  actor: {
    kind: 'account',
    id: holder.id,
    name: holder.name,
    session_id,
    role_id: holder.role_id,
    permissions: holder.permissions,
    global: false,
    branch_ids: [],
    must_change_password: false,
    locale: null,
  },
});

/**
 * Locks the account's row if it is still active with the same role and password. Every change of these locks the same
 * row before it ends sessions, so the later of the two sees the other.
 * @throws auth.failed
 */
async function holdStanding(ctx: Ctx, { id, role_id, password_hash }: Candidate): Promise<void> {
  const held = await runStatement(
    ctx,
    tables
      .updateTable('account')
      .set({ last_seen_at: ctx.now })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where('status', '=', 1)
      .where('role_id', 'is not distinct from', role_id)
      .where('password_hash', 'is not distinct from', password_hash),
  );
  if (held === 0) fail('auth.failed');
}

/**
 * Opens a session for at most 7 days for staff, 90 for customers; call inside a transaction.
 * @param holder the account as of the moment that it proved its identity
 * @returns the session's id and its absolute end
 * @throws auth.failed when it was disabled, deleted or given another role or password since then
 * (docs/rules/sessions.md#opening)
 */
export async function openSession(ctx: Ctx, holder: Candidate, action: AuditAction) {
  await holdStanding(ctx, holder);
  const id = randomUUID();
  const days = holder.permissions.length > 0 ? STAFF_DAYS : CUSTOMER_DAYS;
  const expires_at = new Date(ctx.now.getTime() + days * DAY_MS);
  const { ip, user_agent, now } = ctx;
  const permissions_hash = createHash('sha256')
    .update([...holder.permissions].sort().join('\n'))
    .digest('base64url');
  await ctx.db.session.create({
    data: {
      id,
      account_id: holder.id,
      permissions_hash,
      ip,
      user_agent,
      created_at: now,
      last_seen_at: now,
      expires_at,
    },
  });
  await recordAudit(createAccountCtx(ctx, holder, id), {
    noun: 'session',
    id,
    action,
    before: null,
    after: { account_id: holder.id, ip, user_agent },
  });
  return { id, expires_at };
}

/**
 * Ends all sessions of an account, or all but one; call after locking the account's row.
 * @returns the number of active sessions ended
 */
export async function endSessions(
  ctx: Ctx,
  account_id: number,
  except: string | null = null,
): Promise<number> {
  const { count } = await ctx.db.session.updateMany({
    where: { account_id, revoked_at: null, ...(except ? { id: { not: except } } : {}) },
    data: { revoked_at: ctx.now },
  });
  return count;
}

/** An account with the e-mail and phone (E.164) to which its codes were sent. */
type Reachable = { readonly id: number; readonly email: string | null; readonly phone: string | null };

/**
 * Ends an account's sessions, all or all but one, and its sign-in codes; when no session remains, also the codes that
 * its sessions requested. Call after locking the account's row.
 * @returns the number of active sessions ended
 */
export async function endSessionsAndCodes(
  ctx: Ctx,
  { id, email, phone }: Reachable,
  except: string | null = null,
): Promise<number> {
  // also used codes, whose check may still be running (docs/rules/sessions.md#codes); and as of their creation, because
  // such a check uses the time of its own, slightly earlier request
  const identities = [email, phone].filter((value) => value !== null);
  await runStatement(
    ctx,
    tables
      .updateTable('code_request')
      .set((eb) => ({ expires_at: eb.ref('created_at') }))
      .whereRef('expires_at', '>', 'created_at')
      .where((eb) => {
        const signsIn = eb.and([
          eb('purpose', '=', 'sign_in'),
          eb('identity', '=', sql<string>`any(${identities}::text[])`),
        ]);
        return except === null ? eb.or([signsIn, eb('account_id', '=', id)]) : signsIn;
      }),
  );
  return endSessions(ctx, id, except);
}

/**
 * Locks the caller's account and session until the transaction ends, for changes that need an active session.
 * @throws auth.unauthorized when one of them ended after the request began
 */
export async function lockOwnSession(ctx: Ctx): Promise<void> {
  const me = requireAccount(ctx);
  const account = tables
    .selectFrom('account')
    .select('id')
    .where('id', '=', me.id)
    .where('deleted_at', 'is', null)
    .where('status', '=', 1)
    .forNoKeyUpdate();
  const held = await fetchRow(ctx, account);
  // checked after the lock, because ending a session locks the account first
  const session = tables
    .selectFrom('session')
    .select('id')
    .where('id', '=', me.session_id)
    .where('revoked_at', 'is', null);
  const living = await fetchRow(ctx, session);
  if (!held || !living) fail('auth.unauthorized');
}

/** @returns false when it had already ended */
async function endOne(ctx: Ctx, id: string): Promise<boolean> {
  const { count } = await ctx.db.session.updateMany({
    where: { id, revoked_at: null },
    data: { revoked_at: ctx.now },
  });
  if (count === 0) return false;
  await recordAudit(ctx, {
    noun: 'session',
    id,
    action: 'end',
    before: { revoked_at: null },
    after: { revoked_at: ctx.now },
  });
  return true;
}

export const signOut: Handler<typeof api.auth.signOut> = (ctx) =>
  ctx.tx(async (ctx) => {
    await endOne(ctx, requireAccount(ctx).session_id);
    return { signed_out: 1 as const };
  });

/** Returns the owner of the sessions: the caller, or an account that they may manage. */
async function requireSessionOwner(ctx: Ctx, account_id: number | null | undefined, action: 'view' | 'save') {
  const me = requireAccount(ctx);
  if (!account_id || account_id === me.id) return { id: me.id, permissions: me.permissions };
  const other = requireFound(await findManageableAccount(ctx, account_id, action));
  if (other.outranks) fail('account.outranked');
  return other;
}

export const list: Handler<Session['list']> = async (ctx, input) => {
  const owner = await requireSessionOwner(ctx, input.account_id, 'view');
  const idle = owner.permissions.length > 0 ? STAFF_IDLE_MS : CUSTOMER_IDLE_MS;
  let query = tables
    .selectFrom('session')
    .select(['id', 'ip', 'user_agent', 'created_at', 'last_seen_at', 'expires_at'])
    .where('account_id', '=', owner.id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .where('last_seen_at', '>', new Date(ctx.now.getTime() - idle))
    .where(matchesKeywords(input.keywords, sql`fold(user_agent || ' ' || ip)`));
  if (input.id !== undefined) query = query.where('id', '=', input.id);
  const { skip, take } = toSkipTake(input);
  const sorted = query.orderBy(input.sort_by, input.sort_as).orderBy('id');
  const rows = await fetchRows(ctx, sorted.limit(take).offset(skip));
  const total = await countRows(ctx, query);
  const current = requireAccount(ctx).session_id;
  const views = rows.map((row) => ({
    id: row.id,
    ip: row.ip,
    user_agent: row.user_agent,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    current: row.id === current,
  }));
  return toPage(views, total, input);
};

/** Ends one session by id, or all of an account; `others` keeps the caller's own. */
export const revokeSession: Handler<Session['revoke']> = async (ctx, input) => {
  const owner = await requireSessionOwner(ctx, input.account_id, 'save');
  const me = requireAccount(ctx);
  if (!input.id && !input.others && owner.id === me.id) failField('id', 'required');
  return ctx.tx(async (ctx) => {
    const living = await ctx.db.session.findMany({
      where: {
        account_id: owner.id,
        revoked_at: null,
        ...(input.id ? { id: input.id } : { id: { not: me.session_id } }),
      },
      select: { id: true },
    });
    if (input.id && living.length === 0) fail('record.missing');
    let revoked = 0;
    for (const { id } of living) if (await endOne(ctx, id)) revoked += 1;
    return { revoked };
  });
};
