import { minBigInt } from '../allocation.ts';
import { divideRounded } from '../currency.ts';
import { computeCashRounding } from './payment.ts';

/**
 * The refund and its tax for returned units of a line. Cumulative: each return gives R(V*k/q) minus the earlier
 * refunds, so that a full return gives exactly V, with tax T.
 * @param value V and T of the line, minor units
 * @param sold q and k in thousandths; k counts all returns of the line including this one
 * @param refunded the refunds of earlier returns of the line
 * @returns RangeError for more units than were sold, or when none were
 */
export function computeRefund({
  value,
  tax,
  sold,
  returned,
  refunded,
  refunded_tax,
}: {
  readonly value: bigint;
  readonly tax: bigint;
  readonly sold: bigint;
  readonly returned: bigint;
  readonly refunded: bigint;
  readonly refunded_tax: bigint;
}): { readonly value: bigint; readonly tax: bigint } {
  if (sold <= 0n || returned < 0n || returned > sold) throw new RangeError('more returned than sold');
  return {
    value: divideRounded(value * returned, sold) - refunded,
    tax: divideRounded(tax * returned, sold) - refunded_tax,
  };
}

/**
 * The cash rounding of a return. What goes back in cash is rounded to the smallest coin as cash sales are; the return that
 * takes back the last of an order takes everything that is left of its amount due, so that all returns sum up to it.
 * @param amount what comes back without rounding
 * @param rest what stays of the order without rounding
 * @param left the amount due that earlier returns have left, with rounding
 * @param step the smallest coin where the refund is in cash, else 0; all in minor units
 * @returns what the rounding adds to the amount; negative when it subtracts
 */
export function computeReturnRounding({
  amount,
  rest,
  left,
  step,
}: {
  readonly amount: bigint;
  readonly rest: bigint;
  readonly left: bigint;
  readonly step: bigint;
}): bigint {
  if (rest <= 0n) return left - amount;
  const rounded = amount + computeCashRounding(amount, step);
  return minBigInt(rounded, left) - amount;
}

/** A payment and how much of it was already refunded. */
export type RefundablePayment = { readonly id: number; readonly amount: bigint; readonly refunded: bigint };

/**
 * The money to refund for returns: what was paid beyond the amount still due, minus earlier refunds, over the newest
 * payment first and never more than is left of each.
 * @param due the order's amount when it was placed
 * @param returned the value of all its returns including this one
 * @param payments in the order of payment
 * @returns the refund and its parts, newest payment first, and the amount that the customer still owes afterwards
 */
export function splitRefund({
  due,
  returned,
  payments,
}: {
  readonly due: bigint;
  readonly returned: bigint;
  readonly payments: readonly RefundablePayment[];
}): {
  readonly money: bigint;
  readonly parts: readonly { readonly id: number; readonly amount: bigint }[];
  readonly open: bigint;
} {
  let paidNet = 0n;
  for (const { amount, refunded } of payments) paidNet += amount - refunded;
  const owed = due > returned ? due - returned : 0n;
  let remaining = paidNet > owed ? paidNet - owed : 0n;
  const parts: { id: number; amount: bigint }[] = [];
  for (const { id, amount, refunded } of payments.toReversed()) {
    const part = minBigInt(remaining, amount - refunded);
    if (part <= 0n) continue;
    parts.push({ id, amount: part });
    remaining -= part;
  }
  const money = parts.reduce((all, { amount }) => all + amount, 0n);
  const open = owed - (paidNet - money);
  return { money, parts, open: open > 0n ? open : 0n };
}
