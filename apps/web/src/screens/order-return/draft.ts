import {
  computeRefund,
  fromMinor,
  getCurrencyScale,
  isSameCode,
  splitRefund,
  toMinor,
} from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { formatTypedNumber, parseTypedNumber, QUANTITY_SCALE } from '../../lib/form/parse-typed-number.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';

export type Order = RowOf<typeof api.order.show>;
export type ReturnableLine = Order['lines'][number];

/** What is said of a line: how many come back as typed, and whether they are damaged. */
export type ReturnEntry = { readonly text: string; readonly damaged: boolean };
export type ReturnDraft = ReadonlyMap<number, ReturnEntry>;

export const NOTHING: ReturnEntry = { text: '', damaged: false };

/** How many of a line can still come back. */
export const getReturnableQuantity = ({ quantity, returned_quantity }: ReturnableLine): number =>
  fromMinor(toMinor(quantity, 3) - toMinor(returned_quantity, 3), 3);

/** What is wrong with what is typed: no number, more than is left, a part of a bundle or of a step. */
export type ReturnEntryError = 'number' | 'over' | 'whole' | 'step';

/** What comes back of a line; nothing where nothing is typed. */
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
  // what is left comes back whatever it is sold in by now
  if (value !== left && step > 0n && toMinor(value, QUANTITY_SCALE) % step !== 0n)
    return { quantity: value, wrong: 'step' };
  return { quantity: value, wrong: null };
}

/**
 * Counts one scanned unit: on the first line of the goods that has any left, else on the last one, where it is said that
 * it is more than was sold. @returns the draft with it; as it was where no line carries the barcode
 */
export function addScannedUnit(
  lines: readonly ReturnableLine[],
  draft: ReturnDraft,
  barcode: string,
): ReturnDraft {
  const entryOf = (line: ReturnableLine) => draft.get(line.id) ?? NOTHING;
  const entered = (line: ReturnableLine) => parseReturnEntry(line, entryOf(line)).quantity;
  const carriers = lines.filter((line) => isSameCode(line.barcode, barcode));
  const open = carriers.find((line) => entered(line) < getReturnableQuantity(line));
  const line = open ?? carriers.at(-1);
  if (!line) return draft;
  const next = entered(line) + 1;
  // of goods by weight what is left may be less than one
  const text = formatTypedNumber(open ? Math.min(getReturnableQuantity(line), next) : next);
  return new Map(draft).set(line.id, { ...entryOf(line), text });
}

/** Money that goes back over one way of paying. */
export type RefundByMethod = { readonly payment_id: number; readonly title: string; readonly amount: number };

export type ReturnPreview = {
  /** Lines that come back; the server stops at the first without a quantity, so none of those is sent. */
  readonly items: readonly { line: ReturnableLine; quantity: number; damaged: boolean; value: number }[];
  readonly wrong: ReadonlyMap<number, ReturnEntryError>;
  /** Whether with this everything is back, so that the delivery may be given back too. */
  readonly isAll: boolean;
  /** What of the delivery can be given back. */
  readonly deliverable: number;
  readonly value: number;
  readonly delivery: number;
  /** Money that goes back, by the way it came; the rest lowers what is still open. */
  readonly money: number;
  readonly ways: readonly RefundByMethod[];
  readonly lowered: number;
};

/** What of each payment already went back: refunds name no payment here, so the newest of their way give first. */
function paymentsLeft(order: Order, scale: number) {
  const back = new Map<number, bigint>();
  for (const { payment_id, amount, status } of order.payments)
    if (amount < 0 && status !== 'voided')
      back.set(payment_id, (back.get(payment_id) ?? 0n) + toMinor(-amount, scale));
  const received = order.payments.filter(({ amount, status }) => amount > 0 && status === 'received');
  return received
    .toReversed()
    .map(({ id, payment_id, payment_title, amount }) => {
      const whole = toMinor(amount, scale);
      const open = back.get(payment_id) ?? 0n;
      const refunded = open < whole ? open : whole;
      back.set(payment_id, open - refunded);
      return { id, payment_id, payment_title, amount: whole, refunded };
    })
    .toReversed();
}

/**
 * What may still be given back of the delivery in minor units, with the tax on top of it where prices hold none.
 * Source: docs/rules/orders.md#returns
 */
function deliveryLeft(order: Order, scale: number): bigint {
  const ofLines = order.lines.reduce((sum, { tax }) => sum + toMinor(tax, scale), 0n);
  const onTop = order.tax_mode === 'exclusive' ? toMinor(order.tax, scale) - ofLines : 0n;
  const goodsBack = order.lines.reduce((sum, line) => sum + toMinor(line.returned_value, scale), 0n);
  const given = toMinor(order.returned_value, scale) - goodsBack;
  return toMinor(order.delivery_charge, scale) + onTop - given;
}

/** Whether all goods are back and only the delivery can still be given back. */
export function isDeliveryAloneLeft(order: Order): boolean {
  const isAllBack = order.lines.every((line) => getReturnableQuantity(line) === 0);
  return isAllBack && deliveryLeft(order, getCurrencyScale(order.currency)) > 0n;
}

/**
 * What a return comes to before it is made, by the same rules as the server's (decisions 2.3 and 3.5).
 * @param withDelivery whether the delivery is wanted back too
 */
export function buildReturnPreview(order: Order, draft: ReturnDraft, withDelivery: boolean): ReturnPreview {
  const scale = getCurrencyScale(order.currency);
  const wrong = new Map<number, ReturnEntryError>();
  const items: ReturnPreview['items'][number][] = [];
  let sum = 0n;
  let isAll = true;
  for (const line of order.lines) {
    const said = draft.get(line.id) ?? NOTHING;
    const read = parseReturnEntry(line, said);
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
    items.push({ line, quantity, damaged: said.damaged, value: fromMinor(value, scale) });
  }
  const deliverable = isAll ? deliveryLeft(order, scale) : 0n;
  const delivery = withDelivery && deliverable > 0n ? deliverable : 0n;
  const payments = paymentsLeft(order, scale);
  const { money, parts } = splitRefund({
    due: toMinor(order.due, scale),
    returned: toMinor(order.returned_value, scale) + sum + delivery,
    payments,
  });
  const ways = new Map<number, RefundByMethod>();
  for (const { id, amount } of parts) {
    const of = payments.find((payment) => payment.id === id);
    if (!of) continue;
    const before = ways.get(of.payment_id)?.amount ?? 0;
    ways.set(of.payment_id, {
      payment_id: of.payment_id,
      title: of.payment_title,
      amount: fromMinor(toMinor(before, scale) + amount, scale),
    });
  }
  return {
    items,
    wrong,
    isAll,
    deliverable: fromMinor(deliverable > 0n ? deliverable : 0n, scale),
    value: fromMinor(sum, scale),
    delivery: fromMinor(delivery, scale),
    money: fromMinor(money, scale),
    ways: [...ways.values()],
    lowered: fromMinor(sum + delivery - money, scale),
  };
}
