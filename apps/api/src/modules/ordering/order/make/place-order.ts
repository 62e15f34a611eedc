import { fromMinor } from '@dukkan/commerce';
import { Failure, fail } from '@dukkan/contract';
import { type Ctx, requireAccount } from '../../../../core/ctx.ts';
import { runStatement, tables } from '../../../../core/db/tables.ts';
import { failField } from '../../../../core/fail-field.ts';
import { incrementCounterInTx } from '../../../../core/process/rate-counter.ts';
import { saveOrderAddress } from '../../../delivery/index.ts';
import { redeemCoupon } from '../../../pricing/index.ts';
import { deductStock, type OutgoingLine, reserveStock } from '../../../stock/index.ts';
import { getOpenSession } from '../../../tills/index.ts';
import type { IncomingMoney } from '../pay/record-payments.ts';
import { requireDiscountApprover } from '../price/approve-discount.ts';
import { buildBundleParts, parseAmount } from '../price/build-cart.ts';
import { refuseFreeLines } from '../price/free-lines.ts';
import { throwFirstPriceProblem } from '../price/price-problems.ts';
import { type QuotedOrder, quoteOrder, refuseZoneOfOtherBranches } from '../price/quote-order.ts';
import type { MakeOrderInput } from '../price/resolve-customer.ts';
import { checkAssignees } from '../record/check-assignees.ts';
import { createSeries } from '../recur/order-series.ts';
import { checkPreferredTime, type Recurrence, WEEKLY } from '../recur/recurrence.ts';
import { orderView } from '../show/order.view.ts';
import { writeOrder } from './write-order.ts';

/** Returns the status of a new order: the default one of value 0, or delivered at a till. */
export const findNewOrderStatus = ({ facts }: QuotedOrder, value: number) =>
  facts.statuses.find(({ status_value }) => status_value === value) ??
  fail('reference.missing', { field: 'status_id' }, 'status_id');

/** Refuses goods that are no longer sold, with the product's id. */
export function checkCartItemsOnSale({ wanted, facts }: Pick<QuotedOrder, 'wanted' | 'facts'>): void {
  for (const { item, bundle, line } of wanted) {
    // lines that stay in a changed order are not checked
    if (line) continue;
    const parts = bundle ? buildBundleParts(facts, bundle).map((part) => part.item) : [];
    for (const one of item ? [item] : parts) {
      if (!one.live) fail('order.product_missing', { product_id: one.product_id }, 'cart');
      if (one.status !== 1) fail('stock.deactivated', { product_id: one.product_id }, 'cart');
    }
    if (bundle && bundle.status !== 1) fail('reference.missing', { field: 'offer_id' }, 'cart');
  }
}

/** Returns the payments made with the order, in minor units: the given ones, or the whole amount. */
export function listPaymentsNow({
  input,
  priced,
  cart,
  methods,
  scale,
  settings: { Currency: currency },
}: QuotedOrder): IncomingMoney[] {
  const isPaid = input.paid === 1 || (input.payments?.length ?? 0) > 0 || input.device_id != null;
  if (!isPaid) return [];
  return priced.payments.flatMap((payment, n) => {
    const said = input.payments?.[n];
    const tendered =
      said?.tendered == null ? null : parseAmount(said.tendered, scale, `payments.${n}.tendered`);
    if (tendered !== null && methods[n]?.type !== 'cash')
      failField(`payments.${n}.tendered`, 'unknown_field');
    if (tendered !== null && tendered < payment.amount)
      failField(`payments.${n}.tendered`, 'cash_short', { min: fromMinor(payment.amount, scale), currency });
    // a given payment is accepted or refused, never ignored
    if (payment.amount === 0n && said && priced.totals.due > 0n)
      failField(`payments.${n}.amount`, 'required');
    if (payment.amount === 0n || cart.payments[n] === undefined) return [];
    return [
      {
        payment_id: payment.payment_id,
        amount: payment.amount,
        fee: payment.fee,
        ref_number: said?.ref_number ?? null,
        tendered,
        // an online payment counts as received when its provider confirms it
        status:
          methods[n]?.type === 'online' && input.paid !== 1 ? ('pending' as const) : ('received' as const),
      },
    ];
  });
}

/** The date of a series for which an order is created. */
type SeriesDate = { readonly id: number; readonly date: string; readonly recurs_from: number };

type Recurs = {
  readonly recurrence: Recurrence | null;
  readonly next_at: Date | null;
  readonly series_id: number | null;
  readonly series_date: string | null;
};

const ONCE: Recurs = { recurrence: null, next_at: null, series_id: null, series_date: null };

/** Returns how a new order recurs; for an existing series, the next order is scheduled after this one is created. */
async function recursOf(ctx: Ctx, { input, branch }: QuotedOrder, of: SeriesDate | null): Promise<Recurs> {
  if (input.recurring !== 1 && !input.recurrence) return ONCE;
  const recurrence = input.recurrence ?? WEEKLY;
  if (of) return { recurrence, next_at: null, series_id: of.id, series_date: of.date };
  const from = input.preferred_at ? new Date(input.preferred_at) : ctx.now;
  const series = await createSeries(ctx, recurrence, from, branch.zone);
  return { recurrence, next_at: series.next_at, series_id: series.id, series_date: series.date };
}

function expiresAt(ctx: Ctx, { methods, settings, source }: QuotedOrder, isPaid: boolean): Date | null {
  const isOnline = methods.some(({ type }) => type === 'online');
  if (!isOnline || isPaid || source === 'dashboard') return null;
  return new Date(ctx.now.getTime() + settings.unpaid_minutes * 60_000);
}

/**
 * Stores the order's address; a new one given on the phone is added to the customer's addresses
 * (docs/rules/phone-orders.md#address).
 */
async function keepClientAddress(
  ctx: Ctx,
  { kind, client, type, input }: QuotedOrder,
): Promise<number | null> {
  const { id, address_id, place } = client;
  const isTold = kind !== 'customer' && type === 'delivery' && input.device_id == null;
  if (!isTold || address_id !== null || id === null || place === null) return address_id;
  return saveOrderAddress(ctx, id, place);
}

type Placed = {
  readonly id: number;
  readonly outgoing: readonly OutgoingLine[];
  readonly isTill: boolean;
  readonly wanted_at: Date | null;
};

/** A sale that a till offers: its number, and what was agreed on there. Rule: docs/rules/till-sales.md#booking */
export type OfferedSale = {
  readonly till_no: string;
  readonly approved_by: number | null;
  readonly approved_percent: number;
  /** Refuses the sale when its price is another one than at the till. */
  readonly checkPrice: (quoted: QuotedOrder) => void;
};

type PlaceOptions = {
  readonly of: SeriesDate | null;
  readonly number?: number | null;
  readonly till?: OfferedSale;
};

/** Writes the order with its payments; stock is taken afterwards. */
async function place(
  ctx: Ctx,
  input: MakeOrderInput,
  { of, number = null, till }: PlaceOptions,
): Promise<Placed> {
  if (of === null) checkPreferredTime(ctx, input.preferred_at);
  const quoted = await quoteOrder(ctx, input, {
    createsCustomer: true,
    ...(till ? { approved_percent: till.approved_percent } : {}),
  });
  till?.checkPrice(quoted);
  const { branch, scale, kind, priced, methods, client, type } = quoted;
  if (type === 'delivery' && input.device_id == null && client.phone === null)
    failField('client', 'required');
  // an app customer cannot be called to ask for the address
  if (type === 'delivery' && kind === 'customer' && client.place === null)
    failField('address_id', 'required');
  // orders of a series keep the zone and free lines of the first one
  if (of === null) refuseZoneOfOtherBranches(quoted);
  checkCartItemsOnSale(quoted);
  if (of === null) refuseFreeLines(ctx, quoted, input.force === true);
  throwFirstPriceProblem(quoted);
  const approved_by = await requireDiscountApprover(ctx, quoted);
  if (methods.length === 0) fail('payment.missing', undefined, 'payment_id');
  const isTill = input.device_id != null;
  const payments = listPaymentsNow(quoted);
  // Rule: docs/rules/phone-orders.md#at-a-till
  const till_id = input.device_id ?? (payments.length > 0 ? (input.drawer_id ?? null) : null);
  const session =
    till_id === null
      ? null
      : await getOpenSession(ctx, till_id, branch.id, {
          create: true,
          currency: quoted.settings.Currency,
          field: isTill ? 'device_id' : 'drawer_id',
        });
  const seller_id = kind === 'seller' ? requireAccount(ctx).id : (input.seller_id ?? null);
  const pos_session_id = session?.id ?? null;
  const people = { driver_id: input.driver_id ?? null, seller_id: kind === 'seller' ? null : seller_id };
  await checkAssignees(ctx, branch.id, people);
  const paid = payments.reduce((all, { amount, status }) => (status === 'received' ? all + amount : all), 0n);
  if (isTill && paid < priced.totals.due)
    failField('payments', 'min_value', {
      min: fromMinor(priced.totals.due, scale),
      currency: quoted.settings.Currency,
    });
  const status = findNewOrderStatus(quoted, isTill ? 5 : 0);
  const recurs = await recursOf(ctx, quoted, of);
  if (priced.coupon_id !== null)
    await redeemCoupon(ctx, priced.coupon_id, { client_id: client.id, phone: client.phone });
  const address_id = of === null ? await keepClientAddress(ctx, quoted) : client.address_id;
  const { id, outgoing } = await writeOrder(
    ctx,
    { ...quoted, client: { ...client, address_id } },
    {
      number,
      status,
      pos_session_id: isTill ? pos_session_id : null,
      till_no: till?.till_no ?? null,
      driver_id: people.driver_id,
      seller_id,
      expires_at: expiresAt(ctx, quoted, paid >= priced.totals.due),
      ...recurs,
      recurs_from: of?.recurs_from ?? null,
      payments,
      money_session_id: pos_session_id,
      approved_by: till?.approved_by ?? approved_by,
    },
  );
  return { id, outgoing, isTill, wanted_at: input.preferred_at ? new Date(input.preferred_at) : null };
}

/** Reserves the units until the order is sent; at a till they leave stock at once. */
async function takeStock(ctx: Ctx, { id, outgoing, isTill, wanted_at }: Placed): Promise<void> {
  const ref = { type: 'order', id };
  if (!isTill) return reserveStock(ctx, ref, outgoing, wanted_at);
  await deductStock(ctx, ref, outgoing);
  await runStatement(
    ctx,
    tables.updateTable('order').set({ deducted: true, delivered_at: ctx.now }).where('id', '=', id),
  );
}

/**
 * Removes available quantities from the error for customers, who only learn that stock is insufficient.
 */
function hideStockDetails(ctx: Ctx, error: unknown): never {
  if (ctx.reach === 'own' && error instanceof Failure && error.code === 'stock.insufficient')
    fail('stock.short', { product_id: Number(error.params.product_id) });
  throw error;
}

/**
 * Limits the orders of a customer's app per hour, so that one account cannot reserve a whole shop's stock. Refused
 * orders do not count; staff have no limit. @throws rate.limited
 */
async function limitCustomer(ctx: Ctx): Promise<void> {
  if (ctx.reach !== 'own') return;
  const { count, seconds_left } = await incrementCounterInTx(ctx, `order:${requireAccount(ctx).id}`, 3_600);
  if (count > ctx.services.env.ORDERS_PER_HOUR) fail('rate.limited', { seconds: seconds_left });
}

function placeOnce(ctx: Ctx, input: MakeOrderInput, number: number | null) {
  return ctx.tx(async (ctx) => {
    await limitCustomer(ctx);
    const placed = await place(ctx, input, { of: null, number });
    if (placed.isTill) {
      await takeStock(ctx, placed);
      return orderView(ctx, placed.id);
    }
    // stock is locked last and for the shortest time, because many orders contain the same items
    const [shown] = await Promise.all([
      orderView(ctx, placed.id),
      takeStock(ctx, placed).catch((error) => hideStockDetails(ctx, error)),
    ]);
    return shown;
  });
}

/**
 * Places an order: priced, checked and reserved in one transaction. At a till it is sold and
 * delivered at once, in the device's open session.
 */
export const placeOrder = (ctx: Ctx, input: MakeOrderInput) => placeOnce(ctx, input, null);

/**
 * Places an order of the past under a given number, so that numbers follow time.
 * @param number a number that no order has
 */
export const placeNumberedOrder = (ctx: Ctx, input: MakeOrderInput, number: number) =>
  placeOnce(ctx, input, number);

/** Places the next order of a series; called by the scheduled job. @returns its id */
export const placeRecurringOrder = (ctx: Ctx, input: MakeOrderInput, seriesDate: SeriesDate) =>
  ctx.tx(async (ctx) => {
    const placed = await place(ctx, input, { of: seriesDate });
    await takeStock(ctx, placed);
    return placed.id;
  });

/**
 * Places a sale that a till offers, as the person who is signed in there. It is part of the caller's transaction.
 * @returns its id
 */
export async function placeOfferedSale(ctx: Ctx, input: MakeOrderInput, till: OfferedSale): Promise<number> {
  const placed = await place(ctx, input, { of: null, till });
  await takeStock(ctx, placed);
  return placed.id;
}
