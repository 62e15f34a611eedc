import {
  computeRefund,
  computeReturnRounding,
  fromMinor,
  getCurrencyScale,
  isSameCode,
  splitRefund,
  toMinor,
} from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { formatTypedNumber, parseTypedNumber, QUANTITY_SCALE } from '../../lib/form/parse-typed-number.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';

export type ReturnableOrder = RowOf<typeof api.order.show>;
export type ReturnableLine = ReturnableOrder['lines'][number];

/** A line as edited: the returned quantity as typed, and whether the goods are damaged. */
export type ReturnEntry = { readonly text: string; readonly damaged: boolean };
export type ReturnDraft = ReadonlyMap<number, ReturnEntry>;

export const EMPTY_RETURN: ReturnEntry = { text: '', damaged: false };

/** Returns the quantity of a line that can still be returned. */
export const getReturnableQuantity = ({ quantity, returned_quantity }: ReturnableLine): number =>
  fromMinor(toMinor(quantity, 3) - toMinor(returned_quantity, 3), 3);

/**
 * Why a typed quantity is invalid: not a number, more than can be returned, part of a bundle, or not a multiple of the
 * sales unit.
 */
export type ReturnEntryError = 'number' | 'over' | 'whole' | 'step';

/** Parses the returned quantity of a line; 0 when nothing is typed. */
export function parseReturnEntry(
  line: ReturnableLine,
  { text }: ReturnEntry,
): { quantity: number; wrong: ReturnEntryError | null } {
  const { value, wrong } = parseTypedNumber(text, QUANTITY_SCALE);
  if (value === null) return { quantity: 0, wrong: wrong && 'number' };
  const left = getReturnableQuantity(line);
  if (value > left) return { quantity: value, wrong: 'over' };
  if (line.offer_id !== null && !Number.isInteger(value)) return { quantity: value, wrong: 'whole' };
  const step = toMinor(line.stepper, QUANTITY_SCALE);
  // the whole rest can be returned, even if the sales unit has changed since the order
  if (value !== left && step > 0n && toMinor(value, QUANTITY_SCALE) % step !== 0n)
    return { quantity: value, wrong: 'step' };
  return { quantity: value, wrong: null };
}

/**
 * Adds one scanned unit to the first line with this barcode that has units left, else to the last one, which then shows
 * that more is returned than was sold. @returns the new draft; the same draft when no line has the barcode
 */
export function addScannedUnit(
  lines: readonly ReturnableLine[],
  draft: ReturnDraft,
  barcode: string,
): ReturnDraft {
  const entryOf = (line: ReturnableLine) => draft.get(line.id) ?? EMPTY_RETURN;
  const entered = (line: ReturnableLine) => parseReturnEntry(line, entryOf(line)).quantity;
  const carriers = lines.filter((line) => isSameCode(line.barcode, barcode));
  const open = carriers.find((line) => entered(line) < getReturnableQuantity(line));
  const line = open ?? carriers.at(-1);
  if (!line) return draft;
  const next = entered(line) + 1;
  // of an item sold by weight, less than one unit may be left
  const text = formatTypedNumber(open ? Math.min(getReturnableQuantity(line), next) : next);
  return new Map(draft).set(line.id, { ...entryOf(line), text });
}

/** The amount refunded through one payment method. */
export type RefundByMethod = { readonly payment_id: number; readonly title: string; readonly amount: number };

export type ReturnPreview = {
  /** The lines with a returned quantity; lines without one are not sent, because the server would refuse them. */
  readonly items: readonly { line: ReturnableLine; quantity: number; damaged: boolean; value: number }[];
  readonly wrong: ReadonlyMap<number, ReturnEntryError>;
  /** True when all goods are returned with this return, so that the delivery fee may be refunded too. */
  readonly isAll: boolean;
  /** The parts of the delivery charge and of the payment fee that can be refunded. */
  readonly deliverable: number;
  readonly refundableFee: number;
  readonly value: number;
  readonly delivery: number;
  readonly fee: number;
  /** What cash rounding adds; negative when it subtracts. */
  readonly rounding: number;
  /** The amount to refund, by payment method; the rest of the returned value reduces the balance due. */
  readonly money: number;
  readonly ways: readonly RefundByMethod[];
  readonly lowered: number;
};

/**
 * Computes how much of each payment was already refunded. Refunds do not name a payment here, so they count against the
 * newest payments of their method first.
 */
function paymentsLeft(order: ReturnableOrder, scale: number) {
  const back = new Map<number, bigint>();
  for (const { payment_id, amount, status } of order.payments)
    if (amount < 0 && status !== 'voided')
      back.set(payment_id, (back.get(payment_id) ?? 0n) + toMinor(-amount, scale));
  const received = order.payments.filter(({ amount, status }) => amount > 0 && status === 'received');
  return received
    .toReversed()
    .map(({ id, payment_id, payment_title, payment_type, amount }) => {
      const whole = toMinor(amount, scale);
      const open = back.get(payment_id) ?? 0n;
      const refunded = open < whole ? open : whole;
      back.set(payment_id, open - refunded);
      return { id, payment_id, payment_title, isCash: payment_type === 'cash', amount: whole, refunded };
    })
    .toReversed();
}

/** The amounts that earlier returns have left of an order, in minor units. */
type Left = {
  /** The delivery charge, including its tax when prices exclude tax, and the payment fee that the customer bore. */
  readonly delivery: bigint;
  readonly fee: bigint;
  /** Everything without cash rounding. */
  readonly unrounded: bigint;
};

/** Returns what earlier returns have left of an order. Source: docs/rules/payments.md#returns */
function computeLeft(order: ReturnableOrder, scale: number): Left {
  const sum = (pick: (back: ReturnableOrder['returns'][number]) => number) =>
    order.returns.reduce((all, back) => all + toMinor(pick(back), scale), 0n);
  const ofLines = order.lines.reduce((all, { tax }) => all + toMinor(tax, scale), 0n);
  const onTop = order.tax_mode === 'exclusive' ? toMinor(order.tax, scale) - ofLines : 0n;
  const delivery = sum((back) => back.delivery);
  const fee = sum((back) => back.fee);
  return {
    delivery: toMinor(order.delivery_charge, scale) + onTop - delivery,
    fee: toMinor(order.payment_fee, scale) - fee,
    unrounded:
      toMinor(order.due, scale) - toMinor(order.rounding, scale) - sum(({ value }) => value) - delivery - fee,
  };
}

/** Returns whether all goods are returned and only the delivery charge or the payment fee can still be refunded. */
export function isWithoutGoodsLeft(order: ReturnableOrder): boolean {
  const isAllBack = order.lines.every((line) => getReturnableQuantity(line) === 0);
  const { delivery, fee } = computeLeft(order, getCurrencyScale(order.currency));
  return isAllBack && (delivery > 0n || fee > 0n);
}

/** The extras of a return that the user chooses. */
export type ReturnExtras = { readonly withDelivery: boolean; readonly withFee: boolean };

/**
 * Computes the value and refunds of a return before it is saved, by the same rules as the server.
 * @param extras whether to refund the delivery charge and the payment fee too
 */
export function buildReturnPreview(
  order: ReturnableOrder,
  draft: ReturnDraft,
  { withDelivery, withFee }: ReturnExtras,
): ReturnPreview {
  const scale = getCurrencyScale(order.currency);
  const wrong = new Map<number, ReturnEntryError>();
  const items: ReturnPreview['items'][number][] = [];
  let sum = 0n;
  let isAll = true;
  for (const line of order.lines) {
    const entry = draft.get(line.id) ?? EMPTY_RETURN;
    const read = parseReturnEntry(line, entry);
    if (read.wrong !== null) wrong.set(line.id, read.wrong);
    const quantity = read.wrong === null ? read.quantity : 0;
    if (quantity < getReturnableQuantity(line)) isAll = false;
    if (quantity === 0) continue;
    const worth = toMinor(line.net, scale) + (order.tax_mode === 'exclusive' ? toMinor(line.tax, scale) : 0n);
    const { value } = computeRefund({
      value: worth,
      tax: 0n,
      sold: toMinor(line.quantity, 3),
      returned: toMinor(line.returned_quantity, 3) + toMinor(quantity, 3),
      refunded: toMinor(line.returned_value, scale),
      refunded_tax: 0n,
    });
    sum += value;
    items.push({ line, quantity, damaged: entry.damaged, value: fromMinor(value, scale) });
  }
  const left = computeLeft(order, scale);
  const deliverable = isAll && left.delivery > 0n ? left.delivery : 0n;
  const refundableFee = isAll && left.fee > 0n ? left.fee : 0n;
  const delivery = withDelivery ? deliverable : 0n;
  const fee = withFee ? refundableFee : 0n;
  const payments = paymentsLeft(order, scale);
  const amount = sum + delivery + fee;
  const step = toMinor(order.cash_step, scale);
  const rounding =
    amount === 0n
      ? 0n
      : computeReturnRounding({
          amount,
          rest: left.unrounded - amount,
          left: toMinor(order.due, scale) - toMinor(order.returned_value, scale),
          step,
          wasRounded: order.rounding !== 0,
          payments,
        });
  const { money, parts } = splitRefund({
    due: toMinor(order.due, scale),
    returned: toMinor(order.returned_value, scale) + amount + rounding,
    payments,
    step,
  });
  const ways = new Map<number, RefundByMethod>();
  for (const { id, amount: part } of parts) {
    const of = payments.find((payment) => payment.id === id);
    if (!of) continue;
    const before = ways.get(of.payment_id)?.amount ?? 0;
    ways.set(of.payment_id, {
      payment_id: of.payment_id,
      title: of.payment_title,
      amount: fromMinor(toMinor(before, scale) + part, scale),
    });
  }
  return {
    items,
    wrong,
    isAll,
    deliverable: fromMinor(deliverable, scale),
    refundableFee: fromMinor(refundableFee, scale),
    value: fromMinor(sum, scale),
    delivery: fromMinor(delivery, scale),
    fee: fromMinor(fee, scale),
    rounding: fromMinor(rounding, scale),
    money: fromMinor(money, scale),
    ways: [...ways.values()],
    lowered: fromMinor(amount + rounding - money, scale),
  };
}
