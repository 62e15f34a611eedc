import { CANCELED, type OrderStatusValue } from './order-status.ts';

/** What an order's open amount follows from, in minor units of its currency. */
export type OrderAmounts = {
  readonly status_value: OrderStatusValue;
  readonly due: bigint;
  readonly returned_value: bigint;
  readonly paid_amount: bigint;
};

const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/** What has to be paid for an order in all: what was due less what came back; nothing where it is canceled. */
const orderWorth = ({ status_value, due, returned_value }: OrderAmounts): bigint =>
  status_value === CANCELED ? 0n : positive(due - returned_value);

/**
 * What is still to be paid; never below zero. The same in SQL: `amountDueSql` of apps/api/src/core/order-amounts-sql.ts.
 * Rule: docs/rules/orders.md#payment
 */
export const computeAmountDue = (order: OrderAmounts): bigint =>
  positive(orderWorth(order) - order.paid_amount);

/** Whether all that is due was paid; a canceled order is not paid, whatever is left with the shop. */
export const isOrderPaid = (order: OrderAmounts): boolean =>
  order.status_value !== CANCELED && computeAmountDue(order) === 0n;

/** What was paid beyond what is due, and has to go back; never below zero. */
export const computeOverpaidAmount = (order: OrderAmounts): bigint =>
  positive(order.paid_amount - orderWorth(order));
