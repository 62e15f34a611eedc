import { api } from '../../../lib/server/api.ts';
import { useRead } from '../../../lib/server/use-read-write.ts';
import type { Order, Row } from './order-status.tsx';

/** What becomes of the open money of an order when it is delivered. */
export type DeliveryCash = {
  /** Cash that is with somebody or with the branch from then on; nothing: it stays open. */
  readonly takes: 'with' | 'branch' | 'nothing';
  readonly amount: number;
  /** Who has it; empty where nobody has. */
  readonly name: string;
};

type Method = { readonly inhouse_holder?: number };

/**
 * As the server books it: what is open and not on its way, where it is to be paid in cash (decisions 3.3).
 * @param method how it is to be paid, where that is cash; null where it is not
 */
export function getCashOnDelivery(
  order: Pick<
    Order,
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

/** What is taken at the door of an order, read only where that is asked; null while it is, or where it cannot be. */
export function useCashOnDelivery(
  row: Pick<Row, 'id' | 'branch_id'>,
  enabled: boolean,
): { readonly door: DeliveryCash | null; readonly isReading: boolean } {
  const options = { enabled, branchId: row.branch_id };
  const show = useRead(api.order.show, { id: row.id }, { enabled });
  const known = useRead(api.paymentMethod.list, { limit: 100 }, options);
  // who only picks methods is not told of what type each is
  const cash = useRead(api.paymentMethod.list, { limit: 100, type: 'cash' }, options);
  const order = show.results;
  const isReading = enabled && [show, known, cash].some(({ isPending }) => isPending);
  if (!enabled || isReading || !order) return { door: null, isReading };
  const of = ({ id }: { readonly id: number }) => id === order.payment_id;
  // one that is not to be seen any more may be cash: better asked in vain than taken unsaid
  const isOther = cash.results !== undefined && (known.results?.some(of) ?? false);
  const method = cash.results?.find(of) ?? (isOther ? null : {});
  return { door: getCashOnDelivery(order, method), isReading };
}
