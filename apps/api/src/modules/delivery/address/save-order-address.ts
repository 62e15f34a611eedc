import { foldForSearch } from '@dukkan/commerce';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRows, tables } from '../../../core/db/tables.ts';
import { type AddressInput, insertAddresses } from './add-addresses.ts';
import { ADDRESSES_MAX, lockAddressOwner } from './save-address.ts';

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
  const byOwner = Map.groupBy(existing, (address) => address.user_id);
  return places.map(({ user_id, place }) => {
    const own = user_id === null ? [] : (byOwner.get(user_id) ?? []);
    const key = buildAddressKey(place);
    if (own.some((address) => buildAddressKey(address) === key)) return 'same';
    return own.length >= ADDRESSES_MAX ? 'full' : 'new';
  });
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
  const owner = await lockAddressOwner(ctx, user_id);
  const { rows: existing, equal } = await readAddresses();
  if (equal) return equal.status === 1 ? equal.id : null;
  if (existing.length >= ADDRESSES_MAX) return null;
  const isArea =
    place.area_id !== null &&
    (await ctx.db.location.count({ where: { id: place.area_id, type: 0, status: 1, deleted_at: null } })) > 0;
  const isDefault = !existing.some(({ status }) => status === 1);
  const added = await insertAddresses(
    ctx,
    [{ ...owner, id: user_id, isDefault }],
    new Map([[user_id, { ...place, area_id: isArea ? place.area_id : null }]]),
  );
  return added.get(user_id) ?? null;
}
