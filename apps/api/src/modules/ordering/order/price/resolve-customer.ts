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
import type { OrderRecord } from '../record/order-record.ts';
import type { CallerKind } from './caller-kind.ts';
import type { SoldLine } from './sold-lines.ts';

export type MakeOrderInput = z.output<typeof api.order.make.input>;

/** Where to, as an order keeps it. */
export type OrderPlace = {
  readonly area_no: string | null;
  readonly street: string | null;
  readonly home_no: string | null;
  readonly area_id: number | null;
  readonly lat: number | null;
  readonly lng: number | null;
};

export type OrderCustomer = {
  /** Null for somebody unknown at the counter, and while a new customer is only asked for a price. */
  readonly id: number | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  /** Which number price lists are matched with: a customer's own must be proved (decisions 0.4). */
  readonly priced_by: string | null;
  readonly address_id: number | null;
  readonly place: OrderPlace | null;
};

const known = (customer: Customer, priced_by: string | null) => ({
  id: customer.id,
  name: customer.name,
  phone: customer.phone,
  email: customer.email,
  priced_by,
});

const NOBODY = { id: null, name: null, phone: null, email: null, priced_by: null };

/** `createsCustomer`: a new caller is stored as a customer. `isOwn`: the price is asked for an order that the caller sees. */
export type QuoteOptions = {
  readonly createsCustomer: boolean;
  readonly isOwn?: boolean;
  /** The order that is changed so, with the lines that stand in it. */
  readonly change?: {
    readonly order: OrderRecord;
    readonly lines: readonly SoldLine[];
    /** It goes elsewhere, or another branch makes it: where it goes is asked as of a new order. */
    readonly isMoved: boolean;
  };
};

/** Whom a stored order is for, as it says itself: whatever became of the customer since. */
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
 * Who an order is for.
 * @throws reference.missing, client.name_missing, request.invalid on client.phone
 */
async function whoOf(ctx: Ctx, kind: CallerKind, input: MakeOrderInput, { createsCustomer, isOwn }: QuoteOptions) {
  if (kind === 'customer') {
    const own = await getOwnCustomer(ctx);
    return known(own, own.verified);
  }
  if (input.client_id != null) {
    const customer = await getCustomerById(ctx, input.client_id);
    const said = input.client?.phone ? (await findCustomerByPhone(ctx, input.client)).phone : null;
    if (said !== null && said !== customer.phone) failField('client.phone', 'unknown_field');
    // numbers can be counted through: a seller names a customer by the whole phone number too (decisions 0.4)
    if (kind === 'seller' && !isOwn && said === null)
      fail('reference.missing', { field: 'client_id' }, 'client_id');
    return known(customer, customer.phone);
  }
  const { client } = input;
  if (!client) return NOBODY;
  const { phone, customer, isTaken } = await findCustomerByPhone(ctx, client);
  if (customer) return { ...known(customer, phone), name: client.name ?? customer.name };
  if (phone !== null && !client.name) fail('client.name_missing', undefined, 'client.name');
  const said = { id: null, name: client.name ?? null, phone, email: client.email ?? null, priced_by: phone };
  if (phone === null || isTaken || !createsCustomer) return said;
  return known(await createCustomer(ctx, client, phone), phone);
}

/** A place of which some is said; null where nothing is. */
export function toOrderAddress(
  said: { readonly [K in keyof OrderPlace]?: OrderPlace[K] | undefined },
): OrderPlace | null {
  const place = {
    area_no: said.area_no ?? null,
    street: said.street ?? null,
    home_no: said.home_no ?? null,
    area_id: said.area_id ?? null,
    lat: said.lat ?? null,
    lng: said.lng ?? null,
  };
  if ((place.lat === null) !== (place.lng === null)) failField('client.lat', 'required');
  return Object.values(place).some((value) => value !== null) ? place : null;
}

/** Who an order is for and where it goes. @throws record.missing for an address of somebody else */
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
    // a place that was typed is none of the customer's addresses
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

/** What is delivered to a place; null where nobody delivers there, which only a price knows how to take. */
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
      // delivered by others, or at a fixed price, an order needs no zone
      if (error.code === 'no_delivery') return null;
      throw error;
    },
  );
}
