import { fail } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, fetchRows, tables } from '../../../core/db/tables.ts';
import { requirePhone } from '../parse-phone.ts';

/** Selects existing accounts; `verified` is the phone number that they have confirmed. */
const readCustomers = tables
  .selectFrom('account as a')
  .leftJoin('role as r', (join) =>
    join.onRef('r.id', '=', 'a.role_id').on('r.deleted_at', 'is', null).on('r.status', '=', 1),
  )
  .select(['a.id', 'a.name', 'a.email', 'a.phone'])
  .select((eb) => [
    eb.case().when('a.phone_verified_at', 'is not', null).then(eb.ref('a.phone')).end().as('verified'),
    sql<boolean>`cardinality(coalesce(${eb.ref('r.permissions')}, '{}')) > 0`.as('isStaff'),
  ])
  .where('a.deleted_at', 'is', null);

type CustomerRow = InferResult<typeof readCustomers>[number];

/** A customer as orders use them; `verified` is the phone number that the customer has confirmed. */
export type Customer = Readonly<Omit<CustomerRow, 'isStaff'>>;

const findById = (ctx: Ctx, id: number): Promise<CustomerRow | undefined> =>
  fetchRow(ctx, readCustomers.where('a.id', '=', id));

/** Returns the customer with this id. @throws reference.missing, also for staff */
export async function getCustomerById(ctx: Ctx, id: number, field = 'client_id'): Promise<Customer> {
  const row = await findById(ctx, id);
  return row && !row.isStaff ? row : fail('reference.missing', { field }, field);
}

/** Returns the caller as a customer. @throws 401 */
export async function getOwnCustomer(ctx: Ctx): Promise<Customer> {
  const id = ctx.actor.kind === 'account' ? ctx.actor.id : fail('auth.unauthorized');
  const row = await findById(ctx, id);
  return row ?? fail('auth.unauthorized');
}

const findByPhone = async (ctx: Ctx, phone: string): Promise<CustomerRow | null> =>
  (await fetchRow(ctx, readCustomers.where('a.phone', '=', phone))) ?? null;

/** Finds the customers with these phone numbers, without staff. @param phones E.164 @returns by number */
export async function findCustomersByPhones(
  ctx: Ctx,
  phones: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: number; readonly name: string }>> {
  const rows = await fetchRows(
    ctx,
    readCustomers.where('a.phone', '=', sql<string>`any(${[...phones]}::text[])`),
  );
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
  const row = await findByPhone(ctx, number);
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
  const row = await fetchRow(
    ctx,
    tables
      .insertInto('account')
      .columns(['name', 'phone', 'email', 'created_at', 'updated_at'])
      .expression((eb) => {
        const holder = eb
          .selectFrom('account as other')
          .select('other.id')
          .where('other.email', '=', email ?? null)
          .where('other.deleted_at', 'is', null);
        return tables.selectNoFrom([
          sql<string>`${name}::text`.as('name'),
          sql<string>`${phone}::text`.as('phone'),
          sql<string>`CASE WHEN NOT EXISTS ${holder} THEN ${email ?? null}::text END`.as('email'),
          sql<Date>`${ctx.now}::timestamptz`.as('created_at'),
          sql<Date>`${ctx.now}::timestamptz`.as('updated_at'),
        ]);
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );
  if (!row) return (await findByPhone(ctx, phone)) ?? fail('record.conflict');
  const after = { name, phone, email: email ?? null };
  await recordAudit(ctx, { noun: 'account', id: row.id, action: 'create', before: null, after, version: 1 });
  return { id: row.id, ...after, verified: null };
}
