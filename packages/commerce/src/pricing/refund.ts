import { divideRounded } from '../money/currency.ts';
import { minBigInt } from '../stock/allocation.ts';
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

/** A payment and how much of it was already refunded. */
export type RefundablePayment = {
  readonly id: number;
  readonly amount: bigint;
  readonly refunded: bigint;
  readonly isCash: boolean;
};

/** What is left of payments, in cash and by other methods. */
function sumLeft(payments: readonly RefundablePayment[]): { readonly cash: bigint; readonly others: bigint } {
  let cash = 0n;
  let others = 0n;
  for (const { amount, refunded, isCash } of payments) {
    if (isCash) cash += amount - refunded;
    else others += amount - refunded;
  }
  return { cash, others };
}

/** The multiple of `step` that is nearest to `amount` among those from `low` to `high`; null when there is none. */
function findNearestMultiple(amount: bigint, low: bigint, high: bigint, step: bigint): bigint | null {
  const first = ((low + step - 1n) / step) * step;
  const last = (high / step) * step;
  if (first > last) return null;
  const nearest = divideRounded(amount, step) * step;
  return nearest < first ? first : minBigInt(nearest, last);
}

/**
 * The cash rounding of a return. What goes back in cash is rounded to the smallest coin as cash sales are; where other
 * methods can bear the difference, nothing is rounded, because they take it (`splitRefund`). The return that takes back
 * the last of an order takes everything that is left of its amount due, so that all returns sum up to it.
 * @param amount what comes back without rounding
 * @param rest what stays of the order without rounding
 * @param left the amount due that earlier returns have left, with rounding
 * @param step the smallest coin, 0 without one; all in minor units
 * @param wasRounded true when the order's own amount due was rounded
 * @param payments the received payments of the order
 * @returns what the rounding adds to the amount; negative when it subtracts
 */
export function computeReturnRounding({
  amount,
  rest,
  left,
  step,
  wasRounded,
  payments,
}: {
  readonly amount: bigint;
  readonly rest: bigint;
  readonly left: bigint;
  readonly step: bigint;
  readonly wasRounded: boolean;
  readonly payments: readonly RefundablePayment[];
}): bigint {
  if (rest <= 0n) return left - amount;
  const bounded = minBigInt(amount, left);
  if (step <= 0n) return bounded - amount;
  const { cash, others } = sumLeft(payments);
  const money = cash + others - (left - bounded);
  if (money <= 0n) {
    const isCash = others === 0n && (cash > 0n || wasRounded);
    return (isCash ? minBigInt(amount + computeCashRounding(amount, step), left) : bounded) - amount;
  }
  const inCash = money > others ? money - others : 0n;
  if (findNearestMultiple(inCash, inCash, minBigInt(cash, money), step) !== null) return bounded - amount;
  const most = minBigInt(cash, inCash + left - bounded);
  return bounded - amount + (findNearestMultiple(inCash, 0n, most, step) ?? inCash) - inCash;
}

/** Gives an amount back over payments, newest first and never more than is left of each. */
function takeNewestFirst(payments: readonly RefundablePayment[], money: bigint): Map<number, bigint> {
  let remaining = money;
  const taken = new Map<number, bigint>();
  for (const { id, amount, refunded } of payments.toReversed()) {
    const part = minBigInt(remaining, amount - refunded);
    if (part <= 0n) continue;
    taken.set(id, part);
    remaining -= part;
  }
  return taken;
}

/**
 * Splits money that goes back over the payments, newest first and never more than is left of each. The part in cash is
 * rounded to the smallest coin, and the other methods take the difference.
 * Rule: docs/rules/payments.md#refunds
 * @param step the smallest coin, 0 without one
 */
export function splitOverPayments(
  money: bigint,
  payments: readonly RefundablePayment[],
  step: bigint,
): { readonly id: number; readonly amount: bigint }[] {
  const newest = takeNewestFirst(payments, money);
  const { cash, others } = sumLeft(payments);
  let inCash = 0n;
  let sum = 0n;
  for (const { id, isCash } of payments) {
    const part = newest.get(id) ?? 0n;
    sum += part;
    if (isCash) inCash += part;
  }
  const low = sum > others ? sum - others : 0n;
  const coins = step > 0n ? findNearestMultiple(inCash, low, minBigInt(cash, sum), step) : null;
  const rounded = coins ?? inCash;
  const parts = new Map([
    ...takeNewestFirst(
      payments.filter(({ isCash }) => isCash),
      rounded,
    ),
    ...takeNewestFirst(
      payments.filter(({ isCash }) => !isCash),
      sum - rounded,
    ),
  ]);
  return payments.toReversed().flatMap(({ id }) => {
    const amount = parts.get(id);
    return amount === undefined ? [] : [{ id, amount }];
  });
}

/**
 * The money to refund for returns: what was paid beyond the amount still due, minus earlier refunds, over the payments.
 * @param due the order's amount when it was placed
 * @param returned the value of all its returns including this one
 * @param payments in the order of payment
 * @param step the smallest coin, 0 without one
 * @returns the refund and its parts, newest payment first, and the amount that the customer still owes afterwards
 */
export function splitRefund({
  due,
  returned,
  payments,
  step,
}: {
  readonly due: bigint;
  readonly returned: bigint;
  readonly payments: readonly RefundablePayment[];
  readonly step: bigint;
}): {
  readonly money: bigint;
  readonly parts: readonly { readonly id: number; readonly amount: bigint }[];
  readonly open: bigint;
} {
  let paidNet = 0n;
  for (const { amount, refunded } of payments) paidNet += amount - refunded;
  const owed = due > returned ? due - returned : 0n;
  const parts = splitOverPayments(paidNet > owed ? paidNet - owed : 0n, payments, step);
  const money = parts.reduce((all, { amount }) => all + amount, 0n);
  const open = owed - (paidNet - money);
  return { money, parts, open: open > 0n ? open : 0n };
}
