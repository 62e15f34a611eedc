import {
  addRoundingToLast,
  CANCELED,
  computeAmountDue,
  divideRounded,
  findPaymentRefusal,
  fromMinor,
  splitByWeights,
  toMinor,
} from '@dukkan/commerce';
import { type api, Failure, fail } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../../core/ctx.ts';
import { failField } from '../../../../core/fail-field.ts';
import { readSettings, type Settings } from '../../../setting/index.ts';
import { parseAmount, toChosenPayment } from '../price/build-cart.ts';
import type { OrderRecord } from '../record/order-record.ts';
import {
  findCodMethod,
  listPaymentMethods,
  loadShopSnapshot,
  type ShopPaymentMethod,
} from '../record/shop-snapshot.ts';
import { type PaymentMethodTotals, priceForMethod, toPaymentSaleContext } from './amount-due.ts';
import { type NewPayment, resolveMoneyHolder } from './record-payments.ts';

type Save = z.output<typeof api.order.save.input>;
type Said = NonNullable<Save['payments']>[number];

/** Payments made with a move, and the order's payment method from now on; null leaves it unchanged. */
export type StatusPayment = { readonly payments: readonly NewPayment[]; readonly payment_id: number | null };

/** The payments of a save, and the order's new totals; null totals leave its price unchanged. */
export type ParsedPayments = StatusPayment & { readonly tail: PaymentMethodTotals | null };

/** A payment of the request, in minor units. */
type PaymentInput = {
  readonly one: Said;
  readonly n: number;
  readonly method: ShopPaymentMethod;
  readonly amount: bigint;
};

const toPaymentField = (n: number, name: string) => `payments.${n}.${name}`;

/** Parses the payments of a request and finds their methods. @throws reference.missing, request.invalid on the field */
const parsePaymentInputs = (
  order: OrderRecord,
  methods: readonly ShopPaymentMethod[],
  all: readonly Said[],
): PaymentInput[] =>
  all.map((one, n) => ({
    one,
    n,
    method:
      methods.find(({ id }) => id === one.payment_id) ??
      fail('reference.missing', { field: 'payment_id' }, toPaymentField(n, 'payment_id')),
    amount:
      one.amount === 0 && all.length > 1
        ? failField(toPaymentField(n, 'amount'), 'required')
        : parseAmount(one.amount, order.scale, toPaymentField(n, 'amount')),
  }));

const sumAmounts = (amounts: readonly { readonly amount: bigint }[]): bigint =>
  amounts.reduce((sum, { amount }) => sum + amount, 0n);

const isByOne = (told: readonly PaymentInput[]): boolean =>
  told.every(({ method }) => method.id === told[0]?.method.id);

/**
 * Returns the totals for payments by one method, or all in cash, that add up to exactly the amount due; cash may be
 * given with or without rounding. Null otherwise.
 */
function findTotalsForMethod(
  order: OrderRecord,
  told: readonly PaymentInput[],
  settings: Settings,
): PaymentMethodTotals | null {
  const [first] = told;
  if (!first || !(isByOne(told) || told.every(({ method }) => method.type === 'cash'))) return null;
  const whole = priceForMethod(order, first.method, settings);
  if (!whole) return null;
  const sum = sumAmounts(told);
  const paysAll = sum === whole.tail.due || (first.method.type === 'cash' && sum === whole.payable);
  return paysAll ? whole.tail : null;
}

/**
 * Converts a payment of the request for storage. @throws the reason why its method is not allowed, or request.invalid
 */
function toNewPayment(
  order: OrderRecord,
  { one, n, method }: PaymentInput,
  { amount, fee, open }: { readonly amount: bigint; readonly fee: bigint; readonly open: bigint },
): NewPayment {
  const { scale } = order;
  const refusal = findPaymentRefusal(
    toChosenPayment(method, amount, scale),
    amount,
    open,
    toPaymentSaleContext(order),
  );
  if (refusal) throw new Failure(refusal, {}, toPaymentField(n, 'payment_id'));
  const tendered =
    one.tendered == null ? null : parseAmount(one.tendered, scale, toPaymentField(n, 'tendered'));
  if (tendered !== null && method.type !== 'cash') failField(toPaymentField(n, 'tendered'), 'unknown_field');
  if (tendered !== null && tendered < amount)
    failField(toPaymentField(n, 'tendered'), 'cash_short', {
      min: fromMinor(amount, scale),
      currency: order.currency,
    });
  return {
    payment_id: method.id,
    amount,
    fee,
    ref_number: one.ref_number ?? null,
    tendered,
    status: 'received',
    ...resolveMoneyHolder(method, { pos_session_id: null, driver_id: null }),
  };
}

/** Converts all payments of the request with the order's totals; rounding is added to the last one. */
function toNewPayments(order: OrderRecord, told: readonly PaymentInput[], settings: Settings) {
  const tail = findTotalsForMethod(order, told, settings);
  const amounts = addRoundingToLast(
    told.map(({ amount }) => amount),
    tail ? tail.due - sumAmounts(told) : 0n,
  );
  const fees =
    tail && isByOne(told)
      ? splitByWeights(tail.fee, amounts)
      : told.map(({ method }, n) => divideRounded((amounts[n] ?? 0n) * toMinor(method.margin, 2), 10_000n));
  const open = tail?.due ?? computeAmountDue(order);
  const payments = told.map((one, n) =>
    toNewPayment(order, one, { amount: amounts[n] ?? 0n, fee: fees[n] ?? 0n, open }),
  );
  return { payments, tail };
}

/**
 * Parses the payments of a save: the given ones, and with `paid` the whole amount due as cash on delivery; null without
 * any. If they pay the full amount by one method or all in cash, that method's charge and rounding apply; otherwise the
 * price stays.
 * @throws order.cancelled, payment.missing, order.rest_changed, the reason why a method is not allowed
 */
export async function parsePayments(
  ctx: Ctx,
  order: OrderRecord,
  input: Save,
): Promise<ParsedPayments | null> {
  const all = input.payments ?? [];
  if (input.paid !== 1 && all.length === 0) return null;
  if (order.status_value === CANCELED) fail('order.cancelled');
  // paying an order twice has the same result as paying once
  if (computeAmountDue(order) === 0n && all.length === 0) return null;
  const [shop, { settings }] = await Promise.all([loadShopSnapshot(ctx), readSettings(ctx)]);
  const methods = listPaymentMethods(shop, order.branch_id);
  const { payments, tail } = toNewPayments(order, parsePaymentInputs(order, methods, all), settings);
  if (input.paid !== 1) return { payments, payment_id: null, tail };
  const said = sumAmounts(payments);
  if (said >= (tail?.due ?? computeAmountDue(order))) return { payments, payment_id: null, tail };
  const method = findCodMethod(methods) ?? fail('payment.missing', undefined, 'paid');
  const whole = payments.length === 0 ? priceForMethod(order, method, settings) : null;
  const amount = (whole?.tail.due ?? computeAmountDue(order)) - said;
  // the amount that the user confirmed is recorded, or nothing
  if (input.rest != null && parseAmount(input.rest, order.scale, 'rest') !== amount)
    fail('order.rest_changed', { rest: fromMinor(amount, order.scale), currency: order.currency }, 'rest');
  const rest: NewPayment = {
    payment_id: method.id,
    amount,
    fee: 0n,
    ref_number: null,
    tendered: null,
    status: 'received',
    ...resolveMoneyHolder(method, { pos_session_id: null, driver_id: order.driver_id }),
  };
  return { payments: [...payments, rest], payment_id: method.id, tail: whole?.tail ?? null };
}
