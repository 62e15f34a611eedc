import { api } from '../../../lib/server/api.ts';
import { useRead } from '../../../lib/server/use-read-write.ts';
import type { OrderDetails, OrderRow } from './order-status.tsx';

/** How the amount due of an order is collected on delivery. */
export type DeliveryCash = {
  /** Whether the cash is with a person, with the branch, or not collected. */
  readonly takes: 'with' | 'branch' | 'nothing';
  readonly amount: number;
  /** The name of the person or branch with the cash; empty for none. */
  readonly name: string;
};

type Method = { readonly inhouse_holder?: number };

/**
 * Computes the cash on delivery as the server books it: the amount due without pending payments, if the order is to be
 * paid in cash.
 * @param method the order's payment method if it is cash, else null
 */
export function getCashOnDelivery(
  order: Pick<
    OrderDetails,
    'open_amount' | 'payments' | 'payment_id' | 'payment_title' | 'driver_name' | 'branch_name'
  >,
  method: Method | null,
): DeliveryCash {
  const pending = order.payments
    .filter(({ status, amount }) => status === 'pending' && amount > 0)
    .reduce((all, { amount }) => all + amount, 0);
  const amount = Math.round((order.open_amount - pending) * 10_000) / 10_000;
  if (order.payment_id === null || method === null || amount <= 0)
    return { takes: 'nothing', amount: order.open_amount, name: '' };
  if (method.inhouse_holder === 0) return { takes: 'with', amount, name: order.payment_title ?? '' };
  return order.driver_name === null
    ? { takes: 'branch', amount, name: order.branch_name }
    : { takes: 'with', amount, name: order.driver_name };
}

/** Loads the cash to collect on delivery, if `enabled`; null while it loads, or when it cannot be read. */
export function useCashOnDelivery(
  row: Pick<OrderRow, 'id' | 'branch_id'>,
  enabled: boolean,
): { readonly door: DeliveryCash | null; readonly isReading: boolean } {
  const options = { enabled, branchId: row.branch_id };
  const show = useRead(api.order.show, { id: row.id }, { enabled });
  const methodsRead = useRead(api.paymentMethod.list, { limit: 100 }, options);
  // users with short rows of methods do not get their types, so the cash methods are loaded by a filter
  const cash = useRead(api.paymentMethod.list, { limit: 100, type: 'cash' }, options);
  const order = show.results;
  const isReading = enabled && [show, methodsRead, cash].some(({ isPending }) => isPending);
  if (!enabled || isReading || !order) return { door: null, isReading };
  const of = ({ id }: { readonly id: number }) => id === order.payment_id;
  // a method that the user no longer sees is treated as cash, because an unnecessary question is better than unnoticed
  // cash
  const isOther = cash.results !== undefined && (methodsRead.results?.some(of) ?? false);
  const method = cash.results?.find(of) ?? (isOther ? null : {});
  return { door: getCashOnDelivery(order, method), isReading };
}
