import { formatMinor, fromMinor, minBigInt, toMinor, toMinorRounded } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { type Ctx, getActorId } from '../../../../core/ctx.ts';
import { Prisma, queryRows, sendDeferredWrite } from '../../../../core/db/database.ts';
import { fetchRow, tables } from '../../../../core/db/tables.ts';
import {
  amountDueSql,
  isOrderPaidSql,
  type OrderAmountColumns,
  toOrderAmountColumns,
} from '../../../../core/order-amounts-sql.ts';
import { computeExpectedCash } from '../../../tills/index.ts';

/** Money that comes in for an order, in minor units. */
export type IncomingMoney = {
  readonly payment_id: number;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly ref_number: string | null;
  readonly tendered: bigint | null;
  /** Received now, or expected from a provider. */
  readonly status: 'pending' | 'received';
};

/** Who has the money of a payment (decisions section 5, payments report). */
export type MoneyHolder = {
  readonly holder: 'session' | 'driver' | 'branch' | 'partner';
  readonly driver_id: number | null;
  readonly pos_session_id: number | null;
  readonly partner: string | null;
};

type Method = {
  readonly type: string;
  readonly inhouse_holder: number;
  readonly partner_account: string | null;
};

/**
 * Who holds money that was paid so: the provider, the open drawer for cash at a till, the driver for cash on delivery,
 * else the branch.
 */
export function resolveMoneyHolder(
  method: Method,
  { pos_session_id, driver_id }: { pos_session_id: number | null; driver_id: number | null },
): MoneyHolder {
  const nobody = { driver_id: null, pos_session_id: null, partner: null };
  if (method.inhouse_holder === 0 || method.type === 'online')
    return { ...nobody, holder: 'partner', partner: method.partner_account };
  if (pos_session_id !== null) return { ...nobody, holder: 'session', pos_session_id };
  if (method.type === 'cash' && driver_id !== null) return { ...nobody, holder: 'driver', driver_id };
  return { ...nobody, holder: 'branch' };
}

/** An order that money comes in for: what is still open of it, in minor units. */
type Owing = {
  readonly id: number;
  readonly open: bigint;
  readonly scale: number;
  readonly currency: string;
};
export type NewPayment = IncomingMoney & MoneyHolder;

/**
 * Payments of an order as parts of a statement: `put` writes them down, and `received` tells what came in with them.
 * @throws order.overpaid where more comes in than is open
 */
export function insertPaymentsSql(
  ctx: Ctx,
  { id, open, scale, currency }: Owing,
  payments: readonly NewPayment[],
): { readonly put: Prisma.Sql; readonly received: Prisma.Sql } {
  if (payments.length === 0)
    return { put: Prisma.sql`put AS (SELECT)`, received: Prisma.sql`(SELECT 0::numeric AS received)` };
  if (payments.some(({ amount }) => amount < 0n)) throw new RangeError('a payment is negative');
  const sum = payments.reduce((all, { amount }) => all + amount, 0n);
  if (sum > open)
    fail('order.overpaid', { open: fromMinor(open > 0n ? open : 0n, scale), currency }, 'payments');
  const text = (amount: bigint | null) => (amount === null ? null : formatMinor(amount, scale));
  const rows = payments.map((one) => ({
    payment_id: one.payment_id,
    amount: text(one.amount),
    fee: text(one.fee),
    ref_number: one.ref_number,
    tendered: text(one.tendered),
    change: one.tendered === null ? null : text(one.tendered - one.amount),
    status: one.status,
    holder: one.holder,
    driver_id: one.driver_id,
    pos_session_id: one.pos_session_id,
    partner: one.partner,
  }));
  return {
    put: Prisma.sql`given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x(payment_id int, amount numeric, fee numeric,
        ref_number text, tendered numeric, change numeric, status text, holder text, driver_id int, pos_session_id int,
        partner text)
    ), put AS (
      INSERT INTO order_payment (order_id, payment_id, amount, fee, ref_number, tendered, change, status, holder, driver_id,
        pos_session_id, partner, account_id, created_at, settled_at)
      SELECT ${id}::int, payment_id, amount, fee, ref_number, tendered, change, status, holder, driver_id,
             pos_session_id, partner, ${getActorId(ctx)}::int, ${ctx.now}::timestamptz,
             CASE status WHEN 'received' THEN ${ctx.now}::timestamptz END
        FROM given WHERE amount > 0
    )`,
    received: Prisma.sql`(SELECT coalesce(sum(amount) FILTER (WHERE status = 'received'), 0) AS received FROM given)`,
  };
}

/** What order `o` is once what came in now, `g.received`, is added; its status may be about to change. */
export const orderAmountsAfterReceiptSql = (status_value: string = 'o.status_value'): OrderAmountColumns => ({
  ...toOrderAmountColumns('o'),
  status_value,
  paid_amount: 'o.paid_amount + g.received',
});

/**
 * Writes payments of an order down and keeps what it has been paid; the order is locked. `paid` follows: all that is due,
 * less what came back, has been received (decisions 3.3).
 * @param payment_id how it is paid from now on; null where that stays
 * @throws order.overpaid where more comes in than is open
 */
export async function recordPayments(
  ctx: Ctx,
  order: Owing,
  payments: readonly NewPayment[],
  payment_id: number | null = null,
): Promise<void> {
  if (payments.length === 0) return;
  const { put, received } = insertPaymentsSql(ctx, order, payments);
  await sendDeferredWrite(
    ctx,
    Prisma.sql`
    WITH ${put}
    UPDATE "order" o
       SET paid_amount = o.paid_amount + g.received,
           payment_id = coalesce(${payment_id}::int, o.payment_id),
           paid = ${isOrderPaidSql(orderAmountsAfterReceiptSql())},
           expires_at = CASE WHEN ${amountDueSql(orderAmountsAfterReceiptSql())} = 0 THEN NULL ELSE o.expires_at END
      FROM ${received} g
     WHERE o.id = ${order.id}::int`,
  );
}

/** What is paid follows what the order is worth now. */
export const updatePaidFlag = (ctx: Ctx, order_id: number) =>
  sendDeferredWrite(
    ctx,
    Prisma.sql`UPDATE "order" o SET paid = ${isOrderPaidSql(toOrderAmountColumns('o'))}
      WHERE o.id = ${order_id}::int`,
  );

/** Refunds of an order that are only asked for, and not for goods that came back. */
const PENDING_REFUNDS = (order_id: number) =>
  Prisma.sql`order_id = ${order_id}::int AND status = 'pending' AND amount < 0 AND return_id IS NULL`;

/** What is to go back of an order and has not yet, in minor units of its currency. */
export async function getPendingRefund(ctx: Ctx, order_id: number, scale: number): Promise<bigint> {
  const [row] = await queryRows<{ amount: string }>(
    ctx,
    Prisma.sql`SELECT coalesce(-sum(amount), 0)::text AS amount FROM order_payment WHERE ${PENDING_REFUNDS(order_id)}`,
  );
  return toMinor(row?.amount ?? '0', scale);
}

/**
 * Money that a gateway is sending back may have gone: it is neither called off nor paid out a second time. The order is
 * locked. Rule: docs/rules/payments.md#refunds-by-the-gateway. @param id one refund of it alone @throws payment.sending
 */
export async function checkNothingIsSent(
  ctx: Ctx,
  order_id: number,
  id: number | null = null,
): Promise<void> {
  const sending = tables
    .selectFrom('order_payment as p')
    .innerJoin('gateway_refund as g', 'g.order_payment_id', 'p.id')
    .select('p.id')
    .where('p.order_id', '=', order_id)
    .where('p.status', '=', 'pending')
    .where('g.state', '=', 'sending');
  if (await fetchRow(ctx, id === null ? sending : sending.where('p.id', '=', id))) fail('payment.sending');
}

/**
 * Takes back what was asked to go back and has not gone, so that the payments count again; the order is locked.
 * Source: docs/rules/order-changes.md#money
 */
export async function voidPendingRefunds(ctx: Ctx, order_id: number): Promise<void> {
  await checkNothingIsSent(ctx, order_id);
  await sendDeferredWrite(
    ctx,
    Prisma.sql`
    WITH voided AS (
      UPDATE order_payment SET status = 'voided', settled_at = ${ctx.now}::timestamptz
       WHERE ${PENDING_REFUNDS(order_id)} RETURNING amount
    )
    UPDATE "order" o SET paid_amount = o.paid_amount - v.amount
      FROM (SELECT sum(amount) AS amount FROM voided HAVING count(*) > 0) v WHERE o.id = ${order_id}::int`,
  );
}

/** A payment of an order, with what of it went back, in minor units; the oldest first. */
export type StoredPayment = {
  readonly id: number;
  readonly payment_id: number;
  readonly amount: bigint;
  readonly refunded: bigint;
  readonly status: 'pending' | 'received';
  readonly type: string;
  readonly inhouse_holder: number;
  readonly partner_account: string | null;
  readonly holder: MoneyHolder['holder'];
  readonly driver_id: number | null;
};

/** What was paid for an order so far. */
export async function loadPayments(ctx: Ctx, order_id: number, scale: number): Promise<StoredPayment[]> {
  const rows = await queryRows<
    Omit<StoredPayment, 'amount' | 'refunded'> & { amount: string; refunded: string }
  >(
    ctx,
    Prisma.sql`
    SELECT p.id, p.payment_id, p.amount::text AS amount, p.status, p.holder, p.driver_id, m.type, m.inhouse_holder,
           m.partner_account,
           coalesce((SELECT -sum(r.amount) FROM order_payment r WHERE r.refund_of = p.id AND r.status <> 'voided'), 0)::text AS refunded
      FROM order_payment p JOIN payment_method m ON m.id = p.payment_id
     WHERE p.order_id = ${order_id}::int AND p.amount > 0 ORDER BY p.id`,
  );
  return rows.map((row) => ({
    ...row,
    amount: toMinor(row.amount, scale),
    refunded: toMinor(row.refunded, scale),
  }));
}

/** An open session whose drawer pays cash. */
export type OpenDrawer = { readonly id: number; readonly start_amount: number };

/** Money that goes back over a payment it came in by, in minor units. */
export type Refund = { readonly of: StoredPayment; readonly amount: bigint };

type RefundPart = Refund & { readonly isPaidOut: boolean };

/** What of refunds a drawer pays out at once: as much as lies in it. The rest waits to be paid out. */
async function splitByDrawer(
  ctx: Ctx,
  scale: number,
  refunds: readonly Refund[],
  session: OpenDrawer | null,
): Promise<RefundPart[]> {
  const isCash = ({ of }: Refund) => of.type === 'cash';
  if (!session || !refunds.some(isCash)) return refunds.map((refund) => ({ ...refund, isPaidOut: false }));
  const held = toMinorRounded(formatMinor(await computeExpectedCash(ctx, session), 4), scale);
  let left = held > 0n ? held : 0n;
  return refunds.flatMap((refund): RefundPart[] => {
    const paid = isCash(refund) ? minBigInt(refund.amount, left) : 0n;
    left -= paid;
    return [
      { of: refund.of, amount: paid, isPaidOut: true },
      { of: refund.of, amount: refund.amount - paid, isPaidOut: false },
    ].filter(({ amount }) => amount > 0n);
  });
}

/**
 * Writes refunds as negative payments: cash leaves the open drawer at once, as far as there is some in it; the rest, and
 * what goes back over a provider, is pending until somebody pays it out. The order is locked.
 * @param session the drawer that pays, held by the caller's transaction
 * Source: docs/rules/payments.md#refunds
 */
export async function recordRefunds(
  ctx: Ctx,
  order: { readonly id: number; readonly scale: number },
  refunds: readonly Refund[],
  { session, return_id }: { session: OpenDrawer | null; return_id: number | null },
): Promise<void> {
  if (refunds.length === 0) return;
  const account_id = getActorId(ctx);
  const parts = await splitByDrawer(ctx, order.scale, refunds, session);
  const pos_session_id = session?.id ?? null;
  const rows = parts.map(({ of, amount, isPaidOut }) => {
    return {
      payment_id: of.payment_id,
      amount: formatMinor(-amount, order.scale),
      refund_of: of.id,
      status: isPaidOut ? 'refunded' : 'pending',
      holder: isPaidOut ? 'session' : of.holder === 'session' ? 'branch' : of.holder,
      driver_id: isPaidOut ? null : of.driver_id,
      pos_session_id: isPaidOut ? pos_session_id : null,
      partner: of.holder === 'partner' ? of.partner_account : null,
    };
  });
  await sendDeferredWrite(
    ctx,
    Prisma.sql`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x(payment_id int, amount numeric, refund_of int,
        status text, holder text, driver_id int, pos_session_id int, partner text)
    ), put AS (
      INSERT INTO order_payment (order_id, payment_id, amount, status, holder, driver_id, pos_session_id, partner, refund_of,
        return_id, account_id, created_at, settled_at)
      SELECT ${order.id}::int, payment_id, amount, status, holder, driver_id, pos_session_id, partner, refund_of,
             ${return_id}::int, ${account_id}::int, ${ctx.now}::timestamptz,
             CASE status WHEN 'refunded' THEN ${ctx.now}::timestamptz END
        FROM given
    )
    UPDATE "order" o
       SET paid_amount = o.paid_amount + g.back
      FROM (SELECT coalesce(sum(amount), 0) AS back FROM given) g
     WHERE o.id = ${order.id}::int`,
  );
}
