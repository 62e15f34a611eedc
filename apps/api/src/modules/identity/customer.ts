import { fail } from '@dukkan/contract';
import { recordAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma, queryRows } from '../../core/db/database.ts';
import { requirePhone } from './parse-phone.ts';

/** A customer as orders use them; `verified` is the phone number that the customer has confirmed. */
export type Customer = {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly verified: string | null;
};

type Row = Customer & { readonly isStaff: boolean };

const SELECT = Prisma.sql`
  SELECT a.id, a.name, a.email, a.phone, CASE WHEN a.phone_verified_at IS NOT NULL THEN a.phone END AS verified,
         cardinality(coalesce(r.permissions, '{}')) > 0 AS "isStaff"
    FROM account a LEFT JOIN role r ON r.id = a.role_id AND r.deleted_at IS NULL AND r.status = 1
   WHERE a.deleted_at IS NULL`;

/** Returns the customer with this id. @throws reference.missing, also for staff */
export async function getCustomerById(ctx: Ctx, id: number, field = 'client_id'): Promise<Customer> {
  const [row] = await queryRows<Row>(ctx, Prisma.sql`${SELECT} AND a.id = ${id}::int`);
  return row && !row.isStaff ? row : fail('reference.missing', { field }, field);
}

/** Returns the caller as a customer. @throws 401 */
export async function getOwnCustomer(ctx: Ctx): Promise<Customer> {
  const id = ctx.actor.kind === 'account' ? ctx.actor.id : fail('auth.unauthorized');
  const [row] = await queryRows<Row>(ctx, Prisma.sql`${SELECT} AND a.id = ${id}::int`);
  return row ?? fail('auth.unauthorized');
}

const ofPhone = (ctx: Ctx, phone: string) =>
  queryRows<Row>(ctx, Prisma.sql`${SELECT} AND a.phone = ${phone}`).then(([row]) => row ?? null);

/** Finds the customers with these phone numbers, without staff. @param phones E.164 @returns by number */
export async function findCustomersByPhones(
  ctx: Ctx,
  phones: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: number; readonly name: string }>> {
  const rows = await queryRows<Row>(ctx, Prisma.sql`${SELECT} AND a.phone = ANY(${[...phones]}::text[])`);
  return new Map(
    rows.flatMap(({ id, name, phone, isStaff }) =>
      isStaff || phone === null ? [] : [[phone, { id, name }]],
    ),
  );
}

/** The customer data of a phone order. */
export type PhoneCustomerInput = {
  readonly name?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly email?: string | null | undefined;
};

/**
 * Finds a customer by phone number; numbers of staff do not match.
 * @returns the phone number in E.164, and null when no customer has it @throws request.invalid on client.phone
 */
export async function findCustomerByPhone(
  ctx: Ctx,
  { phone }: PhoneCustomerInput,
  field = 'client.phone',
): Promise<{ readonly phone: string | null; readonly customer: Customer | null; readonly isTaken: boolean }> {
  if (!phone) return { phone: null, customer: null, isTaken: false };
  const { number } = await requirePhone(ctx, phone, field);
  const row = await ofPhone(ctx, number);
  return { phone: number, customer: row && !row.isStaff ? row : null, isTaken: row !== null };
}

/**
 * Creates the customer of a first call; if another request has just created them, returns that one.
 * @param phone E.164 @throws client.name_missing
 */
export async function createCustomer(
  ctx: Ctx,
  { name, email }: PhoneCustomerInput,
  phone: string,
): Promise<Customer> {
  if (!name) return fail('client.name_missing', undefined, 'client.name');
  const [row] = await queryRows<{ id: number }>(
    ctx,
    Prisma.sql`
    INSERT INTO account (name, phone, email, created_at, updated_at)
    SELECT ${name}, ${phone}, CASE WHEN NOT EXISTS
             (SELECT 1 FROM account WHERE email = ${email ?? null}::text AND deleted_at IS NULL)
             THEN ${email ?? null}::text END, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    ON CONFLICT DO NOTHING RETURNING id`,
  );
  if (!row) return (await ofPhone(ctx, phone)) ?? fail('record.conflict');
  const after = { name, phone, email: email ?? null };
  await recordAudit(ctx, { noun: 'account', id: row.id, action: 'create', before: null, after, version: 1 });
  return { id: row.id, ...after, verified: null };
}
