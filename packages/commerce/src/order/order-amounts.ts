import { CANCELED, type OrderStatusValue } from './order-status.ts';

/** The amounts from which an order's amount due is computed, in minor units of its currency. */
export type OrderAmounts = {
  readonly status_value: OrderStatusValue;
  readonly due: bigint;
  readonly returned_value: bigint;
  readonly paid_amount: bigint;
};

const clampToPositive = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/** Returns the total to pay for an order: what was due less returns; 0 when it is canceled. */
const orderWorth = ({ status_value, due, returned_value }: OrderAmounts): bigint =>
  status_value === CANCELED ? 0n : clampToPositive(due - returned_value);

/**
 * Computes the amount due, never negative. `amountDueSql` of apps/api/src/core/sql/order-amounts-sql.ts does the same in
 * SQL.
 * Rule: docs/rules/orders.md#payment
 */
export const computeAmountDue = (order: OrderAmounts): bigint =>
  clampToPositive(orderWorth(order) - order.paid_amount);

/** True when the amount due is fully paid; false for a canceled order, even if the shop has not refunded its payments yet. */
export const isOrderPaid = (order: OrderAmounts): boolean =>
  order.status_value !== CANCELED && computeAmountDue(order) === 0n;

/** Computes the overpaid amount, which has to be refunded; never negative. */
export const computeOverpaidAmount = (order: OrderAmounts): bigint =>
  clampToPositive(order.paid_amount - orderWorth(order));
