import { fromMinor, paymentRefusal, R, toMinor } from '@dukkan/commerce';
import { type api, Failure, fail } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../core/ctx.ts';
import { invalid } from '../../core/invalid.ts';
import { readSettings, type Settings } from '../setting/index.ts';
import { amountIn, chosen } from './order.cart.ts';
import type { Paying } from './order.move.ts';
import { holderOf, type Payment } from './order.pay.ts';
import { saleOf, type Tail, wholeBy } from './order.payable.ts';
import { codOf, type PaymentFacts, paymentsIn, readShop } from './order.shop.ts';
import { openAmount, type StoredOrder } from './order.stored.ts';

type Save = z.output<typeof api.order.save.input>;
type Said = NonNullable<Save['payments']>[number];

/** What is paid with a save, and what the order comes to by it; null where that stays as it was priced. */
export type PayingSo = Paying & { readonly tail: Tail | null };

/** How the order is paid by this payment, where exactly that pays all of it; its amount may be rounded to the coin or not. */
function tailOf(order: StoredOrder, method: PaymentFacts, amount: bigint, settings: Settings): Tail | null {
  const whole = wholeBy(order, method, settings);
  if (!whole) return null;
  const isWhole = amount === whole.tail.due || (method.type === 'cash' && amount === whole.payable);
  return isWhole ? whole.tail : null;
}

/** One payment as it was said. @throws why the method may not be used, or request.invalid, on the field */
function paymentOf(
  order: StoredOrder,
  methods: readonly PaymentFacts[],
  { settings, isOnly }: { readonly settings: Settings; readonly isOnly: boolean },
  one: Said,
  n: number,
): { readonly payment: Payment; readonly tail: Tail | null } {
  const { scale } = order;
  const field = (name: string) => `payments.${n}.${name}`;
  const method =
    methods.find(({ id }) => id === one.payment_id) ??
    fail('reference.missing', { field: 'payment_id' }, field('payment_id'));
  const said = amountIn(one.amount, scale, field('amount'));
  const tail = isOnly ? tailOf(order, method, said, settings) : null;
  const amount = tail?.due ?? said;
  const open = tail?.due ?? openAmount(order);
  const refusal = paymentRefusal(chosen(method, amount, scale), amount, open, saleOf(order));
  if (refusal) throw new Failure(refusal, {}, field('payment_id'));
  const tendered = one.tendered == null ? null : amountIn(one.tendered, scale, field('tendered'));
  if (tendered !== null && (method.type !== 'cash' || tendered < amount))
    invalid(field('tendered'), 'min_value', { min: fromMinor(amount, scale) });
  const payment: Payment = {
    payment_id: method.id,
    amount,
    fee: tail?.fee ?? R(amount * toMinor(method.margin, 2), 10_000n),
    ref_number: one.ref_number ?? null,
    tendered,
    status: 'received',
    ...holderOf(method, { pos_session_id: null, driver_id: null }),
  };
  return { payment, tail };
}

/**
 * What is paid with this save: what is said, and with `paid` all that is open by cash on delivery; null where nothing is.
 * An order that is wholly paid by one method comes to what it comes to by that one, whichever it was priced for; one that
 * is paid in parts to what it was priced (decisions 2.2 steps 11 and 12).
 * @throws order.cancelled, payment.missing, order.rest_changed, why a method may not be used
 */
export async function payingOf(ctx: Ctx, order: StoredOrder, input: Save): Promise<PayingSo | null> {
  const all = input.payments ?? [];
  if (input.paid !== 1 && all.length === 0) return null;
  if (order.status_value === -1) fail('order.cancelled');
  // paying twice is paying once
  if (openAmount(order) === 0n && all.length === 0) return null;
  const [shop, { settings }] = await Promise.all([readShop(ctx), readSettings(ctx)]);
  const methods = paymentsIn(shop, order.branch_id);
  const isOnly = all.length === 1;
  const taken = all.map((one, n) => paymentOf(order, methods, { settings, isOnly }, one, n));
  const payments = taken.map(({ payment }) => payment);
  const tail = taken[0]?.tail ?? null;
  if (input.paid !== 1) return { payments, payment_id: null, tail };
  const said = payments.reduce((sum, { amount }) => sum + amount, 0n);
  if (said >= (tail?.due ?? openAmount(order))) return { payments, payment_id: null, tail };
  const method = codOf(methods) ?? fail('payment.missing', undefined, 'paid');
  const whole = payments.length === 0 ? wholeBy(order, method, settings) : null;
  const amount = (whole?.tail.due ?? openAmount(order)) - said;
  // what somebody said that they took is what is written down, or nothing is
  if (input.rest != null && amountIn(input.rest, order.scale, 'rest') !== amount)
    fail('order.rest_changed', { rest: fromMinor(amount, order.scale) }, 'rest');
  const rest: Payment = {
    payment_id: method.id,
    amount,
    fee: 0n,
    ref_number: null,
    tendered: null,
    status: 'received',
    ...holderOf(method, { pos_session_id: null, driver_id: order.driver_id }),
  };
  return { payments: [...payments, rest], payment_id: method.id, tail: whole?.tail ?? null };
}
