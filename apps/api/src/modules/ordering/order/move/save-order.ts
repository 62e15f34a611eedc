import { CANCELED, DELIVERED, fromMinor, minBigInt, orderIsOpen } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { checkVersion, isAdmin } from '../../../../core/access.ts';
import { audit } from '../../../../core/audit.ts';
import { type Ctx, requireAccount } from '../../../../core/ctx.ts';
import { Prisma, queryRows, writeDeferred } from '../../../../core/db/database.ts';
import { invalid } from '../../../../core/fail-field.ts';
import { BRANCH_TIME_ZONE_SQL } from '../../../branch/index.ts';
import { redeemCoupon, releaseCoupon } from '../../../pricing/index.ts';
import { readSettings } from '../../../setting/index.ts';
import { replaceReservation } from '../../../stock/index.ts';
import { replaceCart } from '../make/insert-order.ts';
import { checkGoodsActive } from '../make/place-order.ts';
import { applyPaymentTotals } from '../pay/amount-due.ts';
import { parsePayments } from '../pay/read-payments.ts';
import {
  loadPayments,
  recordPayments,
  recordRefunds,
  updatePaidFlag,
  voidPendingRefunds,
} from '../pay/record-payments.ts';
import { type CallerKind, callerKind } from '../price/caller-kind.ts';
import { refuseFreeLines } from '../price/free-lines.ts';
import {
  checkPriceProblems,
  type Dropped,
  isCouponOf,
  quoteOrder,
  recomputePromisedTime,
} from '../price/quote-order.ts';
import type { MakeOrderInput } from '../price/resolve-customer.ts';
import { cartOfLines, readSoldLines } from '../price/sold-lines.ts';
import { mayMove, orderRole } from '../record/allowed-actions.ts';
import { checkAssignees } from '../record/check-assignees.ts';
import { getOrderRecord, lockOrder, type OrderRecord, openAmount } from '../record/order-record.ts';
import { createSeries } from '../recur/order-series.ts';
import { checkPreferred, type Recurrence, WEEKLY } from '../recur/recurrence.ts';
import { orderView, type Show } from '../show/order.view.ts';
import { changeOrderStatus, type StatusPayment, type StatusRow, statusRow } from './change-status.ts';

type Save = z.output<typeof api.order.save.input>;

/** What a driver may say of an order: where it is, that it was paid, and why it could not be handed over. */
const DRIVER_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'version',
  'notes',
  'paid',
  'rest',
  'status_id',
  'move_notes',
  'locale',
  'all_locale',
]);
/** What a seller may not say. */
const NOT_SELLERS = ['driver_id', 'force', 'recurring', 'recurrence', 'recur_failed'] as const;

/** Refuses what is not this caller's to change (decisions 0.4). @throws permission.denied */
function checkMay(ctx: Ctx, kind: CallerKind, order: OrderRecord, input: Save, to: StatusRow | null): void {
  const said = Object.entries(input).filter(([, value]) => value !== undefined);
  if (kind === 'driver' && said.some(([field]) => !DRIVER_FIELDS.has(field))) fail('permission.denied');
  if (kind === 'seller') {
    const isTheirs = (field: string) => field === 'force' && input.cart !== undefined;
    if (NOT_SELLERS.some((field) => input[field] !== undefined && !isTheirs(field)))
      fail('permission.denied');
    if (input.seller_id !== undefined && input.seller_id !== requireAccount(ctx).id)
      fail('permission.denied');
  }
  // what staff may not, moving itself refuses by the reason
  const isMove = to !== null && to.id !== order.status_id;
  const facts = { ...order, is_refunded: order.isRefunded };
  if (kind !== 'staff' && isMove && !mayMove(orderRole(ctx), facts)(to)) fail('permission.denied');
  // of lines without a price everybody is asked who may write them
  if (input.force && !input.cart && !isAdmin(ctx)) fail('permission.denied');
}

/**
 * A seller hands over what is wholly paid: received before, or with this save (docs/rules/payments.md#hand-over).
 * @param paying what is paid with the save, null where nothing is
 * @throws order.payment_needed with what stays open, in the order's currency
 */
function checkPaid(order: OrderRecord, paying: StatusPayment | null): void {
  const paid = (paying?.payments ?? []).reduce((all, { amount }) => all + amount, 0n);
  const open = openAmount(order) - paid;
  if (open > 0n)
    fail(
      'order.payment_needed',
      { open: fromMinor(open, order.scale), currency: order.currency },
      'payments',
    );
}

type CartRow = MakeOrderInput['cart'][number];

/** The lines as they were asked for. */
const cartOfOrder = (ctx: Ctx, id: number) =>
  queryRows<{ what: object; quantity: number; extras: readonly { extra_id: number }[] }>(
    ctx,
    Prisma.sql`
    SELECT jsonb_strip_nulls(jsonb_build_object('item_id', l.item_id, 'offer_id', l.offer_id)) AS what,
           l.quantity::float8 AS quantity, l.extras
      FROM order_line l WHERE l.order_id = ${id}::int AND l.parent_id IS NULL ORDER BY l.ord, l.id`,
  ).then((rows) =>
    rows.map(
      ({ what, quantity, extras }): CartRow => ({
        ...what,
        quantity,
        extras_ids: extras.map(({ extra_id }) => extra_id),
      }),
    ),
  );

/** The order as if it were made anew by its own branch for its own customer. */
export async function toMakeInput(ctx: Ctx, order: OrderRecord, input: Save): Promise<MakeOrderInput> {
  const { area_no, street, home_no, area_id, lat, lng } = order.place;
  const client = { area_no, street, home_no, area_id, lat, lng };
  return {
    branch_id: order.branch_id,
    ...(order.client_id === null
      ? { client: { ...client, name: order.client_name, phone: order.client_phone } }
      : { client_id: order.client_id, client }),
    type: order.type,
    cart: input.cart ?? (await cartOfOrder(ctx, order.id)),
    coupon: input.coupon === undefined ? order.coupon_code : input.coupon,
    discount: input.discount === undefined ? order.discount : input.discount,
    discount_type: input.discount_type === undefined ? order.discount_type : input.discount_type,
    delivery_id: input.delivery_id === undefined ? order.delivery_id : input.delivery_id,
    payment_id: order.payment_id,
  } as MakeOrderInput;
}

const customerOf = ({ client_id, client_phone }: OrderRecord) => ({ client_id, phone: client_phone });

/** Whether more is said than what stands already: whoever sends back what they were shown does not price it anew. */
const editsCart = (
  order: OrderRecord,
  { cart, coupon, discount, discount_type, delivery_id }: Save,
): boolean =>
  cart !== undefined ||
  (coupon !== undefined && !isCouponOf(order, coupon)) ||
  (discount !== undefined && (discount ?? 0) !== order.discount) ||
  (discount_type !== undefined && (discount_type ?? 'fixed') !== order.discount_type) ||
  (delivery_id !== undefined && delivery_id !== order.delivery_id);

/** Refuses a change of what an order is for where it cannot be changed any more. @throws order.not_editable */
export async function checkEditable(ctx: Ctx, order: OrderRecord): Promise<void> {
  const { settings } = await readSettings(ctx);
  // in another currency it would be another order; what a provider is about to pay is not changed under it
  const isOther = order.currency !== settings.Currency;
  if (!orderIsOpen(order.status_value) || order.pending !== 0n || order.pos || isOther)
    fail('order.not_editable');
}

/**
 * The order as a change would leave it: lines that stay keep what they were sold with, the rest is priced now.
 * Source: docs/rules/order-changes.md#lines-that-stay
 */
export async function quoteChange(ctx: Ctx, order: OrderRecord, input: Save) {
  const lines = await readSoldLines(ctx, order);
  const cart = input.cart ?? cartOfLines(lines);
  const change = { order, lines };
  return quoteOrder(ctx, await toMakeInput(ctx, order, { ...input, cart }), {
    write: false,
    isOwn: true,
    change,
  });
}

/** Asks for what is paid beyond what is due to go back, the newest payment first. */
async function refundSurplus(ctx: Ctx, id: number): Promise<void> {
  const order = await getOrderRecord(ctx, id);
  let surplus = order.paid_amount - (order.due - order.returned_value);
  if (surplus <= 0n) return;
  const payments = await loadPayments(ctx, id, order.scale);
  const refunds = payments.toReversed().flatMap((of) => {
    const amount = of.status === 'received' ? minBigInt(of.amount - of.refunded, surplus) : 0n;
    surplus -= amount;
    return amount > 0n ? [{ of, amount }] : [];
  });
  await recordRefunds(ctx, order, refunds, { pos_session_id: null, return_id: null });
}

/** Changes what the order is for, and holds what it needs now. @returns what does not hold any more */
async function editCart(ctx: Ctx, order: OrderRecord, input: Save): Promise<readonly Dropped[]> {
  await checkEditable(ctx, order);
  const quoted = await quoteChange(ctx, order, input);
  checkGoodsActive(quoted);
  // what stood without a price already is not asked about again
  if (input.cart) refuseFreeLines(ctx, quoted, input.force === true);
  checkPriceProblems(quoted);
  const { coupon_id } = quoted.priced;
  if (coupon_id !== order.coupon_id) {
    if (order.coupon_id !== null) {
      await ctx.db.$executeRaw`UPDATE "order" SET coupon_id = NULL WHERE id = ${order.id}::int`;
      await releaseCoupon(ctx, order.coupon_id);
    }
    if (coupon_id !== null) await redeemCoupon(ctx, coupon_id, customerOf(order));
  }
  await voidPendingRefunds(ctx, order.id);
  await replaceReservation(ctx, { type: 'order', id: order.id }, await replaceCart(ctx, order.id, quoted));
  await refundSurplus(ctx, order.id);
  // what costs nothing any more is paid, what costs something again is not
  await updatePaidFlag(ctx, order.id);
  return quoted.dropped;
}

const said = (recurrence: unknown): string => {
  const { every = null, unit = null, until = null } = (recurrence ?? {}) as Partial<Recurrence>;
  return JSON.stringify([every, unit, until]);
};

/** Whether the order shall recur in another way: one that goes on as it does keeps its place in the series. */
const recursOtherwise = (order: OrderRecord, { recurring, recurrence }: Save): boolean =>
  (recurring !== undefined && recurring !== order.recurring) ||
  (recurrence !== undefined && said(recurrence) !== said(order.recurrence));

/** The head fields as they shall be, as parts of an UPDATE. */
async function headOf(ctx: Ctx, order: OrderRecord, input: Save) {
  const at = input.preferred_at ? new Date(input.preferred_at) : null;
  const isOther = input.preferred_at !== undefined && at?.getTime() !== order.preferred_at?.getTime();
  if (isOther) checkPreferred(ctx, input.preferred_at);
  // who carried it is known from when it is on its way (decisions 3.3)
  if (input.driver_id === null && order.driver_id !== null && order.status_value >= 4)
    fail('order.needs_driver', undefined, 'driver_id');
  if (input.paid === 0 && order.paid === 1) invalid('paid', 'one_of', { values: '1' });
  const recurrence: Recurrence | null =
    input.recurring === 0 || input.recurrence === null
      ? null
      : (input.recurrence ?? (input.recurring === 1 ? ((order.recurrence as Recurrence) ?? WEEKLY) : null));
  const promised = isOther ? (at ?? (await recomputePromisedTime(ctx, order))) : null;
  return [
    input.driver_id !== undefined && Prisma.sql`driver_id = ${input.driver_id}::int`,
    input.seller_id !== undefined && Prisma.sql`seller_id = ${input.seller_id}::int`,
    input.recur_failed === null && Prisma.sql`recur_failed = NULL`,
    input.notes !== undefined && Prisma.sql`notes = ${input.notes}`,
    input.invoice_to !== undefined && Prisma.sql`invoice_to = ${input.invoice_to}`,
    isOther && Prisma.sql`preferred_at = ${at}::timestamptz, promised_at = ${promised}::timestamptz`,
    recursOtherwise(order, input) &&
      Prisma.sql`recurring = ${recurrence ? 1 : 0}::smallint,
        recurrence = ${recurrence ? JSON.stringify(recurrence) : null}::jsonb`,
  ].filter((part) => part !== false);
}

/** Starts a new series from this order where its recurrence was changed. */
async function setNext(ctx: Ctx, order: OrderRecord, input: Save): Promise<void> {
  if (!recursOtherwise(order, input)) return;
  const [row] = await queryRows<{ recurrence: Recurrence | null; from: Date; zone: string }>(
    ctx,
    Prisma.sql`SELECT o.recurrence, coalesce(o.preferred_at, o.created_at) AS "from", ${BRANCH_TIME_ZONE_SQL} AS zone
      FROM "order" o JOIN branch b ON b.id = o.branch_id WHERE o.id = ${order.id}::int`,
  );
  const series = row?.recurrence ? await createSeries(ctx, row.recurrence, row.from, row.zone) : null;
  await ctx.db.$executeRaw`UPDATE "order" SET next_at = ${series?.next_at ?? null}::timestamptz,
      series_id = ${series?.id ?? null}::int, series_date = ${series?.date ?? null}::date WHERE id = ${order.id}::int`;
}

const LOGGED = [
  'status_id',
  'driver_id',
  'seller_id',
  'notes',
  'invoice_to',
  'delivery_id',
  'preferred_at',
  'recurring',
  'due',
  'paid_amount',
  'paid',
] as const;

/** What the log says of an order, before as it was stored and after as it is shown. */
const auditOf = (order: Pick<Show, (typeof LOGGED)[number]>) =>
  Object.fromEntries(LOGGED.map((field) => [field, order[field]]));

const asShown = ({ preferred_at, due, paid_amount, ...order }: OrderRecord) => ({
  ...order,
  preferred_at: preferred_at?.toISOString() ?? null,
  due: fromMinor(due, order.scale),
  paid_amount: fromMinor(paid_amount, order.scale),
});

/**
 * Moves, assigns, pays, notes or edits an order, all of it or nothing (decisions 3.3, 10).
 * @throws record.missing where the caller does not see it; order.status_changed where it was moved meanwhile
 */
export const save = (ctx: Ctx, input: Save) =>
  ctx.tx(async (ctx) => {
    const kind = callerKind(ctx);
    const order = await lockOrder(ctx, input.id);
    const { id, branch_id } = order;
    const to = input.status_id === undefined ? null : await statusRow(ctx, input.status_id);
    checkMay(ctx, kind, order, input, to);
    if (input.version !== undefined && input.version !== order.version && to)
      fail('order.status_changed', { version: order.version }, 'status_id');
    checkVersion(order.version, input.version);
    const driver_id = input.driver_id === order.driver_id ? null : (input.driver_id ?? null);
    const seller_id = input.seller_id === order.seller_id ? null : (input.seller_id ?? null);
    await checkAssignees(ctx, branch_id, { driver_id, seller_id });
    if (order.status_value === -1 && (input.cart || driver_id !== null)) fail('order.cancelled');
    const moves = to !== null && to.id !== order.status_id;
    const seen = Prisma.sql`version = version + 1, updated_at = ${ctx.now}::timestamptz`;
    const head = await headOf(ctx, order, input);
    const isEdited = editsCart(order, input);
    // who only moves it, or pays, changes nothing that was read; a move writes the version with the rest
    const isAsRead = head.length === 0 && !isEdited;
    const isMoved = isAsRead && moves;
    if (!isMoved)
      await writeDeferred(
        ctx,
        Prisma.sql`UPDATE "order" SET ${Prisma.join([seen, ...head])} WHERE id = ${id}::int`,
      );
    await setNext(ctx, order, input);
    const dropped = isEdited ? await editCart(ctx, order, input) : [];
    const edited = isAsRead ? order : await getOrderRecord(ctx, id);
    const paying = await parsePayments(ctx, edited, input);
    let after = await applyPaymentTotals(ctx, edited, paying?.tail ?? null);
    if (kind === 'seller' && moves && to.status_value === DELIVERED && orderIsOpen(order.status_value))
      checkPaid(after, paying);
    // what is paid with a move is written with it; what goes back with one that cancels was paid before
    const together = moves && to.status_value !== CANCELED && paying ? { paying } : {};
    if (paying && !together.paying) {
      const { payments, payment_id } = paying;
      await recordPayments(ctx, { ...after, open: openAmount(after) }, payments, payment_id);
      if (moves) after = await getOrderRecord(ctx, id);
    }
    if (moves) {
      const { move_notes: notes = null } = input;
      const force = input.force === true && isAdmin(ctx);
      await changeOrderStatus(ctx, after, to, {
        force,
        notes,
        ...together,
        ...(isMoved ? { beside: seen } : {}),
      });
    }
    const shown = await orderView(ctx, id);
    const cart = input.cart ? { items: input.cart } : {};
    await audit(ctx, {
      noun: 'order',
      id,
      action: moves ? 'move' : 'update',
      before: auditOf(asShown(order)),
      after: { ...auditOf(shown), ...cart },
      branch_id,
      version: shown.version,
    });
    return dropped.length > 0 ? { ...shown, dropped: [...dropped] } : shown;
  });
