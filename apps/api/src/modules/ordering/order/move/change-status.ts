import {
  CANCELED,
  computeAmountDue,
  DELIVERED,
  evaluateOrderMove,
  type OrderStockEffect,
  SENT,
} from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { isAdmin } from '../../../../core/access.ts';
import { type Ctx, getActorId } from '../../../../core/ctx.ts';
import { Prisma, queryRows, sendDeferredWrite } from '../../../../core/db/database.ts';
import { isOrderPaidSql } from '../../../../core/sql/order-amounts-sql.ts';
import { STATUS_SQL } from '../../../../core/sql/order-status-sql.ts';
import { redeemCoupon, releaseCoupon } from '../../../pricing/index.ts';
import { deductStock, releaseStock, reserveStock, restockAll } from '../../../stock/index.ts';
import { findOpenSession } from '../../../tills/index.ts';
import { loadOutgoingLines } from '../make/insert-order.ts';
import type { StatusPayment } from '../pay/read-payments.ts';
import {
  insertPaymentsSql,
  loadPayments,
  type NewPayment,
  orderAmountsAfterReceiptSql,
  recordRefunds,
  resolveMoneyHolder,
} from '../pay/record-payments.ts';
import type { OrderRecord } from '../record/order-record.ts';
import { findSeries, getNextOrderCreationTime } from '../recur/order-series.ts';

/** The columns of a status that a move needs. */
export type StatusRow = {
  readonly id: number;
  readonly status_value: OrderRecord['status_value'];
  readonly not_delivered: number;
};

/** The target status of a move. */
type Target = Pick<StatusRow, 'id' | 'status_value'>;

/** Loads an order status that is active. @throws reference.missing where it is disabled or deleted */
export async function getActiveStatus(ctx: Ctx, status_id: number): Promise<StatusRow> {
  const [row] = await queryRows<StatusRow>(
    ctx,
    Prisma.sql`SELECT id, status_value, not_delivered FROM order_status
      WHERE id = ${status_id}::int AND deleted_at IS NULL AND status = 1`,
  );
  return row ?? fail('reference.missing', { field: 'status_id' }, 'status_id');
}

/** True when a driver or an outside service delivers the order, or when it needs no delivery. */
const isCarried = ({ type, pos, driver_id, inhouse }: OrderRecord): boolean =>
  type !== 'delivery' || pos || driver_id !== null || inhouse === 0;

/** Returns the effect of a move on stock. @throws the reason for refusing the move */
export function requireMoveStockEffect(
  ctx: Ctx,
  order: OrderRecord,
  to: Target,
  { force, isUndo = false }: { readonly force: boolean; readonly isUndo?: boolean },
): OrderStockEffect | null {
  const { status_value: from } = order;
  const { isRefunded } = order;
  const move = evaluateOrderMove(from, to.status_value, {
    isAdmin: isUndo || isAdmin(ctx),
    force: isUndo || force,
    isCarried: isCarried(order),
    isRefunded,
    isTillSale: order.pos,
  });
  if (!move) return null;
  if ('effect' in move) return move.effect;
  switch (move.refusal) {
    case 'bad_transition':
      return fail('order.bad_transition', { from, to: to.status_value }, 'status_id');
    case 'not_allowed':
      return fail('permission.denied');
    default:
      return fail(`order.${move.refusal}`, undefined, 'status_id');
  }
}

async function moveStock(ctx: Ctx, order: OrderRecord, effect: OrderStockEffect): Promise<void> {
  const ref = { type: 'order', id: order.id };
  if (effect === 'deduct') await deductStock(ctx, ref, await loadOutgoingLines(ctx, order.id));
  if (effect === 'release') await releaseStock(ctx, ref);
  if (effect === 'put_back' || effect === 'put_back_and_reserve') await restockAll(ctx, ref);
  if (effect === 'put_back_and_reserve' || effect === 'reserve')
    await reserveStock(ctx, ref, await loadOutgoingLines(ctx, order.id), order.preferred_at);
}

/**
 * Returns the cash-on-delivery payment of the amount due, received by the driver or the branch that delivers.
 */
async function paidAtDoor(ctx: Ctx, order: OrderRecord, open: bigint): Promise<NewPayment[]> {
  if (open <= 0n || order.payment_id === null) return [];
  const [method] = await queryRows<{ type: string; inhouse_holder: number; partner_account: string | null }>(
    ctx,
    Prisma.sql`SELECT type, inhouse_holder, partner_account FROM payment_method WHERE id = ${order.payment_id}::int`,
  );
  if (method?.type !== 'cash') return [];
  return [
    {
      payment_id: order.payment_id,
      amount: open,
      fee: 0n,
      ref_number: null,
      tendered: null,
      status: 'received',
      ...resolveMoneyHolder(method, { driver_id: order.driver_id, pos_session_id: null }),
    },
  ];
}

/** Refunds a canceled order: cash from the till's open drawer, other payments as pending refunds. */
async function giveAllBack(ctx: Ctx, order: OrderRecord): Promise<void> {
  const paid = (await loadPayments(ctx, order.id, order.scale)).filter(({ status }) => status === 'received');
  const refunds = paid
    .map((of) => ({ of, amount: of.amount - of.refunded }))
    .filter(({ amount }) => amount > 0n);
  if (refunds.length === 0) return;
  const session =
    order.device_id === null
      ? null
      : await findOpenSession(ctx, order.device_id, order.branch_id, order.currency);
  await recordRefunds(ctx, order, refunds, { session, return_id: null });
}

const NOTHING: StatusPayment = { payments: [], payment_id: null };

/**
 * Moves a locked order to another status, with all effects on stock, money, coupon and times. A move
 * within one value changes only the status id. The order is written once, because each write updates all its indexes.
 * @param paying payments made with the move; empty when it cancels the order
 * @param isUndo the caller undoes their own move, which needs no further permission
 * @param series `all`: canceling the order also ends its series; `this`: the series continues
 * @param beside other columns to set, as a part of an UPDATE
 * @throws order.bad_transition, order.use_return, order.needs_driver, order.needs_force, order.refunded,
 * order.overpaid, permission.denied, stock.insufficient
 */
export async function changeOrderStatus(
  ctx: Ctx,
  order: OrderRecord,
  to: Target,
  {
    force,
    isUndo = false,
    notes,
    series = 'all',
    paying = NOTHING,
    beside,
  }: {
    readonly force: boolean;
    readonly isUndo?: boolean;
    readonly notes: string | null;
    readonly series?: 'this' | 'all';
    paying?: StatusPayment;
    beside?: Prisma.Sql;
  },
): Promise<void> {
  const effect = requireMoveStockEffect(ctx, order, to, { force, isUndo });
  if (to.status_value === CANCELED && effect !== null) {
    if (order.coupon_id !== null) await releaseCoupon(ctx, order.coupon_id);
    await giveAllBack(ctx, order);
  }
  if (effect === 'reserve' && order.coupon_id !== null)
    await redeemCoupon(ctx, order.coupon_id, { client_id: order.client_id, phone: order.client_phone });
  if (effect !== null) await moveStock(ctx, order, effect);
  const value = to.status_value;
  const isSent = value >= SENT;
  const account_id = getActorId(ctx);
  const open = computeAmountDue(order);
  const given = paying.payments.reduce((all, { amount }) => all + amount, 0n);
  const isDelivered = value === DELIVERED && effect !== null;
  const atDoor = isDelivered
    ? await paidAtDoor(
        ctx,
        { ...order, payment_id: paying.payment_id ?? order.payment_id },
        open - order.pending - given,
      )
    : [];
  const { put, received } = insertPaymentsSql(
    ctx,
    { id: order.id, open, scale: order.scale, currency: order.currency },
    [...paying.payments, ...atDoor],
  );
  const paid = isOrderPaidSql(orderAmountsAfterReceiptSql(String(value)));
  await sendDeferredWrite(
    ctx,
    Prisma.sql`
    WITH moved AS (
      INSERT INTO order_move (order_id, from_value, to_value, status_id, notes, account_id, created_at)
      VALUES (${order.id}::int, ${order.status_value}::smallint, ${value}::smallint, ${to.id}::int, ${notes},
              ${account_id}::int, ${ctx.now}::timestamptz)
    ), ${put}
    UPDATE "order" o
       SET status_id = ${to.id}::int, status_value = ${value}::smallint, deducted = ${isSent}::boolean,
           delivered_at = CASE WHEN ${value}::int = ${STATUS_SQL.DELIVERED} THEN coalesce(o.delivered_at, ${ctx.now}::timestamptz) END,
           cancelled_at = CASE WHEN ${value}::int = ${STATUS_SQL.CANCELED} THEN coalesce(o.cancelled_at, ${ctx.now}::timestamptz) END,
           expires_at = CASE WHEN ${value}::int = ${STATUS_SQL.WAITING} AND NOT (g.received > 0 AND ${paid} = 1) THEN o.expires_at END,
           next_at = CASE WHEN ${value}::int = ${STATUS_SQL.CANCELED} AND ${series === 'all'}::boolean THEN NULL ELSE o.next_at END,
           payment_id = coalesce(${paying.payment_id}::int, o.payment_id),
           paid_amount = o.paid_amount + g.received,
           paid = ${paid} ${beside ? Prisma.sql`, ${beside}` : Prisma.empty}
      FROM ${received} g
     WHERE o.id = ${order.id}::int`,
  );
  if (value === CANCELED && series === 'all' && order.recurring === 1) await endSeries(ctx, order.id);
  if (order.status_value === CANCELED && order.recurring === 1) await goOn(ctx, order.id);
}

/** Ends the series of an order, whichever of its orders continues it. Source: docs/rules/recurring-orders.md#cancel */
const endSeries = (ctx: Ctx, id: number) =>
  ctx.db.$executeRaw`UPDATE "order" SET next_at = NULL
    WHERE series_id = (SELECT s.series_id FROM "order" s WHERE s.id = ${id}::int) AND next_at IS NOT NULL`;

/** Resumes the series of a reopened order, unless another order continues it. */
async function goOn(ctx: Ctx, id: number): Promise<void> {
  const series = await findSeries(ctx, id);
  if (!series) return;
  await ctx.db
    .$executeRaw`UPDATE "order" o SET next_at = ${getNextOrderCreationTime(ctx, series)}::timestamptz
    WHERE o.id = ${id}::int
      AND NOT EXISTS (SELECT 1 FROM "order" f WHERE f.series_id = o.series_id AND f.series_date > o.series_date)`;
}
