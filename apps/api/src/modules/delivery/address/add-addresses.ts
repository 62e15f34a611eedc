import { fail } from '@dukkan/contract';
import { sql } from 'kysely';
import { recordAudits } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRows, runStatement, tables } from '../../../core/db/tables.ts';
import { type AddressFields, auditView } from './address.view.ts';
import { settleDefault } from './save-address.ts';

// Addresses of orders and of imported customers (docs/rules/imports.md#batches): many at once, in the caller's transaction.

/** The destination of an order as given on the phone. */
export type AddressInput = {
  readonly area_no: string | null;
  readonly street: string | null;
  readonly home_no: string | null;
  readonly area_id: number | null;
  readonly lat: number | null;
  readonly lng: number | null;
};

/** Locks customers until the transaction ends. @throws reference.missing when one of them is none */
async function lockOwners(ctx: Ctx, ids: readonly number[]) {
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom('account as a')
      .leftJoin('role as r', 'r.id', 'a.role_id')
      .select(['a.id', 'a.name', 'a.phone', 'r.permissions'])
      .where('a.id', '=', anyIdSql(ids))
      .where('a.deleted_at', 'is', null)
      .orderBy('a.id')
      .forNoKeyUpdate('a'),
  );
  const owners = rows.filter(({ permissions }) => (permissions ?? []).length === 0);
  if (owners.length < ids.length) fail('reference.missing', { field: 'user_id' }, 'user_id');
  return owners;
}

/** A customer who gets an address, locked; `isDefault` when they have no other active one. */
type AddressOwner = {
  readonly id: number;
  readonly name: string;
  readonly phone: string | null;
  readonly isDefault: boolean;
};

/** Inserts an address for each of these locked customers. @returns the ids by customer */
export async function insertAddresses(
  ctx: Ctx,
  owners: readonly AddressOwner[],
  places: ReadonlyMap<number, Partial<AddressInput>>,
): Promise<ReadonlyMap<number, number>> {
  const values = owners.map(({ id, name, phone, isDefault }) => ({
    user_id: id,
    name,
    phone,
    default: isDefault ? 1 : 0,
    ...places.get(id),
  }));
  const added = await fetchRows(
    ctx,
    sql<AddressFields>`
      INSERT INTO address (user_id, name, phone, "default", area_no, street, home_no, area_id, lat, lng, created_at, updated_at)
      SELECT user_id, name, phone, "default", area_no, street, home_no, area_id, lat, lng, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
        FROM jsonb_populate_recordset(NULL::address, ${JSON.stringify(values)}::jsonb)
      RETURNING id, user_id, name, phone, status, "default", area_no, street, home_no, area_id, lat, lng`,
  );
  await recordAudits(
    ctx,
    added.map((row) => ({
      noun: 'address' as const,
      id: row.id,
      action: 'create',
      before: null,
      after: auditView(row),
      version: 1,
    })),
  );
  return new Map(added.map(({ id, user_id }) => [user_id, id]));
}

/**
 * Adds one address to each of these customers and locks them; it is the default of those who have no active address.
 * @returns the ids by customer
 */
export async function addAddresses(
  ctx: Ctx,
  places: ReadonlyMap<number, Pick<AddressInput, 'area_no' | 'street' | 'home_no'>>,
): Promise<ReadonlyMap<number, number>> {
  if (places.size === 0) return new Map();
  const owners = await lockOwners(ctx, [...places.keys()]);
  const active = await fetchRows(
    ctx,
    tables
      .selectFrom('address')
      .select('user_id')
      .where('user_id', '=', anyIdSql([...places.keys()]))
      .where('status', '=', 1)
      .where('deleted_at', 'is', null),
  );
  const withDefault = new Set(active.map(({ user_id }) => user_id));
  return insertAddresses(
    ctx,
    owners.map((owner) => ({ ...owner, isDefault: !withDefault.has(owner.id) })),
    places,
  );
}

/** Loads which of these addresses stand, changed or used in an order since they were added. */
const loadStanding = (ctx: Ctx, ids: readonly number[]) =>
  fetchRows(
    ctx,
    tables
      .selectFrom('address as d')
      .select((eb) => [
        'd.id',
        'd.user_id',
        'd.name',
        'd.phone',
        'd.status',
        'd.default',
        'd.area_no',
        'd.street',
        'd.home_no',
        'd.area_id',
        'd.lat',
        'd.lng',
        'd.version',
        eb
          .exists(
            eb
              .selectFrom('order as o')
              .select('o.id')
              .whereRef('o.client_id', '=', 'd.user_id')
              .whereRef('o.address_id', '=', 'd.id'),
          )
          .as('is_used'),
      ])
      .where('d.id', '=', anyIdSql(ids))
      .where('d.deleted_at', 'is', null)
      .orderBy('d.id')
      .forUpdate('d'),
  );

/** Makes another address the default of these customers, where their default was deleted. */
async function settleDefaults(ctx: Ctx, users_ids: readonly number[]): Promise<void> {
  const left = await fetchRows(
    ctx,
    tables
      .selectFrom('address')
      .distinctOn('user_id')
      .select('user_id')
      .where('user_id', '=', anyIdSql(users_ids))
      .where('deleted_at', 'is', null)
      .orderBy('user_id'),
  );
  // few customers of a list have another address
  for (const { user_id } of left) await settleDefault(ctx, user_id, null);
}

/**
 * Deletes addresses that were neither changed nor used in an order since they were added; their customers are locked.
 * @returns the ids of these addresses that are deleted after the call
 */
export async function removeUnusedAddresses(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const standing = await loadStanding(ctx, ids);
  const isUnused = ({ version, is_used }: (typeof standing)[number]) => version === 1 && !is_used;
  const gone = standing.filter(isUnused);
  if (gone.length > 0) {
    await runStatement(
      ctx,
      tables
        .updateTable('address')
        .set({ deleted_at: ctx.now, default: 0, version: 2, updated_at: ctx.now })
        .where('id', '=', anyIdSql(gone.map(({ id }) => id))),
    );
    await recordAudits(
      ctx,
      gone.map((row) => ({
        noun: 'address' as const,
        id: row.id,
        action: 'delete',
        before: auditView(row),
        after: null,
        version: row.version + 1,
      })),
    );
    await settleDefaults(
      ctx,
      gone.filter((row) => row.default === 1).map(({ user_id }) => user_id),
    );
  }
  const kept = new Set(standing.filter((row) => !isUnused(row)).map(({ id }) => id));
  return ids.filter((id) => !kept.has(id));
}
