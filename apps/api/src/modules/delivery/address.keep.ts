import { foldForSearch } from '@dukkan/commerce';
import type { Ctx } from '../../core/ctx.ts';
import { anyIdSql, fetchRows, tables } from '../../core/db/tables.ts';
import { ADDRESSES_MAX, createAddress, lockAddressOwner, remove } from './address.save.ts';

/** The destination of an order as given on the phone. */
export type AddressInput = {
  readonly area_no: string | null;
  readonly street: string | null;
  readonly home_no: string | null;
  readonly area_id: number | null;
  readonly lat: number | null;
  readonly lng: number | null;
};

/**
 * Returns a key that is equal for the same street, zone and house in any spelling. Without a zone number the area is
 * used, and without any text the coordinates.
 */
export function buildAddressKey({ area_no, street, home_no, area_id, lat, lng }: AddressInput): string {
  const [zone = '', road = '', house = ''] = [area_no, street, home_no].map((text) =>
    foldForSearch(text ?? '').trim(),
  );
  const isTold = [zone, road, house].some((text) => text !== '');
  return JSON.stringify([zone, road, house, zone === '' ? area_id : null, isTold ? null : [lat, lng]]);
}

/** Addresses with what `buildAddressKey` needs; placing an order reads them, so they are not read through Prisma. */
const selectAddresses = tables
  .selectFrom('address')
  .select(['id', 'user_id', 'status', 'area_no', 'street', 'home_no', 'area_id', 'lat', 'lng'])
  .where('deleted_at', 'is', null)
  .orderBy('id');

/**
 * The result of saving an address for a customer; 'same' and 'full' save nothing, because the customer has it or has
 * too many.
 */
export type AddressSaveResult = 'new' | 'same' | 'full';

/**
 * Finds the result of saving each address; a customer of null does not exist yet.
 * @returns the results in the order of the addresses
 */
export async function previewAddressSaves(
  ctx: Ctx,
  places: readonly { readonly user_id: number | null; readonly place: AddressInput }[],
): Promise<AddressSaveResult[]> {
  const owners = places.flatMap(({ user_id }) => user_id ?? []);
  const existing = await fetchRows(ctx, selectAddresses.where('user_id', '=', anyIdSql(owners)));
  return places.map(({ user_id, place }) => {
    const own = existing.filter((address) => address.user_id === user_id);
    if (own.some((address) => buildAddressKey(address) === buildAddressKey(place))) return 'same';
    return own.length >= ADDRESSES_MAX ? 'full' : 'new';
  });
}

/** Adds an address to a customer and locks the customer. @returns its id */
export async function addAddress(
  ctx: Ctx,
  user_id: number,
  { area_no, street, home_no }: AddressInput,
): Promise<number> {
  await lockAddressOwner(ctx, user_id);
  return (await createAddress(ctx, { user_id, info: { area_no, street, home_no } })).id;
}

/**
 * Deletes addresses that were neither changed nor used in an order since they were added.
 * @returns the ids of these addresses that are deleted after the call
 */
export async function removeUnusedAddresses(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const standing = await fetchRows(
    ctx,
    tables
      .selectFrom('address as d')
      .select((eb) => [
        'd.id',
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
      .orderBy('d.id'),
  );
  for (const { id, version, is_used } of standing)
    if (version === 1 && !is_used) await remove(ctx, { id, version });
  const kept = new Set(
    standing.filter(({ version, is_used }) => version !== 1 || is_used).map(({ id }) => id),
  );
  return ids.filter((id) => !kept.has(id));
}

/**
 * Saves the destination of an order as an address of its customer, once; call it in the order's transaction. Does not
 * check the caller's permission for addresses.
 * Rule: docs/rules/phone-orders.md#address
 * @returns the id of the new or the existing equal address; null when the customer has too many
 */
export async function saveOrderAddress(
  ctx: Ctx,
  user_id: number,
  place: AddressInput,
): Promise<number | null> {
  const key = buildAddressKey(place);
  const readAddresses = async () => {
    const rows = await fetchRows(ctx, selectAddresses.where('user_id', '=', user_id));
    return { rows, equal: rows.find((address) => buildAddressKey(address) === key) };
  };
  // most orders go to a known address, and then no other order of the customer has to wait for this one
  const known = await readAddresses();
  if (known.equal?.status === 1) return known.equal.id;
  await lockAddressOwner(ctx, user_id);
  const { rows: existing, equal } = await readAddresses();
  if (equal) return equal.status === 1 ? equal.id : null;
  if (existing.length >= ADDRESSES_MAX) return null;
  const { area_no, street, home_no, lat, lng } = place;
  const isArea =
    place.area_id !== null &&
    (await ctx.db.location.count({ where: { id: place.area_id, type: 0, status: 1, deleted_at: null } })) > 0;
  const info = { area_no, street, home_no, area_id: isArea ? place.area_id : null };
  const point = lat === null || lng === null ? {} : { lat, lng };
  return (await createAddress(ctx, { user_id, info, ...point })).id;
}
