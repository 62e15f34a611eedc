import { recordAudits } from '../../core/audit.ts';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';
import { IS_STAFF } from './account-visibility.ts';

// Customers as lists bring them in (docs/rules/imports.md#customers): the caller's transaction, many at once.

/** An account as an import of customers needs to know it. */
export type ImportedCustomer = {
  readonly id: number;
  readonly phone: string | null;
  readonly version: number;
  name: string;
  email: string | null;
  readonly email_verified_at: Date | null;
  readonly status: number;
  readonly isStaff: boolean;
};

const SELECT = Prisma.sql`
  SELECT a.id, a.phone, a.version, a.name, a.email, a.email_verified_at, a.status, ${IS_STAFF} AS "isStaff"
    FROM account a LEFT JOIN role r ON r.id = a.role_id`;

/** The living accounts of these phones; with `lock` nobody changes them until the transaction ends. */
export const loadCustomersByPhone = (
  ctx: Ctx,
  phones: readonly string[],
  lock: boolean,
): Promise<ImportedCustomer[]> => ctx.db.$queryRaw<ImportedCustomer[]>`
  ${SELECT} WHERE a.deleted_at IS NULL AND a.phone = ANY(${[...phones]}::text[]) ORDER BY a.id
  ${lock ? Prisma.sql`FOR UPDATE OF a` : Prisma.empty}`;

/** The living accounts of these ids, which nobody else changes until the transaction ends. */
export const lockCustomers = (ctx: Ctx, ids: readonly number[]): Promise<ImportedCustomer[]> =>
  ctx.db.$queryRaw<ImportedCustomer[]>`
  ${SELECT} WHERE a.deleted_at IS NULL AND a.id = ANY(${[...ids]}::int[]) ORDER BY a.id FOR UPDATE OF a`;

/** Whose e-mail addresses these are, among living accounts. */
export async function findEmailOwners(
  ctx: Ctx,
  emails: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (emails.length === 0) return new Map();
  const rows = await ctx.db.$queryRaw<{ id: number; email: string }[]>`
    SELECT id, email FROM account WHERE email = ANY(${[...emails]}::text[]) AND deleted_at IS NULL`;
  return new Map(rows.map(({ id, email }) => [email, id]));
}

type NewCustomer = { readonly name: string; readonly phone: string; readonly email: string | null };

/**
 * Makes customers; neither phone nor e-mail counts as confirmed, because a list proves nothing.
 * @returns ids by phone; fewer than asked for where others took a phone or an e-mail meanwhile
 */
export async function insertCustomers(
  ctx: Ctx,
  customers: readonly NewCustomer[],
): Promise<ReadonlyMap<string, number>> {
  if (customers.length === 0) return new Map();
  const rows = await ctx.db.$queryRaw<{ id: number; phone: string }[]>`
    INSERT INTO account (name, phone, email, created_at, updated_at)
    SELECT name, phone, email, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(customers)}::jsonb) AS r(name text, phone text, email text)
     ORDER BY phone
    ON CONFLICT DO NOTHING RETURNING id, phone`;
  const ids = new Map(rows.map(({ id, phone }) => [phone, id]));
  await recordAudits(
    ctx,
    customers.flatMap((after) => {
      const id = ids.get(after.phone);
      return id === undefined
        ? []
        : { noun: 'account' as const, id, action: 'create', before: null, after: { ...after }, version: 1 };
    }),
  );
  return ids;
}

/** A customer as it stood, with the name and the e-mail that it gets. */
export type CustomerChange = {
  readonly before: ImportedCustomer;
  readonly name: string;
  readonly email: string | null;
};

/** Writes names and e-mails of locked customers. An e-mail that changes is not confirmed. */
export async function updateCustomers(ctx: Ctx, changes: readonly CustomerChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ before, name, email }) => ({ id: before.id, name, email }));
  await ctx.db.$executeRaw`
    UPDATE account a
       SET name = r.name, email = r.email,
           email_verified_at = CASE WHEN a.email IS DISTINCT FROM r.email THEN NULL ELSE a.email_verified_at END,
           version = a.version + 1, updated_at = ${ctx.now}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id int, name text, email text)
     WHERE a.id = r.id`;
  await recordAudits(
    ctx,
    changes.map(({ before, name, email }) => ({
      noun: 'account' as const,
      id: before.id,
      action: 'update',
      before: { name: before.name, email: before.email },
      after: { name, email },
      version: before.version + 1,
    })),
  );
}

/** Those of these accounts that somebody uses: who signed in, ordered, works here, or has an address. */
export async function findUsedCustomers(ctx: Ctx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await ctx.db.$queryRaw<{ id: number }[]>`
    SELECT a.id FROM account a
     WHERE a.id = ANY(${[...ids]}::int[])
       AND (a.role_id IS NOT NULL OR a.last_seen_at IS NOT NULL
            OR EXISTS (SELECT 1 FROM session s WHERE s.account_id = a.id)
            OR EXISTS (SELECT 1 FROM address d WHERE d.user_id = a.id AND d.deleted_at IS NULL)
            OR EXISTS (SELECT 1 FROM "order" o WHERE o.client_id = a.id))`;
  return new Set(rows.map(({ id }) => id));
}

/** Deletes locked customers; their phones and e-mails are free again. */
export async function deleteCustomers(ctx: Ctx, customers: readonly ImportedCustomer[]): Promise<void> {
  if (customers.length === 0) return;
  const ids = customers.map(({ id }) => id);
  await ctx.db.$executeRaw`
    UPDATE account SET deleted_at = ${ctx.now}::timestamptz, updated_at = ${ctx.now}::timestamptz, version = version + 1
     WHERE id = ANY(${ids}::int[])`;
  await recordAudits(
    ctx,
    customers.map(({ id, name, version }) => ({
      noun: 'account' as const,
      id,
      action: 'delete',
      before: { name, deleted_at: null },
      after: { name, deleted_at: ctx.now },
      version: version + 1,
    })),
  );
}
