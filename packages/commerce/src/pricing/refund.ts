import { minBigInt } from '../allocation.ts';
import { roundDiv } from '../currency.ts';

/**
 * What returned units of a line give back, and how much of that is tax (decisions 2.3). Cumulative: each return gives
 * R(V*k/q) less what earlier ones gave, so that a full return gives exactly V, and T of it.
 * @param value V_i and T_i of the line, minor units
 * @param sold q and k in thousandths; k counts all returns of the line, this one included
 * @param refunded what earlier returns of the line gave back
 * @returns RangeError for more than was sold, or where nothing was
 */
export function refundOf({
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
    value: roundDiv(value * returned, sold) - refunded,
    tax: roundDiv(tax * returned, sold) - refunded_tax,
  };
}

/** A payment as money may go back over it: what came in, and what of it already went back. */
export type RefundablePayment = { readonly id: number; readonly amount: bigint; readonly refunded: bigint };

/**
 * How much money goes back for returns (decisions 3.5): what was paid beyond what is still owed, less what went back
 * before, over the newest payment first and never more than is left of each.
 * @param due of the order as it was made
 * @param returned value of all its returns, this one included
 * @param payments in the order in which they were paid
 * @returns the money and its parts, newest payment first, and what the customer still owes afterwards
 */
export function refundMoney({
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
  let held = 0n;
  for (const { amount, refunded } of payments) held += amount - refunded;
  const owed = due > returned ? due - returned : 0n;
  let left = held > owed ? held - owed : 0n;
  const parts: { id: number; amount: bigint }[] = [];
  for (const { id, amount, refunded } of payments.toReversed()) {
    const part = minBigInt(left, amount - refunded);
    if (part <= 0n) continue;
    parts.push({ id, amount: part });
    left -= part;
  }
  const money = parts.reduce((all, { amount }) => all + amount, 0n);
  const open = owed - (held - money);
  return { money, parts, open: open > 0n ? open : 0n };
}
