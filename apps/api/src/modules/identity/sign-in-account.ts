import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';

/** A verified way to reach and identify somebody. */
export type Identity = { readonly channel: 'email' | 'sms'; readonly value: string };

/** The fields of an account that signing in needs. */
export type SignInAccount = {
  readonly id: number;
  readonly name: string;
  readonly status: number;
  readonly role_id: number | null;
  readonly password_hash: string | null;
  /** Permissions of an existing, active role; none for customers. */
  readonly permissions: readonly string[];
  readonly email_verified_at: Date | null;
  readonly phone_verified_at: Date | null;
};

const SELECT = Prisma.sql`
  SELECT a.id, a.name, a.status, a.role_id, a.password_hash, a.email_verified_at, a.phone_verified_at,
         coalesce(r.permissions, '{}') AS permissions
    FROM account a LEFT JOIN role r ON r.id = a.role_id AND r.deleted_at IS NULL AND r.status = 1`;

const holding = ({ channel, value }: Identity): Prisma.Sql =>
  channel === 'email' ? Prisma.sql`a.email = ${value}` : Prisma.sql`a.phone = ${value}`;

const verified = ({ channel }: Identity): Prisma.Sql =>
  channel === 'email'
    ? Prisma.sql`a.email_verified_at IS NOT NULL`
    : Prisma.sql`a.phone_verified_at IS NOT NULL`;

/**
 * Finds the existing, active account of a verified identity; an unverified one cannot sign in.
 */
export async function findActiveAccount(ctx: Ctx, identity: Identity): Promise<SignInAccount | null> {
  const [row] = await ctx.db.$queryRaw<SignInAccount[]>`
    ${SELECT} WHERE ${holding(identity)} AND ${verified(identity)} AND a.deleted_at IS NULL AND a.status = 1`;
  return row ?? null;
}

/** Finds the existing account with this identity, whether or not it may sign in. */
export async function findAccountByIdentity(ctx: Ctx, identity: Identity): Promise<SignInAccount | null> {
  const [row] = await ctx.db.$queryRaw<SignInAccount[]>`
    ${SELECT} WHERE ${holding(identity)} AND a.deleted_at IS NULL`;
  return row ?? null;
}

/** Finds the latest deleted account with this identity: a customer, or one with a role. */
export async function findDeletedAccount(
  ctx: Ctx,
  identity: Identity,
  kind: 'customer' | 'staff',
): Promise<SignInAccount | null> {
  const role = kind === 'staff' ? Prisma.sql`a.role_id IS NOT NULL` : Prisma.sql`a.role_id IS NULL`;
  const [row] = await ctx.db.$queryRaw<SignInAccount[]>`
    ${SELECT} WHERE ${holding(identity)} AND a.deleted_at IS NOT NULL AND ${role}
     ORDER BY a.deleted_at DESC LIMIT 1`;
  return row ?? null;
}

/** Locks an identity until the transaction ends, so that decisions about it run one after the other. */
export async function lockIdentity(ctx: Ctx, identity: string): Promise<void> {
  await ctx.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${identity}, 6))`;
}
