import { randomBytes } from 'node:crypto';
import { CANCELED, computeAmountDue, findPaymentRefusal, getCurrencyScale, toMinor } from '@dukkan/commerce';
import { type api, Failure, fail, GATEWAY_MODES } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { recordAudit } from '../../../core/audit.ts';
import { type Ctx, getActorId } from '../../../core/ctx.ts';
import { fetchRow, runStatement, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { readSettings } from '../../setting/index.ts';
import { priceForMethod, toPaymentSaleContext } from '../order/pay/amount-due.ts';
import { toChosenPayment } from '../order/price/build-cart.ts';
import { lockOrder, type OrderRecord } from '../order/record/order-record.ts';
import {
  listPaymentMethods,
  loadShopSnapshot,
  type ShopPaymentMethod,
} from '../order/record/shop-snapshot.ts';
import { checkAttempt, endReplacedAttempt } from './check-attempt.ts';
import { loadGatewayKeys } from './gateway-keys.ts';
import { type Money, moneyNumber, moneyText, readMoney } from './payment-provider.ts';
import { getOrderModes, getProvider } from './providers.ts';

// Rule: docs/rules/payments.md#online-payments

type Start = z.output<typeof api.paymentAttempt.start.input>;
type Started = z.output<typeof api.paymentAttempt.start.output>;

/** Milliseconds that the customer has to pay, and until the provider is asked for the first time. */
const OPEN_MS = 30 * 60_000;
const FIRST_CHECK_MS = 10 * 60_000;

const readStarted = tables
  .selectFrom('payment_attempt')
  .select([
    'id',
    'gateway_id',
    'payment_id',
    'order_payment_id',
    'provider',
    'provider_ref',
    'url',
    'amount',
    'currency',
    'expires_at',
  ]);
type Attempt = NonNullable<Awaited<ReturnType<typeof findOpenAttempt>>>;

const findOpenAttempt = (ctx: Ctx, order_id: number) =>
  fetchRow(ctx, readStarted.where('order_id', '=', order_id).where('state', '=', 'open'));

/** Finds the active gateway of a payment method in one of these modes. @throws payment.no_gateway */
async function findGateway(ctx: Ctx, payment_id: number, modes: readonly string[]) {
  const gateway = await fetchRow(
    ctx,
    tables
      .selectFrom('gateway')
      .select(['id', 'provider'])
      .where('payment_id', '=', payment_id)
      .where('mode', 'in', [...modes])
      .where('status', '=', 1)
      .where('deleted_at', 'is', null)
      // the lock keeps it from being deleted while an attempt is created
      .forShare(),
  );
  return gateway ?? fail('payment.no_gateway', undefined, 'payment_id');
}

/** Refuses a return URL that is not on one of the shop's own websites. */
async function checkReturnUrl(ctx: Ctx, return_url: string | null | undefined): Promise<void> {
  if (return_url == null) return;
  const { settings } = await readSettings(ctx);
  const { origin, username, password } = new URL(return_url);
  if (username !== '' || password !== '' || !settings.pay_return_origins.includes(origin))
    failField('return_url', 'invalid');
}

/** Finds the pending payment planned with this method. */
const findPlannedPayment = (ctx: Ctx, order_id: number, payment_id: number) =>
  fetchRow(
    ctx,
    tables
      .selectFrom('order_payment')
      .select(['id', 'amount'])
      .where('order_id', '=', order_id)
      .where('payment_id', '=', payment_id)
      .where('status', '=', 'pending')
      .where('amount', '>', '0')
      .orderBy('id')
      .limit(1),
  );

type Payable = {
  readonly order_payment_id: number | null;
  readonly amount: bigint;
  readonly method: ShopPaymentMethod | null;
};

/**
 * Returns what is to be paid by this method now: the planned payment, or else the whole amount due; null when nothing is
 * due.
 */
async function findPayable(ctx: Ctx, order: OrderRecord, payment_id: number): Promise<Payable | null> {
  const open = computeAmountDue(order);
  if (open <= 0n) return null;
  const planned = await findPlannedPayment(ctx, order.id, payment_id);
  if (planned)
    return { order_payment_id: planned.id, amount: toMinor(planned.amount, order.scale), method: null };
  const [shop, { settings }] = await Promise.all([loadShopSnapshot(ctx), readSettings(ctx)]);
  const method = listPaymentMethods(shop, order.branch_id).find(({ id }) => id === payment_id) ?? null;
  const whole = method && priceForMethod(order, method, settings);
  const amount = whole?.tail.due ?? open - order.pending;
  return amount > 0n ? { order_payment_id: null, amount, method } : null;
}

/**
 * Returns what is to be paid by this method, if the order may be paid by it.
 * @throws order.paid, reference.missing, the reason why the method is not allowed
 */
async function requirePayable(ctx: Ctx, order: OrderRecord, payment_id: number): Promise<Payable> {
  const payable = (await findPayable(ctx, order, payment_id)) ?? fail('order.paid');
  const { order_payment_id, amount, method } = payable;
  if (order_payment_id !== null) return payable;
  if (!method) fail('reference.missing', { field: 'payment_id' }, 'payment_id');
  const chosen = toChosenPayment(method, amount, order.scale);
  const refusal = findPaymentRefusal(chosen, amount, amount, toPaymentSaleContext(order));
  if (refusal) throw new Failure(refusal, {}, 'payment_id');
  return payable;
}

/** True when an open attempt asks for what is due by its method now. */
async function isStillDue(ctx: Ctx, order: OrderRecord, attempt: Attempt): Promise<boolean> {
  const payable = await findPayable(ctx, order, attempt.payment_id);
  return (
    payable !== null &&
    payable.order_payment_id === attempt.order_payment_id &&
    payable.amount === readMoney(attempt.amount, attempt.currency).amount
  );
}

type NewAttempt = Money & {
  readonly order_id: number | null;
  readonly order_payment_id: number | null;
  readonly payment_id: number;
  readonly return_url: string | null;
  readonly gateway: { readonly id: number; readonly provider: string };
};

async function insertAttempt(
  ctx: Ctx,
  { gateway, amount, currency, ...facts }: NewAttempt,
): Promise<Attempt> {
  const now = ctx.now.getTime();
  const values = {
    ...facts,
    id: randomBytes(16).toString('base64url'),
    gateway_id: gateway.id,
    provider: gateway.provider,
    amount: moneyText({ amount, currency }),
    currency,
    account_id: getActorId(ctx),
    created_at: ctx.now,
    expires_at: new Date(now + OPEN_MS),
    check_at: new Date(now + FIRST_CHECK_MS),
  };
  await runStatement(ctx, tables.insertInto('payment_attempt').values(values));
  return { ...values, provider_ref: null, url: null };
}

/**
 * Opens a stored attempt at the provider, outside of any transaction; a repeated call returns the same page. A callback
 * that arrived before the attempt was stored is checked afterwards.
 */
async function openAtProvider(ctx: Ctx, attempt: Attempt): Promise<Started> {
  const { id, gateway_id, expires_at } = attempt;
  const answer = (url: string): Started => ({ attempt_id: id, url, expires_at: expires_at.toISOString() });
  if (attempt.url !== null) return answer(attempt.url);
  const keys = await loadGatewayKeys(ctx, gateway_id);
  const { provider_ref, url } = await getProvider(attempt.provider).startPayment(ctx, keys, {
    attempt_id: id,
    ...readMoney(attempt.amount, attempt.currency),
    expires_at,
  });
  await runStatement(
    ctx,
    tables.updateTable('payment_attempt').set({ provider_ref, url }).where('id', '=', id),
  );
  const waiting = await fetchRow(
    ctx,
    tables
      .selectFrom('payment_event')
      .select('id')
      .where('provider', '=', attempt.provider)
      .where('provider_ref', '=', provider_ref)
      .where('outcome', '=', 'waiting'),
  );
  // the job checks the payment if the provider cannot be asked now
  if (waiting)
    await runStatement(
      ctx,
      tables.updateTable('payment_attempt').set({ check_at: ctx.now }).where('id', '=', id),
    );
  return answer(url);
}

type Prepared = { readonly attempt: Attempt; readonly state: 'new' | 'due' | 'outdated' };

/** Returns the open attempt of an order, or creates one; the order is locked meanwhile. */
const prepareAttempt = (ctx: Ctx, { order_id, payment_id, return_url }: Start): Promise<Prepared> =>
  ctx.tx(async (ctx) => {
    const order = await lockOrder(ctx, order_id);
    if (order.status_value === CANCELED) fail('order.cancelled');
    const gateway = await findGateway(ctx, payment_id, getOrderModes(ctx));
    const open = await findOpenAttempt(ctx, order_id);
    if (open) return { attempt: open, state: (await isStillDue(ctx, order, open)) ? 'due' : 'outdated' };
    const { amount, order_payment_id } = await requirePayable(ctx, order, payment_id);
    const attempt = await insertAttempt(ctx, {
      order_id,
      payment_id,
      order_payment_id,
      return_url: return_url ?? null,
      gateway,
      amount,
      currency: order.currency,
    });
    await recordAudit(ctx, {
      noun: 'order',
      id: order_id,
      action: 'pay',
      before: null,
      after: { payment_id, amount: moneyNumber({ amount, currency: order.currency }) },
      branch_id: order.branch_id,
      version: order.version,
    });
    return { attempt, state: 'new' };
  });

/**
 * Starts the online payment of the amount due. An open attempt of that amount is returned again, so that an order is paid
 * only once; one of another amount is ended, and an expired one is checked first.
 * @throws record.missing, order.cancelled, order.paid, payment.no_gateway, reference.missing, the reason why the method
 * is not allowed
 */
export async function startPayment(ctx: Ctx, input: Start): Promise<Started> {
  await checkReturnUrl(ctx, input.return_url);
  let { attempt, state } = await prepareAttempt(ctx, input);
  if (state === 'due' && attempt.expires_at <= ctx.now) {
    await checkAttempt(ctx.services, attempt.id);
    ({ attempt, state } = await prepareAttempt(ctx, input));
  }
  while (state === 'outdated') {
    await endReplacedAttempt(ctx.services, attempt.id);
    ({ attempt, state } = await prepareAttempt(ctx, input));
  }
  return openAtProvider(ctx, attempt);
}

/** Starts a payment of 1.00 without an order, to test a gateway. @throws record.missing, payment.no_gateway */
export async function testGateway(ctx: Ctx, { id }: { readonly id: number }): Promise<Started> {
  const row = await fetchRow(
    ctx,
    tables
      .selectFrom('gateway')
      .select(['payment_id', sql<boolean>`status = 1`.as('is_on')])
      .where('id', '=', id)
      .where('deleted_at', 'is', null),
  );
  if (!row) fail('record.missing');
  if (!row.is_on) fail('payment.no_gateway');
  const { settings } = await readSettings(ctx);
  const currency = settings.Currency;
  const attempt = await ctx.tx(async (ctx) => {
    const made = await insertAttempt(ctx, {
      order_id: null,
      order_payment_id: null,
      payment_id: row.payment_id,
      return_url: null,
      gateway: await findGateway(ctx, row.payment_id, GATEWAY_MODES),
      amount: toMinor(1, getCurrencyScale(currency)),
      currency,
    });
    await recordAudit(ctx, { noun: 'gateway', id, action: 'check', before: null, after: null });
    return made;
  });
  return openAtProvider(ctx, attempt);
}
