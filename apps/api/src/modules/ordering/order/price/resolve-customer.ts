import type { api } from '@dukkan/contract';
import { fail } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../../core/ctx.ts';
import { failField } from '../../../../core/fail-field.ts';
import { type DeliverySnapshot, getOrderAddress, type Quote, requireQuote } from '../../../delivery/index.ts';
import {
  type Customer,
  createCustomer,
  findCustomerByPhone,
  getCustomerById,
  getOwnCustomer,
} from '../../../identity/index.ts';
import type { OrderPlace, OrderRecord } from '../record/order-record.ts';
import type { CallerKind } from './caller-kind.ts';
import type { SoldLine } from './sold-lines.ts';

export type MakeOrderInput = z.output<typeof api.order.make.input>;

export type OrderCustomer = {
  /** Null for an unknown customer at the counter, and while a new customer only asks for a price. */
  readonly id: number | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  /** The phone number for price lists; a customer's own number must be verified. */
  readonly priced_by: string | null;
  readonly address_id: number | null;
  readonly place: OrderPlace | null;
};

const toKnownCustomer = (customer: Customer, priced_by: string | null) => ({
  id: customer.id,
  name: customer.name,
  phone: customer.phone,
  email: customer.email,
  priced_by,
});

const NOBODY = { id: null, name: null, phone: null, email: null, priced_by: null };

/** `createsCustomer`: a new caller becomes a customer. `isOwn`: the data is from an order that the caller may see. */
export type QuoteOptions = {
  readonly createsCustomer: boolean;
  readonly isOwn?: boolean;
  /** The order to be changed, with its current lines. */
  readonly change?: {
    readonly order: OrderRecord;
    readonly lines: readonly SoldLine[];
    /** The destination or branch changes, so it is checked as for a new order. */
    readonly isMoved: boolean;
  };
  /**
   * The goods were sold already: what has been switched off or deleted since is priced all the same, and coupons are no
   * guesses. `item_ids` are priced too although the cart does not name them. Rule: docs/rules/till-sales.md#booking
   */
  readonly sold?: { readonly item_ids: readonly number[] };
  /** The highest discount in percent that somebody has approved. */
  readonly approved_percent?: number;
};

/** Returns the customer as stored with the order, even if the account was changed or deleted since. */
const clientOfOrder = (order: OrderRecord): OrderCustomer => ({
  id: order.client_id,
  name: order.client_name,
  phone: order.client_phone,
  email: order.client_email,
  priced_by: order.client_phone,
  address_id: order.address_id,
  place: toOrderAddress(order.place),
});

/**
 * Determines the customer of an order.
 * @throws reference.missing, client.name_missing, request.invalid on client.phone
 */
async function whoOf(
  ctx: Ctx,
  kind: CallerKind,
  input: MakeOrderInput,
  { createsCustomer, isOwn }: QuoteOptions,
) {
  if (kind === 'customer') {
    const own = await getOwnCustomer(ctx);
    return toKnownCustomer(own, own.verified);
  }
  if (input.client_id != null) {
    const customer = await getCustomerById(ctx, input.client_id);
    const said = input.client?.phone ? (await findCustomerByPhone(ctx, input.client)).phone : null;
    if (said !== null && said !== customer.phone) failField('client.phone', 'unknown_field');
    // customer ids can be guessed, so a seller must also give the full phone number
    if (kind === 'seller' && !isOwn && said === null)
      fail('reference.missing', { field: 'client_id' }, 'client_id');
    return toKnownCustomer(customer, customer.phone);
  }
  const { client } = input;
  if (!client) return NOBODY;
  const { phone, customer, isTaken } = await findCustomerByPhone(ctx, client);
  if (customer) return { ...toKnownCustomer(customer, phone), name: client.name ?? customer.name };
  if (phone !== null && !client.name) fail('client.name_missing', undefined, 'client.name');
  const said = { id: null, name: client.name ?? null, phone, email: client.email ?? null, priced_by: phone };
  if (phone === null || isTaken || !createsCustomer) return said;
  return toKnownCustomer(await createCustomer(ctx, client, phone), phone);
}

/** Builds an address from fields of which at least one is given; null otherwise. */
export function toOrderAddress(
  input: { readonly [K in keyof OrderPlace]?: OrderPlace[K] | undefined },
): OrderPlace | null {
  const place = {
    area_no: input.area_no ?? null,
    street: input.street ?? null,
    home_no: input.home_no ?? null,
    area_id: input.area_id ?? null,
    lat: input.lat ?? null,
    lng: input.lng ?? null,
  };
  if ((place.lat === null) !== (place.lng === null)) failField('client.lat', 'required');
  return Object.values(place).some((value) => value !== null) ? place : null;
}

/** Determines the customer and destination of an order. @throws record.missing for an address of another customer */
export async function resolveCustomer(
  ctx: Ctx,
  kind: CallerKind,
  input: MakeOrderInput,
  options: QuoteOptions,
): Promise<OrderCustomer> {
  const { change } = options;
  const stored = change && clientOfOrder(change.order);
  const place = input.client ? toOrderAddress(input.client) : null;
  if (stored && input.address_id == null) {
    // a typed address is none of the customer's stored ones
    const isSame = JSON.stringify(place) === JSON.stringify(stored.place);
    return isSame ? stored : { ...stored, address_id: null, place };
  }
  const who = stored ?? (await whoOf(ctx, kind, input, options));
  if (input.address_id == null) return { ...who, address_id: null, place };
  if (who.id === null) return failField('address_id', 'unknown_field');
  const { id, area_no, street, home_no, area_id, lat, lng } = await getOrderAddress(
    ctx,
    who.id,
    input.address_id,
  );
  return { ...who, address_id: id, place: { area_no, street, home_no, area_id, lat, lng } };
}

/** Finds the delivery zone of an address; null outside of all zones, which only pricing accepts. */
export async function quoteDelivery(
  ctx: Ctx,
  place: OrderPlace | null,
  branch_id: number | null,
  zones: DeliverySnapshot,
): Promise<Quote | null> {
  if (!place) return null;
  const point = place.lat !== null && place.lng !== null ? { lat: place.lat, lng: place.lng } : null;
  return requireQuote(ctx, { point, area_id: place.area_id, branch_id }, zones).catch(
    (error: { code?: string }) => {
      // with external delivery or a fixed price no zone is needed
      if (error.code === 'no_delivery') return null;
      throw error;
    },
  );
}
