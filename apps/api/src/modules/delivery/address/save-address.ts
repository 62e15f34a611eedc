import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { requireFound } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import { type Ctx, requireAccount } from '../../../core/ctx.ts';
import { fetchRow, lockRow, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { omitUndefined } from '../../../core/list/localized-columns.ts';
import { defineRecord, type RecordVersion } from '../../../core/record/define-record.ts';
import { requireNotDeleted, requireRestorable } from '../../../core/soft-delete.ts';
import { readSettings, requireBusinessPhone } from '../../setting/index.ts';
import { type AddressRow, auditView } from './address.view.ts';
import { findAddress, toAddressView } from './list-addresses.ts';

type Save = z.output<typeof api.address.save.input>;

/** Maximum number of addresses per customer. */
export const ADDRESSES_MAX = 50;

/**
 * Locks a customer until the transaction ends, so that writes to their addresses run one after the other.
 * @throws reference.missing when there is no such customer
 */
export async function lockAddressOwner(
  ctx: Ctx,
  user_id: number,
): Promise<{ name: string; phone: string | null }> {
  const row = await fetchRow(
    ctx,
    tables
      .selectFrom('account as a')
      .leftJoin('role as r', 'r.id', 'a.role_id')
      .select(['a.name', 'a.phone', 'r.permissions'])
      .where('a.id', '=', user_id)
      .where('a.deleted_at', 'is', null)
      .forNoKeyUpdate('a'),
  );
  if (!row || (row.permissions ?? []).length > 0)
    return fail('reference.missing', { field: 'user_id' }, 'user_id');
  return row;
}

/** Checks that the area exists, is an area and is active; an unchanged area may have been disabled. */
async function checkArea(ctx: Ctx, before: number | null, area_id: number | null): Promise<void> {
  if (area_id === null || area_id === before) return;
  const area = await fetchRow(
    ctx,
    tables
      .selectFrom('location')
      .select(['type', 'status'])
      .where('id', '=', area_id)
      .where('deleted_at', 'is', null)
      .forShare(),
  );
  if (area?.type !== 0 || area.status !== 1)
    fail('reference.missing', { field: 'info.area_id' }, 'info.area_id');
}

async function toAddressColumns(ctx: Ctx, before: AddressRow | null, input: Save) {
  const { info = {}, phone, lat, lng } = input;
  if (info.area_id !== undefined) await checkArea(ctx, before?.area_id ?? null, info.area_id);
  const [north, east] = [lat === undefined ? before?.lat : lat, lng === undefined ? before?.lng : lng];
  if ((north ?? null) === null && (east ?? null) !== null) failField('lat', 'required');
  if ((east ?? null) === null && (north ?? null) !== null) failField('lng', 'required');
  const { country } = (await readSettings(ctx)).settings;
  return omitUndefined({
    // null stands for the customer's own name
    name: input.name === null ? before?.user_name : input.name,
    phone: phone && requireBusinessPhone(phone, country, 'phone'),
    status: input.status,
    area_no: info.area_no,
    street: info.street,
    home_no: info.home_no,
    area_id: info.area_id,
    lat,
    lng,
  });
}

const loadOwnAddresses = (ctx: Ctx, user_id: number) =>
  ctx.db.address.findMany({
    where: { user_id, deleted_at: null },
    select: { id: true, status: true, default: true },
    orderBy: { id: 'asc' },
  });

/** Returns the id of the default address: the requested one, else the current one, else the oldest active one. */
function chooseDefaultAddress(
  rows: readonly { id: number; status: number; default: number }[],
  wish: { id: number; default: number | undefined } | null,
): number | null {
  const usable = rows.filter(({ status }) => status === 1);
  if (wish?.default === 1 && usable.some(({ id }) => id === wish.id)) return wish.id;
  const others = wish?.default === 0 ? usable.filter(({ id }) => id !== wish.id) : usable;
  const kept = others.find((row) => row.default === 1) ?? others[0] ?? usable[0];
  return kept?.id ?? null;
}

/**
 * Makes exactly one address of a customer the default, with an audit row for each address changed other than the saved
 * one.
 */
export async function settleDefault(
  ctx: Ctx,
  user_id: number,
  wish: { id: number; default: number | undefined } | null,
): Promise<void> {
  const rows = await loadOwnAddresses(ctx, user_id);
  const chosen = chooseDefaultAddress(rows, wish);
  const wrong = rows.filter((row) => (row.default === 1) !== (row.id === chosen));
  // the old default is cleared first, so that there are never two
  for (const { id, default: was } of wrong.toSorted((a, b) => b.default - a.default)) {
    const isOther = id !== wish?.id;
    const before = isOther ? await findAddress(ctx, id) : undefined;
    await ctx.db.address.update({
      where: { id },
      data: { default: 1 - was, ...(isOther ? { version: { increment: 1 }, updated_at: ctx.now } : {}) },
      select: { id: true },
    });
    const after = isOther ? await findAddress(ctx, id) : undefined;
    if (before && after)
      await recordAudit(ctx, {
        noun: 'address',
        id,
        action: 'update',
        before: auditView(before),
        after: auditView(after),
        version: after.version,
      });
  }
}

async function checkRoom(ctx: Ctx, user_id: number): Promise<void> {
  const count = await ctx.db.address.count({ where: { user_id, deleted_at: null } });
  if (count >= ADDRESSES_MAX) fail('address.too_many', { max: ADDRESSES_MAX });
}

/** Returns the owner of the address: the customer themselves, or the one named by staff. */
function requireAddressOwner(ctx: Ctx, input: Save): number {
  if (ctx.reach !== 'own') return input.user_id ?? failField('user_id', 'required');
  const { id } = requireAccount(ctx);
  if (input.user_id !== undefined && input.user_id !== id)
    fail('reference.missing', { field: 'user_id' }, 'user_id');
  return id;
}

async function insertAddress(ctx: Ctx, input: Save) {
  const user_id = requireAddressOwner(ctx, input);
  const customer = await lockAddressOwner(ctx, user_id);
  await checkRoom(ctx, user_id);
  const columns = await toAddressColumns(ctx, null, input);
  const { id } = await ctx.db.address.create({
    data: {
      ...columns,
      user_id,
      name: input.name ?? customer.name,
      phone: columns.phone ?? customer.phone,
      created_at: ctx.now,
      updated_at: ctx.now,
    },
    select: { id: true },
  });
  await settleDefault(ctx, user_id, { id, default: input.default });
  return { id };
}

/** Returns an address that the caller may see, locked with its customer. @throws record.missing */
async function lockAddress(ctx: Ctx, { id }: { readonly id: number }): Promise<AddressRow> {
  const { user_id } = requireNotDeleted(await findAddress(ctx, id));
  await fetchRow(ctx, tables.selectFrom('account').select('id').where('id', '=', user_id).forNoKeyUpdate());
  await lockRow(ctx, 'address', id);
  return requireNotDeleted(await findAddress(ctx, id));
}

async function updateAddress(ctx: Ctx, before: AddressRow, input: Save) {
  const { id, user_id } = before;
  // an address cannot move to another customer, because orders of the first one refer to it
  if (input.user_id !== undefined && input.user_id !== user_id)
    fail('reference.missing', { field: 'user_id' }, 'user_id');
  const data = {
    ...(await toAddressColumns(ctx, before, input)),
    version: { increment: 1 },
    updated_at: ctx.now,
  };
  await ctx.db.address.update({ where: { id }, data, select: { id: true } });
  await settleDefault(ctx, user_id, { id, default: input.default });
}

const addresses = defineRecord({
  noun: 'address',
  lock: lockAddress,
  find: findAddress,
  view: toAddressView,
  audit: auditView,
  insert: insertAddress,
  update: updateAddress,
});

/** Creates or changes an address. @throws record.missing, record.stale, reference.missing, address.too_many */
export const { save } = addresses;

/** Deletes an address and makes another one the default. @throws record.missing, record.stale */
export const remove = (ctx: Ctx, known: RecordVersion) =>
  ctx.tx(async (ctx) => {
    const row = await addresses.open(ctx, known);
    await ctx.db.address.update({
      where: { id: row.id },
      data: { deleted_at: ctx.now, default: 0, version: { increment: 1 }, updated_at: ctx.now },
      select: { id: true },
    });
    await addresses.log(ctx, 'delete', { ...row, version: row.version + 1 }, null);
    await settleDefault(ctx, row.user_id, null);
    return { deleted: 1 as const };
  });

/** Undoes a delete of the last 24 hours. @throws record.missing, address.too_many */
export const restore = (ctx: Ctx, { id }: { id: number }) =>
  ctx.tx(async (ctx) => {
    const known = requireFound(await findAddress(ctx, id));
    await lockAddressOwner(ctx, known.user_id);
    const row = requireRestorable(ctx, await findAddress(ctx, id));
    await checkRoom(ctx, row.user_id);
    await ctx.db.address.update({
      where: { id },
      data: { deleted_at: null, version: { increment: 1 }, updated_at: ctx.now },
      select: { id: true },
    });
    await settleDefault(ctx, row.user_id, { id, default: undefined });
    const back = requireFound(await findAddress(ctx, id));
    await addresses.log(ctx, 'restore', null, back);
    return toAddressView(ctx, back);
  });
