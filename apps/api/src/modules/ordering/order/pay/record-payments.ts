import {
  formatMinor,
  fromMinor,
  getCashRoundingStep,
  minBigInt,
  toMinor,
  toMinorRounded,
} from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import { type Ctx, getActorId } from '../../../../core/ctx.ts';
import { fetchRow, fetchRows, runDeferred, tables } from '../../../../core/db/tables.ts';
import {
  amountDueSql,
  isOrderPaidSql,
  type OrderAmountColumns,
  toOrderAmountColumns,
} from '../../../../core/sql/order-amounts-sql.ts';
import type { Tables } from '../../../../generated/tables.ts';
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
export function insertPayments(
  ctx: Ctx,
  { id, open, scale, currency }: Owing,
  payments: readonly NewPayment[],
): { readonly put: RawBuilder<unknown>; readonly received: RawBuilder<unknown> } {
  if (payments.length === 0)
    return { put: sql`put AS (SELECT)`, received: sql`(SELECT 0::numeric AS received)` };
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
    put: sql`given AS (
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
    received: sql`(SELECT coalesce(sum(amount) FILTER (WHERE status = 'received'), 0) AS received FROM given)`,
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
  const { put, received } = insertPayments(ctx, order, payments);
  await runDeferred(
    ctx,
    sql`
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

const IS_PAID = isOrderPaidSql(toOrderAmountColumns('o'));

/** Sets the order's `paid` flag after its value has changed. */
export const updatePaidFlag = (ctx: Ctx, order_id: number): Promise<void> =>
  runDeferred(ctx, tables.updateTable('order as o').set({ paid: IS_PAID }).where('o.id', '=', order_id));

const eb = expressionBuilder<Tables, 'order_payment'>();

/** Condition for pending refunds of an order that do not belong to a return. */
const isPendingRefund = (order_id: number) =>
  eb.and([
    eb('order_id', '=', order_id),
    eb('status', '=', sql.lit('pending')),
    eb('amount', '<', sql<string>`0`),
    eb('return_id', 'is', null),
  ]);

/** Returns the sum of an order's pending refunds, in minor units of its currency. */
export async function getPendingRefund(ctx: Ctx, order_id: number, scale: number): Promise<bigint> {
  const sum = tables
    .selectFrom('order_payment')
    .select(sql<string>`coalesce(-sum(amount), 0)`.as('amount'))
    .where(isPendingRefund(order_id));
  return toMinor((await fetchRow(ctx, sum))?.amount ?? '0', scale);
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
  const voided = tables
    .updateTable('order_payment')
    .set({ status: 'voided', settled_at: ctx.now })
    .where(isPendingRefund(order_id))
    .returning('amount');
  await runDeferred(
    ctx,
    tables
      .with('voided', () => voided)
      .with('back', (db) =>
        db
          .selectFrom('voided')
          .select(({ fn }) => fn.sum<string>('amount').as('amount'))
          .having(({ fn }) => fn.countAll(), '>', sql<number>`0`),
      )
      .updateTable('order as o')
      .from('back')
      .set((eb) => ({ paid_amount: eb('o.paid_amount', '-', eb.ref('back.amount')) }))
      .where('o.id', '=', order_id),
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
  const payments = tables
    .selectFrom('order_payment as p')
    .innerJoin('payment_method as m', 'm.id', 'p.payment_id')
    .select(({ ref, selectFrom }) => [
      'p.id',
      'p.payment_id',
      'p.amount',
      ref('p.status').$castTo<StoredPayment['status']>().as('status'),
      ref('p.holder').$castTo<StoredPayment['holder']>().as('holder'),
      'p.driver_id',
      'm.type',
      'm.inhouse_holder',
      'm.partner_account',
      sql<string>`coalesce(${selectFrom('order_payment as r')
        .select(sql<string>`-sum(r.amount)`.as('amount'))
        .whereRef('r.refund_of', '=', 'p.id')
        .where('r.status', '<>', 'voided')}, 0)`.as('refunded'),
    ])
    .where('p.order_id', '=', order_id)
    .where('p.amount', '>', sql<string>`0`)
    .orderBy('p.id');
  const rows = await fetchRows(ctx, payments);
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
  await runDeferred(
    ctx,
    sql`
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
