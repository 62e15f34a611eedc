import { CANCELED, DELIVERED } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type { RowOf } from '../../lib/server/endpoint.ts';

export type Order = RowOf<typeof api.order.show>;
export type StatusRow = Pick<RowOf<typeof api.orderStatus.list>, 'id' | 'title' | 'status_value' | 'variant'>;

/** So many orders are moved at a time: each is read, then written in a call of its own. */
export const ORDERS_MAX = 100;

/** What would become of an order, and why it would stay where it is. */
export type StatusCheck = 'moves' | 'same' | 'driver' | 'force' | 'use_return' | 'bad';

type Moving = {
  readonly status: Pick<StatusRow, 'id' | 'status_value'>;
  /** A driver is chosen for those that lack one. */
  readonly hasDriver: boolean;
  /** Backwards is meant. */
  readonly force: boolean;
};

/** As the server's own list of next states says it, which is computed with the table that enforces it (decisions 3.3). */
export function checkStatusChange(order: Order, { status, hasDriver, force }: Moving): StatusCheck {
  if (order.status_id === status.id) return 'same';
  const next = order.next.find(({ status_id }) => status_id === status.id);
  if (!next)
    return order.status_value === DELIVERED && status.status_value === CANCELED ? 'use_return' : 'bad';
  if (next.needs === 'driver' && !hasDriver) return 'driver';
  return next.force && !force ? 'force' : 'moves';
}

/** The body that moves one order. */
export const toStatusChangeInput = (
  order: Order,
  { status, force }: Moving,
  { driver_id, notes }: { driver_id: number | null; notes: string },
) => {
  const next = order.next.find(({ status_id }) => status_id === status.id);
  return {
    id: order.id,
    version: order.version,
    status_id: status.id,
    ...(next?.needs === 'driver' && driver_id !== null ? { driver_id } : {}),
    ...(next?.force && force ? { force: true } : {}),
    ...(notes.trim() === '' ? {} : { move_notes: notes.trim() }),
  };
};

/** The numbers of an address or of a pasted list, each once, no more than can be moved. */
export const parseIds = (text: string): number[] =>
  [...new Set(text.match(/\d{1,9}/g)?.map(Number) ?? [])].filter((id) => id > 0).slice(0, ORDERS_MAX);
