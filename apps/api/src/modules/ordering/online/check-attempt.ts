import { CANCELED, divideRounded, formatMinor, toMinor } from '@dukkan/commerce';
import { recordAudit } from '../../../core/audit.ts';
import type { Services } from '../../../core/ctx.ts';
import { type Ctx, createSystemCtx } from '../../../core/ctx.ts';
import { fetchRow, runStatement, tables } from '../../../core/db/tables.ts';
import { readSettings } from '../../setting/index.ts';
import { applyPaymentTotals, priceForMethod } from '../order/pay/amount-due.ts';
import { lockOrder, type OrderRecord } from '../order/record/order-record.ts';
import { listPaymentMethods, loadShopSnapshot } from '../order/record/shop-snapshot.ts';
import { settlePayments } from '../payment/payment.service.ts';
import { loadGatewayKeys } from './gateway-keys.ts';
import { moneyText, type ProviderPayment, readMoney } from './payment-provider.ts';
import { getOrderModes, getProvider } from './providers.ts';

// Rule: docs/rules/payments.md#online-payments

/** Milliseconds until the provider is asked again about a payment that has not ended. */
const CHECK_AGAIN_MS = 60_000;

const readForCheck = tables
  .selectFrom('payment_attempt')
  .select([
    'id',
    'order_id',
    'gateway_id',
    'payment_id',
    'provider',
    'provider_ref',
    'amount',
    'currency',
    'state',
    'order_payment_id',
    'expires_at',
  ]);
const findAttempt = (ctx: Ctx, id: string) => fetchRow(ctx, readForCheck.where('id', '=', id));
type Attempt = NonNullable<Awaited<ReturnType<typeof findAttempt>>>;

/** True for attempts whose result no longer changes, because the money is booked or held for a decision. */
const isFinal = ({ state }: Attempt): boolean => state === 'paid' || state === 'mismatch';

type Change = {
  state?: string;
  reason?: string | null;
  told_amount?: string;
  told_currency?: string;
  order_payment_id?: number | null;
  check_at?: Date | null;
  ended_at?: Date;
};

const updateAttempt = (ctx: Ctx, { id }: Attempt, change: Change) =>
  runStatement(ctx, tables.updateTable('payment_attempt').set(change).where('id', '=', id));

const nextCheck = (ctx: Ctx): Date => new Date(ctx.now.getTime() + CHECK_AGAIN_MS);

const endAttempt = (ctx: Ctx, attempt: Attempt, change: Change) =>
  updateAttempt(ctx, attempt, { check_at: null, ...change, ended_at: ctx.now });

/**
 * Finds the planned payment of this attempt, unless another attempt pays it or it is of another amount by now; its state
 * tells whether it is booked.
 */
async function findPlanned(ctx: Ctx, { id, order_payment_id, amount }: Attempt) {
  if (order_payment_id === null) return undefined;
  const other = await fetchRow(
    ctx,
    tables
      .selectFrom('payment_attempt')
      .select('id')
      .where('order_payment_id', '=', order_payment_id)
      .where('state', '=', 'paid')
      .where('id', '!=', id),
  );
  if (other) return undefined;
  const row = await fetchRow(
    ctx,
    tables
      .selectFrom('order_payment')
      .select(['id', 'status'])
      .where('id', '=', order_payment_id)
      .where('amount', '=', amount),
  );
  return row && row.status !== 'voided' ? row : undefined;
}

/** Inserts the payment as pending, and prices the order for this method if it pays the whole amount. */
async function insertExpected(ctx: Ctx, order: OrderRecord, attempt: Attempt): Promise<number> {
  const { amount } = readMoney(attempt.amount, attempt.currency);
  const [shop, { settings }] = await Promise.all([loadShopSnapshot(ctx), readSettings(ctx)]);
  const method = listPaymentMethods(shop, order.branch_id).find(({ id }) => id === attempt.payment_id);
  const tail = (method && priceForMethod(order, method, settings)?.tail) ?? null;
  const paysAll = tail !== null && tail.due === amount;
  if (paysAll) await applyPaymentTotals(ctx, order, tail);
  const share = divideRounded(amount * toMinor(method?.margin ?? '0', 2), 10_000n);
  const row = await fetchRow(
    ctx,
    tables
      .insertInto('order_payment')
      .values({
        order_id: order.id,
        payment_id: attempt.payment_id,
        amount: attempt.amount,
        fee: formatMinor(paysAll ? tail.fee : share, order.scale),
        status: 'pending',
        holder: 'partner',
        partner: method?.partner_account ?? null,
        created_at: ctx.now,
      })
      .returning('id'),
  );
  if (!row) throw new Error('a payment was not written down');
  return row.id;
}

/**
 * Books the money of an attempt once: received if it was planned, else as a new payment. What exceeds the amount due,
 * or all of it for a canceled order, becomes a pending refund.
 */
async function bookMoney(ctx: Ctx, order: OrderRecord, attempt: Attempt): Promise<void> {
  const planned = await findPlanned(ctx, attempt);
  const order_payment_id = planned?.id ?? (await insertExpected(ctx, order, attempt));
  if (planned?.status !== 'received')
    await settlePayments(ctx, { id: order_payment_id, ref_number: attempt.provider_ref });
  await endAttempt(ctx, attempt, { state: 'paid', order_payment_id });
}

/** Ends an attempt without booking money, and records it in the order's history and in live events. */
async function endAttemptWithoutBooking(
  ctx: Ctx,
  order: OrderRecord | null,
  attempt: Attempt,
  change: Change,
): Promise<void> {
  await endAttempt(ctx, attempt, change);
  if (!order) return;
  const { state, reason = null, told_amount = null, told_currency = null } = change;
  await recordAudit(ctx, {
    noun: 'order',
    id: order.id,
    action: 'pay',
    before: null,
    after: { state, reason, told_amount, told_currency },
    branch_id: order.branch_id,
    version: order.version,
  });
}

/** Applies the provider's answer to an attempt that has not ended; the caller has locked the attempt and its order. */
async function applyProviderPayment(
  ctx: Ctx,
  order: OrderRecord | null,
  attempt: Attempt,
  payment: ProviderPayment,
): Promise<void> {
  const requested = readMoney(attempt.amount, attempt.currency);
  if (payment.state === 'paid') {
    if (payment.currency !== requested.currency || payment.amount !== requested.amount)
      // staff decide what to do with an amount other than the requested one
      return endAttemptWithoutBooking(ctx, order, attempt, {
        state: 'mismatch',
        told_amount: moneyText(payment),
        told_currency: payment.currency,
      });
    if (order) return bookMoney(ctx, order, attempt);
    return void (await endAttempt(ctx, attempt, { state: 'paid' }));
  }
  const isOver = attempt.expires_at <= ctx.now || order?.status_value === CANCELED;
  const hasEnded = payment.state === 'failed' || (payment.state === 'open' && isOver);
  const check_at = hasEnded ? null : nextCheck(ctx);
  // an ended attempt changes only when its money arrives; one that was replaced may still be paid
  if (attempt.state !== 'open' || !hasEnded) return void (await updateAttempt(ctx, attempt, { check_at }));
  await endAttemptWithoutBooking(
    ctx,
    order,
    attempt,
    payment.state === 'failed' ? { state: 'failed', reason: payment.reason } : { state: 'expired' },
  );
}

/**
 * Asks the provider about an attempt and books the answer once, however often this is called. The provider is called
 * outside of the transaction, in which the order is locked before the attempt, as everywhere.
 * @throws when the provider does not answer
 */
export async function checkAttempt(services: Services, id: string): Promise<void> {
  const ctx = createSystemCtx(services, 'payment.check');
  const before = await findAttempt(ctx, id);
  if (!before || isFinal(before)) return;
  if (before.provider_ref === null) {
    // the provider has no such payment, or its answer was lost, so nothing can be paid there that this shop would learn
    // about
    if (before.state === 'open' && before.expires_at <= ctx.now)
      await endAttempt(ctx, before, { state: 'expired' });
    return;
  }
  const keys = await loadGatewayKeys(ctx, before.gateway_id);
  const answer = await getProvider(before.provider).getPayment(ctx, keys, before.provider_ref);
  // an attempt of an earlier demo: no real money was taken, so none is booked
  const isRefused = before.order_id !== null && !getOrderModes(ctx).includes(keys.mode);
  const payment: ProviderPayment = isRefused ? { ...answer, state: 'failed', reason: 'refused' } : answer;
  await ctx.tx(async (ctx) => {
    const order = before.order_id === null ? null : await lockOrder(ctx, before.order_id);
    const attempt = await fetchRow(ctx, readForCheck.where('id', '=', id).forUpdate());
    if (attempt && !isFinal(attempt)) await applyProviderPayment(ctx, order, attempt, payment);
  });
}

/** Asks the provider to end a payment; one that does not answer, or cannot, changes nothing. */
async function cancelAtProvider(ctx: Ctx, { gateway_id, provider, provider_ref }: Attempt): Promise<void> {
  const { cancelPayment } = getProvider(provider);
  if (provider_ref === null || !cancelPayment) return;
  try {
    await cancelPayment(ctx, await loadGatewayKeys(ctx, gateway_id), provider_ref);
  } catch (error) {
    ctx.services.log.warn({ err: error }, 'a payment could not be canceled at its provider');
  }
}

/**
 * Ends an open attempt that no longer asks for what is due. The provider is told and then asked, so that money that it
 * has taken is booked first; it is asked on about a payment that it could not cancel.
 * @throws when the provider does not answer
 */
export async function endReplacedAttempt(services: Services, id: string): Promise<void> {
  const ctx = createSystemCtx(services, 'payment.replace');
  const before = await findAttempt(ctx, id);
  if (before?.state !== 'open' || before.order_id === null) return;
  const { order_id } = before;
  await cancelAtProvider(ctx, before);
  await checkAttempt(services, id);
  await ctx.tx(async (ctx) => {
    const order = await lockOrder(ctx, order_id);
    const attempt = await fetchRow(ctx, readForCheck.where('id', '=', id).forUpdate());
    if (attempt?.state === 'open')
      await endAttemptWithoutBooking(ctx, order, attempt, { state: 'expired', check_at: nextCheck(ctx) });
  });
}
