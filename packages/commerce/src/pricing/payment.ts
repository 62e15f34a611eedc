import { divideRounded } from '../money/currency.ts';
import type { PaymentRefusal, PricedPayment, PriceProblem } from './priced.ts';
import type { Cart, ChosenPayment } from './types.ts';
import { computePercent } from './unit.ts';

/** The amount that rounding to the smallest coin adds, negative when it subtracts; a step of 0 does not round. */
export const computeCashRounding = (amount: bigint, step: bigint): bigint =>
  step > 0n ? divideRounded(amount, step) * step - amount : 0n;

/** The smallest coin for cash rounding, in minor units; receipts in euros are never rounded. */
export const getCashRoundingStep = (currency: string, cash_rounding: bigint): bigint =>
  currency === 'EUR' ? 0n : cash_rounding;

type Covered = { readonly payment: ChosenPayment; readonly amount: bigint };

/** The amount of each payment; the first one without an amount covers the rest. */
function coverPayments(payments: readonly ChosenPayment[], payable: bigint): Covered[] {
  let open = payable;
  for (const { amount } of payments) open -= amount ?? 0n;
  return payments.map((payment) => {
    if (payment.amount !== null) return { payment, amount: payment.amount };
    const amount = open > 0n ? open : 0n;
    open -= amount;
    return { payment, amount };
  });
}

/** Why a payment method may not be used for an amount; null when it may. */
export function findPaymentRefusal(
  payment: ChosenPayment,
  amount: bigint,
  payable: bigint,
  { type, pos, delivery_method }: Pick<Cart, 'type' | 'pos' | 'delivery_method'>,
): PaymentRefusal | null {
  const { delivery_ids, min_transaction, max_transaction } = payment;
  if (!payment.active) return 'payment.inactive';
  if (!payment.in_branch) return 'payment.not_in_branch';
  const isDelivered = type === 'delivery' && !pos && delivery_method !== null;
  if (isDelivered && delivery_ids.length > 0 && !delivery_ids.includes(delivery_method.id))
    return 'payment.not_for_delivery';
  // an order that costs nothing is below every minimum and needs no payment
  if (payable > 0n && min_transaction !== null && amount < min_transaction) return 'payment.below_min';
  if (max_transaction !== null && max_transaction > 0n && amount > max_transaction)
    return 'payment.above_max';
  return !payment.combinable && amount < payable ? 'payment.not_combinable' : null;
}

/** Adds the rounding to the last amount, and to earlier ones what the last cannot bear. */
export function addRoundingToLast(amounts: readonly bigint[], rounding: bigint): bigint[] {
  let remaining = rounding;
  const borne = [...amounts];
  for (let at = borne.length - 1; at >= 0 && remaining !== 0n; at -= 1) {
    const next = (borne[at] ?? 0n) + remaining;
    borne[at] = next > 0n ? next : 0n;
    remaining = next > 0n ? 0n : next;
  }
  return borne;
}

/**
 * What each selected method covers and costs, and why it may be refused. Cash that covers everything is rounded to
 * `step`; its amount may be given rounded or not.
 * @param payable goods, delivery and exclusive tax
 */
export function applyPayments(
  cart: Pick<Cart, 'type' | 'pos' | 'delivery_method' | 'payments'>,
  payable: bigint,
  step: bigint,
): {
  readonly payments: readonly PricedPayment[];
  readonly charge: bigint;
  readonly rounding: bigint;
  readonly problems: readonly PriceProblem[];
} {
  const covered = coverPayments(cart.payments, payable);
  let paid = 0n;
  for (const { amount } of covered) paid += amount;
  const cashRounding = cart.payments.every(({ type }) => type === 'cash')
    ? computeCashRounding(payable, step)
    : 0n;
  const isRounded = covered.length > 0 && (paid === payable || paid === payable + cashRounding);
  const rounding = isRounded ? cashRounding : 0n;
  const borne = addRoundingToLast(
    covered.map(({ amount }) => amount),
    isRounded ? payable + rounding - paid : 0n,
  );
  const problems: PriceProblem[] = [];
  let charge = 0n;
  const payments = covered.map(({ payment, amount }, at): PricedPayment => {
    const refusal = findPaymentRefusal(payment, amount, isRounded ? paid : payable, cart);
    const { payment_id } = payment;
    if (refusal) problems.push({ code: refusal, params: { payment_id, amount } });
    const taken = borne[at] ?? amount;
    const fee = computePercent(taken, payment.margin_bp);
    const added = payment.charge_customer && payment.type !== 'cash' ? fee : 0n;
    charge += added;
    const full = taken + added;
    return { payment_id, amount: full, charge: added, fee, net: full - fee };
  });
  const due = payable + rounding;
  if (!isRounded && paid > due) problems.push({ code: 'payment.over_due', params: { amount: paid, due } });
  return { payments, charge, rounding, problems };
}
