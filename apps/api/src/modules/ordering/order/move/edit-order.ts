import { computeOverpaidAmount, splitOverPayments, WAITING } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../../core/ctx.ts';
import { runStatement, tables } from '../../../../core/db/tables.ts';
import { redeemCoupon, releaseCoupon } from '../../../pricing/index.ts';
import { readSettings } from '../../../setting/index.ts';
import { replaceReservation } from '../../../stock/index.ts';
import { replaceOrderLines } from '../make/insert-order.ts';
import { checkCartItemsOnSale } from '../make/place-order.ts';
import {
  loadPayments,
  readCashStep,
  recordRefunds,
  toRefunds,
  updatePaidFlag,
  voidPendingRefunds,
} from '../pay/record-payments.ts';
import { requireDiscountApprover, storeDiscountApprover } from '../price/approve-discount.ts';
import { refuseFreeLines } from '../price/free-lines.ts';
import { type DroppedCoupon, isOrderCoupon } from '../price/price-change.ts';
import { throwFirstPriceProblem } from '../price/price-problems.ts';
import { quoteOrder, refuseZoneOfOtherBranches } from '../price/quote-order.ts';
import { type MakeOrderInput, toOrderAddress } from '../price/resolve-customer.ts';
import { readSoldLines, toCartRows } from '../price/sold-lines.ts';
import { findEditRefusal } from '../record/allowed-actions.ts';
import { getOrderRecord, type OrderPlace, type OrderRecord } from '../record/order-record.ts';

type Save = z.output<typeof api.order.save.input>;

/** The destination and branch of an order after a change. */
type Destination = Pick<MakeOrderInput, 'branch_id' | 'type' | 'address_id'> & {
  readonly place: OrderPlace | null;
};

const PLACE_FIELDS = ['area_no', 'street', 'home_no', 'area_id', 'lat', 'lng'] as const;

/**
 * Returns the address fields of a change as an address; undefined without any. @throws request.invalid on client.lat
 */
const typedPlace = ({ client }: Save): OrderPlace | null | undefined =>
  client && PLACE_FIELDS.some((field) => client[field] !== undefined) ? toOrderAddress(client) : undefined;

const isSamePlace = (a: OrderPlace | null, b: OrderPlace | null): boolean =>
  PLACE_FIELDS.every((field) => (a?.[field] ?? null) === (b?.[field] ?? null));

/** Returns the destination of an order after a change. */
function mergeDestination(order: OrderRecord, input: Save): Destination {
  const stored = toOrderAddress(order.place);
  const typed = typedPlace(input);
  const address = input.address_id !== order.address_id ? (input.address_id ?? null) : null;
  return {
    branch_id: input.branch_id ?? order.branch_id,
    type: input.type ?? order.type,
    address_id: address,
    place: address === null && typed !== undefined ? typed : stored,
  };
}

/** True when a change gives the order another address, branch or type. */
export function hasDestinationChanged(order: OrderRecord, input: Save): boolean {
  const { branch_id, type, address_id, place } = mergeDestination(order, input);
  return (
    branch_id !== order.branch_id ||
    type !== order.type ||
    address_id !== null ||
    !isSamePlace(place, toOrderAddress(order.place))
  );
}

/** Converts a stored order with a change to the input for creating it again, for its own customer. */
export async function toMakeOrderInput(ctx: Ctx, order: OrderRecord, input: Save): Promise<MakeOrderInput> {
  const { place, address_id, branch_id, type } = mergeDestination(order, input);
  const client = place ?? {};
  return {
    branch_id,
    ...(order.client_id === null
      ? { client: { ...client, name: order.client_name, phone: order.client_phone } }
      : { client_id: order.client_id, client }),
    ...(address_id === null ? {} : { address_id }),
    ...(input.keep_branch === undefined ? {} : { keep_branch: input.keep_branch }),
    type,
    cart: input.cart ?? toCartRows(await readSoldLines(ctx, order)),
    coupon: input.coupon === undefined ? order.coupon_code : input.coupon,
    discount: input.discount === undefined ? order.discount : input.discount,
    discount_type: input.discount_type === undefined ? order.discount_type : input.discount_type,
    delivery_id: input.delivery_id === undefined ? order.delivery_id : input.delivery_id,
    payment_id: order.payment_id,
    approval: input.approval,
  } as MakeOrderInput;
}

/** True when the change differs from the stored order; sending back unchanged values does not reprice it. */
export function needsRepricing(order: OrderRecord, input: Save): boolean {
  const { cart, coupon, discount, discount_type, delivery_id } = input;
  return (
    cart !== undefined ||
    hasDestinationChanged(order, input) ||
    (coupon !== undefined && !isOrderCoupon(order, coupon)) ||
    (discount !== undefined && (discount ?? 0) !== order.discount) ||
    (discount_type !== undefined && (discount_type ?? 'fixed') !== order.discount_type) ||
    (delivery_id !== undefined && delivery_id !== order.delivery_id)
  );
}

/** Checks that the contents of an order may still change. @throws order.not_editable */
export async function checkOrderEditable(ctx: Ctx, order: OrderRecord): Promise<void> {
  const { settings } = await readSettings(ctx);
  const facts = { ...order, isAwaitingProvider: order.pending !== 0n };
  if (findEditRefusal(facts, settings.Currency) !== null) fail('order.not_editable');
}

/**
 * Prices the order with a change: lines that stay keep their sale price, others get the current price.
 * Source: docs/rules/order-changes.md#lines-that-stay
 */
export async function quoteEditedOrder(ctx: Ctx, order: OrderRecord, input: Save) {
  const lines = await readSoldLines(ctx, order);
  const cart = input.cart ?? toCartRows(lines);
  const change = { order, lines, isMoved: hasDestinationChanged(order, input) };
  const preferred = input.preferred_at === undefined ? order.preferred_at?.toISOString() : input.preferred_at;
  const make = {
    ...(await toMakeOrderInput(ctx, order, { ...input, cart })),
    preferred_at: preferred ?? null,
  };
  return quoteOrder(ctx, make, {
    createsCustomer: false,
    isOwn: true,
    change,
  });
}

/** Creates pending refunds for the overpaid amount, newest payment first and cash in coins. */
async function refundSurplus(ctx: Ctx, id: number): Promise<void> {
  const order = await getOrderRecord(ctx, id);
  // a canceled order is treated as open, because it is about to be reopened
  const surplus = computeOverpaidAmount({ ...order, status_value: WAITING });
  if (surplus === 0n) return;
  const [payments, step] = await Promise.all([
    loadPayments(ctx, id, order.scale),
    readCashStep(ctx, order.currency),
  ]);
  const received = payments.filter(({ status }) => status === 'received');
  const refunds = toRefunds(splitOverPayments(surplus, received, step), received);
  await recordRefunds(ctx, order, refunds, { session: null, return_id: null });
}

/**
 * Changes the contents, destination and branch of a locked order and its reservation, in the caller's transaction.
 * @returns coupons that no longer apply
 * @throws order.not_editable, order.zone_elsewhere, stock.insufficient and the errors of `quoteEditedOrder`
 * Source: docs/rules/order-changes.md
 */
export async function editOrder(
  ctx: Ctx,
  order: OrderRecord,
  input: Save,
): Promise<readonly DroppedCoupon[]> {
  await checkOrderEditable(ctx, order);
  const quoted = await quoteEditedOrder(ctx, order, input);
  refuseZoneOfOtherBranches(quoted);
  checkCartItemsOnSale(quoted);
  throwFirstPriceProblem(quoted);
  await storeDiscountApprover(ctx, order.id, await requireDiscountApprover(ctx, quoted));
  // existing lines without a price need no second confirmation
  if (input.cart) refuseFreeLines(ctx, quoted, input.force === true);
  const { coupon_id } = quoted.priced;
  if (coupon_id !== order.coupon_id) {
    if (order.coupon_id !== null) {
      await runStatement(
        ctx,
        tables.updateTable('order').set({ coupon_id: null }).where('id', '=', order.id),
      );
      await releaseCoupon(ctx, order.coupon_id);
    }
    if (coupon_id !== null)
      await redeemCoupon(ctx, coupon_id, { client_id: order.client_id, phone: order.client_phone });
  }
  await voidPendingRefunds(ctx, order.id);
  await replaceReservation(
    ctx,
    { type: 'order', id: order.id },
    await replaceOrderLines(ctx, order.id, quoted),
    quoted.input.preferred_at ? new Date(quoted.input.preferred_at) : null,
  );
  await refundSurplus(ctx, order.id);
  // an order that now costs nothing is paid, one that costs something again is not
  await updatePaidFlag(ctx, order.id);
  return quoted.dropped;
}

/** Removes the coupon of a canceled order when it no longer applies. @returns the removed coupon */
async function dropEndedCoupon(ctx: Ctx, order: OrderRecord): Promise<readonly DroppedCoupon[]> {
  const { settings } = await readSettings(ctx);
  if (order.coupon_id === null || order.currency !== settings.Currency || order.hasReturns) return [];
  const quoted = await quoteEditedOrder(ctx, order, { id: order.id });
  if (quoted.dropped.length > 0) await replaceOrderLines(ctx, order.id, quoted);
  return quoted.dropped;
}

/**
 * Prepares a locked, canceled order for reopening: pending refunds are voided so that its payments count, an overpaid
 * amount becomes a pending refund, and a coupon that no longer applies is removed.
 * @returns coupons that no longer apply
 * Source: docs/rules/order-changes.md#reopening
 */
export async function prepareReopenedOrder(ctx: Ctx, order: OrderRecord): Promise<readonly DroppedCoupon[]> {
  await voidPendingRefunds(ctx, order.id);
  const dropped = await dropEndedCoupon(ctx, order);
  await refundSurplus(ctx, order.id);
  return dropped;
}
