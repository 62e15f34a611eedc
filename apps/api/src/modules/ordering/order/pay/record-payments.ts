import {
  formatMinor,
  fromMinor,
  getCashRoundingStep,
  minBigInt,
  toMinor,
  toMinorRounded,
} from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { type Ctx, getActorId } from '../../../../core/ctx.ts';
import { Prisma, queryRows, sendDeferredWrite } from '../../../../core/db/database.ts';
import { fetchRow, tables } from '../../../../core/db/tables.ts';
import {
  amountDueSql,
  isOrderPaidSql,
  type OrderAmountColumns,
  toOrderAmountColumns,
} from '../../../../core/sql/order-amounts-sql.ts';
import { readSettings, type Settings } from '../../../setting/index.ts';
import { computeExpectedCash } from '../../../tills/index.ts';

/** A payment for an order, in minor units. */
export type IncomingMoney = {
  readonly payment_id: number;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly ref_number: string | null;
  readonly tendered: bigint | null;
  /** Received, or pending at a provider. */
  readonly status: 'pending' | 'received';
};

/** Where the money of a payment is. */
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
 * Returns where the money of a payment goes: to the provider, to the open drawer for cash at a till, to the driver for
 * cash on delivery, else to the branch.
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

/** An order with its amount due in minor units. */
type Owing = {
  readonly id: number;
  readonly open: bigint;
  readonly scale: number;
  readonly currency: string;
};
export type NewPayment = IncomingMoney & MoneyHolder;

/**
 * Returns SQL parts: `put` inserts the payments, `received` is the sum received with them.
 * @throws order.overpaid when they exceed the amount due
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

/** SQL for the amounts of order `o` after `g.received` is added and the status has changed. */
export const orderAmountsAfterReceiptSql = (status_value: string = 'o.status_value'): OrderAmountColumns => ({
  ...toOrderAmountColumns('o'),
  status_value,
  paid_amount: 'o.paid_amount + g.received',
});

/**
 * Inserts payments of a locked order and updates its paid amount. `paid` is set once all that is due, less returns, was
 * received.
 * @param payment_id the order's payment method from now on; null leaves it unchanged
 * @throws order.overpaid when they exceed the amount due
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

/** Sets the order's `paid` flag after its value has changed. */
export const updatePaidFlag = (ctx: Ctx, order_id: number) =>
  sendDeferredWrite(
    ctx,
    Prisma.sql`UPDATE "order" o SET paid = ${isOrderPaidSql(toOrderAmountColumns('o'))}
      WHERE o.id = ${order_id}::int`,
  );

/** Condition for pending refunds of an order that do not belong to a return. */
const PENDING_REFUNDS = (order_id: number) =>
  Prisma.sql`order_id = ${order_id}::int AND status = 'pending' AND amount < 0 AND return_id IS NULL`;

/** Returns the sum of an order's pending refunds, in minor units of its currency. */
export async function getPendingRefund(ctx: Ctx, order_id: number, scale: number): Promise<bigint> {
  const [row] = await queryRows<{ amount: string }>(
    ctx,
    Prisma.sql`SELECT coalesce(-sum(amount), 0)::text AS amount FROM order_payment WHERE ${PENDING_REFUNDS(order_id)}`,
  );
  return toMinor(row?.amount ?? '0', scale);
}

/**
 * Refuses while a gateway is sending a refund, because that may have left already and must not be canceled or paid
 * twice. The order is locked. Rule: docs/rules/payments.md#refunds-by-the-gateway. @param id checks only this refund
 * @throws payment.sending
 */
export async function checkNoRefundIsBeingSent(
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
 * Voids pending refunds, so that the payments count again; the order is locked.
 * Source: docs/rules/order-changes.md#money
 */
export async function voidPendingRefunds(ctx: Ctx, order_id: number): Promise<void> {
  await checkNoRefundIsBeingSent(ctx, order_id);
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

/** A payment of an order with its refunded amount, in minor units. */
export type StoredPayment = {
  readonly id: number;
  readonly payment_id: number;
  readonly amount: bigint;
  readonly refunded: bigint;
  readonly status: 'pending' | 'received';
  readonly type: string;
  readonly isCash: boolean;
  readonly inhouse_holder: number;
  readonly partner_account: string | null;
  readonly holder: MoneyHolder['holder'];
  readonly driver_id: number | null;
};

/** Loads the payments of an order, oldest first. */
export async function loadPayments(ctx: Ctx, order_id: number, scale: number): Promise<StoredPayment[]> {
  const rows = await queryRows<
    Omit<StoredPayment, 'amount' | 'refunded' | 'isCash'> & { amount: string; refunded: string }
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
    isCash: row.type === 'cash',
    amount: toMinor(row.amount, scale),
    refunded: toMinor(row.refunded, scale),
  }));
}

/** An open session whose drawer pays out cash. */
export type OpenDrawer = { readonly id: number; readonly start_amount: number };

/** A refund of a payment, in minor units. */
export type Refund = { readonly of: StoredPayment; readonly amount: bigint };

/** Names the payments of the parts into which `splitRefund` or `splitOverPayments` has split money that goes back. */
export const toRefunds = (
  parts: readonly { readonly id: number; readonly amount: bigint }[],
  payments: readonly StoredPayment[],
): readonly Refund[] =>
  parts.flatMap(({ id, amount }) => {
    const of = payments.find((payment) => payment.id === id);
    return of ? [{ of, amount }] : [];
  });

/** Returns the smallest coin of an order's currency in minor units, 0 where its cash is not rounded. */
export const getCashStep = (
  currency: string,
  { Currency, cash_rounding }: Pick<Settings, 'Currency' | 'cash_rounding'>,
): bigint => (currency === Currency ? getCashRoundingStep(currency, BigInt(cash_rounding)) : 0n);

/** Reads the smallest coin of an order's currency, as `getCashStep` returns it. */
export const readCashStep = async (ctx: Ctx, currency: string): Promise<bigint> =>
  getCashStep(currency, (await readSettings(ctx)).settings);

type RefundPart = Refund & { readonly isPaidOut: boolean };

/** Splits refunds into what the drawer pays out at once, up to its cash, and what stays pending. */
async function splitByDrawer(
  ctx: Ctx,
  scale: number,
  refunds: readonly Refund[],
  session: OpenDrawer | null,
): Promise<RefundPart[]> {
  if (!session || !refunds.some(({ of }) => of.isCash))
    return refunds.map((refund) => ({ ...refund, isPaidOut: false }));
  const held = toMinorRounded(formatMinor(await computeExpectedCash(ctx, session), 4), scale);
  let left = held > 0n ? held : 0n;
  return refunds.flatMap((refund): RefundPart[] => {
    const paid = refund.of.isCash ? minBigInt(refund.amount, left) : 0n;
    left -= paid;
    return [
      { of: refund.of, amount: paid, isPaidOut: true },
      { of: refund.of, amount: refund.amount - paid, isPaidOut: false },
    ].filter(({ amount }) => amount > 0n);
  });
}

/**
 * Writes refunds as negative payments: cash leaves the open drawer as far as it has some; the rest, and refunds through
 * a provider, stay pending until they are paid out. The order is locked.
 * @param session the drawer that pays, locked by the caller's transaction
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
