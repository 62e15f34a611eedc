import { sql } from 'kysely';
import { recordAudits } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRows, runStatement, tables } from '../../../core/db/tables.ts';

// Customers for list imports (docs/rules/imports.md#customers): many at once, in the caller's transaction.

/** The fields of an account that an import of customers needs. */
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

const selectCustomers = () =>
  tables
    .selectFrom('account as a')
    .leftJoin('role as r', 'r.id', 'a.role_id')
    .select(['a.id', 'a.phone', 'a.version', 'a.name', 'a.email', 'a.email_verified_at', 'a.status'])
    .select('r.permissions')
    .where('a.deleted_at', 'is', null)
    .orderBy('a.id');

async function fetchCustomers(
  ctx: Ctx,
  statement: ReturnType<typeof selectCustomers>,
): Promise<ImportedCustomer[]> {
  const rows = await fetchRows(ctx, statement);
  return rows.map(({ permissions, ...row }) => ({ ...row, isStaff: (permissions ?? []).length > 0 }));
}

/** Loads the existing accounts with these phone numbers; `lock` keeps them unchanged until the transaction ends. */
export function loadCustomersByPhone(
  ctx: Ctx,
  phones: readonly string[],
  lock: boolean,
): Promise<ImportedCustomer[]> {
  const statement = selectCustomers().where('a.phone', '=', sql<string>`any(${[...phones]}::text[])`);
  return fetchCustomers(ctx, lock ? statement.forUpdate('a') : statement);
}

/** Loads and locks existing accounts by id until the transaction ends. */
export const lockCustomers = (ctx: Ctx, ids: readonly number[]): Promise<ImportedCustomer[]> =>
  fetchCustomers(ctx, selectCustomers().where('a.id', '=', anyIdSql(ids)).forUpdate('a'));

/** Finds the existing accounts with these e-mail addresses. */
export async function findEmailOwners(
  ctx: Ctx,
  emails: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (emails.length === 0) return new Map();
  const rows = await ctx.db.account.findMany({
    where: { email: { in: [...emails] }, deleted_at: null },
    select: { id: true, email: true },
  });
  return new Map(rows.map(({ id, email }) => [email ?? '', id]));
}

type NewCustomer = { readonly name: string; readonly phone: string; readonly email: string | null };

/**
 * Creates customers with unverified phone and e-mail, because an imported list proves nothing.
 * @returns ids by phone; fewer than requested when other accounts have taken a phone or e-mail
 */
export async function insertCustomers(
  ctx: Ctx,
  customers: readonly NewCustomer[],
): Promise<ReadonlyMap<string, number>> {
  if (customers.length === 0) return new Map();
  const rows = await fetchRows(
    ctx,
    tables
      .insertInto('account')
      .columns(['name', 'email', 'phone', 'created_at', 'updated_at'])
      .expression(
        sql`SELECT r.*, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
              FROM jsonb_to_recordset(${JSON.stringify(customers)}::jsonb) AS r(name text, email text, phone text)`,
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'phone']),
  );
  const ids = new Map(rows.map(({ id, phone }) => [phone ?? '', id]));
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

/** A customer as stored, with the new name and e-mail. */
export type CustomerChange = {
  readonly before: ImportedCustomer;
  readonly name: string;
  readonly email: string | null;
};

/** Writes names and e-mails of locked customers; a changed e-mail becomes unverified. */
export async function updateCustomers(ctx: Ctx, changes: readonly CustomerChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ before, name, email }) => ({ id: before.id, name, email }));
  const changed = sql<{ id: number; name: string; email: string | null }>`
    jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`.as<'r'>(sql`r(id int, name text, email text)`);
  await runStatement(
    ctx,
    tables
      .updateTable('account as a')
      .from(changed)
      .set((eb) => ({
        name: eb.ref('r.name'),
        email: eb.ref('r.email'),
        email_verified_at: eb
          .case()
          .when('a.email', 'is not distinct from', eb.ref('r.email'))
          .then(eb.ref('a.email_verified_at'))
          .end(),
        version: eb('a.version', '+', 1),
        updated_at: ctx.now,
      }))
      .whereRef('a.id', '=', 'r.id'),
  );
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

/** Finds the accounts in use: those with a role, a sign-in, orders or an address. */
export async function findUsedCustomers(ctx: Ctx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await ctx.db.account.findMany({
    where: {
      id: { in: [...ids] },
      OR: [
        { role_id: { not: null } },
        { last_seen_at: { not: null } },
        { sessions: { some: {} } },
        { addresses: { some: { deleted_at: null } } },
        { orders_of: { some: {} } },
      ],
    },
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
}

/** Deletes locked customers; their phones and e-mails may be used again. */
export async function deleteCustomers(ctx: Ctx, customers: readonly ImportedCustomer[]): Promise<void> {
  if (customers.length === 0) return;
  await ctx.db.account.updateMany({
    where: { id: { in: customers.map(({ id }) => id) } },
    data: { deleted_at: ctx.now, updated_at: ctx.now, version: { increment: 1 } },
  });
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
