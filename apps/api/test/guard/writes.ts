import { api, type Endpoint } from '@dukkan/contract';
import type * as z from 'zod';

/** Calls an endpoint and answers its results; a call with a name is measured under it. @throws where it is refused */
export type Send = <E extends Endpoint>(
  endpoint: E,
  input: object,
  name?: string,
) => Promise<z.output<E['output']>>;

export type Place = {
  readonly branch_id: number;
  readonly other_branch_id: number;
  readonly device_id: number;
  readonly driver_id: number;
  readonly supplier_id: number;
  readonly items: readonly number[];
  /** Makes what must be unique so. */
  readonly round: number;
};

/** The seeded statuses. */
const STATUS = { canceled: 11, confirmed: 2, packing: 12, shipped: 10, delivered: 6 };
/** A position inside a zone of the demo business. */
const HOME = { lat: 25.2854, lng: 51.531 };

/** Goods come in: three items that the orders after it take. */
async function receive(send: Send, { branch_id, supplier_id, items }: Place): Promise<void> {
  const lines = items.map((item_id) => ({ item_id, branch_id, quantity: 1_000, cost_value: 2.5 }));
  const receipt = await send(api.receipt.save, { supplier_id, items: lines }, 'a receipt of 3 lines');
  await send(api.receipt.save, { id: receipt.id, status: 1 }, 'a receipt accepted');
  const [line] = (await send(api.receipt.show, { id: receipt.id })).items;
  await send(
    api.receipt.update,
    { id: receipt.id, items: [{ id: line?.id, quantity: 990 }] },
    'a receipt corrected',
  );
  await send(api.transaction.save, { receipt_id: receipt.id, value: 5 }, 'a supplier paid');
}

/** An order from its price to what comes back of it, one that is canceled, and one taken away. */
async function order(send: Send, { branch_id, driver_id, items, round }: Place): Promise<void> {
  const cart = items.map((item_id) => ({ item_id, quantity: 2 }));
  const client = { name: 'Nora Guard', phone: `+9745510010${round}`, ...HOME };
  const delivered = { type: 'delivery', branch_id, client, cart };
  await send(api.order.price, delivered, '3 lines, delivered');
  const made = await send(api.order.make, delivered, '3 lines, delivered');
  const { id } = made;
  await send(api.order.save, { id, notes: 'Ring twice' }, 'a note');
  await send(api.order.save, { id, cart: cart.slice(0, 2) }, 'a line less');
  await send(api.order.save, { id, driver_id }, 'a driver');
  for (const status of ['confirmed', 'packing', 'shipped'] as const)
    await send(api.order.save, { id, status_id: STATUS[status] }, status);
  await send(api.order.save, { id, status_id: STATUS.delivered, paid: 1 }, 'delivered and paid');
  const [line] = (await send(api.order.show, { id })).lines;
  const back = { order_id: id, items: [{ line_id: line?.id, quantity: 1 }] };
  const returned = await send(api.orderReturn.make, back, 'one unit');
  await send(api.orderReturn.remove, { id: returned.id }, 'one unit');

  const taken = { type: 'take_away', branch_id, cart };
  const away = await send(api.order.make, taken, '3 lines, taken away');
  await send(
    api.order.save,
    { id: away.id, status_id: STATUS.delivered, paid: 1 },
    'from waiting to delivered and paid',
  );
  const dropped = await send(api.order.make, taken);
  await send(api.order.save, { id: dropped.id, status_id: STATUS.canceled }, 'canceled');
}

/** A till from its opening to its close. */
async function till(send: Send, { branch_id, device_id, items }: Place): Promise<void> {
  const session = await send(api.posSession.open, { device_id, start_amount: 100 }, 'a till');
  const cart = items.map((item_id) => ({ item_id, quantity: 1 }));
  const sale = { type: 'take_away', branch_id, device_id, cart, paid: 1 };
  await send(api.order.make, sale, '3 lines, at a till');
  await send(
    api.posSession.move,
    { session_id: session.id, kind: 'in', amount: 5, reason: 'Change' },
    'cash put in',
  );
  const { expected_amount } = await send(api.posSession.show, { id: session.id });
  const counted = { device_id, end_session_amount: expected_amount ?? 105 };
  await send(api.posSession.close, counted, 'a till');
}

/** What staff do with goods. */
async function goods(send: Send, place: Place): Promise<void> {
  const { branch_id, other_branch_id, items, round } = place;
  const [item_id] = items;
  const titles = { ar: 'قهوة الحارس', en: 'Guarded coffee', de: 'Bewachter Kaffee' };
  const created = { titles, pricing: { price: 12.5 }, status: 1, items: [{ barcode: `GUARD-${round}` }] };
  const product = await send(api.product.save, created, 'a new one');
  await send(api.product.save, { id: product.id, pricing: { price: 13 } }, 'another price');
  const moved = {
    from_branch_id: branch_id,
    to_branch_id: other_branch_id,
    items: [{ item_id, quantity: 3 }],
  };
  await send(api.transfer.save, moved, 'one line');
  const counted = { branch_id, items: items.map((each) => ({ item_id: each, counted: 900 })) };
  const count = await send(api.stockCount.save, counted, '3 lines');
  await send(api.stockCount.post, { id: count.id }, '3 lines');
  await send(api.stock.writeOff, { branch_id, item_id, quantity: 1, reason: 'damaged' }, 'one unit');
}

/** Every write of an order's life once, and those of the goods and tills that it needs. */
export async function liveThrough(send: Send, place: Place): Promise<void> {
  await receive(send, place);
  await order(send, place);
  await till(send, place);
  await goods(send, place);
}
