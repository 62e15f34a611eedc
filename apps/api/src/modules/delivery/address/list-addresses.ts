import type { api } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { requireFound } from '../../../core/access.ts';
import { type Ctx, requireAccount } from '../../../core/ctx.ts';
import { anyIdSql, fetchRow, fetchRows } from '../../../core/db/tables.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { fetchPage, toPage } from '../../../core/list/page.ts';
import { requireNotDeleted } from '../../../core/soft-delete.ts';
import { type DeliverySnapshot, readDeliverySnapshot } from '../quote/delivery-snapshot.ts';
import { computeQuote } from '../quote/quote.ts';
import {
  type AddressQuery,
  type AddressRow,
  addressesWithOwners,
  rowView,
  selectAddressRows,
  showView,
  toPointAndArea,
} from './address.view.ts';

type List = z.output<typeof api.address.list.input>;

/** The caller's own addresses, or those of all existing customers with the permission. */
const readVisibleAddresses = (ctx: Ctx): AddressQuery =>
  ctx.reach === 'own'
    ? addressesWithOwners.where('d.user_id', '=', requireAccount(ctx).id)
    : addressesWithOwners.where('a.deleted_at', 'is', null);

/** Finds the ids of the addresses that are in a zone now. */
async function findAddressIdsInZone(ctx: Ctx, zones: DeliverySnapshot, zone_id: number): Promise<number[]> {
  const box = zones.zones.find(({ id }) => id === zone_id)?.shape.box;
  if (!box) return [];
  const addresses = await fetchRows(
    ctx,
    readVisibleAddresses(ctx)
      .select(['d.id', 'd.lat', 'd.lng', 'd.area_id'])
      .where('d.deleted_at', 'is', null)
      .where((eb) => eb.between('d.lng', box.west, box.east))
      .where((eb) => eb.between('d.lat', box.south, box.north)),
  );
  return addresses
    .filter((row) => computeQuote(zones, toPointAndArea(row), ctx.locale).ranked[0]?.id === zone_id)
    .map(({ id }) => id);
}

async function filterAddresses(ctx: Ctx, input: List, zones: DeliverySnapshot): Promise<AddressQuery> {
  const { id, status, user_id, area_id, zone_id } = input;
  let query = readVisibleAddresses(ctx)
    .where('d.deleted_at', 'is', null)
    .where(
      matchesKeywords(
        input.keywords,
        sql`(${sql.ref('d.search')} || ' ' || coalesce(${sql.ref('a.search')}, ''))`,
      ),
    );
  if (id !== undefined) query = query.where('d.id', '=', id);
  if (status !== undefined) query = query.where('d.status', '=', status);
  if (input.default !== undefined) query = query.where('d.default', '=', input.default);
  if (user_id !== undefined) query = query.where('d.user_id', '=', user_id);
  if (area_id !== undefined) query = query.where('d.area_id', '=', area_id);
  if (zone_id !== undefined)
    query = query.where('d.id', '=', anyIdSql(await findAddressIdsInZone(ctx, zones, zone_id)));
  return query;
}

/** Lists addresses with their zone; customers see their own. */
export async function list(ctx: Ctx, input: List) {
  const zones = await readDeliverySnapshot(ctx);
  const query = await filterAddresses(ctx, input, zones);
  const { sort_by, sort_as } = input;
  const sorted =
    sort_by === 'name'
      ? query.orderBy(sql`fold(${sql.ref('d.name')}) COLLATE "C"`, sort_as)
      : query.orderBy(`d.${sort_by}`, sort_as);
  const [rows, total] = await fetchPage(
    ctx,
    selectAddressRows(sorted.orderBy('d.id', sort_as)),
    query,
    input,
  );
  return toPage(
    rows.map((row) => rowView(ctx, row, zones)),
    total,
    input,
  );
}

/** Finds an address that the caller may see, even if it is deleted. */
export const findAddress = (ctx: Ctx, id: number): Promise<AddressRow | undefined> =>
  fetchRow(ctx, selectAddressRows(readVisibleAddresses(ctx).where('d.id', '=', id)));

/** Converts an address to the full response with its zone. */
export const toAddressView = async (ctx: Ctx, row: AddressRow) =>
  showView(ctx, row, await readDeliverySnapshot(ctx));

/** Returns an address. @throws record.missing */
export const show = async (ctx: Ctx, { id }: { id: number }) =>
  toAddressView(ctx, requireNotDeleted(await findAddress(ctx, id)));

/** The fields of a customer's address that an order stores. */
export type OrderAddress = Omit<AddressRow, 'created_at' | 'updated_at' | 'deleted_at' | 'version'>;

/**
 * Returns a customer's existing, active address for an order. Does not check the caller's permission for addresses.
 * @throws record.missing, also for another customer's address
 */
export async function getOrderAddress(ctx: Ctx, user_id: number, id: number): Promise<OrderAddress> {
  const row = await fetchRow(
    ctx,
    selectAddressRows(
      addressesWithOwners
        .where('d.id', '=', id)
        .where('d.user_id', '=', user_id)
        .where('d.status', '=', 1)
        .where('d.deleted_at', 'is', null)
        .where('a.deleted_at', 'is', null),
    ),
  );
  return requireFound(row);
}
