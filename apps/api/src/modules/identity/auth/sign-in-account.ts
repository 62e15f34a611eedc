import { type InferResult, sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, runStatement, tables } from '../../../core/db/tables.ts';

/** A verified way to reach and identify somebody. */
export type Identity = { readonly channel: 'email' | 'sms'; readonly value: string };

/** Selects what signing in needs; permissions are those of an existing, active role, and none for customers. */
const readSignInAccounts = tables
  .selectFrom('account as a')
  .leftJoin('role as r', (join) =>
    join.onRef('r.id', '=', 'a.role_id').on('r.deleted_at', 'is', null).on('r.status', '=', 1),
  )
  .select(['a.id', 'a.name', 'a.status', 'a.role_id', 'a.password_hash'])
  .select(['a.email_verified_at', 'a.phone_verified_at'])
  .select(({ ref }) => sql<string[]>`coalesce(${ref('r.permissions')}, '{}')`.as('permissions'));

export type SignInAccount = InferResult<typeof readSignInAccounts>[number];

const readHolders = ({ channel, value }: Identity) =>
  readSignInAccounts.where(channel === 'email' ? 'a.email' : 'a.phone', '=', value);

/**
 * Finds the existing, active account of a verified identity; an unverified one cannot sign in.
 */
export async function findActiveAccount(ctx: Ctx, identity: Identity): Promise<SignInAccount | null> {
  const verified = identity.channel === 'email' ? 'a.email_verified_at' : 'a.phone_verified_at';
  const query = readHolders(identity).where(verified, 'is not', null).where('a.deleted_at', 'is', null);
  return (await fetchRow(ctx, query.where('a.status', '=', 1))) ?? null;
}

/** Finds the existing account with this identity, whether or not it may sign in. */
export async function findAccountByIdentity(ctx: Ctx, identity: Identity): Promise<SignInAccount | null> {
  return (await fetchRow(ctx, readHolders(identity).where('a.deleted_at', 'is', null))) ?? null;
}

/** Finds the latest deleted account with this identity: a customer, or one with a role. */
export async function findDeletedAccount(
  ctx: Ctx,
  identity: Identity,
  kind: 'customer' | 'staff',
): Promise<SignInAccount | null> {
  const query = readHolders(identity)
    .where('a.deleted_at', 'is not', null)
    .where('a.role_id', kind === 'staff' ? 'is not' : 'is', null)
    .orderBy('a.deleted_at', 'desc')
    .limit(1);
  return (await fetchRow(ctx, query)) ?? null;
}

/** Locks an identity until the transaction ends, so that decisions about it run one after the other. */
export async function lockIdentity(ctx: Ctx, identity: string): Promise<void> {
  await runStatement(ctx, sql`SELECT pg_advisory_xact_lock(hashtextextended(${identity}, 6))`);
}
