import { foldForSearch } from '@dukkan/commerce';
import type { Ctx } from '../../core/ctx.ts';
import { ADDRESSES_MAX, createAddress, lockAddressOwner } from './address.save.ts';

/** Where an order goes, as it was told on the phone. */
export type AddressInput = {
  readonly area_no: string | null;
  readonly street: string | null;
  readonly home_no: string | null;
  readonly area_id: number | null;
  readonly lat: number | null;
  readonly lng: number | null;
};

/**
 * What makes two addresses one: street, zone and house, however they are spelled. Without a zone number the area stands
 * for it, and where no text was told at all, the pin.
 */
export function buildAddressKey({ area_no, street, home_no, area_id, lat, lng }: AddressInput): string {
  const [zone = '', road = '', house = ''] = [area_no, street, home_no].map((text) =>
    foldForSearch(text ?? '').trim(),
  );
  const isTold = [zone, road, house].some((text) => text !== '');
  return JSON.stringify([zone, road, house, zone === '' ? area_id : null, isTold ? null : [lat, lng]]);
}

/**
 * Makes the place of an order an address of its customer, once; call it in the order's transaction. Asks nothing about
 * the caller's right to addresses.
 * Rule: docs/rules/phone-orders.md#address
 * @returns the address, the one that is there already where it is the same; null where the customer has too many
 */
export async function saveOrderAddress(
  ctx: Ctx,
  user_id: number,
  place: AddressInput,
): Promise<number | null> {
  await lockAddressOwner(ctx, user_id);
  const existing = await ctx.db.address.findMany({
    where: { user_id, deleted_at: null },
    select: {
      id: true,
      status: true,
      area_no: true,
      street: true,
      home_no: true,
      area_id: true,
      lat: true,
      lng: true,
    },
    orderBy: { id: 'asc' },
  });
  const key = buildAddressKey(place);
  const same = existing.find((address) => buildAddressKey(address) === key);
  if (same) return same.status === 1 ? same.id : null;
  if (existing.length >= ADDRESSES_MAX) return null;
  const { area_no, street, home_no, lat, lng } = place;
  const isArea =
    place.area_id !== null &&
    (await ctx.db.location.count({ where: { id: place.area_id, type: 0, status: 1, deleted_at: null } })) > 0;
  const info = { area_no, street, home_no, area_id: isArea ? place.area_id : null };
  const point = lat === null || lng === null ? {} : { lat, lng };
  return (await createAddress(ctx, { user_id, info, ...point })).id;
}
