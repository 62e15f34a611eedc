import { CANCELED, DELIVERED } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type { RowOf } from '../../lib/server/endpoint.ts';

export type BulkOrder = RowOf<typeof api.order.show>;
export type TargetStatus = Pick<
  RowOf<typeof api.orderStatus.list>,
  'id' | 'title' | 'status_value' | 'variant'
>;

/** The most orders that can be changed at once, because each is read and changed in its own requests. */
export const ORDERS_MAX = 100;

/** The expected result for an order: `moves`, or the reason why its status would not change. */
export type StatusCheck = 'moves' | 'same' | 'driver' | 'force' | 'use_return' | 'bad';

type Moving = {
  readonly status: Pick<TargetStatus, 'id' | 'status_value'>;
  /** True when a driver is selected for the orders that need one. */
  readonly hasDriver: boolean;
  /** True when the user allows changes to an earlier status. */
  readonly force: boolean;
};

/**
 * Checks a status change against the order's `next` statuses, which the server computes with the same rules that it
 * enforces.
 */
export function checkStatusChange(order: BulkOrder, { status, hasDriver, force }: Moving): StatusCheck {
  if (order.status_id === status.id) return 'same';
  const next = order.next.find(({ status_id }) => status_id === status.id);
  if (!next)
    return order.status_value === DELIVERED && status.status_value === CANCELED ? 'use_return' : 'bad';
  if (next.needs === 'driver' && !hasDriver) return 'driver';
  return next.force && !force ? 'force' : 'moves';
}

/** Returns the request body that changes one order. */
export const toStatusChangeInput = (
  order: BulkOrder,
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

/** Returns the order numbers in a URL or a pasted list, each once, at most `ORDERS_MAX`. */
export const parseOrderIds = (text: string): number[] =>
  [...new Set(text.match(/\d{1,9}/g)?.map(Number) ?? [])].filter((id) => id > 0).slice(0, ORDERS_MAX);
